"""Who may come into the rehearsal."""

from __future__ import annotations

import asyncio
import http.client
import re
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from ringmaster.rehearsal.gate import POLICY

SECRETS = ("/", "/screen", "/rehearsal/state", "/rehearsal/page.js", "/app.js", "/api/state", "/api/pages")


class Door:
    """Asks the rehearsal for things as any program on this machine could."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        self.host = parts.hostname
        self.port = parts.port or 0
        self.token = parts.query

    @property
    def name(self) -> str:
        """Host and port, as a browser sends them."""
        return f"{self.host}:{self.port}"

    def ask(self, path: str, *, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        """Send one request and return the answer, read."""
        connection = HTTPConnection(self.host, self.port, timeout=10)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_host="Host" in named)
        for name, value in named.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
        connection.close()
        return answer

    def cookie(self) -> str:
        """What the browser gets for the token."""
        given = self.ask(f"/?{self.token}").headers["Set-Cookie"]
        return given.partition(";")[0]


@pytest.fixture
def door(rehearsal: str) -> Door:
    """The door of a running rehearsal."""
    return Door(rehearsal)


def test_it_listens_on_this_machine_only(door: Door) -> None:
    """The address is the loopback's."""
    assert door.host == "127.0.0.1"


def test_the_token_opens_and_leaves_the_address(door: Door) -> None:
    """The token is exchanged for a cookie that scripts and other sites cannot use, and no page keeps it."""
    answer = door.ask(f"/?{door.token}")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert re.search(r"HttpOnly.*SameSite=Strict|SameSite=Strict.*HttpOnly", answer.headers["Set-Cookie"])
    assert door.ask("/", Cookie=door.cookie()).status == 200


@pytest.mark.parametrize("path", SECRETS)
def test_nothing_is_served_without_the_token(door: Door, path: str) -> None:
    """Not the page, not the game, not even a script."""
    assert door.ask(path).status == 403


@pytest.mark.parametrize("query", ["token=", "token=wrong", "token=%00", "token=%F0%9F%8E%AA", "other=1", ""])
def test_a_wrong_token_is_refused(door: Door, query: str) -> None:
    """Whatever is sent instead of the token opens nothing."""
    answer = door.ask(f"/?{query}")
    assert answer.status == 403
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1"])
def test_another_host_name_is_refused_even_with_the_token(door: Door, host: str) -> None:
    """A name that somebody points at this machine does not lead here."""
    assert door.ask(f"/?{door.token}", Host=host).status == 403
    assert door.ask("/rehearsal/state", Host=host, Cookie=door.cookie()).status == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_another_origin_is_refused_even_with_the_cookie(door: Door, origin: str) -> None:
    """A page from elsewhere that the browser sends the cookie for gets nothing."""
    assert door.ask("/rehearsal/state", Origin=origin, Cookie=door.cookie()).status == 403
    assert door.ask("/rehearsal/pace", method="POST", Origin=origin, Cookie=door.cookie()).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_request_from_another_site_is_refused(door: Door, site: str) -> None:
    """The browser says where a request comes from, also where there is no origin."""
    assert door.ask("/rehearsal/state", Sec_Fetch_Site=site, Cookie=door.cookie()).status == 403


def test_our_own_page_is_served(door: Door) -> None:
    """With the cookie, from our own address, everything works."""
    mine = {"Cookie": door.cookie(), "Origin": f"http://{door.name}", "Sec_Fetch_Site": "same-origin"}
    answer = door.ask("/rehearsal/state", **mine)
    assert answer.status == 200


def test_a_screen_needs_its_own_key_too(door: Door) -> None:
    """The cookie alone does not act as anybody."""
    for headers in ({}, {"X_Simcord_Capability": "guessed"}):
        assert door.ask("/api/state", Cookie=door.cookie(), **headers).status == 410


@pytest.mark.parametrize("path", ["/", "/screen", "/nothing-here"])
def test_every_answer_forbids_foreign_scripts_and_frames(door: Door, path: str) -> None:
    """Nothing from outside is loaded, and no other page can frame ours; refusals say so too."""
    for headers in ({}, {"Cookie": door.cookie()}):
        assert door.ask(path, **headers).headers["Content-Security-Policy"] == POLICY
    assert "http" not in POLICY


@pytest.mark.parametrize("path", ["/", "/screen", "/rehearsal/page.js", "/rehearsal/page.css", "/rehearsal/screen.css"])
def test_pages_refer_to_nothing_outside(door: Door, path: str) -> None:
    """All scripts and styles are our own."""
    text: str = door.ask(path, Cookie=door.cookie()).text  # type: ignore[attr-defined]
    assert not re.search(r"""(?:src|href|url\(|import)\s*[=(]?\s*["']?(?:https?:)?//""", text)


def test_two_rehearsals_have_different_tokens() -> None:
    """The token is made anew each time."""
    from ringmaster.rehearsal.gate import Gate

    assert Gate(8000).address != Gate(8000).address


async def test_a_port_that_is_taken_is_refused(door: Door) -> None:
    """Two rehearsals do not share a port."""
    from ringmaster.rehearsal.server import listen

    with pytest.raises(OSError, match="use"):
        await asyncio.to_thread(listen, door.port)
