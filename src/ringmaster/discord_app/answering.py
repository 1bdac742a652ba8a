"""Answering interactions: in private, in time, and always, whatever happens.

Discord drops an interaction that is not answered within three seconds (error 10062 from then on), so work
that takes longer is announced first: https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, Literal, TypeAlias

import discord

from ringmaster.discord_app.presenters import Presenters
from ringmaster.discord_app.rendering import to_edit, to_send
from ringmaster.games.kernel import RuleViolation, SettingError
from ringmaster.sessions.messages import Message, split
from ringmaster.sessions.records import GameRecord

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]
Answer: TypeAlias = Message | discord.ui.Modal
Manner: TypeAlias = Literal["reply", "update"]
"""Whether an answer is a new private message, or takes the place of the one whose button was pressed."""

PATIENCE = 1.5
"""Seconds that work may take before Discord is told that the answer comes later."""

UNKNOWN_INTERACTION, ALREADY_ANSWERED = 10062, 40060


class Refused(Exception):  # noqa: N818 - it is an outcome, not a fault
    """What a person wanted was refused in a game, whose names the sentence needs."""

    def __init__(self, why: RuleViolation | SettingError, record: GameRecord, *, moderator: bool) -> None:
        super().__init__(record.id)
        self.why = why
        self.record = record
        self.moderator = moderator


class Answering:
    """Runs what people want and answers them."""

    def __init__(self, presenters: Presenters) -> None:
        self._presenters = presenters

    async def answer(
        self, interaction: Interaction, work: Coroutine[Any, Any, Answer], manner: Manner = "reply"
    ) -> None:
        """Do the work and answer with what it returns, or with why it could not be done."""
        try:
            async with Announcement(interaction, manner):
                answer = await work
            await _while_it_is_there(interaction, _deliver(interaction, answer, manner))
        except Exception as error:  # everything that can go wrong is told to the person
            why = self.explain(error, interaction.user.id)
            await _while_it_is_there(interaction, _deliver(interaction, why, "reply"))

    def explain(self, error: Exception, account: int) -> Message:
        """Why something could not be done: a refusal in a sentence, or a fault with the ID it is logged under."""
        match error:
            case Refused(why=why, record=record, moderator=moderator):
                return Message(text=self._presenters.refusal(why, record, viewer_is_moderator=moderator))
            case RuleViolation() | SettingError():
                return Message(text=self._presenters.refusal(error))
            case _:
                error_id = secrets.token_hex(4)
                log.error("fault %s", error_id, extra={"account": account}, exc_info=error)
                return Message(text=self._presenters.unexpected(error_id))


class Announcement:
    """Tells Discord that an answer comes later, if it has not come within the time."""

    def __init__(self, interaction: Interaction, manner: Manner) -> None:
        self._interaction = interaction
        self._manner: Manner = manner
        self._made: asyncio.Task[None] | None = None

    def _make(self) -> None:
        announcing = _while_it_is_there(self._interaction, _defer(self._interaction, self._manner))
        self._made = asyncio.create_task(announcing)

    async def __aenter__(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._make)

    async def __aexit__(self, *_: object) -> None:
        """The answer is there, so it is announced no more; if it was, Discord has to know before it comes."""
        self._timer.cancel()
        if self._made is not None:
            await self._made


async def _while_it_is_there(interaction: Interaction, call: Coroutine[Any, Any, None]) -> None:
    try:
        await call
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_INTERACTION, ALREADY_ANSWERED):
            raise
        log.warning("answer came too late", extra={"interaction": interaction.id, "code": error.code})


async def _defer(interaction: Interaction, manner: Manner) -> None:
    await interaction.response.defer(ephemeral=True, thinking=manner == "reply")


async def _deliver(interaction: Interaction, answer: Answer, manner: Manner) -> None:
    if isinstance(answer, discord.ui.Modal):
        await interaction.response.send_modal(answer)
        return
    first, *rest = split(answer)
    if manner == "update":
        await _update(interaction, first)
    elif interaction.response.is_done():
        await interaction.followup.send(**to_send(first), ephemeral=True)
    else:
        await interaction.response.send_message(**to_send(first), ephemeral=True)
    for part in rest:
        await interaction.followup.send(**to_send(part), ephemeral=True)


async def _update(interaction: Interaction, message: Message) -> None:
    if interaction.response.is_done():
        await interaction.edit_original_response(**to_edit(message))
    else:
        await interaction.response.edit_message(**to_edit(message))
