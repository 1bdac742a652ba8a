"""The rules by clause, as people read them: what ``/rules`` shows and what the tests are held against."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

PAGES = ("general", "truth", "twitch", "survivor")
"""The pages, each a file ``<page>.md`` of this package: one for all games, one for each game's kind."""

CLAUSE = re.compile(r"\*\*(?P<id>[A-Z]\d+(?:\.\d+)?)\*\*(?: \((?P<settings>`[^)]*`)\))? — (?P<text>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule.

    Attributes:
        id: stable, such as ``L2.3``; tests and docstrings cite it.
        game: the page it stands on: a game's kind, or ``general``.
        text: one paragraph of Markdown.
        settings: the names of the settings that change it, if any.
    """

    id: str
    game: str
    text: str
    settings: tuple[str, ...] = ()


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """The clauses of a game, or the ``general`` ones, in the order of the page.

    Raises:
        KeyError: there is no such page.
    """
    if game not in PAGES:
        raise KeyError(game)
    page = files(__name__).joinpath(f"{game}.md").read_text(encoding="utf-8")
    found = (CLAUSE.fullmatch(paragraph.strip()) for paragraph in page.split("\n\n"))
    return tuple(
        Clause(
            id=match["id"],
            game=game,
            text=" ".join(match["text"].split()),
            settings=tuple(re.findall(r"`([^`]+)`", match["settings"] or "")),
        )
        for match in found
        if match is not None
    )


@cache
def all_clauses() -> dict[str, Clause]:
    """Every clause of every page, by ID."""
    return {clause.id: clause for page in PAGES for clause in clauses(page)}


def clause(id: str) -> Clause:
    """The clause of an ID, in upper or lower case.

    Raises:
        KeyError: there is none.
    """
    return all_clauses()[id.strip().upper()]
