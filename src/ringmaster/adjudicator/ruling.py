"""From a question's name and its input to the ruling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from ringmaster.adjudicator.question import Question, WrongInput
from ringmaster.adjudicator.questions import QUESTIONS
from ringmaster.adjudicator.reading import read_question, shortened
from ringmaster.games.dice import Dice, Rolls, ScriptedDice, ScriptError, SystemDice, VerifiableDice
from ringmaster.games.kernel import ON_OFF, SettingError, Settings, defaults


def rule(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a question, with the dice that were rolled.

    Args:
        name: the question's name: ``truth.day``.
        given: its input, as JSON has it.

    Raises:
        WrongInput: there is no such question, or the input is not what it asks for.
    """
    return rule_text(name, json.dumps(given))


def rule_text(name: str, text: str) -> dict[str, Any]:
    """As `rule`, of the input as JSON text."""
    question = read_question(find_question(name), text)
    dice = _dice(question)
    rolls = Rolls(dice)
    settings = _settings(question)
    try:
        answer = question.answer(settings, rolls)
        if isinstance(dice, ScriptedDice):
            dice.check_used_up()
    except ScriptError as error:
        raise WrongInput(error.field, error.problem) from None
    made = [{"label": r.label, "sides": r.sides, "result": r.result} for r in rolls.made]
    return {**answer, "rolls": made}


def find_question(name: str) -> type[Question]:
    """The question of a name.

    Raises:
        WrongInput: there is none.
    """
    if name not in QUESTIONS:
        raise WrongInput("question", f'there is no "{shortened(name)}"; there are: {", ".join(QUESTIONS)}')
    return QUESTIONS[name]


def _dice(question: Question) -> Dice:
    if question.rolls is not None:
        if question.seed is not None:
            raise WrongInput("seed", "give either rolls or a seed, not both")
        return ScriptedDice(question.rolls)
    if question.seed is None:
        return SystemDice()
    try:
        seed = bytes.fromhex(question.seed)
    except ValueError:
        raise WrongInput("seed", "must be hexadecimal digits, two for each byte") from None
    if not seed:
        raise WrongInput("seed", "is empty")
    return VerifiableDice.from_seed(seed)


def _settings(question: Question) -> Settings:
    if not question.settings:
        return _default_settings(question.settings_type)
    known = defaults(question.settings_type)
    values: dict[str, Any] = {}
    for name, value in question.settings.items():
        if name not in known:
            raise WrongInput(f"settings.{name}", f"there is no such setting; there are: {', '.join(known)}")
        switch = isinstance(known[name], bool) and isinstance(value, str)
        values[name] = ON_OFF.get(value.lower(), value) if switch else value
    try:
        return question.settings_type(**values)
    except SettingError as error:
        raise WrongInput(f"settings.{error.name}", str(error)) from None


@cache
def _default_settings(settings_type: type[Settings]) -> Settings:
    return settings_type()
