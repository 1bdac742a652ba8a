"""``ringmaster simulate`` as people use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from ringmaster.simulation import chart
from ringmaster.simulation.command import simulate


@pytest.fixture
def run() -> Any:
    """Runs the command with these words."""
    app = typer.Typer()
    app.command()(simulate)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_the_table_shows_shares_with_intervals_and_how_long_games_were(run) -> None:
    """And the seed, so that the same can be had again."""
    result = run("truth", "--games", "60", "--players", "7", "--mafia", "2", "--seed", "s")
    assert result.exit_code == 0
    for words in ("To Tell the Truth: 7 players, 2 of them Mafia. 60 games, seed s", "Winner", "town", "mafia",
                  "95% interval", "Days played", "on average"):  # fmt: skip
        assert words in result.stdout
    assert result.stdout == run("truth", "-n", "60", "-p", "7", "-m", "2", "-s", "s").stdout


def test_a_seed_is_chosen_when_none_is_given(run) -> None:
    """Two runs differ in it."""
    first, second = (run("truth", "--games", "1").stdout.splitlines()[0] for _ in range(2))
    assert first != second


@pytest.mark.parametrize("kind", ["truth", "twitch", "survivor"])
def test_a_chart_is_a_picture(run, tmp_path: Path, kind: str) -> None:
    """For every game."""
    file = tmp_path / "odds.png"
    result = run(kind, "--games", "3", "--seed", "s", "--chart", str(file))
    assert result.exit_code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_missing_matplotlib_is_said_in_one_sentence_before_anything_is_played(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With how to get it."""
    monkeypatch.setattr(chart, "find_spec", lambda name: None)
    result = run("truth", "--chart", str(tmp_path / "odds.png"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "chart: pictures need matplotlib; in Ringmaster's folder: pip install '.[charts]'\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "game: there is no game 'chess'; there are: survivor, twitch, truth"),
        (("truth", "--players", "6", "--mafia", "3"), "mafia: 3 Mafia of 6 players is too many"),
        (("truth", "--chart", "odds.gif"), "chart: the name of the picture must end in one of: .png, .svg, .pdf"),
        (("truth", "--chart", "no/such/folder/odds.png"), "chart: there is no folder"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(run, words: tuple[str, ...], sentence: str) -> None:
    """On standard error, with status 2, and without playing."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1
