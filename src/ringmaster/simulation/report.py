"""The results of a simulation as tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.table import Table

from ringmaster.simulation.findings import Tally, mean, ranked, wilson

BAR = 30
"""How many characters the longest bar takes."""


def tables(tally: Tally) -> Iterator[Table]:
    """One table for each question: answers, then numbers, then causes."""
    for question, answers in tally.answers.items():
        yield _answers(question, answers)
    for question, numbers in tally.numbers.items():
        yield _numbers(question, numbers)
    for question, causes in tally.causes.items():
        yield _causes(question, causes)


def _answers(question: str, answers: Counter[str]) -> Table:
    table = _table(question, "games", "share", "95% interval")
    for answer, times in ranked(answers):
        low, high = wilson(times, answers.total())
        table.add_row(answer, str(times), _percent(times / answers.total()), f"{_percent(low)} to {_percent(high)}")
    return table


def _numbers(question: str, numbers: Counter[int]) -> Table:
    table = _table(question, "games", "share", "")
    most = max(numbers.values())
    for number, times in sorted(numbers.items()):
        bar = "█" * round(BAR * times / most)
        table.add_row(str(number), str(times), _percent(times / numbers.total()), bar)
    table.columns[-1].justify = "left"
    table.caption = f"{mean(numbers):.2f} on average"
    return table


def _causes(question: str, causes: Counter[str]) -> Table:
    table = _table(question, "times", "share")
    for cause, times in ranked(causes):
        table.add_row(cause, str(times), _percent(times / causes.total()))
    return table


def _table(question: str, *columns: str) -> Table:
    table = Table(title=question[:1].upper() + question[1:], title_justify="left", caption_justify="left")
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _percent(share: float) -> str:
    return f"{share:.1%}"
