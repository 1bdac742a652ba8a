"""Asking for a decision field by field: menus, pages, and what has been picked so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ringmaster.discord_app.actions import LIMIT, Enough, Page, Pick, Picks, read_value, write_value
from ringmaster.games.kernel import Answer, Decision, Field, PhaseId, Value
from ringmaster.sessions.messages import Button, Choice, Menu, Row

PAGE = 25
"""Entries of a menu: https://discord.com/developers/docs/components/reference#string-select"""

LABEL_LIMIT = 100

VALUE_ROOM = 10
"""Characters of a custom ID that a further value of a list may take, and the longer word for "that is all"."""

Label = Callable[[Value], str]
"""What a value is called in a menu."""

ORDINALS = ("", " (second)", " (third)", " (fourth)", " (fifth)", " (sixth)", " (seventh)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A decision half filled in: finished fields, and the values of the next one so far."""

    game: int
    phase: PhaseId
    decision: Decision
    picks: Picks = ()
    part: tuple[Value, ...] = ()

    @property
    def field(self) -> Field | None:
        """The field to ask for next; None when all are filled in."""
        fields = self.decision.fields
        return fields[len(self.picks)] if len(self.picks) < len(fields) else None

    @property
    def answer(self) -> Answer:
        """The finished decision."""
        return Answer(name=self.decision.name, picks=self.picks)

    def left(self, field: Field) -> list[Value]:
        """What can still be picked for the next field, in the order of its choices."""
        taken = Counter(self.part)
        if self.decision.one_pool:
            taken.update(value for values in self.picks for value in values)
        left: list[Value] = []
        for value in field.choices:
            if taken[value]:
                taken[value] -= 1
            else:
                left.append(value)
        return left

    def _is_full(self, part: tuple[Value, ...]) -> bool:
        """Whether a custom ID has no room for another value: then what is picked so far is all."""
        action = Pick(
            game=self.game, phase=self.phase, decision=self.decision.name, picks=self.picks, part=part, page=9
        )
        return len(action.text) + VALUE_ROOM > LIMIT

    def with_values(self, values: Sequence[Value], *, enough: bool = False) -> Draft:
        """The draft after a menu was used, or after "that is all"."""
        field = self.field
        assert field is not None
        part = (*self.part, *values)
        one_by_one = len(choices(self, field, str)) > PAGE and field.maximum > 1
        complete = len(part) >= field.maximum or (not one_by_one and len(part) >= field.minimum)
        done = enough or complete or self._is_full(part)
        picks, rest = ((*self.picks, part), ()) if done else (self.picks, part)
        return Draft(game=self.game, phase=self.phase, decision=self.decision, picks=picks, part=rest)


def choices(draft: Draft, field: Field, label: Label) -> list[Choice]:
    """The entries for the next field. Of equal cards no more are listed than can be picked.

    Where but one can be picked, its entry says how many there are: ``7 ×3``.
    """
    room = field.maximum - len(draft.part)
    left = draft.left(field)
    copies, seen = Counter(left), Counter[Value]()
    entries: list[Choice] = []
    for value in left:
        seen[value] += 1
        if seen[value] <= room:
            number = f" ×{copies[value]}" if room == 1 and copies[value] > 1 else ORDINALS[seen[value] - 1]
            text = label(value) + number
            entries.append(Choice(label=text[:LABEL_LIMIT], value=write_value(value, seen[value])))
    return entries


def field_rows(draft: Draft, label: Label, placeholder: str, page: int = 0) -> tuple[Row, ...]:
    """The menu for the next field. More than 25 entries come in pages, and are then picked one by one."""
    field = draft.field
    assert field is not None
    entries = choices(draft, field, label)
    pages = max(1, -(-len(entries) // PAGE))
    page = min(page, pages - 1)
    room = field.maximum - len(draft.part)
    here = entries[page * PAGE : (page + 1) * PAGE]
    menu = Menu(
        action=_pick(draft, page).encode(),
        placeholder=placeholder,
        choices=tuple(here),
        minimum=max(1, field.minimum - len(draft.part)) if pages == 1 else 1,
        maximum=min(room, len(here)) if pages == 1 else 1,
    )
    buttons = (*_turning(draft, page, pages), *_enough(draft, field))
    return (menu, buttons) if buttons else (menu,)


def _pick(draft: Draft, page: int) -> Pick:
    return Pick(
        game=draft.game,
        phase=draft.phase,
        decision=draft.decision.name,
        picks=draft.picks,
        part=draft.part,
        page=page,
    )


def _turning(draft: Draft, page: int, pages: int) -> list[Button]:
    turns = [(page - 1, f"◀ Page {page}"), (page + 1, f"Page {page + 2} ▶")]
    return [
        Button(
            label=label,
            action=Page(
                game=draft.game,
                phase=draft.phase,
                decision=draft.decision.name,
                picks=draft.picks,
                part=draft.part,
                page=to,
            ).encode(),
        )
        for to, label in turns
        if 0 <= to < pages
    ]


def _enough(draft: Draft, field: Field) -> list[Button]:
    if len(draft.part) < field.minimum or (field.minimum > 0 and not draft.part):
        return []
    action = Enough(
        game=draft.game, phase=draft.phase, decision=draft.decision.name, picks=draft.picks, part=draft.part
    )
    return [Button(label="That is all" if draft.part else "Leave open", action=action.encode(), style="primary")]


def open_menus(draft: Draft, label: Label, placeholder: str) -> tuple[Menu, ...]:
    """All entries at once in as many menus as needed: for a message that everyone uses."""
    field = draft.field
    assert field is not None
    entries = choices(draft, field, label)
    pages = [entries[at : at + PAGE] for at in range(0, len(entries), PAGE)]
    return tuple(
        Menu(
            action=_pick(draft, number).encode(),
            placeholder=placeholder if len(pages) == 1 else _range(placeholder, page),
            choices=tuple(page),
        )
        for number, page in enumerate(pages)
    )


def _range(placeholder: str, page: Sequence[Choice]) -> str:
    return f"{placeholder} {page[0].label} to {page[-1].label}"


def read_values(values: Sequence[str]) -> tuple[Value, ...]:
    """The values chosen in a menu.

    Raises:
        ValueError: some are none of this bot's.
    """
    return tuple(map(read_value, values))
