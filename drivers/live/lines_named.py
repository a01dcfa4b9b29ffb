"""Which lines a person named, and whether they can be watched at all."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from drivers.live.same_port import port_key
from drivers.serial_line import why_no_line
from drivers.urls import without_secrets

SCHEMES = ("socket", "rfc2217", "hwgrep", "loop")
"""Of pyserial's URLs those that are lines; the others wrap one and write files or standard error."""
BUS = "bus+"
"""In front of the URL of a line with several boards."""
_SIMULATED = (
    "a simulated hall has a time of its own, so only `dgt-monitor watch` takes it, without bus+ (lines=bus makes its "
    "lines buses) and without any other line"
)


class WrongLineError(Exception):
    """A line that cannot be watched; says which, why, and what to do.

    `usage`: what was written is wrong; else it names something that cannot be read.
    """

    def __init__(self, port: str, text: str, *, usage: bool = True) -> None:
        self.port = without_secrets(port)
        super().__init__(f"{self.port}: {text}")
        self.text = text
        self.usage = usage


def port_of(url: str) -> str:
    """The port of a line: its URL without `bus+`."""
    return url[len(BUS) :] if url.lower().startswith(BUS) else url


def bus_ports(urls: Iterable[str]) -> frozenset[str]:
    """The ports among these that are bus lines."""
    return frozenset(port_of(url) for url in urls if port_of(url) != url)


def check_lines(urls: Iterable[str]) -> list[str]:
    """The same, if all of them are lines that can be watched; WrongLineError for the first that is none."""
    good: dict[object, str] = {}
    for url in urls:
        _check(url, good)
        good[port_key(port_of(url))] = url
    return list(good.values())


def _no_device(port: str) -> str | None:
    """What stands at this path, where that can never become a port by itself; None where it may."""
    path = Path(port)
    try:
        return "is a file" if path.is_file() else "is a directory" if path.is_dir() else None
    except (OSError, ValueError):
        return None


def _check(url: str, known: Mapping[object, str]) -> None:
    port = port_of(url)
    scheme, parted, _ = port.lower().partition("://")
    if not port.strip():
        raise WrongLineError(url or "''", "no port; name one, such as /dev/ttyUSB0 or COM3")
    if scheme == "sim":
        raise WrongLineError(url, _SIMULATED)
    if not parted and (what := _no_device(port)):
        raise WrongLineError(url, f"{what}, no serial port; `dgt-monitor replay` reads recordings")
    if parted and scheme not in SCHEMES:
        raise WrongLineError(
            url, f"not the URL of a line; there are {', '.join(SCHEMES)}, and ports such as /dev/ttyUSB0"
        )
    if (wrong := why_no_line(port)) is not None:
        raise WrongLineError(url, wrong)
    twin = known.get(port_key(port))
    if twin is not None:
        raise WrongLineError(url, "named twice" if twin == url else f"named twice: {twin} is the same")
