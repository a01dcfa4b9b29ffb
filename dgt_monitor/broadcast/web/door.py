"""Who is let in: so many connections, each of which says what it wants and takes what it is given, or is cut off."""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from aiohttp import web

MOST_CONNECTIONS: Final = 600
"""More at once are cut off as they come (chosen: room beside every reader of a stream, and with the lines of 200 boards
within the thousand files that a system lets a program open)."""
SILENT_S: Final = 10.0
"""Who has said nothing that is understood for so long, or takes nothing that waits for him, is cut off (chosen)."""


class _Guest(NamedTuple):
    since_s: float
    waiting_bytes: int


class _Refusing(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


class Doorkeeper:
    """Makes the protocol of every connection. `sweep` is called now and then."""

    def __init__(self, make: Callable[[], asyncio.Protocol], clock: Callable[[], float]) -> None:
        self._make = make
        self._clock = clock
        self._guests: dict[asyncio.Protocol, _Guest] = {}
        self._heard: set[asyncio.Protocol] = set()

    def __call__(self) -> asyncio.Protocol:
        """A protocol for one more connection."""
        if len(self._guests) >= MOST_CONNECTIONS:
            self.sweep()
        if len(self._guests) >= MOST_CONNECTIONS:
            return _Refusing()
        protocol = self._make()
        self._guests[protocol] = _Guest(self._clock(), 0)
        return protocol

    @property
    def count(self) -> int:
        """So many are in."""
        return len(self._guests)

    def hear(self, request: web.Request) -> None:
        """A whole request came."""
        self._heard.add(request.protocol)

    def sweep(self) -> None:
        """Cut off who waits in vain, and forget who has gone."""
        now_s = self._clock()
        for protocol, guest in list(self._guests.items()):
            transport = getattr(protocol, "transport", None)
            if transport is None or transport.is_closing():
                if now_s - guest.since_s > 1.0:  # one that is just coming has none yet
                    del self._guests[protocol]
                    self._heard.discard(protocol)
                continue
            waiting = transport.get_write_buffer_size()
            if protocol in self._heard and (not waiting or waiting != guest.waiting_bytes):
                self._guests[protocol] = _Guest(now_s, waiting)
            elif now_s - guest.since_s >= SILENT_S:
                transport.abort()
