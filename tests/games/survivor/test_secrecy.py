"""No secret reaches an audience that may not know it (A8, and the clauses that say what is posted)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringmaster.games.kernel import (
    MODERATOR,
    PUBLIC,
    SPECTATOR,
    ClosePhase,
    Command,
    Viewer,
    seat_viewer,
)
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm

GAME = SurvivorGame()
ONLOOKERS = (PUBLIC, SPECTATOR, seat_viewer(1))
"""Viewers to whom no secret of the two games belongs: seat 1 does the same in both."""


@dataclass(frozen=True)
class Secrets:
    """One way in which a game can have come to the same public results."""

    swapped_cards: bool
    swapped_votes: bool
    tie_step: int
    holder: int | None
    plans_idol: bool
    favourite: int | None
    bonus: int | None
    order: int


SECRETS = st.builds(
    Secrets,
    swapped_cards=st.booleans(),
    swapped_votes=st.booleans(),
    tie_step=st.integers(0, 1),
    holder=st.sampled_from([None, 2, 3, 4]),
    plans_idol=st.booleans(),
    favourite=st.sampled_from([None, 2, 3, 4]),
    bonus=st.sampled_from([None, 1, 8]),
    order=st.integers(0, 99),
)

VOTES: dict[str, tuple[dict[int, int], dict[int, int]]] = {
    "council-1": ({2: 8, 4: 8, 6: 2, 8: 6}, {2: 8, 4: 6, 6: 8, 8: 2}),
    "council-2": ({1: 7, 3: 7, 5: 3, 7: 5}, {1: 7, 3: 5, 5: 7, 7: 3}),
    "council-3": ({1: 6, 2: 6, 3: 2, 4: 6, 5: 4, 6: 5}, {1: 6, 2: 4, 3: 6, 4: 5, 5: 6, 6: 2}),
    "council-4": ({1: 5, 2: 5, 3: 5, 4: 3, 5: 4}, {1: 5, 2: 3, 3: 5, 4: 5, 5: 4}),
}
"""The ballots of each council, twice with the same tally."""


class Watched:
    """A game, and what each onlooker has seen of it."""

    def __init__(self, table: Any, secrets: Secrets) -> None:
        self.table = table
        self.secrets = secrets
        self.chance = Random(secrets.order)
        self.seen: dict[Viewer, list[object]] = {viewer: [] for viewer in ONLOOKERS}

    def do(self, command: Command) -> None:
        """Carry out a command; the onlookers see what they may."""
        for event in self.table.do(command):
            for viewer, seen in self.seen.items():
                if GAME.may_know(self.table.state, event, viewer):
                    seen.append(event)

    def all_do(self, commands: Sequence[Command]) -> None:
        """Carry out commands in any order, some of them twice, and close the phase; the onlookers look around."""
        for command in self.chance.sample(commands, len(commands)):
            self.do(command)
        self.do(ClosePhase(phase=self.table.state.phase, cause="deadline"))
        for viewer, seen in self.seen.items():
            seen.append(GAME.view(self.table.state, viewer))
            seen.append(GAME.options(self.table.state, viewer.seat) if viewer.seat else ())

    def play(self, plays: dict[int, Sequence[int]]) -> None:
        """A challenge."""
        self.all_do([cm.PlayCards(seat=seat, cards=tuple(cards)) for seat, cards in plays.items()])

    def council(self) -> None:
        """A council: the ballots of one of the two ways, and perhaps an idol that is kept in the end."""
        votes = VOTES[self.table.state.phase][self.secrets.swapped_votes]
        holder = self.table.state.idol.holder
        if holder is not None and self.secrets.plans_idol:
            self.do(cm.ReadyIdol(seat=holder, play=True))
            self.do(cm.ReadyIdol(seat=holder, play=False))
        self.all_do([cm.CastVote(seat=seat, target=target) for seat, target in votes.items()])


def watch(table: Any, secrets: Secrets) -> dict[Viewer, list[object]]:
    """Play a game to its third hand: the public results are the same, whatever the secrets."""
    game = Watched(table, secrets)
    a, b = (9, 8) if secrets.swapped_cards else (8, 9)
    game.play({1: (10, 4), 3: (10, a), 5: (10, b), 7: (10, 4), 2: (5, 4), 4: (5, a), 6: (5, b), 8: (3, 3)})
    game.council()
    game.play({1: (4, 4), 3: (3, 2), 5: (4, 3), 7: (3, 3), 2: (10, 7), 4: (10, a), 6: (10, b)})
    game.council()
    game.do(cm.HideIdol())
    if secrets.holder is not None:
        game.do(cm.ClaimIdol(seat=secrets.holder, found=True))
        game.do(cm.ClaimIdol(seat=secrets.holder % 4 + 2, found=True))
    game.all_do([cm.ClaimIdol(seat=6, found=False)])
    top = (12, 2) if secrets.tie_step else (7, 7)
    low = ((5,), (3, 3)) if secrets.swapped_cards else ((3, 2), (6,))
    game.play({1: (9,), 2: low[0], 3: top, 5: (7, 4, 3), 4: low[1], 6: (2,)})
    game.council()
    game.play({1: (12,), 2: (2, 2) if secrets.swapped_cards else (4,), 3: (5,), 4: (4,), 5: (3,)})
    game.council()
    if secrets.favourite is not None:
        game.all_do([cm.CastFanVote(spectator=f"fan-{at}", target=secrets.favourite) for at in range(2)])
    else:
        game.all_do([])
    if secrets.favourite is not None and secrets.bonus is not None:
        game.do(cm.TakeBonus(seat=secrets.favourite, card=secrets.bonus))
    for cards in ((7, 7, 7, 6), (6, 6, 6, 5)):
        game.all_do([cm.PlayHand(seat=seat, card=card) for seat, card in enumerate(cards, start=1)])
    return game.seen


@given(one=SECRETS, two=SECRETS)
@settings(max_examples=60, deadline=None)
@pytest.mark.clause("A8", "S1.2", "S3.2", "S4.2", "S5.4", "S6.6", "S8.2", "S8.3", "S8.4", "S8.5", "S9.2", "S9.4")
def test_games_that_differ_only_in_secrets_look_the_same(
    new_table: Callable[..., Any], one: Secrets, two: Secrets
) -> None:
    """Cards, ballots, the step that broke a tie, the idol, the favourite and its bonus: nobody else can tell."""
    tables = [new_table(players=8, merge_at=6, jury=3, fan_quorum=2) for _ in range(2)]
    assert watch(tables[0], one) == watch(tables[1], two)
    secret = [GAME.view(table.state, MODERATOR).secrets for table in tables]
    if (one.swapped_votes, one.tie_step, one.favourite) != (two.swapped_votes, two.tie_step, two.favourite):
        assert secret[0] != secret[1]


@pytest.mark.clause("A8")
def test_moderators_see_everything(small: Any) -> None:
    """Every event, and every hand."""
    small.until("council")
    assert all(GAME.may_know(small.state, event, MODERATOR) for event in small.events)
    view = GAME.view(small.state, MODERATOR)
    assert len(view.hands) == 8
    assert view.secrets is not None


@pytest.mark.clause("A3", "A8")
def test_refusals_do_not_tell_who_holds_what(small: Any) -> None:
    """Who does not hold the idol, or is not the favourite, is refused alike whether somebody else does or is."""
    small.until_merged()
    before = small.refusal(cm.GiveIdol(seat=2, to=3))
    small.do(cm.HideIdol())
    small.do(cm.ClaimIdol(seat=4, found=True))
    assert small.refusal(cm.GiveIdol(seat=2, to=3)) == before
    assert small.refusal(cm.ReadyIdol(seat=2, play=True)) == before
    small.until("hand")
    assert small.refusal(cm.TakeBonus(seat=2, card=8)) == "nothing-to-take"
