"""`dgt-monitor assign`: boards get their labels by lifting the white king, table by table."""

import queue
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import click

from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.ending import ended_by_signals
from dgt_monitor.cli.event_file import WATCHED, known_event
from dgt_monitor.cli.event_writing import EventFile, put_labels
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE, fail, say
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.cli.watch import opening_of
from dgt_monitor.fields import FileError
from dgt_monitor.hall.labelling import LabelAt, Labelling, labels_from
from dgt_monitor.recorder.live_source import LiveSource
from drivers.live import WrongLineError

EXAMPLE = """\b
Examples:
  dgt-monitor assign --event open.toml                        every board found; labels 1, 2, 3, ..
  dgt-monitor assign --event open.toml --first 41 bus+COM3    of one line, from 41 on
  dgt-monitor assign --event league.toml --first 1.1 --boards-per-match 8
"""
LOOK_S = 0.1
"""So often it is looked what was typed (chosen)."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("urls", nargs=-1, metavar="[PORT]...")
@click.option(
    "--event",
    "event_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    required=True,
    help="The tournament file (TOML) into which the labels are written; a new one is begun if it is not there.",
)
@click.option("--first", default="1", show_default=True, metavar="LABEL", help="The label of the first board.")
@click.option(
    "--boards-per-match",
    type=click.IntRange(1, 100),
    metavar="N",
    help="Labels are match and board, 1.1 to 1.N, then 2.1, ..; --first says where to begin.",
)
def assign(urls: tuple[str, ...], event_file: Path, first: str, boards_per_match: int | None) -> None:
    """Give boards their labels: at each table lift the white king from its first square, and put it back.

    Each lifted king gives its board the next label, and the label stands in the tournament file at once; comments and
    order of the file stay, and what it was before is kept beside it (FILE.bak). Two kings up at once, and a board that
    is lifted twice, are told and get no label. Type u and Enter to take the last label back, s to leave one out, q (or
    Ctrl-C) to end. PORT as for `watch`, which must not have it open meanwhile; without one every board
    found.
    """
    try:
        label_at = labels_from("1.1" if boards_per_match and first == "1" else first, boards_per_match)
        opening, _ = opening_of(urls)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--first") from None
    except WrongLineError as error:
        fail(str(error), EXIT_WRONG_USAGE if error.usage else EXIT_FAULTY_INPUT)
    labelling = _labelling(event_file, label_at)
    complaints = LiveComplaints()
    source = opening(complaints, None)
    try:
        unwritten = _walk(source, labelling, EventFile(event_file))
    finally:
        source.close()
        complaints.close()
    if unwritten:
        fail(f"{len(labelling.labels)} labels are not in {event_file}: {unwritten}", EXIT_FAULTY_INPUT)


def _labelling(event_file: Path, label_at: LabelAt) -> Labelling:
    event = known_event(event_file if event_file.exists() else None, None, WATCHED).tournament
    return Labelling(label_at, dict(event.all_labels()), chess960=event.chess960)


def _walk(source: LiveSource, labelling: Labelling, file: EventFile) -> str | None:
    """Give out labels until the end; why the last of them could not be written, if so."""
    ending, typed = threading.Event(), _typed()
    commands: dict[str, Callable[[], list[str]]] = {"u": labelling.take_back, "s": labelling.skip}
    unwritten: str | None = None
    with ended_by_signals(ending.set), suppress(BrokenPipeError):
        _tell([f"lift the white king and put it back; next is {labelling.next_label} (u: take back, s: skip, q: end)"])
        while not ending.is_set():
            before = labelling.labels
            _tell(text for stamp in source.poll(LOOK_S) for text in labelling.read(*stamp))
            while not typed.empty():
                word = typed.get()
                if word == "q":
                    ending.set()
                elif word:
                    _tell(commands.get(word, lambda: ["u takes back, s skips, q ends"])())
            if labelling.labels != before or unwritten:
                unwritten = _written(file, labelling)
    return unwritten


def _written(file: EventFile, labelling: Labelling) -> str | None:
    try:
        file.change(lambda document: put_labels(document, labelling.labels))
    except FileError as error:
        say(str(error))
        return str(error)
    return None


def _tell(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(safe(line))


def _typed() -> "queue.SimpleQueue[str]":
    """What is typed, line by line; a thread waits for it, and ends with the program."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        with suppress(OSError, ValueError):
            for line in sys.stdin:
                lines.put(line.strip().lower())

    threading.Thread(target=listen, name="typed", daemon=True).start()
    return lines
