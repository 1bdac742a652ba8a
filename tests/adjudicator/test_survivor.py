"""The questions about Card Survivor: random inputs against rulings worked out a second way, and wrong inputs."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ringmaster.adjudicator.question import WrongInput
from ringmaster.adjudicator.ruling import rule, rule_text

NAMES = ["Zed", "Ada", "Bo Ba", "Cy", "Dée", "Eli", "Fay", "Gus", "Hal", "Ida"]
DECK = [20, 15, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, -5]

Case = tuple[str, dict[str, Any]]


def number(value: Fraction | int) -> int | str:
    """A number as the contract writes it."""
    value = Fraction(value)
    return int(value) if value.denominator == 1 else str(value)


def rolled(answer: dict[str, Any]) -> list[int]:
    """The results that were rolled."""
    return [roll["result"] for roll in answer["rolls"]]


# ------------------------------------------------------------------------------------- random cases


def tribes_case(chance: Random) -> Case:
    names = chance.sample(NAMES, chance.randint(2, 10))
    dates = ["2015-02-03", "2015-02-03T10:00:00", "2015-02-03T11:00:00+02:00", "2019-05-01", "2021-12-31T23:59:59Z"]
    return "survivor.tribes", {"seats": [{"name": name, "since": chance.choice(dates)} for name in names]}


def tribal_case(chance: Random) -> Case:
    cards = chance.sample(DECK, chance.choice([2, 3, 14]))
    names = chance.sample(NAMES, chance.randint(2, 8))
    cut = chance.randint(1, len(names) - 1)

    def play() -> dict[str, int]:
        return {} if chance.random() < 0.1 else {"public": chance.choice(cards), "secret": chance.choice(cards)}

    return "survivor.tribal-challenge", {
        "tribes": {"Red": {n: play() for n in names[:cut]}, "Blue": {n: play() for n in names[cut:]}}
    }


def individual_case(chance: Random) -> Case:
    cards = chance.sample(DECK, chance.choice([2, 3, 14]))
    names = chance.sample(NAMES, chance.randint(1, 8))
    return "survivor.individual-challenge", {
        "plays": {name: chance.choices(cards, k=chance.randint(0, 3)) for name in names}
    }


def council_case(chance: Random) -> Case:
    names = chance.sample(NAMES, chance.randint(2, 8))
    immune = chance.sample(names, chance.choice([0, 0, 1]))
    targets = [name for name in names if name not in immune][: chance.randint(1, 8)]
    votes = {}
    for voter in chance.sample(names, chance.randint(0, len(names))):
        if choices := [name for name in targets if name != voter]:
            votes[voter] = chance.choice(choices)
    idol = chance.choice([None, None, *names])
    if set(names) <= {*immune, idol}:
        idol = None
    settings = {"rocks_pool": chance.choice(["unvoted", "untied"]), "missed_vote": chance.choice(["none", "self"])}
    return "survivor.council", {
        "members": names,
        "immune": immune,
        "votes": votes,
        "points": {name: chance.choice([-5, 0, 5]) for name in names},
        "idol": idol,
        "settings": {key: value for key, value in settings.items() if chance.random() < 0.5},
    }


def merge_case(chance: Random) -> Case:
    tribes = {"Red": chance.randint(1, 10), "Blue": chance.randint(1, 10)}
    settings = {"merge_at": chance.randint(5, 14)} if chance.random() < 0.5 else {}
    return "survivor.merge", {"tribes": tribes, "loser": chance.choice([None, *tribes]), "settings": settings}


def fans_case(chance: Random) -> Case:
    finalists = chance.sample(NAMES, 4)
    votes = {f"fan {at}": chance.choice(finalists) for at in range(chance.randint(0, 12))}
    settings = {"fan_tie": chance.choice(["roll", "none"]), "fan_quorum": chance.randint(1, 9)}
    return "survivor.fan-favourite", {"finalists": finalists, "votes": votes, "settings": settings}


def final_four_case(chance: Random) -> Case:
    seats = chance.sample(NAMES, 4)
    cards = chance.sample(DECK, chance.choice([2, 4, 14]))
    left = {seat: chance.choices(cards, k=chance.randint(0, 6)) for seat in seats}
    hands = [{seat: own[at] for seat, own in left.items() if at < len(own)} for at in range(6)]
    settings = {"hand_tie": chance.choice(["roll", "split", "carry"])}
    return "survivor.final-four", {"seats": seats, "hands": [hand for hand in hands if hand], "settings": settings}


def jury_case(chance: Random) -> Case:
    finalists = chance.sample(NAMES, 3)
    jurors = [name for name in NAMES if name not in finalists]
    votes = {name: chance.choice(finalists) for name in chance.sample(jurors, chance.randint(0, 7))}
    count = Counter(votes.values())
    tied = [name for name in finalists if count[name] == max(count.values(), default=0)]
    return "survivor.jury", {
        "finalists": finalists,
        "votes": votes,
        "fan_favourite": chance.choice([None, *NAMES]),
        "deciding_vote": chance.choice([None, False, *(tied if len(tied) == 2 else [])]),
    }


# ----------------------------------------------------------------------- rulings, worked out by hand


def check_tribes(given: dict[str, Any], answer: dict[str, Any]) -> None:
    def moment(text: str) -> datetime:
        read = datetime.fromisoformat(text)
        return read if read.tzinfo else read.replace(tzinfo=UTC)

    order = sorted(given["seats"], key=lambda seat: moment(seat["since"]))
    assert answer == {"tribes": [[s["name"] for s in order[0::2]], [s["name"] for s in order[1::2]]], "rolls": []}


def check_tribal(given: dict[str, Any], answer: dict[str, Any]) -> None:
    cards = {t: [c for play in m.values() for c in play.values()] for t, m in given["tribes"].items()}
    secret = {t: [play["secret"] for play in m.values() if play] for t, m in given["tribes"].items()}
    average = {t: Fraction(sum(cards[t]), len(m)) for t, m in given["tribes"].items()}
    top = max([*cards["Red"], *cards["Blue"], -9])
    steps: list[tuple[str, Callable[[str], Any]]] = [
        ("average", average.__getitem__),
        ("highest-card", lambda t: max([*cards[t], -9])),
        ("highest-secret", lambda t: max([*secret[t], -9])),
        ("most-of-highest", lambda t: cards[t].count(top)),
    ]
    for name, step in steps:
        if step("Red") != step("Blue"):
            winner, decided_by = max(("Red", "Blue"), key=step), name
            break
    else:
        winner, decided_by = ("Red", "Blue")[rolled(answer)[0] - 1], "roll"
    assert answer == {
        "winner": winner,
        "loser": "Blue" if winner == "Red" else "Red",
        "averages": {t: number(value) for t, value in average.items()},
        "decided_by": decided_by,
        "public": {t: {n: p["public"] for n, p in m.items() if p} for t, m in given["tribes"].items()},
        "secret": {t: sorted(values)[::-1] for t, values in secret.items()},
        "rolls": answer["rolls"],
    }
    assert len(answer["rolls"]) == (decided_by == "roll")


def check_individual(given: dict[str, Any], answer: dict[str, Any]) -> None:
    plays = given["plays"]
    ranks = {n: (sum(c), max([*c, -9]), c.count(max([*c, -9])), len(c)) for n, c in plays.items()}
    decided_by = "roll"
    for depth, name in ((1, "total"), (2, "highest-card"), (3, "most-of-highest"), (4, "most-cards")):
        best = max(rank[:depth] for rank in ranks.values())
        tied = [n for n, rank in ranks.items() if rank[:depth] == best]
        if len(tied) == 1:
            decided_by = name
            break
    winner = tied[rolled(answer)[0] - 1] if decided_by == "roll" else tied[0]
    assert answer == {
        "winner": winner,
        "totals": {n: sum(c) for n, c in plays.items()},
        "decided_by": decided_by,
        "rolls": answer["rolls"],
    }
    assert [roll["sides"] for roll in answer["rolls"]] == ([len(tied)] if decided_by == "roll" else [])


def check_council(given: dict[str, Any], answer: dict[str, Any]) -> None:
    members, points = given["members"], given["points"]
    safe = {*given["immune"], given["idol"]}
    votes = dict(given["votes"])
    if given["settings"].get("missed_vote") == "self":
        votes |= {name: name for name in members if name not in votes and name not in given["immune"]}
    valid = {voter: target for voter, target in votes.items() if target != given["idol"]}
    count = Counter(valid.values())
    top = [n for n in members if count[n] and count[n] == max(count.values())]
    weighted = {n: sum(points[v] for v, t in valid.items() if t == n) for n in top} if len(top) > 1 else None
    level = [n for n in top if weighted[n] == max(weighted.values())] if weighted else top
    pool = None
    if len(level) == 1:
        decided_by, eliminated = ("points" if weighted else "votes"), level[0]
    else:
        spared = top if given["settings"].get("rocks_pool") == "untied" else list(count)
        rocks = [n for n in members if n not in safe and n not in spared]
        decided_by, pool = ("rocks", rocks) if rocks else ("roll", level)
        eliminated = pool[rolled(answer)[0] - 1] if len(pool) > 1 else pool[0]
    assert answer == {
        "tally": dict(count),
        "void": len(votes) - len(valid),
        "weighted": weighted,
        "pool": pool,
        "eliminated": eliminated,
        "decided_by": decided_by,
        "rolls": answer["rolls"],
    }
    assert list(answer["tally"]) == [n for n in members if n in count]
    assert [roll["sides"] for roll in answer["rolls"]] == ([len(pool)] if pool and len(pool) > 1 else [])


def check_merge(given: dict[str, Any], answer: dict[str, Any]) -> None:
    red, blue = given["tribes"].values()
    because = None
    if given["loser"] and given["tribes"][given["loser"]] == 1:
        because = "single-seat"
    if abs(red - blue) >= 4:
        because = "domination"
    if red + blue <= given["settings"].get("merge_at", 10):
        because = "merge-at"
    assert answer == {"merge": because is not None, "because": because, "rolls": []}


def check_fans(given: dict[str, Any], answer: dict[str, Any]) -> None:
    count = Counter(given["votes"].values())
    top = [n for n in given["finalists"] if count[n] == max(count.values(), default=0)]
    if len(given["votes"]) < given["settings"]["fan_quorum"]:
        expected = (None, "quorum")
    elif len(top) == 1:
        expected = (top[0], "votes")
    elif given["settings"]["fan_tie"] == "none":
        expected = (None, "tie")
    else:
        expected = (top[rolled(answer)[0] - 1], "roll")
    assert (answer["favourite"], answer["because"]) == expected
    assert [roll["sides"] for roll in answer["rolls"]] == ([len(top)] if expected[1] == "roll" else [])


def check_final_four(given: dict[str, Any], answer: dict[str, Any]) -> None:
    seats, tie, results, pot = given["seats"], given["settings"]["hand_tie"], rolled(answer), 0
    totals, won, best = {s: Fraction(0) for s in seats}, Counter[str](), dict.fromkeys(seats, -9)
    hands: list[dict[str, Any]] = []
    for hand in given["hands"]:
        top = [s for s in seats if hand.get(s) == max(hand.values())]
        bonus = 2 * (4 - len(hand))
        if len(top) > 1 and tie == "split":
            share = Fraction(sum(c for s, c in hand.items() if s not in top) + bonus, len(top))
            hands.append({"winner": None, "points": number(share), "shared_by": top})
            for seat in top:
                totals[seat] += share
        elif len(top) > 1 and tie == "carry":
            pot += sum(hand.values())
            hands.append({"winner": None, "points": 0})
        else:
            winner = top[results.pop(0) - 1] if len(top) > 1 else top[0]
            points = sum(hand.values()) - hand[winner] + bonus + pot
            pot = 0
            totals[winner] += points
            won[winner] += 1
            best[winner] = max(best[winner], hand[winner])
            hands.append({"winner": winner, "points": points})
    finalists: list[str] = []
    for _ in range(2):
        rank = {s: (totals[s], won[s], best[s]) for s in seats if s not in finalists}
        level = [s for s in rank if rank[s] == max(rank.values())]
        finalists.append(level[results.pop(0) - 1] if len(level) > 1 else level[0])
    assert results == []
    assert answer == {
        "hands": hands,
        "totals": {s: number(total) for s, total in totals.items()},
        "finalists": finalists,
        "choice_of": [s for s in seats if s not in finalists],
        "rolls": answer["rolls"],
    }


def check_jury(given: dict[str, Any], answer: dict[str, Any]) -> None:
    finalists, vote = given["finalists"], given["deciding_vote"]
    count = Counter(given["votes"].values())
    top = [n for n in finalists if count[n] == max(count.values(), default=0)]
    favourite = given["fan_favourite"]
    fallback = (favourite, "fan-favourite") if favourite in top else (top[0], "final-four")
    voter = between = None
    if len(top) == 2:
        (voter,), between = set(finalists) - set(top), top
        decided = (None, None) if vote is None else fallback if vote is False else (vote, "deciding-vote")
    else:
        decided = (top[0], "votes") if len(top) == 1 else fallback
    assert answer == {
        "winner": decided[0],
        "decided_by": decided[1],
        "deciding_vote_from": voter,
        "between": between,
        "rolls": [],
    }


QUESTIONS: list[Any] = [
    pytest.param(tribes_case, check_tribes, id="tribes", marks=pytest.mark.clause("S2.3")),
    pytest.param(tribal_case, check_tribal, id="tribal", marks=pytest.mark.clause("S3.2", "S3.3", "S3.4", "S3.5")),
    pytest.param(individual_case, check_individual, id="individual", marks=pytest.mark.clause("S4.3", "S4.4")),
    pytest.param(council_case, check_council, id="council", marks=pytest.mark.clause("S5.2", "S5.3", "S6.1", "S6.2")),
    pytest.param(merge_case, check_merge, id="merge", marks=pytest.mark.clause("S7.1", "S7.2", "S7.5")),
    pytest.param(fans_case, check_fans, id="fans", marks=pytest.mark.clause("S9.3", "S9.5")),
    pytest.param(
        final_four_case, check_final_four, id="final-four", marks=pytest.mark.clause("S10.2", "S10.4", "S10.7")
    ),
    pytest.param(jury_case, check_jury, id="jury", marks=pytest.mark.clause("S11.3", "S11.4", "S11.5", "S11.7")),
]


@pytest.mark.parametrize(("case", "check"), QUESTIONS)
def test_random_rulings_are_those_of_the_clauses(
    case: Callable[[Random], Case], check: Callable[[dict[str, Any], dict[str, Any]], None]
) -> None:
    """Two thousand cases, each worked out here without the project's code."""
    for seed in range(2000):
        question, given = case(Random(seed))
        given["seed"] = f"{seed:064x}"
        check(given, rule(question, given))


