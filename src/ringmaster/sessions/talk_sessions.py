"""Talk through the bot, as the outside calls it."""

from __future__ import annotations

from collections.abc import Sequence

from ringmaster.games.kernel import Seat
from ringmaster.sessions import talk
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.records import Account, GameRecord, Source
from ringmaster.sessions.speech import Speech, Upload
from ringmaster.sessions.workbench import Workbench


class TalkSessions(Workbench):
    """What seats say, change and take back. The snowflake of the source is what their words are known by."""

    async def say(
        self, game_id: int, source: Source, text: str, uploads: Sequence[Upload] = (), reply_to: int | None = None
    ) -> Speech:
        """See `talk.say`."""
        return await self._change(
            game_id, source, lambda desk, record: talk.say(desk, record, text, uploads, source, reply_to)
        )

    async def whisper(
        self, game_id: int, source: Source, to: Seat, text: str, uploads: Sequence[Upload] = ()
    ) -> Speech:
        """See `talk.whisper`."""
        return await self._change(
            game_id, source, lambda desk, record: talk.whisper(desk, record, to, text, uploads, source)
        )

    async def confess(self, game_id: int, source: Source, text: str, uploads: Sequence[Upload] = ()) -> Speech:
        """See `talk.confess`."""
        return await self._change(
            game_id, source, lambda desk, record: talk.confess(desk, record, text, uploads, source)
        )

    async def talk(
        self, game_id: int, source: Source, text: str, uploads: Sequence[Upload] = (), reply_to: int | None = None
    ) -> Speech:
        """See `talk.answer`."""
        return await self._change(
            game_id, source, lambda desk, record: talk.answer(desk, record, text, uploads, source, reply_to)
        )

    async def amend(self, account: Account, origin: int, text: str, attachments: Sequence[int] = ()) -> Speech | None:
        """See `talk.amend`; None when the account has said nothing by that message, or has taken it back."""

        def change(desk: Desk) -> Speech | None:
            speech = desk.uow.speech(origin)
            if speech is None or speech.withdrawn or speech.account != account:
                return None
            return talk.amend(desk, desk.uow.game(speech.game_id), speech, text, tuple(attachments))

        return await self._run(change)

    async def withdraw(self, origin: int) -> bool:
        """See `talk.withdraw`; False when nothing was said by that message, or it was taken back before."""

        def change(desk: Desk) -> bool:
            speech = desk.uow.speech(origin)
            if speech is None or speech.withdrawn:
                return False
            talk.withdraw(desk, desk.uow.game(speech.game_id), speech)
            return True

        return await self._run(change)

    async def choose_plain(self, game_id: int, source: Source, *, relays: bool) -> GameRecord:
        """See `talk.choose_plain`."""
        return await self._change(
            game_id, source, lambda desk, record: talk.choose_plain(desk, record, source.account, relays=relays)
        )
