"""Before the first phase and after the last: creating a game, its settings, sign-ups, the start, the end."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Entrant, RuleViolation, Seat, SettingError, Settings, fold
from ringmaster.sessions import casting
from ringmaster.sessions.characters import NAME_LENGTH, check_picture, renumbered
from ringmaster.sessions.desk import Desk, apply
from ringmaster.sessions.favourite import with_spectator
from ringmaster.sessions.records import LIVE, Account, GameRecord, HostActed, SeatRecord, Source, sent_at


def create(
    desk: Desk, kind: str, name: str, guild_id: int, zone: str, source: Source, channel_id: int | None = None
) -> GameRecord:
    """Make a new game with its creator as moderator. A channel that is named becomes its stage.

    Raises:
        RuleViolation: ``no-such-kind``, ``not-host``, ``name-needed``, ``name-taken`` in this server, or
            ``channel-in-use`` by another game.
    """
    if kind not in GAMES:
        raise RuleViolation("no-such-kind", "A3", kind="not-understood", name=kind, candidates=tuple(GAMES))
    if not source.manages:
        raise RuleViolation("not-host", "A6")
    require_free_name(desk, name, guild_id)
    if channel_id is not None and desk.uow.game_at(channel_id) is not None:
        raise RuleViolation("channel-in-use", "A6")
    record = desk.uow.add(
        GameRecord(
            kind=kind,
            name=name.strip(),
            guild_id=guild_id,
            zone=zone,
            seed=secrets.token_hex(32),
            salt=secrets.token_hex(32),
            created_at=desk.now,
            created_by=source.account,
            moderators=(source.account,),
            places={} if channel_id is None else {"stage": channel_id},
        )
    )
    if source.snowflake is not None and not desk.uow.claim(source.snowflake, record.id):
        raise RuleViolation("already-counted", "A1")
    return desk.act(record, record, source, "created")


def require_free_name(desk: Desk, name: str, guild_id: int) -> None:
    """Refuse a game name that says nothing or that an unfinished game of the server has."""
    if not fold(name):
        raise RuleViolation("name-needed", "A10", kind="not-understood")
    others = desk.uow.games(guild_id=guild_id, statuses=("setup", "open", "running", "paused", "over"))
    if any(fold(other.name) == fold(name) for other in others):
        raise RuleViolation("name-taken", "A10", name=name)


def change_setting(desk: Desk, record: GameRecord, name: str, text: str, source: Source) -> GameRecord:
    """Change one setting, the time ``zone``, or the ``theme`` of a game with characters, until the game starts.

    Raises:
        SettingError: no such setting or value, or a conflict with another setting.
        RuleViolation: ``settings-fixed`` once the game has started, ``anonymous-fixed`` once somebody has a seat.
    """
    if record.status not in ("setup", "open"):
        raise RuleViolation("settings-fixed", "A6")
    if name == "zone":
        after = replace(record, zone=read_zone(text))
        return desk.act(record, after, source, "set", name=name, value=after.zone)
    if name == "theme" and casting.has_characters(record):
        after = replace(record, theme=casting.find_theme(desk.themes, text).name)
        return desk.act(record, after, source, "set", name=name, value=after.theme)
    value = record.game.settings_type.read(name, text)
    if name == "anonymous" and record.seats and value != record.anonymous:
        raise RuleViolation("anonymous-fixed", "S2.2")
    chosen = {**record.settings, name: value}
    after = replace(record, settings=chosen)
    after.chosen  # noqa: B018 - checks the settings against each other
    return desk.act(record, after, source, "set", name=name, value=value)


def read_zone(text: str) -> str:
    """The name of an IANA time zone.

    Raises:
        SettingError: there is no such zone.
    """
    try:
        return ZoneInfo(text.strip()).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SettingError("zone", "zone is a time zone such as Europe/Berlin or UTC") from None


def open_signups(desk: Desk, record: GameRecord, source: Source) -> GameRecord:
    """Let people join. The hash of the dice's seed is published with it (A5)."""
    if record.status == "open":
        raise desk.already_done(record, "opened")
    if record.status != "setup":
        raise RuleViolation("already-started", "A6")
    return desk.act(record, replace(record, status="open"), source, "opened")


def join(desk: Desk, record: GameRecord, name: str, source: Source) -> GameRecord:
    """Sign an account up under a name that is unique in the game (A10), in an anonymous game as a number (S2.2).

    Raises:
        RuleViolation: ``signups-closed``, ``already-joined``, ``moderators-do-not-play``, ``game-full``,
            ``name-needed`` or ``name-taken``.
    """
    if record.status != "open":
        raise RuleViolation("signups-closed", "A6")
    return add_seat(desk, record, source.account, None if record.anonymous else name, None, source)


