"""Games of Card Survivor at the table: eight seats that merge at six, with a jury of three."""

from __future__ import annotations

from ringmaster.sessions.idol import MessageLink
from ringmaster.sessions.messages import Erase
from ringmaster.sessions.records import GameRecord, IdolMessage

from .conftest import Table

SMALL = {"jury": "3", "merge_at": "6", "players": "8"}
MESSAGE = IdolMessage(channel_id=501, message_id=601, neighbours=(600, 602))
THERE = MessageLink(77, 501, 601)
ELSEWHERE = MessageLink(77, 999, 601)


async def sign_up(table: Table, seats: int = 8, **settings: str) -> GameRecord:
    """A game whose sign-ups are open; seat n is played by account 100 + n."""
    record = await table.create("survivor", **{**SMALL, **settings})
    record = await table.sessions.open(record.id, table.moderator)
    for seat in range(1, seats + 1):
        record = await table.sessions.join(record.id, f"P{seat}", table.source(100 + seat))
    return record


async def season(table: Table, **settings: str) -> GameRecord:
    """A game that has begun."""
    record = await sign_up(table, **settings)
    return await table.sessions.start(record.id, table.moderator)


async def until(table: Table, record: GameRecord, kind: str) -> GameRecord:
    """Close phases until one of this kind is open; councils vote their last member out."""
    while record.state.kind != kind:
        if record.state.kind == "council":
            members, last = record.state.members, record.state.members[-1]
            for seat in members[:-1]:
                if last != record.state.immune:
                    await table.vote(record, seat, f"vote {record.roster.name(last)}")
        table.clock.advance(seconds=11)
        record = await table.sessions.close(record.id, table.moderator)
    return record


async def hidden(table: Table, message: IdolMessage = MESSAGE) -> GameRecord:
    """A game at the merge whose idol has just been hidden."""
    record = await until(table, await season(table), "merge")
    return await table.sessions.hide_idol(record.id, message, table.moderator)


async def erasures(table: Table) -> list[Erase]:
    """What waits to be erased."""
    return [row.out for row in await table.store.outbox.waiting(table.clock(), 1000) if isinstance(row.out, Erase)]
