"""The rules as people read them."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from ringmaster.rulebook import PAGES, all_clauses, clause, clauses

LETTERS = {"general": "A", "truth": "L", "twitch": "T", "survivor": "S"}


@pytest.mark.parametrize("page", PAGES)
def test_every_bold_id_of_a_page_is_read_as_a_clause(page: str) -> None:
    """None is lost for its form, and they stand in order, each once, under the page's letter."""
    text = files("ringmaster.rulebook").joinpath(f"{page}.md").read_text(encoding="utf-8")
    written = re.findall(r"^\*\*([A-Z][\d.]+)\*\*", text, re.MULTILINE)
    read = [item.id for item in clauses(page)]
    numbers = [tuple(map(int, name[1:].split("."))) for name in read]
    assert read == written
    assert numbers == sorted(set(numbers))
    assert {name[0] for name in read} == {LETTERS[page]}


def test_a_clause_is_found_by_its_id_however_it_is_typed() -> None:
    """Upper or lower case; with its game, its text on one line, and its settings."""
    found = clause(" l2.3 ")
    assert (found.id, found.game, found.settings) == ("L2.3", "truth", ("hammer",))
    assert found.text.startswith("As soon as one seat has the votes of more than half")
    assert "\n" not in found.text
    assert clause("l1.1").settings == ("players", "mafia")
    assert clause("L5.1").settings == ()


@pytest.mark.parametrize("id", ["L9.9", "", "L2", "hammer"])
def test_an_unknown_clause_is_told_apart(id: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(KeyError):
        clause(id)
    with pytest.raises(KeyError):
        clauses("chess")


def test_a_clause_fits_in_one_message() -> None:
    """Discord shows 2,000 characters at most."""
    assert max(len(item.text) for item in all_clauses().values()) < 1_000
