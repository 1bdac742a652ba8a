"""How time passes in the rehearsal."""

from __future__ import annotations

import pytest

from ringmaster.rehearsal.pace import Pace


def test_time_passes_at_the_speed() -> None:
    """Two real seconds at sixty times the speed are two minutes."""
    assert Pace(speed=60).take(2.0) == 120.0


def test_a_pause_stops_time_but_not_a_skip() -> None:
    """While paused only what is skipped passes, once."""
    pace = Pace(speed=60, paused=True)
    pace.skip_ahead(3600)
    assert [pace.take(1.0), pace.take(1.0)] == [3600.0, 0.0]


@pytest.mark.parametrize("speed", [0, -1, float("nan"), float("inf"), 1e9])
def test_a_speed_that_is_none_is_refused(speed: float) -> None:
    """Time runs forwards and ends."""
    with pytest.raises(ValueError, match="speed"):
        Pace().set_speed(speed)


@pytest.mark.parametrize("seconds", [0, -5, float("nan"), 1e9])
def test_a_skip_that_is_none_is_refused(seconds: float) -> None:
    """One skips forwards, and not for ever."""
    with pytest.raises(ValueError, match="skip"):
        Pace().skip_ahead(seconds)
