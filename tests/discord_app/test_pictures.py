"""Pictures are passed on by their pixels alone."""

from __future__ import annotations

import struct
import zlib
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from ringmaster.discord_app import pictures
from ringmaster.discord_app.pictures import repaint
from ringmaster.games.kernel import RuleViolation

SECRET = "Made by Ada Lovelace"
COLOURS = ("red", "lime", "blue")


def picture(kind: str, *colours: str, size: tuple[int, int] = (40, 20), **more: Any) -> bytes:
    """A picture file, moving if it has several colours."""
    frames = [Image.new("RGB", size, colour) for colour in colours]
    out = BytesIO()
    moving = {"save_all": True, "append_images": frames[1:], "duration": 80} if len(frames) > 1 else {}
    frames[0].save(out, kind, **moving, **more)
    return out.getvalue()


def exif(orientation: int = 1) -> Image.Exif:
    """What a camera writes."""
    tags = Image.Exif()
    tags[0x013B] = SECRET
    tags[0x0112] = orientation
    tags.get_ifd(0x8825)[1] = "N"
    return tags


def chunks() -> PngImagePlugin.PngInfo:
    """What an editor writes."""
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", SECRET)
    info.add_itxt("Comment", SECRET)
    return info


@pytest.mark.parametrize(
    ("data", "extension"),
    [
        (picture("JPEG", "red", exif=exif(), comment=SECRET, icc_profile=SECRET.encode()), "jpg"),
        (picture("PNG", "red", exif=exif(), pnginfo=chunks(), icc_profile=SECRET.encode()), "png"),
        (picture("GIF", "red", comment=SECRET.encode()), "gif"),
        (picture("WEBP", "red", exif=exif(), icc_profile=SECRET.encode()), "webp"),
        (picture("GIF", *COLOURS, comment=SECRET.encode()), "gif"),
        (picture("PNG", *COLOURS, pnginfo=chunks()), "png"),
        (picture("JPEG", "red") + SECRET.encode(), "jpg"),
        (picture("PNG", "red") + SECRET.encode(), "png"),
    ],
)
def test_nothing_but_pixels_goes_on(data: bytes, extension: str) -> None:
    """No camera, place, author, comment, colour profile, and nothing behind the picture's end."""
    ending, clean = repaint(data)
    assert ending == extension
    assert SECRET.encode() not in clean
    with Image.open(BytesIO(clean)) as image:
        assert image.size == (40, 20)
        assert not dict(image.getexif())
        left = set(image.info) - {"jfif", "jfif_version", "jfif_density", "jfif_unit", "loop", "background", "version"}
        assert left <= {
            "duration",
            "timestamp",
            "extension",
            "default_image",
            "transparency",
            "disposal",
            "blend",
            "bbox",
        }


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_what_moves_keeps_moving(kind: str) -> None:
    """With its colours and its pace."""
    _, clean = repaint(picture(kind, *COLOURS))
    with Image.open(BytesIO(clean)) as image:
        assert getattr(image, "n_frames", 1) == 3
        shown: list[Any] = []
        for place in range(3):
            image.seek(place)
            shown.append(image.convert("RGB").getpixel((5, 5)))
            assert image.info["duration"] == 80
    assert [max(range(3), key=pixel.__getitem__) for pixel in shown] == [0, 1, 2]


def test_an_animation_that_is_too_much_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first frame is shown."""
    monkeypatch.setattr(pictures, "MOVING_PIXELS", 1000)
    _, clean = repaint(picture("GIF", *COLOURS))
    with Image.open(BytesIO(clean)) as image:
        assert getattr(image, "n_frames", 1) == 1


def test_a_turned_camera_stays_turned() -> None:
    """The picture is shown as it was seen, though the note about it goes."""
    _, clean = repaint(picture("JPEG", "red", exif=exif(orientation=6)))
    with Image.open(BytesIO(clean)) as image:
        assert image.size == (20, 40)


def test_glass_stays_glass() -> None:
    """What is transparent is so afterwards."""
    out = BytesIO()
    Image.new("RGBA", (4, 4), (255, 0, 0, 0)).save(out, "PNG")
    with Image.open(BytesIO(repaint(out.getvalue())[1])) as image:
        assert image.getpixel((1, 1)) == (255, 0, 0, 0)


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"BM" * 40])
def test_other_files_are_refused(data: bytes) -> None:
    """Whatever their names say."""
    with pytest.raises(RuleViolation, match="not-a-picture"):
        repaint(data)


def bomb(width: int, height: int) -> bytes:
    """A small file that says it is a huge picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 999)) + chunk(b"IEND", b"")
    )


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("size", [(30_000, 30_000), (6000, 5000)])
def test_a_bomb_is_not_unpacked(size: tuple[int, int]) -> None:
    """It is refused by what it says of itself."""
    with pytest.raises(RuleViolation, match=r"picture-too-large|not-a-picture"):
        repaint(bomb(*size))


def test_a_broken_picture_is_refused() -> None:
    """With a sentence, not with a fault."""
    with pytest.raises(RuleViolation, match="picture-unreadable"):
        repaint(bomb(100, 100))


def test_what_grows_too_large_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another format first, then in fewer pixels."""
    noise = BytesIO()
    Image.effect_noise((200, 200), 100).convert("RGB").save(noise, "PNG")
    monkeypatch.setattr(pictures, "MOST_BYTES", 8000)
    extension, clean = repaint(noise.getvalue())
    assert extension == "webp"
    assert len(clean) <= 8000


def test_a_picture_that_is_too_wide_for_its_format_is_refused() -> None:
    """A WebP header can claim 16,384 pixels, which no WebP can be written with."""
    whole = picture("WEBP", "red", "blue")
    with pytest.raises(RuleViolation) as refused:
        repaint(whole[:24] + b"\x00@" + whole[26:])
    assert refused.value.code == "picture-unreadable"


@given(data=st.binary(max_size=200), kind=st.sampled_from(["PNG", "JPEG", "GIF", "WEBP"]), at=st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_no_file_breaks_anything(data: bytes, kind: str, at: int) -> None:
    """Damaged ones are shown or refused."""
    whole = picture(kind, "red", "blue") if kind != "JPEG" else picture(kind, "red")
    for file in (data, whole[:at] + data + whole[at + len(data) :]):
        with suppress(RuleViolation):
            assert repaint(file)[0] in pictures.EXTENSIONS.values()
