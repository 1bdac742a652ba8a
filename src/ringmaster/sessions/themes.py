"""Themes: the characters that seats of an anonymous game can play, from TOML files (S2.2, S2.4)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

from ringmaster.games.kernel import RuleViolation, fold
from ringmaster.sessions.characters import check_name, check_picture

SHIPPED = Path(__file__).parent / "theme_files"
DEFAULT = "lighthouse"
"""The theme of games that set none."""

KEYS = {"name", "about", "picture"}
ABOUT_LENGTH = 200


class ThemeError(Exception):
    """A theme cannot be used; the text is one sentence that says which file and what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Somebody that a seat can play."""

    name: str
    about: str = ""
    """One line that introduces the character."""
    picture: str | None = None
    """The https address of its picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A set of characters. ``name`` is what a moderator types, the file's name without its ending."""

    name: str
    title: str
    characters: tuple[Character, ...]

    def find(self, name: str) -> Character | None:
        """The character of this name, if there is one (A10)."""
        return next((character for character in self.characters if fold(character.name) == fold(name)), None)


Themes: TypeAlias = Mapping[str, Theme]


@cache
def shipped_themes() -> Themes:
    """The themes that come with Ringmaster."""
    return _read_folder(SHIPPED)


def load_themes(folder: Path | None = None) -> Themes:
    """The shipped themes and those in a folder, which go before shipped ones of the same name.

    Raises:
        ThemeError: the folder or one of its files cannot be used.
    """
    return shipped_themes() if folder is None else {**shipped_themes(), **_read_folder(folder)}


def _read_folder(folder: Path) -> Themes:
    if not folder.is_dir():
        raise ThemeError(f"{folder} is no folder that holds themes.")
    return {file.stem: read_theme(file) for file in sorted(folder.glob("*.toml"))}


def read_theme(file: Path) -> Theme:
    """The theme in a file.

    Raises:
        ThemeError: it cannot be read, or something in it is missing, unknown or not allowed.
    """
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ThemeError(f"{file} cannot be read: {error.strerror or type(error).__name__}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ThemeError(f"{file} is not valid TOML: {error}.") from error
    title, listed = raw.pop("title", None), raw.pop("characters", None)
    if raw:
        raise ThemeError(f"{file}: there is no key {min(raw)} in a theme; it has a title and characters.")
    if not isinstance(title, str) or not title.strip():
        raise ThemeError(f"{file}: the theme needs a title, in quotes.")
    if not isinstance(listed, list) or not listed:
        raise ThemeError(f"{file}: the theme needs characters, each under its own [[characters]].")
    return Theme(name=file.stem, title=title.strip(), characters=tuple(_characters(file, cast("list[Any]", listed))))


def _characters(file: Path, listed: list[Any]) -> Iterator[Character]:
    names: dict[str, str] = {}
    for number, raw in enumerate(listed, start=1):
        where = f"{file}, character {number}"
        character = _character(where, raw)
        twin = names.setdefault(fold(character.name), character.name)
        if twin is not character.name:
            raise ThemeError(f"{where}: {character.name} reads like {twin}; names must differ in more than case.")
        yield character


def _character(where: str, raw: Any) -> Character:
    fields = cast("dict[str, Any]", raw) if isinstance(raw, dict) else {"": raw}
    unknown, about = set(fields) - KEYS, fields.get("about", "")
    if unknown or not isinstance(fields.get("name"), str):
        raise ThemeError(f"{where}: it needs a name, and may have about and picture, each a text in quotes.")
    if not isinstance(about, str) or len(about) > ABOUT_LENGTH:
        raise ThemeError(f"{where}: about must be one line of at most {ABOUT_LENGTH} characters.")
    try:
        name, picture = check_name(fields["name"]), check_picture(fields.get("picture"))
    except RuleViolation as refusal:
        raise ThemeError(f"{where}: {WRONG[refusal.code].format(**refusal.facts)}") from refusal
    return Character(name=name, about=" ".join(about.split()), picture=picture)


WRONG = {
    "name-needed": "a name needs at least one letter or digit.",
    "name-too-long": "the name {name} is longer than {most} characters.",
    "name-forbidden": "Discord does not allow “{word}” in the name {name}.",
    "neutral-name": "{name} is what seats without a character are called.",
    "no-such-picture": "a picture is an address that begins with https://.",
    "picture-expires": "links to attachments on Discord stop working after a day; the picture must be elsewhere.",
}
"""What is wrong with a character, for whoever writes the file."""
