"""What seats send, whichever way it comes: typed, pressed, or chosen from a menu."""

from __future__ import annotations

from ringmaster.discord_app.actions import Enough, Page, Pick
from ringmaster.discord_app.answering import Answer as Reply
from ringmaster.discord_app.finding import READABLE
from ringmaster.discord_app.front_desk import Call, FrontDesk
from ringmaster.discord_app.presenters import answers
from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Answer, PhaseId, RuleViolation, Seat
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source


class Playing:
    """The players' side of the desk: each method answers with what the player reads."""

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk
        self._sessions = desk.sessions
        self._presenters = desk.presenters

    async def send(
        self,
        record: GameRecord,
        source: Source,
        sent: Answer | str,
        *,
        phase: PhaseId | None = None,
        confirmed: bool = False,
    ) -> Message:
        """Send something for the person's own seat; a receipt, or the question whether to send it for good."""
        receipt = await self._sessions.submit(record.id, source, sent, phase=phase, confirmed=confirmed)
        return self._presenters.receipt(receipt)

    async def ask(self, record: GameRecord, source: Source) -> Message:
        """What is asked of the person, with buttons and menus."""
        seat = own_seat(record, source)
        return self._presenters.request(record, seat) or answers.nothing_asked(record)

    async def me(self, record: GameRecord, source: Source) -> Message:
        """How the person stands."""
        seat = own_seat(record, source)
        return self._presenters.me(record, seat) if record.state is not None else answers.nothing_asked(record)

    async def votes(self, record: GameRecord, *, past: bool) -> Message:
        """The count that everyone may see."""
        if record.state is None:
            record.require_live()
        return self._presenters.votes(record, past=past)

    async def rules(self, call: Call, named: str | None, clause: str | None) -> Reply:
        """The rules of the game that is meant; a clause also for those who are in none."""

        async def work(record: GameRecord, _: Source) -> Message:
            return self._presenters.rules(clause, record.kind)

        try:
            return await self._desk.on_found(call, named, READABLE, work)
        except RuleViolation as refusal:
            if refusal.code != "no-game" or clause is None:
                raise
            return self._presenters.rules(clause, next(iter(GAMES)))

    async def turn(self, record: GameRecord, source: Source, action: Page) -> Message:
        """The menu for a decision's next field."""
        if action.phase != record.phase:
            raise RuleViolation("stale", "A1", phase=action.phase)
        seat = own_seat(record, source)
        return self._presenters.question(record, seat, action.decision, action.picks, action.part, action.page)

    async def pick(self, record: GameRecord, source: Source, action: Pick | Enough, values: list[str]) -> Message:
        """What follows when a menu was used: the next menu, or what the finished answer leads to."""
        picked = self._presenters.picked(record, own_seat(record, source), action, values)
        if isinstance(picked, Message):
            return picked
        return await self.send(record, source, picked, phase=action.phase)


def own_seat(record: GameRecord, source: Source) -> Seat:
    """The number of the person's seat.

    Raises:
        RuleViolation: ``no-seat``.
    """
    seat = record.seat_of(source.account)
    if seat is None:
        raise RuleViolation("no-seat", "A2")
    return seat.number
