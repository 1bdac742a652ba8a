"""The use cases that only Card Survivor has, as the outside calls them."""

from __future__ import annotations

from collections.abc import Collection

from ringmaster.games.kernel import PhaseId, RuleViolation, Seat
from ringmaster.sessions import favourite, idol, questions
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.idol import MessageLink
from ringmaster.sessions.records import LIVE, GameRecord, IdolMessage, Source
from ringmaster.sessions.workbench import Workbench


class SeasonSessions(Workbench):
    """Idol, spectators' questions and the favourite."""

    async def hide_idol(self, game_id: int, message: IdolMessage, source: Source) -> GameRecord:
        """See `idol.hide`."""
        return await self._moderate(game_id, source, lambda desk, record: idol.hide(desk, record, message, source))

    async def claim_idol(
        self, game_id: int, link: MessageLink, source: Source, *, seat: Seat | None = None
    ) -> GameRecord:
        """See `idol.claim`. A moderator sends a link for a seat.

        Raises:
            RuleViolation: ``no-seat`` when the account does not play, and all that `idol.claim` raises.
        """

        def send(desk: Desk, record: GameRecord) -> GameRecord:
            if seat is not None:
                record.require_moderator(source)
                return idol.claim(desk, record, seat, link, source)
            own = record.seat_of(source.account)
            if own is None:
                raise RuleViolation("no-seat", "A2")
            return idol.claim(desk, record, own.number, link, source)

        return await self._change(game_id, source, send)

    async def messages_gone(self, guild_id: int, message_ids: Collection[int]) -> None:
        """Note that messages of a server are gone; see `idol.message_gone`."""

        def note(desk: Desk) -> None:
            for summary in desk.uow.games(guild_id=guild_id, statuses=LIVE):
                idol.message_gone(desk, desk.uow.game(summary.id), message_ids)

        await self._run(note)

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """Note that a channel or thread of a server is gone with all its messages; see `idol.message_gone`."""

        def note(desk: Desk) -> None:
            for summary in desk.uow.games(guild_id=guild_id, statuses=LIVE):
                record = desk.uow.game(summary.id)
                message = record.idol_message
                if message is not None and message.channel_id == channel_id:
                    idol.message_gone(desk, record, [message.message_id])

        await self._run(note)

    async def message_edited(self, guild_id: int, message_id: int) -> None:
        """Note that a message of a server was edited; see `idol.edited`."""

        def note(desk: Desk) -> None:
            for summary in desk.uow.games(guild_id=guild_id, statuses=LIVE):
                idol.edited(desk, desk.uow.game(summary.id), message_id)

        await self._run(note)

    async def idol_erased(self, game_id: int, message_id: int) -> None:
        """Note that the bot has removed the idol's message, or the phrase in it."""
        await self._run(lambda desk: idol.message_gone(desk, desk.uow.game(game_id), [message_id]))

    async def ask(self, game_id: int, tribe: str, text: str, source: Source) -> GameRecord:
        """See `questions.ask`."""
        return await self._change(
            game_id, source, lambda desk, record: questions.ask(desk, record, tribe, text, source)
        )

    async def pass_question(self, game_id: int, number: int, source: Source) -> GameRecord:
        """See `questions.pass_on`."""
        return await self._moderate(
            game_id, source, lambda desk, record: questions.pass_on(desk, record, number, source)
        )

    async def drop_question(self, game_id: int, number: int, source: Source) -> GameRecord:
        """See `questions.drop`."""
        return await self._moderate(game_id, source, lambda desk, record: questions.drop(desk, record, number, source))

    async def favour(self, game_id: int, target: Seat, phase: PhaseId, source: Source) -> GameRecord:
        """See `favourite.vote`."""
        return await self._change(
            game_id, source, lambda desk, record: favourite.vote(desk, record, target, phase, source)
        )
