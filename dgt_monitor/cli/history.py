"""`dgt-monitor history`: everything that happened on a board, readable by a jury; or what stood at a moment."""

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import click

from dgt_monitor.cli.history_board import Followed, board_meant, line_of
from dgt_monitor.cli.history_lines import alert_lines, board_lines, concerns, entry_line, note_lines
from dgt_monitor.cli.journal_input import JOURNAL, Loaded, load, local
from dgt_monitor.cli.output import EXIT_WRONG_USAGE, fail, standard_output, write_lines
from dgt_monitor.cli.plain_lines import PlainLines
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.reading import Damage
from dgt_monitor.journal.rows import Row
from dgt_monitor.recorder.rebuilding import Entry, empty_hall, feed

EXAMPLE = """\b
Examples:
  dgt-monitor history 12 open-2026.dgtj                  all that board 12 said, and what was made of it
  dgt-monitor history 12 open-2026.dgtj --at 14:31:50    what was on the screen then (of the journal's last day)
  dgt-monitor history 12 open-2026.dgtj --at 2026-11-30T14:31:50
"""


ONE_SECOND_S: Final = 1.0


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("board")
@JOURNAL
@click.option("--at", metavar="TIME", help="What the screen showed then: HH:MM:SS, or with a date in front.")
def history(board: str, file: Path, at: str | None) -> None:
    """Tell the history of one board: what it said, what was ruled, what was shown of it, and when.

    BOARD is a name that it has or had (a label, its serial number), or the end of one. A game that was carried to
    another board is told further there. Times are those of this machine's time zone.
    """
    loaded = load(file)
    number = board_meant(loaded, board)
    lines = in_time(_told(loaded, number)) if at is None else _at(loaded, number, board, _moment(loaded, at))
    with standard_output():
        write_lines([safe(line) for line in lines])
    sys.exit(loaded.status)


class Told(NamedTuple):
    """A line of a history, and when it was so by the time of the hall."""

    t_s: float
    text: str


def in_time(told: Iterable[Told]) -> list[str]:
    """The lines in order of their times, as far as they are told within a second: what fell due before what was read
    next is known only then."""
    out: list[Told] = []
    for each in told:
        place = len(out)
        while place and each.t_s < out[place - 1].t_s <= each.t_s + ONE_SECOND_S:
            place -= 1
        out.insert(place, each)
    return [each.text for each in out]


def _told(loaded: Loaded, number: int) -> Iterator[Told]:
    """Entries and events in order, each with its time of day."""
    hall, damage, plain = empty_hall(loaded.journal), list[Damage](), PlainLines()
    its = Followed(number, loaded.rebuilt.hall.names_of(number))
    notes, rulings, called = note_lines(loaded.journal.rows, its.names), list[Ruling](), ""
    for entry, told in feed(hall, loaded.journal.rows, damage):
        if entry is not None:
            yield from _noted(notes(entry.row.seq))
            yield from _entered(hall, its, entry, rulings)
        for event in told:
            if its.of_board(hall, event.board) or its.of_line(hall, event):
                yield from _shown(loaded, event.t, plain([event]), its.where(event.board))
        line = its.moves(told)
        if line is not None:
            yield Told(hall.t_s, f"{_clock(loaded.times.of(hall.t_s))}  {line}")
        before, called = called, hall.name_of(number) or called
        if before and before != called:
            now = _clock(loaded.times.of(hall.t_s))
            yield Told(hall.t_s, f"{now}  the board is called {called} from here on; it was {before}")
    yield from _shown(loaded, hall.t_s, plain.due())
    yield from _noted(notes(None))


def _entered(hall: Hall, its: Followed, entry: Entry, rulings: list[Ruling]) -> Iterator[Told]:
    """What was read or ruled, if it is of the board."""
    row, where = entry.row, ""
    heard = row.port is not None and its.heard(hall, row.port, row.address)
    if isinstance(entry.value, Ruling):
        heard = any(concerns(name, rulings, entry.value) for name in its.concerned(hall))
        rulings.append(entry.value)
    elif heard and row.board is not None:
        where = its.where(row.board)
    line = entry_line(entry) if heard or row.kind not in ("reading", "ruling") else None
    if line is not None:
        yield Told(row.t_s, f"{_clock(row.wall_us)}  {where}{line}")


def _noted(notes: Iterable[tuple[Row, str]]) -> Iterator[Told]:
    return (Told(row.t_s, f"{_clock(row.wall_us)}  {line}") for row, line in notes)


def _shown(loaded: Loaded, t_s: float, lines: list[str], where: str = "") -> Iterator[Told]:
    """What was shown, by the time of day; of a line its own time and the board's name are left out."""
    for line in lines:
        text = line.partition("  Bd ")[2].partition(" ")[2].strip()
        yield Told(t_s, f"{_clock(loaded.times.of(t_s))}      -> {where}{text}")


def _at(loaded: Loaded, number: int, name: str, moment_us: int) -> list[str]:
    hall, damage = empty_hall(loaded.journal), list[Damage]()
    last_us = 0
    for entry, _ in feed(hall, [row for row in loaded.journal.rows if row.wall_us <= moment_us], damage):
        last_us = last_us if entry is None else max(last_us, entry.row.wall_us)
    if last_us:
        hall.advance(max(hall.t_s, hall.t_s + (moment_us - last_us) / 1e6))
    then, line, whole = hall.name_of(number), line_of(hall, number), hall.view()
    view = next((each for each in whole.boards if each.board == then), None)
    if view is None:
        return [f"Bd {name} was not known at {local(moment_us):%d %b %Y %H:%M:%S}"]
    return [
        f"{local(moment_us):%d %b %Y %H:%M:%S}",
        *board_lines(view),
        *alert_lines(a for a in whole.alerts if a.board == line),
    ]


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
