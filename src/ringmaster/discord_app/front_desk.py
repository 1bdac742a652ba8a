"""What every command does first: find the game, look up who the person is to it, and answer in time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from ringmaster.discord_app.answering import Answer, Answering, Interaction, Manner, Refused
from ringmaster.discord_app.authority import Authority, Person
from ringmaster.discord_app.finding import Finder, SeveralGames, Spot, Wanted
from ringmaster.discord_app.pending import Pending
from ringmaster.discord_app.presenters import Presenters, answers
from ringmaster.games.kernel import RuleViolation, SettingError
from ringmaster.sessions.messages import Message
from ringmaster.sessions.records import Account, GameRecord, Source, sent_at
from ringmaster.sessions.service import Sessions

Work: TypeAlias = Callable[[GameRecord, Source], Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Somebody who wants something, by an interaction or a direct message."""

    person: Person
    snowflake: int
    spot: Spot
    hosting: bool = False
    """Whether the host role counts like Manage Server."""

    @classmethod
    def by(cls, interaction: Interaction, *, hosting: bool = False, manages: bool = False) -> Call:
        """The call that an interaction is."""
        spot = Spot(
            account=interaction.user.id,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            manages=manages,
        )
        return cls(person=interaction.user, snowflake=interaction.id, spot=spot, hosting=hosting)


class FrontDesk:
    """Where calls come in."""

    def __init__(
        self,
        sessions: Sessions,
        presenters: Presenters,
        authority: Authority,
        heard_from: Callable[[Account], Awaitable[None]],
    ) -> None:
        """``heard_from`` is told of everyone who uses direct messages."""
        self.sessions = sessions
        self.presenters = presenters
        self.authority = authority
        self.heard_from = heard_from
        self.finder = Finder(sessions)
        self.pending = Pending()
        self.answering = Answering(presenters)

    async def command(
        self, interaction: Interaction, named: str | None, wanted: Wanted, work: Work, *, hosting: bool = False
    ) -> None:
        """Answer a command about a game: named, the channel's, the only one, or picked from a menu."""
        call = await self.call(interaction, hosting=hosting)
        await self.answering.answer(interaction, self.on_found(call, named, wanted, work))

    async def press(self, interaction: Interaction, game_id: int, work: Work, manner: Manner = "reply") -> None:
        """Answer a button or menu of a game."""
        call = Call.by(interaction)
        await self.answering.answer(interaction, self.on_game(call, game_id, work), manner)

    async def call(self, interaction: Interaction, *, hosting: bool = False) -> Call:
        """The call that an interaction is, with the person's rights in the server they are in."""
        if interaction.guild_id is None:
            await self.heard_from(interaction.user.id)
            return Call.by(interaction, hosting=hosting)
        here = await self.authority.source(interaction.user, interaction.id, interaction.guild_id, hosting=hosting)
        return Call.by(interaction, hosting=hosting, manages=here.manages)

    async def on_found(self, call: Call, named: str | None, wanted: Wanted, work: Work) -> Answer:
        """Do the work on the game that is meant, or ask which one is."""
        try:
            record = await self.finder.find(call.spot, named, wanted)
        except SeveralGames as several:
            action = self.pending.ask(
                call.spot.account, lambda value: self.on_game(call, int(value), work, wanted=wanted)
            )
            return answers.which_game(several.games, action)
        return await self._on_record(call, record, work, wanted)

    async def on_game(self, call: Call, game_id: int, work: Work, *, wanted: Wanted | None = None) -> Answer:
        """Do the work on a game.

        Raises:
            Refused: it was refused, and why.
        """
        return await self._on_record(call, await self.sessions.get(game_id), work, wanted)

    async def _on_record(self, call: Call, record: GameRecord, work: Work, wanted: Wanted | None) -> Answer:
        source = await self._source(call, record)
        try:
            if wanted is not None and wanted.part == "moderator":
                record.require_moderator(source)
            return await work(record, source)
        except (RuleViolation, SettingError) as why:
            moderator = source.manages or source.account in record.moderators
            raise Refused(why, record, moderator=moderator and record.seat_of(source.account) is None) from why

    async def _source(self, call: Call, record: GameRecord) -> Source:
        """Who calls, with their rights in the game's server; players have none that count, so nobody is asked."""
        if record.seat_of(call.person.id) is not None:
            return Source(account=call.person.id, at=sent_at(call.snowflake), snowflake=call.snowflake)
        return await self.authority.source(call.person, call.snowflake, record.guild_id, hosting=call.hosting)

    def refused(self, error: Exception, account: Account) -> Message:
        """What is said when something could not be done."""
        return self.answering.explain(error, account)
