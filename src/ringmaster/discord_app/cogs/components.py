"""What happens when a button is pressed, a menu used or a form sent in; also those from before a restart."""

from __future__ import annotations

import re
from typing import Any, Self, TypeAlias

import discord

from ringmaster.discord_app import actions as act
from ringmaster.discord_app.answering import Answer, Interaction, Manner
from ringmaster.discord_app.cogs.acting import done
from ringmaster.discord_app.cogs.playing import Playing
from ringmaster.discord_app.cogs.questions import weigh
from ringmaster.discord_app.cogs.spectators import toggle
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.pending import PREFIX
from ringmaster.discord_app.presenters import answers
from ringmaster.discord_app.reachability import Reachability
from ringmaster.discord_app.seat_names import seat_name
from ringmaster.discord_app.talking import Talking
from ringmaster.games.kernel import Answer as Sent
from ringmaster.games.kernel import PhaseId, RuleViolation
from ringmaster.sessions.lobby import NAME_LENGTH
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import GameRecord, Source

Item: TypeAlias = discord.ui.Item[Any]

ASK_AGAIN = ("name-taken", "name-needed")
"""Refusals that another name helps with."""

NAMES = "|".join((PREFIX, *(action.name for action in act.ACTIONS)))


class Component(discord.ui.DynamicItem[Item], template=rf"(?:{NAMES})(?::.*)?"):
    """Any button or menu of this bot: its custom ID says all that it means."""

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction, item: Item, _match: re.Match[str], /) -> Self:
        """The component that was used."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Do what it means. Errors that discord.py gets to see would be logged with all that was picked."""
        components: Components = interaction.client.components
        try:
            await components.use(interaction)
        except Exception as error:  # whatever it is, the person is told
            await components.failed(interaction, error)


class NameForm(discord.ui.Modal):
    """Asks for a name when the person's own is taken."""

    name: discord.ui.TextInput[Any] = discord.ui.TextInput(label=answers.NAME_FIELD, max_length=NAME_LENGTH)

    def __init__(self, components: Components, game_id: int) -> None:
        super().__init__(title=answers.NAME_FORM, timeout=900)
        self._components = components
        self._game_id = game_id

    async def on_submit(self, interaction: Interaction, /) -> None:
        """Join under that name."""
        await self._components.join(interaction, self._game_id, str(self.name))


