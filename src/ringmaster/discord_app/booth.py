"""What the moderators are told when something cannot be delivered."""

from __future__ import annotations

import logging
from uuid import uuid4

from ringmaster.discord_app.consequences import Consequence, DeliveryFailed
from ringmaster.discord_app.presenters.wording import plain
from ringmaster.sessions.messages import Erase, Message, Place, Priority, Send
from ringmaster.sessions.ports import OutboxRow, Store, UnitOfWork
from ringmaster.sessions.records import Account, GameRecord

log = logging.getLogger(__name__)

BOOTH = "booth"
NO_ENTRY = 0
"""Alerts belong to no entry of the log, so no undo strikes them."""


class Booth:
    """Tells the moderators of a game what is wrong, once until it works again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: set[tuple[str, object]] = set()

    async def tell_once(self, row: OutboxRow, about: object, text: str) -> bool:
        """Put an alert into the booth unless one about the same was there already; False if it was.

        What concerns the booth itself can only be logged.
        """
        if (row.channel, about) in self._told:
            return False
        self._told.add((row.channel, about))
        if row.channel == f"place:{row.game_id}:{BOOTH}":
            log.error("alert %s: the booth of game %d cannot be reached, row %d", uuid4().hex[:8], row.game_id, row.id)
        else:
            await self._store.run(lambda uow: post(uow, uow.game(row.game_id), text))
        return True

    def works_again(self, row: OutboxRow) -> None:
        """What was said about a row's channel may be said again."""
        self._told = {(channel, about) for channel, about in self._told if channel != row.channel}


def post(uow: UnitOfWork, record: GameRecord, text: str) -> None:
    """Put an alert on its way to the booth."""
    alert = Send(to=Place(BOOTH), message=Message(text=text), priority=Priority.NOTICE)
    uow.post(record, NO_ENTRY, [alert])


def closed_dm(record: GameRecord, account: Account, minutes: int | None) -> str:
    """Somebody's direct messages are closed. The booth may know who it is, also in an anonymous game.

    Args:
        record: the game.
        account: whose they are.
        minutes: after how many minutes a private thread takes their place; None for never.
    """
    seat = record.seat_of(account)
    who = f"<@{account}>" if seat is None else f"**{plain(seat.name)}** (<@{account}>)"
    then = (
        f"If that does not change within {minutes} minutes, I open a private thread for the seat."
        if minutes is not None
        else "What I have for them waits until they write to me."
    )
    return f"⚠️ {who} cannot be reached: their direct messages are closed to me. Please ask them to open them. {then}"


def opened_thread(record: GameRecord, account: Account) -> str:
    """A private thread takes the place of somebody's direct messages."""
    seat = record.seat_of(account)
    return f"**{plain(seat.name) if seat else account}** now gets everything in a private thread under the stage."


def refused(row: OutboxRow, failure: DeliveryFailed) -> str:
    """Something that Discord does not do, in words that help; nothing of the content."""
    where = _where(row)
    if isinstance(row.out, Erase):
        return (
            f"⚠️ I cannot change the message that held the idol ({failure}). Please remove it, or the phrase in it: "
            f"<#{row.out.channel_id}>, message {row.out.message_id}. Until then latecomers are told who has the idol."
        )
    if failure.consequence is Consequence.DROP:
        return f"⚠️ A message for {where} could not be sent and was given up ({failure}). Log entry {row.entry}."
    hint = HINTS.get(failure.code, f"Discord says: {failure}.")
    return f"⚠️ I cannot get anything to {where}. {hint} I try again every ten minutes."


def no_such_place(row: OutboxRow) -> str:
    """A message was meant for a place that the game does not have."""
    return f"⚠️ A message for {_where(row)} was given up: the game has no such place. Log entry {row.entry}."


def own_fault(row: OutboxRow, error_id: str) -> str:
    """Something went wrong in the bot itself."""
    return f"⚠️ Something went wrong on my side with {_where(row)}; its log has it as error {error_id}. I keep trying."


def no_webhooks(row: OutboxRow, failure: DeliveryFailed) -> str:
    """Characters cannot speak in a place under their own names."""
    why = (
        "there are as many webhooks as Discord allows; please delete one"
        if failure.code == MOST_WEBHOOKS
        else "I may make no webhooks there; please give me *Manage Webhooks*"
    )
    return f"⚠️ In {_where(row)} characters cannot speak under their own names: {why}. Until then I say who speaks."


def please_delete(record: GameRecord, channel_id: int, message_id: int) -> str:
    """Somebody has taken back what the bot cannot delete."""
    link = f"https://discord.com/channels/{record.guild_id}/{channel_id}/{message_id}"
    return f"⚠️ This was taken back by whoever wrote it, and I may not delete it. Please do: {link}"


def made_again(place: str) -> str:
    """A place was deleted by hand and made again."""
    return f"The {place} was gone, so I made it again. What was written there before is lost."


MOST_WEBHOOKS = 30007

HINTS = {
    50001: "I may not see it: please give me *View Channel* there.",
    50013: "I lack a permission: please look at what my role may do in the server, and in that channel.",
    10004: "I am not in the server any more.",
    30013: "The server has 500 channels, which is the most that Discord allows.",
    30033: "The thread has as many members as Discord allows.",
    160006: "The server has as many active threads as Discord allows.",
}


def _where(row: OutboxRow) -> str:
    kind, _, rest = row.channel.partition(":")
    match kind:
        case "place" | "voice":
            return f"the {rest.partition(':')[2]}"
        case "person":
            return f"<@{rest}>"
        case "erase":
            return "the message that held the idol"
        case "panel":
            return f"the message that is kept up to date ({rest.partition(':')[2]})"
        case _:
            return "earlier messages"