@pytest.mark.parametrize(("case", "check"), QUESTIONS)
def test_ten_thousand_rulings_take_less_than_ten_seconds(case: Callable[[Random], Case], check: Any) -> None:
    """Processor time of a thousand, times ten."""
    lines = [(question, json.dumps(given)) for question, given in (case(Random(seed)) for seed in range(1000))]
    began = time.process_time()
    for question, line in lines:
        rule_text(question, line)
    assert (time.process_time() - began) * 10 < 10


# ---------------------------------------------------------------------------------------- wrong input

COUNCIL: dict[str, Any] = {
    "members": ["Ada", "Bo", "Cy"],
    "immune": ["Cy"],
    "votes": {"Ada": "Bo", "Bo": "Ada"},
    "points": {"Ada": 3, "Bo": 1},
    "idol": None,
}
JURY: dict[str, Any] = {
    "finalists": ["Ada", "Bo", "Cy"],
    "votes": {"J": "Ada", "K": "Bo"},
    "fan_favourite": None,
    "deciding_vote": None,
}
FANS: dict[str, Any] = {"finalists": ["A", "B", "C", "D"], "votes": {}}
GAME: dict[str, Any] = {"seats": ["A", "B", "C", "D"], "hands": [{"A": 5, "B": 4}, {"A": 3}]}
TRIBES: dict[str, Any] = {"Red": {"Ada": {"public": 5, "secret": 3}}, "Blue": {"Bo": {}}}


