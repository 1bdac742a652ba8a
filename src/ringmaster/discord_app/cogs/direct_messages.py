"""What people write to the bot in direct messages."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from ringmaster.discord_app.answering import Answer, Refused
from ringmaster.discord_app.cogs.idol import claim
from ringmaster.discord_app.cogs.playing import Playing
from ringmaster.discord_app.finding import HOW_I_STAND, IN_SEASON, KEPT, PLAYED, READABLE, Spot, starts_with_name
from ringmaster.discord_app.front_desk import Call, FrontDesk
from ringmaster.discord_app.message_links import links_in
from ringmaster.discord_app.presenters import answers
from ringmaster.discord_app.rendering import to_send
from ringmaster.discord_app.talking import PASSED_ON, SPOKEN, Talking, is_plain
from ringmaster.games.kernel import RuleViolation
from ringmaster.games.names import split_verb
from ringmaster.sessions.messages import Message, split
from ringmaster.sessions.ports import Clock
from ringmaster.sessions.records import LIVE, Account, GameRecord

log = logging.getLogger(__name__)

HELP_PAUSE = timedelta(minutes=1)
"""How long somebody is not told again how to write."""

REMEMBERED = 2000
"""How many people and edited messages are remembered."""


class DirectMessages(commands.Cog):
    """Takes the same words as ``/act``, and a few more."""

    def __init__(self, desk: FrontDesk, clock: Clock) -> None:
        self.desk = desk
        self.playing = Playing(desk)
        self.talking = Talking(desk)
        self._clock = clock
        self._helped: OrderedDict[Account, datetime] = OrderedDict()
        self._edited: OrderedDict[int, None] = OrderedDict()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody has written."""
        if message.guild is None and not message.author.bot:
            await self.hear(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Somebody has changed what they wrote. What was passed on follows; the rest stands, which is said once."""
        if payload.guild_id is not None or not payload.message.edited_at or payload.message.author.bot:
            return
        async with self._turn(payload.channel_id):
            try:
                followed = await self.talking.amend(payload.message)
            except Exception as error:  # whatever it is, the person is told
                await self._answer(self._explain(error, payload.message.author.id), payload.message)
                return
        if not followed and payload.message_id not in self._edited:
            _remember(self._edited, payload.message_id, None)
            await self._answer(Message(text=answers.EDITED), payload.message)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Somebody has deleted a message; what was passed on of it goes too."""
        if payload.guild_id is None:
            async with self._turn(payload.channel_id):
                await self.talking.withdraw(payload.message_id)

    async def hear(self, message: discord.Message) -> None:
        """Do what a direct message says, and answer it."""
        async with self._turn(message.channel.id):
            try:
                await self.desk.heard_from(message.author.id)
                answer = await self._understand(message)
            except Exception as error:  # whatever it is, the person is told
                answer = self._explain(error, message.author.id)
        await self._answer(answer, message)

    def _turn(self, channel_id: int) -> asyncio.Lock:
        """One person's messages, edits and deletions are dealt with in their order, however long pictures take."""
        turn = self._turns.get(channel_id) or asyncio.Lock()
        self._turns[channel_id] = turn
        return turn

    async def _answer(self, answer: Answer | None, to: discord.Message) -> None:
        if isinstance(answer, Message) and answer is not PASSED_ON:
            await self._say(answer, to)

    async def _understand(self, message: discord.Message) -> Answer | None:
        account = message.author.id
        text, named = await self._without_game(message.content.strip(), account)
        call = Call(person=message.author, snowflake=message.id, spot=Spot(account=account))
        verb, rest = split_verb(text)
        match verb:
            case "help":
                return await self._help(account)
            case "me":
                return await self.desk.on_found(call, named, HOW_I_STAND, self.playing.me)
            case "act" if not rest:
                return await self.desk.on_found(call, named, PLAYED, self.playing.ask)
            case "votes":
                return await self.desk.on_found(call, named, READABLE, lambda r, _: self._votes(r, past=rest == "past"))
            case "rules":
                return await self.playing.rules(call, named, rest or None)
            case _ if verb in SPOKEN and await self._seeks(account):
                return await self.desk.on_found(
                    call, named, IN_SEASON, lambda r, s: self.talking.speak(r, s, verb, rest, message)
                )
            case _ if links_in(text) and await self._seeks(account):
                return await self.desk.on_found(call, named, IN_SEASON, lambda r, s: claim(self.desk, r, s, text))
            case _:
                sent = rest if verb == "act" else text
                return await self._send_or_say(call, named, sent, message)

    async def _send_or_say(self, call: Call, named: str | None, sent: str, message: discord.Message) -> Answer | None:
        """Send what is a command; ask or remember whether what is none is for the tribe."""
        try:
            return await self.desk.on_found(call, named, PLAYED, lambda r, s: self.playing.send(r, s, sent))
        except Refused as refused:
            if not (isinstance(refused.why, RuleViolation) and is_plain(refused.why, refused.record)):
                raise
            passed_on = await self._said(refused, message, sent)
            if passed_on is None:
                raise
            return passed_on

    async def _said(self, refused: Refused, message: discord.Message, text: str) -> Message | None:
        try:
            return await self.talking.plain(refused.record, message, text)
        except RuleViolation as why:
            raise Refused(why, refused.record, moderator=refused.moderator) from why

    async def _without_game(self, text: str, account: Account) -> tuple[str, str | None]:
        """The text without the game's name in front, and the game's ID if it stood there."""
        games = await self.desk.sessions.find(account=account, statuses=KEPT)
        named = starts_with_name(text, games)
        return (text, None) if named is None else (named[1], str(named[0].id))

    async def _seeks(self, account: Account) -> bool:
        """Whether an account plays in a game in which there is an idol to find."""
        return any(game.kind == IN_SEASON.kind for game in await self.desk.finder.own(account, "player", LIVE))

    async def _votes(self, record: GameRecord, *, past: bool) -> Message:
        return await self.playing.votes(record, past=past)

    async def _help(self, account: Account) -> Message:
        games = await self.desk.finder.own(account, "player")
        return answers.help_text([await self.desk.sessions.get(game.id) for game in games])

    def _explain(self, error: Exception, account: Account) -> Message | None:
        """What is wrong with a message; nothing when it was counted before, or help was given just now."""
        why = getattr(error, "why", error)
        code = why.code if isinstance(why, RuleViolation) else None
        if code == "already-counted":
            return None
        if code in ("not-understood", "no-game"):
            return self._short_help(account, playing=code == "not-understood")
        return self.desk.refused(error, account)

    def _short_help(self, account: Account, *, playing: bool) -> Message | None:
        now, last = self._clock(), self._helped.get(account)
        if last is not None and now - last < HELP_PAUSE:
            return None
        _remember(self._helped, account, now)
        return Message(text=answers.DIRECT_MESSAGE_HELP if playing else answers.NOT_PLAYING)

    async def _say(self, answer: Message, to: discord.Message) -> None:
        """Answer a message, also if it was deleted meanwhile."""
        reference = to.to_reference(fail_if_not_exists=False)
        try:
            for part in split(answer):
                await to.channel.send(**to_send(part), reference=reference, mention_author=False)
        except discord.Forbidden as error:
            log.info("direct messages are closed", extra={"account": to.author.id, "code": error.code})


def _remember(memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)
