"""What people see of a channel: simcord's preview, many at once, behind the rehearsal's own door.

A preview of simcord brings a web server of its own, lets one exist at a time and shows news when asked. Here each
person's look at a place is a preview without a server: the rehearsal's server hands it the requests that carry
its key, and brings it up to date whenever its page asks for news.
"""
# pyright: reportPrivateUsage=false

from __future__ import annotations

import asyncio
import hmac
import time
from pathlib import Path
from typing import Any, ClassVar, cast

import aiohttp.web
import simcord.preview
from aiohttp.typedefs import Handler
from simcord.preview import Preview
from simcord.preview import _server as preview_server
from simcord.preview._server import PreviewServer

from ringmaster.rehearsal.world import World

MOST = 12
"""How many screens are kept; the one that was not looked at for longest goes first."""
RECENT = 60
"""How many of a channel's newest messages are watched for changes."""
SETTLE_CLOCKS = 10.0
"""Seconds after which a screen is published again without news, so that what it draws anew says the right time."""
KEY = "X-Simcord-Capability"
"""The header in which a screen's page sends its key."""
STATIC = Path(simcord.preview.__file__).with_name("static")
STATIC_PATHS = frozenset(PreviewServer._STATIC_FILES) - {"/"}


class _Doorless(PreviewServer):
    """A preview's server that listens nowhere: requests come through the rehearsal's server."""

    async def start(self) -> None:
        preview_server.web = aiohttp.web  # type: ignore[attr-defined]
        self.port = self._requested_port

    async def close(self) -> None:
        self.port = None


class Screen:
    """One place as one person sees it."""

    ROUTES: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("POST", "/api/pages", "_pages"),
        ("DELETE", "/api/pages/{context_id}", "_delete_page"),
        ("GET", "/api/state", "_state"),
        ("GET", "/api/commands", "_commands"),
        ("GET", "/api/action-result", "_action_result"),
        ("POST", "/api/action", "_action"),
        ("GET", "/api/assets/{asset_id}", "_asset"),
    )

    def __init__(self, world: World, account: int, channel_id: int, preview: Preview) -> None:
        self.account = account
        self.channel_id = channel_id
        self._world = world
        self._preview = preview
        self._drawn: dict[str, Any] = {}
        act = preview._action

        async def action(context: str | None, body: Any) -> dict[str, Any]:
            async with world.acting:
                world.env._preview = preview
                return await act(context, self._made_for_now(context, body))

        preview._action = action  # type: ignore[method-assign]

    @property
    def key(self) -> str:
        """Whoever has it can act on this screen."""
        return self._preview.capability

    @property
    def open(self) -> bool:
        """Whether it still answers."""
        return not self._preview._closed

    async def answer(self, handler: str, request: aiohttp.web.Request) -> aiohttp.web.StreamResponse:
        """Answer a request of the screen's page."""
        if handler == "_pages":
            self._follow_the_newest()
            self._preview._advance_presentation_time()
        elif handler == "_state":
            self._world.mark_read(self.account, self.channel_id)
            self._draw_news(request.headers.get("X-Simcord-Context"))
        return await getattr(self._preview._server, handler)(request)

    def _made_for_now(self, context: str | None, body: Any) -> Any:
        """An action on what its page shows, though news came while it was on its way: Discord takes it too.

        Whether it can still be done is looked at all the same.
        """
        page = self._preview._pages.get(context or "")
        if page is None or not isinstance(body, dict):
            return body
        sent = cast("dict[str, Any]", body)
        is_new = sent.get("sequence") == page.last_sequence + 1
        return {**sent, "published_revision": page.revision} if is_new and "published_revision" in sent else sent

    def _follow_the_newest(self) -> None:
        """A page that focuses no message stays at the end of the channel."""
        first = self._preview._python
        if first is not None:
            first.target_id = first.window_end_id = None

    def _draw_news(self, context: str | None) -> None:
        page = self._preview._pages.get(context or "")
        if page is None or self._preview._active_action is not None:
            return
        seen = (self._world.env._generation, self._looks(), time.monotonic() // SETTLE_CLOCKS)
        if self._drawn.get(page.id) == seen:
            return
        self._drawn[page.id] = seen
        self._preview._advance_presentation_time()
        self._preview._publish(page, reason="refresh")

    def _looks(self) -> int:
        channel = self._world.env.backend.channels.get(self.channel_id)
        messages = self._world.messages(self.account, self.channel_id)[-RECENT:]
        allowed = 0
        if channel is not None and channel.guild_id is not None:
            allowed = self._world.env.backend.compute_permissions(channel.guild_id, self.account, channel.id)
        return hash((repr(channel), repr(messages), allowed))

    async def close(self) -> None:
        """Answer no more."""
        await self._preview.close()


class Screens:
    """The screens that are open, by key and by who looks where."""

    def __init__(self, world: World, port: int) -> None:
        self._world = world
        self._port = port
        self._open: dict[tuple[int, int], Screen] = {}
        self._opening = asyncio.Lock()

    async def look(self, account: int, channel_id: int) -> Screen:
        """A person's screen of a place, opened if it is not.

        Raises:
            PermissionError: the person cannot see the place.
        """
        if not self._world.can_see(account, channel_id):
            raise PermissionError
        async with self._opening:
            screen = self._open.pop((account, channel_id), None)
            if screen is None or not screen.open:
                screen = await self._new(account, channel_id)
            self._open[account, channel_id] = screen
            while len(self._open) > MOST:
                await self._open.pop(next(iter(self._open))).close()
            return screen

    async def _new(self, account: int, channel_id: int) -> Screen:
        world, member = self._world, self._world.member(account)
        channel = world.channel(channel_id)
        viewer = member if channel.guild else member.user
        async with world.acting:
            world.env._preview = None
            preview = world.env.preview(
                channel, viewers=[viewer], layout="channel", locale="en-GB", assets=world.pictures, port=self._port
            )
            preview._server = _Doorless(preview, self._port)
            await preview.__aenter__()
        return Screen(world, account, channel_id, preview)

    def by_key(self, key: str) -> Screen | None:
        """The screen with this key."""
        found = [screen for screen in self._open.values() if hmac.compare_digest(screen.key.encode(), key.encode())]
        return found[0] if found and found[0].open else None

    async def close(self) -> None:
        """Close all screens."""
        while self._open:
            await self._open.popitem()[1].close()


def routes(screens: Screens) -> list[aiohttp.web.RouteDef]:
    """What a screen's page asks for, answered by the screen whose key it sends."""

    def route(name: str) -> Handler:
        async def handle(request: aiohttp.web.Request) -> aiohttp.web.StreamResponse:
            screen = screens.by_key(request.headers.get(KEY, ""))
            if screen is None:
                raise aiohttp.web.HTTPGone(text="This screen is closed.")
            return await screen.answer(name, request)

        return handle

    return [aiohttp.web.route(method, path, route(name)) for method, path, name in Screen.ROUTES]


async def static(request: aiohttp.web.Request) -> aiohttp.web.StreamResponse:
    """A script, style or font of the screens' page."""
    return aiohttp.web.FileResponse(STATIC / PreviewServer._STATIC_FILES[request.path])


def page(style: str, script: str) -> str:
    """The page of a screen: simcord's, with a style and a script of ours on top."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    ours = f'<link rel="stylesheet" href="{style}"><script type="module" src="{script}"></script>'
    return html.replace("</head>", f"{ours}</head>")
