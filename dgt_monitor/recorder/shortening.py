"""Of every board only its last game, fed to a hall: what games before it left behind is put in its place.

A game is a function of its own part of the journal, so a restart in the ninth round need not go through eight rounds.
And because what was shown is kept, it is known afterwards whether the short way led to the same: if it did not, all of
the journal is gone through (`recorder.rebuilding`).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import chess

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.board_rulings import take_past
from dgt_monitor.hall.endings import Past
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.games_before import CORRECTED
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.note_forms import Anew, Session
from dgt_monitor.journal.reading import value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.journal.ruling_forms import PlayedFor
from drivers.readings import BoardDump, Clock, FieldUpdate, Identity, LineUp, Score


class NotShortenedError(Exception):
    """The short way does not lead there."""


class Cut(NamedTuple):
    """Where the last game of a board begins, and what it found."""

    start: events.GameStart
    port: str
    address: int | None
    clock: Clock | None
    past: tuple[Past, ...]
    """What became of the alerts and results of the games before, in order."""
    moved: FieldUpdate | BoardDump | None = None
    """The change with which it began, where its array had been left standing."""

    def apply(self, hall: Hall, t_s: float) -> list[Event]:
        """Begin the game; NotShortenedError where it does not begin so."""
        if hall.board_at(self.port, self.address) is None:
            hall.read(t_s, self.port, self.address, LineUp())
        board = hall.board_at(self.port, self.address)
        if board is None or board.name != self.start.board:
            raise NotShortenedError(f"{self.start.board} is not at {self.port}")
        for past in self.past:
            take_past(board, past)
        board.resume(self.start.game - 1)
        before = () if self.clock is None else (self.clock,)
        after = () if self.moved is None else (self.moved,)
        told: list[Event] = []
        for reading in (*before, BoardDump(squares_of(self.start)), *after):
            told += hall.read(t_s, self.port, self.address, reading)
        for number, event in enumerate(told):
            if isinstance(event, events.GameStart) and event.board == self.start.board:
                return told[number:]
        raise NotShortenedError(f"game {self.start.game} of {self.start.board} does not begin with what stood there")


def squares_of(start: events.GameStart) -> str:
    """What stood on the board when the game began, in the board's own numbering."""
    try:
        position = chess.Board(start.start_fen, chess960=start.chess960)
    except ValueError as error:
        raise NotShortenedError(f"the game of {start.board} began with no position") from error
    pieces = (position.piece_at(square) for square in chess.SQUARES)
    letters = "".join("." if piece is None else piece.symbol() for piece in pieces)
    return letters[::-1] if start.rotated else letters


class Shortened(NamedTuple):
    """The rows that are left, and where games begin."""

    rows: list[Row]
    cuts: dict[int, Cut]
    """By the number of the row that tells of the beginning."""
    numbers: dict[str, list[int]]
    """Of the alerts that were told since, by board."""
    next_number: int
    refused: dict[int, str]
    """Rulings that were not carried out, and why."""
    rulings: int
    """So many were made."""
    lines: dict[str, Row]
    """For each line with many boards where the first of their last games begins."""
    past_of_lines: dict[str, tuple[Past, ...]]
    """What became of the alerts of each line before that."""

    @property
    def since(self) -> dict[str, int]:
        """From which row on each board's last game was told, and what follows of each line."""
        of_lines = {port: start.seq for port, start in self.lines.items()}
        return of_lines | {cut.start.board: seq for seq, cut in self.cuts.items()}

    def resume(self, hall: Hall) -> None:
        """Tell a new hall what was before the first row that is left."""
        hall.alert_numbers.resume(self.numbers, self.next_number)
        hall.rulings.resume(self.refused, self.rulings)
        for port, past in self.past_of_lines.items():
            if not hall.lines.take_past(port, past):
                raise NotShortenedError(f"line {port} was away when a game began")


def shorten(rows: Sequence[Row]) -> Shortened:
    """Leave out what the last games do not rest on; NotShortenedError where that cannot be done."""
    try:
        starts = _starts(rows)
        if not starts:
            raise NotShortenedError("no game has begun")
        return _shortened(rows, starts)
    except ValueError as error:  # what cannot be read, and what somebody changed
        raise NotShortenedError(str(error)) from error


