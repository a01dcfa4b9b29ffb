"""What goes to a recording: of a port on which it is not known yet what is there, only once that is known.

A capture says of a bus line that it is one before its first byte (formats 1), so what goes over an unknown line is kept
until then, and recorded with that time.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal, Protocol, runtime_checkable

from drivers.serial_line import LineKind

Kind = Literal["up", "down", "rx", "tx"]
MOST_KEPT = 2_000
"""Events kept of an unknown line, the last ones; chosen: some minutes of pings and answers."""


class Tap(Protocol):
    """Who wants every byte of every line."""

    def write(self, t_s: float, port: str, kind: Kind, data: bytes = b"", reason: str = "") -> None:
        """Something happened on a line; `reason` is why it went down."""


@runtime_checkable
class BusTap(Tap, Protocol):
    """A tap that can be told of bus lines later than at its beginning."""

    def is_bus(self, port: str) -> None:
        """This port, of which nothing was written yet, is a bus line."""


class Tape:
    """A tap, and what is kept for it."""

    def __init__(self, tap: Tap, on_trouble: Callable[[str], None]) -> None:
        self._tap = tap
        self._on_trouble = on_trouble
        self._kept: dict[str, deque[tuple[Kind, bytes, str]]] = {}
        self._known: dict[str, LineKind] = {}
        """What each port was recorded as."""

    def keep(self, port: str) -> None:
        """It is not known from now on what is on this port."""
        self._kept[port] = deque(maxlen=MOST_KEPT)

    def write(self, t_s: float, port: str, kind: Kind, data: bytes, reason: str = "") -> None:
        """Something happened on a line."""
        kept = self._kept.get(port)
        if kept is None:
            self._tap.write(t_s, port, kind, data, reason)
        else:
            kept.append((kind, data, reason))

    def known(self, t_s: float, port: str, kind: LineKind) -> None:
        """It is known now what is on a port, if it was not before."""
        if port not in self._kept:
            return
        before = self._known.setdefault(port, kind)
        if before != kind:
            self._on_trouble(f"{port}: is not recorded: it was recorded as another kind of line ({before}) before")
            return
        if kind == "bus" and isinstance(self._tap, BusTap):
            self._tap.is_bus(port)
        for what, data, reason in self._kept.pop(port):
            self._tap.write(t_s, port, what, data, reason)
