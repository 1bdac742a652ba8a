"""The questions there are, by name. A game's module of questions is added here."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from ringmaster.adjudicator.question import Question

MODULES = ("survivor", "twitch", "truth")

QUESTIONS: dict[str, type[Question]] = {
    question.name: question
    for module in MODULES
    if find_spec(f"ringmaster.adjudicator.{module}") is not None
    for question in import_module(f"ringmaster.adjudicator.{module}").QUESTIONS
}