def shorten_to(rows: Sequence[Row], start: Row) -> Shortened:
    """The same of one board, with the game that began at this row as its last one."""
    try:
        return _shortened(rows, {start.board or "": start})
    except ValueError as error:
        raise NotShortenedError(str(error)) from error


_ASIDE = frozenset({"set_aside", "fetch"})
"""Kinds of rulings after which all of the journal is needed: a game may be fetched at any time."""


def _not_of_one_before(ruling: Ruling) -> Ruling:
    """The ruling, if it does not correct a game that may be over."""
    if ruling.game and ruling.kind in CORRECTED:
        raise NotShortenedError("a game was corrected that may be over")
    return ruling


def _starts(rows: Iterable[Row]) -> dict[str, Row]:
    """The row that first tells of each board's last game. Not one of a game that was told of only by a later watch."""
    starts: dict[str, Row] = {}
    games: dict[str, int] = {}
    carries = _Carries()
    session_s = 0.0
    for row in rows:
        if row.form == Session.__name__:
            session_s = row.t_s
        elif row.form == Anew.__name__:
            raise NotShortenedError("a board was told anew")
        elif row.form == Score.__name__:
            raise NotShortenedError("a game is followed by what another program says of it")
        elif row.kind == "ruling":
            carries.ruled(_not_of_one_before(value_of(row)), row.t_s, starts)
        elif row.form == "game_start" and row.board is not None:
            game = value_of(row).game
            if game == games.get(row.board):
                continue  # its first position is told anew
            if row.t_s < session_s:
                raise NotShortenedError("a game was told of late")
            starts[row.board], games[row.board] = row, game
            carries.begun(row.board, row.t_s)
    if carries.since_s:
        raise NotShortenedError("a game came from another board")
    return starts


class _Carries:
    """Boards whose last game may be one that came or went."""

    def __init__(self) -> None:
        self.since_s: dict[str, float] = {}
        self._boards: dict[int, tuple[str, ...]] = {}
        """Of each ruling that carried a game."""

    def ruled(self, ruling: Ruling, t_s: float, starts: dict[str, Row]) -> None:
        if ruling.kind in _ASIDE:
            raise NotShortenedError("a game was set aside")
        if ruling.kind in _OF_A_GAME and ruling.game:
            raise NotShortenedError("a game was corrected that may be over")
        if ruling.kind == "carry":
            self._boards[ruling.number] = ruling.board, ruling.to_board
        elif ruling.kind == "spare":
            self._boards[ruling.number] = (ruling.board,)
            starts.pop(ruling.to_board, None)  # what began there under its own name is none of its games any more
        boards = self._boards.get(ruling.undoes or ruling.number, ())
        self.since_s.update(dict.fromkeys(boards, t_s))

    def begun(self, board: str, t_s: float) -> None:
        """A game has begun there: another one, unless it came by the ruling."""
        if t_s > self.since_s.get(board, t_s):
            del self.since_s[board]


_OF_A_GAME = frozenset({"replace", "settle", "position"})
"""Kinds of rulings that may be on a game before the last one."""
_ON_THE_PAST = frozenset({"replace", "settle", "undo"})
"""Kinds of rulings that may have an alert told again, which calls since it was told first."""
_MOVES = frozenset({FieldUpdate.__name__, BoardDump.__name__})
"""Forms of what tells that something was moved."""


def _line_starts(rows: Iterable[Row], starts: dict[str, Row]) -> dict[str, Row]:
    """Where on each bus line the first of the last games begins; not of a line with a board that has played none."""
    there: dict[str, set[str]] = {}
    for row in rows:
        if row.kind == "reading" and row.port and row.board and row.address is not None:
            there.setdefault(row.port, set()).add(row.board)
    return {
        port: min((starts[board] for board in boards), key=lambda start: (start.t_s, start.seq))
        for port, boards in there.items()
        if boards <= starts.keys() and port not in starts
    }


