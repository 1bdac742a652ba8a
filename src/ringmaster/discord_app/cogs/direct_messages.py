"""What people write to the bot in direct messages."""

from __future__ import annotations

import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands

from ringmaster.discord_app.answering import Answer
from ringmaster.discord_app.cogs.idol import claim
from ringmaster.discord_app.cogs.playing import Playing
from ringmaster.discord_app.finding import HOW_I_STAND, IN_SEASON, KEPT, PLAYED, READABLE, Spot, starts_with_name
from ringmaster.discord_app.front_desk import Call, FrontDesk
from ringmaster.discord_app.message_links import links_in
from ringmaster.discord_app.presenters import answers
from ringmaster.discord_app.rendering import to_send
from ringmaster.games.kernel import RuleViolation
from ringmaster.games.names import split_verb
from ringmaster.sessions.messages import Message, split
from ringmaster.sessions.ports import Clock
from ringmaster.sessions.records import LIVE, Account, GameRecord

log = logging.getLogger(__name__)

HELP_PAUSE = timedelta(minutes=1)
"""How long somebody is not told again how to write."""

SPOKEN = frozenset({"say", "whisper", "confess"})
"""What begins with these is for others to read; a link in it leads nowhere."""

REMEMBERED = 2000
"""How many people and edited messages are remembered."""


class DirectMessages(commands.Cog):
    """Takes the same words as ``/act``, and a few more."""

    def __init__(self, desk: FrontDesk, clock: Clock) -> None:
        self.desk = desk
        self.playing = Playing(desk)
        self._clock = clock
        self._helped: OrderedDict[Account, datetime] = OrderedDict()
        self._edited: OrderedDict[int, None] = OrderedDict()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody has written."""
        if message.guild is None and not message.author.bot:
            await self.hear(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Somebody has changed what they wrote, which counts for nothing and is said once."""
        data: Any = payload.data
        author = data.get("author", {})
        own_edit = data.get("edited_timestamp") and not author.get("bot", False)
        if payload.guild_id is not None or not own_edit or payload.message_id in self._edited:
            return
        _remember(self._edited, payload.message_id, None)
        await self._say(Message(text=answers.EDITED), payload.message)

    async def hear(self, message: discord.Message) -> None:
        """Do what a direct message says, and answer it."""
        try:
            await self.desk.heard_from(message.author.id)
            answer = await self._understand(message)
        except Exception as error:  # whatever it is, the person is told
            answer = self._explain(error, message.author.id)
        if isinstance(answer, Message):
            await self._say(answer, message)

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
            case _ if verb not in SPOKEN and links_in(text) and await self._seeks(account):
                return await self.desk.on_found(call, named, IN_SEASON, lambda r, s: claim(self.desk, r, s, text))
            case _:
                sent = rest if verb == "act" else text
                return await self.desk.on_found(call, named, PLAYED, lambda r, s: self.playing.send(r, s, sent))

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
