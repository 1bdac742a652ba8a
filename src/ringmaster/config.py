"""What an operator can set: ``config.toml``, and the environment on top of it (``RINGMASTER_TIME__ZONE``)."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

ENV_PREFIX = "RINGMASTER_"
CONFIG_VARIABLE = "RINGMASTER_CONFIG"
DEFAULT_FILE = Path("config.toml")
SECRET = ("discord.token", "database.url")
"""Options whose values are never shown."""


class ConfigError(Exception):
    """The configuration cannot be used; the text is one sentence that says where and what is expected."""


def option(default: Any, *, expects: str) -> Any:
    """A field of the configuration with what it expects, in the words of "must be …"."""
    return Field(default=default, json_schema_extra={"expects": expects})


class Section(BaseModel):
    """A table of the file. Unknown keys are errors, so that a typing mistake does not go unseen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DiscordSection(Section):
    """How to reach Discord, and who may host."""

    token: SecretStr | None = option(None, expects="the bot's token, in quotes")
    token_file: Path | None = option(None, expects="the path of a file that holds the token")
    host_role: str | None = option(None, expects="the name or ID of a role, in quotes")

    @field_validator("host_role", mode="before")
    @classmethod
    def _accept_ids(cls, value: Any) -> Any:
        return str(value) if isinstance(value, int) else value


class DatabaseSection(Section):
    """Where games are kept."""

    url: str | None = option(None, expects="a database URL such as sqlite:///games.sqlite3")

    @field_validator("url")
    @classmethod
    def _known_database(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("sqlite", "postgres")):
            raise ValueError("neither SQLite nor PostgreSQL")
        return value


class TimeSection(Section):
    """Time zone and reminders of games that set none of their own."""

    zone: str = option("UTC", expects="an IANA time zone such as Europe/Berlin")
    reminders: tuple[Annotated[int, Field(ge=1, le=720)], ...] = option(
        (24, 6, 1), expects="a list of whole hours, each from 1 to 720"
    )

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError("no such time zone") from error
        return value


class MessagesSection(Section):
    """How messages are published."""

    edit_interval: float = Field(
        default=3.0, ge=1.0, le=300.0, json_schema_extra={"expects": "a number of seconds from 1 to 300"}
    )
    thread_after: int = Field(
        default=30, ge=1, le=10080, json_schema_extra={"expects": "a whole number of minutes from 1 to 10080"}
    )


class ThemesSection(Section):
    """Where more themes for anonymous games are kept."""

    folder: Path | None = option(None, expects="the path of a folder with theme files")


class LogSection(Section):
    """What is logged and how."""

    level: Literal["debug", "info", "warning", "error"] = option("info", expects="debug, info, warning or error")
    format: Literal["auto", "console", "json"] = option("auto", expects="auto, console or json")


class Config(BaseSettings):
    """Everything an operator can set. Read it with `load`."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    data_dir: Path = option(user_data_path("ringmaster"), expects="the path of a directory")
    discord: DiscordSection = DiscordSection()
    database: DatabaseSection = DatabaseSection()
    time: TimeSection = TimeSection()
    messages: MessagesSection = MessagesSection()
    themes: ThemesSection = ThemesSection()
    log: LogSection = LogSection()

    @classmethod
    def settings_customise_sources(  # pyright: ignore[reportIncompatibleMethodOverride] - it takes the same and more
        cls,
        _model: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        **_: Any,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before the file, whose values are handed in as arguments."""
        return env_settings, init_settings

    @property
    def database_url(self) -> str:
        """Where the database is; by default a file in the data directory."""
        return self.database.url or f"sqlite:///{self.data_dir / 'ringmaster.sqlite3'}"

    @property
    def heartbeat_file(self) -> Path:
        """Holds when the bot was last up and connected."""
        return self.data_dir / "heartbeat"

    def token(self) -> str:
        """The bot's token.

        Raises:
            ConfigError: there is none, or its file cannot be read.
        """
        if self.discord.token is not None:
            return self.discord.token.get_secret_value().strip()
        if self.discord.token_file is None:
            raise ConfigError(
                "There is no bot token: set discord.token_file (or discord.token) in config.toml,"
                f" or {ENV_PREFIX}DISCORD__TOKEN in the environment."
            )
        try:
            return self.discord.token_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise ConfigError(f"discord.token_file: {self.discord.token_file} cannot be read: {reason}.") from error


def load(path: Path | None = None) -> Config:
    """Read the configuration.

    Args:
        path: the file; by default the one that ``RINGMASTER_CONFIG`` names, or ``config.toml`` if there is one.

    Raises:
        ConfigError: something in it cannot be used.
    """
    named = path or _named_by_environment()
    file = named or DEFAULT_FILE
    values = _read(file) if named is not None or file.exists() else {}
    try:
        return Config(**values)
    except ValidationError as error:
        raise ConfigError(_sentence(error.errors()[0], file)) from error
    except SettingsError as error:
        raise ConfigError(f"The environment: {error} (lists are written as [24, 6, 1]).") from error


def options(model: type[BaseModel] = Config, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """All options with their defaults, by dotted name: ``time.zone``."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from options(field.annotation, f"{name}.")
        else:
            yield prefix + name, field.default


def _named_by_environment() -> Path | None:
    name = os.environ.get(CONFIG_VARIABLE)
    return Path(name) if name else None


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror or type(error).__name__}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not valid TOML: {error}.") from error


def _sentence(error: ErrorDetails, file: Path) -> str:
    parts = [part for part in error["loc"] if isinstance(part, str)]
    variable, key = ENV_PREFIX + "__".join(parts).upper(), ".".join(parts)
    where = f"The environment ({variable})" if variable in map(str.upper, os.environ) else str(file)
    if error["type"] == "extra_forbidden":
        near = get_close_matches(key, [name for name, _ in options()], n=1)
        return f"{where}: there is no option {key}" + (f"; did you mean {near[0]}?" if near else ".")
    expects = _expects(parts)
    if expects is None:
        return f"{where}: {key} must be a table of options, [{key}]."
    shown = "" if key in SECRET else f", not {error['input']!r}"
    return f"{where}: {key} must be {expects}{shown}."


def _expects(parts: list[str]) -> str | None:
    model: type[BaseModel] = Config
    extra: Any = None
    for part in parts:
        field = model.model_fields[part]
        extra = field.json_schema_extra
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            model = field.annotation
    return None if extra is None else str(extra["expects"])
