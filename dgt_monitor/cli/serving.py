"""A hall of virtual boards served to other programs, until somebody ends it."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from dgt_monitor.cli.ending import ended_by_signals
from dgt_monitor.cli.output import (
    EXIT_FAULTY_INPUT,
    EXIT_WRONG_USAGE,
    fail,
    say,
    say_command,
    standard_output,
    write_lines,
)
from dgt_monitor.cli.plain import clock_text
from drivers.serial_line import raise_descriptor_limit
from drivers.simulator.hall import Conditions
from drivers.simulator.seating import Mishaps, seat, wire
from drivers.simulator.serve import HallServer, ServeError, open_ptys, open_tcp
from drivers.simulator.source import SETTLE_S
from drivers.simulator.table import Game
from drivers.simulator.wire import WireKind

ServeKind = Literal["tcp", "pty", "bus"]
SETTLE_PER_BOARD_S: Final = 0.02
"""Real seconds for each board, beside those of a simulated hall, from the first question to the first clock started
(chosen): a monitor that opens all lines at once has heard of every board by then."""
FILES_PER_LINE: Final = 2
"""A listening socket and a connection, or the two ends of a pseudo terminal."""
FILES_BESIDE: Final = 64
"""Descriptors for everything else (chosen)."""
WINDOWS_SOCKETS: Final = 512
"""Python's `select` takes no more there."""


class Serving(NamedTuple):
    """How a hall is served."""

    kind: ServeKind
    boards: int
    speed: float = 1.0
    port: int | None = None
    """The first TCP port; None: whichever are free."""
    mishaps: Mishaps = Mishaps()


def serve_hall(games: Sequence[Game], conditions: Conditions, serving: Serving) -> None:
    """Serve these games until a signal ends it; URLs go to standard output, a command to watch them to the terminal.

    Ends the program, having said why, if it cannot be served.
    """
    boards = "1 board" if serving.boards == 1 else f"{serving.boards} boards"
    with suppress(KeyboardInterrupt), standard_output(), _server(games, conditions, serving) as server:
        urls = [f"bus+{url}" if serving.kind == "bus" else url for url in server.urls]
        with ended_by_signals(server.stop):  # a script starts what runs beside it with SIGINT ignored
            say(f"{boards}, speed {serving.speed:g}, seed {conditions.seed}; Ctrl-C or SIGTERM ends it; watch it by")
            say_command(shlex.join(["dgt-monitor", "watch", *urls]))
            write_lines(urls)
            server.run()
        say(f"the hall has ended after {clock_text(server.now_s)} of its time")


def _server(games: Sequence[Game], conditions: Conditions, serving: Serving) -> HallServer:
    kind: WireKind = "bus" if serving.kind == "bus" else "single"
    settle_s = (SETTLE_S[kind] + serving.boards * SETTLE_PER_BOARD_S) * serving.speed
    tables = seat(games, serving.boards, conditions, settle_s)
    lines = wire(tables, kind, conditions.seed, serving.mishaps)
    _check_room(len(lines))
    try:
        doors = open_ptys(len(lines)) if serving.kind == "pty" else open_tcp(len(lines), serving.port)
    except ServeError as error:
        fail(str(error), EXIT_WRONG_USAGE if error.usage else EXIT_FAULTY_INPUT)
    return HallServer(lines, doors, serving.speed)


def _check_room(lines: int) -> None:
    """End the program if so many lines cannot be open at once."""
    needed = lines * FILES_PER_LINE + FILES_BESIDE
    limit = WINDOWS_SOCKETS if sys.platform == "win32" else raise_descriptor_limit()
    if limit is not None and 0 <= limit < needed:  # below 0: there is no limit
        fail(
            f"{lines} lines need {needed} open files, and this system allows {limit}; serve fewer boards, or several "
            "to a line with --serve bus",
            EXIT_FAULTY_INPUT,
        )
