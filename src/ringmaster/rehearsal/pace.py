"""How fast time passes in the rehearsal."""

from __future__ import annotations

from dataclasses import dataclass

FASTEST = 100_000.0
"""So many simulated seconds a second; more and the phases end before one has looked."""
LONGEST_SKIP = 14 * 24 * 3600.0
"""Seconds that can be skipped at once."""


@dataclass(slots=True)
class Pace:
    """Speed, pause, and time that is to be skipped. Lives as long as the rehearsal."""

    speed: float = 60.0
    """Simulated seconds for each real one."""
    paused: bool = False
    skip: float = 0.0
    """Simulated seconds to jump over at the next step."""

    def set_speed(self, speed: float) -> None:
        """Change the speed.

        Raises:
            ValueError: it is not a speed above 0 and up to `FASTEST`.
        """
        if not 0 < speed <= FASTEST:
            raise ValueError(f"a speed is a number above 0 and up to {FASTEST:g}")
        self.speed = speed

    def skip_ahead(self, seconds: float) -> None:
        """Jump over some time.

        Raises:
            ValueError: it is not a time above 0 and up to `LONGEST_SKIP`.
        """
        if not 0 < seconds <= LONGEST_SKIP:
            raise ValueError(f"one can skip up to {LONGEST_SKIP:g} seconds")
        self.skip += seconds

    def take(self, real_seconds: float) -> float:
        """How many simulated seconds pass while so many real ones do; what was to be skipped is among them."""
        skipped, self.skip = self.skip, 0.0
        return skipped + (0.0 if self.paused else real_seconds * self.speed)
