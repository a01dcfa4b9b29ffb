"""`dgt-monitor replay`: recorded board dumps become games, counts and alerts."""

import sys
import time
from math import inf
from pathlib import Path

import click

from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.ending import ScreenLeaver, ended_by_signals
from dgt_monitor.cli.event_file import WATCHED, event_options, known_event
from dgt_monitor.cli.options import exclusive, finite, language_option
from dgt_monitor.cli.output import (
    EXIT_FAULTY_INPUT,
    EXIT_WRONG_USAGE,
    EventWriter,
    PublicWriter,
    fail,
    has_screen,
    say,
    standard_output,
)
from dgt_monitor.cli.own_keys import take_own_keys
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.replay import ReplaySource, day_s
from drivers.capture import CaptureError

EXAMPLE = """\b
Examples:
  dgt-monitor replay round-5.dgt                on the dashboard, as fast as possible
  dgt-monitor replay round-5.dgt --speed 10     ten recorded seconds in one
  dgt-monitor replay hall-a.dgt hall-b.dgt.gz --json   two files, one hall: the event stream
  ssh hall cat round-5.dgt | dgt-monitor replay - --plain    from standard input
"""


SLOWEST, FASTEST = 0.001, 1_000_000.0
"""Recorded seconds per real second that make sense."""


class Sleeper:
    """Real time for a replay without a screen: waits until a recorded moment has come."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._began_s = time.monotonic()

    def wait(self, t_s: float) -> Ruling | None:
        """Sleep until then; nobody rules here."""
        left_s = self._began_s + t_s / self._speed - time.monotonic()
        if left_s > 0:
            time.sleep(left_s)
        return None


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Write the event stream: one JSON object per line.")
@click.option("--plain", "as_plain", is_flag=True, help="Write plain lines; the default without a terminal.")
@click.option("--public", is_flag=True, help="Write what everybody may see, as JSON: moves, clocks, confirmed results.")
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    callback=finite,
    metavar="X",
    help="Recorded seconds per real second; without it, as fast as possible.",
)
@event_options(WATCHED)
@language_option
def replay(
    files: tuple[str, ...],
    as_json: bool,
    as_plain: bool,
    public: bool,
    speed: float | None,
    event_file: Path | None,
    profile_name: str | None,
) -> None:
    """Replay recorded captures (.dgt, .dgt.gz): moves, counts and alerts as they were.

    On a terminal the dashboard shows them; - reads one capture from standard input. Time is the recording's own,
    whatever the speed. Several files are one hall: of different ports, or of one port in files that follow each other
    by their "# start:" lines.
    """
    exclusive(as_json=as_json, as_plain=as_plain, public=public)
    if "-" in files and len(files) > 1:
        raise click.UsageError(
            "- is standard input, which is read alone: several files are gone through more than once"
        )
    event = known_event(event_file, profile_name, WATCHED)
    complaints = Complaints()
    try:
        source = ReplaySource([Path(name) for name in files], complaints)
    except CaptureError as error:
        fail(str(error), EXIT_WRONG_USAGE if error.usage else EXIT_FAULTY_INPUT)
    source.known = event.added_to(source.known)._replace(day_s=day_s(source.header.start))
    try:
        if as_json or as_plain or public or not has_screen():
            _as_lines(source, speed, PublicWriter() if public else EventWriter(as_json=as_json))
        else:
            complaints.held = []
            _on_screen(source, speed, complaints)
    except CaptureError as error:
        fail(str(error), EXIT_FAULTY_INPUT)
    finally:
        complaints.close()
    sys.exit(EXIT_FAULTY_INPUT if source.troubles else 0)


def _as_lines(source: ReplaySource, speed: float | None, writer: EventWriter | PublicWriter) -> None:
    recorder = Recorder(Hall(source.known), [writer])
    pace = None if speed is None else Sleeper(speed)
    with standard_output():
        try:
            recorder.run(source, pace)
            if pace is not None:
                recorder.wait(pace, source.end_s)
            end_s = source.end_s
        except KeyboardInterrupt:
            say("stopped; the summaries are of what was replayed so far")
            end_s = recorder.hall.t_s
        recorder.finish(end_s)
        writer.passes(inf)


def _on_screen(source: ReplaySource, speed: float | None, complaints: Complaints) -> None:
    from dgt_monitor.cli.screen_feed import ReplayFeed
    from dgt_monitor.dashboard.app import DashboardError, run_dashboard

    take_own_keys()
    feed = ReplayFeed(source, speed, complaints)
    feed.start()
    try:
        leaver = ScreenLeaver(feed.stop)
        with ended_by_signals(leaver):
            run_dashboard(feed, leaving=leaver.wanted)
    except DashboardError as broken:
        fail(str(broken), EXIT_FAULTY_INPUT)
    finally:
        feed.stop()
    error = feed.status().error
    if error is not None:
        fail(error, EXIT_FAULTY_INPUT)