class Components:
    """Does what components mean."""

    def __init__(self, desk: FrontDesk, reachability: Reachability) -> None:
        self._desk = desk
        self._playing = Playing(desk)
        self._talking = Talking(desk)
        self._reachability = reachability

    async def use(self, interaction: Interaction) -> None:
        """Do what a component means, and answer."""
        data: Any = interaction.data
        custom_id, values = str(data["custom_id"]), [str(value) for value in data.get("values", ())]
        if interaction.guild_id is None:
            await self._desk.heard_from(interaction.user.id)
        if custom_id.startswith(PREFIX):
            await self._desk.answering.answer(interaction, self._chosen(interaction, custom_id, values), "update")
        else:
            await self._do(interaction, act.decode(custom_id), values)

    async def failed(self, interaction: Interaction, error: Exception) -> None:
        """Tell the person that something went wrong."""
        await self._desk.answering.answer(interaction, _raise(error))

    async def _chosen(self, interaction: Interaction, custom_id: str, values: list[str]) -> Answer:
        return await self._desk.pending.answer(custom_id, interaction.user.id, values[0] if values else "")

    async def _do(self, interaction: Interaction, action: act.Action, values: list[str]) -> None:
        match action:
            case act.Join(game=game):
                await self.join(interaction, game, None)
            case act.Cancel():
                await self._desk.answering.answer(interaction, _cancelled(), "update")
            case act.Leave(game=game) | act.Spectate(game=game) | act.Ask(game=game) | act.Reach(game=game):
                await self._desk.press(interaction, game, lambda r, s: self._at_the_table(action, r, s))
            case act.Pick(game=game) | act.Page(game=game) | act.Enough(game=game) | act.Word(game=game):
                manner: Manner = "update" if _is_private_copy(interaction) else "reply"
                await self._desk.press(interaction, game, lambda r, s: self._in_play(action, values, r, s), manner)
            case act.Plain(game=game):
                await self._desk.press(
                    interaction, game, lambda r, s: self._choose(interaction, action, r, s), "update"
                )
            case act.Confirm(game=game):
                await self._desk.press(interaction, game, lambda r, s: self._in_play(action, values, r, s), "update")
            case act.Favour(game=game, phase=phase):
                await self._desk.press(interaction, game, lambda r, s: self._favour(r, s, phase, values))
            case act.Weigh(game=game):
                listed = _is_private_copy(interaction)
                await self._desk.press(
                    interaction, game, lambda r, s: weigh(self._desk, r, s, action, listed=listed), "update"
                )
            case act.Undo(game=game, to=to):
                await self._desk.press(interaction, game, lambda r, s: self._undo(r, s, to), "update")
            case _:
                raise TypeError(f"nothing is done for {type(action).__name__}")

    async def join(self, interaction: Interaction, game_id: int, name: str | None) -> None:
        """Take a seat, under the person's own name or another; a form asks for one when it is taken."""

        async def work(_: GameRecord, source: Source) -> Answer:
            shown = name or seat_name(interaction.user.display_name, interaction.user.name)
            try:
                joined = await self._desk.sessions.join(game_id, shown, source)
            except RuleViolation as refusal:
                if name is None and refusal.code in ASK_AGAIN and not interaction.response.is_done():
                    return NameForm(self, game_id)
                raise
            reachable = await self._reachability.welcome(joined, source.account)
            return self._desk.presenters.joined(joined, reachable=reachable)

        await self._desk.press(interaction, game_id, work)

    async def _at_the_table(self, action: act.Action, record: GameRecord, source: Source) -> Message:
        match action:
            case act.Leave():
                return answers.left(await self._desk.sessions.leave(record.id, source))
            case act.Spectate():
                return await toggle(self._desk, record, source)
            case act.Reach():
                return answers.reached(await self._reachability.welcome(record, source.account))
            case _:
                return await self._playing.ask(record, source)

    async def _in_play(self, action: act.Action, values: list[str], record: GameRecord, source: Source) -> Message:
        match action:
            case act.Page():
                return await self._playing.turn(record, source, action)
            case act.Pick() | act.Enough():
                return await self._playing.pick(record, source, action, values)
            case act.Word(phase=phase, decision=decision):
                return await self._playing.send(record, source, Sent(name=decision), phase=phase)
            case act.Confirm(phase=phase, decision=decision, picks=picks):
                sent = Sent(name=decision, picks=picks)
                return await self._playing.send(record, source, sent, phase=phase, confirmed=True)
            case _:
                raise TypeError(f"{type(action).__name__} is not played")

    async def _favour(self, record: GameRecord, source: Source, phase: PhaseId, values: list[str]) -> Message:
        seat = act.read_value(values[0])
        if not isinstance(seat, int):
            raise RuleViolation("no-such-choice", "A3", choice=seat)
        return answers.favoured(await self._desk.sessions.favour(record.id, seat, phase, source), seat)

    async def _choose(self, interaction: Interaction, action: act.Plain, record: GameRecord, source: Source) -> Message:
        """Remember where plain words go; the message that led to the question may be gone by now."""
        channel = await interaction.client.create_dm(interaction.user)
        try:
            asked: discord.Message | None = await channel.fetch_message(action.to)
        except discord.NotFound:
            asked = None
        return await self._talking.choose(record, source, relays=action.verb == "yes", message=asked)

    async def _undo(self, record: GameRecord, source: Source, to: int) -> Message:
        return await done(self._desk.sessions, await self._desk.sessions.undo(record.id, to, source), source)


async def _raise(error: Exception) -> Message:
    raise error


async def _cancelled() -> Message:
    return Message(text=answers.CANCELLED)


def _is_private_copy(interaction: Interaction) -> bool:
    """Whether the component is on a message that only this person sees, made for this one question."""
    return interaction.message is not None and interaction.message.flags.ephemeral
