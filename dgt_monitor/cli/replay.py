"""`dgt-monitor replay`: recorded board dumps become games, counts and alerts."""

import sys
import time
from pathlib import Path

import click

from dgt_monitor.cli.output import EventWriter, closed_output, fail, say
from dgt_monitor.cli.start import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.replay import ReplaySource
from drivers.capture import CaptureError

EXAMPLE = """\b
Examples:
  dgt-monitor replay round-5.dgt                on the dashboard, as fast as possible
  dgt-monitor replay round-5.dgt --speed 10     ten recorded seconds in one
  dgt-monitor replay *.dgt.gz --json            the event stream, for other programs
"""


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


@click.command(epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "form", flag_value="json", help="Write the event stream: one JSON object per line.")
@click.option("--plain", "form", flag_value="plain", help="Write plain lines; the default without a terminal.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    metavar="X",
    help="Recorded seconds per real second; without it, as fast as possible.",
)
def replay(files: tuple[str, ...], form: str | None, speed: float | None) -> None:
    """Replay recorded captures (.dgt, .dgt.gz): moves, counts and alerts as they were.

    On a terminal the dashboard shows them. Time is the recording's own, whatever the speed.
    """
    try:
        source = ReplaySource([Path(name) for name in files], say)
    except CaptureError as error:
        fail(str(error), EXIT_WRONG_USAGE if error.usage else EXIT_FAULTY_INPUT)
    form = form or ("screen" if sys.stdout.isatty() else "plain")
    try:
        if form == "screen":
            _on_screen(source, speed)
        else:
            _as_lines(source, speed, as_json=form == "json")
    except CaptureError as error:
        fail(str(error), EXIT_FAULTY_INPUT)
    sys.exit(EXIT_FAULTY_INPUT if source.troubles else 0)


def _as_lines(source: ReplaySource, speed: float | None, *, as_json: bool) -> None:
    recorder = Recorder(Hall(source.known), [EventWriter(sys.stdout, as_json=as_json)])
    pace = None if speed is None else Sleeper(speed)
    with closed_output():
        try:
            recorder.run(source, pace)
            if pace is not None:
                recorder.wait(pace, source.end_s)
        except KeyboardInterrupt:
            say("stopped; the summaries are of what was replayed so far")
        recorder.finish(source.end_s)


def _on_screen(source: ReplaySource, speed: float | None) -> None:
    from dgt_monitor.cli.screen_feed import ReplayFeed
    from dgt_monitor.dashboard.app import run_dashboard

    feed = ReplayFeed(source, speed)
    feed.start()
    try:
        run_dashboard(feed, bell=True)
    finally:
        feed.stop()
    error = feed.status().error
    if error is not None:
        fail(error, EXIT_FAULTY_INPUT)
