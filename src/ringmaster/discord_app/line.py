"""Which rows may be sent now, the most urgent first."""

from __future__ import annotations

from collections import deque
from datetime import datetime

from ringmaster.discord_app.delivery import Counts, is_direct
from ringmaster.sessions.messages import Refresh
from ringmaster.sessions.ports import Clock, OutboxRow, OutboxStore

LENGTH = 160
"""How many rows are read at once. Finding out what is first costs the more the more there is, so when a
thousand games end at the same moment it is not asked again for each message."""


class Line:
    """The rows that are next. One row of a channel at a time is on its way; channels may rest for a while."""

    def __init__(self, outbox: OutboxStore, clock: Clock, counts: Counts) -> None:
        self._outbox = outbox
        self._clock = clock
        self._counts = counts
        self._rows: deque[OutboxRow] = deque()
        self._is_long = False
        self._stale = True
        self._due: datetime | None = None
        self._busy: set[str] = set()
        self._rests: dict[str, datetime] = {}
        self._delayed_edits: set[int] = set()

    @property
    def busy(self) -> int:
        """How many rows are on their way."""
        return len(self._busy)

    @property
    def until(self) -> datetime | None:
        """When to look again, if nothing happens before."""
        due = [self._due] if self._due is not None else []
        return min([*self._rests.values(), *due], default=None)

    def changed(self) -> None:
        """There may be new rows, or old ones may be ready again: those of a person come before newer ones."""
        self._stale = True
        self._rows = deque(row for row in self._rows if is_direct(row) is None)

    def done(self, row: OutboxRow) -> None:
        """A row is not on its way any more, whatever has become of it."""
        self._busy.discard(row.channel)

    def rest(self, row: OutboxRow, until: datetime) -> None:
        """Leave a row's channel alone until then."""
        self._rests[row.channel] = until

    async def take(self, most: int) -> list[OutboxRow]:
        """At most so many rows to send now; from now on they are on their way."""
        if most <= 0:
            return []
        now = self._clock()
        self._end_rests(now)
        # A new row that is more urgent than a long line waits for half of it: a second or two.
        read = self._stale and (not self._is_long or len(self._rows) <= LENGTH // 2)
        if read:
            await self._read(now)
        taken = self._pick(most)
        if len(taken) < most and not read:
            await self._read(now)
            taken += self._pick(most - len(taken))
        return taken

    def _end_rests(self, now: datetime) -> None:
        ended = [channel for channel, until in self._rests.items() if until <= now]
        for channel in ended:
            del self._rests[channel]
        if ended or (self._due is not None and self._due <= now):
            self._stale = True

    async def _read(self, now: datetime) -> None:
        # A row that was on its way when this began may have arrived when it ends: it must not begin again.
        on_their_way = set(self._busy)
        limit = LENGTH + len(on_their_way) + len(self._rests)
        self._stale = False
        try:
            rows = await self._outbox.waiting(now, limit)
            due = await self._outbox.next_due()
        except BaseException:
            self._stale = True
            raise
        self._rows = deque(row for row in rows if row.channel not in on_their_way)
        self._is_long = len(rows) == limit
        # What is due already is in the line, on its way, or rests.
        self._due = due if due is not None and due > now else None

    def _pick(self, most: int) -> list[OutboxRow]:
        picked: list[OutboxRow] = []
        while self._rows and len(picked) < most:
            row = self._rows.popleft()
            if self._may_start(row):
                self._delayed_edits.discard(row.id)
                self._busy.add(row.channel)
                picked.append(row)
        return picked

    def _may_start(self, row: OutboxRow) -> bool:
        if row.channel not in self._rests:
            return True
        if isinstance(row.out, Refresh) and row.id not in self._delayed_edits:
            self._delayed_edits.add(row.id)
            self._counts.coalesced += 1
        return False
