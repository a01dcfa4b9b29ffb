"""Lines that are open for as long as somebody watches, and their time where a watch before has ended."""

from typing import Protocol

from drivers.readings import Request
from drivers.source import Stamped


class LiveSource(Protocol):
    """Lines that are open for as long as somebody watches."""

    @property
    def now_s(self) -> float:
        """Seconds since the watch began."""

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, in order of time, at the latest after so many seconds."""

    def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:
        """Ask a board, on a bus by its address, for something; what was read meanwhile."""

    def close(self) -> None:
        """Release every line."""


class Later:
    """A source whose time goes on from where a watch before it has ended, and through what this machine sleeps."""

    def __init__(self, source: LiveSource, base_s: float) -> None:
        self._source = source
        self.base_s = base_s

    @property
    def now_s(self) -> float:
        """Seconds since the first watch began."""
        return self.base_s + self._source.now_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """As the source, in that time."""
        return self._shifted(self._source.poll(timeout_s))

    def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:
        """As the source, in that time."""
        return self._shifted(self._source.request(port, request, address))

    def close(self) -> None:
        """Release every line."""
        self._source.close()

    def _shifted(self, stamps: list[Stamped]) -> list[Stamped]:
        if not self.base_s:
            return stamps
        return [stamp._replace(t_s=stamp.t_s + self.base_s) for stamp in stamps]
