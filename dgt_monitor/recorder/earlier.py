"""Games that a hall was not fed when it was made again, each from its own part of the journal, once it is ruled on."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from dgt_monitor import events
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.games_before import GameBefore
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.reading import Journal, read_board, value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.journal.schema import JournalError
from dgt_monitor.recorder.collecting import not_collecting
from dgt_monitor.recorder.rebuilding import empty_hall, feed
from dgt_monitor.recorder.shortening import NotShortenedError, shorten_to


class EarlierGames:
    """The games of a journal, board by board."""

    def __init__(self, path: Path, known: Known | None = None) -> None:
        self._path = path
        self._known = known

    def game(self, board: str, game: int) -> GameBefore | None:
        """A game of the board of this name; None where it does not follow from its rows as it was told."""
        rows = self._rows(board)
        starts = _starts(rows)
        first, last = starts.get(game), starts.get(game + 1)
        if first is None or last is None:
            return None
        until = [row for row in rows if row.t_s <= last.t_s]
        try:
            found = self._made(until, first, board, game)
        except (NotShortenedError, UnreadableError):
            return None
        return found if found is not None and found.uci == _told(until, game) else None

    def game_at(self, board: str, t_s: float) -> int:
        """The number of the game that was on the board of this name then; 0: none."""
        began = [game for game, row in _starts(self._rows(board)).items() if row.t_s <= t_s]
        return max(began, default=0)

    def _rows(self, board: str) -> list[Row]:
        try:
            return read_board(self._path, board)
        except (JournalError, sqlite3.Error):
            return []

    def _made(self, rows: Sequence[Row], first: Row, board: str, game: int) -> GameBefore | None:
        with not_collecting():
            short = shorten_to(rows, first)
            hall = empty_hall(Journal("", list(rows), []), self._known)
            short.resume(hall)
            for _ in feed(hall, short.rows, [], short.cuts):
                pass
        number = hall.number_of(board)
        found = None if number is None else hall.board(number)
        return None if found is None else found.before.get(game)


def _starts(rows: Sequence[Row]) -> dict[int, Row]:
    """Where each game of the board was told first."""
    out: dict[int, Row] = {}
    for row in rows:
        if row.kind == "shown" and row.form == "game_start":
            out.setdefault(value_of(row).game, row)
    return out


def _told(rows: Sequence[Row], game: int) -> tuple[str | None, ...] | None:
    """The moves of the game, as its summary told them last."""
    told = [value_of(row) for row in rows if row.kind == "shown" and row.form == "summary"]
    return next((each.uci for each in reversed(told) if isinstance(each, events.Summary) and each.game == game), None)
