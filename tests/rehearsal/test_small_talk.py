"""What the computer's people do beside what is asked of them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ringmaster.discord_app.actions import Favour
from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.rehearsal import small_talk
from ringmaster.rehearsal.small_talk import LINES, favourite_vote
from ringmaster.sessions.records import GameRecord, SeatRecord

GAME = SurvivorGame()
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch) -> GameRecord:
    """A season in its first challenge, with players who always say something."""
    monkeypatch.setattr(small_talk, "TALKATIVE", 1.0)
    settings = SurvivorSettings(players=8, merge_at=6, jury=3)
    events = GAME.begin(settings, [Entrant(since=NOW)] * 8, VerifiableDice.from_seed(b"talk"))
    seats = tuple(SeatRecord(number=n, name=f"Kelp {n}", accounts=(n,), joined_by=n) for n in range(1, 9))
    return GameRecord(
        kind="survivor",
        name="Reef",
        guild_id=1,
        zone="UTC",
        seed="",
        salt="",
        created_at=NOW,
        created_by=99,
        settings={"players": 8, "merge_at": 6, "jury": 3},
        seats=seats,
        status="running",
        state=GAME.replay(events),
    )


def test_players_talk_where_the_bot_passes_it_on(season: GameRecord) -> None:
    """Living seats of an anonymous season, while there is something to talk about."""
    chance = random.Random(1)
    assert small_talk.small_talk(season, season.seats[0], chance) in LINES
    silent = replace(season, state=replace(season.state, kind="hand"))
    assert small_talk.small_talk(silent, season.seats[0], chance) is None
    gone = replace(season, state=replace(season.state, living=(2, 3)))
    assert small_talk.small_talk(gone, season.seats[0], chance) is None
    open_season = replace(season, settings={**season.settings, "anonymous": False})
    assert small_talk.small_talk(open_season, season.seats[0], chance) is None


def test_fans_choose_from_the_menu_in_the_gallery() -> None:
    """Nothing is chosen where there is none."""
    menu = {"custom_id": Favour(game=1, phase="fan-vote").encode(), "options": [{"value": "3"}, {"value": "5"}]}
    chosen = favourite_vote([{"components": [menu]}], random.Random(1))
    assert chosen is not None
    assert chosen[0] == menu["custom_id"]
    assert chosen[1] in ("3", "5")
    assert favourite_vote([{"components": [{"custom_id": "join:1"}]}], random.Random(1)) is None
