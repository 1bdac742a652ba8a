"""The examples in docstrings say what the program does."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import ringmaster.adjudicator
import ringmaster.games

MODULES = [
    module.name
    for package in (ringmaster.games, ringmaster.adjudicator)
    for module in walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_gives_what_it_shows(name: str) -> None:
    """Run as a reader would type it."""
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    """The examples are found, also those of functions that remember their answers."""
    roster = doctest.DocTestFinder().find(import_module("ringmaster.games.roster"))
    assert any(test.name.endswith(".fold") and test.examples for test in roster)
