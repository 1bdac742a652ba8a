"""A whole game in the terminal."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ringmaster.discord_app.presenters.presenters import PRESENTERS
from ringmaster.games.catalog import GAMES

COMMAND = (sys.executable, "-m", "ringmaster", "rehearse")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, run to its end."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=110, check=False)


SHOWN = {"survivor": "2 spectators voted."}
"""What else a game of some kinds shows at its end."""


@pytest.mark.parametrize("kind", sorted(PRESENTERS))
def test_a_headless_game_ends_with_a_winner(kind: str) -> None:
    """It is played through the real bot, shows what the stage shows, and succeeds when somebody has won."""
    done = run("--headless", "--game", kind, "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\bwin(s|ner)?\b|\bwon\b", done.stdout, re.IGNORECASE), done.stdout
    assert SHOWN.get(kind, "") in done.stdout
    assert done.stderr == ""


def test_a_game_that_does_not_exist_is_refused_in_one_sentence() -> None:
    """The sentence says which games there are."""
    done = run("--headless", "--game", "chess")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"There is no game 'chess'; there are: {', '.join(GAMES)}.\n"


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "1e99"])
def test_a_speed_that_is_none_is_refused_in_one_sentence(speed: str) -> None:
    """Before anything is started."""
    done = run("--no-open", "--speed", speed)
    assert done.returncode == 1
    assert done.stderr.startswith("--speed is a number above 0")


def test_a_missing_extra_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has installed the bot alone is told how to get the rehearsal."""
    from typer.testing import CliRunner

    from ringmaster.cli import app
    from ringmaster.rehearsal import command

    monkeypatch.setattr(command, "NEEDED", ("a_module_that_nobody_has",))
    done = CliRunner().invoke(app, ["rehearse"])
    assert done.exit_code == 1
    assert done.stderr == "The rehearsal needs its extra; in Ringmaster's folder: pip install '.[rehearsal]'\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_behind(tmp_path: Path, number: signal.Signals) -> None:
    """Whoever ends a rehearsal finds no process, no complaint and no file of it."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [*COMMAND, "--no-open"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(number)
        _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_said_in_one_sentence() -> None:
    """Two rehearsals do not share a port."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        done = run("--no-open", "--port", str(other.getsockname()[1]))
    assert done.returncode == 1
    assert done.stderr.startswith("The page cannot be served on port ")
    assert len(done.stderr.splitlines()) == 1
