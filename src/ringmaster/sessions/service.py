"""The use cases as the outside calls them: each is one transaction, after which clock and publisher are woken."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from ringmaster.games.kernel import Answer, Decision, PhaseId, RuleViolation, Seat
from ringmaster.sessions import clockwork, lobby, moderation, play, undo
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.forecast import Forecast, forecast
from ringmaster.sessions.ports import IdleWait, Timer, UnitOfWork
from ringmaster.sessions.records import Account, GameRecord, GameSummary, LogEntry, Source, Status
from ringmaster.sessions.season import SeasonSessions
from ringmaster.sessions.talk_sessions import TalkSessions
from ringmaster.sessions.workbench import game_of

T = TypeVar("T")

log = logging.getLogger(__name__)

LONGEST_SLEEP = timedelta(hours=1)
AFTER_A_FAULT = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReport:
    """What a moderator wants to see at a glance."""

    record: GameRecord
    missing: tuple[Seat, ...]
    unreachable: frozenset[Account]
    undelivered: int


class Sessions(SeasonSessions, TalkSessions):
    """All games of one database. Methods raise `RuleViolation` or `SettingError` for what people can cause."""

    # -- looking

    async def get(self, game_id: int) -> GameRecord:
        """The game.

        Raises:
            RuleViolation: ``no-such-game``.
        """
        known = self._store.known(game_id)
        return known if known is not None else await self._store.run(lambda uow: game_of(uow, game_id))

    async def find(
        self,
        *,
        account: Account | None = None,
        guild_id: int | None = None,
        channel_id: int | None = None,
        statuses: Collection[Status] | None = None,
    ) -> list[GameSummary]:
        """Games of an account, in a server or at a channel, oldest first."""

        def look(uow: UnitOfWork) -> list[GameSummary]:
            found = uow.games(guild_id=guild_id, account=account, statuses=statuses)
            if channel_id is None:
                return found
            here = uow.game_at(channel_id)
            return [summary for summary in found if summary.id == here]

        return await self._store.run(look)

    async def status(self, game_id: int) -> StatusReport:
        """What is missing and what could not be delivered."""

        def look(uow: UnitOfWork) -> StatusReport:
            record = game_of(uow, game_id)
            accounts = [account for seat in record.seats for account in seat.accounts]
            return StatusReport(
                record=record,
                missing=record.game.missing(record.state) if record.phase is not None else (),
                unreachable=uow.unreachable(accounts),
                undelivered=len(uow.undelivered(game_id)),
            )

        return await self._store.run(look)

    async def log(self, game_id: int, *, last: int | None = None) -> list[LogEntry]:
        """The game's log with what was undone, oldest first."""
        return await self._store.run(lambda uow: uow.log(game_id, undone=True, last=last))

    async def forecast(self, game_id: int) -> Forecast:
        """What closing the open phase now would do; nothing is rolled."""
        return forecast(await self.get(game_id))

    async def undo_points(self, game_id: int) -> list[undo.UndoPoint]:
        """What can be undone, newest first."""
        return undo.undo_points(await self._store.run(lambda uow: uow.log(game_id)))

    async def interpret(self, game_id: int, seat: Seat, text: str) -> Answer:
        """What a seat's words mean, without sending them."""
        record = await self.get(game_id)
        record.require_live()
        return record.game.parse(record.state, seat, text, record.roster)

    # -- before and after the game

    async def create(
        self, kind: str, name: str, guild_id: int, source: Source, channel_id: int | None = None
    ) -> GameRecord:
        """See `lobby.create`."""
        return await self._run(
            lambda desk: lobby.create(desk, kind, name, guild_id, self._default_zone, source, channel_id)
        )

    async def change_setting(self, game_id: int, name: str, text: str, source: Source) -> GameRecord:
        """See `lobby.change_setting`."""
        return await self._moderate(
            game_id, source, lambda desk, record: lobby.change_setting(desk, record, name, text, source)
        )

    async def open(self, game_id: int, source: Source) -> GameRecord:
        """See `lobby.open_signups`."""
        return await self._moderate(game_id, source, lambda desk, record: lobby.open_signups(desk, record, source))

    async def join(self, game_id: int, name: str, source: Source) -> GameRecord:
        """See `lobby.join`."""
        return await self._change(game_id, source, lambda desk, record: lobby.join(desk, record, name, source))

    async def leave(self, game_id: int, source: Source) -> GameRecord:
        """See `lobby.leave`."""
        return await self._change(
            game_id, source, lambda desk, record: lobby.leave(desk, record, source.account, source)
        )

    async def spectate(self, game_id: int, source: Source) -> GameRecord:
        """See `lobby.spectate`."""
        return await self._change(game_id, source, lambda desk, record: lobby.spectate(desk, record, source))

    async def seat_add(
        self, game_id: int, account: Account, name: str | None, source: Source, since: datetime | None = None
    ) -> GameRecord:
        """See `lobby.add_seat`."""
        return await self._moderate(
            game_id, source, lambda desk, record: lobby.add_seat(desk, record, account, name, since, source)
        )

    async def seat_remove(self, game_id: int, seat: Seat, source: Source) -> GameRecord:
        """See `lobby.remove_before_start`."""
        return await self._moderate(
            game_id, source, lambda desk, record: lobby.remove_before_start(desk, record, seat, source)
        )

    async def seat_edit(
        self,
        game_id: int,
        seat: Seat,
        source: Source,
        *,
        name: str | None = None,
        since: datetime | None = None,
        avatar: str | None = None,
    ) -> GameRecord:
        """See `lobby.edit_seat`."""
        return await self._moderate(
            game_id,
            source,
            lambda desk, record: lobby.edit_seat(desk, record, seat, source, name=name, since=since, avatar=avatar),
        )

    async def start(self, game_id: int, source: Source) -> GameRecord:
        """See `lobby.start`."""
        return await self._moderate(game_id, source, lambda desk, record: lobby.start(desk, record, source))

    async def end(self, game_id: int, result: str | None, source: Source) -> GameRecord:
        """See `lobby.end`."""
        return await self._moderate(game_id, source, lambda desk, record: lobby.end(desk, record, result, source))

    async def archive(self, game_id: int, source: Source) -> GameRecord:
        """See `lobby.archive`."""
        return await self._moderate(game_id, source, lambda desk, record: lobby.archive(desk, record, source))

    async def cohost(self, game_id: int, account: Account, source: Source) -> GameRecord:
        """See `lobby.add_moderator`."""
        return await self._moderate(
            game_id, source, lambda desk, record: lobby.add_moderator(desk, record, account, source)
        )

    async def remove_cohost(self, game_id: int, account: Account, source: Source) -> GameRecord:
        """See `lobby.remove_moderator`."""
        return await self._moderate(
            game_id, source, lambda desk, record: lobby.remove_moderator(desk, record, account, source)
        )

    async def presence(self, guild_id: int, account: Account, *, away: bool) -> None:
        """Note that a member has left a server or come back, in all its unfinished games."""

        def note(desk: Desk) -> None:
            for summary in desk.uow.games(guild_id=guild_id, account=account, statuses=("open", "running", "paused")):
                lobby.note_presence(desk, desk.uow.game(summary.id), account, away=away)

        await self._run(note)

    async def expelled(self, guild_id: int) -> None:
        """Note that the bot is not in a server any more; its running games stand still."""

        def note(desk: Desk) -> None:
            for summary in desk.uow.games(guild_id=guild_id, statuses=("running",)):
                lobby.note_expulsion(desk, desk.uow.game(summary.id))

        await self._run(note)

    # -- playing

    async def submit(
        self,
        game_id: int,
        source: Source,
        sent: Answer | str,
        *,
        seat: Seat | None = None,
        phase: PhaseId | None = None,
        confirmed: bool = False,
    ) -> play.Receipt:
        """Send something for the source's own seat, or as a moderator for another's; see `play.submit`.

        Raises:
            RuleViolation: ``no-seat`` when the account does not play, and all that `play.submit` raises.
        """

        def send(desk: Desk, record: GameRecord) -> play.Receipt:
            if seat is not None:
                record.require_moderator(source)
            own = record.seat_of(source.account)
            number = seat if seat is not None else None if own is None else own.number
            if number is None:
                raise RuleViolation("no-seat", "A2")
            return play.submit(desk, record, number, sent, source, phase=phase, confirmed=confirmed)

        return await self._change(game_id, source, send)

    async def question(
        self, game_id: int, account: Account, decision: str, phase: PhaseId
    ) -> tuple[GameRecord, Seat, Decision]:
        """What a seat is asked under this name, for a menu made in this phase.

        Raises:
            RuleViolation: ``no-seat``, ``stale`` or ``no-such-decision``.
        """
        record = await self.get(game_id)
        record.require_live()
        own = record.seat_of(account)
        if own is None:
            raise RuleViolation("no-seat", "A2")
        if phase != record.phase:
            raise RuleViolation("stale", "A1", phase=phase)
        found = play.find_decision(record, own.number, Answer(name=decision))
        if found is None:
            raise RuleViolation("no-such-decision", "A1", name=decision)
        return record, own.number, found

    # -- moderating

    async def close(self, game_id: int, source: Source, phase: PhaseId | None = None) -> GameRecord:
        """See `play.close`."""
        return await self._moderate(game_id, source, lambda desk, record: play.close(desk, record, source, phase))

    async def set_deadline(self, game_id: int, when: str, source: Source) -> GameRecord:
        """See `moderation.set_deadline`."""
        return await self._moderate(
            game_id, source, lambda desk, record: moderation.set_deadline(desk, record, when, source)
        )

    async def pause(self, game_id: int, source: Source) -> GameRecord:
        """See `moderation.pause`."""
        return await self._moderate(game_id, source, lambda desk, record: moderation.pause(desk, record, source))

    async def resume(self, game_id: int, source: Source) -> GameRecord:
        """See `moderation.resume`."""
        return await self._moderate(game_id, source, lambda desk, record: moderation.resume(desk, record, source))

    async def replace(self, game_id: int, seat: Seat, account: Account, source: Source) -> GameRecord:
        """See `moderation.replace_account`."""
        return await self._moderate(
            game_id, source, lambda desk, record: moderation.replace_account(desk, record, seat, account, source)
        )

    async def remove(self, game_id: int, seat: Seat, reason: str, source: Source) -> GameRecord:
        """See `moderation.remove`."""
        return await self._moderate(
            game_id, source, lambda desk, record: moderation.remove(desk, record, seat, reason, source)
        )

    async def announce(self, game_id: int, text: str, source: Source) -> GameRecord:
        """See `moderation.announce`."""
        return await self._moderate(
            game_id, source, lambda desk, record: moderation.announce(desk, record, text, source)
        )

    async def tell(self, game_id: int, seat: Seat, text: str, source: Source) -> GameRecord:
        """See `moderation.tell`."""
        return await self._moderate(
            game_id, source, lambda desk, record: moderation.tell(desk, record, seat, text, source)
        )

    async def resend(self, game_id: int, seat: Seat, source: Source) -> int:
        """See `moderation.resend`."""
        return await self._moderate(game_id, source, lambda desk, record: moderation.resend(desk, record, seat, source))

    async def undo(self, game_id: int, to: int, source: Source) -> GameRecord:
        """See `undo.undo`."""
        return await self._moderate(game_id, source, lambda desk, record: undo.undo(desk, record, to, source))

    # -- time

    async def note_alive(self) -> None:
        """Note that the bot is up and connected; what A7 counts from."""
        await self._store.run(lambda uow: uow.note_alive(self._clock()))

    async def after_outage(self) -> None:
        """Move the deadlines that the bot was away for (A7). Called when it is back, before the clock runs."""

        def catch_up(desk: Desk) -> None:
            last_seen = desk.uow.seen_alive()
            if last_seen is not None:
                for summary in desk.uow.games(statuses=("running",)):
                    clockwork.extend_after_outage(desk, desk.uow.game(summary.id), last_seen)
            desk.uow.note_alive(desk.now)

        await self._run(catch_up)

    async def tick(self) -> datetime | None:
        """Do all that is due; when the next thing is due, or None."""
        while True:
            timer = await self._store.run(lambda uow: uow.next_timer())
            if timer is None or timer.due > self._clock():
                return None if timer is None else timer.due
            await self._ring(timer)

    async def _ring(self, timer: Timer) -> None:
        try:
            await self._run(lambda desk: clockwork.ring(desk, timer))
        except Exception:  # one broken game must not stop the clock of the others
            error_id = uuid.uuid4().hex[:8]
            log.exception("timer failed", extra={"error_id": error_id, "game": timer.game_id, "timer": timer.kind})
            later = Timer(game_id=timer.game_id, kind=timer.kind, due=self._clock() + AFTER_A_FAULT)
            await self._run(lambda desk: clockwork.postpone(desk, later))

    async def run_clock(self, idle_wait: IdleWait) -> None:
        """Ring every timer when it is due, until cancelled."""
        while True:
            self._woken.clear()
            due = await self.tick()
            now = self._clock()
            pause = min(LONGEST_SLEEP, (due - now) if due is not None else LONGEST_SLEEP)
            with suppress(TimeoutError):
                # not wait_for: on Python 3.11 it waits in a task of its own, of which idle_wait cannot know
                async with asyncio.timeout(max(pause.total_seconds(), 0.01)):
                    await idle_wait(self._woken.wait())
