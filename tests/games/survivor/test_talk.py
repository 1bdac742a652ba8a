"""Who may hear whom: the engine's part of S13."""

from __future__ import annotations

from typing import Any

import pytest

from ringmaster.games.kernel import RuleViolation
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor.talk import (
    may_watch,
    question_recipients,
    require_may_confess,
    require_may_whisper,
    tribe_hearers,
)

GAME = SurvivorGame()


def refusal(attempt: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(RuleViolation) as refused:
        attempt()
    return refused.value.code


@pytest.mark.clause("S13.1", "A2")
def test_confessionals_are_open_to_the_living(small: Any) -> None:
    """Also in the final-four game, as no player reads them; whoever is out is silent."""
    require_may_confess(small.state, 8)
    small.until("hand")
    require_may_confess(small.state, 1)
    assert refusal(lambda: require_may_confess(small.state, 8)) == "not-living"
    small.until("jury-vote").close()
    assert refusal(lambda: require_may_confess(small.state, 1)) == "game-over"


@pytest.mark.clause("S13.2")
def test_a_question_goes_to_a_tribe_or_to_everyone_after_the_merge(small: Any) -> None:
    """Never to those who are out."""
    assert question_recipients(small.state, 2) == (2, 4, 6, 8)
    small.until_merged()
    assert question_recipients(small.state, 2) == (1, 2, 3, 4, 5, 6)


@pytest.mark.clause("S13.3")
def test_before_the_merge_a_seat_reaches_its_own_tribe_only(small: Any) -> None:
    """All of it, or one member."""
    assert tribe_hearers(small.state, 3) == (1, 5, 7)
    require_may_whisper(small.state, 3, 7)
    assert refusal(lambda: require_may_whisper(small.state, 3, 4)) == "other-tribe"
    assert refusal(lambda: require_may_whisper(small.state, 3, 3)) == "whisper-to-yourself"
    assert GAME.factions(small.state) == {"tribe-1": (1, 3, 5, 7), "tribe-2": (2, 4, 6, 8)}


@pytest.mark.clause("S13.3")
def test_after_the_merge_a_seat_reaches_everyone_who_is_left(small: Any) -> None:
    """Whoever is out neither speaks nor hears."""
    small.until_merged()
    assert tribe_hearers(small.state, 3) == (1, 2, 4, 5, 6)
    require_may_whisper(small.state, 3, 4)
    assert refusal(lambda: require_may_whisper(small.state, 3, 8)) == "target-not-living"
    assert refusal(lambda: tribe_hearers(small.state, 8)) == "not-living"
    assert GAME.factions(small.state) == {"merged": (1, 2, 3, 4, 5, 6)}


@pytest.mark.clause("S11.1", "S9.1")
def test_who_can_still_be_of_the_jury_does_not_watch(small: Any) -> None:
    """Sixth place and better, with a jury of three."""
    small.until("fan-vote")
    assert [seat for seat in range(1, 9) if may_watch(small.state, seat)] == [7, 8]
    small.until("jury-vote").close()
    assert all(may_watch(small.state, seat) for seat in range(1, 9))
