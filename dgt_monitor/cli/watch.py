"""`dgt-monitor watch`: live boards become games, counts and alerts."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from dgt_monitor.cli.attaching import NO_DESKS, Desks, May
from dgt_monitor.cli.author import NOBODY_NAMED, author_option
from dgt_monitor.cli.complaints import LiveComplaints, Teller
from dgt_monitor.cli.ending import ended_by_signals
from dgt_monitor.cli.ends import GOOD_END
from dgt_monitor.cli.event_file import WATCHED, Event, EventSource, event_and_source, event_options
from dgt_monitor.cli.event_news import EventNews
from dgt_monitor.cli.foreign import threads_told
from dgt_monitor.cli.journalled import journalled
from dgt_monitor.cli.options import bell_option, exclusive, language_option
from dgt_monitor.cli.out_options import Outs, of_round, publishing_options
from dgt_monitor.cli.output import (
    EXIT_FAULTY_INPUT,
    EXIT_WRONG_USAGE,
    fail,
    has_screen,
)
from dgt_monitor.cli.own_keys import take_own_keys
from dgt_monitor.cli.own_output import own_output
from dgt_monitor.cli.publishing import published
from dgt_monitor.cli.watched import HallThatEnds, Lines, Watched, shown_as_lines, shown_on_screen, shown_to_desks
from dgt_monitor.hall.entries import Known
from dgt_monitor.recorder.live_source import LiveSource
from dgt_monitor.recorder.replay import day_s
from dgt_monitor.tournament.notices import Bell
from drivers.capture import CaptureFolder
from drivers.companions import companions, is_companion
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
  dgt-monitor watch --journal open-2026.dgtj        keep everything; start it again and all games go on
  dgt-monitor watch --journal open.dgtj --pgn live --delay '15 min'   the games as PGN, a quarter of an hour later
  dgt-monitor watch --http 127.0.0.1:8080           a page of all boards for browsers on this machine
  dgt-monitor watch --event open.toml --lichess AbCdEfGh --delay '15 min'   its round into one of a lichess broadcast
  dgt-monitor watch --author 'Anna Nowak'           what is ruled on the dashboard is ruled in this name
  dgt-monitor watch --headless --journal open.dgtj  the same without a screen; `dgt-monitor desk` attaches one
  dgt-monitor watch socket://10.0.0.5:7001 --json   the event stream, of a board behind a serial server
  dgt-monitor watch livechess://localhost:1982      beside a running DGT LiveChess
  dgt-monitor watch pgn:round-5/                    a folder of PGN that grows
  dgt-monitor watch 'sim://?boards=64&speed=4'      a simulated hall at four times its speed
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("urls", nargs=-1, metavar="[PORT]...")
@click.option("--json", "as_json", is_flag=True, help="Write the event stream: one JSON object per line.")
@click.option("--plain", "as_plain", is_flag=True, help="Write plain lines; the default without a terminal.")
@click.option("--public", is_flag=True, help="Write what everybody may see, as JSON: moves, clocks, confirmed results.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write every byte in both directions as captures into this folder, for `replay`.",
)
@click.option(
    "--journal",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep everything in this file, and go on with what stands in it: nothing is shown before it is on the disk.",
)
@publishing_options
@click.option("--headless", is_flag=True, help="Draw no dashboard: `dgt-monitor desk` attaches any number of them.")
@click.option(
    "--desks",
    type=click.Choice(["rule", "look", "none"]),
    default="rule",
    show_default=True,
    help="What desks may do that attach to this watch, if it is headless or has a dashboard.",
)
@author_option
@bell_option
@event_options(WATCHED)
@language_option
def watch(
    urls: tuple[str, ...],
    as_json: bool,
    as_plain: bool,
    public: bool,
    record: Path | None,
    headless: bool,
    desks: May,
    author: str,
    bell: Bell | None,
    event_file: Path | None,
    profile_name: str | None,
    journal: Path | None,
    **said: Any,
) -> None:
    """Watch live boards: moves, counts and alerts as they happen.

    PORT is a serial port, or one of pyserial's URLs (socket://, rfc2217://, hwgrep://), with bus+ in front of a line
    with several boards (bus+/dev/ttyUSB0). On a port without bus+ there must be one board alone: the commands sent
    would throw the boards of a bus line out of their mode. Without PORT every board is taken that is found on this
    machine's serial ports, now or later; `dgt-monitor ports` tells what is there. A port that is not there, or goes
    away, is tried again until it comes, and its boards keep their games. On a terminal the dashboard shows them, and q
    or Ctrl-C ends it; lines and the stream end by Ctrl-C, with a summary of every game. SIGTERM ends all of them in
    order.

    livechess://HOST:1982 is a running DGT LiveChess, pgn:PATH a PGN file or folder that grows, pgn+https://.. one
    behind a URL: what they claim is followed as boards are, and marked as claimed. Several can be named, and ports
    beside them. Nothing of them can be recorded by --record; --journal keeps all.

    sim:// is a simulated hall of virtual boards, asked and followed like real ones: sim://?boards=8&speed=4&seed=7.
    Also games=FILE.pgn, think=FACTOR on thinking times, stagger=SECONDS within which games begin, hands=NAME as in
    `simulate`, takebacks=P, lines=single or bus, cuts=N lines that are cut for a while, noise=N for one damaged byte
    in N. As lines or as the stream it ends soon after its last game.
    """
    exclusive(as_json=as_json, as_plain=as_plain, public=public)
    if journal is not None and not journal.name:
        raise click.BadParameter("the name of the journal is empty; name a file", param_hint="--journal")
    outs = Outs(**said).ways()
    event, written = event_and_source(event_file, profile_name, WATCHED)
    outs = of_round(outs, event.tournament.round)
    event = event.with_outs(outs)
    if wrong := own_output(urls, event.tournament.out):
        fail(wrong, EXIT_WRONG_USAGE)
    if written is not None:
        written.outs, written.followed = outs, urls
    try:
        opening, buses = opening_of(urls)
    except WrongLineError as error:
        fail(str(error), EXIT_WRONG_USAGE if error.usage else EXIT_FAULTY_INPUT)
    if record is not None and (other := next(filter(is_companion, urls), None)):
        fail(f"{other}: nothing of it can be recorded: it has no bytes of boards; name a --journal", EXIT_WRONG_USAGE)
    lines = as_json or as_plain or public
    follow(
        opening,
        as_lines=lines,
        as_json=as_json,
        public=public,
        record=record,
        buses=buses,
        event=event,
        written=written,
        journal=journal,
        desks=Desks(desks, headless, journal, event_file),
        author=author,
        bell=bell,
    )


Opening = Callable[[LiveComplaints, Tap | None], LiveSource]
"""Opens what is watched, once it is known who hears of its troubles and of its bytes."""


def opening_of(urls: Sequence[str]) -> tuple[Opening, frozenset[str]]:
    """What these URLs lead to, and which ports of it are buses; WrongLineError if one of them leads nowhere."""
    if len(urls) == 1 and scheme_of(urls[0]) == "sim":
        from drivers.simulator.source import plan_hall  # a hall of real boards needs none of it

        plan = plan_hall(urls[0])
        return plan.open, plan.bus_ports
    if any(is_companion(url) for url in urls):
        return companions(urls)
    lines = check_lines(urls)

    def open_lines(complaints: LiveComplaints, folder: Tap | None) -> LiveSource:
        return LiveLines(lines, complaints, folder, finder=None if lines else PortFinder())

    return open_lines, bus_ports(lines)


def follow(
    opening: Opening,
    *,
    as_lines: bool,
    as_json: bool,
    public: bool = False,
    record: Path | None = None,
    buses: frozenset[str] = frozenset(),
    journal: Path | None = None,
    event: Event = Event(),  # noqa: B008 - immutable
    written: EventSource | None = None,
    desks: Desks = NO_DESKS,
    author: str = NOBODY_NAMED,
    bell: Bell | None = None,
) -> None:
    """Watch to the end: on the dashboard, or as lines where these are wanted or no screen is there.

    `written`: where the event is written down; what changes there is taken over.
    `author`: who rules from the dashboard. `bell`: whether that rings; None: as the event says.
    Ends the program with a status other than 0 where that was no good end, having said why.
    """
    teller = Teller()
    complaints = LiveComplaints(tell=teller)
    end = GOOD_END
    known = event.added_to(Known())
    desks = desks._replace(tell=teller)
    early = threading.Event()  # until there is something that can be stopped
    try:
        lines = as_lines or not (desks.headless or has_screen())
        if not lines and not desks.headless:
            take_own_keys()
            complaints.held = []  # from now on: what is told before the screen is drawn would be hidden by it
        began = datetime.now().astimezone()
        recording = _recording(record, began, complaints, buses)
        with ended_by_signals(early.set), threads_told(complaints), recording as folder:
            source = opening(complaints, folder)
            if not isinstance(source, HallThatEnds):  # that one has a time of its own
                known = known._replace(day_s=day_s(began))
            news = EventNews(written, complaints)
            with journalled(journal, complaints, known) as kept:
                if kept is not None:
                    news.first = event.gone_on_with(kept.hall.known, written=written is not None)
                with published(kept, journal, news.first or known, began, complaints) as out:
                    on = Watched(source, folder, kept, known, news, complaints, early, desks, out)
                    if lines:
                        end = shown_as_lines(on, Lines(as_json, public, author))
                    elif desks.headless:
                        end = shown_to_desks(on)
                    else:
                        end = shown_on_screen(on, author, bell)
    finally:
        complaints.close()
        if end.why:
            teller(end.why)
        teller.close()
    if end.status:
        sys.exit(end.status)


@contextmanager
def _recording(
    folder: Path | None, began: datetime, complaints: LiveComplaints, buses: frozenset[str]
) -> Iterator[CaptureFolder | None]:
    """A recording into this folder, whole in the end whatever happens; None where none is wanted."""
    if folder is None:
        yield None
        return
    try:
        recording = CaptureFolder(folder, began, complaints, bus=buses)
    except OSError as error:
        fail(f"{folder}: cannot record there: {error.strerror}: name another folder", EXIT_WRONG_USAGE)
    try:
        yield recording
    finally:
        recording.close()
