"""discord.py's own HTTP client against a server that behaves as Discord does on its bad days."""

from __future__ import annotations

import asyncio
import json
import types
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer

from ringmaster.discord_app.connection import Connection
from ringmaster.discord_app.consequences import UNANSWERED, DeliveryFailed
from ringmaster.discord_app.courier import DiscordCourier
from ringmaster.sessions.messages import Message, TextFile

ME = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION: dict[str, Any] = {
    "id": "1", "name": "bot", "icon": None, "description": "", "bot_public": True,
    "bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": ME,
}  # fmt: skip
VIA = {"Via": "1.1 google"}
"""Without it discord.py takes a 429 for a ban by Cloudflare."""

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


def as_json(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer as Discord's: discord.py reads no JSON whose type names a character set."""
    return web.Response(body=json.dumps(body).encode(), content_type="application/json", status=status, headers=headers)


class BadDays:
    """Answers each post as the test wants; remembers nonces as Discord does."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.requests = 0
        self.messages: dict[str, dict[str, Any]] = {}

    async def login(self, request: web.Request) -> web.Response:
        """Who the bot is."""
        return as_json(APPLICATION if "applications" in request.path else ME)

    async def post(self, request: web.Request) -> web.StreamResponse:
        """Post a message."""
        self.requests += 1
        return await (self.answers.pop(0) if self.answers else self.store)(request)

    async def store(self, request: web.Request) -> web.Response:
        """A good day: a message, or the one that has this nonce already."""
        payload = await self._payload(request)
        assert payload["enforce_nonce"] is True
        known = self.messages.setdefault(payload["nonce"], self._message(payload))
        return as_json(known)

    async def store_and_say(self, request: web.Request, status: int) -> web.Response:
        """It is posted, and the answer says that something went wrong."""
        await self.store(request)
        return as_json({"message": "oops"}, status=status)

    async def store_and_hang_up(self, request: web.Request) -> web.StreamResponse:
        """It is posted, and no answer comes."""
        await self.store(request)
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    @staticmethod
    async def _payload(request: web.Request) -> dict[str, Any]:
        if request.content_type != "multipart/form-data":
            payload: dict[str, Any] = await request.json()
            return payload
        form = await request.post()
        payload = json.loads(str(form["payload_json"]))
        file = form["files[0]"]
        assert isinstance(file, web.FileField)
        return {**payload, "file": file.file.read()}

    def _message(self, payload: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": str(100 + len(self.messages)), "channel_id": "5", "author": ME, "content": payload.get("content", ""),
            "timestamp": "2026-11-02T20:00:00+00:00", "edited_timestamp": None, "tts": False, "pinned": False,
            "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "type": 0,
            "nonce": payload["nonce"], "sent_file": payload.get("file", b"").decode(),
        }  # fmt: skip


def refuse(status: int, code: int = 0, headers: dict[str, str] | None = None, **more: Any) -> Answer:
    """Discord refuses."""

    async def answer(request: web.Request) -> web.Response:
        return as_json({"code": code, "message": "no", **more}, status=status, headers=headers)

    return answer


@pytest_asyncio.fixture
async def discord_server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BadDays]:
    """A server in Discord's place."""
    days = BadDays()
    app = web.Application()
    app.add_routes(
        [
            web.get("/users/@me", days.login),
            web.get("/oauth2/applications/@me", days.login),
            web.post("/channels/5/messages", days.post),
        ]
    )
    async with TestServer(app) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", str(server.make_url("")).rstrip("/"))
        yield days


@pytest_asyncio.fixture
async def courier(discord_server: BadDays, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordCourier]:
    """A courier that is logged in there. discord.py's pauses between its own attempts take no time."""

    async def no_pause(seconds: float) -> None:
        return None

    quick = types.SimpleNamespace(**{**vars(asyncio), "sleep": no_pause})
    monkeypatch.setattr(discord.http, "asyncio", quick)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login("a.b.c")
        yield DiscordCourier(Connection(client))


async def test_every_message_has_its_nonce_enforced(courier: DiscordCourier, discord_server: BadDays) -> None:
    """Twenty-four characters, as the store makes them; posting again posts nothing new."""
    first = await courier.post(5, Message(text="result"), "a" * 24)
    again = await courier.post(5, Message(text="result"), "a" * 24)
    assert first == again
    assert list(discord_server.messages) == ["a" * 24]


@pytest.mark.parametrize("status", [500, 502, 504, 524])
async def test_discord_py_tries_again_itself_and_posts_once(
    courier: DiscordCourier, discord_server: BadDays, status: int
) -> None:
    """The message was stored before the error: its own retry carries the same nonce."""
    discord_server.answers = [lambda request: discord_server.store_and_say(request, status)]
    await courier.post(5, Message(text="result"), "n")
    assert len(discord_server.messages) == 1
    assert discord_server.requests == 2


async def test_a_rate_limit_is_waited_for(courier: DiscordCourier, discord_server: BadDays) -> None:
    """429 with a waiting time never reaches the publisher."""
    discord_server.answers = [refuse(429, headers=VIA, retry_after=0.2)] * 2
    assert await courier.post(5, Message(text="result"), "n") == 100
    assert discord_server.requests == 3


async def test_a_file_is_whole_when_it_is_sent_again(courier: DiscordCourier, discord_server: BadDays) -> None:
    """The upload begins anew with each attempt."""
    discord_server.answers = [refuse(429, headers=VIA, retry_after=0.1)]
    await courier.post(5, Message(text="log", files=(TextFile(name="log.txt", text="all of it"),)), "n")
    assert discord_server.messages["n"]["sent_file"] == "all of it"


@pytest.mark.parametrize(
    ("answer", "status", "code", "may_be_there"),
    [
        (refuse(503), 503, 0, True),
        (refuse(429), 429, 0, False),
        (refuse(403, 50013), 403, 50013, False),
        (refuse(404, 10003), 404, 10003, False),
        (refuse(400, 50035), 400, 50035, False),
        (refuse(401), 401, 0, False),
    ],
)
async def test_what_discord_py_gives_up_reaches_the_publisher_in_its_terms(
    courier: DiscordCourier, discord_server: BadDays, answer: Answer, status: int, code: int, may_be_there: bool
) -> None:
    """Status, code, and whether the message may be there all the same."""
    discord_server.answers = [answer]
    with pytest.raises(DeliveryFailed) as caught:
        await courier.post(5, Message(text="x"), "n")
    assert (caught.value.status, caught.value.code) == (status, code)
    assert caught.value.may_have_arrived is may_be_there


async def test_endless_errors_of_the_server_are_given_up_by_discord_py(
    courier: DiscordCourier, discord_server: BadDays
) -> None:
    """Five attempts, then the publisher's pauses begin."""
    discord_server.answers = [refuse(500)] * 5
    with pytest.raises(DeliveryFailed) as caught:
        await courier.post(5, Message(text="x"), "n")
    assert caught.value.may_have_arrived
    assert discord_server.requests == 5


async def test_an_answer_that_never_comes_may_mean_that_it_was_posted(
    courier: DiscordCourier, discord_server: BadDays
) -> None:
    """The connection breaks after the message was stored; posting again finds it."""
    discord_server.answers = [discord_server.store_and_hang_up]
    with pytest.raises(DeliveryFailed) as caught:
        await courier.post(5, Message(text="x"), "n")
    assert caught.value.status == UNANSWERED
    assert caught.value.may_have_arrived
    assert await courier.post(5, Message(text="x"), "n") == 100


async def test_what_breaks_a_limit_is_not_even_tried(courier: DiscordCourier, discord_server: BadDays) -> None:
    """2,001 characters: the publisher gives it up as Discord's 50035."""
    with pytest.raises(DeliveryFailed) as caught:
        await courier.post(5, Message(text="x" * 2001), "n")
    assert caught.value.code == 50035
    assert "x" * 10 not in str(caught.value)
    assert discord_server.requests == 0


async def test_requests_are_spread_over_the_seconds() -> None:
    """A second's worth goes at once, the rest one by one; nothing is refused for being too fast."""
    connection = Connection(discord.Client(intents=discord.Intents.none()), requests_a_second=100)
    loop = asyncio.get_running_loop()
    start = loop.time()
    for _ in range(120):
        async with connection.request():
            pass
    assert loop.time() - start >= 0.18
