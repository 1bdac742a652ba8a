"""Every refusal has a sentence of its own that says what to do."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ringmaster
from ringmaster.discord_app.presenters import Presenters
from ringmaster.discord_app.presenters.hosting import LINES
from ringmaster.discord_app.presenters.refusals import DONE, SENTENCES, sentence
from ringmaster.games.kernel import RuleViolation, SettingError

from .conftest import Table

SOURCE = Path(ringmaster.__file__).parent
SAMPLE = {
    "text": "Addy", "candidates": (1, 2), "ways": ((1,), (2,)), "count": 2, "choice": 1, "phase": "day-1", "seat": 1,
    "target": 2, "targets": (1, 2), "action": "bus", "seats": 8, "least": 9, "name": "Bo", "what": "closed",
    "by": 900, "sender": 3, "field": "targets", "part": "player", "card": 4, "copies": 1, "fewest": 1, "most": 3,
    "word": "clyde", "theme": "The Lighthouse", "free": 3, "needed": 4, "pixels": 25,
}  # fmt: skip


def calls(*packages: str) -> Iterator[ast.Call]:
    """All calls in the source of these packages."""
    for package in packages:
        for path in (SOURCE / package).rglob("*.py"):
            yield from (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The name of what is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def words(node: ast.expr) -> set[str]:
    """The words that an expression may be."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def codes() -> set[str]:
    """Every code that is raised anywhere."""
    raised = (call for call in calls("games", "sessions", "discord_app") if called(call) == "RuleViolation")
    return {code for call in raised for code in words(call.args[0])}


@pytest.mark.clause("A3")
def test_every_code_has_a_sentence() -> None:
    """Nobody is refused without being told why."""
    found = codes()
    assert len(found) > 40
    assert found == set(SENTENCES)


@pytest.mark.parametrize("code", sorted(SENTENCES))
@pytest.mark.clause("A3")
def test_a_refusal_is_one_plain_sentence(code: str, new_table: Callable[..., Table]) -> None:
    """It begins like a sentence, ends like one, and fits into any reply."""
    facts = {**SAMPLE, "seats": (1, 2)} if code == "powerful-players" else SAMPLE
    said = sentence(RuleViolation(code, "A3", **facts), new_table().record)
    assert said.endswith((".", "?", "`."))
    assert said[0].isupper() or said[0] in "“*"
    assert len(said) < 300


def test_every_act_at_the_table_has_a_line() -> None:
    """Whatever use cases write into the log can be read."""
    acts: set[str] = set()
    for call in calls("sessions", "discord_app"):
        if called(call) == "act" and len(call.args) > 3:
            acts |= words(call.args[3])
        if called(call) == "HostActed":
            acts |= {word for keyword in call.keywords if keyword.arg == "what" for word in words(keyword.value)}
    assert len(acts) > 20
    assert acts == set(LINES)


def test_whatever_a_second_moderator_wants_too_has_words() -> None:
    """\"Already done\" says what was done."""
    wanted = {word for call in calls("sessions") if called(call) == "already_done" for word in words(call.args[1])}
    assert wanted - set(DONE) == set()
    assert "closed" in DONE


@pytest.mark.clause("A10")
def test_candidates_are_shown_by_name_and_harmless(new_table: Callable[..., Table]) -> None:
    """Names that look like mentions or markdown are shown as they are."""
    table = new_table(names=("@everyone", "*Bo*", "Cy", "Di", "Ed", "Fay", "Gil", "Hal", "Jo"))
    refused = RuleViolation("no-such-name", "A10", kind="ambiguous", text="`rm`", candidates=(1, 2, 3))
    said = table.presenters.refusal(refused, table.record)
    assert said == "I know nobody called “\\`rm\\`”; did you mean @\u200beveryone, \\*Bo\\* or Cy?"


@pytest.mark.clause("A10")
def test_many_candidates_are_cut_short(new_table: Callable[..., Table]) -> None:
    """A game of forty does not fill the screen."""
    table = new_table("twitch", [f"Player {number}" for number in range(1, 41)])
    refused = RuleViolation("no-such-name", "A10", text="x", candidates=tuple(range(1, 41)))
    assert table.presenters.refusal(refused, table.record).endswith("Player 8 and 32 more?")


@pytest.mark.clause("A6")
def test_a_moderator_learns_who_was_faster_and_a_player_does_not() -> None:
    """Names of moderators are for moderators."""
    refused = RuleViolation("already-done", "A6", what="closed", by=900)
    words_of = Presenters().refusal
    assert words_of(refused, viewer_is_moderator=True).startswith("Already done by <@900>, who closed the phase")
    assert "900" not in words_of(refused)


def test_a_setting_error_speaks_for_itself() -> None:
    """The rulebook's own sentence is shown, harmlessly."""
    refused = SettingError("x", "there is no setting '*x*'; there are: mafia")
    assert Presenters().refusal(refused) == "There is no setting '\\*x\\*'; there are: mafia."


def test_a_fault_has_a_number_to_tell_a_moderator() -> None:
    """What is logged can be found again."""
    assert "`ab12`" in Presenters().unexpected("ab12")
