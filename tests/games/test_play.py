"""Random legal play: what simulations and fuzzers send."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Decision, Entrant, Field, check_picks
from ringmaster.games.play import play_out, random_answer
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.settings import TruthSettings

HAND = (10, 5, 5, -5)


@given(st.randoms(use_true_random=False), st.integers(1, 2), st.integers(0, 2), st.booleans())
def test_a_random_answer_fits_its_decision(chance: Random, minimum: int, later: int, one_pool: bool) -> None:
    """Enough and not too many are picked, no card twice that is there once, and something is left for later menus."""
    fields = (
        Field(name="now", choices=HAND, minimum=minimum, maximum=3),
        Field(name="later", choices=HAND, minimum=later, maximum=2),
    )
    decision = Decision(name="play", fields=fields, one_pool=one_pool)
    assert check_picks([decision], random_answer(decision, chance)) is decision


def test_a_decision_without_menus_is_its_word() -> None:
    """Nothing to pick."""
    assert random_answer(Decision(name="unvote"), Random(1)).picks == ()


def test_the_same_chance_plays_the_same_game() -> None:
    """A game that a fuzzer found can be played again."""
    games = [
        play_out(TruthGame(), TruthSettings(), [Entrant()] * 9, VerifiableDice.from_seed(b"play"), Random(5))
        for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_game_that_does_not_end_is_told_of() -> None:
    """Nobody waits for ever."""
    with pytest.raises(RuntimeError, match="truth has not ended after 1 phases"):
        play_out(
            TruthGame(),
            TruthSettings(),
            [Entrant()] * 9,
            VerifiableDice.from_seed(b"play"),
            Random(5),
            most_phases=1,
        )
