"""What is remembered about a game: its people, places, settings, clock and the state of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from ringmaster.games.catalog import GAMES
from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Event, Game, PhaseId, Roster, RuleViolation, Seat, Settings

Account: TypeAlias = int
"""A Discord account's ID."""

Status: TypeAlias = Literal["setup", "open", "running", "paused", "over", "archived"]
"""``setup`` before sign-ups, ``open`` for sign-ups, then the game itself, and what remains of it."""

LIVE: tuple[Status, ...] = ("running", "paused")
UNFINISHED: tuple[Status, ...] = ("setup", "open", "running", "paused")


DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


def sent_at(snowflake: int) -> datetime:
    """When a message was sent, an interaction made, or an account created, to the millisecond.

    See https://discord.com/developers/docs/reference#snowflakes
    """
    return DISCORD_EPOCH + timedelta(milliseconds=snowflake >> 22)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Who wants something, by which message or interaction, and when it was sent (A1)."""

    account: Account
    at: datetime
    """Taken from the snowflake where there is one."""
    snowflake: int | None = None
    manages: bool = False
    """May run games in the server: Manage Server, or the configured host role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """A place in the player list and who sits there. The first account joined; others replaced it or share it."""

    number: Seat
    name: str
    accounts: tuple[Account, ...]
    joined_by: int
    """The snowflake of the sign-up, which is mixed into the dice (A5)."""
    since: datetime | None = None
    avatar: str | None = None
    about: str = ""
    """One line about the character that the seat plays."""
    away: bool = False
    """The account has left the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolMessage:
    """The message that holds the idol (S8.1)."""

    channel_id: int
    message_id: int
    phrase: str | None = None
    """What is taken out of the message instead of removing it (S8.2)."""
    own: bool = False
    """Whether the bot has written it and so can edit it."""
    neighbours: tuple[int, ...] = ()
    """The messages right before and after it, for near misses."""
    gone_at: datetime | None = None
    """When the message, or the phrase in it, was gone (S8.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdolClaim:
    """The right link, sent by a seat, while others that were sent before it may still arrive (S8.2)."""

    seat: Seat
    snowflake: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A spectator's question that waits for the moderators (S13.2)."""

    number: int
    account: Account
    tribe: int | None
    """For which tribe it is; None for everyone after the merge."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game. ``version`` counts its changes, so that two writers notice each other."""

    kind: str
    name: str
    guild_id: int
    zone: str
    seed: str
    """The secret seed of the dice, 64 hex digits; published when the game is over (A5)."""
    created_at: datetime
    created_by: Account
    id: int = 0
    version: int = 0
    status: Status = "setup"
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What differs from the defaults."""
    seats: tuple[SeatRecord, ...] = ()
    moderators: tuple[Account, ...] = ()
    spectators: tuple[Account, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict[str, int])
    """Channel and thread IDs by place (``stage``, ``booth``, ``category``)."""
    entropy: str = ""
    started_at: datetime | None = None
    opened_at: datetime | None = None
    """When the open phase was opened; what was sent before does not count for it (A1)."""
    deadline: datetime | None = None
    paused_for: float | None = None
    """Seconds that were left until the deadline when the game was paused."""
    closed_by: Account | None = None
    """The moderator who closed the phase before the open one, if one did."""
    salt: str = ""
    """A secret that is never published: what it hides stays hidden when the seed is known (S9.2)."""
    theme: str = "lighthouse"
    """The theme that characters come from (S2.4)."""
    former: tuple[Account, ...] = ()
    """Accounts that have played and do not any more (S9.1)."""
    regulars: tuple[Account, ...] = ()
    """Spectators from before the merge who have left since, and may come back (S9.1)."""
    idol_message: IdolMessage | None = None
    idol_claims: tuple[IdolClaim, ...] = ()
    """Claims that wait until no earlier one can arrive any more."""
    idol_settles_at: datetime | None = None
    """Until when they wait."""
    questions: tuple[Question, ...] = ()
    """Spectators' questions that wait for the moderators, oldest first."""
    questions_asked: int = 0
    plain_talk: Mapping[Account, bool] = field(default_factory=dict[Account, bool])
    """Whether what an account writes to the bot without a command goes to its tribe, once it was asked."""
    log_length: int = 0
    """The number of the newest entry of the game's log."""
    state: Any = None
    """The state of the rules, once the game has started."""

    @property
    def game(self) -> Game[Any]:
        """The rulebook."""
        return GAMES[self.kind]

    @property
    def roster(self) -> Roster:
        """The names of the seats."""
        return Roster(tuple(seat.name for seat in self.seats))

    @property
    def chosen(self) -> Settings:
        """The settings with their defaults, checked against each other.

        Raises:
            SettingError: some conflict.
        """
        return self.game.settings_type(**self.settings)

    @property
    def time_zone(self) -> ZoneInfo:
        """The game's time zone."""
        return ZoneInfo(self.zone)

    @property
    def dice(self) -> VerifiableDice:
        """The game's dice (A5)."""
        return VerifiableDice.from_seed(bytes.fromhex(self.seed), self.entropy)

    @property
    def phase(self) -> PhaseId | None:
        """The open phase, or None before the start and after the end."""
        return None if self.state is None else self.game.phase(self.state)

    @property
    def anonymous(self) -> bool:
        """Whether nobody may learn who is behind a seat (S2.2)."""
        return bool(getattr(self.chosen, "anonymous", False))

    def seat(self, number: Seat) -> SeatRecord:
        """The record of a seat."""
        return self.seats[number - 1]

    def seat_of(self, account: Account) -> SeatRecord | None:
        """The seat that an account plays for, or None."""
        return next((seat for seat in self.seats if account in seat.accounts), None)

    def require_moderator(self, source: Source) -> None:
        """Refuse whoever may not run this game, and whoever plays in it.

        Raises:
            RuleViolation: ``not-moderator``, or ``moderator-plays``.
        """
        if self.seat_of(source.account) is not None:
            raise RuleViolation("moderator-plays", "A6")
        if source.account not in self.moderators and not source.manages:
            raise RuleViolation("not-moderator", "A6")

    def require_live(self) -> None:
        """Refuse what only makes sense while the game is being played.

        Raises:
            RuleViolation: ``not-started``, or ``game-over``.
        """
        if self.status in ("setup", "open"):
            raise RuleViolation("not-started", "A1")
        if self.status not in LIVE:
            raise RuleViolation("game-over", "A1")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostActed(Event):
    """Something that happened at the table and not in the rules: who did it stands in the log entry (A6)."""

    what: str
    """``created``, ``opened``, ``joined``, ``deadline``, ``paused``, ``replaced``, ``undone`` and so on."""
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One line of a game's log. Entries of one command share a batch; undone ones are kept and marked."""

    number: int
    batch: int
    at: datetime
    actor: Account | None
    """Who caused it; None for the clock."""
    event: Event
    deadline: datetime | None
    """The deadline in force after the batch."""
    undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """Enough of a game to list it or to pick it."""

    id: int
    kind: str
    name: str
    guild_id: int
    status: Status
    deadline: datetime | None
