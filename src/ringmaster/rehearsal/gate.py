"""Who may come in: only the browser that was given the address, only on this machine, only from our own page."""

from __future__ import annotations

import hmac
import secrets

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HOST = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self' blob:; "
    "img-src 'self' blob:; media-src 'self' blob:; frame-src 'self'; frame-ancestors 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Gate:
    """Checks every request. The token comes in the address once and stays as a cookie that scripts cannot read."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._token = secrets.token_urlsafe(32)
        self._cookie = f"rehearsal-{port}"

    @property
    def address(self) -> str:
        """Where the browser has to go first."""
        return f"http://{HOST}:{self._port}/?token={self._token}"

    def middleware(self) -> Middleware:
        """The check as aiohttp wants it."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            try:
                self._require_here(request)
                response = self._admit(request) or await handler(request)
            except web.HTTPException as refusal:
                refusal.headers.update(HEADERS)
                raise
            response.headers.update(HEADERS)
            return response

        return check

    def _require_here(self, request: web.Request) -> None:
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPForbidden(text="This is not the address of the rehearsal.")
        origin = request.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            raise web.HTTPForbidden(text="Another page may not do this.")
        if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise web.HTTPForbidden(text="Another page may not do this.")

    @property
    def _hosts(self) -> tuple[str, str]:
        return f"{HOST}:{self._port}", f"localhost:{self._port}"

    def _admit(self, request: web.Request) -> web.StreamResponse | None:
        if request.path == "/" and self._is_token(request.query.get("token")):
            home = web.HTTPSeeOther("/")
            home.set_cookie(self._cookie, self._token, httponly=True, samesite="Strict", path="/")
            raise home
        if self._is_token(request.cookies.get(self._cookie)):
            return None
        raise web.HTTPForbidden(text="Open the rehearsal with the address that was printed when it started.")

    def _is_token(self, text: str | None) -> bool:
        return text is not None and hmac.compare_digest(text.encode(), self._token.encode())
