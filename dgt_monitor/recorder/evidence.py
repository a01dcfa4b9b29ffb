"""What one board said, out of a journal into a capture that replays to the same game."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from datetime import datetime
from math import inf
from typing import NamedTuple, TextIO

from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.reading import Journal
from dgt_monitor.recorder.rebuilding import empty_hall
from dgt_monitor.recorder.stood_in import Span, said_by_devices, spans_of
from drivers.capture import CaptureWriter, Header
from drivers.dgt.commands import Command
from drivers.dgt.speaking import CannotBeSaidError, asked_by, said_by
from drivers.readings import Asked, BoardDump, Identity, LineDown, LineUp, Reading
from drivers.source import Stamped


def readings_of(journal: Journal, board: str) -> Iterator[Stamped]:
    """What the board of this name said, wherever it was, in order of time; of a spare that took its place, since then.

    A spare begins with what stood on it when its readings began to count. It does not say that it is another one, and
    of the board that had died only what it last told of the game is there.
    """
    mine, spans = spans_of(journal, board)
    if mine is None:
        return
    hall, last, waiting = empty_hall(journal), dict[int, _Last](), deque(spans)
    now, withheld, begun = waiting.popleft(), list[Stamped](), False
    for device, said in said_by_devices(journal, hall, {span.device for span in spans}):
        while waiting and said.t_s > waiting[0].since_s and not _is_set_up(hall, mine):
            now = waiting.popleft()
            withheld.clear()  # by the ruling nothing was missed while the board before it was dead
            yield from _stands_there(now, last.get(now.device), begun=begun)
            begun = True
        last[device] = _Last(said, _raw(hall, said))
        if _counts(said, device, now, waiting):
            withheld.append(said)
        if withheld and not (waiting and isinstance(withheld[-1].reading, LineUp | LineDown | Asked)):
            yield from withheld
            withheld.clear()
            begun = True
    yield from withheld


def _counts(said: Stamped, device: int, now: Span, waiting: Sequence[Span]) -> bool:
    """Whether it tells of what stands there now."""
    is_other = now.since_s > -inf and isinstance(said.reading, Identity)
    return device == now.device and not is_other and not (waiting and said.t_s > waiting[0].since_s)


class _Last(NamedTuple):
    """What a board said last, and what stood on it then, in its own numbering."""

    said: Stamped
    raw: str


def _raw(hall: Hall, said: Stamped) -> str:
    board = hall.board_at(said.port, said.address)
    return "" if board is None else board.tracker.raw


def _is_set_up(hall: Hall, number: int) -> bool:
    """Whether a game that has come there is being set up, which is no play."""
    board = hall.board(number)
    return board is not None and board.held is not None and board.held.state == "restoring"


def _stands_there(now: Span, last: _Last | None, *, begun: bool) -> Iterator[Stamped]:
    """Another board stands there from now on, and this stands on it; `begun`: the line is open."""
    if last is None:
        return
    here = last.said._replace(t_s=max(now.since_s, last.said.t_s))
    if not begun:
        yield here._replace(reading=LineUp())
    if last.raw:
        yield here._replace(reading=BoardDump(last.raw))


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
