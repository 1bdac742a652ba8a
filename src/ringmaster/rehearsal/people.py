"""The people of the rehearsal: who they are and what they look like."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Literal, TypeAlias

Part: TypeAlias = Literal["moderator", "player", "spectator"]
"""What somebody is in the rehearsal. A spectator is a member of the server who may watch."""

MODERATOR = "Marguerite"
PLAYERS = (
    "Ada", "Bruno", "Cleo", "Dmitri", "Esther", "Felix", "Gwen", "Hugo", "Ines", "Jonas", "Kiyoko", "Leon",
    "Mira", "Nils", "Olga", "Pavel", "Quinn", "Rosa", "Sami", "Tilda", "Umar", "Vera", "Wanda", "Yusuf",
)  # fmt: skip
SPECTATORS = ("Zoe", "Otto")

COLOURS = ("#c0392b", "#d35400", "#b7950b", "#1e8449", "#117a65", "#2471a3", "#6c3483", "#a93226", "#5d6d7e", "#af601a")
FACE = 128
"""The side of a picture in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody in the server."""

    account: int
    name: str
    part: Part
    colour: str


def cast(players: int) -> Iterator[tuple[str, Part, str]]:
    """Name, part and colour of everybody in a rehearsal with so many players.

    Raises:
        ValueError: there are not that many names.
    """
    if players > len(PLAYERS):
        raise ValueError(f"there are names for {len(PLAYERS)} players, not for {players}")
    groups: dict[Part, tuple[str, ...]] = {
        "moderator": (MODERATOR,), "player": PLAYERS[:players], "spectator": SPECTATORS,
    }  # fmt: skip
    everybody: Iterator[tuple[str, Part]] = ((name, part) for part, names in groups.items() for name in names)
    for (name, part), colour in zip(everybody, cycle(COLOURS), strict=False):
        yield name, part, colour


def face(name: str, colour: str) -> bytes:
    """A picture for somebody: their initial on their colour, as PNG."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (FACE, FACE), colour)
    font = ImageFont.load_default(size=FACE * 0.55)
    ImageDraw.Draw(image).text((FACE / 2, FACE / 2), name[0], fill="white", font=font, anchor="mm")
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
