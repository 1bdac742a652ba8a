"""The hidden idol at the table: which message holds it, who was first, and when the message is gone (S8).

Two claims that are sent at the same moment can arrive in either order. So the right link is held for a
moment, until nothing that was sent before it can arrive any more; then the first by snowflake has the idol.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ringmaster.games.kernel import Event, RuleViolation, Seat, require_living
from ringmaster.games.survivor.commands import ClaimIdol, HideIdol, MarkIdolGone
from ringmaster.games.survivor.events import IdolFound, IdolNotThere
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.sessions.desk import IDOL, Desk, apply
from ringmaster.sessions.messages import Erase
from ringmaster.sessions.records import LIVE, GameRecord, HostActed, IdolClaim, IdolMessage, Source

SETTLING = timedelta(seconds=2)
"""How long the first right link waits for one that was sent before it and arrives late."""

TIMER = IDOL


@dataclass(frozen=True, slots=True)
class MessageLink:
    """What the link to a message says. ``guild_id`` is None for direct messages."""

    guild_id: int | None
    channel_id: int
    message_id: int


def state_of(record: GameRecord) -> SurvivorState:
    """The state of a running game of Card Survivor.

    Raises:
        RuleViolation: ``not-started``, ``game-over``, or ``no-idol-here`` in another kind of game.
    """
    record.require_live()
    if not isinstance(record.state, SurvivorState):
        raise RuleViolation("no-idol-here", "S8.1")
    return record.state


# -- hiding it


def hide(desk: Desk, record: GameRecord, message: IdolMessage, source: Source) -> GameRecord:
    """A moderator has hidden the idol in a message (S8.1), or hides it in another one.

    Raises:
        RuleViolation: the rules refuse it: ``no-idol-before-merge``, ``idol-already-found``, ``too-late-for-idol``.
    """
    state_of(record)
    record = settle(desk, record)
    events = record.game.decide(record.state, HideIdol(), desk.dice_of(record))
    after = apply(replace(record, idol_message=message), events, now=desk.now)
    where = {"channel": message.channel_id, "message": message.message_id, "phrase": message.phrase}
    return desk.write(record, after, [HostActed(what="idol-hidden", facts=where), *events], source.account)


# -- looking for it


def claim(desk: Desk, record: GameRecord, seat: Seat, link: MessageLink, source: Source) -> GameRecord:
    """A seat sends a link and says: the idol is there. What it finds is told in a direct message (S8.2, S8.3).

    A wrong link leaves nothing behind; only the moderators learn of a near miss.

    Raises:
        RuleViolation: ``paused``, ``idol-found-by-yourself``, or the seat is out of the game.
    """
    state = state_of(record)
    if record.status == "paused":
        raise RuleViolation("paused", "A6")
    require_living(seat, state.living)
    message = record.idol_message
    if message is None or state.idol.stage == "unhidden":
        return tell_not_there(desk, record, seat)
    if (message.channel_id, message.message_id) != (link.channel_id, link.message_id):
        return near_miss(desk, tell_not_there(desk, record, seat), seat, link)
    held = IdolClaim(seat=seat, snowflake=source.snowflake or 0, at=source.at)
    return hold(desk, record, held) if state.idol.stage == "hidden" else answer(desk, record, held)


def hold(desk: Desk, record: GameRecord, new: IdolClaim) -> GameRecord:
    """Keep a right link until no earlier one can arrive any more: of each seat the first."""
    earliest = {held.seat: held for held in sorted((*record.idol_claims, new), key=_sent, reverse=True)}
    settles_at = record.idol_settles_at or desk.now + SETTLING
    after = replace(record, idol_claims=tuple(earliest.values()), idol_settles_at=settles_at)
    return desk.write(record, after, [], None)


def settle(desk: Desk, record: GameRecord, until: datetime | None = None) -> GameRecord:
    """Answer the links that were held, in the order in which they were sent (S8.2).

    Args:
        desk: the transaction.
        record: the game.
        until: only those sent by then; all if left out.
    """
    in_order = sorted(record.idol_claims, key=_sent)
    due = [held for held in in_order if until is None or held.at <= until]
    if not due or record.status not in LIVE:
        return record
    left = tuple(held for held in in_order if held not in due)
    after = replace(record, idol_claims=left, idol_settles_at=record.idol_settles_at if left else None)
    after = desk.write(record, after, [], None)
    for held in due:
        after = answer(desk, after, held)
    return after


def _sent(held: IdolClaim) -> int:
    return held.snowflake


def answer(desk: Desk, record: GameRecord, held: IdolClaim) -> GameRecord:
    """Tell a seat that has sent the right link what it finds; if it is the first, the message goes (S8.2, S8.3).

    Raises:
        RuleViolation: ``idol-found-by-yourself``.
    """
    message, state = record.idol_message, state_of(record)
    if message is None or held.seat not in state.living:
        return tell_not_there(desk, record, held.seat)
    in_time = message.gone_at is None or held.at <= message.gone_at
    command = ClaimIdol(seat=held.seat, found=True, in_time=in_time)
    events = record.game.decide(state, command, desk.dice_of(record))
    if any(isinstance(event, IdolNotThere) for event in events):
        return tell_not_there(desk, record, held.seat)
    after = apply(record, events, now=desk.now)
    if not any(isinstance(event, IdolFound) for event in events):
        return desk.write(record, after, events, None)
    by_hand = [HostActed(what="idol-by-hand")] if must_be_edited_by_hand(message) else []
    return desk.write(record, after, [*events, *by_hand], None, removal(message))


def must_be_edited_by_hand(message: IdolMessage) -> bool:
    """Whether a phrase stands in a message that only its author can edit; Discord lets nobody else."""
    return message.phrase is not None and not message.own and message.gone_at is None


def removal(message: IdolMessage) -> list[Erase]:
    """What removes the message, or the phrase in it (S8.2)."""
    if message.gone_at is not None or must_be_edited_by_hand(message):
        return []
    return [Erase(channel_id=message.channel_id, message_id=message.message_id, phrase=message.phrase)]


def tell_not_there(desk: Desk, record: GameRecord, seat: Seat) -> GameRecord:
    """There is no idol there (S8.3). The log does not keep it, so nothing that can be undone comes of it."""
    nothing: list[Event] = [IdolNotThere(seat=seat)]
    desk.post(record, record.log_length, desk.presenter.present(record.state, record, nothing))
    return record


def near_miss(desk: Desk, record: GameRecord, seat: Seat, link: MessageLink) -> GameRecord:
    """Tell the moderators of a seat that is close while the idol is still hidden."""
    message = record.idol_message
    if message is None or message.channel_id != link.channel_id or state_of(record).idol.stage != "hidden":
        return record
    beside = link.message_id in message.neighbours
    return desk.write(record, record, [HostActed(what="idol-near", facts={"seat": seat, "beside": beside})], None)


# -- the message is gone


def message_gone(desk: Desk, record: GameRecord, message_ids: Iterable[int]) -> GameRecord:
    """Note that the message, or the phrase in it, is gone, whoever removed it (S8.3).

    If nobody has found the idol, the moderators are told that it has to be hidden anew.
    """
    message = record.idol_message
    if message is None or message.gone_at is not None or message.message_id not in message_ids:
        return record
    if record.status not in LIVE or state_of(record).idol.stage == "unhidden":
        return record
    gone = replace(record, idol_message=replace(message, gone_at=desk.now))
    events = record.game.decide(record.state, MarkIdolGone(), desk.dice_of(record))
    lost = state_of(record).idol.stage == "hidden" and not record.idol_claims
    told = [HostActed(what="idol-message-lost")] if lost else []
    return desk.write(record, apply(gone, events, now=desk.now), [*told, *events], None)


def edited(desk: Desk, record: GameRecord, message_id: int) -> GameRecord:
    """The message was edited: after the find, that is how its author takes the phrase out (S8.2)."""
    message = record.idol_message
    if message is None or not must_be_edited_by_hand(message) or record.status not in LIVE:
        return record
    if state_of(record).idol.finder is None:
        return record
    return message_gone(desk, record, [message_id])


def lost_by_undo(record: GameRecord) -> list[HostActed]:
    """What the moderators are told when an undo has hidden an idol again whose message is gone."""
    hidden = isinstance(record.state, SurvivorState) and record.state.idol.stage == "hidden"
    gone = record.idol_message is not None and record.idol_message.gone_at is not None
    return [HostActed(what="idol-message-lost")] if hidden and gone else []