class _Found:
    """What the rows before the last games leave behind."""

    def __init__(self, starts: dict[str, Row], lines: dict[str, Row]) -> None:
        self.starts = starts
        self.lines = lines
        self._begins = starts | lines
        self.places: dict[str, tuple[str, int | None]] = {}
        self.clocks: dict[str, Row] = {}
        self.past: dict[str, list[Past]] = {board: [] for board in self._begins}
        self.moved: dict[str, Row] = {}
        self.numbers: dict[str, list[int]] = {}
        self.last_number = 0
        self.refused: dict[int, str] = {}
        self.rulings = 0
        """So many were made."""
        self._ruled_s = -1.0
        """When the past of a game was ruled on last."""
        self._told_again: set[str] = set()
        """Alerts of games before that were told by such a ruling, and that nobody has seen since."""

    def is_left(self, row: Row) -> bool:
        """Take note of a row; whether the last games rest on it."""
        board = row.board or ""
        of_line = row.kind == "reading" and row.address is None and row.port in self.lines
        start = self._begins.get(board) or (self.lines[row.port or ""] if of_line else None)
        before = start is not None and (row.t_s, row.seq) < (start.t_s, start.seq)
        self._count(row, board, before=before)
        if not before:
            return True
        if row.form in {"alert", "alert_cleared", "game_start", "result", "result2"} and row.kind == "shown":
            self._became(board, value_of(row))
        if row.kind != "reading" or row.port is None:
            return True
        if of_line:
            return False
        self.places[board] = row.port, row.address
        if row.form == Clock.__name__:
            self.clocks[board] = row
        elif row.form in _MOVES:
            self.moved[board] = row
        return row.form == Identity.__name__

    def _count(self, row: Row, board: str, *, before: bool) -> None:
        """Keep what is numbered: rulings, alerts, and which rulings were refused."""
        if row.kind == "ruling":
            self._ruled(row)
        elif row.form == "ruling":
            told: events.Ruled = value_of(row)
            if told.state == "refused":
                self.refused[told.number] = told.text
        elif row.form == "alert":
            self._numbered(board, int(value_of(row).id.rpartition("/")[2]), before=before)

    def _became(self, board: str, past: Past | PlayedFor) -> None:
        if isinstance(past, events.Alert) and past.t == self._ruled_s and past.level is not events.Level.INFO:
            self._told_again.add(past.id)
        self.past[board].append(past.event if isinstance(past, PlayedFor) else past)

    def _ruled(self, row: Row) -> None:
        ruling: Ruling = value_of(row)
        if ruling.kind in _ON_THE_PAST:
            self._ruled_s = ruling.t_s
        elif ruling.kind == "acknowledge":
            self._told_again.discard(ruling.alert_id)
        self.rulings = ruling.number or self.rulings + 1  # they had no numbers once, but the same order
        for board, past in self.past.items():
            if row.seq < self._begins[board].seq and ruling.board in ("", board):
                past.append(ruling._replace(number=self.rulings))

    @property
    def told_again(self) -> bool:
        """Whether alerts of games before still call that were told by a ruling on the past."""
        return bool(self._told_again)

    def past_of(self, board: str) -> Iterable[Past]:
        """What became of its games before: nothing came of a ruling that was not carried out."""
        return (past for past in self.past[board] if not isinstance(past, Ruling) or past.number not in self.refused)

    def moved_at(self, board: str, t_s: float) -> FieldUpdate | BoardDump | None:
        """What changed on the board at just that time, if anything did."""
        row = self.moved.get(board)
        return None if row is None or row.t_s != t_s else value_of(row)

    def _numbered(self, board: str, number: int, *, before: bool) -> None:
        self.last_number = max(self.last_number, number)
        if not before:
            self.numbers.setdefault(board, []).append(number)


def _shortened(rows: Sequence[Row], starts: dict[str, Row]) -> Shortened:
    found = _Found(starts, _line_starts(rows, starts))
    left = [row for row in rows if found.is_left(row)]
    if found.told_again:
        raise NotShortenedError("alerts of games before were told again")
    return Shortened(
        left,
        dict(_cuts(found)),
        found.numbers,
        found.last_number + 1,
        found.refused,
        found.rulings,
        found.lines,
        {port: tuple(found.past_of(port)) for port in found.lines},
    )


def _cuts(found: _Found) -> Iterable[tuple[int, Cut]]:
    for board, row in found.starts.items():
        if board not in found.places:
            raise NotShortenedError(f"{board} had said nothing before its game")
        clock = found.clocks.get(board)
        port, address = found.places[board]
        yield (
            row.seq,
            Cut(
                value_of(row),
                port,
                address,
                clock and value_of(clock),
                tuple(found.past_of(board)),
                found.moved_at(board, row.t_s),
            ),
        )
