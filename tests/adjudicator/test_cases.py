"""Every case of the catalogue, through the machinery and through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ringmaster.adjudicator.questions import QUESTIONS
from ringmaster.adjudicator.ruling import rule

CASES: list[dict[str, Any]] = [
    case
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]


def unlabelled(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer as cases are compared: the labels of rolls are free."""
    return {**answer, "rolls": [{"sides": r["sides"], "result": r["result"]} for r in answer["rolls"]]}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"], marks=pytest.mark.clause(case["clause"])) for case in CASES]
)
def test_a_case_has_the_answer_that_was_worked_out_by_hand(case: dict[str, Any]) -> None:
    """The ruling is the right one, its fields in the contract's order, rolls last."""
    answer = rule(case["question"], case["input"])
    assert unlabelled(answer) == case["answer"]
    assert list(answer) == list(case["answer"])
    assert all(roll["label"] for roll in answer["rolls"])


def test_cases_have_ids_of_their_own() -> None:
    """No two cases share an ID."""
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("question", sorted({case["question"] for case in CASES}))
def test_the_command_line_answers_the_cases_of_a_question_line_by_line(question: str) -> None:
    """A subprocess with --lines gives the same answers, in order, and status 0."""
    cases = [case for case in CASES if case["question"] == question]
    run = subprocess.run(
        [sys.executable, "-m", "ringmaster", "adjudicate", question, "--lines"],
        input="".join(json.dumps(case["input"]) + "\n" for case in cases),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert [unlabelled(json.loads(line)) for line in run.stdout.splitlines()] == [case["answer"] for case in cases]


def test_every_question_has_cases() -> None:
    """No question is left without a worked example."""
    assert set(QUESTIONS) == {case["question"] for case in CASES}
