"""Random legal games: they end, cards are neither made nor lost, and they are fast."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from time import process_time

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant, Event, Rolled
from ringmaster.games.play import play_out
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.facts import facts
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.state import SurvivorState

GAME = SurvivorGame()


def random_settings(chance: Random) -> SurvivorSettings:
    """Settings that fit together."""
    players = chance.choice(range(8, 25, 2))
    merge_at = chance.randint(5, players - 2)
    return SurvivorSettings(
        players=players,
        merge_at=merge_at,
        jury=chance.randint(1, merge_at - 3),
        missed_challenge=chance.choice(["lowest", "random", "none"]),
        missed_vote=chance.choice(["none", "self", "random"]),
        council_reveal=chance.choice(["tally", "result"]),
        rocks_pool=chance.choice(["unvoted", "untied"]),
        fan_quorum=chance.randint(0, 9),
        fan_default=chance.choice([8, 1]),
        fan_tie=chance.choice(["roll", "none"]),
        hand_tie=chance.choice(["roll", "split", "carry"]),
        missed_hand=chance.choice(["lowest", "highest"]),
    )


def play(settings: SurvivorSettings, seed: int) -> tuple[SurvivorState, list[Event]]:
    """A random game."""
    chance = Random(seed)
    start = datetime(2020, 1, 1, tzinfo=UTC)
    seats = [Entrant(since=start - timedelta(days=chance.randint(0, 9))) for _ in range(settings.players)]
    dice = VerifiableDice.from_seed(seed.to_bytes(4))
    fans = [f"fan-{number}" for number in range(chance.randint(0, 12))]
    return play_out(GAME, settings, seats, dice, chance, spectators=fans)


def played(events: list[Event]) -> Counter[int]:
    """How many cards each seat has played."""
    counted: Counter[int] = Counter()
    for event in events:
        match event:
            case ev.ChallengeScored(record=record):
                counted.update({seat: len(cards) for seat, cards in record.plays})
            case ev.HandDecided(hand=hand):
                counted.update(seat for seat, _ in hand.cards)
            case _:
                pass
    return counted


@pytest.mark.clause("S1.2", "S9.4", "S10.1", "S11.3")
@pytest.mark.parametrize("batch", range(20))
def test_random_games_end_with_a_winner_and_forty_cards_a_seat(batch: int) -> None:
    """Fifty games a batch with random settings; the favourite has one card more, finalists have played all."""
    for seed in range(batch * 50, batch * 50 + 50):
        state, events = play(random_settings(Random(seed)), seed)
        assert state.outcome is not None
        (winner,) = state.outcome.winning_seats
        assert winner in state.finalists
        bonus = {event.seat for event in events if isinstance(event, ev.BonusTaken)}
        spent = played(events)
        for seat in range(1, state.seats + 1):
            assert len(state.hand(seat)) + spent[seat] == 40 + (seat in bonus)
        assert all(state.hand(seat) == () for seat in state.finalists)
        if seed % 5 == 0:
            assert GAME.replay(events) == state


@pytest.mark.clause("A4")
def test_no_two_rolls_of_a_game_share_a_label() -> None:
    """So that undoing a phase never buys another roll."""
    for seed in range(40):
        _, events = play(random_settings(Random(seed)), seed)
        labels = [event.label for event in events if isinstance(event, Rolled)]
        assert len(labels) == len(set(labels))
        assert all(event.sides > 1 for event in events if isinstance(event, Rolled))


def test_a_game_of_sixteen_takes_less_than_a_tenth_of_a_second() -> None:
    """Processor time, the best of five games, over all phases."""
    times = []
    for seed in range(5):
        began = process_time()
        play(SurvivorSettings(), seed)
        times.append(process_time() - began)
    assert min(times) < 0.1


def test_the_facts_of_a_game_are_those_of_its_events() -> None:
    """Councils, merge, idols, points and winner, counted a second way."""
    for seed in range(30):
        state, events = play(random_settings(Random(seed)), seed)
        counted = facts(events)
        assert sum(counted.councils.values()) == len(state.councils)
        assert sum(counted.challenges.values()) == len(state.challenges)
        assert counted.ties == sum(1 for record in state.council_records if record.weighted or record.pool)
        assert counted.idols_played == sum(1 for result in state.councils if result.idol is not None)
        assert counted.merged_with == state.settings.players - sum(
            1 for result in state.councils if result.number <= _tribal_councils(events)
        )
        assert counted.early_merge == (counted.merged_with > state.settings.merge_at)
        assert counted.has_favourite == (state.favourite is not None)
        assert sum(counted.hands.values()) == len(state.played)
        assert (counted.winner,) == (state.outcome.winning_seats if state.outcome else ())
        assert (counted.removed, counted.reason) == (0, state.outcome.reason if state.outcome else None)


def _tribal_councils(events: list[Event]) -> int:
    merged = next(at for at, event in enumerate(events) if isinstance(event, ev.TribesMerged))
    return sum(1 for event in events[:merged] if isinstance(event, ev.CouncilDecided))


def test_the_facts_of_a_game_that_has_just_begun() -> None:
    """Nothing to count."""
    since = datetime(2020, 1, 1, tzinfo=UTC)
    counted = facts(GAME.begin(SurvivorSettings(), [Entrant(since=since)] * 16, VerifiableDice.from_seed(b"0")))
    assert (counted.winner, counted.merged_because, counted.points, counted.deciding_vote) == (None, None, (), False)
