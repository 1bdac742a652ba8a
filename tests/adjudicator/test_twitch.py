"""The questions about Twitch Plays Mafia, against a retelling of T2 to T5 that shares no code with the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ringmaster.adjudicator.question import WrongInput
from ringmaster.adjudicator.ruling import rule

NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"]
LIVING = {"Ada": "helix", "Bo": "helix", "Cy": "helix", "Dee": "dome"}
NIGHT: dict[str, Any] = {
    "living": LIVING,
    "actions": [{"by": "Ada", "action": "protect", "targets": ["Bo"]}],
    "kill": {"by": "Dee", "target": "Cy"},
}
DAY: dict[str, Any] = {"living": ["Ada", "Bo", "Cy"], "votes": [{"by": "Ada", "for": "Bo"}], "at_deadline": True}


class Scribe:
    """Invents the rolls of an input while its answer is worked out."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.made: list[dict[str, int]] = []

    def one_of(self, items: list[Any]) -> Any:
        """One item, with a roll if there are several."""
        if len(items) == 1:
            return items[0]
        result = self.random.randint(1, len(items))
        self.made.append({"sides": len(items), "result": result})
        return items[result - 1]


def retold_night(given: dict[str, Any], scribe: Scribe) -> dict[str, Any]:
    """The night as a moderator would tell it with paper cut-outs: seats stand at places, a bus swaps two."""
    drawn: dict[str, Any] = {}
    for kind in ("bus", "stun", "protect"):
        sent = [action for action in given["actions"] if action["action"] == kind]
        drawn[kind] = scribe.one_of(sent) if sent else None
    kill = given["kill"]
    if kill is None and given["settings"]["missed_kill"] == "random":
        helix = [name for name, side in given["living"].items() if side == "helix"]
        dome = [name for name, side in given["living"].items() if side == "dome"]
        if helix and dome:
            kill = {"by": dome[0], "target": scribe.one_of(helix)}
    standing_at = {name: name for name in given["living"]}
    bus, stun, protect = drawn["bus"], drawn["stun"], drawn["protect"]
    swapped = None
    if bus:
        undone = stun and stun["targets"][0] == bus["by"] and bus["by"] not in bus["targets"]
        if not undone:
            one, two = bus["targets"]
            standing_at[one], standing_at[two] = two, one
            swapped = [name for name in given["living"] if name in (one, two)]
    asleep = standing_at[stun["targets"][0]] if stun else None
    safe = standing_at[protect["targets"][0]] if protect and protect["by"] != asleep else None
    killed = stopped = None
    if kill:
        victim = standing_at[kill["target"]]
        stopped = "stun" if kill["by"] == asleep else "protect" if victim == safe else None
        killed = None if stopped else victim
    return {
        "drawn": drawn, "bus": swapped, "stunned": asleep, "protected": safe, "killed": killed,
        "kill_stopped_by": stopped, "rolls": scribe.made,
    }  # fmt: skip


def random_night(random: Random) -> dict[str, Any]:
    """An input with up to eight living and as many actions."""
    names = random.sample(NAMES, random.randint(2, 8))
    living = {name: random.choice(["helix", "helix", "dome"]) for name in names}
    actions = []
    for name in random.sample(names, random.randint(0, len(names))):
        kind = random.choice(["protect", "stun", "bus"])
        actions.append({"by": name, "action": kind, "targets": random.sample(names, 2 if kind == "bus" else 1)})
    dome = [name for name in names if living[name] == "dome"]
    kill = {"by": random.choice(dome), "target": random.choice(names)} if dome and random.random() < 0.8 else None
    settings = {"missed_kill": random.choice(["none", "random"])}
    return {"living": living, "actions": actions, "kill": kill, "settings": settings}


