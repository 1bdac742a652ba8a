"""The table's messages in Discord's form, checked against Discord's limits before anything is sent.

Limits: https://discord.com/developers/docs/resources/message#create-message and
https://discord.com/developers/docs/components/reference
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from types import MappingProxyType
from typing import Any

import discord

from ringmaster.discord_app.actions import LIMIT as CUSTOM_ID
from ringmaster.discord_app.presenters.wording import plain
from ringmaster.sessions.messages import FILES, MESSAGE_LIMIT, Button, Card, Menu, Message, Row, TextFile, Voice

CARD_TITLE, CARD_TEXT = 256, 4096
BUTTON_LABEL = 80
ROWS, BUTTONS_IN_A_ROW = 5, 5
CHOICES, CHOICE_TEXT, PLACEHOLDER = 25, 100, 150
FILE_BYTES = 10 * 1024 * 1024
NO_PICTURES: Mapping[str, bytes] = MappingProxyType({})
PINGS = 100

WEBHOOK_NAME = 80

_REFUSED_NAMES = re.compile(r"clyde|discord|^(?:everyone|here)$", re.IGNORECASE)

UNDONE = "↩️ **Undone by the moderators:**"

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Unsendable(ValueError):  # noqa: N818 - the word that says it
    """A message breaks a limit of Discord. The text says which, and nothing of the content."""


def to_send(message: Message, pictures: Mapping[str, bytes] = NO_PICTURES) -> dict[str, Any]:
    """The arguments of ``send`` (a channel's, a webhook's, or an interaction response's).

    Args:
        message: what is sent.
        pictures: the bytes of its pictures by name, as far as they are still there.

    Raises:
        Unsendable: the message breaks a limit.
    """
    check(message)
    arguments: dict[str, Any] = {"allowed_mentions": mentions(message)}
    if message.text:
        arguments["content"] = message.text
    if message.card:
        arguments["embed"] = embed(message.card)
    if message.rows:
        arguments["view"] = components(message.rows)
    uploads = [attachment(file) for file in message.files]
    uploads += [discord.File(BytesIO(data), filename=name) for name, data in pictures.items()]
    if uploads:
        arguments["files"] = uploads
    return arguments


def to_edit(message: Message) -> dict[str, Any]:
    """The arguments of ``edit``: whatever the message does not have is taken away, and nobody is pinged again.

    Raises:
        Unsendable: the message breaks a limit.
    """
    check(message)
    return {
        "content": message.text or None,
        "embed": embed(message.card) if message.card else None,
        "view": components(message.rows) if message.rows else None,
        "attachments": [attachment(file) for file in message.files],
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def mentions(message: Message) -> discord.AllowedMentions:
    """Nobody is pinged but those whom the table wants to ping, whatever people have typed."""
    users = [discord.Object(account) for account in message.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)


def embed(card: Card) -> discord.Embed:
    """A card as an embed."""
    return discord.Embed(title=card.title or None, description=card.text or None)


def attachment(file: TextFile) -> discord.File:
    """A text file as an upload."""
    return discord.File(BytesIO(file.text.encode()), filename=file.name)


def components(rows: Sequence[Row]) -> discord.ui.View:
    """Buttons and menus under their custom IDs.

    The view is finished from the start, so discord.py does not keep it and only the bot's dynamic items
    answer; a view that was kept would answer as well (error 40060), and would be kept for ever.
    """
    view = discord.ui.View(timeout=None)
    for place, row in enumerate(rows):
        for item in (row,) if isinstance(row, Menu) else row:
            view.add_item(_select(item, place) if isinstance(item, Menu) else _button(item, place))
    view.stop()
    return view


def _button(button: Button, place: int) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=button.label, custom_id=button.action, style=STYLES[button.style], row=place)


def _select(menu: Menu, place: int) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=choice.label, value=choice.value, description=choice.description or None)
        for choice in menu.choices
    ]
    return discord.ui.Select(
        custom_id=menu.action,
        placeholder=menu.placeholder or None,
        min_values=menu.minimum,
        max_values=menu.maximum,
        options=options,
        row=place,
    )


def check(message: Message) -> None:
    """Refuse what Discord would refuse.

    Raises:
        Unsendable: it names the limit that is broken.
    """
    for fault in faults(message):
        raise Unsendable(fault)


def faults(message: Message) -> Iterator[str]:
    """The limits that a message breaks."""
    if not (message.text.strip() or message.card or message.files or message.pictures):
        yield "nothing to say"
    if len(message.text) > MESSAGE_LIMIT:
        yield f"text of {len(message.text)} characters"
    if len(message.pings) > PINGS:
        yield f"{len(message.pings)} pings"
    yield from _card_faults(message.card)
    yield from _file_faults(message)
    if len(message.rows) > ROWS:
        yield f"{len(message.rows)} rows"
    for row in message.rows:
        yield from _menu_faults(row) if isinstance(row, Menu) else _button_faults(row)
    actions = [item.action for row in message.rows for item in ((row,) if isinstance(row, Menu) else row)]
    if len(set(actions)) != len(actions):
        yield "two components with one custom ID"


def _card_faults(card: Card | None) -> Iterator[str]:
    if card is None:
        return
    if not (card.title or card.text):
        yield "empty card"
    if len(card.title) > CARD_TITLE or len(card.text) > CARD_TEXT:
        yield f"card of {len(card.title)} and {len(card.text)} characters"


def _file_faults(message: Message) -> Iterator[str]:
    if len(message.files) + len(message.pictures) > FILES:
        yield f"{len(message.files) + len(message.pictures)} files"
    size = sum(len(file.text.encode()) for file in message.files) + sum(picture.size for picture in message.pictures)
    if size > FILE_BYTES:
        yield "files that are too large"


def _button_faults(buttons: Sequence[Button]) -> Iterator[str]:
    if not 1 <= len(buttons) <= BUTTONS_IN_A_ROW:
        yield f"row of {len(buttons)} buttons"
    for button in buttons:
        if not 1 <= len(button.label) <= BUTTON_LABEL:
            yield f"button label of {len(button.label)} characters"
        if not 1 <= len(button.action) <= CUSTOM_ID:
            yield f"custom ID of {len(button.action)} characters"


def _menu_faults(menu: Menu) -> Iterator[str]:
    if not 1 <= len(menu.action) <= CUSTOM_ID:
        yield f"custom ID of {len(menu.action)} characters"
    if not 1 <= len(menu.choices) <= CHOICES:
        yield f"menu of {len(menu.choices)} choices"
    if not 0 <= menu.minimum <= menu.maximum <= len(menu.choices) or menu.maximum == 0:
        yield f"menu that takes {menu.minimum} to {menu.maximum} of {len(menu.choices)} choices"
    if len(menu.placeholder) > PLACEHOLDER:
        yield f"placeholder of {len(menu.placeholder)} characters"
    if len({choice.value for choice in menu.choices}) != len(menu.choices):
        yield "two choices with one value"
    for choice in menu.choices:
        longest = max(len(choice.label), len(choice.value), len(choice.description))
        if longest > CHOICE_TEXT or not (choice.label and choice.value):
            yield f"choice of {longest} characters"


def spoken(message: Message, voice: Voice) -> Message:
    """What somebody says, where only the bot can say it."""
    return replace(message, text=f"**{plain(voice.name)}:** {message.text}".strip())


def webhook_name(voice: Voice) -> str:
    """A character's name as a webhook may bear it: a hair space breaks the words that Discord refuses.

    https://discord.com/developers/docs/resources/webhook#create-webhook

    >>> webhook_name(Voice(name="Clyde")) == "C\u200alyde", webhook_name(Voice(name="here")) == "h\u200aere"
    (True, True)
    """
    name = _REFUSED_NAMES.sub(lambda found: f"{found[0][0]}\u200a{found[0][1:]}", voice.name)
    return name[:WEBHOOK_NAME]


def struck(text: str, limit: int = MESSAGE_LIMIT) -> str:
    """A text that does not hold any more: a line that says so, and the text struck through.

    Only when the marks make it too long is its end cut off; the log keeps all of it.
    """
    return text if text.startswith(UNDONE) else f"{UNDONE}\n{strike(text, limit - len(UNDONE) - 1)}"


def strike(text: str, limit: int) -> str:
    """A text struck through as a whole, in at most ``limit`` characters.

    >>> strike("Ada ~~is~~ out", 50), strike("Ada is out", 9), strike(" ", 9)
    ('~~Ada is out~~', '~~Ada…~~', '')
    """
    plain = text.replace("~~", "").strip()
    room = limit - 4
    if len(plain) > room:
        plain = plain[: room - 1].rstrip() + "…"
    return f"~~{plain}~~" if plain else ""
