"""The results of a simulation as a picture. Needs matplotlib, which comes with the extra ``charts``."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any

from ringmaster.simulation.findings import Tally, mean, ranked, wilson

FORMATS = (".png", ".svg", ".pdf")
COLUMNS = 2
COLOUR = "#5865f2"


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw(tally: Tally, title: str, file: Path) -> None:
    """Write a picture with one panel for each question.

    Args:
        tally: what was counted.
        title: the heading.
        file: where the picture goes; its ending, one of ``FORMATS``, says the format.

    Raises:
        OSError: the file cannot be written.
    """
    from matplotlib.figure import Figure

    panels = len(tally.answers) + len(tally.numbers) + len(tally.causes)
    rows = ceil(panels / COLUMNS)
    figure: Any = Figure(figsize=(6 * COLUMNS, 3.5 * rows + 0.7), layout="constrained")
    figure.suptitle(f"{title}. {tally.games:,} games")
    axes = iter(figure.subplots(rows, COLUMNS, squeeze=False).flat)
    for question, answers in tally.answers.items():
        _draw_answers(next(axes), question, answers)
    for question, numbers in tally.numbers.items():
        _draw_numbers(next(axes), question, numbers)
    for question, causes in tally.causes.items():
        _draw_causes(next(axes), question, causes)
    for empty in axes:
        empty.set_visible(False)
    figure.savefig(file)


def _draw_answers(panel: Any, question: str, answers: Counter[str]) -> None:
    total, rows = answers.total(), ranked(answers)
    shares = [times / total for _, times in rows]
    bounds = [wilson(times, total) for _, times in rows]
    below = [share - low for share, (low, _) in zip(shares, bounds, strict=True)]
    above = [high - share for share, (_, high) in zip(shares, bounds, strict=True)]
    panel.bar([name for name, _ in rows], shares, color=COLOUR, yerr=(below, above), capsize=6)
    _label(panel, f"{question} (with 95% intervals)", "share of games")


def _draw_numbers(panel: Any, question: str, numbers: Counter[int]) -> None:
    values = sorted(numbers)
    panel.bar(values, [numbers[value] / numbers.total() for value in values], color=COLOUR)
    panel.set_xticks(values)
    _label(panel, f"{question} ({mean(numbers):.2f} on average)", "share of games")


def _draw_causes(panel: Any, question: str, causes: Counter[str]) -> None:
    rows = ranked(causes)
    panel.barh([name for name, _ in rows][::-1], [times / causes.total() for _, times in rows][::-1], color=COLOUR)
    panel.set_title(question)
    panel.xaxis.set_major_formatter("{x:.0%}")


def _label(panel: Any, title: str, height: str) -> None:
    panel.set_title(title)
    panel.set_ylabel(height)
    panel.yaxis.set_major_formatter("{x:.0%}")
