"""The final-four game (S10)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringmaster.games.dice import Rolls, ScriptedDice, VerifiableDice
from ringmaster.games.kernel import PUBLIC, PhaseOpened, seat_viewer
from ringmaster.games.survivor import SurvivorGame
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.cards import STARTING_HAND
from ringmaster.games.survivor.final_four import HandVerdict, place, settle_hand, standings
from ringmaster.games.survivor.talk import require_may_whisper, tribe_hearers

GAME = SurvivorGame()


@pytest.fixture(name="game")
def _game(new_table: Callable[..., Any]) -> Callable[..., Any]:
    """Deals the last four their hands and opens the first hand of the final-four game."""

    def deal(*hands: list[int], **settings: Any) -> Any:
        table = new_table(players=8, merge_at=6, jury=3, **settings).until("fan-vote")
        table.deal(dict(zip((1, 2, 3, 4), hands, strict=True)))
        table.close()
        return table

    return deal


def hand(cards: dict[int, int], *, tie: str = "roll", carried: int = 0, results: tuple[int, ...] = ()) -> HandVerdict:
    """One hand settled with exactly these rolls."""
    dice = ScriptedDice(results)
    verdict = settle_hand(cards, carried, tie, "hand-1/tie", Rolls(dice))
    dice.check_used_up()
    return verdict


@pytest.mark.clause("S10.1")
def test_hands_are_played_until_nobody_has_a_card(game: Callable[..., Any]) -> None:
    """Everyone with cards plays exactly one a hand; the game is over with the last."""
    table = game([5, 4], [3], [2, 2, 1], [9])
    assert table.refusal(cm.PlayHand(seat=1, card=9)) == "card-not-held"
    assert table.refusal(cm.LineUp(seat=1, cards=())) == "wrong-number-of-cards"
    for number, players in ((1, (1, 2, 3, 4)), (2, (1, 3)), (3, (3,))):
        assert table.state.phase == f"hand-{number}"
        assert table.state.players == players
        table.close()
    assert table.state.kind == "choice"
    assert [tuple(seat for seat, _ in played.cards) for played in table.state.played] == [
        (1, 2, 3, 4),
        (1, 3),
        (3,),
    ]


@pytest.mark.clause("S10.1")
def test_a_game_without_any_card_left_is_decided_at_once(game: Callable[..., Any]) -> None:
    """All are level, so both places are rolled for."""
    table = game([], [], [], [])
    assert table.state.kind == "choice"
    assert table.state.played == ()


@pytest.mark.clause("S10.2")
def test_the_highest_card_scores_the_others_and_two_for_each_seat_out_of_cards() -> None:
    """The example of the source: 10 against 5, 3 and -5 is worth 3."""
    assert hand({1: 10, 2: 5, 3: 3, 4: -5}).points == 3
    assert hand({1: 10, 2: -5}).points == -5 + 4
    assert hand({3: -5}).points == 6


@pytest.mark.clause("S10.3")
def test_a_seat_out_of_cards_scores_nothing_more(game: Callable[..., Any]) -> None:
    """It is asked for nothing, and its total stays."""
    table = game([5], [4, 3], [2, 2], [1, 1])
    table.close()
    total = standings((1,), table.state.played)[1].total
    assert table.options(1) == {}
    assert table.refusal(cm.PlayHand(seat=1, card=5)) == "no-cards-left"
    table.close()
    assert standings((1,), table.state.played)[1].total == total


@pytest.mark.clause("S10.4")
def test_tied_highest_cards_by_roll() -> None:
    """The other tied card counts among the others."""
    verdict = hand({1: 9, 2: 9, 3: 2, 4: 1}, results=(2,))
    assert (verdict.winner, verdict.points, verdict.decided_by) == (2, 12, "roll")


@pytest.mark.clause("S10.4")
def test_tied_highest_cards_split() -> None:
    """Without the tied cards, as exact fractions, bonuses included."""
    verdict = hand({1: 9, 2: 9, 3: 2}, tie="split")
    assert (verdict.winner, verdict.points, verdict.shared_by) == (None, Fraction(4, 2), (1, 2))
    assert hand({1: 9, 2: 9, 3: 9, 4: 2}, tie="split").points == Fraction(2, 3)


@pytest.mark.clause("S10.4")
def test_tied_highest_cards_carried(game: Callable[..., Any]) -> None:
    """Nobody scores, and the next winner scores all cards of the hand on top; bonuses are not carried."""
    table = game([9, 3], [9, 1], [2, 2], [], hand_tie="carry")
    for seat, card in ((1, 9), (2, 9), (3, 2)):
        table.send(seat, "hand", [card])
    table.close([])
    table.close([1])
    first, second = table.state.played
    assert (first.winner, first.points, first.carried) == (None, 0, 20)
    assert (second.winner, second.points, second.carried) == (1, 25, 0)


@pytest.mark.clause("S10.4")
def test_several_carried_hands_add_up() -> None:
    """The second tie keeps what the first has left."""
    assert hand({1: 2, 2: 2}, tie="carry", carried=20).carried == 24


@pytest.mark.clause("S10.5", "S13.3")
def test_nobody_talks_while_it_lasts(game: Callable[..., Any]) -> None:
    """From the first hand to the last."""
    table = game([5], [4], [3], [2])
    for attempt in (tribe_hearers, lambda state, seat: require_may_whisper(state, seat, 2)):
        with pytest.raises(Exception, match="no-talk-in-final-four"):
            attempt(table.state, 1)
    table.close()
    assert tribe_hearers(table.state, 1) == (2, 3, 4)


@pytest.mark.clause("S10.6")
def test_first_place_chooses_who_joins_the_final(game: Callable[..., Any], only: Callable[..., Any]) -> None:
    """One of the other two, once; the fourth is the last juror."""
    table = game([9], [8, 1], [2], [1])
    table.close()
    decided = only(table.close(), ev.FinalFourDecided)
    assert [placing.seat for placing in decided.placed] == [2, 1]
    assert decided.choice_of == (3, 4)
    assert table.refusal(cm.ChooseThird(seat=1, target=3)) == "nothing-to-choose"
    assert table.refusal(cm.ChooseThird(seat=2, target=1)) == "not-to-be-chosen"
    (chosen,) = table.send(2, "choose", [4])
    assert chosen.audience.seats == {2}
    assert GAME.view(table.state, seat_viewer(2)).third == 4
    assert GAME.view(table.state, seat_viewer(4)).third is None
    assert GAME.view(table.state, PUBLIC).third is None
    assert table.refusal(cm.ChooseThird(seat=2, target=3)) == "already-chosen"
    assert GAME.complete(table.state)
    events = table.close()
    assert only(events, ev.FinalistsSeated) == ev.FinalistsSeated(finalists=(2, 1, 4), decided_by="choice")
    assert (only(events, ev.SeatEliminated).elimination.seat, only(events, ev.SeatEliminated).elimination.place) == (
        3,
        4,
    )
    assert 3 in only(events, ev.JurySeated).jurors


@st.composite
def games(draw: st.DrawFn) -> list[dict[int, int]]:
    """The hands of a final-four game: seats that are out stay out."""
    left = {seat: draw(st.lists(st.sampled_from(STARTING_HAND), max_size=6)) for seat in (1, 2, 3, 4)}
    most = max(len(cards) for cards in left.values())
    return [{seat: cards[at] for seat, cards in left.items() if at < len(cards)} for at in range(most)]


@given(games(), st.sampled_from(["roll", "split", "carry"]), st.binary(min_size=1, max_size=2))
@pytest.mark.clause("S10.2", "S10.4", "S10.7")
def test_a_game_is_scored_and_placed_as_the_clauses_read(hands: list[dict[int, int]], tie: str, seed: bytes) -> None:
    """Held against the clauses read out one by one, without sharing any code but the dice."""
    rolls = Rolls(VerifiableDice.from_seed(seed))
    verdicts: list[HandVerdict] = []
    for at, cards in enumerate(hands):
        carried = verdicts[-1].carried if verdicts else 0
        verdicts.append(settle_hand(cards, carried, tie, f"hand-{at}", rolls))
    results = {roll.label: roll.result for roll in rolls.made}
    totals, won, best = dict.fromkeys((1, 2, 3, 4), Fraction(0)), dict.fromkeys((1, 2, 3, 4), 0), {}
    pot = 0
    for at, cards in enumerate(hands):
        top = [seat for seat, card in cards.items() if card == max(cards.values())]
        bonus = 2 * (4 - len(cards))
        if len(top) > 1 and tie == "carry":
            pot += sum(cards.values())
        elif len(top) > 1 and tie == "split":
            for seat in top:
                totals[seat] += Fraction(sum(c for s, c in cards.items() if s not in top) + bonus, len(top))
        else:
            seat = top[results.get(f"hand-{at}", 1) - 1]
            totals[seat] += sum(c for s, c in cards.items() if s != seat) + bonus + pot
            pot = 0
            won[seat] += 1
            best[seat] = max(best.get(seat, -6), cards[seat])
    standing = standings((1, 2, 3, 4), verdicts)
    assert {seat: own.total for seat, own in standing.items()} == totals
    rolls = Rolls(VerifiableDice.from_seed(seed))
    placed = [placing.seat for placing in place(standing, ("first", "second"), "final-four", rolls)]
    results = {roll.label: roll.result for roll in rolls.made}
    left = [1, 2, 3, 4]
    for name, seat in zip(("first", "second"), placed, strict=True):
        ranks = {s: (totals[s], won[s], best.get(s, -6)) for s in left}
        level = [s for s in left if ranks[s] == max(ranks.values())]
        assert seat == level[results.get(f"final-four/{name}", 1) - 1]
        left.remove(seat)


@pytest.mark.clause("S10.7")
def test_level_totals_go_by_hands_won_then_by_the_best_winning_card() -> None:
    """The step that decided is told."""
    verdicts = [hand({1: 5, 2: 3, 3: 1, 4: 1}), hand({2: 7, 4: 1, 1: -5, 3: 5}), hand({3: 9, 1: 1, 2: 0, 4: 0})]
    standing = standings((1, 2, 3, 4), verdicts[:1])
    first = place(standing, ("first",), "final-four", Rolls(ScriptedDice([])))
    assert [(placing.seat, placing.decided_by) for placing in first] == [(1, "total")]
    level = standings((1, 2, 3, 4), [hand({1: 5, 2: 1, 3: 1, 4: 1}), hand({2: 7, 1: 1, 3: 1, 4: 1})])
    first = place(level, ("first",), "final-four", Rolls(ScriptedDice([])))
    assert [(placing.seat, placing.decided_by) for placing in first] == [(2, "best-win")]


@pytest.mark.clause("S10.8")
@pytest.mark.parametrize(("rule", "card"), [("lowest", 2), ("highest", 9)])
def test_a_seat_that_sends_nothing_plays_by_the_setting(game: Callable[..., Any], rule: str, card: int) -> None:
    """Its lowest card, or its highest."""
    table = game([9, 5, 2], [1, 1, 1], [1, 1, 1], [1, 1, 1], missed_hand=rule)
    assert ev.HandMissed(seat=1, card=card) in table.close()


@pytest.mark.clause("S10.8", "A9")
def test_cards_lined_up_in_advance_are_played_hand_after_hand(game: Callable[..., Any]) -> None:
    """They can be changed until each hand closes; when all have lined up the next hand is complete at once."""
    table = game([9, 5, 2], [1, 1, 1], [1, 1, 1], [1, 1, 1])
    table.send(1, "line-up", [9, 5, 2])
    table.send(1, "hand", [2])
    assert table.state.line_up(1) == (2, 5)
    for seat in (2, 3, 4):
        table.send(seat, "line-up", [1, 1])
    assert GAME.complete(table.state)
    table.close()
    assert table.options(1)["line-up"].sent == ((5,),)
    assert GAME.complete(table.state)
    table.send(1, "line-up", [9, 5])
    table.close()
    assert [dict(played.cards)[1] for played in table.state.played] == [2, 9]
    assert not GAME.complete(table.state)


@pytest.mark.clause("S10.9")
def test_cards_owners_winner_and_running_totals_are_posted(game: Callable[..., Any], only: Callable[..., Any]) -> None:
    """After each hand."""
    table = game([9, 2], [5, 1], [3, 1], [-5, 1])
    for seat in (1, 2, 3, 4):
        table.send(seat, "hand", [table.state.hand(seat)[0] if seat != 4 else -5])
    decided = only(table.close(), ev.HandDecided)
    assert decided.hand.cards == ((1, 9), (2, 5), (3, 3), (4, -5))
    assert (decided.number, decided.hand.winner, decided.totals) == (1, 1, ((1, 3), (2, 0), (3, 0), (4, 0)))
    assert decided.audience.scope == "everyone"


@pytest.mark.clause("S10.10")
def test_without_a_choice_the_better_of_the_other_two_joins(game: Callable[..., Any], only: Callable[..., Any]) -> None:
    """The higher total; level, by S10.7, down to a roll."""
    table = game([9], [8, 1], [2], [1])
    table.close()
    table.close()
    seated = only(table.close([2]), ev.FinalistsSeated)
    assert (seated.finalists, seated.decided_by) == ((2, 1, 4), "roll")
    table = game([9], [8, 1], [7, 1, 1], [1])
    for _ in range(3):
        table.close([])
    assert table.state.first == 3
    events = table.close([])
    assert only(events, ev.FinalistsSeated).decided_by == "total"
    assert PhaseOpened(phase="jury-questions") in events
