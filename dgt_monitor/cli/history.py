"""`dgt-monitor history`: everything that happened on a board, readable by a jury; or what stood at a moment."""

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import click

from dgt_monitor.cli.history_lines import board_lines, concerns, entry_line, note_lines
from dgt_monitor.cli.journal_input import JOURNAL, Loaded, board_named, load, local
from dgt_monitor.cli.output import EXIT_WRONG_USAGE, fail, standard_output, write_lines
from dgt_monitor.cli.plain_lines import PlainLines
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.reading import Damage
from dgt_monitor.journal.rows import Row
from dgt_monitor.recorder.rebuilding import empty_hall, feed

EXAMPLE = """\b
Examples:
  dgt-monitor history 12 open-2026.dgtj                  all that board 12 said, and what was made of it
  dgt-monitor history 12 open-2026.dgtj --at 14:31:50    what was on the screen then (of the journal's last day)
  dgt-monitor history 12 open-2026.dgtj --at 2026-11-30T14:31:50
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("board")
@JOURNAL
@click.option("--at", metavar="TIME", help="What the screen showed then: HH:MM:SS, or with a date in front.")
def history(board: str, file: Path, at: str | None) -> None:
    """Tell the history of one board: what it said, what was ruled, what was shown of it, and when.

    BOARD is its name, or the end of it. Times are those of this machine's time zone.
    """
    loaded = load(file)
    name = board_named(loaded, board)
    lines = _told(loaded, name) if at is None else _at(loaded, name, _moment(loaded, at))
    with standard_output():
        write_lines([safe(line) for line in lines])
    sys.exit(loaded.status)


def _told(loaded: Loaded, name: str) -> Iterator[str]:
    """Entries and events in order, each with its time of day."""
    hall, damage, plain = empty_hall(loaded.journal), list[Damage](), PlainLines()
    mine = loaded.rebuilt.hall.number_of(name)
    notes, rulings = note_lines(loaded.journal.rows, name), list[Ruling]()
    for entry, told in feed(hall, loaded.journal.rows, damage):
        if entry is not None:
            row = entry.row
            yield from _noted(notes(row.seq))
            board = None if row.port is None else hall.board_at(row.port, row.address)
            heard = board is not None and board.number == mine
            if isinstance(entry.value, Ruling):
                heard = concerns(name, rulings, entry.value)
                rulings.append(entry.value)
            line = entry_line(entry) if heard or row.kind not in ("reading", "ruling") else None
            if line is not None:
                yield f"{_clock(row.wall_us)}  {line}"
        for event in told:
            if event.board == name:
                yield from _shown(loaded, event.t, plain([event]))
    yield from _shown(loaded, hall.t_s, plain.due())
    yield from _noted(notes(None))


def _noted(notes: Iterable[tuple[Row, str]]) -> Iterator[str]:
    return (f"{_clock(row.wall_us)}  {line}" for row, line in notes)


def _shown(loaded: Loaded, t_s: float, lines: list[str]) -> Iterator[str]:
    """What was shown, by the time of day; of a line its own time and the board's name are left out."""
    for line in lines:
        yield f"{_clock(loaded.times.of(t_s))}      -> {line.partition('  Bd ')[2].partition(' ')[2].strip()}"


def _at(loaded: Loaded, name: str, moment_us: int) -> list[str]:
    hall, damage = empty_hall(loaded.journal), list[Damage]()
    last_us = 0
    for entry, _ in feed(hall, [row for row in loaded.journal.rows if row.wall_us <= moment_us], damage):
        last_us = last_us if entry is None else max(last_us, entry.row.wall_us)
    if last_us:
        hall.advance(max(hall.t_s, hall.t_s + (moment_us - last_us) / 1e6))
    mine = loaded.rebuilt.hall.number_of(name)
    then = None if mine is None else hall.name_of(mine)
    view = next((each for each in hall.view().boards if each.board == then), None)
    if view is None:
        return [f"Bd {name} was not known at {local(moment_us):%d %b %Y %H:%M:%S}"]
    return [f"{local(moment_us):%d %b %Y %H:%M:%S}", *board_lines(view)]


def _moment(loaded: Loaded, at: str) -> int:
    """The time of day that is meant; of one without a date the last in the journal's time."""
    rows = loaded.journal.rows
    last = local(rows[-1].wall_us if rows else 0)
    try:
        if "T" in at or " " in at:
            return _us(datetime.fromisoformat(at))
        time = datetime.strptime(at, "%H:%M:%S" if at.count(":") == 2 else "%H:%M").time()  # noqa: DTZ007
    except ValueError:
        fail(f"--at {at}: a time reads 14:31:50, with a date 2026-11-30T14:31:50", EXIT_WRONG_USAGE)
    moment = datetime.combine(last.date(), time)
    if moment.astimezone() > last:
        earlier = moment - timedelta(days=1)
        moment = earlier if rows and earlier.astimezone() >= local(rows[0].wall_us) else moment
    return _us(moment)


def _us(moment: datetime) -> int:
    return round(moment.astimezone().timestamp() * 1e6)


def _clock(wall_us: int) -> str:
    return f"{local(wall_us):%d %b %H:%M:%S}.{wall_us // 1000 % 1000:03d}"
