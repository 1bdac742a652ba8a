"""Card Survivor on the contract of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from ringmaster.games.dice import Dice
from ringmaster.games.kernel import (
    Answer,
    ClosePhase,
    Command,
    Decision,
    Entrant,
    Event,
    Game,
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
    check_picks,
    require_current,
)
from ringmaster.games.survivor import commands as cm
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.calendar import deadline
from ringmaster.games.survivor.cards import Card
from ringmaster.games.survivor.closing import close
from ringmaster.games.survivor.evolve import apply
from ringmaster.games.survivor.options import options, spectator_options
from ringmaster.games.survivor.removal import remove
from ringmaster.games.survivor.settings import SurvivorSettings
from ringmaster.games.survivor.state import SurvivorState, fresh
from ringmaster.games.survivor.submissions import (
    IDOL_KINDS,
    cast_fan_vote,
    hide_idol,
    mark_idol_gone,
    submit,
)
from ringmaster.games.survivor.tribes import deal_tribes
from ringmaster.games.survivor.views import SurvivorView, view
from ringmaster.games.survivor.words import parse

CLOSE_WHEN_ALL_IN = frozenset({"challenge", "hand", "jury-vote", "deciding-vote"})
"""The phases in which each seat answers for itself alone (A9)."""


class SurvivorGame(Game[SurvivorState]):
    """See `ringmaster.games.kernel.Game` for what each method promises."""

    kind = "survivor"
    title = "Card Survivor"
    settings_type = SurvivorSettings
    state_type = SurvivorState
    commands = (
        cm.PlayCards,
        cm.CastVote,
        cm.ReadyIdol,
        cm.GiveIdol,
        cm.ClaimIdol,
        cm.TakeBonus,
        cm.PlayHand,
        cm.LineUp,
        cm.ChooseThird,
        cm.CastFanVote,
        cm.HideIdol,
        cm.MarkIdolGone,
        ClosePhase,
        RemoveSeat,
    )
    events = (
        ev.GameBegan,
        ev.TribesDealt,
        ev.TribesMerged,
        ev.CalendarRedrawn,
        ev.CardsSubmitted,
        ev.ChallengeMissed,
        ev.ChallengeScored,
        ev.TribalChallengeDecided,
        ev.IndividualChallengeDecided,
        ev.VoteSubmitted,
        ev.VoteMissed,
        ev.IdolPlayed,
        ev.CouncilCounted,
        ev.CouncilDecided,
        ev.SeatEliminated,
        ev.SeatRemoved,
        ev.IdolHidden,
        ev.IdolFound,
        ev.IdolSeenTaken,
        ev.IdolNotThere,
        ev.IdolMessageGone,
        ev.IdolGiven,
        ev.IdolReadied,
        ev.IdolLost,
        ev.FanVoteCast,
        ev.FanVoteCounted,
        ev.FavouriteTold,
        ev.BonusTaken,
        ev.CardsLinedUp,
        ev.HandMissed,
        ev.HandDecided,
        ev.FinalFourDecided,
        ev.ThirdChosen,
        ev.FinalistsSeated,
        ev.JurySeated,
        ev.DecidingVoteCalled,
        ev.VerdictReached,
        Rolled,
        PhaseOpened,
        PhaseClosed,
        GameEnded,
    )

    def seats_allowed(self, settings: SurvivorSettings) -> range:
        """Exactly as many as the settings say (S2.1)."""
        return range(settings.players, settings.players + 1)

    def begin(self, settings: SurvivorSettings, entrants: Sequence[Entrant], dice: Dice) -> tuple[Event, ...]:
        """Deal the tribes by seniority and open the first challenge (S2.3, S12.1).

        Raises:
            SettingError: the number of seats is not that of the settings, or a seat has no member-since date.
        """
        if len(entrants) not in self.seats_allowed(settings):
            raise SettingError("players", f"this game needs exactly {settings.players} players, not {len(entrants)}")
        since = [entrant.since for entrant in entrants]
        if None in since:
            raise SettingError("since", f"seat {since.index(None) + 1} has no member-since date")
        one, two = deal_tribes(cast("list[datetime]", since))
        return (
            ev.GameBegan(settings=settings, seats=len(entrants)),
            ev.TribesDealt(tribes=(tuple(sorted(one)), tuple(sorted(two)))),
            PhaseOpened(phase="challenge-1"),
        )

    def decide(self, state: SurvivorState, command: Command, dice: Dice) -> tuple[Event, ...]:
        """Apply one command."""
        match command:
            case SeatCommand():
                require_current(command, state.phase)
                return submit(state, command)
            case cm.CastFanVote():
                return cast_fan_vote(state, command)
            case cm.HideIdol():
                return hide_idol(state)
            case cm.MarkIdolGone():
                return mark_idol_gone(state)
            case _:
                turn = Turn(self, state, dice)
                self._moderate(turn, command)
                return tuple(turn.events)

    def _moderate(self, turn: Turn[SurvivorState], command: Command) -> None:
        match command:
            case ClosePhase():
                require_current(command, turn.state.phase)
                close(turn, command.cause)
            case RemoveSeat():
                remove(turn, command.seat)
            case _:
                raise TypeError(f"{type(command).__name__} is no command of {self.kind}")

    def evolve(self, state: SurvivorState | None, event: Event) -> SurvivorState:
        """Apply one event."""
        if state is None:
            assert isinstance(event, ev.GameBegan)
            return fresh(event.settings, event.seats)
        return apply(event, state)

    def options(self, state: SurvivorState, seat: Seat) -> tuple[Decision, ...]:
        """Cards, votes, the idol, a choice: whatever the open phase asks of this seat."""
        return options(state, seat)

    def command(self, state: SurvivorState, seat: Seat, answer: Answer, phase: PhaseId | None = None) -> Command:
        """An answer as a command; the rules are looked at when it is decided."""
        if phase is not None and phase != state.phase:
            raise RuleViolation("stale", "A1", phase=phase)
        made_for = phase or state.phase
        match answer:
            case Answer(name="public", picks=((int(public),), (int(secret),))) if not state.merged:
                return cm.PlayCards(seat=seat, cards=(public, secret), phase=made_for)
            case Answer(name="public", picks=((int(public),),)) if not state.merged:
                return cm.PlayCards(seat=seat, cards=(public,), phase=made_for)
            case Answer(name="play", picks=(picked,)) if state.merged:
                return cm.PlayCards(seat=seat, cards=_cards(picked), phase=made_for)
            case Answer(name="vote", picks=((int(target),),)):
                return cm.CastVote(seat=seat, target=target, phase=made_for)
            case Answer(name="idol", picks=(("play" | "keep" as use,),)):
                return cm.ReadyIdol(seat=seat, play=use == "play", phase=made_for)
            case Answer(name="give", picks=((int(to),),)):
                return cm.GiveIdol(seat=seat, to=to, phase=made_for)
            case Answer(name="take", picks=((int(card),),)):
                return cm.TakeBonus(seat=seat, card=card, phase=made_for)
            case Answer(name="hand", picks=((int(card),),)):
                return cm.PlayHand(seat=seat, card=card, phase=made_for)
            case Answer(name="line-up", picks=(picked,)):
                return cm.LineUp(seat=seat, cards=_cards(picked), phase=made_for)
            case Answer(name="choose", picks=((int(target),),)):
                return cm.ChooseThird(seat=seat, target=target, phase=made_for)
            case _:
                check_picks(self.options(state, seat), answer)
                raise RuleViolation("no-such-decision", "A1", name=answer.name)

    def spectator_options(self, state: SurvivorState, spectator: str) -> tuple[Decision, ...]:
        """The fan vote while it is open (S9.2)."""
        return spectator_options(state, spectator)

    def spectator_command(
        self, state: SurvivorState, spectator: str, answer: Answer, phase: PhaseId | None = None
    ) -> Command:
        """A vote for the favourite as a command."""
        decision = check_picks(self.spectator_options(state, spectator), answer)
        ((target,),) = answer.picks
        assert decision.name == "favourite"
        return cm.CastFanVote(spectator=spectator, target=int(target), phase=phase or state.phase)

    def occasions(self, state: SurvivorState) -> tuple[Command, ...]:
        """The idol is hidden, claimed by somebody, and taken away (S8.1, S8.2)."""
        if not state.merged or state.kind not in IDOL_KINDS:
            return ()
        match state.idol.stage:
            case "unhidden":
                return (cm.HideIdol(),)
            case "hidden":
                return tuple(cm.ClaimIdol(seat=seat, found=True) for seat in state.living)
            case _:
                return () if state.idol.message_gone else (cm.MarkIdolGone(),)

    def parse(self, state: SurvivorState, seat: Seat, text: str, roster: Roster) -> Answer:
        """The words of a player as an answer."""
        return parse(state, text, roster)

    def view(self, state: SurvivorState, viewer: Viewer) -> SurvivorView:
        """What the viewer may know."""
        return view(state, viewer)

    def outcome(self, state: SurvivorState) -> Outcome | None:
        """How the game has ended."""
        return state.outcome

    def phase(self, state: SurvivorState) -> PhaseId | None:
        """The open phase."""
        return state.phase

    def deadline(self, state: SurvivorState, started: datetime, opened: datetime) -> datetime | None:
        """Where the calendar has it, or a phase's length after its opening (S12.2)."""
        if state.kind is None:
            return None
        return deadline(state.settings, state.kind, state.closes_at, started, opened)

    def living(self, state: SurvivorState) -> tuple[Seat, ...]:
        """The living seats."""
        return state.living

    def participants(self, state: SurvivorState) -> tuple[Seat, ...]:
        """The living seats and, while it votes, the jury (S11.2)."""
        if state.kind != "jury-vote":
            return state.living
        return tuple(sorted((*state.living, *state.jurors)))

    def complete(self, state: SurvivorState) -> bool:
        """Whether all who answer for themselves alone have done so, or the only choice is made for good (A9)."""
        if state.kind == "choice":
            return state.third is not None
        if state.kind not in CLOSE_WHEN_ALL_IN or not state.settings.close_when_all_in:
            return False
        return not self.missing(state)

    def factions(self, state: SurvivorState) -> Mapping[str, tuple[Seat, ...]]:
        """The living members of each tribe, or of the merged one."""
        if state.merged:
            return {"merged": state.living}
        return {f"tribe-{number}": members for number, members in enumerate(state.tribes, start=1)}


def _cards(picked: Sequence[object]) -> tuple[Card, ...]:
    """What was picked, as cards.

    Raises:
        RuleViolation: ``no-such-choice`` (A3): a word stands where a card should.
    """
    words = [value for value in picked if not isinstance(value, int)]
    if words:
        raise RuleViolation("no-such-choice", "A3", choice=words[0])
    return tuple(card for card in picked if isinstance(card, int))
