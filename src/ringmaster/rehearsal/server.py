"""The rehearsal's page and what it asks for. Everything passes the gate."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from ringmaster.rehearsal import screens as screening
from ringmaster.rehearsal.gate import HOST, Gate
from ringmaster.rehearsal.hints import hint
from ringmaster.rehearsal.pace import Pace
from ringmaster.rehearsal.people import Person
from ringmaster.rehearsal.screens import Screens
from ringmaster.rehearsal.troupe import Troupe
from ringmaster.rehearsal.world import Spot, World

STATIC = Path(__file__).with_name("static")
OWN = {
    "page.css": "text/css",
    "page.js": "text/javascript",
    "screen.css": "text/css",
    "screen.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


@dataclass(slots=True)
class Show:
    """What the page shows. The troupe is there once the game has been set up."""

    world: World
    pace: Pace
    you: Person
    """The player whom the person at the browser plays first."""
    troupe: Troupe | None = None
    trouble: str = ""
    """What has gone wrong, for the person at the browser."""


def listen(port: int) -> socket.socket:
    """A socket that only this machine reaches; port 0 takes any that is free.

    Raises:
        OSError: the port is in use.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
    except OSError:
        made.close()
        raise
    return made


class Server:
    """Serves the page until it is closed."""

    def __init__(self, show: Show, sock: socket.socket) -> None:
        port: int = sock.getsockname()[1]
        self._show = show
        self._socket = sock
        self._gate = Gate(port)
        self._screens = Screens(show.world, port)
        app = web.Application(middlewares=[self._gate.middleware()], handler_args={"handler_cancellation": False})
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/screen", self._screen_page),
                web.get("/rehearsal/state", self._state),
                web.post("/rehearsal/look", self._look),
                web.post("/rehearsal/pace", self._set_pace),
                web.post("/rehearsal/seat", self._take_seat),
                web.get("/rehearsal/face/{account}.png", self._face),
                *(web.get(f"/rehearsal/{name}", self._own) for name in OWN),
                *(web.get(path, screening.static) for path in sorted(screening.STATIC_PATHS)),
                *screening.routes(self._screens),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None)

    @property
    def address(self) -> str:
        """Where the browser has to go."""
        return self._gate.address

    async def start(self) -> None:
        """Begin to answer."""
        await self._runner.setup()
        await web.SockSite(self._runner, self._socket).start()

    async def close(self) -> None:
        """Answer no more."""
        await self._screens.close()
        await self._runner.cleanup()

    # -- pages

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return web.Response(text=(STATIC / "page.html").read_text("utf-8"), content_type="text/html")

    async def _screen_page(self, request: web.Request) -> web.StreamResponse:
        page = screening.page("/rehearsal/screen.css", "/rehearsal/screen.js")
        return web.Response(text=page, content_type="text/html")

    async def _own(self, request: web.Request) -> web.StreamResponse:
        name = request.path.rpartition("/")[2]
        return web.Response(text=(STATIC / name).read_text("utf-8"), content_type=OWN[name])

    async def _face(self, request: web.Request) -> web.StreamResponse:
        wanted = f"{request.match_info['account']}.png"
        for name, picture in self._show.world.pictures.values():
            if name == wanted:
                return web.Response(body=picture, content_type="image/png", headers={"Cache-Control": "max-age=3600"})
        raise web.HTTPNotFound

    # -- what the page asks for

    async def _state(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request.query.get("person", str(self._show.you.account)))
        show, world = self._show, self._show.world
        troupe = show.troupe
        record = troupe.record if troupe else None
        is_computer = self._is_computer(person)
        return web.json_response(
            {
                "person": str(person.account),
                "you": str(show.you.account),
                "now": world.now.isoformat(),
                "speed": show.pace.speed,
                "paused": show.pace.paused,
                "title": record.game.title if record else "",
                "phase": (record.phase or "over") if record else "",
                "status": record.status if record else "setup",
                "deadline": record.deadline.isoformat() if record and record.deadline else None,
                "people": [self._describe(other) for other in world.people.values()],
                "spots": [self._describe_spot(person, spot) for spot in world.spots(person.account)],
                "seated": record.seat_of(person.account) is not None if record else False,
                "computer": is_computer,
                "hint": hint(record, person, computer=is_computer),
                "trouble": show.trouble,
            }
        )

    def _describe(self, person: Person) -> dict[str, Any]:
        world, troupe = self._show.world, self._show.troupe
        record = troupe.record if troupe else None
        seat = record.seat_of(person.account) if record else None
        out = bool(record and seat and seat.number not in record.game.living(record.state))
        return {
            "id": str(person.account),
            "name": person.name,
            "part": person.part,
            "alias": seat.name if seat and seat.name != person.name else "",
            "computer": self._is_computer(person),
            "out": out,
            "unread": sum(world.unread(person.account, spot.channel_id) for spot in world.spots(person.account)),
        }

    def _describe_spot(self, person: Person, spot: Spot) -> dict[str, Any]:
        return {
            "id": str(spot.channel_id),
            "name": spot.name,
            "group": spot.group,
            "kind": "direct" if spot.direct else "thread" if spot.thread else "channel",
            "unread": self._show.world.unread(person.account, spot.channel_id),
        }

    def _is_computer(self, person: Person) -> bool:
        return self._show.troupe is not None and self._show.troupe.plays(person.account)

    async def _look(self, request: web.Request) -> web.StreamResponse:
        asked = await self._asked(request)
        person = self._person(asked.get("person"))
        try:
            screen = await self._screens.look(person.account, int(str(asked.get("spot"))))
        except (PermissionError, KeyError, ValueError):
            raise web.HTTPNotFound(text="This person cannot see that.") from None
        self._show.world.mark_read(person.account, screen.channel_id)
        return web.json_response({"key": screen.key})

    async def _set_pace(self, request: web.Request) -> web.StreamResponse:
        asked = await self._asked(request)
        pace = self._show.pace
        changes: dict[str, Callable[[Any], None]] = {
            "speed": lambda value: pace.set_speed(float(value)),
            "skip": lambda value: pace.skip_ahead(float(value)),
            "paused": lambda value: setattr(pace, "paused", bool(value)),
        }
        try:
            for name in asked.keys() & changes.keys():
                changes[name](asked[name])
        except (TypeError, ValueError) as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        return web.json_response({})

    async def _take_seat(self, request: web.Request) -> web.StreamResponse:
        asked = await self._asked(request)
        person = self._person(asked.get("person"))
        if self._show.troupe is not None:
            self._show.troupe.hand_over(person.account, to_computer=bool(asked.get("computer")))
        return web.json_response({})

    async def _asked(self, request: web.Request) -> dict[str, Any]:
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            asked = await request.json()
        except ValueError:
            raise web.HTTPBadRequest(text="This is no JSON.") from None
        if not isinstance(asked, dict):
            raise web.HTTPBadRequest(text="A JSON object is needed.")
        return asked  # type: ignore[no-any-return]

    def _person(self, account: object) -> Person:
        person = self._show.world.people.get(int(account)) if str(account).isdecimal() else None  # type: ignore[call-overload]
        if person is None:
            raise web.HTTPNotFound(text="There is nobody like that here.")
        return person
