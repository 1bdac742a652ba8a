"""What people write is shown as they wrote it, and does nothing else."""

from __future__ import annotations

import doctest
import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.discord_app.presenters.wording import CARD_LIMIT, fitted, one_line, plain, unescaped
from ringmaster.games.kernel import fold
from ringmaster.sessions.messages import MESSAGE_LIMIT

ODD_NAMES = (
    "@everyone",
    "<@123456>",
    "<@&99>",
    "<#5>",
    "[bank](https://evil.example)",
    "https://evil.example/x",
    "`code`",
    "**bold** __u__ ~~s~~ ||spoiler||",
    "# Heading",
    "> quote",
    "- list",
    "1. first",
    "-# small",
    "two\nlines",
    "\u202egnirts\u202c",
    "\\",
)


@pytest.mark.parametrize("name", ODD_NAMES)
@pytest.mark.clause("A10")
def test_a_name_neither_pings_nor_links_nor_formats(name: str) -> None:
    """No mark of markdown, no mention and no link is left that Discord would act on."""
    shown = plain(name)
    assert "\n" not in shown
    assert "@e" not in shown
    assert "://" not in shown
    bare = shown.replace("\\\\", "").replace("\\*", "")
    for mark in ("`", "*", "_", "~", "|", "#", ">", "[", "<"):
        assert bare.count(mark) == bare.count(f"\\{mark}"), shown
    assert not shown.startswith(("- ", "1. "))


@given(st.text(max_size=31).map(lambda text: f"a{text}"))
def test_a_shown_name_still_names_its_seat(name: str) -> None:
    """Whoever copies a name from a message, where escapes are not seen, is understood (A10)."""
    assert fold(re.sub(r"\\(\W)", r"\1", plain(name))) == fold(one_line(name))


@given(st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc"]), max_size=32))
def test_a_text_file_shows_the_name_itself(name: str) -> None:
    """In a file nothing has to be escaped."""
    if "**" not in name and "\u200b" not in name:
        assert unescaped(plain(name)) == one_line(name)


@given(lines=st.lists(st.text(alphabet="ab", min_size=1, max_size=40), min_size=1, max_size=90))
def test_what_must_stay_one_message_fits_into_one(lines: list[str]) -> None:
    """Text and card together hold it, and no line is lost."""
    text = "\n".join(lines)
    message = fitted("Title", text)
    assert len(message.text) <= MESSAGE_LIMIT
    card = message.card.text if message.card else ""
    assert len(card) <= CARD_LIMIT
    assert [line for line in f"{message.text}\n{card}".split("\n") if line][1:] == lines


@pytest.mark.parametrize(
    "module", ["actions", "presenters.wording", "presenters.hosting", "presenters.ending", "presenters.survivor_cards"]
)
def test_the_examples_in_docstrings_hold(module: str) -> None:
    """What a docstring shows is so."""
    results = doctest.testmod(import_module(f"ringmaster.discord_app.{module}"))
    assert results.attempted > 0
    assert results.failed == 0
