"""The choices of a rulebook, and how moderators type them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any


def setting(
    default: Any,
    *,
    clause: str,
    help: str,
    choices: Sequence[Any] = (),
    least: int | None = None,
    most: int | None = None,
) -> Any:
    """A field of a settings class that a moderator can change, with its clause and what it accepts.

    Args:
        default: the value when nothing is set; for a choice the first listed in the rulebook.
        clause: the clause whose ruling it is.
        help: one plain sentence for the moderator.
        choices: the values allowed, for a choice.
        least: the smallest whole number allowed.
        most: the largest whole number allowed.
    """
    return field(
        default=default,
        metadata={"clause": clause, "help": help, "choices": tuple(choices), "least": least, "most": most},
    )


class SettingError(ValueError):
    """A setting has no such name, a value it cannot take, or conflicts with another."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of a rulebook. Subclasses add their ``setting`` fields; times are in hours."""

    outage_grace: int = setting(
        10,
        clause="A7",
        help="Minutes of the last hour of a phase that the bot may be down before it is extended.",
        least=0,
        most=60,
    )
    close_when_all_in: bool = setting(
        True, clause="A9", help="Close a phase in which each answers alone as soon as everyone has answered."
    )

    def __post_init__(self) -> None:
        for item in fields(self):
            value, meta = getattr(self, item.name), item.metadata
            if value is None and item.default is None:
                continue
            if isinstance(item.default, bool) and not isinstance(value, bool):
                raise SettingError(item.name, f"{item.name} is on or off")
            if meta["choices"] and (isinstance(value, bool | float) or value not in meta["choices"]):
                raise SettingError(item.name, f"{item.name} is one of: {', '.join(map(str, meta['choices']))}")
            if meta["least"] is not None or meta["most"] is not None:
                if not isinstance(value, int) or isinstance(value, bool):
                    raise SettingError(item.name, f"{item.name} is a whole number")
                low, high = meta["least"], meta["most"]
                if (low is not None and value < low) or (high is not None and value > high):
                    raise SettingError(item.name, f"{item.name} is a whole number from {low} to {high}")
        for conflict in self.conflicts():
            raise conflict

    def conflicts(self) -> Iterator[SettingError]:
        """The conflicts between settings, each with a sentence. Overridden where there can be any."""
        return iter(())

    @classmethod
    def read(cls, name: str, text: str) -> Any:
        """The value that a moderator typed for a setting.

        Raises:
            SettingError: no such setting, or not such a value.
        """
        known = {item.name: item for item in fields(cls)}
        if name not in known:
            raise SettingError(name, f"there is no setting {name!r}; there are: {', '.join(known)}")
        default, word = known[name].default, text.strip().lower()
        if isinstance(default, bool):
            if word not in ON_OFF:
                raise SettingError(name, f"{name} is on or off")
            return ON_OFF[word]
        if known[name].metadata["choices"] and not isinstance(default, int):
            return word
        if isinstance(default, int) or default is None:
            try:
                return int(word)
            except ValueError:
                raise SettingError(name, f"{name} is a whole number") from None
        return text.strip()


ON_OFF: Mapping[str, bool] = {
    "on": True, "true": True, "yes": True,
    "off": False, "false": False, "no": False,
}  # fmt: skip


def defaults(settings_type: type[Settings]) -> dict[str, Any]:
    """The default of each setting, by name."""
    return {item.name: item.default for item in fields(settings_type) if item.default is not MISSING}
