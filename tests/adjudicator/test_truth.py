"""The questions of To Tell the Truth against a plain retelling of the rules, and against live play."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from ringmaster.adjudicator.ruling import rule
from ringmaster.games.dice import ScriptedDice, VerifiableDice
from ringmaster.games.kernel import ClosePhase, Entrant
from ringmaster.games.mafia import CastVote
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.commands import RetractVote
from ringmaster.games.truth.events import DayDecided
from ringmaster.games.truth.settings import TruthSettings

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy"]
NOBODY = "no elimination"


def retold_day(living: list[str], votes: list[dict[str, Any]], settings: dict[str, Any], roll: int) -> dict[str, Any]:
    """The day as a moderator would do it on paper: the tally written down anew after each vote."""
    order = [*living, NOBODY]
    ballot: dict[str, str] = {}
    tallies: list[dict[str, int]] = []
    ended: dict[str, Any] | None = None
    for vote in votes:
        ballot.pop(vote["by"], None)
        if vote["for"] is not None:
            ballot[vote["by"]] = vote["for"]
        tallies.append({name: list(ballot.values()).count(name) for name in order})
        over = [name for name, count in tallies[-1].items() if 2 * count > len(living)]
        if over and settings["hammer"]:
            by = "no-elimination" if over == [NOBODY] else "majority"
            ended = {"eliminated": None if over == [NOBODY] else over[0], "decided_by": by}
    last = tallies[-1] if tallies else dict.fromkeys(order, 0)
    counts = {name: count for name, count in last.items() if count}
    rolls: list[dict[str, int]] = []
    if ended is None:
        top = [name for name in order if last[name] == max(last.values()) > 0]
        eliminated, by = None, "tie"
        if not top:
            by = "no-votes"
        elif NOBODY in top:
            by = "no-elimination"
        elif len(top) == 1:
            eliminated, by = top[0], "plurality"
        elif settings["day_tie"] == "roll":
            result = roll % len(top) + 1
            eliminated, by = top[result - 1], "roll"
            rolls = [{"sides": len(top), "result": result}]
        elif settings["day_tie"] == "first":
            held = {n: min(i for i in range(len(tallies)) if all(t[n] >= last[n] for t in tallies[i:])) for n in top}
            eliminated, by = min(top, key=lambda name: held[name]), "first"
        ended = {"eliminated": eliminated, "decided_by": by}
    return {"ended": True, **ended, "counts": counts, "rolls": rolls}


def random_day(chance: Random) -> tuple[dict[str, Any], int]:
    """The input of a random day that closes at its deadline, cut off at its hammer, and a number to roll with."""
    living = chance.sample(NAMES, chance.randint(2, len(NAMES)))
    settings = {"hammer": chance.random() < 0.5, "day_tie": chance.choice(["roll", "first", "none"])}
    votes: list[dict[str, Any]] = []
    choices = [*chance.sample(living, min(3, len(living))), NOBODY, None]
    for _ in range(chance.randint(0, 14)):
        votes.append({"by": chance.choice(living), "for": chance.choice(choices)})
        if retold_day(living, votes, settings, 0)["decided_by"] == "majority":
            break
        ballot = {vote["by"]: vote["for"] for vote in votes}
        if settings["hammer"] and 2 * list(ballot.values()).count(NOBODY) > len(living):
            break
    return {"living": living, "votes": votes, "at_deadline": True, "settings": settings}, chance.randint(0, 59)


@pytest.mark.clause("L2.1", "L2.3", "L2.4", "L2.5", "L2.6")
def test_three_thousand_random_days_are_ruled_as_on_paper() -> None:
    """Counts, verdict, reason and dice agree with the retelling."""
    chance = Random(20)
    reasons: set[str] = set()
    for _ in range(3_000):
        given, roll = random_day(chance)
        expected = retold_day(given["living"], given["votes"], given["settings"], roll)
        answer = rule("truth.day", {**given, "rolls": [r["result"] for r in expected["rolls"]]})
        answer["rolls"] = [{"sides": r["sides"], "result": r["result"]} for r in answer["rolls"]]
        assert answer == expected, given
        assert list(answer["counts"]) == list(expected["counts"])
        reasons.add(answer["decided_by"])
    assert reasons == {"majority", "no-elimination", "plurality", "roll", "first", "tie", "no-votes"}


@pytest.mark.clause("L2.1", "L2.5")
def test_a_live_day_is_decided_as_the_adjudicator_rules() -> None:
    """The same votes in a game give the same verdict, counts and reason."""
    game, chance = TruthGame(), Random(21)
    for _ in range(150):
        settings = {"hammer": False, "day_tie": chance.choice(["first", "none"])}
        entrants = [Entrant()] * 9
        state = game.replay(game.begin(TruthSettings(**settings), entrants, VerifiableDice.from_seed(b"live")))
        votes = [
            {"by": chance.choice(NAMES), "for": chance.choice([*NAMES[:3], NOBODY, None])}
            for _ in range(chance.randint(0, 20))
        ]
        for vote in votes:
            by, target = NAMES.index(vote["by"]) + 1, vote["for"]
            seat_or_word = NAMES.index(target) + 1 if target in NAMES else NOBODY
            command = RetractVote(seat=by) if target is None else CastVote(seat=by, target=seat_or_word)
            if target is None and state.wagons.target_of(by) is None:
                continue
            for event in game.decide(state, command, ScriptedDice([])):
                state = game.evolve(state, event)
        closed = game.decide(state, ClosePhase(phase="day-1", cause="deadline"), ScriptedDice([]))
        decided = next(event for event in closed if isinstance(event, DayDecided))
        answer = rule("truth.day", {"living": NAMES, "votes": votes, "at_deadline": True, "settings": settings})
        name = {**dict(enumerate(NAMES, start=1)), NOBODY: NOBODY}
        assert answer["eliminated"] == (None if decided.eliminated is None else name[decided.eliminated])
        assert answer["decided_by"] == decided.decided_by
        assert answer["counts"] == {name[target]: count for target, count in decided.counts}


@pytest.mark.clause("L4.1", "L4.2", "L4.3", "L4.4")
def test_every_statement_about_five_players_says_what_its_dice_say() -> None:
    """All pairs in both orders, all dice: list order, a true half, and the other half by number alone."""
    living, mafia = NAMES[:5], {"Bo", "Eli"}
    for one, two in permutations(living, 2):
        for true_half in (1, 2):
            for other in range(1, 6):
                given = {"living": living, "mafia": sorted(mafia), "suspects": [one, two], "rolls": [true_half, other]}
                answer = rule("truth.statement", given)
                first, second = sorted((one, two))
                true_name = (first, second)[true_half - 1]
                words = {
                    name: "guilty" if (name in mafia if name == true_name else other <= 2) else "innocent"
                    for name in (first, second)
                }
                assert answer["suspects"] == [first, second]
                assert answer["true_half"] == true_name
                assert answer["statement"] == f"{first} is {words[first]} or {second} is {words[second]}"


@pytest.mark.clause("L3.3")
def test_suspects_that_nobody_named_are_two_rolls_over_the_living() -> None:
    """The second die is over those that are left, in list order."""
    living = NAMES[:4]
    for one in range(1, 5):
        for two in range(1, 4):
            answer = rule(
                "truth.statement", {"living": living, "mafia": ["Ada"], "suspects": None, "rolls": [one, two, 1, 1]}
            )
            left = [name for name in living if name != living[one - 1]]
            assert answer["suspects"] == sorted([living[one - 1], left[two - 1]])
            assert [roll["sides"] for roll in answer["rolls"]] == [4, 3, 2, 4]


@pytest.mark.clause("A5")
def test_a_seed_gives_the_same_ruling_every_time() -> None:
    """Verifiable dice depend on the seed and the label alone; other seeds give other dice."""
    given = {"living": NAMES, "mafia": ["Ada"], "suspects": None}
    answers = [rule("truth.statement", {**given, "seed": seed}) for seed in ("00" * 32, "00" * 32, "01" * 32)]
    assert answers[0] == answers[1]
    assert answers[0]["rolls"] != answers[2]["rolls"]


@pytest.mark.clause("A4")
def test_without_rolls_or_a_seed_the_dice_are_random() -> None:
    """Ties do not always fall the same way."""
    given = {"living": NAMES, "votes": [{"by": n, "for": n} for n in NAMES], "at_deadline": True}
    assert len({rule("truth.day", given)["eliminated"] for _ in range(100)}) > 1


def test_a_day_that_goes_on_has_no_verdict() -> None:
    """Before the deadline the answer is the count alone."""
    answer = rule("truth.day", {"living": NAMES, "votes": [{"by": "Ada", "for": "Bo"}], "at_deadline": False})
    assert answer == {"ended": False, "eliminated": None, "decided_by": None, "counts": {"Bo": 1}, "rolls": []}


@pytest.mark.parametrize("hammer", [True, "on", "ON", False, "off"])
def test_switches_are_booleans_or_on_and_off(hammer: bool | str) -> None:
    """Both spellings of a switch are read."""
    votes = [{"by": "Ada", "for": "Bo"}, {"by": "Bo", "for": "Bo"}]
    given = {"living": ["Ada", "Bo", "Cy"], "votes": votes, "at_deadline": False, "settings": {"hammer": hammer}}
    assert rule("truth.day", given)["ended"] is (hammer in (True, "on", "ON"))
