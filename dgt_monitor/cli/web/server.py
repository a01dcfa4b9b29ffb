"""The pages of a desk in a browser: nothing but the question for the passphrase without one."""

import asyncio
import json
import shlex
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from dgt_monitor.cli.web.alert_page import STYLE, alert_page, login_page, page
from dgt_monitor.cli.web.guard import Guard, Session, of_session
from dgt_monitor.cli.web.passphrases import ENVIRONMENT
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

COOKIE: Final = "desk"
VISITORS: Final = 8
"""Desks in browsers at once, each a process of its own (chosen: some 60 MB each)."""
MOST_BYTES: Final = 64 * 1024
"""Of a message or a form from a browser."""
STOP_S: Final = 5.0
"""So long a desk has to end by itself when its browser has gone (chosen)."""
CELLS: Final = range(20, 501)
LINES: Final = range(8, 201)
"""Sizes of a window that are taken."""
SAFE: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DESK_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self' {socket}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""The terminal in the browser writes style elements of its own."""
_ENDED: Final = Sentence("This desk has ended.")
_AGAIN: Final = Sentence("begin again")
DESK_STYLE: Final = """
html, body { margin: 0; height: 100%; overflow: hidden; background: #121212; color: #d0d0d0; }
.textual-terminal { width: 100vw; height: 100vh; }
.ended { display: none; font: 1.2rem system-ui, sans-serif; padding: 2rem; }
body.-closed .ended { display: block; }
body.-closed .textual-terminal { display: none; }
"""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class BrowserDesk(AppService):
    """A desk in a process of its own, which is not told the passphrases."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        environ: dict[str, str] = super()._build_environment(width, height)
        return {name: value for name, value in environ.items() if name not in ENVIRONMENT}

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()


class DeskServer:
    """The pages over one recorder. `command` begins a desk of somebody who looks or rules."""

    def __init__(self, feed: Feed, guard: Guard, command: Callable[[str], Sequence[str]]) -> None:
        self._feed = feed
        self._guard = guard
        self._command = command
        self._visitors = 0

    def application(self) -> web.Application:
        """All routes behind the guard."""
        app = web.Application(middlewares=[self._guarded], client_max_size=MOST_BYTES)
        static = Path(str(files("textual_serve"))) / "static"
        app.add_routes(
            [
                web.get("/login", self._ask), web.post("/login", self._let_in), web.get("/logout", self._let_out),
                web.get("/style.css", self._style), web.get("/desk.css", self._desk_style),
                web.get("/", self._desk), web.get("/ws", self._socket),
                web.get("/alerts", self._alerts), web.post("/alerts", self._acknowledge),
                web.static("/static", static, show_index=False),
            ]
        )  # fmt: skip
        return app

    # --- the door -------------------------------------------------------------------------------------------

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Whoever has no session is asked for the passphrase, whatever he wants."""
        is_known = self._guard.session(request.cookies.get(COOKIE, "")) is not None
        if not is_known and request.path not in ("/login", "/style.css"):
            if request.path == "/ws" or request.method != "GET":
                return self._safe(web.Response(status=401, text="a passphrase is wanted\n"))
            return self._safe(_to("/login"))
        try:
            response = await handler(request)
        except web.HTTPException as error:
            self._safe(error)
            raise
        return response if response.prepared else self._safe(response)

    def _session(self, request: web.Request) -> Session:
        session = self._guard.session(request.cookies.get(COOKIE, ""))
        if session is None:  # it has ended in this moment
            raise web.HTTPUnauthorized
        return session

    @staticmethod
    def _safe(response: web.StreamResponse) -> web.StreamResponse:
        for name, value in SAFE.items():
            response.headers.setdefault(name, value)
        return response

    async def _ask(self, _: web.Request) -> web.Response:
        return _html(login_page(locked=self._guard.locked))

    async def _let_in(self, request: web.Request) -> web.StreamResponse:
        form = await request.post()
        token = self._guard.open(str(form.get("passphrase", "")))
        if token is None:
            locked = self._guard.locked
            return _html(login_page(wrong=True, locked=locked), status=429 if locked else 403)
        response = _to("/")
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict", secure=request.secure, path="/")
        return response

    async def _let_out(self, request: web.Request) -> web.StreamResponse:
        self._guard.close(request.cookies.get(COOKIE, ""))
        response = _to("/login")
        response.del_cookie(COOKIE, path="/")
        return response

    async def _style(self, _: web.Request) -> web.Response:
        return web.Response(text=STYLE, content_type="text/css")

    async def _desk_style(self, _: web.Request) -> web.Response:
        return web.Response(text=DESK_STYLE, content_type="text/css")

    # --- the list of alerts ---------------------------------------------------------------------------------

    async def _alerts(self, request: web.Request) -> web.Response:
        session = self._session(request)
        token = session.form_token if session.may == "rule" else None
        return _html(alert_page(self._feed.view(), self._feed.status(), form_token=token))

    async def _acknowledge(self, request: web.Request) -> web.StreamResponse:
        session = self._session(request)
        form = await request.post()
        if session.may != "rule" or not of_session(session, str(form.get("form", ""))):
            return web.Response(status=403, text="nothing can be ruled with this passphrase\n")
        wanted = str(form.get("alert", ""))
        if any(each.id == wanted for each in self._feed.view().alerts):
            self._feed.acknowledge(wanted)
        return _to("/alerts")

    # --- the desk -------------------------------------------------------------------------------------------

    async def _desk(self, request: web.Request) -> web.Response:
        scheme = "wss" if request.secure else "ws"
        socket = f"{scheme}://{request.host}"
        body = (
            f'<div id="terminal" class="textual-terminal" data-session-websocket-url="{socket}/ws" data-font-size="16">'
            f'</div><p class="ended">{words(_ENDED)} <a href="/">{words(_AGAIN)}</a> <a href="/alerts">/alerts</a></p>'
        )
        head = '<link rel="stylesheet" href="/static/css/xterm.css"><script src="/static/js/textual.js"></script>'
        if not _is_host(request.host):
            raise web.HTTPBadRequest
        response = _html(page("dgt-monitor", body, head, "/desk.css"))
        response.headers["Content-Security-Policy"] = DESK_POLICY.format(socket=socket)
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if urlsplit(request.headers.get("Origin", "")).netloc != request.host:
            return web.Response(status=403, text="not from a page of this desk\n")
        if self._visitors >= VISITORS:
            return web.Response(status=503, text="too many desks are open in browsers: close one\n")
        session = self._session(request)
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=MOST_BYTES)
        self._visitors += 1
        try:
            await socket.prepare(request)
            await self._run(socket, session, request)
        finally:
            self._visitors -= 1
        return socket

    async def _run(self, socket: web.WebSocketResponse, session: Session, request: web.Request) -> None:
        async def close() -> None:
            await socket.close()

        desk = BrowserDesk(
            _shell(self._command(session.may)),
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=DownloadManager(),
        )
        width, height = _size(request.query.get("width"), 80, CELLS), _size(request.query.get("height"), 24, LINES)
        await desk.start(width, height)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await _take(desk, socket, message.data)
        finally:
            with suppress(TimeoutError):
                await asyncio.wait_for(desk.stop(), STOP_S)
            desk.kill()


async def _take(desk: AppService, socket: web.WebSocketResponse, text: str) -> None:
    """One message of a browser: what is none is passed over."""
    with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError):
        kind, *rest = json.loads(text)
        if kind == "stdin":
            await desk.send_bytes(str(rest[0]).encode("utf-8", "replace"))
        elif kind == "resize":
            await desk.set_terminal_size(_size(rest[0]["width"], 80, CELLS), _size(rest[0]["height"], 24, LINES))
        elif kind == "ping":
            await socket.send_json(["pong", rest[0]])


def _size(given: Any, usual: int, among: range) -> int:
    try:
        return max(among[0], min(int(given), among[-1]))
    except (TypeError, ValueError, OverflowError):
        return usual


def _is_host(text: str) -> bool:
    """Whether this can be written into a page and a policy."""
    return all(char.isascii() and (char.isalnum() or char in ".-:[]") for char in text)


def _shell(command: Sequence[str]) -> str:
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def _to(path: str) -> web.Response:
    return web.Response(status=303, headers={"Location": path})


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, content_type="text/html", status=status)
