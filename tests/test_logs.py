"""Logs hold IDs and what happened, never anybody's words."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from ringmaster import logs
from ringmaster.config import LogSection


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Logging is as it was, afterwards."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    libraries = {name: logging.getLogger(name).level for name in logs.QUIET}
    yield
    root.handlers[:], _ = handlers, root.setLevel(level)
    for name, before in libraries.items():
        logging.getLogger(name).setLevel(before)


def test_a_fault_is_logged_by_kind_and_place_without_its_words(capsys: pytest.CaptureFixture[str]):
    """The words of an exception may quote what somebody sent."""
    logs.configure(LogSection(format="json"))
    try:
        try:
            int("my secret vote")
        except ValueError as inner:
            raise KeyError("another secret") from inner
    except KeyError:
        logging.getLogger("ringmaster.test").exception("fault %s", "ab12", extra={"account": 7})
    line = capsys.readouterr().err
    entry = json.loads(line)
    assert "secret" not in line
    assert (entry["event"], entry["fault"], entry["account"]) == ("fault ab12", "KeyError < ValueError", 7)
    assert "test_logs.py" in entry["at"][-1]


def test_discords_own_logs_do_not_tell_what_is_sent(capsys: pytest.CaptureFixture[str]):
    """Its debug level shows the content of messages."""
    logs.configure(LogSection(level="debug", format="json"))
    logging.getLogger("discord.http").debug("POST with %s", "the secret")
    logging.getLogger("sqlalchemy.engine").info("INSERT %s", "the secret")
    assert capsys.readouterr().err == ""


def test_the_level_and_the_format_are_the_operators(capsys: pytest.CaptureFixture[str]):
    """Below the level nothing is written; for people it is one plain line."""
    logs.configure(LogSection(level="warning", format="console"))
    logging.getLogger("ringmaster.test").info("nothing")
    logging.getLogger("ringmaster.test").warning("something")
    written = capsys.readouterr().err
    assert "something" in written
    assert "nothing" not in written
    assert not written.startswith("{")
