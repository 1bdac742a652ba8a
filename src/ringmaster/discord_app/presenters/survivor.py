"""The words of Card Survivor: which event tells whom what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ringmaster.discord_app.presenters import survivor_asking as asking
from ringmaster.discord_app.presenters import survivor_challenges as challenges
from ringmaster.discord_app.presenters import survivor_councils as councils
from ringmaster.discord_app.presenters import survivor_final_four as final_four
from ringmaster.discord_app.presenters import survivor_idol as idol
from ringmaster.discord_app.presenters import survivor_jury as jury
from ringmaster.discord_app.presenters import survivor_leaving as leaving
from ringmaster.discord_app.presenters import survivor_lines as lines
from ringmaster.discord_app.presenters import survivor_phases as phases
from ringmaster.discord_app.presenters import survivor_reveal as opening
from ringmaster.discord_app.presenters import survivor_rooms as places
from ringmaster.discord_app.presenters import survivor_start as start
from ringmaster.discord_app.presenters.ending import ending, rolled
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.posts import GALLERY, STAGE, arrange, booth, direct, stage
from ringmaster.discord_app.presenters.replies import request
from ringmaster.discord_app.presenters.survivor_calendar import calendar_message
from ringmaster.discord_app.presenters.survivor_me import me
from ringmaster.discord_app.presenters.wording import phase_title, plain
from ringmaster.games.kernel import (
    EVERYONE,
    Decision,
    Event,
    GameEnded,
    Outcome,
    PhaseClosed,
    PhaseOpened,
    Rolled,
    Seat,
    Value,
)
from ringmaster.games.survivor import events as ev
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.messages import Message, Outgoing, Place, Refresh, Room, Send, Target, TextFile
from ringmaster.sessions.records import GameRecord, LogEntry


class SurvivorPresenter(GamePresenter):
    """See `ringmaster.discord_app.presenters.game.GamePresenter` for what each method promises."""

    panels: ClassVar[tuple[str, ...]] = (start.CALENDAR, final_four.FAVOURITE)

    # -- messages

    def present(
        self, before: Any, record: GameRecord, events: Sequence[Event], history: Sequence[LogEntry]
    ) -> list[Outgoing]:
        """See `GamePresenter.present`. What follows a council waits until its votes have been read."""
        outgoing: list[Outgoing] = []
        waits = 0.0
        for event in events:
            told = self.told(before, record, event, events)
            if isinstance(event, GameEnded):
                told = self.over(record, event.outcome, history)
            outgoing += (delayed(out, waits) for out in told)
            waits = max((out.after for out in outgoing if isinstance(out, Send)), default=0.0)
        return [*outgoing, *booth(self.secrets(record, events))]

    def told(self, before: SurvivorState, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        """The messages of one event; each is known to one of these, if to any."""
        return [
            *self._at_challenges(record, event, events),
            *self._at_councils(before, record, event, events),
            *self._about_the_idol(record, event, events),
            *self._among_four(record, event, events),
            *self._at_the_table(before, record, event, events),
        ]

    def _at_challenges(self, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        match event:
            case ev.ChallengeMissed(seat=seat, cards=played):
                return self._privately(record, seat, challenges.missed(record, played))
            case ev.TribalChallengeDecided(result=result):
                return [stage(challenges.tribal(record, result, events))]
            case ev.IndividualChallengeDecided(result=result):
                return [stage(challenges.individual(record, result))]
            case _:
                return []

    def _at_councils(
        self, before: SurvivorState, record: GameRecord, event: Event, events: Sequence[Event]
    ) -> list[Outgoing]:
        match event:
            case ev.VoteMissed(seat=seat, target=target):
                return self._privately(record, seat, councils.missed(record, target))
            case ev.IdolPlayed(seat=seat):
                return [councils.idol_played(record, seat)]
            case ev.CouncilDecided(result=result):
                return [*councils.revealed(record, councils.settled(before, result, events))]
            case ev.SeatEliminated(elimination=out):
                return leaving.eliminated(record, before, out.seat, events)
            case ev.SeatRemoved(seat=seat):
                return leaving.removed(self, record, before, seat, events)
            case _:
                return []

    def _about_the_idol(self, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        if isinstance(event, ev.IdolLost) and leaving.has_left(event.seat, events):
            return []
        return idol.told(record, event)

    def _among_four(self, record: GameRecord, event: Event, events: Sequence[Event]) -> list[Outgoing]:
        match event:
            case ev.BonusTaken(seat=seat, card=card, chosen=chosen):
                return self._with_bonus(record, seat, card, events, chosen=chosen)
            case ev.HandMissed(seat=seat, card=card):
                return self._privately(record, seat, final_four.missed(len(record.state.played), card))
            case ev.FanVoteCounted():
                return [Refresh(panel=final_four.FAVOURITE)]
            case ev.HandDecided():
                return [stage(final_four.hand_result(record, event, events))]
            case ev.FinalFourDecided():
                return [stage(final_four.placed(record, event))]
            case ev.FinalistsSeated():
                return [stage(final_four.finalists(record, event))]
            case ev.JurySeated():
                return [stage(jury.seated(record, event))]
            case ev.VerdictReached():
                return [stage(jury.verdict(record, event))]
            case _:
                return []

    def _at_the_table(
        self, before: SurvivorState, record: GameRecord, event: Event, events: Sequence[Event]
    ) -> list[Outgoing]:
        match event:
            case ev.TribesDealt(tribes=tribes):
                return start.begun(record, tribes)
            case ev.TribesMerged(because=because):
                return start.merged(record, because)
            case ev.CalendarRedrawn():
                return [start.calendar(record)]
            case PhaseClosed(phase=phase, cause="removal"):
                return [stage(f"{phase_title(phase)} is called off.")]
            case PhaseOpened(phase=phase) if phase == record.phase:
                return phases.opened(self, record)
            case _:
                return []

    def _with_bonus(
        self, record: GameRecord, seat: Seat, card: int, events: Sequence[Event], *, chosen: bool
    ) -> list[Outgoing]:
        """The favourite reads which card it has got, and is asked for its hand with that card in it (S9.4)."""
        if not chosen:
            return self._privately(record, seat, final_four.default_bonus(card))
        asked = None if any(isinstance(event, PhaseOpened) for event in events) else request(self, record, seat)
        return [] if asked is None else direct(record, seat, asked)

    def _privately(self, record: GameRecord, seat: Seat, text: str) -> list[Outgoing]:
        return direct(record, seat, f"**{plain(record.name)}**\n{text}")

    def over(self, record: GameRecord, outcome: Outcome, history: Sequence[LogEntry]) -> list[Outgoing]:
        """The winner, and then everything (S11.8)."""
        won = stage(f"**The game is over. {jury.won(record, outcome)}**")
        return [won, *ending(self, record, history), *arrange(*(room.place for room in self.rooms(record)))]

    def secrets(self, record: GameRecord, events: Sequence[Event]) -> Iterator[str]:
        """Lines for the moderators: rolls, and what not everyone may know; not even they see a fan's vote (S9.2)."""
        for event in events:
            if isinstance(event, Rolled):
                yield rolled(event)
            elif event.audience != EVERYONE and not isinstance(event, ev.FanVoteCast):
                yield self.line(record, event)

    def reopened(self, record: GameRecord) -> list[Outgoing]:
        """See `GamePresenter.reopened`."""
        return [start.calendar(record), *phases.opened(self, record)]

    # -- panels and places

    def panel(self, record: GameRecord, panel: str) -> tuple[Target, Message] | None:
        """See `GamePresenter.panel`."""
        if record.state is None:
            return None
        if panel == start.CALENDAR:
            return Place(STAGE), calendar_message(record)
        if panel == final_four.FAVOURITE and record.state.four:
            return Place(GALLERY), final_four.favourite_message(record)
        return None

    def rooms(self, record: GameRecord) -> list[Room]:
        """See `GamePresenter.rooms`."""
        return places.rooms(record)

    # -- words

    def label(self, record: GameRecord, value: Value, decision: str = "") -> str:
        """See `GamePresenter.label`."""
        return asking.label(record, value, decision)

    def item(self, record: GameRecord, item: object, label: str) -> str:
        """See `GamePresenter.item`."""
        return asking.item(record, item, label)

    def pressed(self, decision: Decision) -> bool:
        """See `GamePresenter.pressed`."""
        return decision.name in asking.PRESSED

    def verb(self, record: GameRecord, decision: Decision) -> str:
        """See `GamePresenter.verb`."""
        return asking.VERBS[decision.name]

    def prompt(self, record: GameRecord, seat: Seat, decision: Decision) -> str:
        """See `GamePresenter.prompt`."""
        return asking.prompt(record, seat, decision)

    def briefing(self, record: GameRecord, seat: Seat, decisions: Sequence[Decision]) -> list[str]:
        """See `GamePresenter.briefing`."""
        return asking.lines(record, seat, decisions)

    def answer(self, record: GameRecord, name: str, picks: tuple[tuple[Value, ...], ...]) -> str:
        """See `GamePresenter.answer`."""
        return asking.answer(record, name, picks)

    def me(self, record: GameRecord, seat: Seat) -> str:
        """See `GamePresenter.me`."""
        return me(record, seat)

    def votes(self, record: GameRecord, *, past: bool) -> Message:
        """See `GamePresenter.votes`."""
        if record.state is None:
            return Message(text="There have been no votes yet.")
        return Message(text=councils.past_councils(record) if past else councils.standing(record))

    def questions(self, record: GameRecord) -> list[str]:
        """See `GamePresenter.questions`."""
        return idol.question(record.state)

    def reveal(self, record: GameRecord) -> str:
        """See `GamePresenter.reveal`."""
        return opening.reveal(record)

    def files(self, record: GameRecord) -> tuple[TextFile, ...]:
        """See `GamePresenter.files`."""
        return opening.tables(record)

    def line(self, record: GameRecord, event: Event) -> str:
        """See `GamePresenter.line`."""
        return lines.line(record, event)


def delayed(out: Outgoing, seconds: float) -> Outgoing:
    """What is sent, not before so many seconds have passed."""
    return replace(out, after=max(out.after, seconds)) if isinstance(out, Send) and seconds else out
