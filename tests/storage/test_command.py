"""``ringmaster db`` as an operator sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ringmaster.cli import app
from ringmaster.storage.hold import hold_database


def db(*arguments: str) -> Result:
    """Run ``ringmaster db``."""
    return CliRunner().invoke(app, ["db", *arguments])


def test_upgrade_status_and_backup(empty_url: str, tmp_path: Path) -> None:
    """From nothing to a copy."""
    assert "to be applied: 0001" in db("status", "--url", empty_url).stdout
    upgraded = db("upgrade", "--url", empty_url)
    assert "applied 0001" in upgraded.stdout
    assert "up to date" in upgraded.stdout
    assert db("status", "--url", empty_url).stdout == f"revision: {upgraded.stdout.split('applied ')[-1][:4]}\n"
    copied = db("backup", str(tmp_path / "copy"), "--url", empty_url)
    assert (copied.exit_code, (tmp_path / "copy").exists()) == (0, True)


def test_the_database_of_the_configuration_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named by the file, or by the environment."""
    (tmp_path / "config.toml").write_text(f'[database]\nurl = "sqlite:///{tmp_path}/mine.sqlite3"\n')
    assert db("upgrade", "--config", str(tmp_path / "config.toml")).exit_code == 0
    assert (tmp_path / "mine.sqlite3").exists()
    monkeypatch.setenv("RINGMASTER_DATABASE__URL", f"sqlite:///{tmp_path}/other.sqlite3")
    assert db("upgrade", "--config", str(tmp_path / "config.toml")).exit_code == 0
    assert (tmp_path / "other.sqlite3").exists()


def test_an_upgrade_under_a_running_bot_is_refused(empty_url: str) -> None:
    """Its tables must not change while it works."""
    with hold_database(empty_url):
        refused = db("upgrade", "--url", empty_url)
    assert refused.exit_code == 1
    assert "Another process uses the database" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("status", "--url", "mysql://localhost/x"), "A database URL begins with sqlite: or postgresql:"),
        (("status", "--url", "postgresql://nobody:hush@127.0.0.1:1/x"), "The database cannot be reached: "),
        (("backup", "copy", "--url", "postgresql://nobody:hush@127.0.0.1:1/x"), "pg_dump has failed: "),
        (("upgrade", "--url", "sqlite:///file/such.sqlite3"), "The database cannot be opened: "),
        (("upgrade", "--config", "nowhere.toml"), "nowhere.toml cannot be read"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a traceback, and without a password."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    result = db(*arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1
    assert "hush" not in result.stderr
