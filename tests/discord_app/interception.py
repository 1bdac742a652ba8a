"""What the bot asks of Discord, request by request, with the bytes of its files."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

from simcord.http import router


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request of the bot."""

    method: str
    path: str
    body: Any
    params: dict[str, Any]
    files: tuple[tuple[str, bytes], ...]
    reason: str | None
    """What it gives as the reason in the server's audit log."""

    @property
    def changes(self) -> bool:
        """Whether it does anything but read."""
        return self.method != "GET"

    @property
    def fields(self) -> dict[str, Any]:
        """Its body as it usually is; nothing of one that is a list."""
        return cast("dict[str, Any]", self.body) if isinstance(self.body, dict) else {}

    @property
    def parts(self) -> list[str]:
        """The parts of its path."""
        return self.path.strip("/").split("/")


@contextmanager
def intercepted(hear: Callable[[Request], None]) -> Generator[None]:
    """Tell of every request before it is carried out."""
    original = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **more: Any) -> Any:
        hear(_request(method, path, **more))
        return original(backend, method, path, **more)

    router.dispatch = dispatch
    try:
        yield
    finally:
        router.dispatch = original


def _request(
    method: str,
    path: str,
    *,
    json: Any = None,
    params: dict[str, Any] | None = None,
    files: list[Any] | None = None,
    reason: str | None = None,
    **_more: Any,
) -> Request:
    return Request(
        method=method,
        path=path,
        body=deepcopy(json),
        params=dict(params or {}),
        files=tuple((file.filename, _content(file)) for file in files or ()),
        reason=reason,
    )


def _content(file: Any) -> bytes:
    at = file.fp.tell()
    content: bytes = file.fp.read()
    file.fp.seek(at)
    return content
