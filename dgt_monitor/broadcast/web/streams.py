"""Server-sent events to one reader after another; nobody is waited for, and who does not read is cut off."""

import asyncio
import socket
from contextlib import suppress
from typing import Final

from aiohttp import web

from dgt_monitor.broadcast.web.ring import Ring

HEARTBEAT_S: Final = 15.0
"""After so long without an event a reader is told that the stream lives (chosen; proxies cut at a minute)."""
PATIENCE_S: Final = 10.0
"""Who takes nothing for so long is cut off (chosen)."""
BUFFER_BYTES: Final = 32_768
"""What the program holds for a reader beside the streams themselves, and as much the system (chosen)."""
MOST_READERS: Final = 500
"""More readers of streams at once are turned away (chosen: a hall and its spectators)."""
LONGEST_ID: Final = 100
ALIVE: Final = b"event: alive\ndata: {}\n\n"
"""Without an id: a reader stays where he is."""


class Stream:
    """A ring, and who reads it."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self._news = asyncio.Event()
        self._ends = False

    def wake(self) -> None:
        """There is more, or it ends."""
        self._news.set()
        self._news = asyncio.Event()

    def end(self) -> None:
        """Let every reader go."""
        self._ends = True
        self.wake()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Send to this reader from where he was, until he goes or does not read."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        transport = request.transport
        await response.prepare(request)
        if transport is None:
            return response
        line = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
        transport.set_write_buffer_limits(high=BUFFER_BYTES)
        with suppress(ConnectionError):
            try:
                await self._send(response, *self._begin(request))
            except TimeoutError:
                transport.abort()
        return response

    def _begin(self, request: web.Request) -> tuple[bytes, int]:
        """The first thing that is said, and after which event it goes on."""
        wanted = request.headers.get("Last-Event-ID") or request.query.get("after", "")
        number = self.ring.number_of(wanted[:LONGEST_ID]) if wanted else None
        if number is not None:
            return b"retry: 3000\n\n", number
        kind = "gap" if wanted else "begin"
        return f"retry: 3000\nid: {self.ring.id}\nevent: {kind}\ndata: {{}}\n\n".encode(), self.ring.last

    async def _send(self, response: web.StreamResponse, chunk: bytes, number: int) -> None:
        await asyncio.wait_for(response.write(chunk), PATIENCE_S)
        while not self._ends:
            news = self._news
            found = self.ring.after(number)
            if found is None:
                raise TimeoutError  # too slow: what he has not read is not kept any more
            chunk, number = found
            if not chunk:
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT_S)
                    continue
                except TimeoutError:
                    chunk = ALIVE
            await asyncio.wait_for(response.write(chunk), PATIENCE_S)
