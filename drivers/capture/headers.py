"""The header of a capture: comment lines of the form `# key: value` that readers use (formats, section 1)."""

from collections.abc import Callable
from datetime import datetime

from drivers.capture.records import Header, WhiteClock, port_of, visible

SIDES: dict[str, WhiteClock] = {"left": "left", "right": "right"}
ASKED_AGAIN = "asked-again"
YES_AND_NO = {"yes": True, "true": True, "no": False, "false": False}


class HeaderReader:
    """Collects comment lines; `header` is what they tell so far."""

    def __init__(self) -> None:
        self.header = Header()
        self._comments: list[str] = []
        self._positions: dict[str, str] = {}
        self._keys: dict[str, Callable[[str], str | None]] = {
            "start": self._start,
            "bus": self._bus,
            "white-clock": self._white_clock,
            "chess960": self._chess960,
            "position": self._position,
            "continues": self._continues,
            "doubts": self._doubts,
        }

    def add(self, comment: str) -> str | None:
        """Take a comment without its `#`; answers what is wrong with it if it has a known key and a bad value."""
        self._comments.append(comment)
        key, colon, value = comment.partition(":")
        read = self._keys.get(key.strip().lower()) if colon else None
        return read(value.strip()) if read else None

    def finished(self) -> Header:
        """The header with its comments and positions."""
        return self.header._replace(comments=tuple(self._comments), positions=self._positions)

    def _start(self, value: str) -> str | None:
        try:
            start = datetime.fromisoformat(value.upper())
        except ValueError:
            start = None
        if start is None or start.tzinfo is None:
            return "start is no RFC 3339 time such as 2024-05-01T14:00:00+02:00"
        self.header = self.header._replace(start=start)
        return None

    def _bus(self, value: str) -> str | None:
        ports = {port_of(word.encode("utf-8")) for word in value.split()}
        self.header = self.header._replace(bus=self.header.bus | ports)
        return None if ports else "bus names no port"

    def _white_clock(self, value: str) -> str | None:
        side = SIDES.get(value.lower())
        if side is None:
            return "white-clock is neither left nor right"
        self.header = self.header._replace(white_clock=side)
        return None

    def _chess960(self, value: str) -> str | None:
        answer = YES_AND_NO.get(value.lower())
        if answer is None:
            return "chess960 is neither yes nor no"
        self.header = self.header._replace(chess960=answer)
        return None

    def _position(self, value: str) -> str | None:
        words = value.split(None, 1)
        if len(words) < 2:
            return "position is no port followed by a FEN"
        port, fen = words
        self._positions[port_of(port.encode("utf-8"))] = visible(fen)
        return None

    def _continues(self, value: str) -> str | None:
        self.header = self.header._replace(continues=visible(value) or None)
        return None if value else "continues names no file"

    def _doubts(self, value: str) -> str | None:
        if value.lower() != ASKED_AGAIN:
            return f"doubts is not {ASKED_AGAIN}"
        self.header = self.header._replace(asks_again=True)
        return None
