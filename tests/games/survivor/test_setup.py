"""Hands, settings, tribes and characters (S1, S2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import Rolls, ScriptedDice
from ringmaster.games.kernel import PUBLIC, Entrant, SettingError, seat_viewer
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor.cards import STARTING_HAND, add, holds, spend
from ringmaster.games.survivor.characters import deal_characters
from ringmaster.games.survivor.events import GameBegan, TribesDealt
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.tribes import deal_tribes

GAME = SurvivorGame()


@pytest.mark.clause("S1.1")
def test_everyone_starts_with_the_same_forty_cards(table: Any) -> None:
    """One 20, one 15 and so on, down to the -5."""
    copies = {20: 1, 15: 1, 12: 1, 10: 2, 9: 2, 8: 2, 7: 3, 6: 3, 5: 5, 4: 6, 3: 6, 2: 4, 1: 3, -5: 1}
    assert Counter(STARTING_HAND) == copies
    assert sum(copies.values()) == 40
    assert set(table.state.hands) == {STARTING_HAND}


@pytest.mark.clause("S1.2")
def test_a_played_card_is_spent_and_a_hand_is_its_owners_to_see(table: Any) -> None:
    """Two cards leave the hand at the close; nobody else sees it."""
    table.play({1: (20, 15)})
    assert len(table.state.hand(1)) == 40
    table.close()
    assert table.state.hand(1) == STARTING_HAND[2:]
    assert GAME.view(table.state, seat_viewer(1)).hands == {1: STARTING_HAND[2:]}
    assert GAME.view(table.state, PUBLIC).hands == {}


@pytest.mark.clause("S1.3")
def test_a_card_is_played_only_while_there_is_a_copy_of_it(table: Any) -> None:
    """Neither the same single card twice, nor one that is spent, nor one that is in no hand."""
    assert table.refusal(cm.PlayCards(seat=1, cards=(20, 20))) == "card-not-held"
    assert table.refusal(cm.PlayCards(seat=1, cards=(11, 2))) == "card-not-held"
    table.play({1: (20, 10)})
    table.close()
    table.pass_phase()
    assert table.refusal(cm.PlayCards(seat=1, cards=(20, 10))) == "card-not-held"
    table.play({1: (15, 10)})
    assert table.state.play(1) == (15, 10)


@given(st.lists(st.sampled_from(STARTING_HAND), max_size=6))
@pytest.mark.clause("S1.3")
def test_a_hand_loses_exactly_what_is_spent(cards: list[int]) -> None:
    """What a hand holds can be spent, and put back; what it does not hold cannot."""
    if not holds(STARTING_HAND, cards):
        with pytest.raises(ValueError, match="x not in list"):
            spend(STARTING_HAND, cards)
        return
    left = spend(STARTING_HAND, cards)
    for card in cards:
        left = add(left, card)
    assert left == STARTING_HAND


@pytest.mark.clause("S2.1")
def test_the_defaults_are_those_of_the_source() -> None:
    """Sixteen seats, a merge at ten, a jury of six."""
    settings = SurvivorSettings()
    assert (settings.players, settings.merge_at, settings.jury) == (16, 10, 6)
    assert GAME.seats_allowed(settings) == range(16, 17)


@pytest.mark.clause("S2.1", "S12.3")
@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"players": 7}, "players"),
        ({"players": 9, "merge_at": 6, "jury": 3}, "players"),
        ({"players": 26}, "players"),
        ({"merge_at": 4}, "merge_at"),
        ({"merge_at": 15}, "merge_at"),
        ({"merge_at": 8}, "jury"),
        ({"jury": 8}, "jury"),
        ({"jury": 0}, "jury"),
        ({"fan_vote_hours": 24}, "fan_vote_hours"),
        ({"missed_challenge": "highest"}, "missed_challenge"),
        ({"fan_default": 5}, "fan_default"),
    ],
)
def test_settings_that_do_not_fit_are_refused_in_one_sentence(values: dict[str, Any], name: str) -> None:
    """The refusal names the setting that is wrong."""
    with pytest.raises(SettingError) as refused:
        SurvivorSettings(**values)
    assert refused.value.name == name
    assert "\n" not in str(refused.value)


@given(st.integers(4, 12), st.integers(5, 22), st.integers(1, 19))
@pytest.mark.clause("S2.1")
def test_settings_are_accepted_exactly_within_their_limits(pairs: int, merge_at: int, jury: int) -> None:
    """The merge leaves at least two councils out, the jury is at most three smaller than the merged tribe."""
    try:
        SurvivorSettings(players=pairs * 2, merge_at=merge_at, jury=jury)
        fits = True
    except SettingError:
        fits = False
    assert fits == (merge_at <= pairs * 2 - 2 and jury <= merge_at - 3)


@pytest.mark.clause("S2.1")
def test_a_game_begins_with_exactly_the_seats_of_its_settings() -> None:
    """One too few is refused."""
    with pytest.raises(SettingError, match="exactly 16 players, not 15"):
        GAME.begin(SurvivorSettings(), [Entrant(since=datetime.now(UTC))] * 15, ScriptedDice([]))


@pytest.mark.clause("S2.2")
def test_games_are_anonymous_by_default() -> None:
    """A moderator can turn it off."""
    assert SurvivorSettings().anonymous
    assert not SurvivorSettings(anonymous=SurvivorSettings.read("anonymous", "off")).anonymous


@pytest.mark.clause("S2.3")
def test_the_oldest_members_go_to_the_tribes_in_turn() -> None:
    """The oldest to tribe 1, the next to tribe 2; equal dates keep player-list order."""
    old, middle, new = (datetime(year, 5, 1, tzinfo=UTC) for year in (2015, 2019, 2021))
    assert deal_tribes([middle, old, middle, new]) == ((2, 3), (1, 4))
    assert deal_tribes([new] * 4) == ((1, 3), (2, 4))


@given(st.lists(st.integers(0, 5), min_size=8, max_size=24))
@pytest.mark.clause("S2.3")
def test_tribes_are_dealt_as_one_would_by_hand(ages: list[int]) -> None:
    """Taking the oldest of those left, the first in the player list, again and again."""
    since = [datetime(2020, 1, 1, tzinfo=UTC) - timedelta(days=age) for age in ages]
    left, dealt = list(range(len(ages))), []
    while left:
        oldest = max(left, key=lambda at: (ages[at], -at))
        left.remove(oldest)
        dealt.append(oldest + 1)
    assert deal_tribes(since) == (tuple(dealt[::2]), tuple(dealt[1::2]))


@pytest.mark.clause("S2.3")
def test_neither_dates_nor_the_order_dealt_are_shown(only: Callable[..., Any]) -> None:
    """Tribes are listed in player-list order, and no event says a date."""
    since = [datetime(2020, 1, 1, tzinfo=UTC) - timedelta(days=seat) for seat in range(16)]
    begun = GAME.begin(SurvivorSettings(), [Entrant(since=at) for at in since], ScriptedDice([]))
    assert only(begun, TribesDealt).tribes == (tuple(range(2, 17, 2)), tuple(range(1, 16, 2)))
    assert only(begun, GameBegan) == GameBegan(settings=SurvivorSettings(), seats=16)
    assert "datetime" not in repr(begun)


@pytest.mark.clause("S2.3")
def test_a_seat_without_a_date_is_named() -> None:
    """The game cannot begin, and the sentence says for whom the date is missing."""
    seats = [Entrant(since=datetime.now(UTC))] * 15 + [Entrant()]
    with pytest.raises(SettingError, match="seat 16"):
        GAME.begin(SurvivorSettings(), seats, ScriptedDice([]))


@pytest.mark.clause("S2.4")
def test_characters_are_dealt_by_roll() -> None:
    """One roll a seat over those that are left; the last one is not rolled for."""
    rolls = Rolls(ScriptedDice([3, 1]))
    assert deal_characters((1, 4, 5), ("Ada", "Bo", "Cy"), "setup/characters", rolls) == {1: "Cy", 4: "Ada", 5: "Bo"}
    assert [roll.label for roll in rolls.made] == ["setup/characters/1", "setup/characters/4"]
    with pytest.raises(ValueError, match="2 seats need as many"):
        deal_characters((1, 2), ("Ada",), "setup/characters", rolls)
