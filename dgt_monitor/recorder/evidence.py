"""What one board said, out of a journal into a capture that replays to the same game."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import TextIO

from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.reading import Damage, Journal
from dgt_monitor.recorder.rebuilding import empty_hall, feed, rebuild
from drivers.capture import CaptureWriter, Header
from drivers.dgt.commands import Command
from drivers.dgt.speaking import CannotBeSaidError, asked_by, said_by
from drivers.readings import Asked, LineDown, LineUp, Reading
from drivers.source import Stamped


def readings_of(journal: Journal, board: str) -> Iterator[Stamped]:
    """What the board of this name said, wherever it was, in order of time."""
    mine = rebuild(journal).hall.number_of(board)
    hall, damage = empty_hall(journal), list[Damage]()
    for entry, _ in feed(hall, journal.rows, damage):
        if entry is None or entry.row.kind != "reading":
            continue
        t_s, row, value = entry
        there = hall.board_at(row.port or "", row.address)
        if there is not None and there.number == mine:
            yield Stamped(t_s, row.port or "", row.address, value)  # type: ignore[arg-type]


def write_capture(journal: Journal, board: str, out: TextIO, start: datetime) -> Counter[str]:
    """Write the capture of a board; what no board alone on its line says is left out, and answered with its count."""
    known = empty_hall(journal).known
    left_out: Counter[str] = Counter()
    port, last_s = board, 0.0
    with CaptureWriter(out, _header(board, known, start)) as writer:
        for t_s, _, _, reading in readings_of(journal, board):
            last_s = max(last_s, t_s)
            try:
                _write(writer, last_s, port, reading)
            except CannotBeSaidError as error:
                left_out[str(error)] += 1
        end_s = max((row.t_s for row in journal.rows if row.board == board), default=last_s)
        # No question: it only says how long the recording goes on.
        writer.write(max(last_s, end_s), port, "tx", bytes((Command.SEND_UPDATE_NICE,)))
    return left_out


def _write(writer: CaptureWriter, t_s: float, port: str, reading: Reading) -> None:
    if isinstance(reading, LineUp):
        writer.write(t_s, port, "up")
    elif isinstance(reading, LineDown):
        writer.write(t_s, port, "down", reason=reading.reason)
    elif isinstance(reading, Asked):
        writer.write(t_s, port, "tx", asked_by(reading))
    else:
        writer.write(t_s, port, "rx", said_by(reading))


def _header(board: str, known: Known, start: datetime) -> Header:
    return Header(
        start=start,
        white_clock=known.white_clock,
        chess960=known.chess960,
        comments=(f"board: {board}", "made from a journal by dgt-monitor export"),
    )
