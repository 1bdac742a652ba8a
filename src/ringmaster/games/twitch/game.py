"""Twitch Plays Mafia on the contract of the kernel."""

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
    GameEnded,
    Outcome,
    PhaseClosed,
    PhaseId,
    PhaseOpened,
    RemoveSeat,
    Rolled,
    Roster,
    Seat,
    SeatCommand,
    SettingError,
    Turn,
    Viewer,
    after,
)
from ringmaster.games.mafia import MafiaGame, deal
from ringmaster.games.twitch import decisions
from ringmaster.games.twitch import events as ev
from ringmaster.games.twitch.checks import require_day, require_may_act, require_may_kill, require_may_vote
from ringmaster.games.twitch.commands import CastVote, NameKill, SendAction
from ringmaster.games.twitch.rulings import DayVerdict, hammer, settle_day, settle_night, winner
from ringmaster.games.twitch.settings import FEWEST_SEATS, MOST_SEATS, TwitchSettings
from ringmaster.games.twitch.state import DOME, HELIX, KINDS, START9, Action, Kind, TwitchState
from ringmaster.games.twitch.views import TwitchView, view
from ringmaster.games.twitch.words import parse


class TwitchGame(MafiaGame[TwitchState]):
    """See `ringmaster.games.kernel.Game` for what each method promises; the clauses are T1 to T6.

    A removed seat (A6) leaves nothing behind. Its vote and its action are gone. So are votes and actions
    that are aimed at it, since only the living are targets (A2): whoever sent them may send anew. A kill
    aimed at it is named no longer; a kill that it was to send passes to the first living Dome seat. A
    majority of those who are left ends the day at once, as with any vote.
    """

    kind = "twitch"
    title = "Twitch Plays Mafia"
    choices = (START9,)
    settings_type = TwitchSettings
    state_type = TwitchState
    commands = (CastVote, SendAction, NameKill, ClosePhase, RemoveSeat)
    events = (
        ev.GameBegan,
        ev.FactionDealt,
        ev.ActionSent,
        ev.ActionVoided,
        ev.KillNamed,
        ev.KillVoided,
        ev.KillPassedOn,
        ev.NightResolved,
        ev.NightEnded,
        ev.StunTold,
        ev.VoteCast,
        ev.DayDecided,
        ev.SeatKilled,
        ev.SeatLynched,
        ev.SeatRemoved,
        ev.StalemateNoticed,
        Rolled,
        PhaseOpened,
        PhaseClosed,
        GameEnded,
    )

    def seats_allowed(self, settings: TwitchSettings) -> range:
        """From 5 to 40, and more than twice as many as Dome (T1.2)."""
        return range(max(FEWEST_SEATS, settings.dome * 2 + 1), MOST_SEATS + 1)

    def begin(self, settings: TwitchSettings, entrants: Sequence[Entrant], dice: Dice) -> tuple[Event, ...]:
        """Deal the factions by roll and open the first phase (T1.2, T1.3)."""
        seats, allowed = len(entrants), self.seats_allowed(settings)
        if seats not in allowed:
            numbers = f"from {allowed.start} to {allowed.stop - 1} players"
            raise SettingError("dome", f"with these settings this game takes {numbers}, not {seats}")
        began = ev.GameBegan(settings=settings, seats=seats)
        turn = Turn(self, self.evolve(None, began), dice)
        dome = deal(seats, settings.dome_among(seats), turn.rolls)
        for seat in range(1, seats + 1):
            turn.emit(ev.FactionDealt(seat=seat, faction=DOME if seat in dome else HELIX))
        turn.emit(PhaseOpened(phase="day-1" if settings.night_zero == "skip" else "night-0"))
        return (began, *turn.events)

    def _submit(self, turn: Turn[TwitchState], command: SeatCommand) -> None:
        state = turn.state
        match command:
            case CastVote(seat=seat, target=target):
                require_day(state)
                require_may_vote(state.living, state.wagons, state.settings, seat, target)
                turn.emit(ev.VoteCast(seat=seat, target=target))
                self._look_for_majority(turn)
            case SendAction(seat=seat, kind=kind, targets=targets):
                require_may_act(state, seat, kind, targets)
                turn.emit(ev.ActionSent(action=Action(by=seat, kind=kind, targets=targets)))
            case NameKill(seat=seat, target=target, sender=named):
                require_may_kill(state, seat, target, named)
                sender = named or state.kill_sender or seat
                if (target, sender) != (state.kill_target, state.kill_sender):
                    turn.emit(ev.KillNamed(seat=seat, target=target, sender=sender))
            case _:
                raise TypeError(f"{type(command).__name__} is no command of {self.kind}")

    def _majority(self, state: TwitchState) -> DayVerdict | None:
        return hammer(state.living, state.wagons)

    def _settle_day(self, state: TwitchState, label: str, rolls: Rolls) -> DayVerdict:
        return settle_day(state.living, state.wagons, state.settings, label, rolls)

    def _day_events(self, state: TwitchState, verdict: DayVerdict) -> tuple[Event, ...]:
        decided = ev.DayDecided(
            day=state.number,
            lynched=verdict.eliminated,
            decided_by=verdict.decided_by,
            counts=tuple(state.wagons.counts((*state.living, START9)).items()),
            tied=verdict.tied,
        )
        if verdict.eliminated is None:
            return (decided,)
        return (decided, ev.SeatLynched(seat=verdict.eliminated, faction=state.faction(verdict.eliminated)))

    def _end_night(self, turn: Turn[TwitchState]) -> None:
        state = turn.state
        assert state.phase is not None
        missed_kill = state.settings.missed_kill if state.has_kill else "none"
        verdict = settle_night(
            state.living, state.roles, state.actions, state.kill, missed_kill, state.phase, turn.rolls
        )
        turn.emit(
            ev.NightResolved(night=state.number, verdict=verdict),
            ev.NightEnded(night=state.number, killed=verdict.killed, counts=counts_told(state)),
        )
        if verdict.killed is not None:
            turn.emit(ev.SeatKilled(seat=verdict.killed, faction=state.faction(verdict.killed)))
        if state.settings.stun_notice == "told" and verdict.stunned in turn.state.living:
            turn.emit(ev.StunTold(seat=verdict.stunned))
        self._go_on(turn, f"day-{state.number + 1}")

    def _go_on(self, turn: Turn[TwitchState], following: PhaseId) -> None:
        super()._go_on(turn, following)
        state = turn.state
        if state.outcome is None and state.quiet and state.quiet % state.settings.stalemate_after == 0:
            turn.emit(ev.StalemateNoticed(quiet=state.quiet))

    def _winner(self, state: TwitchState) -> Outcome | None:
        return winner(state.living, state.roles)

    def _removal(self, state: TwitchState, seat: Seat) -> Event:
        return ev.SeatRemoved(seat=seat, faction=state.faction(seat))

    def _removed_by_night(self, turn: Turn[TwitchState], seat: Seat) -> None:
        for action in turn.state.actions:
            if seat in action.targets:
                turn.emit(ev.ActionVoided(seat=action.by))
        if turn.state.kill_target == seat:
            turn.emit(ev.KillVoided())
        elif turn.state.kill_target is not None and turn.state.kill_sender is None:
            turn.emit(ev.KillPassedOn(sender=turn.state.living_dome[0]))

    def evolve(self, state: TwitchState | None, event: Event) -> TwitchState:
        """Apply one event."""
        if state is None:
            assert isinstance(event, ev.GameBegan)
            return TwitchState(settings=event.settings, living=tuple(range(1, event.seats + 1)))
        match event:
            case ev.FactionDealt(faction=faction):
                return replace(state, roles=(*state.roles, faction))
            case ev.VoteCast(seat=seat, target=target):
                return replace(state, wagons=state.wagons.cast(seat, target))
            case ev.ActionSent(action=action):
                return replace(state, actions=(*state.actions, action))
            case ev.ActionVoided(seat=seat):
                return without_action(state, seat)
            case ev.KillNamed(target=target, sender=sender):
                return replace(state, kill_target=target, kill_sender=sender)
            case ev.KillVoided():
                return replace(state, kill_target=None)
            case ev.KillPassedOn(sender=sender):
                return replace(state, kill_sender=sender)
            case ev.NightEnded(killed=killed):
                return replace(state, quiet=state.quiet + 1 if killed is None else 0)
            case ev.DayDecided(lynched=lynched, decided_by=decided_by):
                ended = state.day_ended(lynched, decided_by)
                return replace(ended, quiet=state.quiet + 1 if lynched is None else 0)
            case ev.SeatRemoved(seat=seat):
                sender = None if state.kill_sender == seat else state.kill_sender
                left = without_action(state.without(seat), seat)
                return replace(left, kill_sender=sender, quiet=0)
            case ev.SeatDied(seat=seat):
                return state.without(seat)
            case PhaseOpened(phase=phase):
                return replace(state.opened(phase), actions=(), kill_target=None, kill_sender=None)
            case GameEnded(outcome=outcome):
                return replace(state, phase=None, outcome=outcome)
            case _:
                return state

    def options(self, state: TwitchState, seat: Seat) -> tuple[Decision, ...]:
        """By day the vote; by night one action, and for the Dome the kill."""
        return decisions.options(state, seat)

    def command(self, state: TwitchState, seat: Seat, answer: Answer, phase: PhaseId | None = None) -> Command:
        """``vote``, ``protect``, ``stun``, ``bus`` or ``kill`` as a command."""
        return decisions.command(state, seat, answer, phase)

    def parse(self, state: TwitchState, seat: Seat, text: str, roster: Roster) -> Answer:
        """The words of a player as an answer."""
        return parse(state, seat, text, roster)

    def view(self, state: TwitchState, viewer: Viewer) -> TwitchView:
        """What the viewer may know."""
        return view(state, viewer)

    def deadline(self, state: TwitchState, started: datetime, opened: datetime) -> datetime | None:
        """A day or a night after its opening, by the settings."""
        if state.phase is None:
            return None
        return after(opened, state.settings.day_hours if state.by_day else state.settings.night_hours)

    def complete(self, state: TwitchState) -> bool:
        """When all of the living have voted (T5.7). Nights go on: the kill can be changed (A9)."""
        return state.by_day and not state.wagons.absent(state.living)

    def factions(self, state: TwitchState) -> Mapping[str, tuple[Seat, ...]]:
        """The Dome; Helix Followers have nobody to talk to."""
        return {DOME: state.with_role(DOME)}


def without_action(state: TwitchState, seat: Seat) -> TwitchState:
    """The state without what a seat has sent this night."""
    return replace(state, actions=tuple(action for action in state.actions if action.by != seat))


def counts_told(state: TwitchState) -> tuple[tuple[Kind, int], ...] | None:
    """How many submissions of each kind the morning tells of, if it does (T2.5)."""
    if state.settings.night_feed == "none":
        return None
    return tuple((kind, sum(1 for action in state.actions if action.kind == kind)) for kind in KINDS)
