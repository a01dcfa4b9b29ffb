"""The server in a thread of its own, with a loop that knows nothing of the boards."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from aiohttp import web

from dgt_monitor.broadcast.web.contents import Contents, Update
from dgt_monitor.broadcast.web.door import Doorkeeper
from dgt_monitor.broadcast.web.pages import HEADERS, Handler, Pages

SWEEP_S: Final = 5.0
"""So often it is looked who is to be cut off (chosen)."""
KEEPALIVE_S: Final = 15.0
"""A connection on which nothing is asked for so long is closed (chosen)."""
MOST_HEADER_BYTES: Final = 8190
"""A longer line or field of a request is refused."""
END_S: Final = 1.0
"""At the end answers that are under way have so long (chosen)."""
_LOGGER: Final = logging.getLogger("dgt_monitor.broadcast.web")
_LOGGER.propagate = False  # nothing is written over a dashboard; what matters is told by `complain`
_LOGGER.addHandler(logging.NullHandler())


class WebServer:
    """Serves at once; OSError if nobody can be let in there. Any thread may call."""

    def __init__(self, host: str, port: int, mark: str, token: str, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._contents = Contents(mark)
        self._pages = Pages(self._contents, token)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, port), family=family, backlog=512)
        self.port: int = self._listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._ends = asyncio.Event()
        self.door: Doorkeeper | None = None
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)
        self._thread.start()

    def take(self, update: Update, arbiter: Sequence[str] = ()) -> None:
        """Show this from now on."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._take, update, arbiter)

    def close(self, patience_s: float) -> None:
        """Let everybody go."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ends.set)
        self._thread.join(patience_s + 2 * END_S)

    # --- in the thread --------------------------------------------------------------------------------------

    def _take(self, update: Update, arbiter: Sequence[str]) -> None:
        before = [stream.ring.last for stream in self._pages.streams.values()]
        self._contents.take(update)
        self._contents.tell_arbiter(arbiter)
        for stream, last in zip(self._pages.streams.values(), before, strict=True):
            if stream.ring.last != last:
                stream.wake()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(self._strange)
        try:
            self._loop.run_until_complete(self._serve())
        except Exception as error:  # noqa: BLE001 - a fault here must not be silent, and concerns no board
            self._complain(f"nothing is served over HTTP any more: {type(error).__name__}: {error}")
        finally:
            self._listener.close()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def _strange(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody waits for; without this it would be written over a dashboard."""
        fault = context.get("exception")
        if not isinstance(fault, ConnectionError):
            self._complain(f"HTTP: {context.get('message', '')} {type(fault).__name__}: {fault}")

    async def _serve(self) -> None:
        app = web.Application(middlewares=[self._careful], logger=_LOGGER, client_max_size=1024)
        app.on_response_prepare.append(_safe)
        self._pages.add_to(app)
        runner = web.AppRunner(
            app,
            access_log=None,
            logger=_LOGGER,
            handle_signals=False,
            shutdown_timeout=END_S,
            keepalive_timeout=KEEPALIVE_S,
            max_line_size=MOST_HEADER_BYTES,
            max_field_size=MOST_HEADER_BYTES,
        )
        await runner.setup()
        if runner.server is None:
            raise RuntimeError("no server")
        self.door = Doorkeeper(runner.server, self._loop.time)
        server = await self._loop.create_server(self.door, sock=self._listener)
        while not self._ends.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ends.wait(), SWEEP_S)
            self.door.sweep()
        server.close()
        for stream in self._pages.streams.values():
            stream.end()
        await runner.cleanup()

    @web.middleware
    async def _careful(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """What is wrong with the program is told here, and not to who asks."""
        if self.door is not None:
            self.door.hear(request)
        try:
            return await handler(request)
        except (web.HTTPException, ConnectionError, asyncio.CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is
            self._complain(f"HTTP: an answer could not be given: {type(error).__name__}: {error}")
            raise web.HTTPInternalServerError from None


async def _safe(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