@pytest.mark.parametrize(
    ("question", "given", "field"),
    [
        ("tribes", {"seats": [{"name": "Ada", "since": "2020-01-01"}]}, "seats"),
        ("tribes", {"seats": [{"name": "A", "since": "soon"}, {"name": "B", "since": "2020-01-01"}]}, "seats[0].since"),
        ("tribes", {"seats": [{"name": "A", "since": "2020-01-01"}] * 2}, "seats[1]"),
        ("tribes", {"seats": [{"name": "A"}, {"name": "B", "since": "2020-01-01"}]}, "seats[0].since"),
        ("tribes", {"seats": [{"name": "A", "since": 5}, {"name": "B", "since": "2020-01-01"}]}, "seats[0].since"),
        ("tribal-challenge", {"tribes": {"Red": TRIBES["Red"]}}, "tribes"),
        ("tribal-challenge", {"tribes": TRIBES | {"Green": TRIBES["Red"]}}, "tribes"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {}}}, "tribes.Blue"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {"Ada": {}}}}, "tribes.Blue.Ada"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {"Bo": {"public": 11}}}}, "tribes.Blue.Bo.public"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {"Bo": {"public": True}}}}, "tribes.Blue.Bo.public"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {"Bo": {"public": None}}}}, "tribes.Blue.Bo.public"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {"Bo": {"secret": 5}}}}, "tribes.Blue.Bo.public"),
        ("tribal-challenge", {"tribes": TRIBES | {"Blue": {"Bo": {"third": 5}}}}, "tribes.Blue.Bo.third"),
        ("individual-challenge", {"plays": {}}, "plays"),
        ("individual-challenge", {"plays": {"Ada": [5, 5, 5, 5]}}, "plays.Ada"),
        ("individual-challenge", {"plays": {"Ada": [5, 0]}}, "plays.Ada[1]"),
        ("individual-challenge", {"plays": {"Ada": 5}}, "plays.Ada"),
        ("individual-challenge", {"plays": {"Ada": [5], "ada": [4]}}, "plays.ada"),
        ("tribal-challenge", {"tribes": {"Red": TRIBES["Red"], "red": {"Bo": {}}}}, "tribes.red"),
        ("individual-challenge", {"plays": {"Ada": [5]}, "rolls": [1]}, "rolls"),
        ("individual-challenge", {"plays": {"Ada": [5], "Bo": [5]}, "rolls": [3]}, "rolls[0]"),
        ("individual-challenge", {"plays": {"Ada": [5], "Bo": [5]}, "rolls": []}, "rolls"),
        ("council", COUNCIL | {"members": []}, "members"),
        ("council", COUNCIL | {"members": ["Ada", "Bo", "Cy", "Ada"]}, "members[3]"),
        ("council", COUNCIL | {"immune": ["Zed"]}, "immune[0]"),
        ("council", COUNCIL | {"immune": ["Cy", "Cy"]}, "immune[1]"),
        ("council", COUNCIL | {"votes": {"Ada": "Zed"}}, "votes.Ada"),
        ("council", COUNCIL | {"votes": {"Zed": "Ada"}}, "votes.Zed"),
        ("council", COUNCIL | {"votes": {"Ada": "Ada"}}, "votes.Ada"),
        ("council", COUNCIL | {"votes": {"Ada": "Cy"}}, "votes.Ada"),
        ("council", COUNCIL | {"votes": {"Ada": None}}, "votes.Ada"),
        ("council", COUNCIL | {"points": {"Ada": 3}}, "points.Bo"),
        ("council", COUNCIL | {"points": {"Ada": 3, "Bo": 1, "Zed": 1}}, "points.Zed"),
        ("council", COUNCIL | {"points": {"Ada": 3, "Bo": "1"}}, "points.Bo"),
        ("council", COUNCIL | {"idol": "Zed"}, "idol"),
        ("council", COUNCIL | {"immune": ["Ada", "Bo", "Cy"], "votes": {}}, "members"),
        ("council", COUNCIL | {"settings": {"rocks_pool": "all"}}, "settings.rocks_pool"),
        ("council", COUNCIL | {"settings": {"rock_pool": "untied"}}, "settings.rock_pool"),
        ("council", {key: value for key, value in COUNCIL.items() if key != "idol"}, "idol"),
        ("council", COUNCIL | {"imune": []}, "imune"),
        ("merge", {"tribes": {"Red": 6}, "loser": None}, "tribes"),
        ("merge", {"tribes": {"Red": 6, "Blue": -1}, "loser": None}, "tribes.Blue"),
        ("merge", {"tribes": {"Red": 6, "Blue": 5}, "loser": "Green"}, "loser"),
        ("merge", {"tribes": {"Red": 6, "Blue": 5}, "loser": None, "settings": {"merge_at": 4}}, "settings.merge_at"),
        ("fan-favourite", FANS | {"finalists": ["A", "B", "C"]}, "finalists"),
        ("fan-favourite", FANS | {"finalists": ["A", "B", "C", "A"]}, "finalists[3]"),
        ("fan-favourite", FANS | {"votes": {"fan": "E"}}, "votes.fan"),
        ("fan-favourite", FANS | {"votes": {" ": "B"}}, "votes. "),
        ("final-four", GAME | {"seats": ["A", "B", "C", "D", "E"]}, "seats"),
        ("final-four", GAME | {"hands": [{"A": 11}]}, "hands[0].A"),
        ("final-four", GAME | {"hands": [{"E": 5}]}, "hands[0].E"),
        ("final-four", GAME | {"hands": [{"A": 5}, {"A": 5, "B": 3}]}, "hands[1].B"),
        ("final-four", GAME | {"hands": [{"A": 5}, {}]}, "hands[1]"),
        ("jury", JURY | {"finalists": ["Ada", "Bo"]}, "finalists"),
        ("jury", JURY | {"votes": {"J": "Zed"}}, "votes.J"),
        ("jury", JURY | {"votes": {"Ada": "Bo"}}, "votes.Ada"),
        ("jury", JURY | {"deciding_vote": "Zed"}, "deciding_vote"),
        ("jury", JURY | {"deciding_vote": "Cy"}, "deciding_vote"),
        ("jury", JURY | {"deciding_vote": True}, "deciding_vote"),
        ("jury", JURY | {"deciding_vote": 0}, "deciding_vote"),
        ("jury", JURY | {"votes": {"": "Bo"}}, "votes."),
        ("jury", JURY | {"fan_favourite": 5}, "fan_favourite"),
        ("jury", JURY | {"fan_favourite": ""}, "fan_favourite"),
    ],
)
def test_wrong_input_names_its_field(question: str, given: dict[str, Any], field: str) -> None:
    """One line: the field's path and what is wrong with it."""
    with pytest.raises(WrongInput) as refused:
        rule(f"survivor.{question}", given)
    assert refused.value.field == field
    assert "\n" not in str(refused.value)


