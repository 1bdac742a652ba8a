"""What moderators may do to a running game at any time (A6). All of it is recorded with who did it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from ringmaster.games.kernel import RemoveSeat, RuleViolation, Seat
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.lobby import stopped
from ringmaster.sessions.messages import Person, Priority, Send
from ringmaster.sessions.play import carry_out
from ringmaster.sessions.records import Account, GameRecord, HostActed, Source
from ringmaster.sessions.when import read_when


def set_deadline(desk: Desk, record: GameRecord, when: str, source: Source) -> GameRecord:
    """Move the deadline of the open phase; everyone is told."""
    require_running(record)
    moment = read_when(when, now=desk.now, deadline=record.deadline, zone=record.time_zone)
    was = None if record.deadline is None else record.deadline.isoformat()
    return desk.act(record, replace(record, deadline=moment), source, "deadline", was=was)


def pause(desk: Desk, record: GameRecord, source: Source) -> GameRecord:
    """Stop the clock. Nothing can be sent until the game is resumed."""
    record.require_live()
    if record.status == "paused":
        raise desk.already_done(record, "paused")
    return desk.act(record, stopped(record, desk.now), source, "paused")


def resume(desk: Desk, record: GameRecord, source: Source) -> GameRecord:
    """Let the clock go on; the phase has as much time left as when it was paused."""
    record.require_live()
    if record.status != "paused":
        raise desk.already_done(record, "resumed")
    deadline = None if record.paused_for is None else desk.now + timedelta(seconds=record.paused_for)
    after = replace(record, status="running", paused_for=None, deadline=deadline)
    return desk.act(record, after, source, "resumed")


def replace_account(desk: Desk, record: GameRecord, seat: Seat, account: Account, source: Source) -> GameRecord:
    """Put another account behind a seat. The seat keeps everything; the old account loses it.

    Raises:
        RuleViolation: ``already-joined`` when the account plays in this game, ``moderators-do-not-play``, or
            ``spectator-would-show``: whoever loses the gallery as a seat is replaced in an anonymous game gives
            away who plays it.
    """
    record.require_live()
    if record.seat_of(account) is not None:
        raise RuleViolation("already-joined", "A6")
    if account in record.moderators:
        raise RuleViolation("moderators-do-not-play", "A6")
    if record.anonymous and account in record.spectators:
        raise RuleViolation("spectator-would-show", "S2.2")
    old = record.seat(seat)
    new = replace(old, accounts=(account,), away=False)
    seats = tuple(new if other.number == seat else other for other in record.seats)
    spectators = tuple(other for other in record.spectators if other != account)
    former = tuple(dict.fromkeys((*record.former, *old.accounts)))
    after = replace(record, seats=seats, spectators=spectators, former=former)
    return desk.act(record, after, source, "replaced", seat=seat, account=account, was=list(old.accounts))


def remove(desk: Desk, record: GameRecord, seat: Seat, reason: str, source: Source) -> GameRecord:
    """Take a living seat out of the game (modkill). The reason is for the moderators' log."""
    record.require_live()
    decided = record.game.decide(record.state, RemoveSeat(seat=seat), desk.dice_of(record))
    after, events = carry_out(desk, record, decided)
    told = HostActed(what="removed", facts={"seat": seat, "reason": reason})
    return desk.write(record, after, [told, *events], source.account)


def announce(desk: Desk, record: GameRecord, text: str, source: Source) -> GameRecord:
    """Post a moderator's words on the stage."""
    require_words(text)
    return desk.act(record, record, source, "announced", text=text)


def tell(desk: Desk, record: GameRecord, seat: Seat, text: str, source: Source) -> GameRecord:
    """Send a moderator's words to one seat, in private."""
    require_words(text)
    return desk.act(record, record, source, "told", seat=seat, text=text)


def resend(desk: Desk, record: GameRecord, seat: Seat, source: Source) -> int:
    """Deliver again what could not be delivered to a seat; if nothing waits, what is asked of it now.

    Returns:
        How many messages are on their way.
    """
    accounts = record.seat(seat).accounts
    released = sum(desk.uow.release(account) for account in accounts)
    if released:
        desk.wakes.add("publisher")
    request = desk.presenter.request(record, seat) if record.state is not None and not released else None
    again = (
        [] if request is None else [Send(to=Person(a), message=request, priority=Priority.PRIVATE) for a in accounts]
    )
    event = HostActed(what="resent", facts={"seat": seat})
    desk.write(record, record, [event], source.account, again)
    return released or len(again)


def require_running(record: GameRecord) -> None:
    """Refuse what needs a clock that runs."""
    record.require_live()
    if record.status == "paused":
        raise RuleViolation("paused", "A6")


def require_words(text: str) -> None:
    """Refuse an empty message."""
    if not text.strip():
        raise RuleViolation("words-needed", "A3", kind="not-understood")
