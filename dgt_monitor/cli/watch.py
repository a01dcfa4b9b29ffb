"""`dgt-monitor watch`: live boards become games, counts and alerts."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import NoReturn, Protocol, runtime_checkable

import click

from dgt_monitor.cli.complaints import LiveComplaints, Teller
from dgt_monitor.cli.outlet import Outlet
from dgt_monitor.cli.output import (
    EXIT_FAULTY_INPUT,
    EXIT_WRONG_USAGE,
    EventWriter,
    OutputError,
    fail,
    has_screen,
    output_descriptor,
    standard_output,
)
from dgt_monitor.recorder.live import LiveSession, LiveSource
from drivers.capture import CaptureFolder
from drivers.live import LiveLines, PortFinder, WrongLineError, bus_ports, check_lines
from drivers.live.tape import Tap
from drivers.registry import scheme_of

EXAMPLE = """\b
Examples:
  dgt-monitor watch                                 every board found, on the dashboard
  dgt-monitor watch /dev/ttyUSB0 /dev/ttyUSB1       two boards on the dashboard
  dgt-monitor watch bus+/dev/ttyUSB0                all boards of a bus line
  dgt-monitor watch COM3 --plain                    lines of text
  dgt-monitor watch /dev/ttyUSB0 --record round-5   on the dashboard, and every byte into files of that folder
  dgt-monitor watch socket://10.0.0.5:7001 --json   the event stream, of a board behind a serial server
  dgt-monitor watch 'sim://?boards=64&speed=4'      a simulated hall at four times its speed
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("urls", nargs=-1, metavar="[PORT]...")
@click.option("--json", "as_json", is_flag=True, help="Write the event stream: one JSON object per line.")
@click.option("--plain", "as_plain", is_flag=True, help="Write plain lines; the default without a terminal.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write every byte in both directions as captures into this folder, for `replay`.",
)
def watch(urls: tuple[str, ...], as_json: bool, as_plain: bool, record: Path | None) -> None:
    """Watch live boards: moves, counts and alerts as they happen.

    PORT is a serial port, or one of pyserial's URLs (socket://, rfc2217://, hwgrep://), with bus+ in front of a line
    with several boards (bus+/dev/ttyUSB0). On a port without bus+ there must be one board alone: the commands sent
    would throw the boards of a bus line out of their mode. Without PORT every board is taken that is found on this
    machine's serial ports, now or later; `dgt-monitor ports` tells what is there. A port that is not there, or goes
    away, is tried again until it comes, and its boards keep their games. On a terminal the dashboard shows them, and q
    ends it; lines and the stream end by Ctrl-C, with a summary of every game.

    sim:// is a simulated hall of virtual boards, asked and followed like real ones: sim://?boards=8&speed=4&seed=7,
    also games=FILE.pgn, think, stagger and profile. As lines or as the stream it ends soon after its last game.
    """
    if as_json and as_plain:
        raise click.UsageError("--json and --plain exclude each other")
    try:
        opening, buses = _opening(urls)
    except WrongLineError as error:
        fail(str(error), EXIT_WRONG_USAGE)
    follow(opening, as_lines=as_json or as_plain, as_json=as_json, record=record, buses=buses)


@runtime_checkable
class HallThatEnds(Protocol):
    """A simulated hall, whose last game is over some time; boards on real lines can always play another one."""

    on_over: Callable[[], None] | None


DEBUG = "DGT_MONITOR_DEBUG"
"""Environment variable: tell the trace of an error of the program itself."""
Opening = Callable[[LiveComplaints, Tap | None], LiveSource]
"""Opens what is watched, once it is known who hears of its troubles and of its bytes."""


def _opening(urls: Sequence[str]) -> tuple[Opening, frozenset[str]]:
    """What these URLs lead to, and which ports of it are buses; WrongLineError if one of them leads nowhere."""
    if len(urls) == 1 and scheme_of(urls[0]) == "sim":
        from drivers.simulator.source import plan_hall  # a hall of real boards needs none of it

        plan = plan_hall(urls[0])
        return plan.open, plan.bus_ports
    lines = check_lines(urls)

    def open_lines(complaints: LiveComplaints, folder: Tap | None) -> LiveSource:
        return LiveLines(lines, complaints, folder, finder=None if lines else PortFinder())

    return open_lines, bus_ports(lines)


def follow(
    opening: Opening,
    *,
    as_lines: bool,
    as_json: bool,
    record: Path | None = None,
    buses: frozenset[str] = frozenset(),
) -> None:
    """Watch to the end: on the dashboard, or as lines where these are wanted or no screen is there."""
    teller = Teller()
    complaints = LiveComplaints(tell=teller)
    folder = None if record is None else _recording(record, complaints, buses)
    outlet: Outlet | None = None
    try:
        source = opening(complaints, folder)
        if as_lines or not has_screen():
            outlet = _as_lines(source, complaints, as_json=as_json)
        else:
            complaints.held = []
            _on_screen(source, complaints)
    finally:
        if folder is not None:
            folder.close()
        complaints.close()
        teller.close()
    if outlet is not None and (lost := outlet.close()):
        fail(f"standard output was not read to the end: {lost} bytes were not written", EXIT_FAULTY_INPUT)


def _recording(folder: Path, complaints: LiveComplaints, buses: frozenset[str]) -> CaptureFolder:
    try:
        return CaptureFolder(folder, datetime.now().astimezone(), complaints, bus=buses)
    except OSError as error:
        fail(f"{folder}: cannot record there: {error.strerror}: name another folder", EXIT_WRONG_USAGE)


def _as_lines(source: LiveSource, complaints: LiveComplaints, *, as_json: bool) -> Outlet | None:
    """Watch as lines; what is still to be written then is in the outlet, if there is one."""

    def nobody_reads() -> None:
        session.stop()

    descriptor = output_descriptor()
    outlet = None if descriptor is None else Outlet(descriptor, nobody_reads, complain=complaints)
    session = LiveSession(source, [EventWriter(as_json=as_json, put=None if outlet is None else outlet.put)])
    if isinstance(source, HallThatEnds):
        source.on_over = session.stop
    with standard_output(), ended_by_signals(session):
        try:
            session.run()
        except (BrokenPipeError, OutputError):
            raise
        except Exception:
            if os.environ.get(DEBUG):
                raise
            complaints(f"{session.error}; with {DEBUG}=1 in the environment the whole trace is told")
            sys.exit(EXIT_FAULTY_INPUT)
    return outlet


def _on_screen(source: LiveSource, complaints: LiveComplaints) -> None:
    from dgt_monitor.cli.screen_feed import LiveFeed
    from dgt_monitor.dashboard.app import run_dashboard

    session = LiveSession(source)
    session.start()
    if hasattr(signal, "SIGHUP"):  # the terminal has gone: end in order
        signal.signal(signal.SIGHUP, lambda *_: sys.exit(0))
    try:
        run_dashboard(LiveFeed(session, complaints), bell=True)
    finally:
        session.stop()
        session.join()
    if session.error is not None:
        fail(session.error, 1)


@contextmanager
def ended_by_signals(session: LiveSession) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the watch in order; a second one at once."""

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a signal handler
        session.stop()
        for name in before:
            signal.signal(name, _at_once)

    names = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):  # the terminal has gone; Windows knows no such thing
        names.append(signal.SIGHUP)
    before = {name: signal.signal(name, end) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _at_once(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - the signature of a signal handler
    sys.exit(130)
