"""Nothing that anybody reads in Card Survivor depends on what they may not know.

Two seasons that come to the same public results in different ways are told, and whoever may not know the difference
reads the same in both: the same words to the same places, in the same order, after the same pauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringmaster.games.kernel import Command, Seat
from ringmaster.games.survivor import commands as cm
from ringmaster.sessions.messages import Arrange, Outgoing, Person, Place, Refresh, Send
from ringmaster.sessions.records import SeatRecord

from .conftest import MEMBERS_SINCE, account, make_table
from .seasons import EIGHT, PLACES, SMALL, pass_phase, play, season, until, vote

PUBLIC = ("stage", "jury")


@dataclass(frozen=True)
class Secrets:
    """One way in which a season can have come to the same public results."""

    swapped_cards: bool = False
    swapped_votes: bool = False
    tie_step: int = 0
    holder: Seat | None = None
    plans_idol: bool = False
    favourite: Seat | None = None
    bonus: int | None = None
    seniority: int = 0
    order: int = 0


SECRETS = st.builds(
    Secrets,
    swapped_cards=st.booleans(),
    swapped_votes=st.booleans(),
    tie_step=st.integers(0, 1),
    holder=st.sampled_from([None, 2, 3, 4]),
    plans_idol=st.booleans(),
    favourite=st.sampled_from([None, 2, 3, 4]),
    bonus=st.sampled_from([None, 1, 8]),
    seniority=st.integers(0, 5),
    order=st.integers(0, 99),
)

VOTES: Mapping[str, tuple[dict[Seat, Seat], dict[Seat, Seat]]] = {
    "council-1": ({2: 8, 4: 8, 6: 2, 8: 6}, {2: 8, 4: 6, 6: 8, 8: 2}),
    "council-2": ({1: 7, 3: 7, 5: 3, 7: 5}, {1: 7, 3: 5, 5: 7, 7: 3}),
    "council-3": ({1: 6, 2: 6, 3: 2, 4: 6, 5: 4, 6: 5}, {1: 6, 2: 4, 3: 6, 4: 5, 5: 6, 6: 2}),
    "council-4": ({1: 5, 2: 5, 3: 5, 4: 3, 5: 4}, {1: 5, 2: 3, 3: 5, 4: 5, 5: 4}),
}
"""The ballots of each council, twice with the same tally; seat 1 votes the same in both."""


class Watched:
    """A season on the table, and what one can look up after each phase."""

    def __init__(self, secrets: Secrets) -> None:
        self.table = make_table("survivor", EIGHT, **SMALL)
        self.secrets = secrets
        self.chance = Random(secrets.order)
        self.looked_up: list[object] = []
        self.seats_looked_up: dict[Seat, list[object]] = {seat: [] for seat in range(1, 9)}
        self.table.record = replace(self.table.record, seats=self._since(secrets.seniority))

    def _since(self, seniority: int) -> tuple[SeatRecord, ...]:
        """Dates that differ while the tribes do not: the members of a tribe change places in the order."""
        order = {1: 0, 3: 1, 5: 2, 7: 3, 2: 0, 4: 1, 6: 2, 8: 3}
        turned = {seat: (place + seniority) % 4 for seat, place in order.items()}
        days = {seat: 2 * place + (seat + 1) % 2 + seniority * 100 for seat, place in turned.items()}
        seats = self.table.record.seats
        return tuple(replace(seat, since=MEMBERS_SINCE + timedelta(days=days[seat.number])) for seat in seats)

    def look(self) -> None:
        """What everyone, and what each seat, can look up now."""
        words, record = self.table.presenters, self.table.record
        rooms = [room for room in words.rooms(record) if room.place != "booth"]
        panels = [words.panel(record, panel) for panel in ("signup", "calendar", "favourite")]
        self.looked_up += [*rooms, *panels, words.votes(record), words.votes(record, past=True)]
        for seat, seen in self.seats_looked_up.items():
            seen += [words.me(record, seat), words.request(record, seat)]

    def all_do(self, commands: Sequence[Command]) -> None:
        """Carry out commands in any order, and close the phase."""
        for command in self.chance.sample(commands, len(commands)):
            self.table.do(command)
        self.table.close()
        self.look()

    def play(self, plays: Mapping[Seat, Sequence[int]]) -> None:
        """A challenge."""
        self.all_do([cm.PlayCards(seat=seat, cards=tuple(cards)) for seat, cards in plays.items()])

    def council(self) -> None:
        """A council: the ballots of one of the two ways, and perhaps an idol that is kept in the end."""
        votes = VOTES[self.table.phase][self.secrets.swapped_votes]
        holder = self.table.record.state.idol.holder
        if holder is not None and self.secrets.plans_idol:
            self.table.do(cm.ReadyIdol(seat=holder, play=True))
            self.table.do(cm.ReadyIdol(seat=holder, play=False))
        self.all_do([cm.CastVote(seat=seat, target=target) for seat, target in votes.items()])


def tell(secrets: Secrets) -> Watched:
    """A season to its third hand: the public results are the same, whatever the secrets."""
    game = Watched(secrets)
    game.table.host("opened")
    game.table.start()
    game.look()
    a, b = (9, 8) if secrets.swapped_cards else (8, 9)
    game.play({1: (10, 4), 3: (10, a), 5: (10, b), 7: (10, 4), 2: (5, 4), 4: (5, a), 6: (5, b), 8: (3, 3)})
    game.council()
    game.play({1: (4, 4), 3: (3, 2), 5: (4, 3), 7: (3, 3), 2: (10, 7), 4: (10, a), 6: (10, b)})
    game.council()
    game.table.do(cm.HideIdol())
    if secrets.holder is not None:
        game.table.do(cm.ClaimIdol(seat=secrets.holder, found=True))
        game.table.do(cm.ClaimIdol(seat=secrets.holder % 4 + 2, found=True))
    game.all_do([cm.ClaimIdol(seat=6, found=False)])
    top = (12, 2) if secrets.tie_step else (7, 7)
    low = ((5,), (3, 3)) if secrets.swapped_cards else ((3, 2), (6,))
    game.play({1: (9,), 2: low[0], 3: top, 5: (7, 4, 3), 4: low[1], 6: (2,)})
    game.council()
    game.play({1: (12,), 2: (2, 2) if secrets.swapped_cards else (4,), 3: (5,), 4: (4,), 5: (3,)})
    game.council()
    fans = range(2 if secrets.favourite is not None else 0)
    game.all_do([cm.CastFanVote(spectator=f"fan-{fan}", target=secrets.favourite or 0) for fan in fans])
    if secrets.favourite is not None and secrets.bonus is not None:
        game.table.do(cm.TakeBonus(seat=secrets.favourite, card=secrets.bonus))
    for cards in ((7, 7, 7, 6), (6, 6, 6, 5)):
        game.all_do([cm.PlayHand(seat=seat, card=card) for seat, card in enumerate(cards, start=1)])
    return game


def read(posted: Iterable[Outgoing], places: Sequence[str], seats: Sequence[Seat] = ()) -> list[object]:
    """What these read, in the order in which it was sent, with the pauses; and how their places were arranged."""
    targets = {*map(Place, places), *(Person(account(seat)) for seat in seats)}
    seen: list[object] = []
    for out in posted:
        match out:
            case Send(to=to) if to in targets:
                seen.append(out)
            case Arrange(place=place) if place in places:
                seen.append(out)
            case Refresh(panel="calendar" | "favourite"):
                seen.append(out)
            case _:
                pass
    return seen


@given(one=SECRETS, two=SECRETS)
@settings(max_examples=40, deadline=None)
@pytest.mark.clause("A8", "S1.2", "S2.3", "S3.2", "S4.2", "S5.4", "S6.6", "S8.2", "S8.4", "S8.5", "S9.2", "S9.4")
def test_seasons_that_differ_only_in_secrets_read_the_same(one: Secrets, two: Secrets) -> None:
    """Cards, ballots, weights, the step that broke a tie, the idol, the favourite and its card, and the dates."""
    games = [tell(one), tell(two)]
    for places, seats in ((PUBLIC, ()), (PLACES, ()), (PUBLIC, (1,))):
        first, second = (read(game.table.posted, places, seats) for game in games)
        assert first == second
    assert games[0].looked_up == games[1].looked_up
    assert games[0].seats_looked_up[1] == games[1].seats_looked_up[1]


ONE_SECRET = {
    "favourite": [Secrets(), *(Secrets(favourite=seat, bonus=card) for seat in (2, 3, 4) for card in (None, 1, 8))],
    "holder": [Secrets(), *(Secrets(holder=seat, plans_idol=plans) for seat in (2, 3) for plans in (False, True))],
    "seniority": [Secrets(seniority=turn) for turn in range(3)],
}


def concerned(secrets: Secrets) -> set[Seat]:
    """The seats that know something of a secret: the favourite; who has the idol, and who came too late for it."""
    idol = () if secrets.holder is None else (secrets.holder, secrets.holder % 4 + 2)
    return {*idol, *(() if secrets.favourite is None else (secrets.favourite,))}


@pytest.mark.parametrize("secret", sorted(ONE_SECRET))
@pytest.mark.clause("S8.2", "S8.5", "S9.4", "S2.3")
def test_only_those_concerned_read_of_a_secret(secret: str) -> None:
    """Everyone else gets the same messages, as many and in the same order, and looks up the same."""
    told = {secrets: tell(secrets) for secrets in ONE_SECRET[secret]}
    for one, two in combinations(told, 2):
        for seat in set(range(1, 9)) - concerned(one) - concerned(two):
            first, second = (read(told[which].table.posted, PLACES, (seat,)) for which in (one, two))
            assert first == second, seat
            assert told[one].seats_looked_up[seat] == told[two].seats_looked_up[seat], seat


POINTS = {
    "other weights": (
        {2: 4, 4: 2, 6: 4, 8: 2},
        {2: (6, 9), 4: (2, 8), 6: (5, 1), 8: (1, 1)},
        {2: (6, 8), 4: (2, 9), 6: (5, 1), 8: (1, 1)},
    ),
    "other seats level in points": (
        {2: 4, 4: 6, 6: 8, 8: 2},
        {2: (3, 2), 4: (2, 3), 6: (2, 3), 8: (3, 2)},
        {2: (3, 3), 4: (2, 2), 6: (2, 2), 8: (3, 3)},
    ),
}
"""Ballots with a tie, and two ways in which the same cards were played before: the same seat is out by other points."""


@pytest.mark.parametrize("case", sorted(POINTS))
@pytest.mark.clause("S6.6", "S6.2", "S6.4")
def test_a_tie_reads_the_same_whatever_the_points(case: str) -> None:
    """Who had how many, and how many were still level, is for the moderators."""
    votes, *ways = POINTS[case]
    tables = [season() for _ in ways]
    for table, cards in zip(tables, ways, strict=True):
        play(table, {1: (20, 15), 3: (10, 10), 5: (9, 9), 7: (8, 8), **cards})
        table.close()
        vote(table, votes)
        table.close()
    assert tables[0].texts("booth") != tables[1].texts("booth")
    told = [read(table.posted, PLACES, (1, 3, 5, 7)) for table in tables]
    assert told[0] == told[1]
    past = [table.presenters.votes(table.record, past=True) for table in tables]
    assert past[0] == past[1]


@pytest.mark.clause("S9.4")
def test_the_favourite_gets_as_many_messages_as_the_others_of_the_four() -> None:
    """When the first hand opens, each of the four gets one; only the favourite's tells of the extra card."""
    table = until(season(), "fan-vote")
    for fan in ("one", "two"):
        table.do(cm.CastFanVote(spectator=fan, target=2))
    table.posted.clear()
    table.close()
    four = table.record.state.four
    assert [len(table.at(Person(account(seat)))) for seat in four] == [1, 1, 1, 1]
    told = [seat for seat in four if "favourite" in table.texts(Person(account(seat)))]
    assert told == [2]