@pytest.mark.clause("S9.1")
def test_a_player_is_no_spectator() -> None:
    """A finalist's vote for the favourite is wrong input, as a finalist's vote in the jury is."""
    with pytest.raises(WrongInput, match=r'^votes\.A: "A" is a finalist, not a spectator$'):
        rule("survivor.fan-favourite", FANS | {"votes": {"A": "B"}})


def test_the_sentence_of_the_contract() -> None:
    """Word for word."""
    with pytest.raises(WrongInput, match=r'^votes\.Ada: "Zed" is not a member$'):
        rule("survivor.council", COUNCIL | {"votes": {"Ada": "Zed"}})


@pytest.mark.clause("S5.3")
def test_missed_votes_are_rolled_before_anything_else() -> None:
    """One roll for each member who sent none, over the others who are not immune."""
    given = COUNCIL | {"votes": {}, "immune": [], "settings": {"missed_vote": "random"}, "rolls": [1, 2, 2]}
    answer = rule("survivor.council", given)
    assert [roll["sides"] for roll in answer["rolls"]] == [2, 2, 2]
    assert (answer["tally"], answer["eliminated"]) == ({"Bo": 2, "Cy": 1}, "Bo")


@pytest.mark.clause("S7.1")
def test_a_single_ruling_is_not_held_against_seats_and_jury() -> None:
    """A merge at five is ruled on, though a jury of six would not fit it."""
    given = {"tribes": {"Red": 4, "Blue": 3}, "loser": None, "settings": {"merge_at": 5}}
    assert rule("survivor.merge", given)["merge"] is False


@pytest.mark.clause("S11.5")
def test_a_favourite_who_is_not_in_the_final_counts_for_nothing() -> None:
    """Its name is in no list, and that is no mistake."""
    answer = rule("survivor.jury", JURY | {"votes": {}, "fan_favourite": "Dee"})
    assert (answer["winner"], answer["decided_by"]) == ("Ada", "final-four")
