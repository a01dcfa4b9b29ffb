"""Ways out to the world, as the tournament file has them: what is written, where to, and how much later. Pure."""

import re
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from math import inf
from typing import Final, Literal, NamedTuple

from dgt_monitor.fields import FieldError, Path

MOST_S: Final = 86_400
"""A longer delay is a mistake (chosen: a day)."""
MOST_MOVES: Final = 100
"""A delay of more moves is a mistake (chosen: most games have less)."""
PORT_MOST: Final = 65_535
"""Numbers of ports end here (TCP)."""
LOOPBACK: Final = "127.0.0.1"
DOUBT: Final = "2 min"
"""So long a doubtful move waits unless it is said otherwise (measured: of what rough hands and cut cables leave in
doubt, one move in 170 is taken back after that; `python -m tests.bench.doubts`)."""
NEVER: Final = "never"
LICHESS: Final = "https://lichess.org"
_ADDRESS: Final = re.compile(r"(?:(\[[0-9a-fA-F:]+\]|[\w.-]*):)?(\d{1,5})", re.ASCII)
_SERVER: Final = re.compile(r"(https?)://([\w.-]+)(?::\d{1,5})?", re.ASCII)
_BROADCAST: Final = re.compile(r"[0-9A-Za-z]{8}", re.ASCII)
_BOARDS: Final = re.compile(r"(\d[\d.]*)\s*-\s*(\d[\d.]*)", re.ASCII)
_DELAY: Final = re.compile(r"(\d{1,6})\s*([a-z]*)", re.ASCII)
_SECONDS: Final = {
    "s": 1, "sec": 1, "second": 1, "seconds": 1,
    "m": 60, "min": 60, "minute": 60, "minutes": 60,
    "h": 3600, "hour": 3600, "hours": 3600,
}  # fmt: skip


class Delay(NamedTuple):
    """How much later something goes out: so long after it happened, and not before so many plies followed it."""

    seconds: float = 0.0
    plies: int = 0

    def or_longer(self, other: "Delay") -> "Delay":
        """What keeps to both."""
        return Delay(max(self.seconds, other.seconds), max(self.plies, other.plies))


NO_DELAY: Final = Delay()


class Out(NamedTuple):
    """One way out."""

    folder: str = ""
    """Of `pgn`: into which files are written; one that does not begin at the root lies beside the tournament file."""
    kind: Literal["pgn", "http", "lichess"] = "pgn"
    delay: str = ""
    """`15 min`, `90 s`, `3 moves`; empty: none."""
    unsure: bool = False
    """Also what is not confirmed, or not sure, goes out."""
    emt: bool = True
    """The time each move took goes out, too."""
    address: str = ""
    """Of `http`: host and port, `127.0.0.1:8080`."""
    broadcast: str = ""
    """Of `lichess`: the eight letters of the broadcast's round, as they end its address."""
    round: str | int = ""
    """Of `lichess`: which round of the event goes there."""
    boards: str = ""
    """Of `lichess`: which boards go there, `1-100`; empty: all."""
    server: str = LICHESS
    """Of `lichess`."""
    dry_run: str = ""
    """Of `lichess`: nothing is sent; what would be stands in this file."""
    doubt: str = DOUBT
    """So long a confirmed move that is not sure must have stood to go out: `2 min`; or `never` until it is settled."""

    @property
    def name(self) -> str:
        """Where it leads: two ways out never have the same. A port is one way out, whichever host it is opened for: who
        may come in there reads the same, and no other spelling of it has another delay.
        """
        if self.kind == "http":
            return f"http://{_one_port(self.address)}"
        if self.kind == "lichess":
            return f"{self.server.lower()}/{self.broadcast}"
        return _one_folder(self.folder)

    @property
    def called(self) -> str:
        """Where it leads, as people are told it."""
        return f"http://{_one_address(self.address)}" if self.kind == "http" else self.name

    @property
    def opened_as(self) -> tuple[str, str]:
        """What is opened anew where it is another one: the address, or the file of a dry run."""
        return _one_address(self.address) if self.kind == "http" else "", self.dry_run

    @property
    def later(self) -> Delay:
        """The delay; of one that cannot be read the longest there is."""
        try:
            return delay_of(self.delay)
        except ValueError:
            return Delay(MOST_S, 2 * MOST_MOVES)

    @property
    def doubt_s(self) -> float:
        """So long a doubtful move is kept back; inf: until it is settled, also where the time cannot be read."""
        try:
            return doubt_of(self.doubt)
        except ValueError:
            return inf


