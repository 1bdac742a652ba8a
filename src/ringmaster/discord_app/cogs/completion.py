"""What is offered while somebody types an option."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import fields
from typing import Any, TypeAlias

from discord import app_commands

from ringmaster.discord_app.answering import Interaction
from ringmaster.discord_app.finding import (
    HOSTED,
    IN_SEASON,
    MODERATED,
    PLAYED,
    PREPARED,
    WATCHED_SEASON,
    SeveralGames,
    Wanted,
)
from ringmaster.discord_app.front_desk import FrontDesk
from ringmaster.discord_app.presenters.wording import one_line
from ringmaster.games.kernel import RuleViolation, fold
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.talk import may_whisper
from ringmaster.sessions.casting import has_characters
from ringmaster.sessions.questions import tribe_names
from ringmaster.sessions.records import GameRecord

MOST = 25
"""Entries that Discord takes:
https://discord.com/developers/docs/interactions/application-commands#autocomplete"""

Choices: TypeAlias = list[app_commands.Choice[str]]
Completion: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]


def matching(texts: Iterable[str], typed: str) -> Choices:
    """Those of the texts that begin with what was typed, then those that hold it."""
    wanted = fold(typed)
    found = [text for text in texts if wanted in fold(text)]
    found.sort(key=lambda text: not fold(text).startswith(wanted))
    return [app_commands.Choice(name=one_line(text)[:100], value=text[:100]) for text in found[:MOST]]


async def games(interaction: Interaction, typed: str) -> Choices:
    """Games that the person may see."""
    desk: FrontDesk = interaction.client.desk
    call = await desk.call(interaction)
    visible = await desk.finder.visible(call.spot)
    wanted = fold(typed)
    found = [game for game in visible if wanted in fold(game.name)]
    return [app_commands.Choice(name=one_line(game.name)[:100], value=str(game.id)) for game in found[:MOST]]


def of_game(wanted: Wanted, texts: Callable[[GameRecord, Interaction], Iterable[str]]) -> Completion:
    """A completion from the game that the command will be about; nothing while that is unclear or not theirs."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        desk: FrontDesk = interaction.client.desk
        call = await desk.call(interaction, hosting=True)
        try:
            record = await desk.finder.find(call.spot, getattr(interaction.namespace, "game", None), wanted)
            if wanted.part == "moderator":
                source = await desk.authority.source(call.person, call.snowflake, record.guild_id, hosting=True)
                record.require_moderator(source)
        except (RuleViolation, SeveralGames):
            return []
        return matching(texts(record, interaction), typed)

    return complete


def _names(record: GameRecord, _: Interaction) -> Iterable[str]:
    return record.roster.names


def _living_names(record: GameRecord, _: Interaction) -> Iterable[str]:
    if record.state is None:
        return ()
    return [record.roster.name(seat) for seat in record.game.living(record.state)]


def _candidates(record: GameRecord, interaction: Interaction) -> Iterable[str]:
    seat = record.seat_of(interaction.user.id)
    if seat is None or record.state is None:
        return ()
    votes = [option for option in record.game.options(record.state, seat.number) if option.name == "vote"]
    choices = [choice for vote in votes for field in vote.fields for choice in field.choices]
    return [record.roster.name(choice) if isinstance(choice, int) else choice for choice in choices]


def _others(record: GameRecord, interaction: Interaction) -> Iterable[str]:
    own = record.seat_of(interaction.user.id)
    if own is None or record.state is None:
        return ()
    return [record.roster.name(seat) for seat in record.game.living(record.state) if seat != own.number]


def _whispered_to(record: GameRecord, interaction: Interaction) -> Iterable[str]:
    own, state = record.seat_of(interaction.user.id), record.state
    if own is None or not isinstance(state, SurvivorState):
        return ()
    return [record.roster.name(seat) for seat in state.living if may_whisper(state, own.number, seat)]


def _tribes(record: GameRecord, _: Interaction) -> Iterable[str]:
    return tribe_names(record)


def _settings(record: GameRecord, _: Interaction) -> Iterable[str]:
    session = ("zone", "theme") if has_characters(record) else ("zone",)
    return [*session, *(item.name for item in fields(record.game.settings_type))]


def _values(record: GameRecord, interaction: Interaction) -> Iterable[str]:
    name = getattr(interaction.namespace, "setting", None)
    if name == "theme" and has_characters(record):
        return interaction.client.desk.sessions.themes
    item = next((item for item in fields(record.game.settings_type) if item.name == name), None)
    if item is None:
        return ()
    if isinstance(item.default, bool):
        return ("on", "off") if item.default else ("off", "on")
    return [str(value) for value in item.metadata["choices"]] or [str(item.default)]


seats = of_game(HOSTED, _names)
living_seats = of_game(MODERATED, _living_names)
players = of_game(PLAYED, _candidates)
others = of_game(PLAYED, _others)
whispered_to = of_game(IN_SEASON, _whispered_to)
tribes = of_game(WATCHED_SEASON, _tribes)
settings = of_game(PREPARED, _settings)
setting_values = of_game(PREPARED, _values)
