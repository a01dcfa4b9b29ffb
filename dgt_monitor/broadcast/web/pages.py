"""What may be asked for, and the answers to it."""

import hashlib
import hmac
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Final

from aiohttp import web

from dgt_monitor.broadcast.web.contents import Body, Contents
from dgt_monitor.broadcast.web.streams import MOST_READERS, Stream

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "dgt-monitor",
}
"""On every answer: a page needs nothing from elsewhere, and nobody else's page has it inside."""
ASSETS: Final = {
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
}
PGN: Final = "application/x-chess-pgn"
RETRY_S: Final = 10
"""Who is turned away may come again after so long (chosen)."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Pages:
    """Answers, out of the contents. `token`: opens the arbiter's stream; empty: there is none."""

    def __init__(self, contents: Contents, token: str) -> None:
        self._contents = contents
        self._token = hashlib.sha256(token.encode()).digest() if token else None
        self.streams = {
            "/events": Stream(contents.events),
            "/boards/events": Stream(contents.page),
            "/arbiter/events": Stream(contents.arbiter),
        }
        self._readers = 0

    def add_to(self, app: web.Application) -> None:
        """Give an answer to every path that there is."""
        for path, (name, kind) in ASSETS.items():
            app.router.add_get(path, _fixed(files(__package__).joinpath(name).read_bytes(), kind))
        app.router.add_get("/", self._page)
        app.router.add_get("/anew", self._page)
        app.router.add_get("/boards.json", self._boards)
        app.router.add_get("/games.pgn", self._file)
        app.router.add_get("/pgn/", self._names)
        app.router.add_get("/pgn/{name:.+}", self._file)
        app.router.add_get("/events", self._public)
        app.router.add_get("/boards/events", self._public)
        if self._token is not None:
            app.router.add_get("/arbiter/events", self._arbiter)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return _answer(request, self._contents.shown(anew=request.path == "/anew"), "text/html")

    async def _boards(self, request: web.Request) -> web.StreamResponse:
        return _answer(request, self._contents.boards(), "application/json")

    async def _names(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(self._contents.names)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        body = self._contents.file(request.match_info.get("name", "games.pgn"))
        if body is None:
            raise web.HTTPNotFound
        return _answer(request, body, PGN)

    async def _public(self, request: web.Request) -> web.StreamResponse:
        return await self._stream(request)

    async def _arbiter(self, request: web.Request) -> web.StreamResponse:
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        digest = hashlib.sha256(given.strip().encode("utf-8", "surrogateescape")).digest()
        right = hmac.compare_digest(digest, self._token or b"")
        if scheme.lower() != "bearer" or not right:
            raise web.HTTPUnauthorized(headers={"WWW-Authenticate": "Bearer"})
        return await self._stream(request)

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        if request.method != "GET":
            raise web.HTTPMethodNotAllowed(request.method, ["GET"])
        if self._readers >= MOST_READERS:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": str(RETRY_S)})
        self._readers += 1
        try:
            return await self.streams[request.path].serve(request)
        finally:
            self._readers -= 1


def _fixed(data: bytes, kind: str) -> Handler:
    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response(body=data, content_type=kind, charset="utf-8", headers={"Cache-Control": "no-cache"})

    return answer


def _answer(request: web.Request, body: Body, kind: str) -> web.Response:
    headers = {"ETag": body.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if body.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    data = body.data
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        data, headers["Content-Encoding"] = body.packed, "gzip"
    return web.Response(body=data, content_type=kind, charset="utf-8", headers=headers)
