"""The buttons and menus of what the bot has sent, and which of them gives an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from ringmaster.discord_app.actions import Action, Confirm, Enough, Page, Pick, Word, decode, read_value
from ringmaster.games.kernel import Answer, Value

Control: TypeAlias = dict[str, Any]
"""A component as Discord has it: https://discord.com/developers/docs/components/reference"""


def controls(components: Iterable[Control]) -> Iterator[Control]:
    """All that can be pressed or chosen from, from top to bottom."""
    for component in components:
        if "custom_id" in component and not component.get("disabled"):
            yield component
        yield from controls(component.get("components", ()))


def find(components: Iterable[Control], wanted: type[Action]) -> str | None:
    """The custom ID of the first control that does this."""
    ids = (control["custom_id"] for control in controls(components))
    return next((custom_id for custom_id in ids if isinstance(_meaning(custom_id), wanted)), None)


def _meaning(custom_id: str) -> Action | None:
    """What a control does; None for the few whose meaning the bot keeps to itself."""
    try:
        return decode(custom_id)
    except ValueError:
        return None


def next_press(components: Iterable[Control], answer: Answer) -> tuple[str, list[str]] | None:
    """What gives the next part of an answer: a button, or a menu and what to choose in it; None if nothing does."""
    turn_over: str | None = None
    for control in controls(components):
        match _meaning(control["custom_id"]):
            case Confirm(decision=name) | Word(decision=name) if name == answer.name:
                return control["custom_id"], []
            case Pick(decision=name, picks=filled, part=part) if name == answer.name:
                chosen = _entries(control["options"], answer.picks[len(filled)], part)
                if chosen:
                    return control["custom_id"], chosen[: control.get("max_values", 1)]
            case Enough(decision=name, picks=filled, part=part) if name == answer.name:
                if Counter(part) == Counter(answer.picks[len(filled)]):
                    return control["custom_id"], []
            case Page(decision=name) if name == answer.name:
                turn_over = control["custom_id"]
            case _:
                continue
    return None if turn_over is None else (turn_over, [])


def _entries(options: Iterable[Control], picks: tuple[Value, ...], part: tuple[Value, ...]) -> list[str]:
    """The entries of a menu that are still to be chosen. A card that one has twice has two entries."""
    wanted = list(picks)
    for value in part:
        wanted.remove(value)
    chosen: list[str] = []
    for option in options:
        value = read_value(option["value"])
        if value in wanted:
            wanted.remove(value)
            chosen.append(option["value"])
    return chosen
