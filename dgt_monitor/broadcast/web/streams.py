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


class _Reader:
    """One who is let in, and the number of the event he was handed last."""

    def __init__(self, transport: asyncio.Transport, number: int, *, is_chunked: bool) -> None:
        self.transport = transport
        self.number = number
        self.is_chunked = is_chunked
        self.is_wanted = asyncio.Event()
        """His own task has to see to him."""

    @property
    def takes(self) -> bool:
        """He has taken all that he was handed."""
        return not self.transport.is_closing() and not self.transport.get_write_buffer_size()


class Stream:
    """A ring, and who reads it. Who keeps up is handed what is new by whoever wakes the stream, the same bytes for all;
    each has a task of his own only for what takes longer."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self._idle: dict[_Reader, None] = {}
        """Those who have been handed all there is."""
        self._ends = False
        self._woken_s = 0.0
        self._beats: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """There is more, or it ends."""
        if self._beats is not None:
            self._woken_s = asyncio.get_running_loop().time()
        found: dict[int, tuple[_Packed, int] | None] = {}
        for reader in list(self._idle):
            number = reader.number
            if number not in found:
                after = self.ring.after(number)
                found[number] = None if after is None or not after[0] else (_Packed(after[0]), after[1])
            news = found[number]
            if news is not None and reader.takes and not self._ends:
                news[0].hand_to(reader)
                reader.number = news[1]
            if reader.number != self.ring.last or not reader.takes or self._ends:
                self._see_to(reader)

    def end(self) -> None:
        """Let every reader go."""
        self._ends = True
        self.wake()
        if self._beats is not None:
            self._beats.cancel()

    def _see_to(self, reader: _Reader) -> None:
        self._idle.pop(reader, None)
        reader.is_wanted.set()

    def _beat(self) -> None:
        """Where nothing else is said, say that the stream lives."""
        loop = asyncio.get_running_loop()
        left_s = self._woken_s + HEARTBEAT_S - loop.time()
        if left_s <= 0:
            left_s, self._woken_s, alive = HEARTBEAT_S, loop.time(), _Packed(ALIVE)
            for reader in list(self._idle):
                if reader.takes:
                    alive.hand_to(reader)
                else:
                    self._see_to(reader)
        self._beats = loop.call_later(left_s, self._beat)

    # --- of one reader ----------------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Send to this reader from where he was, until he goes or does not read."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        if self._beats is None:
            self._beat()
        transport = request.transport
        await response.prepare(request)
        if transport is None:
            return response
        line = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
        transport.set_write_buffer_limits(high=BUFFER_BYTES)
        first, number = self._begin(request)
        reader = _Reader(transport, number, is_chunked="Transfer-Encoding" in response.headers)
        with suppress(ConnectionError):
            try:
                await self._send(response, first)
                await self._follow(response, reader)
            except TimeoutError:
                transport.abort()
            finally:
                self._idle.pop(reader, None)
        return response

    def _begin(self, request: web.Request) -> tuple[bytes, int]:
        """The first thing that is said, and after which event it goes on."""
        wanted = request.headers.get("Last-Event-ID") or request.query.get("after", "")
        number = self.ring.number_of(wanted[:LONGEST_ID]) if wanted else None
        if number is not None:
            return b"retry: 3000\n\n", number
        kind = "gap" if wanted else "begin"
        return f"retry: 3000\nid: {self.ring.id}\nevent: {kind}\ndata: {{}}\n\n".encode(), self.ring.last

    async def _follow(self, response: web.StreamResponse, reader: _Reader) -> None:
        while not self._ends and not reader.transport.is_closing():
            found = self.ring.after(reader.number)
            if found is None:
                raise TimeoutError  # too slow: what he has not read is not kept any more
            chunk, reader.number = found
            if chunk:
                await self._send(response, chunk)
                continue
            reader.is_wanted.clear()
            self._idle[reader] = None
            await reader.is_wanted.wait()

    @staticmethod
    async def _send(response: web.StreamResponse, chunk: bytes) -> None:
        await asyncio.wait_for(response.write(chunk), PATIENCE_S)


class _Packed:
    """Bytes for many readers, framed once as HTTP wants it."""

    def __init__(self, chunk: bytes) -> None:
        self._plain = chunk
        self._framed = b"%x\r\n%b\r\n" % (len(chunk), chunk)

    def hand_to(self, reader: _Reader) -> None:
        """To one whose line is free: nobody waits."""
        reader.transport.write(self._framed if reader.is_chunked else self._plain)
