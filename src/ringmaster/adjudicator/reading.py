"""Reading an input: JSON without loose ends, and every way to get it wrong in one plain sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from ringmaster.adjudicator.question import Question, WrongInput

INPUT = "input"
"""The field that is named when the input as a whole is wrong."""

LONGEST_VALUE = 60

Asked = TypeVar("Asked", bound=Question)


@dataclass(frozen=True, slots=True)
class Flaw:
    """Stands where a JSON text holds what no JSON object should, until its place is known."""

    problem: str


def read_question(question: type[Asked], text: str) -> Asked:
    """The question that a JSON text asks.

    Raises:
        WrongInput: the text is no JSON object, or its fields are not the question's.
    """
    given = read_object(text)
    try:
        return question.model_validate_json(text)
    except ValidationError as error:
        raise _first_problem(question, error, given) from None


def read_object(text: str) -> dict[str, Any]:
    """A JSON text that is one object, in which no key stands twice and every number is finite.

    Raises:
        WrongInput: it is anything else.
    """
    if not text.strip():
        raise WrongInput(INPUT, "is empty; one JSON object is needed")
    flaws: list[Flaw] = []
    try:
        given = _load(text, flaws)
        if flaws:
            raise _first_flaw(given)
    except json.JSONDecodeError as error:
        raise WrongInput(INPUT, f"is no JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise WrongInput(INPUT, "is nested too deeply") from None
    except WrongInput:
        raise
    except ValueError:
        raise WrongInput(INPUT, "holds a number with too many digits") from None
    if not isinstance(given, dict):
        raise WrongInput(INPUT, f"must be a JSON object, not {kind_of(given)}")
    return cast("dict[str, Any]", given)


def _load(text: str, flaws: list[Flaw]) -> object:
    def flaw(problem: str) -> Flaw:
        flaws.append(Flaw(problem))
        return flaws[-1]

    def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for place, key in enumerate(keys) if key in keys[:place])
            found[twice] = flaw("is given twice in one object")
        return found

    return json.loads(
        text, object_pairs_hook=without_duplicates, parse_constant=lambda word: flaw(f"{word} is no JSON number")
    )


def _first_flaw(given: object) -> WrongInput:
    path, flaw = next(_flaws(given, ""))
    return WrongInput(path or INPUT, flaw.problem)


def _flaws(value: object, path: str) -> Iterator[tuple[str, Flaw]]:
    match value:
        case Flaw():
            yield path, value
        case dict():
            for key, inner in cast("dict[str, object]", value).items():
                yield from _flaws(inner, f"{path}.{shortened(key)}" if path else shortened(key))
        case list():
            for place, inner in enumerate(cast("list[object]", value)):
                yield from _flaws(inner, f"{path}[{place}]")
        case _:
            pass


def kind_of(value: object) -> str:
    """What a JSON value is, in a sentence."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return shown(value)
        case str():
            return shown(value)
        case Mapping():
            return "an object"
        case _:
            return "a list"


def shown(value: object) -> str:
    """A JSON value as it is written, cut when it is long."""
    return shortened(json.dumps(value, ensure_ascii=False))


def shortened(text: str) -> str:
    """A text on one line, cut when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_VALUE else f"{line[:LONGEST_VALUE]}…"


def _first_problem(question: type[Question], error: ValidationError, given: dict[str, Any]) -> WrongInput:
    problem = error.errors(include_url=False)[0]
    kind, context = problem["type"], problem.get("ctx", {})
    raised = context.get("error")
    if isinstance(raised, WrongInput):
        return raised
    field = field_path(problem["loc"], given, missing=kind == "missing") or INPUT
    if kind == "extra_forbidden":
        fields = ", ".join(f.alias or name for name, f in question.model_fields.items())
        where = f"; {question.name} has: {fields}" if len(problem["loc"]) == 1 else ""
        return WrongInput(field, f"there is no such field{where}")
    return WrongInput(field, _sentence(kind, context, problem["input"], problem["msg"]))


def field_path(loc: Sequence[int | str], given: object, *, missing: bool = False) -> str:
    """A place in the input as people write it. What a validator adds to it and the input lacks is left out.

    >>> field_path(("votes", 2, "for", "str"), {"votes": [{}, {}, {"for": 5}]})
    'votes[2].for'
    """
    path, here = "", given
    for index, step in enumerate(loc):
        if isinstance(here, Mapping) and (step in here or (missing and index == len(loc) - 1)):
            path += f".{step}" if path else str(step)
            here = cast("Mapping[Any, Any]", here).get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(cast("list[Any]", here)):
            path += f"[{step}]"
            here = cast("list[Any]", here)[step]
    return path


NOUNS = {
    "string_type": "text",
    "string_unicode": "text without broken characters",
    "string_sub_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "none_required": "null",
    "date_type": "a date such as 2026-12-03",
    "date_parsing": "a date such as 2026-12-03",
    "date_from_datetime_parsing": "a date such as 2026-12-03",
    "date_from_datetime_inexact": "a date such as 2026-12-03",
    "datetime_type": "a date and time such as 2026-12-03T21:00:00Z",
    "datetime_parsing": "a date and time such as 2026-12-03T21:00:00Z",
    "datetime_from_date_parsing": "a date such as 2026-12-03 or a date and time",
}
"""What a validator's kind of error asks for."""


def _sentence(kind: str, context: Mapping[str, Any], value: object, message: str) -> str:
    if kind in NOUNS:
        return f"must be {NOUNS[kind]}, not {kind_of(value)}"
    match kind:
        case "missing":
            return "is missing"
        case "json_invalid":
            return f"is no JSON: {context['error']}"
        case "literal_error" | "enum":
            return f"must be {context['expected']}, not {kind_of(value)}".replace("'", '"')
        case "too_short":
            return f"needs at least {context['min_length']}, not {context['actual_length']}"
        case "too_long":
            number = context["actual_length"]  # unknown for an object that is cut off at its first surplus key
            return f"takes at most {context['max_length']}" + ("" if number is None else f", not {number}")
        case "greater_than_equal":
            return f"must be at least {context['ge']}, not {kind_of(value)}"
        case "less_than_equal":
            return f"must be at most {context['le']}, not {kind_of(value)}"
        case "value_error" | "assertion_error":
            return str(context["error"])
        case _:
            return f"{shortened(message[:1].lower() + message[1:])}, not {kind_of(value)}"
