"""Sources beside lines: what other programs say of boards, alone or together with lines of our own."""

import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, Final, Protocol

from drivers.live import LiveLines, bus_ports, check_lines
from drivers.live.lines import OnTrouble
from drivers.live.lines_named import WrongLineError
from drivers.live.tape import Tap
from drivers.readings import Request
from drivers.registry import scheme_of
from drivers.source import Stamped

STEP_S: Final = 0.05
"""Seconds for which one of several sources is waited for at a time (chosen: nobody sees so short a delay)."""


class Live(Protocol):
    """What is followed for as long as somebody watches."""

    @property
    def now_s(self) -> float:
        """Seconds since it was opened."""

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, at the latest after so many seconds."""

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:
        """Ask a board for something."""

    def close(self) -> None:
        """Let go of it."""


_MODULES: Final = {
    "livechess": "drivers.livechess.source",
    "pgn": "drivers.pgn.source",
    "pgn+http": "drivers.pgn.source",
    "pgn+https": "drivers.pgn.source",
}
"""By scheme; imported where one is asked for, since a hall of our own boards needs none of it."""


def is_companion(url: str) -> bool:
    """Whether this names what another program says of boards."""
    return scheme_of(url) in _MODULES


def _module(url: str) -> Any:
    return import_module(_MODULES[scheme_of(url)])


class Together:
    """Several sources as one. The times are those at which they were read here."""

    def __init__(self, sources: Sequence[Live], clock: Callable[[], float] = time.monotonic) -> None:
        self._sources = sources
        self._clock, self._began_s = clock, clock()
        self._of_port: dict[str, Live] = {}

    @property
    def now_s(self) -> float:
        """Seconds since they were opened."""
        return self._clock() - self._began_s

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What is new, as soon as there is anything, at the latest after so many seconds."""
        until_s = self.now_s + timeout_s
        while True:
            left_s = max(0.0, until_s - self.now_s)
            share_s = min(left_s, STEP_S) / len(self._sources)
            told = [each for source in self._sources for each in self._stamped(source, source.poll(share_s))]
            if told or left_s <= 0:
                return told

    def _stamped(self, source: Live, stamps: Iterable[Stamped]) -> list[Stamped]:
        now_s, out = self.now_s, []
        for stamp in stamps:
            self._of_port.setdefault(stamp.port, source)
            out.append(stamp._replace(t_s=now_s))
        return out

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:
        """Ask a board, if what tells of it can be asked."""
        source = self._of_port.get(port)
        return [] if source is None else self._stamped(source, source.request(port, request, address))

    def close(self) -> None:
        """Let go of all of them."""
        for source in self._sources:
            source.close()


def companions(urls: Sequence[str]) -> tuple[Callable[[OnTrouble | None, Tap | None], Live], frozenset[str]]:
    """What opens all of these, lines among them, and which ports are buses; WrongLineError if one leads nowhere."""
    others = [url for url in urls if is_companion(url)]
    if len(set(others)) < len(others):
        raise WrongLineError(next(url for url in others if others.count(url) > 1), "it is named twice")
    for url in others:
        _module(url).check_url(url)
    own = [url for url in urls if not is_companion(url)]
    lines = check_lines(own) if own else []

    def opening(on_trouble: OnTrouble | None, tap: Tap | None) -> Live:
        written = [url for url in others if scheme_of(url) != "livechess"]  # their boards have only numbers
        prefixes = {url: "" if number == 1 else f"{number}/" for number, url in enumerate(written, 1)}
        named = [(url, prefixes.get(url, "")) for url in others]
        sources: list[Live] = [_module(url).open_url(url, on_trouble, prefix) for url, prefix in named]
        if lines:
            sources.insert(0, LiveLines(lines, on_trouble, tap))
        return sources[0] if len(sources) == 1 else Together(sources)

    return opening, bus_ports(lines) if lines else frozenset()
