"""Where simcord 3.2.1 differs from Discord in ways that matter here.

Each mend reaches into simcord, so its version is pinned.
"""
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import discord
from simcord.backend.errors import BackendError
from simcord.backend.ops.channels import ChannelMixin
from simcord.enums import ChannelType
from simcord.env import Env
from simcord.http.client import FakeHTTPClient
from simcord.http.routes import interactions

RETRIED = frozenset({429, 500, 502, 504, 524})
"""What discord.py's own HTTP client tries again: `discord.http.HTTPClient.request`."""
TRIES = 5
IDLE_SECONDS = 0.002
"""How long simcord looks at a quiet bot before it believes it. Its own 50 ms would be paid for every action."""


@contextmanager
def applied() -> Generator[None]:
    """Mend simcord for as long as the context lasts."""
    undo = [webhooks_reach_threads(), private_threads_are_quiet(), failed_requests_are_retried(), settling_is_quick()]
    try:
        yield
    finally:
        for step in reversed(undo):
            step()


class _WebhookIn:
    """A webhook that posts into a thread of its channel."""

    def __init__(self, webhook: Any, channel_id: int) -> None:
        self._webhook = webhook
        self.channel_id = channel_id

    def __getattr__(self, name: str) -> Any:
        return getattr(self._webhook, name)


def webhooks_reach_threads() -> Callable[[], None]:
    """Honour ``thread_id`` of webhooks: simcord posts into the parent channel, where everybody would read it.

    https://discord.com/developers/docs/resources/webhook#execute-webhook
    """
    original = interactions._incoming_webhook

    def incoming(context: Any) -> Any:
        webhook = original(context)
        thread_id = context.params.get("thread_id")
        if thread_id is None:
            return webhook
        thread = context.backend.channels.get(int(thread_id))
        if thread is None or thread.parent_id != webhook.channel_id:
            raise BackendError(404, 10003, "Unknown Channel")
        return _WebhookIn(webhook, thread.id)

    interactions._incoming_webhook = incoming
    return lambda: setattr(interactions, "_incoming_webhook", original)


def private_threads_are_quiet() -> Callable[[], None]:
    """Do not announce a private thread in its channel: simcord tells everybody its name, as with public threads."""
    original = ChannelMixin.create_thread

    def create_thread(self: Any, parent_id: int, name: str, owner_id: int, **options: Any) -> Any:
        aloud = options.pop("broadcast", True)
        if options.get("type") != ChannelType.PRIVATE_THREAD:
            return original(self, parent_id, name, owner_id, broadcast=aloud, **options)
        thread = original(self, parent_id, name, owner_id, broadcast=False, **options)
        if aloud:
            self.announce_thread_create(thread)
        return thread

    ChannelMixin.create_thread = create_thread  # type: ignore[method-assign]
    return lambda: setattr(ChannelMixin, "create_thread", original)


def failed_requests_are_retried() -> Callable[[], None]:
    """Try 429 and 5xx again as discord.py does: simcord replaces the part of discord.py that would."""
    original = FakeHTTPClient.request

    async def request(self: FakeHTTPClient, route: Any, **options: Any) -> Any:
        for attempt in range(1, TRIES + 1):
            try:
                return await original(self, route, **options)
            except discord.HTTPException as error:
                if error.status in RETRIED and attempt < TRIES:
                    for file in options.get("files") or ():
                        file.reset(seek=attempt)
                elif error.status >= 500:
                    raise discord.DiscordServerError(error.response, error.text) from None
                else:
                    raise
        raise AssertionError("the last try returns or raises")

    FakeHTTPClient.request = request  # type: ignore[method-assign]
    return lambda: setattr(FakeHTTPClient, "request", original)


def settling_is_quick() -> Callable[[], None]:
    """Believe sooner that the bot is idle: it waits on nothing outside this process."""
    defaults: dict[str, Any] = Env._settle_internal.__kwdefaults__ or {}
    before = defaults["idle"]
    defaults["idle"] = IDLE_SECONDS
    return lambda: defaults.__setitem__("idle", before)