def delay_of(text: str) -> Delay:
    """The delay that is written so; ValueError says what can be written."""
    found = _DELAY.fullmatch(text.strip().lower())
    if not text.strip():
        return NO_DELAY
    if found is not None:
        number, unit = int(found[1]), found[2]
        if unit in _SECONDS and number * _SECONDS[unit] <= MOST_S:
            return Delay(float(number * _SECONDS[unit]))
        if unit in ("move", "moves") and number <= MOST_MOVES:
            return Delay(plies=2 * number)
        if not unit and number == 0:
            return NO_DELAY
    raise ValueError(f"{text!r} is no delay such as '15 min', '90 s' or '3 moves'; a day or {MOST_MOVES} moves at most")


def doubt_of(text: str) -> float:
    """The seconds for which a doubtful move is kept back, or inf; ValueError says what can be written."""
    if text.strip().lower() == NEVER:
        return inf
    with suppress(ValueError):
        found = delay_of(text or DOUBT)
        if not found.plies:
            return found.seconds
    raise ValueError(f"{text!r} is no time such as '{DOUBT}', and not '{NEVER}'; a day at most")


def place_of(address: str) -> tuple[str, int]:
    """Host and port of an address; ValueError says how one is written. Without a host it is this machine alone."""
    found = _ADDRESS.fullmatch(address.strip())
    if found is None or int(found[2]) > PORT_MOST:
        raise ValueError(f"{address!r} is no address such as '127.0.0.1:8080'")
    return (found[1] or LOOPBACK).strip("[]"), int(found[2])


def _one_folder(folder: str) -> str:
    """A folder without strokes and dots that mean nothing; links and `..` are for who can look at the disk."""
    parts = [part for part in folder.split("/") if part not in ("", ".")]
    return ("/" if folder.startswith("/") else "") + "/".join(parts) or folder


def _one_address(address: str) -> str:
    """The one spelling of an address; of what is none, what is written."""
    try:
        host, port = place_of(address)
    except ValueError:
        return address
    host = host.lower().rstrip(".")
    if host == "localhost":
        host = LOOPBACK
    with suppress(ValueError):
        host = str(ip_address(host))
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _one_port(address: str) -> str:
    """`*:8080` for each address with this port; one that the machine is to choose is none of them."""
    try:
        _, port = place_of(address)
    except ValueError:
        return address
    return f"*:{port}" if port else _one_address(address)


def broadcast_of(text: str) -> str:
    """The eight letters of a broadcast's round, of these or of its address; ValueError says where to find them."""
    last = text.strip().rstrip("/").rpartition("/")[2].partition("#")[0].partition("?")[0]
    if _BROADCAST.fullmatch(last) is None:
        raise ValueError(f"{text!r} is no round of a broadcast: the eight letters at the end of its address")
    return last


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine comes there."""
    return host in ("localhost", "::1") or re.fullmatch(r"127(\.\d{1,3}){3}", host) is not None


def check_outs(outs: Sequence[Out], path: Path) -> None:
    """FieldError for a way out that leads nowhere, or where another one leads."""
    seen: set[str] = set()
    for number, out in enumerate(outs):
        where = (*path, number)
        key = {"pgn": "folder", "http": "address", "lichess": "broadcast"}[out.kind]
        _CHECKS[out.kind](out, where)
        if out.name in seen:
            raise FieldError((*where, key), f"{getattr(out, key)} is named by another way out already")
        seen.add(out.name)
        for name, read, text in (("delay", delay_of, out.delay), ("doubt", doubt_of, out.doubt)):
            try:
                read(text)
            except ValueError as error:
                raise FieldError((*where, name), str(error)) from None


def _check_folder(out: Out, where: Path) -> None:
    if not out.folder.strip() or not out.folder.isprintable():
        raise FieldError((*where, "folder"), "names no folder")


def _check_address(out: Out, where: Path) -> None:
    try:
        place_of(out.address)
    except ValueError as error:
        raise FieldError((*where, "address"), str(error)) from None


def _check_lichess(out: Out, where: Path) -> None:
    if _BROADCAST.fullmatch(out.broadcast) is None:
        raise FieldError(
            (*where, "broadcast"), "is no round of a broadcast: the eight letters at the end of its address"
        )
    if out.round in ("", 0):
        raise FieldError((*where, "round"), "of which round are the games that go there?")
    if out.boards and boards_of(out.boards) is None:
        raise FieldError((*where, "boards"), f"{out.boards!r} are no boards such as '1-100'")
    found = _SERVER.fullmatch(out.server)
    if found is None or not (found[1] == "https" or is_loopback(found[2])):
        raise FieldError((*where, "server"), "is no https:// address without a path; a token goes nowhere else")
    if not out.dry_run.isprintable():
        raise FieldError((*where, "dry_run"), "names no file")


_CHECKS: Final = {"pgn": _check_folder, "http": _check_address, "lichess": _check_lichess}


def boards_of(text: str) -> tuple[str, str] | None:
    """The first and the last board of `1-100`; None if it is not written so."""
    found = _BOARDS.fullmatch(text.strip())
    return None if found is None else (found[1], found[2])