@pytest.mark.clause("S11.2", "S11.4")
def test_the_jurys_ballots_show_nowhere_before_the_end() -> None:
    """Two juries that are tied in other ways call the same deciding vote."""
    tables = [until(season(jury=2), "jury-vote") for _ in range(2)]
    for table, first in zip(tables, (0, 1), strict=True):
        jurors, (one, two, _) = table.record.state.jurors, table.record.state.finalists
        vote(table, {jurors[first]: one, jurors[1 - first]: two})
        table.close()
        assert table.record.state.kind == "deciding-vote"
    everyone = [read(table.posted, PLACES, range(1, 9)) for table in tables]
    assert everyone[0] == everyone[1]


MENTION = re.compile(r"<@[!&]?\d+>")


@pytest.mark.parametrize("end", [False, True])
@pytest.mark.clause("S2.2")
def test_no_account_is_named_outside_the_booth_before_the_end(end: bool) -> None:
    """No ID, no mention and nobody pinged; with the end who played whom is opened."""
    table = until(season(), "jury-vote")
    table.host("deadline", was=None)
    table.host("replaced", seat=1, account=account(1), was=[4711])
    table.host("reminded", hours=6, seats=[1, 2])
    table.host("undone", to=1, phase=table.phase)
    table.host("seat-edited", seat=1, was="Samantha Two")
    if end:
        table.close()
    told = [out.message for out in table.posted if isinstance(out, Send) and out.to != Place("booth")]
    named = [message for message in told if MENTION.search(message.text) or str(account(1)) in message.text]
    assert bool(named) is end
    assert all(message.pings == () for message in told)


