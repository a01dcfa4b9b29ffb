"""What follows from the moves of a view for who stands before its board: look-alikes, claims, the position. Pure.

A view carries what was counted; this makes the positions again from its moves, so that it can be asked of any view,
also of one that came from another program. Counts are taken from the view, never from here.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import chess

from dgt_monitor.hall.views import BoardView, MoveView
from dgt_monitor.laws.alike import LookAlike, alikes_text, look_alikes
from dgt_monitor.laws.identity import PositionKey, position_key
from dgt_monitor.laws.labels import START_LABEL
from dgt_monitor.wording import Said

_LABELS_AT_MOST: Final = 6
"""So many look-alikes of a kind are named (chosen for a line or two)."""


class Line(NamedTuple):
    """The positions of a game: `key(0)` is its start."""

    keys: tuple[PositionKey, ...]
    fen: str
    """Of the last of them."""

    @property
    def ply(self) -> int:
        """Plies since the start."""
        return len(self.keys) - 1

    def key(self, ply: int) -> PositionKey:
        """The position after a ply."""
        return self.keys[ply]


class Coming(NamedTuple):
    """What the player to move could claim by writing a move down, if the record is right."""

    repeating: tuple[str, ...]
    """Moves (SAN) after which the position would have stood often enough."""
    by_moves: bool
    """Any move that is no capture and no pawn's would complete the number of moves."""


NOTHING_COMES: Final = Coming((), by_moves=False)


def line_of(view: BoardView) -> Line | None:
    """The positions of its game; None where there is none, or an illegal move stands in it."""
    if not view.game or not all(move.legal for move in view.moves):
        return None
    return _line(view.start_fen, view.chess960, tuple(move.uci for move in view.moves))


@lru_cache(maxsize=4)
def _line(start_fen: str, chess960: bool, ucis: tuple[str, ...]) -> Line | None:
    try:
        board = chess.Board(start_fen, chess960=chess960)
        keys = [position_key(board)]
        for uci in ucis:
            board.push_uci(uci)
            keys.append(position_key(board))
    except ValueError:
        return None
    return Line(tuple(keys), board.fen(en_passant="fen"))


def label(moves: Sequence[MoveView], ply: int) -> str:
    """A ply as a scoresheet names it."""
    if not 0 < ply <= len(moves):
        return START_LABEL
    move = moves[ply - 1]
    return f"{move.number}{'.' if move.colour == 'white' else '...'}{move.san}"


def alikes(view: BoardView) -> list[Said]:
    """What looks like the position on the board and is another one, and why."""
    line = line_of(view)
    if line is None:
        return []
    found: tuple[LookAlike, ...] = look_alikes(line, line.keys[-1])
    return alikes_text(found, lambda ply: label(view.moves, ply), _LABELS_AT_MOST)


def coming(view: BoardView) -> Coming:
    """What could be claimed by writing a move down."""
    line = line_of(view)
    if line is None or view.phase != "playing":
        return NOTHING_COMES
    return _coming(line, view.chess960, view.claim_count, view.claim_ply)


@lru_cache(maxsize=4)
def _coming(line: Line, chess960: bool, claim_count: int | None, claim_ply: int | None) -> Coming:
    board = chess.Board(line.fen, chess960=chess960)
    repeating = []
    if claim_count is not None:
        stood: dict[PositionKey, int] = {}
        for key in line.keys:
            stood[key] = stood.get(key, 0) + 1
        for move in sorted(board.legal_moves, key=chess.Move.uci):
            san = board.san(move)
            board.push(move)
            if stood.get(position_key(board), 0) + 1 >= claim_count:
                repeating.append(san)
            board.pop()
    quiet = any(not board.is_zeroing(move) for move in board.legal_moves)
    return Coming(tuple(repeating), quiet and claim_ply is not None and board.halfmove_clock + 1 >= claim_ply)
