"""Logs: IDs and what happened, never what anybody wrote, what they hold, or who they are."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor

    from ringmaster.config import LogSection

QUIET = ("discord", "aiohttp", "asyncio", "alembic", "sqlalchemy")
"""Libraries whose lower levels tell of messages, requests or parameters."""


def configure(section: LogSection) -> None:
    """Send all logs to standard error, for reading or for collecting."""
    level = logging.getLevelNamesMapping()[section.level.upper()]
    as_json = section.format == "json" or (section.format == "auto" and not sys.stderr.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        name_fault,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for library in QUIET:
        logging.getLogger(library).setLevel(max(level, logging.WARNING if library != "discord" else logging.INFO))


def name_fault(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Put in place of an exception its kind and where it was raised; its words may quote what somebody sent."""
    error = _exception_of(event.pop("exc_info", None))
    if error is not None:
        event["fault"] = " < ".join(_kind(link) for link in _chain(error))
        event["at"] = [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
        ]
    return event


def _exception_of(exc_info: Any) -> BaseException | None:
    if isinstance(exc_info, BaseException):
        return exc_info
    if exc_info is None or exc_info is False:
        return None
    return sys.exc_info()[1] if exc_info is True else exc_info[1]


def _chain(error: BaseException) -> list[BaseException]:
    links = [error]
    while (cause := links[-1].__cause__) is not None and cause not in links:
        links.append(cause)
    return links


def _kind(error: BaseException) -> str:
    """An exception's class, and the codes of Discord's."""
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    codes = f"({status}, {code})" if status is not None else f"({code})" if isinstance(code, str | int) else ""
    return f"{type(error).__qualname__}{codes}"
