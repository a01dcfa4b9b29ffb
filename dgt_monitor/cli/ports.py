"""`dgt-monitor ports`: the serial ports of this machine, and which boards are on them."""

import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress

import click

from dgt_monitor.cli.foreign import threads_told
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE, fail, say, standard_output, write_lines
from dgt_monitor.cli.safe_text import safe
from drivers.live import PortReport, WrongLineError, check_lines, port_of, probe_ports
from drivers.readings import Identity
from drivers.serial_line import Choice, LineError, PortInfo, choose, has_own_usb, list_ports, usb_id

EXAMPLE = """\b
Examples:
  dgt-monitor ports                            every port, and what is on it
  dgt-monitor ports /dev/ttyUSB0               this one, whatever it looks like
  dgt-monitor ports socket://10.0.0.5:7001     a board or a bus line behind a serial server
  dgt-monitor ports --json                     one JSON object per port, for programs
"""
NOTHING_THERE = "no serial ports: plug in a board or an adapter, or name the address of a serial server"
_SAID = {
    "nothing": "no board answers",
    "noise": "no board: something else talks there, or the line is bad",
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("urls", nargs=-1, metavar="[PORT]...")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object per port, as they are found out.")
def ports(urls: tuple[str, ...], as_json: bool) -> None:
    """List the serial ports and the boards on them.

    Each port that may have a board is asked, which takes some seconds: first by pings of the bus, which harm nobody,
    and as a single board only where nobody answers them. Nothing on the boards is changed, no game disturbed; a port
    that another program holds is left to it. Ports that look like phones or modems are passed over unless named.

    Exit status: 0, also where no board answers; 1 if a named port cannot be opened, or the system does not tell its
    ports; 2 if what is named is no port.
    """
    chosen = _named(urls) if urls else listed()
    if not chosen.wanted and not chosen.passed_over:
        say(NOTHING_THERE)
        return
    with standard_output(), threads_told(say):
        reports = probe(chosen, as_json=as_json)
        if not as_json:
            write_lines(list(table(chosen, reports)))
    for sentence in _namesakes(reports.values()):
        say(sentence)
    if urls and any(report.found == "closed" for report in reports.values()):
        sys.exit(EXIT_FAULTY_INPUT)


def _named(urls: tuple[str, ...]) -> Choice:
    """The ports somebody names, with what the system knows of them."""
    try:
        names = [port_of(url) for url in check_lines(urls)]
    except WrongLineError as error:
        fail(str(error), EXIT_WRONG_USAGE)
    known: dict[str, PortInfo] = {}
    with suppress(LineError):
        known = {port.device: port for port in list_ports()}
    return Choice(tuple(known.get(name, PortInfo(name, "")) for name in names), ())


def listed() -> Choice:
    """The ports of this machine; ends the program where the system does not tell them."""
    try:
        return choose(list_ports())
    except LineError as error:
        fail(str(error), EXIT_FAULTY_INPUT)


def probe(chosen: Choice, *, as_json: bool) -> Mapping[str, PortReport]:
    """Ask all of them at once, and tell how that goes on."""
    infos = {port.device: port for port in chosen.wanted}
    if as_json:
        write_lines([_json(port, None, reason) for port, reason in chosen.passed_over])
    progress = _Progress(len(infos))
    reports: dict[str, PortReport] = {}
    for report in probe_ports({port.device: has_own_usb(port) for port in chosen.wanted}, progress.found):
        reports[report.port] = report
        progress.done()
        if as_json:
            write_lines([_json(infos[report.port], report, report.reason)])
    progress.end()
    return reports


class _Progress:
    """One line on standard error that is written anew; only a sentence where that is no terminal."""

    def __init__(self, number: int) -> None:
        self._boards: dict[str, int] = {}
        self._left = number
        self._drawn = sys.stderr is not None and sys.stderr.isatty()
        if number:
            say(f"asking {many(number, 'port')}; a line with many boards takes about 10 s")

    def found(self, port: str, boards: int) -> None:
        """So many boards are known on a port."""
        self._boards[port] = boards
        self._draw()

    def done(self) -> None:
        """One port less."""
        self._left -= 1
        self._draw()

    def end(self) -> None:
        """Nothing more is to come."""
        if self._drawn:
            self._write("\r\x1b[K")

    def _draw(self) -> None:
        if self._drawn:
            boards = many(sum(self._boards.values()), "board")
            self._write(f"\r\x1b[K{boards} so far, {many(self._left, 'port')} to go")

    def _write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def table(chosen: Choice, reports: Mapping[str, PortReport], *, boards: bool = True) -> Iterable[str]:
    """What is on each port, as lines; with a line for each of its `boards`, or without."""
    every = [*chosen.wanted, *(port for port, _ in chosen.passed_over)]
    width = max((len(safe(port.device)) for port in every), default=0)
    for port in chosen.wanted:
        report = reports[port.device]
        yield f"{safe(port.device):{width}}  {usb_id(port) or '':9}  {_what(report)}"
        for board in report.boards if boards else ():
            yield f"{'':{width}}  {'':9}    {_board(board)}"
    for port, reason in chosen.passed_over:
        why = f"passed over: {safe(reason)}; name it to ask it"
        yield f"{safe(port.device):{width}}  {usb_id(port) or '':9}  {why}"


def _what(report: PortReport) -> str:
    match report.found:
        case "bus":
            return f"bus line, {many(len(report.boards), 'board')}"
        case "single":
            return "1 board, alone"
        case "closed":
            return safe(report.reason)
        case other:
            return _SAID[other]


def _board(board: Identity) -> str:
    told = (
        ("address", None if board.address is None else f"{board.address:05d}"),
        ("serial", board.serial),
        ("long serial", board.long_serial),
        ("firmware", board.version),
        ("hardware", board.hardware),
        ("battery", None if board.battery_percent is None else f"{board.battery_percent} %"),
    )
    return ", ".join(f"{name} {safe(value)}" for name, value in told if value is not None) or "tells nothing of itself"


def _json(port: PortInfo, report: PortReport | None, reason: str) -> str:
    boards = report.boards if report is not None else ()
    return json.dumps(
        {
            "v": 1,
            "kind": "port",
            "port": port.device,
            "description": port.description,
            "usb": usb_id(port),
            "state": "passed_over" if report is None else report.found,
            "reason": reason or None,
            "boards": [
                {
                    "address": board.address,
                    "serial": board.serial,
                    "long_serial": board.long_serial,
                    "version": board.version,
                    "hardware": board.hardware,
                    "battery_percent": board.battery_percent,
                }
                for board in boards
            ],
        },
        separators=(",", ":"),
    )


def _namesakes(reports: Iterable[PortReport]) -> Iterable[str]:
    """Boards that say one number: nobody can tell them apart."""
    places: dict[str, list[str]] = {}
    for report in reports:
        for board in report.boards:
            number = board.serial or board.long_serial
            if number is not None:
                place = report.port if board.address is None else f"{report.port} address {board.address:05d}"
                places.setdefault(number, []).append(place)
    for number, where in places.items():
        if len(where) > 1:
            yield f"{len(where)} boards say number {number}: on {', '.join(where)}; they cannot be told apart by it"


def many(number: int, what: str) -> str:
    """So many of this, with its plural."""
    return f"{number} {what}{'' if number == 1 else 's'}"
