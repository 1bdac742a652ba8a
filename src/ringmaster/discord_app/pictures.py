"""Pictures of players, made anew from their pixels: nothing else of the file goes on.

What a camera, a phone or an editor writes into a file (place, device, author, colour profile, comments) can tell who
took it. Other files can hold anything, so they are not passed on at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import discord
from PIL import Image, ImageOps, UnidentifiedImageError

from ringmaster.games.kernel import RuleViolation
from ringmaster.sessions.messages import FILES
from ringmaster.sessions.speech import Upload

log = logging.getLogger(__name__)

MEGABYTES = 8
MOST_BYTES = MEGABYTES * 1024 * 1024
MEGAPIXELS = 25
MOST_PIXELS = MEGAPIXELS * 1_000_000
MOVING_PIXELS = 2 * MOST_PIXELS
"""Pixels of all frames together; of an animation with more the first frame is shown."""

EXTENSIONS = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "WEBP": "webp"}
"""The formats that are read, and how the names of their files end."""

FRAME_MILLISECONDS = 100

_painter = ThreadPoolExecutor(1, thread_name_prefix="pictures")
"""Unpacked pictures are large, so only one is worked on at a time."""


async def uploads_of(attachments: Sequence[discord.Attachment]) -> list[Upload]:
    """A message's pictures, ready to be passed on.

    Raises:
        RuleViolation: ``too-many-pictures``, ``not-a-picture``, ``picture-too-large`` or ``picture-unreadable``.
    """
    if len(attachments) > FILES:
        raise RuleViolation("too-many-pictures", "S13.3", most=FILES)
    for attachment in attachments:
        if attachment.size > MOST_BYTES:
            raise _too_large()
    return [await _upload(attachment) for attachment in attachments]


async def _upload(attachment: discord.Attachment) -> Upload:
    try:
        data = await attachment.read()
    except discord.HTTPException as error:
        log.info("an attachment cannot be downloaded", extra={"attachment": attachment.id, "code": error.status})
        raise RuleViolation("picture-unreadable", "S13.3") from None
    extension, clean = await asyncio.get_running_loop().run_in_executor(_painter, repaint, data)
    return Upload(extension=extension, data=clean, source=attachment.id)


def repaint(data: bytes) -> tuple[str, bytes]:
    """A picture with the same pixels and nothing else, and how the name of its file ends.

    Animations keep moving unless they are very large. What gets too large is made smaller in bytes.

    Raises:
        RuleViolation: ``not-a-picture``, ``picture-too-large`` or ``picture-unreadable``.
    """
    try:
        with Image.open(BytesIO(data), formats=tuple(EXTENSIONS)) as image:
            return _written(str(image.format), *_frames(image))
    except (UnidentifiedImageError, Image.DecompressionBombError):
        raise RuleViolation("not-a-picture", "S13.3", kind="not-understood") from None
    except RuleViolation:
        raise
    except Exception as error:  # Pillow's readers and writers raise nearly anything for files made to break them
        log.info("a picture cannot be made anew", extra={"error": type(error).__name__})
        raise RuleViolation("picture-unreadable", "S13.3") from None


def _too_large() -> RuleViolation:
    return RuleViolation("picture-too-large", "S13.3", most=MEGABYTES, pixels=MEGAPIXELS)


def _frames(image: Image.Image) -> tuple[list[Image.Image], list[int]]:
    """Pixels and milliseconds of each frame that is kept."""
    if image.width * image.height > MOST_PIXELS:
        raise _too_large()
    number = getattr(image, "n_frames", 1)
    if number * image.width * image.height > MOVING_PIXELS:
        number = 1
    frames: list[Image.Image] = []
    durations: list[int] = []
    for place in range(number):
        image.seek(place)
        image.load()  # WebP tells the duration of a frame no sooner
        durations.append(int(image.info.get("duration") or FRAME_MILLISECONDS))
        frames.append(_bare(image if number > 1 else ImageOps.exif_transpose(image)))
    return frames, durations


def _bare(image: Image.Image) -> Image.Image:
    """The pixels alone."""
    opaque = image.mode in ("1", "L", "RGB", "CMYK", "YCbCr", "I", "I;16", "F") and "transparency" not in image.info
    pixels = image.convert("RGB" if opaque else "RGBA")
    return Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())


def _written(kind: str, frames: list[Image.Image], durations: list[int]) -> tuple[str, bytes]:
    written = _encoded(kind, frames, durations)
    if len(written) > MOST_BYTES:
        kind, written = "WEBP", _encoded("WEBP", frames, durations)
    while len(written) > MOST_BYTES:
        frames = [frame.reduce(2) for frame in frames]
        written = _encoded("WEBP", frames, durations)
    return EXTENSIONS[kind], written


def _encoded(kind: str, frames: list[Image.Image], durations: list[int]) -> bytes:
    options: dict[str, Any] = {"quality": 90} if kind in ("JPEG", "WEBP") else {"optimize": True}
    if len(frames) > 1:
        options |= {"save_all": True, "append_images": frames[1:], "duration": durations, "loop": 0}
    if len(frames) > 1 and kind == "GIF":
        options["disposal"] = 2
    out = BytesIO()
    frames[0].save(out, kind, **options)
    return out.getvalue()