def add_seat(
    desk: Desk, record: GameRecord, account: Account, name: str | None, since: datetime | None, source: Source
) -> GameRecord:
    """Give an account the next seat; see `join` for what is refused. In an anonymous game a name is a character's."""
    require_before_start(record)
    if record.seat_of(account) is not None:
        raise RuleViolation("already-joined", "A6")
    if account in record.moderators:
        raise RuleViolation("moderators-do-not-play", "A6")
    if len(record.seats) + 1 >= record.game.seats_allowed(record.chosen).stop:
        raise RuleViolation("game-full", "A6", seats=len(record.seats))
    number = len(record.seats) + 1
    seat = SeatRecord(
        number=number, name=f"Seat {number}", accounts=(account,), joined_by=source.snowflake or 0, since=since
    )
    if not record.anonymous:
        seat = replace(seat, name=free_name(record, name or "", record.seats))
    elif name is not None:
        seat = casting.as_character(desk.themes, record, seat, name)
    spectators = tuple(other for other in record.spectators if other != account)
    after = replace(record, seats=(*record.seats, seat), spectators=spectators)
    return desk.act(record, after, source, "joined", seat=seat.number, account=account)


def free_name(record: GameRecord, name: str, others: Iterable[SeatRecord]) -> str:
    """A seat's name as it is kept, if no other seat has it, and nothing else that can be chosen (A10).

    Raises:
        RuleViolation: ``name-needed`` or ``name-taken``.
    """
    shown = " ".join(name.split())[:NAME_LENGTH].strip()
    if not fold(shown):
        raise RuleViolation("name-needed", "A10", kind="not-understood")
    taken = (*record.game.choices, *(other.name for other in others))
    if any(fold(other) == fold(shown) for other in taken):
        raise RuleViolation("name-taken", "A10", name=shown)
    return shown


def leave(desk: Desk, record: GameRecord, account: Account, source: Source) -> GameRecord:
    """Take a sign-up back; later seats move up."""
    require_before_start(record)
    seat = record.seat_of(account)
    if seat is None:
        raise RuleViolation("not-joined", "A6")
    return remove_before_start(desk, record, seat.number, source)


def remove_before_start(desk: Desk, record: GameRecord, seat: Seat, source: Source) -> GameRecord:
    """Take a seat out of the player list; later seats move up."""
    require_before_start(record)
    gone = record.seat(seat)
    rest = (other for other in record.seats if other.number != seat)
    return desk.act(
        record, replace(record, seats=renumbered(rest)), source, "left", name=gone.name, account=gone.accounts[0]
    )


def edit_seat(
    desk: Desk,
    record: GameRecord,
    seat: Seat,
    source: Source,
    *,
    name: str | None = None,
    since: datetime | None = None,
    avatar: str | None = None,
) -> GameRecord:
    """Change what is known about a seat. Votes and everything else stay with the seat's number.

    Raises:
        RuleViolation: all that `casting.as_character` raises, ``name-needed`` or ``name-taken``.
    """
    old = record.seat(seat)
    new = replace(old, since=since or old.since)
    if record.anonymous:
        new = casting.as_character(desk.themes, record, new, name, avatar)
    else:
        others = [other for other in record.seats if other.number != seat]
        shown = old.name if name is None else free_name(record, name, others)
        new = replace(new, name=shown, avatar=check_picture(avatar) or old.avatar)
    seats = tuple(new if other.number == seat else other for other in record.seats)
    return desk.act(record, replace(record, seats=seats), source, "seat-edited", seat=seat, was=old.name)


def spectate(desk: Desk, record: GameRecord, source: Source) -> GameRecord:
    """Make an account a spectator, or no longer one. Players and moderators are none.

    Raises:
        RuleViolation: ``game-over``, and all that `favourite.with_spectator` raises.
    """
    if record.status in ("over", "archived"):
        raise RuleViolation("game-over", "A1")
    after = with_spectator(record, source.account)
    watching = source.account in after.spectators
    return desk.act(record, after, source, "spectator-joined" if watching else "spectator-left")


def add_moderator(desk: Desk, record: GameRecord, account: Account, source: Source) -> GameRecord:
    """Make an account a moderator of the game beside the others."""
    if account in record.moderators:
        raise RuleViolation("already-moderator", "A6")
    if record.seat_of(account) is not None:
        raise RuleViolation("moderators-do-not-play", "A6")
    spectators = tuple(other for other in record.spectators if other != account)
    after = replace(record, moderators=(*record.moderators, account), spectators=spectators)
    return desk.act(record, after, source, "cohost", account=account)


