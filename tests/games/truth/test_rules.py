"""To Tell the Truth clause by clause, on a table whose Mafia are seats 3, 4 and 5."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from ringmaster.games.dice import ScriptedDice, VerifiableDice
from ringmaster.games.kernel import (
    MODERATOR,
    PUBLIC,
    Answer,
    ClosePhase,
    Command,
    Entrant,
    GameEnded,
    PhaseClosed,
    PhaseOpened,
    Rolled,
    RuleViolation,
    SettingError,
    seat_viewer,
)
from ringmaster.games.mafia import CastVote
from ringmaster.games.truth import TruthGame
from ringmaster.games.truth.commands import NameSuspects, RetractVote
from ringmaster.games.truth.events import (
    DayDecided,
    RoleDealt,
    SeatEliminated,
    SeatRemoved,
    StatementExplained,
    StatementMade,
    SuspectsDrawn,
    SuspectsNamed,
    VoteCast,
)
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import NO_ELIMINATION
from ringmaster.games.voting import majority

GAME = TruthGame()


def refused(table: Any, command: Command) -> tuple[str, str]:
    """The code and clause of a refusal, which has changed nothing."""
    before, told = table.state, len(table.events)
    with pytest.raises(RuleViolation) as caught:
        table.do(command)
    assert (table.state, len(table.events)) == (before, told)
    return caught.value.code, caught.value.clause


# ------------------------------------------------------------------------------------------ L1 setup


@pytest.mark.clause("L1.1")
def test_nine_seats_three_of_them_mafia_are_dealt_by_shuffling_the_list() -> None:
    """The first places of the shuffle are Mafia; the rolls are on record."""
    dice = ScriptedDice([9, 8, 7, 6, 5, 4, 3, 2])
    events = GAME.begin(TruthSettings(), [Entrant()] * 9, dice)
    dealt = [event for event in events if isinstance(event, RoleDealt)]
    assert [event.seat for event in dealt] == list(range(1, 10))
    assert [event.role for event in dealt] == ["mafia"] * 3 + ["town"] * 6
    assert [event.sides for event in events if isinstance(event, Rolled)] == [9, 8, 7, 6, 5, 4, 3, 2]
    other = GAME.begin(TruthSettings(), [Entrant()] * 9, ScriptedDice([1] * 8))
    assert [e.seat for e in other if isinstance(e, RoleDealt) and e.role == "mafia"] == [2, 3, 4]


@pytest.mark.clause("L1.1")
@pytest.mark.parametrize(("players", "mafia"), [(5, 2), (5, 1), (20, 9), (13, 4)])
def test_other_sizes_can_be_played(players: int, mafia: int) -> None:
    """From 5 to 20 seats, Mafia fewer than half."""
    settings = TruthSettings(players=players, mafia=mafia)
    state = GAME.replay(GAME.begin(settings, [Entrant()] * players, VerifiableDice.from_seed(b"size")))
    assert (len(state.living), len(state.living_mafia)) == (players, mafia)


@pytest.mark.clause("L1.1")
@pytest.mark.parametrize(("players", "mafia"), [(4, 1), (21, 3), (6, 3), (9, 5), (9, 0)])
def test_sizes_that_cannot_be_played_are_refused(players: int, mafia: int) -> None:
    """Too few, too many, and half or more Mafia."""
    with pytest.raises(SettingError):
        TruthSettings(players=players, mafia=mafia)


@pytest.mark.clause("L1.1")
def test_a_game_starts_with_exactly_its_seats() -> None:
    """Eight sign-ups do not make a game for nine."""
    with pytest.raises(SettingError, match="needs exactly 9 players, not 8"):
        GAME.begin(TruthSettings(), [Entrant()] * 8, VerifiableDice.from_seed(b"few"))


@pytest.mark.clause("L1.2")
def test_a_townie_knows_itself_and_a_goon_its_partners(table: Any) -> None:
    """Nobody else knows any role; moderators know all."""
    assert GAME.view(table.state, seat_viewer(1)).roles == {1: "town"}
    assert GAME.view(table.state, seat_viewer(4)).roles == {3: "mafia", 4: "mafia", 5: "mafia"}
    assert GAME.view(table.state, PUBLIC).roles == {}
    assert len(GAME.view(table.state, MODERATOR).roles) == 9


@pytest.mark.clause("L1.3")
def test_the_mafia_have_a_faction_to_talk_in_and_the_dead_leave_it(table: Any) -> None:
    """Daytalk is on by default and can be turned off; townies have no faction."""
    assert GAME.factions(table.state) == {"mafia": (3, 4, 5)}
    table.eliminate(4)
    assert GAME.factions(table.state) == {"mafia": (3, 5)}
    assert TruthSettings().daytalk is True
    assert TruthSettings(daytalk=False).daytalk is False


@pytest.mark.clause("L1.4")
def test_the_game_starts_on_day_1_or_with_a_night(seat_at: Any) -> None:
    """A start by night is followed by Day 1."""
    assert seat_at().state.phase == "day-1"
    by_night = seat_at(TruthSettings(start="night"))
    assert by_night.state.phase == "night-0"
    by_night.close()
    assert by_night.state.phase == "day-1"
    assert by_night.state.statements[0].day == 1


# -------------------------------------------------------------------------------------------- L2 day


@pytest.mark.clause("L2.1")
def test_the_most_votes_eliminate_and_the_role_is_revealed(table: Any, only: Any) -> None:
    """Plurality is enough, and everyone learns the role."""
    for voter, target in [(1, 3), (2, 3), (4, 1)]:
        table.vote(voter, target)
    events = table.close([])
    decided = only(events, DayDecided)
    assert (decided.eliminated, decided.decided_by, decided.counts) == (3, "plurality", ((1, 1), (3, 2)))
    assert only(events, SeatEliminated) == SeatEliminated(seat=3, role="mafia")
    assert GAME.view(table.state, PUBLIC).roles == {3: "mafia"}
    assert table.state.phase == "night-1"


@pytest.mark.clause("L2.1")
def test_a_day_and_a_night_last_as_long_as_set(table: Any) -> None:
    """48 and 24 hours by default, by the wall clock."""
    opened = datetime(2026, 3, 28, 21, tzinfo=ZoneInfo("Europe/Berlin"))
    assert GAME.deadline(table.state, opened, opened) == datetime(2026, 3, 30, 21, tzinfo=ZoneInfo("Europe/Berlin"))
    table.eliminate(9)
    assert GAME.deadline(table.state, opened, opened) == opened + timedelta(days=1)
    for seat in (3, 4, 5):
        table.remove(seat)
    assert GAME.deadline(table.state, opened, opened) is None


@pytest.mark.clause("L2.2")
def test_a_vote_can_be_changed_and_taken_back(table: Any) -> None:
    """The last word counts; the vote that is there can be taken back once."""
    table.vote(1, 3)
    table.vote(1, 4)
    assert table.state.wagons.target_of(1) == 4
    table.unvote(1)
    assert table.state.wagons.target_of(1) is None
    assert refused(table, RetractVote(seat=1)) == ("no-vote-yet", "L2.2")
    assert table.options(1)[0].sent is None


@pytest.mark.clause("L2.2")
def test_votes_are_public_and_repeating_one_says_nothing_new(table: Any) -> None:
    """Everyone sees a vote; the same vote again is no event."""
    (cast,) = table.vote(1, 3)
    assert all(GAME.may_know(table.state, cast, viewer) for viewer in (PUBLIC, seat_viewer(7)))
    assert table.vote(1, 3) == ()


@pytest.mark.clause("L2.2")
def test_a_vote_for_oneself_is_a_setting(table: Any, seat_at: Any) -> None:
    """Allowed by default; where forbidden it is neither offered nor taken."""
    table.vote(1, 1)
    assert table.state.wagons.count(1) == 1
    strict = seat_at(TruthSettings(self_vote="forbidden"))
    assert 1 not in strict.options(1)[0].fields[0].choices
    assert refused(strict, CastVote(seat=1, target=1)) == ("self-vote-forbidden", "L2.2")


@pytest.mark.clause("L2.2")
def test_nobody_votes_by_night(night: Any) -> None:
    """Votes and taking them back are for the day."""
    assert refused(night, CastVote(seat=1, target=3)) == ("not-by-night", "L2.2")
    assert refused(night, RetractVote(seat=1)) == ("not-by-night", "L2.2")
    assert night.options(1) == []


@pytest.mark.clause("L2.3")
def test_a_majority_of_the_living_ends_the_day_at_once(table: Any, only: Any) -> None:
    """The fifth of nine votes eliminates; the fourth does not."""
    for voter in (1, 2, 6, 7):
        table.vote(voter, 3)
    assert table.state.phase == "day-1"
    events = table.vote(8, 3)
    assert only(events, PhaseClosed) == PhaseClosed(phase="day-1", cause="hammer")
    assert only(events, DayDecided).decided_by == "majority"
    assert (table.state.phase, table.state.dead) == ("night-1", (3,))


@pytest.mark.clause("L2.3")
def test_without_the_hammer_the_day_goes_on(seat_at: Any) -> None:
    """All nine may vote for one seat, and change their minds."""
    table = seat_at(TruthSettings(hammer=False))
    for voter in range(1, 10):
        table.vote(voter, 3)
    assert table.state.phase == "day-1"
    table.vote(9, 1)
    table.close([])
    assert table.state.dead == (3,)


@pytest.mark.clause("L2.3", "A6")
def test_a_removal_can_turn_votes_into_a_majority(table: Any, only: Any) -> None:
    """Four of nine are none; four of seven are one."""
    for voter in (1, 2, 6, 7):
        table.vote(voter, 3)
    table.remove(9)
    assert table.state.phase == "day-1"
    events = table.remove(8)
    assert only(events, DayDecided).eliminated == 3


@pytest.mark.clause("L2.4")
def test_no_elimination_is_a_choice_like_a_seat(table: Any, only: Any) -> None:
    """With the most votes, or a majority, nobody goes."""
    table.vote(1, NO_ELIMINATION)
    table.vote(2, NO_ELIMINATION)
    table.vote(3, 1)
    events = table.close([])
    assert only(events, DayDecided).counts == ((1, 1), (NO_ELIMINATION, 2))
    assert (only(events, DayDecided).decided_by, table.state.dead) == ("no-elimination", ())
    table.close()
    for voter in (1, 2, 3, 4, 5):
        events = table.vote(voter, NO_ELIMINATION)
    assert (only(events, DayDecided).decided_by, table.state.phase) == ("no-elimination", "night-2")


@pytest.mark.clause("L2.4")
def test_no_elimination_can_be_forbidden(seat_at: Any) -> None:
    """Then it is neither offered nor taken."""
    table = seat_at(TruthSettings(no_elimination="forbidden"))
    assert NO_ELIMINATION not in table.options(1)[0].fields[0].choices
    assert refused(table, CastVote(seat=1, target=NO_ELIMINATION)) == ("no-elimination-forbidden", "L2.4")


@pytest.mark.clause("L2.5", "A4", "A8")
@pytest.mark.parametrize(("result", "eliminated"), [(1, 2), (2, 7)])
def test_a_tie_is_rolled_in_player_list_order(table: Any, only: Any, result: int, eliminated: int) -> None:
    """One die over the tied, recorded, and the result says that a roll decided between whom."""
    table.vote(1, 7)
    table.vote(3, 2)
    events = table.close([result])
    assert only(events, Rolled) == Rolled(label="day-1/tie", sides=2, result=result)
    decided = only(events, DayDecided)
    assert (decided.eliminated, decided.decided_by, decided.tied) == (eliminated, "roll", (2, 7))


@pytest.mark.clause("L2.5")
@pytest.mark.parametrize(("rule", "eliminated", "by"), [("first", 7, "first"), ("none", None, "tie")])
def test_a_tie_can_go_to_the_first_or_spare_all(seat_at: Any, only: Any, rule: str, eliminated: int, by: str) -> None:
    """No die is needed."""
    table = seat_at(TruthSettings(day_tie=rule))
    table.vote(1, 7)
    table.vote(3, 2)
    decided = only(table.close([]), DayDecided)
    assert (decided.eliminated, decided.decided_by) == (eliminated, by)


@pytest.mark.clause("L2.5")
def test_no_elimination_wins_a_tie(table: Any, only: Any) -> None:
    """Whatever the rule for ties, without a die."""
    table.vote(1, 7)
    table.vote(3, NO_ELIMINATION)
    decided = only(table.close([]), DayDecided)
    assert (decided.eliminated, decided.decided_by, decided.tied) == (None, "no-elimination", (7, NO_ELIMINATION))


@pytest.mark.clause("L2.6")
def test_a_day_without_votes_eliminates_nobody(table: Any, only: Any) -> None:
    """Also when all were taken back."""
    table.vote(1, 7)
    table.unvote(1)
    decided = only(table.close([]), DayDecided)
    assert (decided.eliminated, decided.decided_by, decided.counts) == (None, "no-votes", ())


@pytest.mark.clause("L2.7")
def test_everyone_sees_all_that_a_vote_count_lists(table: Any) -> None:
    """Wagons in voting order, no elimination, who has not voted, the majority and the leader."""
    for voter, target in [(8, 3), (2, NO_ELIMINATION), (1, 3), (8, 4), (8, 3)]:
        table.vote(voter, target)
    seen = GAME.view(table.state, PUBLIC)
    assert {wagon.target: wagon.voters for wagon in seen.wagons.wagons} == {3: (1, 8), NO_ELIMINATION: (2,)}
    assert seen.wagons.absent(seen.living) == (3, 4, 5, 6, 7, 9)
    assert seen.wagons.leaders((*seen.living, NO_ELIMINATION)) == (3,)
    assert majority(len(seen.living)) == 5


@pytest.mark.clause("L2.7")
def test_votes_of_earlier_days_can_be_looked_up(table: Any) -> None:
    """The final count of a day stays, though the votes of the next start from nothing."""
    table.vote(1, 7)
    table.close([])
    table.close()
    (past,) = GAME.view(table.state, PUBLIC).past_days
    assert (past.day, past.eliminated, past.wagons.target_of(1)) == (1, 7, 7)
    assert table.state.wagons.wagons == ()


# ------------------------------------------------------------------------------------------ L3 night


@pytest.mark.clause("L3.1")
def test_nobody_dies_at_night(night: Any) -> None:
    """The Mafia have one thing to send, and it kills nobody."""
    assert [option.name for option in night.options(3)] == ["suspects"]
    living = night.state.living
    night.close()
    assert night.state.living == living


@pytest.mark.clause("L3.2")
def test_any_goon_sets_and_changes_the_suspects(night: Any, only: Any) -> None:
    """The last word of any of them holds, partners included as suspects, in list order."""
    night.suspect(3, 7, 1)
    assert night.state.suspects == (1, 7)
    night.suspect(5, 5, 3)
    assert night.state.suspects == (3, 5)
    made = only(night.close([1, 8]), StatementMade).statement
    assert (made.first, made.second) == (3, 5)


@pytest.mark.clause("L3.2", "L1.2")
def test_suspects_are_known_to_the_living_mafia_only(night: Any) -> None:
    """Partners see the choice; the public, townies and the dead do not."""
    night.eliminate(4)
    (named,) = night.suspect(3, 1, 7)
    assert isinstance(named, SuspectsNamed)
    knowing = [seat for seat in range(1, 10) if GAME.may_know(night.state, named, seat_viewer(seat))]
    seeing = [seat for seat in range(1, 10) if GAME.view(night.state, seat_viewer(seat)).suspects]
    assert knowing == seeing == [3, 4, 5]
    assert not GAME.may_know(night.state, named, PUBLIC)
    night.close([1, 8])
    night.eliminate(4)
    night.suspect(3, 1, 7)
    assert [seat for seat in range(1, 10) if GAME.view(night.state, seat_viewer(seat)).suspects] == [3, 5]


@pytest.mark.clause("L3.2", "A2", "A3")
@pytest.mark.parametrize(
    ("seat", "suspects", "refusal"),
    [
        (3, (1, 1), ("same-suspect-twice", "L3.2")),
        (3, (1, 9), ("target-not-living", "A2")),
        (3, (0, 1), ("target-not-living", "A2")),
        (1, (2, 6), ("nothing-to-do-by-night", "L3.2")),
        (9, (2, 6), ("not-living", "A2")),
    ],
)
def test_suspects_that_the_rules_do_not_allow_are_refused(
    night: Any, seat: int, suspects: tuple[int, int], refusal: tuple[str, str]
) -> None:
    """Two different living seats, named by a living Goon."""
    assert refused(night, NameSuspects(seat=seat, suspects=suspects)) == refusal


@pytest.mark.clause("L3.2")
def test_suspects_are_named_by_night(table: Any) -> None:
    """By day a Goon is told so; a Townie hears the same as by night."""
    assert refused(table, NameSuspects(seat=3, suspects=(1, 2))) == ("not-by-day", "L3.2")
    assert refused(table, NameSuspects(seat=1, suspects=(1, 2))) == ("nothing-to-do-by-night", "L3.2")


@pytest.mark.clause("L3.2")
def test_the_mafia_are_missing_until_one_of_them_has_chosen(night: Any) -> None:
    """One choice is enough for all, and townies are never missing."""
    assert GAME.missing(night.state) == (3, 4, 5)
    night.suspect(4, 1, 2)
    assert GAME.missing(night.state) == ()


@pytest.mark.clause("L3.3", "L4.1")
def test_without_a_choice_two_living_seats_are_rolled(night: Any, only: Any) -> None:
    """One die over the eight living, one over the other seven, then those of the statement."""
    events = night.close([8, 1, 1, 4])
    assert [(e.label, e.sides) for e in events if isinstance(e, Rolled)] == [
        ("night-1/suspect-1", 8),
        ("night-1/suspect-2", 7),
        ("night-1/true-half", 2),
        ("night-1/other-half", 8),
    ]
    assert only(events, SuspectsDrawn).suspects == (1, 8)
    assert not GAME.may_know(night.state, only(events, SuspectsDrawn), seat_viewer(3))


@pytest.mark.clause("L3.3", "A6")
def test_a_suspect_that_is_removed_must_be_chosen_anew(night: Any, only: Any) -> None:
    """The choice is gone with the seat, and rolled if nobody chooses again."""
    night.suspect(3, 1, 7)
    night.remove(7)
    assert night.state.suspects is None
    assert GAME.missing(night.state) == (3, 4, 5)
    assert only(night.close(), SuspectsDrawn)


# -------------------------------------------------------------------------------------- L4 statement


@pytest.mark.clause("L4.1", "L4.4")
def test_the_statement_opens_the_next_day_in_list_order(night: Any, only: Any) -> None:
    """Chosen as 7 and 1, it speaks of 1 and 7; it comes before the day opens."""
    night.suspect(3, 7, 1)
    events = night.close([1, 4])
    made = only(events, StatementMade)
    assert (made.statement.day, made.statement.first, made.statement.second) == (2, 1, 7)
    assert events.index(made) < events.index(only(events, PhaseOpened))
    assert GAME.may_know(night.state, made, PUBLIC)
    assert GAME.view(night.state, PUBLIC).statements == (made.statement,)


@pytest.mark.clause("L4.2")
@pytest.mark.parametrize(("roll", "guilty"), [(1, (False, True)), (2, (True, True))])
def test_the_first_die_chooses_the_true_half(night: Any, only: Any, roll: int, guilty: tuple[bool, bool]) -> None:
    """Town 1 and Goon 3, the other half always guilty: 1 tells the truth about the first, 2 about the second."""
    night.suspect(3, 1, 3)
    made = only(night.close([roll, 1]), StatementMade).statement
    assert (made.first_guilty, made.second_guilty) == guilty


@pytest.mark.clause("L4.3")
@pytest.mark.parametrize(("roll", "guilty"), [(1, True), (3, True), (4, False), (8, False)])
def test_the_second_die_settles_the_other_half(night: Any, only: Any, roll: int, guilty: bool) -> None:
    """At most the number of living Mafia says guilty, though seat 2 is Town."""
    night.suspect(3, 1, 2)
    assert only(night.close([1, roll]), StatementMade).statement.second_guilty is guilty


@pytest.mark.clause("L4.3")
def test_dead_mafia_do_not_count_for_the_second_die(night: Any, only: Any) -> None:
    """With two living Goons of seven, a 3 says innocent."""
    night.remove(5)
    night.suspect(3, 1, 2)
    events = night.close([1, 3])
    assert [e.sides for e in events if isinstance(e, Rolled)] == [2, 7]
    assert only(events, StatementMade).statement.second_guilty is False


@pytest.mark.clause("L4.5")
def test_only_moderators_learn_how_the_statement_was_made(night: Any, only: Any) -> None:
    """Rolls and the true half are kept from players while the game lasts, and shown after it."""
    night.suspect(3, 1, 7)
    events = night.close([2, 4])
    hidden = [only(events, StatementExplained), *(e for e in events if isinstance(e, Rolled))]
    assert only(events, StatementExplained).true_half == 7
    for event in hidden:
        assert GAME.may_know(night.state, event, MODERATOR)
        assert not any(GAME.may_know(night.state, event, seat_viewer(seat)) for seat in range(1, 10))
    for seat in (3, 4, 5):
        night.remove(seat)
    assert all(GAME.may_know(night.state, event, PUBLIC) for event in hidden)


@pytest.mark.clause("L4.6")
def test_the_worked_example_of_the_source(seat_at: Any, only: Any) -> None:
    """Diane (1) before Jack (2), eight living, three Mafia, rolls 1 and 4: both innocent."""
    table = seat_at(mafia=(6, 7, 8))
    table.eliminate(9)
    table.suspect(6, 2, 1)
    made = only(table.close([1, 4]), StatementMade).statement
    assert (made.first, made.first_guilty, made.second, made.second_guilty) == (1, False, 2, False)


# -------------------------------------------------------------------------------------------- L5 end


@pytest.mark.clause("L5.1", "L5.3")
def test_the_town_wins_when_the_last_goon_is_out(table: Any, only: Any) -> None:
    """At once, with all townies as winners, the dead one too, and no night after."""
    table.remove(3)
    table.eliminate(4)
    table.close()
    table.eliminate(9)
    table.close()
    for voter in (1, 2, 6):
        table.vote(voter, 5)
    events = table.vote(7, 5)
    outcome = only(events, GameEnded).outcome
    assert (outcome.winner, outcome.clause, outcome.winning_seats) == ("town", "L5.1", (1, 2, 6, 7, 8, 9))
    assert (table.state.phase, GAME.outcome(table.state)) == (None, outcome)


@pytest.mark.clause("L5.2", "L5.3")
def test_the_mafia_win_at_parity(table: Any, only: Any) -> None:
    """Three against three ends it; three against four does not."""
    for seat in (1, 2):
        table.eliminate(seat)
        table.close()
    assert GAME.outcome(table.state) is None
    table.vote(3, 6)
    events = table.close([])
    outcome = only(events, GameEnded).outcome
    assert (outcome.winner, outcome.clause, outcome.winning_seats) == ("mafia", "L5.2", (3, 4, 5))


@pytest.mark.clause("L5.3", "A6")
@pytest.mark.parametrize("by_night", [False, True])
def test_a_removal_can_end_the_game(table: Any, only: Any, by_night: bool) -> None:
    """By day and by night, and the open phase closes with it."""
    if by_night:
        table.close([])
    phase = table.state.phase
    for seat in (1, 2):
        assert only(table.remove(seat), SeatRemoved).role == "town"
    events = table.remove(6)
    assert only(events, GameEnded).outcome.winner == "mafia"
    assert only(events, PhaseClosed) == PhaseClosed(phase=phase, cause="removal")


@pytest.mark.clause("L5.3")
def test_nothing_can_be_done_when_the_game_is_over(table: Any) -> None:
    """Votes, closing and removing are all refused, and nobody is asked for anything."""
    for seat in (3, 4, 5):
        table.remove(seat)
    for command in (
        CastVote(seat=1, target=2),
        ClosePhase(phase="day-1", cause="moderator"),
    ):
        assert refused(table, command) == ("game-over", "A1")
    with pytest.raises(RuleViolation, match="game-over"):
        table.remove(1)
    assert all(table.options(seat) == [] for seat in range(1, 10))


# --------------------------------------------------------------------------------- A: for all games


@pytest.mark.clause("A1")
def test_a_button_of_an_earlier_phase_never_counts(table: Any) -> None:
    """Made for Day 1 it is stale on Day 2, whoever sends it and in whatever form."""
    table.close([])
    table.close()
    assert refused(table, CastVote(seat=1, target=3, phase="day-1")) == ("stale", "A1")
    assert refused(table, ClosePhase(phase="day-1", cause="moderator")) == ("stale", "A1")
    with pytest.raises(RuleViolation, match="stale"):
        GAME.command(table.state, 1, Answer(name="vote", picks=((3,),)), phase="day-1")


@pytest.mark.clause("A1")
def test_a_phase_is_closed_once(table: Any) -> None:
    """Two moderators who press at once close one phase, not two."""
    close = ClosePhase(phase="day-1", cause="moderator")
    table.do(close)
    assert refused(table, close) == ("stale", "A1")
    assert table.state.phase == "night-1"


@pytest.mark.clause("A2", "A3")
def test_the_dead_neither_vote_nor_are_voted_for(night: Any) -> None:
    """Refusals name the clause and change nothing."""
    night.close()
    assert refused(night, CastVote(seat=9, target=1)) == ("not-living", "A2")
    assert refused(night, CastVote(seat=1, target=9)) == ("target-not-living", "A2")
    assert refused(night, CastVote(seat=1, target="start9")) == ("target-not-living", "A2")
    assert refused(night, CastVote(seat=0, target=1)) == ("not-living", "A2")
    assert night.options(9) == []


@pytest.mark.clause("A6")
def test_votes_by_and_for_a_removed_seat_are_gone(table: Any) -> None:
    """All other votes stay, and the role is shown."""
    for voter, target in [(1, 9), (2, 9), (9, 3), (6, 3)]:
        table.vote(voter, target)
    table.remove(9)
    assert table.state.wagons.voters() == {6}
    assert GAME.view(table.state, PUBLIC).roles == {9: "town"}


@pytest.mark.clause("A9")
def test_days_and_nights_do_not_close_before_their_time(table: Any) -> None:
    """All have voted, or chosen: they may still change their minds."""
    for voter in range(1, 10):
        table.vote(voter, voter)
    assert GAME.complete(table.state) is False
    table.close([1])
    for goon in table.state.living_mafia:
        table.suspect(goon, 6, 7)
    assert GAME.complete(table.state) is False


@pytest.mark.clause("A4", "A5")
def test_undoing_a_day_buys_no_other_roll(table: Any) -> None:
    """The same phase and purpose give the same result from the same seed, also after more votes."""
    table.vote(1, 7)
    table.vote(3, 2)
    before = table.state
    first = GAME.decide(before, ClosePhase(phase="day-1", cause="deadline"), table.dice)
    table.vote(4, 7)
    table.vote(5, 2)
    second = GAME.decide(table.state, ClosePhase(phase="day-1", cause="deadline"), table.dice)
    rolls = [[event for event in events if isinstance(event, Rolled)] for events in (first, second)]
    assert rolls[0] == rolls[1]
    assert len(rolls[0]) == 1


def test_what_is_no_command_of_the_game_is_a_mistake_of_the_program(table: Any) -> None:
    """It is not refused like a player's mistake."""
    with pytest.raises(TypeError, match="no command of truth"):
        table.do(Command())
    assert VoteCast in GAME.events
