"""How the copy of what a person has written is cut into messages that fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ringmaster.sessions.messages import FILES, MESSAGE_LIMIT, Message, Picture, Relay, Send, Voice, split, split_text

UPLOAD_BYTES = 9 * 1024 * 1024
"""Bytes of pictures in one message: a bot may upload 10 MiB, and the request has other parts too."""


def parts_of(send: Send) -> Iterator[Send]:
    """What is sent one after the other so that every part fits; the panel is the part with the buttons."""
    if send.relay is not None:
        yield from _copies(send, send.relay)
        return
    messages = tuple(split(send.message))
    for message in messages:
        yield replace(send, message=message, panel=send.panel if message is messages[-1] else None)


def _copies(send: Send, relay: Relay) -> Iterator[Send]:
    """The parts of a copy: each with its speaker, the first with the quote and the pictures.

    The pictures that have no room there follow by themselves. A voice's parts leave room for its name,
    because where it cannot be lent the bot says who speaks.
    """
    first, *others = _packed(send.message.pictures) or [()]
    for place, text in enumerate(relayed_texts(relay, send.message.text, send.voice)):
        yield replace(send, message=replace(send.message, text=text, pictures=first if place == 0 else ()))
    for pictures in others:
        yield replace(send, message=Message(text=relay.speaker.strip(), pictures=pictures))


def relayed_texts(relay: Relay, text: str, voice: Voice | None = None) -> list[str]:
    """The parts of a copy's text; at least one, which is empty where only pictures are said in a voice."""
    room = len(relay.quote) + len(relay.speaker) + (2 * len(voice.name) + 10 if voice else 0)
    pieces = [piece for piece in split_text(text, MESSAGE_LIMIT - room) if piece.strip()] or [""]
    spoken = [f"{relay.speaker}{piece}".strip() for piece in pieces]
    return [f"{relay.quote}{spoken[0]}", *spoken[1:]]


def _packed(pictures: tuple[Picture, ...]) -> list[tuple[Picture, ...]]:
    """Pictures in as few messages as take them in their order."""
    packed: list[tuple[Picture, ...]] = []
    for picture in pictures:
        last = packed[-1] if packed else None
        if last is None or len(last) == FILES or sum(p.size for p in (*last, picture)) > UPLOAD_BYTES:
            packed.append((picture,))
        else:
            packed[-1] = (*last, picture)
    return packed
