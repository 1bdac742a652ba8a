"""``ringmaster doctor`` and ``ringmaster run``: what an operator is told."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ringmaster.cli import app
from ringmaster.discord_app.checkup import token_check
from ringmaster.discord_app.lifeline import write_heartbeat
from ringmaster.storage.hold import hold_database

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration with everything in a temporary folder."""
    for name in list(os.environ):
        if name.startswith("RINGMASTER_"):
            monkeypatch.delenv(name)
    file = tmp_path / "config.toml"
    file.write_text(f'data_dir = "{tmp_path}/data"\n[discord]\ntoken = "{TOKEN}"\n', encoding="utf-8")
    return file


def run(*arguments: str) -> tuple[int, str]:
    """The exit status and what was written."""
    result = CliRunner().invoke(app, [*arguments])
    return result.exit_code, result.output


def test_all_is_well_without_asking_discord(config: Path):
    """Every check is told."""
    status, said = run("doctor", "--offline", "--config", str(config))
    assert status == 0
    assert [line.split()[0] for line in said.splitlines()] == ["ok"] * 4


def test_a_missing_token_is_something_to_do(config: Path):
    """With where to put it."""
    config.write_text(f'data_dir = "{config.parent}/data"\n', encoding="utf-8")
    status, said = run("doctor", "--config", str(config))
    assert status == 1
    assert "TODO  There is a token: There is no bot token: set discord.token_file" in said


@pytest.mark.parametrize("token", ["", "abc", "abc.def.ghi", "not a token at all", "ähm.x.y"])
def test_what_is_no_token_is_recognised(token: str):
    """Such as the client secret."""
    assert not token_check(token).ok
    assert "not the client secret" in token_check(token).advice


def test_a_wrong_token_is_not_printed(config: Path):
    """It may be right for something else."""
    config.write_text('[discord]\ntoken = "hunter2"\n', encoding="utf-8")
    _, said = run("doctor", "--offline", "--config", str(config))
    assert "hunter2" not in said


def test_a_database_of_a_newer_version_is_something_to_do(config: Path):
    """The data are not touched."""
    import sqlite3

    data = config.parent / "data"
    data.mkdir()
    with sqlite3.connect(data / "ringmaster.sqlite3") as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('from-the-future')")
    status, said = run("doctor", "--offline", "--config", str(config))
    assert status == 1
    assert "TODO  The database can be used: " in said


def test_a_folder_that_cannot_be_written_to_is_something_to_do(config: Path):
    """For example a file in its place."""
    (config.parent / "data").write_text("a file", encoding="utf-8")
    status, said = run("doctor", "--offline", "--config", str(config))
    assert status == 1
    assert "can be written to: Give the bot's user the right to write there" in said


def test_a_wrong_configuration_ends_with_status_2(config: Path):
    """One sentence, for doctor and run alike."""
    config.write_text("[time]\nzone = 5\n", encoding="utf-8")
    for command in ("doctor", "run"):
        status, said = run(command, "--config", str(config))
        assert status == 2
        assert said == f"{config}: time.zone must be an IANA time zone such as Europe/Berlin, not 5.\n"


def test_a_theme_that_cannot_be_used_is_told_in_a_sentence(config: Path):
    """Before the bot starts as well as by doctor."""
    (config.parent / "night.toml").write_text('title = "Night"\n', encoding="utf-8")
    config.write_text(f'{config.read_text(encoding="utf-8")}[themes]\nfolder = "{config.parent}"\n', encoding="utf-8")
    config.rename(config.parent / "config")
    config = config.parent / "config"
    wrong = f"{config.parent}/night.toml: the theme needs characters, each under its own [[characters]]."
    status, said = run("doctor", "--offline", "--config", str(config))
    assert status == 1
    assert f"TODO  The themes can be used: {wrong}" in said
    assert run("run", "--config", str(config)) == (2, f"{wrong}\n")


def test_a_database_that_cannot_be_reached_is_told_in_a_sentence(config: Path):
    """Such as a server that is down."""
    config.write_text(
        f'{config.read_text(encoding="utf-8")}[database]\nurl = "postgresql://nobody@127.0.0.1:1/games"\n',
        encoding="utf-8",
    )
    for command in (("doctor", "--offline"), ("run",)):
        status, said = run(*command, "--config", str(config))
        assert status == 1
        assert "cannot be reached (" in said
        assert "): check database.url." in said


@pytest.mark.parametrize(("age", "status"), [(10, 0), (89, 0), (95, 1), (3600, 1)])
def test_health_is_a_heartbeat_younger_than_ninety_seconds(config: Path, age: int, status: int):
    """For the health check of a container."""
    write_heartbeat(config.parent / "data" / "heartbeat", time.time() - age)
    assert run("doctor", "--health", "--config", str(config))[0] == status


def test_without_a_heartbeat_the_bot_is_not_healthy(config: Path):
    """It may not have connected yet."""
    assert run("doctor", "--health", "--config", str(config)) == (1, "The bot is not running here.\n")


def test_a_second_process_on_the_same_database_is_refused(config: Path):
    """Two bots would answer everything twice."""
    with hold_database(f"sqlite:///{config.parent}/data/ringmaster.sqlite3"):
        status, said = run("run", "--config", str(config))
    assert status == 1
    assert "Another process uses the database" in said
