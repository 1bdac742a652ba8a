"""Direct messages that are meant for others: passed on, changed and taken back with their originals."""

from __future__ import annotations

import logging

import discord

from ringmaster.discord_app.finding import KEPT, starts_with_name
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.mistyped import may_be_a_command
from ringmaster.discord_app.pictures import uploads_of
from ringmaster.discord_app.presenters import answers
from ringmaster.games.kernel import RuleViolation, Seat
from ringmaster.games.names import leading_name, split_verb
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import Account, GameRecord, Source, sent_at

log = logging.getLogger(__name__)

SPOKEN = frozenset({"say", "whisper", "confess"})
"""What begins with these is for others to read."""

PASSED_ON = Message(text="Passed on.")
"""The answer to what was passed on. In direct messages a mark on the person's own message says it."""

MARK = "✅"


class Talking:
    """What players write to the bot for others."""

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk
        self._sessions = desk.sessions

    async def speak(
        self, record: GameRecord, source: Source, verb: str, words: str, message: discord.Message
    ) -> Message:
        """Pass on what was written with ``say``, ``whisper`` or ``confess`` in front."""
        uploads = await uploads_of(message.attachments)
        match verb:
            case "say":
                await self._sessions.say(record.id, source, words, uploads, _answered(message))
            case "confess":
                await self._sessions.confess(record.id, source, words, uploads)
            case _:
                to, whispered = _whisper(record, words)
                await self._sessions.whisper(record.id, source, to, whispered, uploads)
        await _mark(message)
        return PASSED_ON

    async def plain(self, record: GameRecord, message: discord.Message, text: str) -> Message | None:
        """Do what the person has chosen for words without a command, or ask; None if only commands count."""
        relays = record.plain_talk.get(message.author.id)
        mistyped = may_be_a_command(text, record.roster.names)
        if relays is None or (relays and mistyped):
            return answers.ask_plain(record, message.id, mistyped=mistyped)
        return await self._pass_on(record, message, text) if relays else None

    async def choose(
        self, record: GameRecord, source: Source, *, relays: bool, message: discord.Message | None
    ) -> Message:
        """Remember where words without a command go, and pass on those that the question was about."""
        await self._sessions.choose_plain(record.id, source, relays=relays)
        if relays and message is not None and message.author.id == source.account:
            await self._pass_on(record, message, await self._words(message.content, source.account))
        return answers.chosen_plain(relays=relays)

    async def amend(self, message: discord.Message) -> bool:
        """Let copies follow an edit; False if the message was not passed on."""
        speech = await self._sessions.look(lambda uow: uow.speech(message.id))
        if speech is None:
            return False
        record = await self._sessions.get(speech.game_id)
        text = await self._words(message.content, message.author.id)
        verb, rest = split_verb(text)
        if verb == speech.kind:
            text = _whisper(record, rest)[1] if verb == "whisper" else rest
        left = [attachment.id for attachment in message.attachments]
        await self._sessions.amend(message.author.id, message.id, text, left)
        return True

    async def withdraw(self, message_id: int) -> None:
        """Take back what was passed on of a message."""
        await self._sessions.withdraw(message_id)

    async def _pass_on(self, record: GameRecord, message: discord.Message, text: str) -> Message:
        source = Source(account=message.author.id, at=sent_at(message.id), snowflake=message.id)
        uploads = await uploads_of(message.attachments)
        await self._sessions.talk(record.id, source, text, uploads, _answered(message))
        await _mark(message)
        return PASSED_ON

    async def _words(self, text: str, account: Account) -> str:
        """A text without the game's name in front."""
        games = await self._sessions.find(account=account, statuses=KEPT)
        named = starts_with_name(text.strip(), games)
        return text.strip() if named is None else named[1]


def is_plain(refusal: RuleViolation, record: GameRecord) -> bool:
    """Whether something was refused that is no command, in a game in which players talk through the bot."""
    return refusal.code == "not-understood" and record.kind == "survivor" and record.anonymous


def _whisper(record: GameRecord, words: str) -> tuple[Seat, str]:
    """To whom a whisper is, and what it says."""
    record.require_live()
    return leading_name(words, record.roster, record.game.living(record.state))


def _answered(message: discord.Message) -> int | None:
    """The ID of the message that a message replies to."""
    reference = message.reference
    is_reply = reference is not None and reference.type is discord.MessageReferenceType.reply
    return reference.message_id if reference is not None and is_reply else None


async def _mark(message: discord.Message) -> None:
    try:
        await message.add_reaction(MARK)
    except discord.HTTPException as error:  # it is passed on all the same
        log.info("a message cannot be marked", extra={"message_id": message.id, "code": error.code})
