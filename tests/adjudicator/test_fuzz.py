"""Cases with something wrong in them: an answer or a sentence, whatever the question."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ringmaster.adjudicator.question import WrongInput
from ringmaster.adjudicator.questions import QUESTIONS
from ringmaster.adjudicator.ruling import rule

CASES: list[dict[str, Any]] = [
    case
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]
ODD = [None, True, False, 0, 1, -5, 15, 10**30, 1.5, "", " ", "Ada", "Zed", "start9", "no elimination", "bus", [], {}]
ODD += [[None], ["Ada", "Ada"], {"Ada": "Bo"}, {"public": 20}, "2026-02-30", "x" * 500, "\ud800", float("inf")]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container and key or index in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in ((value, key), *places(inner))]


def spoiled(given: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A copy of an input with one or two places changed, dropped, doubled or exchanged."""
    copy = deepcopy(given)
    for _ in range(chance.randint(1, 2)):
        if not (found := places(copy)):
            break
        holder, key = chance.choice(found)
        match chance.choice(["odd", "odd", "drop", "double", "exchange", "extra"]):
            case "drop":
                del holder[key]
            case "double" if isinstance(holder, list):
                holder.insert(key, deepcopy(holder[key]))
            case "exchange":
                other, place = chance.choice(found)
                holder[key] = deepcopy(other[place])
            case "extra" if isinstance(holder, dict):
                holder[chance.choice(["extra", "Ada", "settings", "rolls", "seed"])] = deepcopy(chance.choice(ODD))
            case _:
                holder[key] = deepcopy(chance.choice(ODD))
    return copy


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_spoiled_case_is_answered_or_refused_in_one_sentence(question: str) -> None:
    """Never a crash, never an answer that is no JSON, and a refusal names a field on one line."""
    chance = Random(question)
    cases = [case["input"] for case in CASES if case["question"] == question]
    refused: list[WrongInput] = []
    for _ in range(1_500):
        given = spoiled(chance.choice(cases), chance)
        try:
            answer = rule(question, given)
        except WrongInput as wrong:
            refused.append(wrong)
        else:
            assert json.loads(json.dumps(answer, allow_nan=False)) == answer
            assert list(answer)[-1] == "rolls"
    assert 300 < len(refused) < 1_500
    for wrong in refused:
        assert wrong.field
        assert wrong.problem
        assert "pydantic" not in str(wrong)
        assert len(str(wrong)) < 1_000
