"""``ringmaster adjudicate``: one ruling, or one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Annotated, Any, BinaryIO

import typer

WRONG = 2
"""The exit status for wrong input."""


def adjudicate(
    question: Annotated[str, typer.Argument(help="What to rule on, such as truth.day; a wrong one lists them all.")],
    file: Annotated[str, typer.Argument(help="Where the input is; standard input by default.")] = "-",
    lines: Annotated[bool, typer.Option("--lines", help="Read one JSON object a line and answer one a line.")] = False,
) -> None:
    """Answer one ruling, JSON in and JSON out, with the code that runs live games."""
    from ringmaster.adjudicator.question import WrongInput
    from ringmaster.adjudicator.ruling import find_question, rule_text

    try:
        find_question(question)
        with _open(file) as source:
            if lines:
                wrong = _answer_lines(source, lambda text: rule_text(question, text))
                raise typer.Exit(WRONG if wrong else 0)
            answer = rule_text(question, _text(source.read()))
    except WrongInput as error:
        sys.stderr.write(f"{_plain(str(error))}\n")
        raise typer.Exit(WRONG) from None
    _write(answer)


def _open(file: str) -> BinaryIO:
    from ringmaster.adjudicator.question import WrongInput

    if file == "-":
        return sys.stdin.buffer
    try:
        return open(file, "rb")  # noqa: PTH123 - the caller's with closes it
    except OSError as error:
        raise WrongInput(file, f"cannot be read: {error.strerror}") from None


def _text(raw: bytes) -> str:
    from ringmaster.adjudicator.question import WrongInput

    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongInput("input", f"is not UTF-8 at byte {error.start}") from None


def _answer_lines(source: Iterable[bytes], answer: Callable[[str], dict[str, Any]]) -> int:
    from ringmaster.adjudicator.question import WrongInput

    wrong = 0
    for raw in source:
        try:
            _write(answer(_text(raw)))
        except WrongInput as error:
            wrong += 1
            _write({"error": str(error)})
    return wrong


def _plain(sentence: str) -> str:
    line = " ".join(sentence.split())
    return "".join(character if character.isprintable() else "\ufffd" for character in line)


LINE_ENDS = str.maketrans({character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"})
"""What JSON may hold as it is and some readers take for the end of a line, as JSON can write it too."""


def _write(answer: dict[str, Any]) -> None:
    line = json.dumps(answer, ensure_ascii=False).translate(LINE_ENDS) + "\n"
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
