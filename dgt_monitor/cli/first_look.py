"""`dgt-monitor` alone: what it found on the ports of this machine, and what to do next."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import dgt_monitor
from dgt_monitor.cli.foreign import threads_told
from dgt_monitor.cli.output import say, standard_output, write_lines
from dgt_monitor.cli.ports import listed, many, probe, table
from dgt_monitor.cli.safe_text import safe
from drivers.live import PortReport
from drivers.registry import drivers
from drivers.serial_line import HELD, NO_PERMISSION, Choice

LIVECHESS: Final = "livechess"
"""The scheme under which a running LiveChess is followed, where a driver for it is installed."""
_WHO: Final = (
    f"DGT tournament monitor {dgt_monitor.__version__}: reads electronic chess boards, understands the games,",
    "and calls the arbiter when the Laws of Chess require it.",
)
_ALL: Final = (
    "ALL IT CAN DO",
    "  dgt-monitor --help      every command; each has a --help of its own, with examples",
    "  dgt-monitor demo        a hall of virtual boards to try it on: no board needed",
)
_GUIDE: Final = "  the guide for arbiters, with pictures:"
_PACKAGE: Final = Path(dgt_monitor.__file__).parent
GUIDES: Final = (_PACKAGE / "docs" / "arbiters.md", _PACKAGE.parent / "docs" / "arbiters.md")
"""Where it lies: in an installed program, and in its source."""
_ADVISED: Final = 8
"""So many ports are named in advice; all of them stand above it."""


class Found(NamedTuple):
    """What is on this machine."""

    chosen: Choice = Choice((), ())
    reports: Mapping[str, PortReport] = {}
    recorders: tuple[str, ...] = ()
    """Those of this monitor that run here, each as its journal or process. Their ports are not asked."""
    livechess: bool = False
    """Whether a running LiveChess can be followed."""


def first_look() -> None:
    """Look at the ports, and tell what to do with what is there. No game is disturbed, nothing on boards changed."""
    recorders = _running()
    with standard_output(), threads_told(say):
        write_lines([*_WHO, ""])
        chosen = listed() if not recorders else Choice((), ())
        reports = probe(chosen, as_json=False) if chosen.wanted else {}
        write_lines(list(told(Found(chosen, reports, recorders, LIVECHESS in drivers()))))


def _running() -> tuple[str, ...]:
    from dgt_monitor.viewing.place import PlaceError, living  # only here: other commands need none of it

    try:
        return tuple(sorted(place.name for place in living()))
    except PlaceError:
        return ()


def told(found: Found) -> Iterator[str]:
    """What was found, what to do next, and where the rest is told."""
    yield "ON THIS MACHINE"
    yield from _there(found)
    for what, commands in _next(found):
        yield ""
        yield f"NEXT: {what[0]}"
        yield from (f"  {line}" for line in what[1:])
        yield from (f"    {command}" for command in commands)
    yield ""
    yield from _ALL
    guide = next((path for path in GUIDES if path.is_file()), None)
    if guide is not None:
        yield from (_GUIDE, f"    {safe(str(guide))}")


def _there(found: Found) -> Iterator[str]:
    if found.recorders:
        yield from (f"  a monitor is running: {safe(name)}" for name in found.recorders)
        yield "  its ports are left to it; dgt-monitor ports asks the others"
        return
    if not found.chosen.wanted and not found.chosen.passed_over:
        yield "  no serial ports"
    yield from (f"  {line}" for line in table(found.chosen, found.reports, boards=False))


Advice = tuple[Sequence[str], Sequence[str]]
"""Sentences, and commands to copy."""


def _next(found: Found) -> Iterator[Advice]:
    """What to do, the most useful first; never nothing."""
    if found.recorders:
        yield ["look at it from here; any number of desks may."], ["dgt-monitor desk"]
        return
    boards = sum(len(report.boards) for report in found.reports.values())
    if boards:
        yield [f"watch the {many(boards, 'board')}, with everything kept in a journal."], _WATCH
    forbidden = [report for report in found.reports.values() if report.reason.startswith(NO_PERMISSION)]
    if forbidden:
        yield _no_permission(forbidden)
    held = [report.port for report in found.reports.values() if report.reason == HELD]
    if held:
        yield _held(held, livechess=found.livechess)
    if not boards and not forbidden and not held:
        yield _nothing_answers() if found.reports else _no_ports(found.chosen)


_WATCH: Final = ("dgt-monitor watch --journal round-1.dgtj",)


def _no_permission(reports: Sequence[PortReport]) -> Advice:
    """Each way out once: it is mostly the same for all ports."""
    ways = sorted({safe(report.reason) for report in reports})
    return [f"let yourself open {_named([report.port for report in reports])}.", *ways], ["dgt-monitor ports"]


def _held(ports: Sequence[str], *, livechess: bool) -> Advice:
    said = [
        f"free {_named(ports)}: another program holds {'it' if len(ports) == 1 else 'them'}, and a port has one user.",
        "Mostly that is LiveChess (close it, or take these ports out of its list), or a second monitor.",
        "Then look again:",
    ]
    if not livechess:
        return said, ["dgt-monitor ports"]
    said[-1] = "Then look again; or leave LiveChess its boards and follow what it says of them:"
    return said, ["dgt-monitor ports", "dgt-monitor watch livechess://localhost:1982"]


def _nothing_answers() -> Advice:
    return [
        "wake the boards: no board answers on these ports.",
        "Is the power of the boards on, and every plug in, at the board too? On a bus line: is the line's own",
        "power supply on? Boards that are plugged in later are found by themselves:",
    ], _WATCH


def _no_ports(chosen: Choice) -> Advice:
    if chosen.passed_over:
        return [
            "name a port that was passed over, if a board is on it; or plug the boards in.",
            "A board or adapter shows up as a port of its own; boards plugged in later are found by themselves:",
        ], [f"dgt-monitor ports {safe(chosen.passed_over[0][0].device)}", *_WATCH]
    return [
        "plug in a board, or the adapter of a bus line.",
        "Each shows up as a port within seconds; if not, try another cable (some only charge) and another socket,",
        "and in a virtual machine hand the device on to it. Boards that come later are found by themselves;",
        "behind a serial server on the network they are named:",
    ], [*_WATCH, "dgt-monitor watch socket://10.0.0.5:7001", "dgt-monitor demo"]


def _named(ports: Sequence[str]) -> str:
    more = len(ports) - _ADVISED
    return ", ".join(map(safe, ports[:_ADVISED])) + (f" and {more} more" if more > 0 else "")
