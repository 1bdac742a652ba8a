"""Simulated odds against exact ones, and the same result however it is computed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Entrant, SettingError
from ringmaster.games.play import play_out
from ringmaster.games.truth import events as truth
from ringmaster.games.twitch import events as twitch
from ringmaster.games.twitch.state import HELIX
from ringmaster.simulation.findings import Findings, Tally, mean, ranked, wilson
from ringmaster.simulation.policies import POLICIES
from ringmaster.simulation.running import play, play_all, play_batch
from ringmaster.simulation.setups import find_setup


@cache
def town_wins(town: int, mafia: int) -> Fraction:
    """The exact odds of the Town when each day takes one of the living, each equally likely (L2.1, L5)."""
    if mafia == 0:
        return Fraction(1)
    if mafia >= town:
        return Fraction(0)
    lost, caught = town_wins(town - 1, mafia), town_wins(town, mafia - 1)
    return (town * lost + mafia * caught) / (town + mafia)


@pytest.mark.clause("L2.1", "L2.3", "L2.5", "L5.1", "L5.2")
@pytest.mark.parametrize(("players", "mafia", "games"), [(9, 3, 2_000), (6, 1, 500)])
def test_simulated_odds_of_to_tell_the_truth_agree_with_the_exact_ones(players: int, mafia: int, games: int) -> None:
    """Within four standard deviations."""
    tally = play_batch(find_setup("truth", players, mafia), "exact", range(games))
    low, high = wilson(tally.answers["winner"]["town"], games, z=4)
    assert low < town_wins(players - mafia, mafia) < high
    assert tally.answers["winner"].total() == tally.games == games


def test_the_exact_odds_are_those_of_the_draw_without_replacement() -> None:
    """Six players and one Mafia: parity comes when four Townies are gone, so the Mafia must be among the first four."""
    assert town_wins(5, 1) == Fraction(4, 6)


@pytest.mark.clause("L1.1", "T1.2")
@pytest.mark.parametrize(("kind", "players"), [("truth", 9), ("twitch", 8)])
def test_the_result_is_the_same_for_any_number_of_processes(kind: str, players: int) -> None:
    """And another seed gives another."""
    setup = find_setup(kind, players)
    totals = []
    for seed, processes in (("a", 1), ("a", 2), ("b", 1)):
        total = Tally()
        for tally in play_all(setup, 230, seed, processes=processes):
            total.include(tally)
        totals.append(total)
    assert totals[0] == totals[1]
    assert totals[0].games == 230
    assert totals[0] != totals[2]


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    """Not on the games before it."""
    setup = find_setup("truth")
    batch = Tally()
    for number in (5, 6, 7):
        batch.add(play(setup, "s", number))
    assert batch == play_batch(setup, "s", range(5, 8))


def test_truth_players_vote_once_for_a_seat_and_never_for_nobody() -> None:
    """So that every day takes somebody."""
    _, events = play_out(
        GAMES["truth"], find_setup("truth").settings, [Entrant()] * 9, VerifiableDice(b"x"), Random(1),
        policy=POLICIES["truth"],
    )  # fmt: skip
    votes = [event for event in events if isinstance(event, truth.VoteCast)]
    assert votes
    assert all(isinstance(event.target, int) for event in votes)
    assert not [event for event in events if isinstance(event, truth.VoteRetracted)]
    assert all(event.eliminated for event in events if isinstance(event, truth.DayDecided))
    assert not [event for event in events if isinstance(event, truth.SuspectsDrawn)]


@pytest.mark.clause("T2.1", "T3.1")
def test_twitch_players_all_act_and_the_dome_kill_helix() -> None:
    """Every seat sends one action a night, and a kill is always named, once."""
    state, events = play_out(
        GAMES["twitch"], find_setup("twitch").settings, [Entrant()] * 12, VerifiableDice(b"x"), Random(1),
        policy=POLICIES["twitch"],
    )  # fmt: skip
    nights = [event for event in events if isinstance(event, twitch.NightEnded)]
    kills = [event for event in events if isinstance(event, twitch.KillNamed)]
    assert len(kills) == len(nights)
    assert all(state.roles[kill.target - 1] == HELIX for kill in kills)
    first_night = events[: events.index(nights[0])]
    assert Counter(e.action.by for e in first_night if isinstance(e, twitch.ActionSent)) == Counter(range(1, 13))


def test_a_simulation_of_card_survivor_counts_what_its_rules_led_to() -> None:
    """Twelve councils a game, each decided somehow, and always an end."""
    tally = play_batch(find_setup("survivor"), "s", range(5))
    assert tally.games == 5
    assert tally.numbers["councils held"].total() == 5
    assert tally.causes["what decided the councils"].total() == sum(tally.numbers["councils held"].elements())
    assert "nobody" not in tally.answers["how the game ended"]


@pytest.mark.parametrize(
    ("kind", "players", "mafia", "wrong"),
    [
        ("chess", None, None, "there is no game"),
        ("truth", 4, None, "whole number from 5 to 20"),
        ("truth", 6, 3, "fewer than half"),
        ("twitch", 41, None, "from 5 to 40 players, not 41"),
        ("twitch", 8, 4, "from 9 to 40 players, not 8"),
        ("survivor", None, 3, "has no Mafia"),
        ("survivor", 100, None, "whole number"),
    ],
)
def test_games_that_cannot_be_played_are_refused(kind: str, players, mafia, wrong: str) -> None:
    """With the sentence of the setting that is wrong."""
    with pytest.raises(SettingError, match=wrong):
        find_setup(kind, players, mafia)


def test_the_title_says_what_was_simulated() -> None:
    """With the numbers of both sides."""
    assert find_setup("truth").title == "To Tell the Truth: 9 players, 3 of them Mafia"
    assert find_setup("twitch", 20).title == "Twitch Plays Mafia: 20 players, 5 of them Dome"
    assert find_setup("survivor").title == "Card Survivor: 16 players"


@pytest.mark.parametrize(
    ("successes", "trials", "interval"),
    [(0, 10, (0.0, 0.2775)), (10, 10, (0.7225, 1.0)), (50, 100, (0.4038, 0.5962)), (1, 3, (0.0615, 0.7923))],
)
def test_wilson_s_interval_is_that_of_the_textbook(successes: int, trials: int, interval: tuple[float, float]) -> None:
    """It stays within 0 and 1 and never leaves out the share itself."""
    low, high = wilson(successes, trials)
    assert (round(low, 4), round(high, 4)) == interval
    assert 0 <= low <= successes / trials <= high <= 1


def test_tallies_add_up_in_any_order() -> None:
    """As they come from processes that finish when they like."""
    games = [
        Findings(answers={"winner": winner}, numbers={"days played": days}, causes={"ties": {"roll": days}})
        for winner, days in (("town", 3), ("mafia", 2), ("mafia", 2))
    ]
    forwards, backwards, parts = Tally(), Tally(), Tally()
    for game in games:
        forwards.add(game)
        part = Tally()
        part.add(game)
        parts.include(part)
    for game in reversed(games):
        backwards.add(game)
    assert forwards == backwards == parts
    assert ranked(forwards.answers["winner"]) == [("mafia", 2), ("town", 1)]
    assert mean(forwards.numbers["days played"]) == pytest.approx(7 / 3)
    assert forwards.causes["ties"] == {"roll": 7}