def remove_moderator(desk: Desk, record: GameRecord, account: Account, source: Source) -> GameRecord:
    """Take back that an account moderates the game; one moderator stays.

    Raises:
        RuleViolation: ``no-moderator`` or ``last-moderator``.
    """
    if account not in record.moderators:
        raise RuleViolation("no-moderator", "A6")
    rest = tuple(other for other in record.moderators if other != account)
    if not rest:
        raise RuleViolation("last-moderator", "A6")
    return desk.act(record, replace(record, moderators=rest), source, "cohost-removed", account=account)


def start(desk: Desk, record: GameRecord, source: Source) -> GameRecord:
    """Deal and open the first phase. The sign-ups' snowflakes are mixed into the dice before (A5).

    Raises:
        RuleViolation: ``already-done`` by another moderator, or ``wrong-number-of-seats``.
        SettingError: the settings do not go together.
    """
    if record.status in LIVE:
        raise desk.already_done(record, "started")
    require_before_start(record)
    settings: Settings = record.chosen
    allowed = record.game.seats_allowed(settings)
    if len(record.seats) not in allowed:
        raise RuleViolation(
            "wrong-number-of-seats", "A6", seats=len(record.seats), least=allowed.start, most=allowed.stop - 1
        )
    entropy = ",".join(str(seat.joined_by) for seat in record.seats)
    ready = replace(record, status="running", entropy=entropy, started_at=desk.now)
    dice = desk.dice_of(ready)
    ready, order = casting.seat_anew(ready, dice)
    ready, cast, rolls = casting.deal(desk.themes, ready, dice)
    entrants = [Entrant(since=seat.since or sent_at(seat.accounts[0])) for seat in ready.seats]
    beginning, *others = record.game.begin(settings, entrants, dice)
    # A game's log begins with its first event, so the rolls of the player list come right after it.
    events = [beginning, *order, *rolls, *others]
    after = apply(ready, events, now=desk.now)
    return desk.write(record, after, [HostActed(what="started"), *cast, *events], source.account)


def end(desk: Desk, record: GameRecord, result: str | None, source: Source) -> GameRecord:
    """End a game by a moderator's word, with a result in words if there is one (A6)."""
    if record.status in ("over", "archived"):
        raise desk.already_done(record, "ended")
    after = replace(record, status="over", deadline=None, paused_for=None)
    return desk.act(record, after, source, "ended", result=result or "", started=record.started_at is not None)


def archive(desk: Desk, record: GameRecord, source: Source) -> GameRecord:
    """Put a game that is over away: its channels are closed and it is no longer listed."""
    if record.status == "archived":
        raise desk.already_done(record, "archived")
    if record.status != "over":
        raise RuleViolation("not-over", "A6")
    return desk.act(record, replace(record, status="archived"), source, "archived")


def note_presence(desk: Desk, record: GameRecord, account: Account, *, away: bool) -> GameRecord:
    """Note that a player has left the server or come back; the seat stays in the game.

    When the last of those who still play has left, the game is paused: nobody could go on, and it would go on for ever.
    """
    seat = record.seat_of(account)
    if seat is None or seat.away == away:
        return record
    seats = tuple(replace(other, away=away) if other.number == seat.number else other for other in record.seats)
    event = HostActed(what="went-away" if away else "came-back", facts={"seat": seat.number})
    after = replace(record, seats=seats)
    if record.status == "running" and all(after.seat(living).away for living in record.game.living(record.state)):
        return desk.write(record, stopped(after, desk.now), [event, HostActed(what="deserted")], None)
    return desk.write(record, after, [event], None)


def note_expulsion(desk: Desk, record: GameRecord) -> GameRecord:
    """Pause a running game, as the bot has been removed from its server: nobody could read what it says."""
    if record.status != "running":
        return record
    return desk.write(record, stopped(record, desk.now), [HostActed(what="expelled")], None)


def stopped(record: GameRecord, now: datetime) -> GameRecord:
    """The game with its clock stopped; it keeps the time that was left."""
    left = None if record.deadline is None else max(0.0, (record.deadline - now).total_seconds())
    return replace(record, status="paused", paused_for=left, deadline=None)


def require_before_start(record: GameRecord) -> None:
    """Refuse changes of the player list once it is final."""
    if record.status not in ("setup", "open"):
        raise RuleViolation("already-started", "A6")
