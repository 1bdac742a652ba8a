"""What every question to the adjudicator has in common: its input, its dice, its settings, its refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict

from ringmaster.games.dice import Rolls
from ringmaster.games.kernel import Seat, Settings, fold


class WrongInput(ValueError):  # noqa: N818 - the contract's word for it
    """The input is not what the question asks for.

    Attributes:
        field: the path of the field, dotted: ``votes.Ada``, ``votes[2].for``.
        problem: what is wrong with it: ``"Zed" is not a member``.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


V = TypeVar("V")


def _not_null(value: V | None) -> V:
    if value is None:
        raise ValueError("cannot be null; it can be left out")
    return value


class Entry(BaseModel):
    """An object inside an input; unknown fields are wrong input."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Question(Entry):
    """The input of one question. Subclasses add its fields and `answer`; unknown fields are wrong input.

    Fields are read strictly from JSON: lists may be tuples, dates are ISO strings, ``true`` is no number.

    Class attributes:
        name: as it is asked: ``truth.day``.
        settings_type: the rulebook's settings, which ``settings`` may change.
    """

    name: ClassVar[str]
    settings_type: ClassVar[type[Settings]]

    rolls: Annotated[list[int] | None, AfterValidator(_not_null)] = None
    seed: Annotated[str | None, AfterValidator(_not_null)] = None
    settings: dict[str, Any] = {}

    def answer(self, settings: Any, rolls: Rolls) -> dict[str, Any]:
        """The ruling, without ``rolls``, which the machinery adds.

        Args:
            settings: an instance of ``settings_type``, the defaults with ``settings`` applied.
            rolls: the dice.

        Raises:
            WrongInput: a field's value contradicts another's.
        """
        raise NotImplementedError


class Names:
    """The names of an input as seats, and back. Names are unique as in A10, and then compared exactly.

    Args:
        field: the field that lists them.
        names: in player-list order, a list or the keys of an object.
        reserved: words that mean something else in this question, such as ``start9``.

    Raises:
        WrongInput: a name is blank, listed twice, or reserved.
    """

    def __init__(self, field: str, names: Iterable[str], reserved: Sequence[str] = ()) -> None:
        keyed = isinstance(names, Mapping)
        self.names = list(names)
        self.seats: dict[str, Seat] = {}
        taken = {fold(word): word for word in reserved}
        for place, name in enumerate(self.names):
            path = f"{field}.{name}" if keyed else f"{field}[{place}]"
            folded = require_name(name, path)
            if name in self.seats:
                raise WrongInput(path, f'"{name}" is listed twice')
            if folded in taken:
                raise WrongInput(path, f'"{name}" reads the same as "{taken[folded]}"')
            taken[folded] = name
            self.seats[name] = place + 1

    def seat(self, name: str, field: str, what: str = "in the list") -> Seat:
        """The seat of a name.

        Raises:
            WrongInput: the name is not in the list.
        """
        if name not in self.seats:
            raise WrongInput(field, f'"{name}" is not {what}')
        return self.seats[name]

    def name(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.names[seat - 1]


def require_name(name: str, field: str) -> str:
    """The name as it is compared with others (A10).

    Raises:
        WrongInput: nothing of it is seen.
    """
    folded = fold(name)
    if not folded:
        raise WrongInput(field, "a name cannot be blank")
    return folded


def number(value: Fraction | int) -> int | str:
    """A number as the contract writes it: whole numbers as they are, others as ``"15/2"``."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"
