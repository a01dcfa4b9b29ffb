"""URL to driver: by the scheme in front of the colon, of our own drivers and of those others install.

A driver is named as `module:name` and only imported when it is asked for, so one that is missing or broken hides
none of the others. Other makes of board join by an entry point in the group `dgt_monitor.drivers`, whose name is
the scheme and whose object is called with the URL and answers a `drivers.source.Source`.
"""

import re
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points

from drivers.source import Source

GROUP = "dgt_monitor.drivers"
BUILT_IN: Mapping[str, str] = {
    "capture": "drivers.capture.source:open_url",
    "livechess": "drivers.livechess.source:open_url",
    "pgn": "drivers.pgn.source:open_url",
    "pgn+http": "drivers.pgn.source:open_url",
    "pgn+https": "drivers.pgn.source:open_url",
    "sim": "drivers.simulator.source:open_url",
}
"""Scheme -> `module:name` of a function of the URL."""
PLAIN = "capture"
"""Scheme of a URL that has none: the path of a capture file."""

_SCHEME = re.compile(r"([a-z][a-z0-9.+-]+):", re.IGNORECASE | re.ASCII)
"""Two characters at least: `C:` is a drive."""


class DriverError(Exception):
    """A driver that is unknown or cannot be used; says which, and what to do."""

    def __init__(self, scheme: str, text: str) -> None:
        super().__init__(f"driver {scheme!r}: {text}")
        self.scheme = scheme
        self.text = text


def drivers() -> dict[str, str]:
    """All schemes that can be used -> `module:name`, nothing imported; our own are never replaced by others."""
    installed = {point.name: point.value for point in entry_points(group=GROUP)}
    return {**installed, **BUILT_IN}


def scheme_of(url: str) -> str:
    """The scheme of a URL in lower case, `PLAIN` if it has none."""
    found = _SCHEME.match(url)
    return found[1].lower() if found else PLAIN


def load(scheme: str) -> Callable[[str], Source]:
    """Import the driver of a scheme; DriverError if there is none or it cannot be imported."""
    known = drivers()
    if scheme not in known:
        raise DriverError(scheme, f"unknown; there are: {', '.join(sorted(known))}")
    try:
        factory = EntryPoint(scheme, known[scheme], GROUP).load()
    except Exception as error:  # a foreign module can raise anything when imported
        raise DriverError(scheme, f"{known[scheme]} cannot be imported: {error!r}") from error
    if not callable(factory):
        raise DriverError(scheme, f"{known[scheme]} cannot be called")
    opened: Callable[[str], Source] = factory
    return opened


def open_source(url: str) -> Source:
    """The source behind a URL, or a capture file's path; DriverError, or what the driver raises."""
    return load(scheme_of(url))(url)