def retold_day(given: dict[str, Any], scribe: Scribe) -> dict[str, Any]:
    """The day counted anew after every vote."""
    living = given["living"]
    votes = [(vote["by"], vote["for"]) for vote in given["votes"]]

    def count(until: int) -> dict[str, int]:
        cast = [target for _, target in votes[:until]]
        return {name: cast.count(name) for name in [*living, "start9"] if name in cast}

    counts = count(len(votes))
    over_half = [name for name, number in counts.items() if 2 * number > len(living)]
    on_seats = {name: number for name, number in counts.items() if name != "start9"}
    ended, lynched, decided_by = True, None, None
    if over_half:
        lynched, decided_by = (None, "start9") if over_half == ["start9"] else (over_half[0], "majority")
    elif not given["at_deadline"] and len(votes) < len(living):
        ended = False
    elif not on_seats:
        decided_by = "no-votes"
    else:
        tied = [name for name in on_seats if on_seats[name] == max(on_seats.values())]
        rule_of_ties = given["settings"]["day_tie"]
        if len(tied) == 1:
            lynched, decided_by = tied[0], "plurality"
        elif rule_of_ties == "roll":
            lynched, decided_by = scribe.one_of(tied), "roll"
        elif rule_of_ties == "none":
            decided_by = "tie"
        else:
            when = {name: min(k for k in range(len(votes) + 1) if count(k).get(name) == counts[name]) for name in tied}
            lynched, decided_by = min(tied, key=when.__getitem__), "first"
    return {
        "ended": ended, "lynched": lynched, "decided_by": decided_by, "counts": counts, "rolls": scribe.made,
    }  # fmt: skip


def random_day(random: Random) -> dict[str, Any]:
    """An input whose votes stop where a majority is reached."""
    living = random.sample(NAMES, random.randint(1, 8))
    votes: list[dict[str, str]] = []
    for name in random.sample(living, random.randint(0, len(living))):
        votes.append({"by": name, "for": random.choice([*living[:3], "start9"])})
        if 2 * sum(vote["for"] == votes[-1]["for"] for vote in votes) > len(living):
            break
    settings = {"day_tie": random.choice(["roll", "first", "none"])}
    return {"living": living, "votes": votes, "at_deadline": random.random() < 0.5, "settings": settings}


@pytest.mark.clause("T2.3", "T3.3", "T4.1", "T4.2", "T4.3", "T4.4", "T4.5", "T4.6", "T5.2", "T5.3", "T5.4", "T5.5")
@pytest.mark.parametrize(
    ("question", "invent", "retell"),
    [("twitch.night", random_night, retold_night), ("twitch.day", random_day, retold_day)],
    ids=["night", "day"],
)
def test_random_inputs_are_ruled_as_they_are_retold(question: str, invent: Any, retell: Any) -> None:
    """4,000 of them, with the dice given, field by field and in the same order."""
    random = Random(9)
    for _ in range(4_000):
        given = invent(random)
        expected = retell(given, Scribe(random))
        answer = rule(question, {**given, "rolls": [roll["result"] for roll in expected["rolls"]]})
        answer["rolls"] = [{"sides": roll["sides"], "result": roll["result"]} for roll in answer["rolls"]]
        assert answer == expected, given
        assert list(answer) == list(expected)
        for field in ("drawn", "counts"):
            assert list(answer.get(field, ())) == list(expected.get(field, ()))


def refusal(question: str, given: dict[str, Any]) -> str:
    """The sentence that an input is refused with."""
    with pytest.raises(WrongInput) as caught:
        rule(question, given)
    return str(caught.value)


def act(by: str, action: str, *targets: str) -> dict[str, Any]:
    """One submission."""
    return {"by": by, "action": action, "targets": list(targets)}


