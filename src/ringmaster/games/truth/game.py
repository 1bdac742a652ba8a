"""To Tell the Truth on the contract of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from ringmaster.games.dice import Dice, Rolls
from ringmaster.games.kernel import (
    Answer,
    ClosePhase,
    Command,
    Decision,
    Entrant,
    Event,
    Field,
    GameEnded,
    Outcome,
    PhaseClosed,
    PhaseId,
    PhaseOpened,
    RemoveSeat,
    Rolled,
    Roster,
    RuleViolation,
    Seat,
    SeatCommand,
    SettingError,
    Turn,
    Viewer,
    after,
    check_picks,
)
from ringmaster.games.mafia import MafiaGame, deal
from ringmaster.games.truth import events as ev
from ringmaster.games.truth.checks import require_day, require_may_name, require_may_vote, vote_choices
from ringmaster.games.truth.commands import CastVote, NameSuspects, RetractVote
from ringmaster.games.truth.rulings import (
    DayVerdict,
    draw_suspects,
    hammer,
    make_statement,
    settle_day,
    winner,
)
from ringmaster.games.truth.settings import TruthSettings
from ringmaster.games.truth.state import MAFIA, NO_ELIMINATION, TOWN, TruthState
from ringmaster.games.truth.views import TruthView, view
from ringmaster.games.truth.words import parse


class TruthGame(MafiaGame[TruthState]):
    """See `ringmaster.games.kernel.Game` for what each method promises; the clauses are L1 to L5."""

    kind = "truth"
    title = "To Tell the Truth"
    choices = (NO_ELIMINATION,)
    settings_type = TruthSettings
    state_type = TruthState
    commands = (CastVote, RetractVote, NameSuspects, ClosePhase, RemoveSeat)
    events = (
        ev.GameBegan,
        ev.RoleDealt,
        ev.VoteCast,
        ev.VoteRetracted,
        ev.DayDecided,
        ev.SeatEliminated,
        ev.SeatRemoved,
        ev.SuspectsNamed,
        ev.SuspectsDrawn,
        ev.StatementMade,
        ev.StatementExplained,
        Rolled,
        PhaseOpened,
        PhaseClosed,
        GameEnded,
    )

    def seats_allowed(self, settings: TruthSettings) -> range:
        """Exactly as many as the settings say (L1.1)."""
        return range(settings.players, settings.players + 1)

    def begin(self, settings: TruthSettings, entrants: Sequence[Entrant], dice: Dice) -> tuple[Event, ...]:
        """Deal the roles by roll and open the first phase (L1.1, L1.4)."""
        seats = len(entrants)
        if seats not in self.seats_allowed(settings):
            raise SettingError("players", f"this game needs exactly {settings.players} players, not {seats}")
        began = ev.GameBegan(settings=settings, seats=seats)
        turn = Turn(self, self.evolve(None, began), dice)
        mafia = deal(seats, settings.mafia, turn.rolls)
        for seat in range(1, seats + 1):
            turn.emit(ev.RoleDealt(seat=seat, role=MAFIA if seat in mafia else TOWN))
        turn.emit(PhaseOpened(phase="day-1" if settings.start == "day" else "night-0"))
        return (began, *turn.events)

    def _submit(self, turn: Turn[TruthState], command: SeatCommand) -> None:
        state = turn.state
        match command:
            case CastVote(seat=seat, target=target):
                require_day(state)
                require_may_vote(state.living, state.settings, seat, target)
                if state.wagons.target_of(seat) == target:
                    return
                turn.emit(ev.VoteCast(seat=seat, target=target))
                self._look_for_majority(turn)
            case RetractVote(seat=seat):
                require_day(state)
                if state.wagons.target_of(seat) is None:
                    raise RuleViolation("no-vote-yet", "L2.2")
                turn.emit(ev.VoteRetracted(seat=seat))
            case NameSuspects(seat=seat, suspects=suspects):
                require_may_name(state, seat, suspects)
                ordered = (min(suspects), max(suspects))
                if state.suspects != ordered:
                    turn.emit(ev.SuspectsNamed(seat=seat, suspects=ordered))
            case _:
                raise TypeError(f"{type(command).__name__} is no command of {self.kind}")

    def _majority(self, state: TruthState) -> DayVerdict | None:
        return hammer(state.living, state.wagons, state.settings)

    def _settle_day(self, state: TruthState, label: str, rolls: Rolls) -> DayVerdict:
        return settle_day(state.living, state.wagons, state.settings, label, rolls)

    def _day_events(self, state: TruthState, verdict: DayVerdict) -> tuple[Event, ...]:
        decided = ev.DayDecided(
            day=state.number,
            eliminated=verdict.eliminated,
            decided_by=verdict.decided_by,
            counts=tuple(state.wagons.counts((*state.living, NO_ELIMINATION)).items()),
            tied=verdict.tied,
        )
        if verdict.eliminated is None:
            return (decided,)
        return (decided, ev.SeatEliminated(seat=verdict.eliminated, role=state.role(verdict.eliminated)))

    def _end_night(self, turn: Turn[TruthState]) -> None:
        state = turn.state
        assert state.phase is not None
        label, day, suspects = state.phase, state.number + 1, state.suspects
        if suspects is None:
            suspects = draw_suspects(state.living, label, turn.rolls)
            turn.emit(ev.SuspectsDrawn(suspects=suspects))
        statement, true_half = make_statement(day, state.living, state.living_mafia, suspects, label, turn.rolls)
        turn.emit(
            ev.StatementExplained(day=day, true_half=true_half),
            ev.StatementMade(statement=statement),
            PhaseOpened(phase=f"day-{day}"),
        )

    def _winner(self, state: TruthState) -> Outcome | None:
        return winner(state.living, state.roles)

    def _removal(self, state: TruthState, seat: Seat) -> Event:
        return ev.SeatRemoved(seat=seat, role=state.role(seat))

    def evolve(self, state: TruthState | None, event: Event) -> TruthState:
        """Apply one event."""
        if state is None:
            assert isinstance(event, ev.GameBegan)
            seats = tuple(range(1, event.seats + 1))
            return TruthState(settings=event.settings, living=seats)
        match event:
            case ev.RoleDealt(role=role):
                return replace(state, roles=(*state.roles, role))
            case ev.VoteCast(seat=seat, target=target):
                return replace(state, wagons=state.wagons.cast(seat, target))
            case ev.VoteRetracted(seat=seat):
                return replace(state, wagons=state.wagons.withdraw(seat))
            case ev.SuspectsNamed(suspects=suspects) | ev.SuspectsDrawn(suspects=suspects):
                return replace(state, suspects=suspects)
            case ev.DayDecided(eliminated=eliminated, decided_by=decided_by):
                return state.day_ended(eliminated, decided_by)
            case ev.SeatEliminated(seat=seat) | ev.SeatRemoved(seat=seat):
                return without(state, seat)
            case ev.StatementMade(statement=statement):
                return replace(state, statements=(*state.statements, statement))
            case PhaseOpened(phase=phase):
                return replace(state.opened(phase), suspects=None)
            case GameEnded(outcome=outcome):
                return replace(state, phase=None, outcome=outcome)
            case _:
                return state

    def options(self, state: TruthState, seat: Seat) -> tuple[Decision, ...]:
        """By day a vote (and taking it back), by night the suspects for a Goon."""
        if seat not in state.living:
            return ()
        if state.by_day:
            mine = state.wagons.target_of(seat)
            vote = Decision(
                name="vote",
                fields=(Field(name="for", choices=vote_choices(state.living, state.settings, seat)),),
                required=True,
                sent=None if mine is None else ((mine,),),
            )
            return (vote,) if mine is None else (vote, Decision(name="unvote"))
        if state.by_night and state.role(seat) == MAFIA:
            return (
                Decision(
                    name="suspects",
                    fields=(Field(name="suspects", choices=state.living, minimum=2, maximum=2),),
                    required=True,
                    sent=None if state.suspects is None else (state.suspects,),
                ),
            )
        return ()

    def command(self, state: TruthState, seat: Seat, answer: Answer, phase: PhaseId | None = None) -> Command:
        """``vote``, ``unvote`` or ``suspects`` as a command."""
        if phase is not None and phase != state.phase:
            raise RuleViolation("stale", "A1", phase=phase)
        made_for = phase or state.phase
        match answer:
            case Answer(name="vote", picks=((target,),)):
                return CastVote(seat=seat, target=target, phase=made_for)
            case Answer(name="unvote", picks=()):
                return RetractVote(seat=seat, phase=made_for)
            case Answer(name="suspects", picks=((int(one), int(two)),)):
                return NameSuspects(seat=seat, suspects=(one, two), phase=made_for)
            case _:
                check_picks(self.options(state, seat), answer)
                raise RuleViolation("no-such-decision", "A1", name=answer.name)

    def parse(self, state: TruthState, seat: Seat, text: str, roster: Roster) -> Answer:
        """The words of a player as an answer."""
        return parse(state, text, roster)

    def view(self, state: TruthState, viewer: Viewer) -> TruthView:
        """What the viewer may know."""
        return view(state, viewer)

    def deadline(self, state: TruthState, started: datetime, opened: datetime) -> datetime | None:
        """A day or a night after its opening, by the settings."""
        if state.phase is None:
            return None
        return after(opened, state.settings.day_hours if state.by_day else state.settings.night_hours)

    def complete(self, state: TruthState) -> bool:
        """Never: votes and suspects can be changed until the close (A9)."""
        return False

    def factions(self, state: TruthState) -> Mapping[str, tuple[Seat, ...]]:
        """The living Mafia: the dead learn no more than everyone, and Townies have nobody to talk to."""
        return {MAFIA: state.living_mafia}


def without(state: TruthState, seat: Seat) -> TruthState:
    """The state after a seat has left: suspects that include it are chosen anew."""
    still = state.suspects if state.suspects is not None and seat not in state.suspects else None
    return replace(state.without(seat), suspects=still)
