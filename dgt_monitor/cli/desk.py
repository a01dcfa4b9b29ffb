"""`dgt-monitor desk`: a dashboard that attaches to a recorder on this machine."""

import sys
import threading
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import click

from dgt_monitor.cli.author import author_option
from dgt_monitor.cli.claim_sheet import write_sheet
from dgt_monitor.cli.clocks_file import write_clocks
from dgt_monitor.cli.ending import ScreenLeaver, ended_by_signals
from dgt_monitor.cli.linear.keyboard import is_terminal
from dgt_monitor.cli.linear.watching import follow_as_lines
from dgt_monitor.cli.options import bell_option, language_option
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE, fail, has_screen, in_browser, say, say_command
from dgt_monitor.cli.own_keys import take_own_keys
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.tournament.notices import Bell
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.finding import Staying, found
from dgt_monitor.viewing.place import Place, PlaceError

FIRST_S: Final = 10.0
"""So long it is waited for the first view of the hall (chosen: a large one takes a second)."""
EXAMPLE = """\b
Examples:
  dgt-monitor desk                                  attach to the one recorder that runs here
  dgt-monitor desk --journal open-2026.dgtj         attach to the recorder of this journal
  dgt-monitor desk --process 29064                  attach to a recorder that keeps no journal
  dgt-monitor desk --read-only                      look, and rule nothing
  dgt-monitor desk --plain                          as lines, with choices by number
  dgt-monitor desk --web 8000                       in a browser: http://127.0.0.1:8000/ and /alerts
  dgt-monitor desk --sector A --sector B            the boards of two sectors of the hall
  dgt-monitor desk --author 'Anna Nowak'            rule in this name
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.option(
    "--journal",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The recorder that writes into this journal.",
)
@click.option(
    "--event",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The recorder that was begun with this tournament file.",
)
@click.option(
    "--process", type=click.IntRange(min=1), metavar="NUMBER", help="The recorder that is this process of the machine."
)
@click.option(
    "--plain",
    "as_plain",
    is_flag=True,
    help="Plain lines, with choices by number on a terminal, for screen readers; the default without a terminal.",
)
@click.option(
    "--web",
    "web_at",
    metavar="[HOST:]PORT",
    help="Serve the desk and a page of its alerts to browsers, behind a passphrase; on this machine alone, unless a "
    "HOST is given.",
)
@click.option("--read-only", is_flag=True, help="Rule nothing from here, and acknowledge nothing.")
@click.option(
    "--sector",
    "sectors",
    multiple=True,
    metavar="NAME",
    help="Show the boards of this sector of the tournament file only; may be given several times. Esc shows all.",
)
@author_option
@bell_option
@language_option
def desk(
    journal: Path | None,
    event: Path | None,
    process: int | None,
    as_plain: bool,
    web_at: str | None,
    read_only: bool,
    sectors: tuple[str, ...],
    author: str,
    bell: Bell | None,
) -> None:
    """Attach a dashboard to a recorder on this machine: `dgt-monitor watch --headless`, or a watch with a dashboard.

    It shows all that the recorder's own dashboard would, and what is ruled here is journalled there under the
    author's name. Any number of desks may come and go. A desk that loses its recorder says so, and attaches again when
    a recorder of the same journal is back; to no other hall. Without --journal, --event and --process there must be
    one recorder. Whatever sectors and filters leave out, a board drawn by itself or with something to act on is shown.
    """

    def find() -> Place:
        return found(journal, event, process=process)

    try:
        found(journal, event, say, process=process)  # what a killed recorder left is told before the screen is drawn
    except PlaceError as error:
        first, *choices = str(error).split("\n")
        say(first)
        for choice in choices:
            say_command(choice)
        sys.exit(EXIT_WRONG_USAGE)
    feed = AttachedFeed(
        Staying(find), author, looks_only=read_only, write_sheet=_write_sheet, write_clocks=_write_clocks
    )  # fmt: skip
    if web_at is not None:
        options = [f"--{name}={value}" for name, value in _named(journal, event, process, sectors)]
        _serve(feed, web_at, options, author, looks_only=read_only)
        return
    as_plain = as_plain or not (has_screen() or in_browser())
    if not as_plain:
        take_own_keys()
    _show(feed, sectors, bell, as_plain=as_plain)


def _show(feed: AttachedFeed, sectors: tuple[str, ...], bell: Bell | None, *, as_plain: bool) -> None:
    feed.start()
    try:
        feed.wait_for(lambda: feed.attached or bool(feed.why), FIRST_S)
        if not feed.attached:
            fail(feed.why or "the recorder does not answer", EXIT_FAULTY_INPUT)
        if as_plain:
            left = threading.Event()
            with ended_by_signals(left.set):
                follow_as_lines(feed, left, sectors, typing=is_terminal())
            return
        from dgt_monitor.dashboard.app import DashboardError, run_dashboard

        leaver = ScreenLeaver(feed.stop)
        with ended_by_signals(leaver), seldom_collecting():  # what a desk is told it keeps, as the recorder does
            try:
                run_dashboard(feed, bell=bell, leaving=leaver.wanted, sectors=sectors)
            except DashboardError as error:
                fail(str(error), EXIT_FAULTY_INPUT)
    finally:
        feed.stop()


def _named(
    journal: Path | None, event: Path | None, process: int | None, sectors: tuple[str, ...]
) -> Iterator[tuple[str, object]]:
    """The options by which a visitor's desk finds the same recorder, and shows the same boards."""
    given = (("journal", journal), ("event", event), ("process", process))
    yield from ((name, value) for name, value in given if value is not None)
    yield from (("sector", sector) for sector in sectors)


def _serve(feed: AttachedFeed, web_at: str, options: list[str], author: str, *, looks_only: bool) -> None:
    try:
        from dgt_monitor.cli.web.passphrases import passphrases
        from dgt_monitor.cli.web.serving import address, desk_command, serve
    except ImportError as error:
        fail(f"{error}: install it by pip install 'dgt-tournament-monitor[web]'", EXIT_WRONG_USAGE)
    try:
        at = address(web_at)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--web") from None
    secret = passphrases(typing=is_terminal())
    left = threading.Event()
    with ended_by_signals(left.set):
        feed.start()
        try:
            feed.wait_for(lambda: feed.attached or bool(feed.why), FIRST_S)
            serve(
                feed,
                at,
                secret._replace(rule="") if looks_only else secret,
                partial(desk_command, options, author),
                left,
            )
        finally:
            feed.stop()


def _write_sheet(view: HallView, board: str, simulated: bool) -> str:
    return write_sheet(view, board, None if simulated else datetime.now().astimezone())


def _write_clocks(view: HallView, simulated: bool) -> tuple[str, str]:
    return write_clocks(view, None if simulated else datetime.now().astimezone())
