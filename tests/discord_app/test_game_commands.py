"""``/game``, as moderators and others use it."""

from __future__ import annotations

from .conftest import World


async def test_a_game_is_created_opened_joined_and_started(world: World):
    """From nothing to the first day."""
    await world.start()
    record = await world.game()
    assert (record.status, record.phase) == ("running", "day-1")
    assert record.roster.names == ("Ada", "Bo", "Cy", "Di", "Eve")
