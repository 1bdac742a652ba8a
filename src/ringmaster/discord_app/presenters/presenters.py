"""The door to all words: hands the rules' events to the game's presenter and the table's to the table's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ringmaster.discord_app.actions import Enough, Pick, Picks
from ringmaster.discord_app.presenters import refusals, replies, rules, speeches, staff, table
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.menus import Draft, read_values
from ringmaster.discord_app.presenters.survivor import SurvivorPresenter
from ringmaster.discord_app.presenters.truth import TruthPresenter
from ringmaster.discord_app.presenters.twitch import TwitchPresenter
from ringmaster.games.kernel import Answer, Decision, Event, PhaseId, RuleViolation, Seat, SettingError, Value
from ringmaster.sessions.forecast import Forecast
from ringmaster.sessions.messages import Message, Outgoing, Room, Target
from ringmaster.sessions.play import Receipt
from ringmaster.sessions.records import GameRecord, GameSummary, HostActed, LogEntry
from ringmaster.sessions.speech import Lead, Speech

PRESENTERS: Mapping[str, GamePresenter] = {
    "survivor": SurvivorPresenter(),
    "truth": TruthPresenter(),
    "twitch": TwitchPresenter(),
}
"""The presenter of each kind of game. A new game is added here."""


class Presenters:
    """See `ringmaster.sessions.ports.Presenter`; and the private replies that the bot gives."""

    def __init__(self, presenters: Mapping[str, GamePresenter] = PRESENTERS) -> None:
        self._presenters = presenters

    def _of(self, record: GameRecord) -> GamePresenter:
        return self._presenters[record.kind]

    # -- the port

    def present(
        self, before: Any, record: GameRecord, events: Sequence[Event], history: Sequence[LogEntry] = ()
    ) -> list[Outgoing]:
        """The messages that events cause, those of the table first; with ``history`` the end tells everything."""
        game = self._of(record)
        hosted = [event for event in events if isinstance(event, HostActed)]
        played = [event for event in events if not isinstance(event, HostActed)]
        outgoing = [out for event in hosted for out in table.present(game, record, event, history)]
        return [*outgoing, *(game.present(before, record, played, history) if played else ())]

    def panel(self, record: GameRecord, panel: str) -> tuple[Target, Message] | None:
        """Where a panel hangs and what it says now."""
        return table.signup(record) if panel == "signup" else self._of(record).panel(record, panel)

    def rooms(self, record: GameRecord) -> list[Room]:
        """How the game's places have to be now."""
        return self._of(record).rooms(record)

    def lead(self, record: GameRecord, speech: Speech, to: Target, quoted: Speech | None) -> Lead:
        """How the copy of a speech begins for a reader."""
        return speeches.lead(record, speech, to, quoted)

    def request(self, record: GameRecord, seat: Seat) -> Message | None:
        """What is asked of a seat now; None when nothing is."""
        return replies.request(self._of(record), record, seat)

    # -- asking, field by field

    def question(
        self,
        record: GameRecord,
        seat: Seat,
        decision: str,
        picks: Picks = (),
        part: tuple[Value, ...] = (),
        page: int = 0,
    ) -> Message:
        """The menu for a decision's next field.

        Raises:
            RuleViolation: ``no-such-decision`` when it is not asked of the seat now.
        """
        asked = self._find(record, seat, decision)
        if asked is None:
            raise RuleViolation("no-such-decision", "A1", name=decision)
        draft = Draft(game=record.id, phase=record.phase or "", decision=asked, picks=picks, part=part)
        return replies.question(self._of(record), record, seat, draft, page)

    def picked(
        self, record: GameRecord, seat: Seat, action: Pick | Enough, values: Sequence[str] = ()
    ) -> Answer | Message:
        """What follows when a menu was used: the finished answer to submit, or the menu for what is next.

        What is not asked of the seat is an answer too, so that the rules say why it does not count.

        Raises:
            RuleViolation: ``stale`` when it was made for another phase.
        """
        if action.phase != record.phase:
            raise RuleViolation("stale", "A1", phase=action.phase)
        chosen = read_values(values)
        asked = self._find(record, seat, action.decision)
        if asked is None:
            return Answer(name=action.decision, picks=(*action.picks, (*action.part, *chosen)))
        draft = Draft(
            game=record.id, phase=action.phase, decision=asked, picks=action.picks, part=action.part
        ).with_values(chosen, enough=isinstance(action, Enough))
        if draft.field is None:
            return draft.answer
        return replies.question(self._of(record), record, seat, draft, 0)

    def _find(self, record: GameRecord, seat: Seat, name: str) -> Decision | None:
        options = () if record.state is None else record.game.options(record.state, seat)
        return next((option for option in options if option.name == name), None)

    # -- private replies to players

    def receipt(self, receipt: Receipt, *, by_moderator: bool = False) -> Message:
        """What was understood and now counts; or, when it has to be confirmed first, the question whether."""
        return replies.receipt(self._of(receipt.record), receipt, by_moderator=by_moderator)

    def confirmation(self, record: GameRecord, seat: Seat, answer: Answer, phase: PhaseId) -> Message:
        """What was understood, with buttons to send it for good or not."""
        return replies.confirmation(self._of(record), record, answer, phase)

    def me(self, record: GameRecord, seat: Seat) -> Message:
        """Role or hand, what the seat has sent, the deadline."""
        return replies.me(self._of(record), record, seat)

    def votes(self, record: GameRecord, *, past: bool = False) -> Message:
        """The vote count now, or the final ones of earlier days."""
        return self._of(record).votes(record, past=past)

    def rules(self, clause: str | None, kind: str) -> Message:
        """One clause in full, or all clauses of a game."""
        return rules.rules(clause, kind)

    def welcome(self, record: GameRecord, seat: Seat) -> Message:
        """The first direct message to somebody who has joined."""
        return replies.welcome(record, seat)

    def joined(self, record: GameRecord, *, reachable: bool) -> Message:
        """The reply to joining: whether the bot can write to them."""
        return replies.joined(record, reachable=reachable)

    def games(self, games: Sequence[GameSummary]) -> Message:
        """A list of games."""
        return staff.games(games)

    # -- private replies to moderators

    def status(self, report: Any) -> Message:
        """How a game stands and what needs a decision."""
        return staff.status(self._of(report.record), report)

    def forecast(self, forecast: Forecast) -> Message:
        """What closing the phase now would do."""
        return staff.forecast(self._of(forecast.record), forecast)

    def settings(self, record: GameRecord) -> Message:
        """All settings with their values and clauses."""
        return staff.settings(record)

    def log(self, record: GameRecord, entries: Sequence[LogEntry]) -> Message:
        """The log, everything told."""
        return staff.log(self._of(record), record, entries)

    def undo_points(self, record: GameRecord, points: Sequence[Any]) -> Message:
        """What can be undone, each with a button."""
        return staff.undo_points(self._of(record), record, points)

    def created(self, record: GameRecord) -> Message:
        """The reply to creating a game: what to do next, and who can read along."""
        return table.created(record)

    # -- what went wrong

    def refusal(
        self,
        violation: RuleViolation | SettingError,
        record: GameRecord | None = None,
        viewer_is_moderator: bool = False,
    ) -> str:
        """Why something was refused and what to do, in one sentence."""
        return refusals.sentence(violation, record, viewer_is_moderator=viewer_is_moderator)

    def unexpected(self, error_id: str) -> str:
        """What a person is told when the fault is the bot's."""
        return refusals.unexpected(error_id)
