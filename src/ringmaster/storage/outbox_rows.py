"""Messages on their way out, as the use cases see them: put in, released, looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import and_, delete, insert, or_, select, update

from ringmaster.sessions.copies import parts_of
from ringmaster.sessions.messages import Amend, Change, Outgoing, Person, Refresh, Send, Strike, Withdraw
from ringmaster.sessions.ports import OutboxRow
from ringmaster.sessions.records import Account, GameRecord
from ringmaster.storage.copies import amend, withdraw
from ringmaster.storage.outbox_form import DROPPED, HELD, SENT, WAITING, channel_of, new_row, panels_of, read_rows
from ringmaster.storage.tables import closed_dms, outbox, panels
from ringmaster.storage.transaction import Transaction


class OutboxRows(Transaction):
    """The part of the unit of work that puts messages out."""

    def post(
        self, record: GameRecord, entry: int, outgoing: Iterable[Outgoing | Change], now: datetime | None = None
    ) -> bool:
        """See `UnitOfWork.post`."""
        news = False
        for out in outgoing:
            match out:
                case Refresh():
                    news |= self.add_unless_there(outbox, new_row(record.id, entry, out))
                case Amend():
                    news |= amend(self, record.id, out)
                case Withdraw():
                    news |= withdraw(self, record.id, out)
                case Strike(first=first, last=last):
                    self._forget_unsent(record.id, first, last)
                    self._forget_refreshes(record.id, entry)
                    self.execute(insert(outbox), [new_row(record.id, entry, out, now)])
                    news = True
                case _:
                    parts = parts_of(out) if isinstance(out, Send) else [out]
                    self.execute(insert(outbox), [new_row(record.id, entry, part, now) for part in parts])
                    news = True
        return news

    def _forget_unsent(self, game_id: int, first: int, last: int) -> None:
        """Remove messages of these log entries that nobody has seen yet: what is undone is not told any more."""
        of_them = (outbox.c.game_id == game_id, outbox.c.entry.between(first, last), outbox.c.type == Send.__name__)
        unsent = (outbox.c.state.in_((WAITING, HELD)), outbox.c.sending_since.is_(None))
        self.execute(delete(outbox).where(*of_them, *unsent))

    def _forget_refreshes(self, game_id: int, entry: int) -> None:
        """Remove edits of panels that this log entry posts anew: the old message is struck through, and stays so."""
        anew = panels_of(game_id, entry)
        unsent = (outbox.c.state == WAITING, outbox.c.sending_since.is_(None), outbox.c.type == Refresh.__name__)
        self.execute(delete(outbox).where(outbox.c.game_id == game_id, outbox.c.panel.in_(anew), *unsent))

    def panel(self, game_id: int, panel: str) -> tuple[int, int] | None:
        """See `UnitOfWork.panel`."""
        query = select(panels.c.channel_id, panels.c.message_id).where(
            panels.c.game_id == game_id, panels.c.panel == panel
        )
        row = self.execute(query).first()
        return None if row is None else (row.channel_id, row.message_id)

    def unreachable(self, accounts: Collection[Account]) -> frozenset[Account]:
        """See `UnitOfWork.unreachable`."""
        query = select(closed_dms.c.account).where(closed_dms.c.account.in_(accounts))
        return frozenset(self.execute(query).scalars())

    def set_reachable(self, account: Account, reachable: bool) -> bool:
        """See `UnitOfWork.set_reachable`."""
        if reachable:
            return self.changed(delete(closed_dms).where(closed_dms.c.account == account)) > 0
        return self.add_unless_there(closed_dms, {"account": account})

    def release(self, account: Account) -> int:
        """See `UnitOfWork.release`."""
        held = (outbox.c.state == HELD) & (outbox.c.channel == channel_of(0, Person(account)))
        return self.changed(update(outbox).where(held).values(state=WAITING, not_before=None, sending_since=None))

    def undelivered(self, game_id: int) -> list[OutboxRow]:
        """See `UnitOfWork.undelivered`: what is held, and messages that were given up."""
        given_up = and_(outbox.c.state == DROPPED, outbox.c.type == Send.__name__)
        query = select(outbox).where(outbox.c.game_id == game_id, or_(outbox.c.state == HELD, given_up))
        return read_rows(self, query.order_by(outbox.c.id))

    def forget_ledger(self, game_id: int) -> None:
        """Remove what was sent or given up in a game: once it is archived nobody asks for it."""
        over = outbox.c.state.in_((SENT, DROPPED))
        self.execute(delete(outbox).where(outbox.c.game_id == game_id, over))