@pytest.mark.clause("T2.1", "T2.2", "T3.1")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"living": {}}, "living: needs at least 1, not 0"),
        ({"living": ["Ada"]}, "living: must be an object, not a list"),
        ({"living": {**LIVING, "Eli": "town"}}, 'living.Eli: must be "helix" or "dome", not "town"'),
        ({"living": {**LIVING, "ADA": "dome"}}, 'living.ADA: "ADA" reads the same as "Ada"'),
        ({"actions": {}}, "actions: must be a list, not an object"),
        ({"actions": [act("Zed", "stun", "Ada")]}, 'actions[0].by: "Zed" is not living'),
        ({"actions": [act("Ada", "heal", "Bo")]}, 'actions[0].action: must be "protect", "stun" or "bus", not "heal"'),
        ({"actions": [act("Ada", "Stun", "Bo")]}, 'actions[0].action: must be "protect", "stun" or "bus", not "Stun"'),
        ({"actions": [act("Ada", "stun", "Zed")]}, 'actions[0].targets[0]: "Zed" is not living'),
        ({"actions": [act("Ada", "bus", "Bo", "Zed")]}, 'actions[0].targets[1]: "Zed" is not living'),
        ({"actions": [act("Ada", "bus", "Bo", "Bo")]}, 'actions[0].targets[1]: "Bo" is named twice'),
        ({"actions": [act("Ada", "bus", "Bo")]}, "actions[0].targets: a bus has 2, not 1"),
        ({"actions": [act("Ada", "stun")]}, "actions[0].targets: a stun has 1, not 0"),
        ({"actions": [act("Ada", "protect", "Bo", "Cy")]}, "actions[0].targets: a protect has 1, not 2"),
        (
            {"actions": [act("Ada", "stun", "Bo"), act("Ada", "protect", "Bo")]},
            'actions[1].by: "Ada" has sent its action already',
        ),
        ({"actions": [{"by": "Ada", "action": "stun"}]}, "actions[0].targets: is missing"),
        ({"kill": {"by": "Ada", "target": "Bo"}}, 'kill.by: "Ada" is not Dome'),
        ({"kill": {"by": "Zed", "target": "Bo"}}, 'kill.by: "Zed" is not living'),
        ({"kill": {"by": "Dee", "target": "Zed"}}, 'kill.target: "Zed" is not living'),
        ({"kill": {"by": "Dee", "target": None}}, "kill.target: must be text, not null"),
        ({"kill": {"by": "Dee", "target": "Bo", "why": 1}}, "kill.why: there is no such field"),
        ({"rolls": [1]}, "rolls: too many; only 0 needed"),
        ({"settings": {"missed_kill": "all"}}, "settings.missed_kill: missed_kill is one of: none, random"),
    ],
)
def test_a_wrong_field_of_a_night_is_named(change: dict[str, Any], sentence: str) -> None:
    """Each with its path."""
    assert refusal("twitch.night", {**NIGHT, **change}) == sentence


@pytest.mark.clause("T5.1")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"living": ["Ada", "Bo", "START9"]}, 'living[2]: "START9" reads the same as "start9"'),
        ({"votes": [{"by": "Zed", "for": "Bo"}]}, 'votes[0].by: "Zed" is not living'),
        ({"votes": [{"by": "Ada", "for": "Zed"}]}, 'votes[0].for: "Zed" is not living'),
        ({"votes": [{"by": "Ada", "for": "no elimination"}]}, 'votes[0].for: "no elimination" is not living'),
        ({"votes": [{"by": "Ada", "for": None}]}, "votes[0].for: must be text, not null"),
        (
            {"votes": [{"by": "Ada", "for": "Bo"}, {"by": "Ada", "for": "start9"}]},
            'votes[1].by: "Ada" has voted already, and a vote cannot be changed',
        ),
        (
            {"votes": [{"by": "Ada", "for": "Ada"}], "settings": {"self_vote": "forbidden"}},
            'votes[0].for: "Ada" is the voter, and a vote for oneself is forbidden by the settings',
        ),
        (
            {"votes": [{"by": name, "for": target} for name, target in (("Ada", "Bo"), ("Bo", "Bo"), ("Cy", "Ada"))]},
            "votes[2]: comes after the day has ended",
        ),
    ],
)
def test_a_wrong_field_of_a_day_is_named(change: dict[str, Any], sentence: str) -> None:
    """Each with its path."""
    assert refusal("twitch.day", {**DAY, **change}) == sentence


@pytest.mark.clause("A4")
@pytest.mark.parametrize(
    ("rolls", "sentence"),
    [
        ([], "rolls: too few; another 1d2 is needed for twitch.night/stun"),
        ([3], "rolls[0]: 3 is not on 1d2 (twitch.night/stun)"),
        ([1, 1], "rolls: too many; only 1 needed"),
    ],
)
def test_the_rolls_of_a_night_are_exactly_those_that_are_rolled(rolls: list[int], sentence: str) -> None:
    """Two stuns need one roll."""
    given = {**NIGHT, "actions": [act("Ada", "stun", "Bo"), act("Bo", "stun", "Bo")], "rolls": rolls}
    assert refusal("twitch.night", given) == sentence