@pytest.mark.clause("S2.2")
def test_no_place_admits_a_player_of_an_anonymous_season_before_its_end() -> None:
    """Not even those who are out; and nobody but moderators writes on the stage."""
    table = season()
    players = {account(seat) for seat in range(1, 9)}
    while table.record.status == "running":
        for room in table.presenters.rooms(table.record):
            assert not players & (room.readers | room.writers), room.place
        if table.record.state.kind == "jury-questions":
            assert next(room for room in table.presenters.rooms(table.record) if room.place == "jury").public
        pass_phase(table)
    assert players <= next(room for room in table.presenters.rooms(table.record) if room.place == "stage").writers


@pytest.mark.clause("S2.2")
def test_a_season_that_was_called_off_before_it_began_stays_anonymous() -> None:
    """Whoever had signed up is not admitted to the stage afterwards."""
    table = make_table("survivor", EIGHT, **SMALL)
    table.host("ended", replace(table.record, status="over"), result="", started=False)
    for room in table.presenters.rooms(table.record):
        assert not {account(seat) for seat in range(1, 9)} & (room.readers | room.writers)


@pytest.mark.clause("S9.2")
def test_nobody_sees_how_a_spectator_has_voted() -> None:
    """Not the gallery's panel, not the booth, not the log."""
    table = until(season(), "fan-vote")
    before = table.presenters.panel(table.record, "favourite")
    table.posted.clear()
    table.do(cm.CastFanVote(spectator="800", target=2))
    assert table.posted == []
    assert table.presenters.panel(table.record, "favourite") == before
    said = table.presenters.log(table.record, table.log[-1:]).text
    assert "800" not in said
    assert EIGHT[1] not in said
