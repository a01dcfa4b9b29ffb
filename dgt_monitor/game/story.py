"""A story: a legal line of play, and its debts to what the sensors say."""

import sys
from collections.abc import Sequence

import chess

from dgt_monitor.events import Provenance
from dgt_monitor.game.castling import castle, is_usual
from dgt_monitor.game.changes import Misstep, Ply
from dgt_monitor.game.placement import EMPTY, HOLDS, changes, letters
from dgt_monitor.game.plain import OWN, fits_plain_way, named_move, plain_name, play_plain
from dgt_monitor.game.putting import push, put_anyhow, put_back, twin

MOST_AT_ONCE = 6
"""Plies that are worked out at once at most (what is played while a board reads its log out)."""


class Story:
    """One explanation of what stood on a board: a line of moves, and the squares where the sensors disagree.

    All moves are legal but those that stand because they were answered (`make_misstep`).

    `seen` is the physical placement, shared by all stories of a board. `expected` is the placement after the
    line; a *debt* is a square where the two differ, with the time since when. The board keeps no stack: the plies
    know what they changed.
    """

    __slots__ = ("_began_fit", "_checked", "_fits", "board", "debts", "expected", "plies", "seen")

    def __init__(self, board: chess.Board, seen: list[str]) -> None:
        board.castling_rights = board.clean_castling_rights()
        self.board = board
        self._fits = self._began_fit = fits_plain_way(board)
        self._checked = board.is_check()
        """The side to move is in check."""
        self.seen = seen
        self.expected = letters(board)
        self.plies: list[Ply] = []
        self.debts: dict[int, float] = {}
        if seen != self.expected:
            self.debts = {s: 0.0 for s in range(64) if seen[s] != self.expected[s]}

    def told(self, square: int, t_s: float) -> None:
        """A square has changed: `seen` already holds its new letter."""
        if self.seen[square] == self.expected[square]:
            self.debts.pop(square, None)
        elif square not in self.debts:
            self.debts[square] = t_s

    def look_again(self, t_s: float) -> None:
        """What is seen has changed as a whole."""
        for square in range(64):
            self.told(square, t_s)

    def make_plain(self, origin: int, target: int, t_s: float) -> Ply | None:
        """Make the move that the only two debts have the shape of; None if it is illegal, castling or en passant."""
        ply = self._play_plain(origin, target, self.seen[target], t_s)
        if ply is not None:
            self.debts.clear()
        return ply

    def make(self, move: chess.Move, t_s: float, provenance: Provenance) -> Ply:
        """Make a legal move at the end of the line; debts it explains are settled."""
        after = self.expected[move.from_square]
        if move.promotion:
            after = chess.piece_symbol(move.promotion)
            after = after.upper() if self.board.turn else after
        ply = self._play_plain(move.from_square, move.to_square, after, t_s) or self._play_special(move, t_s)
        ply.provenance = provenance
        if provenance == "inferred":
            ply.inferred_from = self._shown_of(ply)
        for square, _ in ply.undo:
            self.told(square, t_s)
        return ply

    def make_misstep(self, step: Misstep, t_s: float) -> Ply:
        """Make a move that is not legal at the end of the line; debts it explains are settled."""
        undo = tuple(HOLDS[square][self.expected[square]] for square, _ in step.changed)
        kept = put_anyhow(self.board, self.expected, step.changed, keeps_turn=step.keeps_turn)
        move = step.move
        ply = Ply(move, sys.intern(move.uci()), step.name, undo, kept, t_s)
        ply.misstep = step
        self.plies.append(ply)
        self._look_at_kings()
        for square, _ in undo:
            self.told(square, t_s)
        return ply

    def _look_at_kings(self) -> None:
        """Where a move was not legal, find out what a legal one leaves known: whether there is a check, and of whom."""
        self._fits, self._checked = self._began_fit and fits_plain_way(self.board), self.board.is_check()

    def _shown_of(self, ply: Ply) -> int:
        """How many squares of the last ply the sensors have shown to change as it says; asked before debts are settled.

        A square on which its piece stood only meanwhile shows nothing, since it was empty before.
        """
        stops = {other.move.to_square for other in self.plies[:-1][-MOST_AT_ONCE:] if other.t_s >= ply.t_s}
        stopped = ply.move.from_square if ply.move.from_square in stops else None
        return sum(
            square in self.debts and square != stopped and self.seen[square] == self.expected[square]
            for square, _ in ply.undo
        )

    def _play_plain(self, origin: int, target: int, after: str, t_s: float) -> Ply | None:
        expected = self.expected
        played = play_plain(self.board, expected, origin, target, after, self._checked) if self._fits else None
        if played is None:
            return None
        san, kept = played
        before, taken = expected[origin], expected[target]
        undo = (HOLDS[origin][before], HOLDS[target][taken])
        move, uci = named_move(origin, target, "" if before == after else after.upper())
        ply = Ply(move, uci, san, undo, kept, t_s)
        self.plies.append(ply)
        expected[origin], expected[target] = EMPTY, after
        self._checked = san[-1] in "+#"
        return ply

    def _play_special(self, move: chess.Move, t_s: float) -> Ply:
        changed = changes(self.board, move, self.expected)
        undo = tuple(HOLDS[square][self.expected[square]] for square, _ in changed)
        if is_usual(self.board, move):
            san, kept = castle(self.board, move.from_square, move.to_square)
            made, uci = named_move(move.from_square, move.to_square)
        else:
            san, made, kept = push(self.board, move)
            uci = sys.intern(made.uci())
        ply = Ply(made, uci, san, undo, kept, t_s)
        self.plies.append(ply)
        for square, letter in changed:
            self.expected[square] = letter
        self._checked = san[-1] in "+#"
        if not self._fits and self._began_fit:
            self._look_at_kings()
        return ply

    def unmake(self, t_s: float) -> Ply:
        """Take the last ply off the line."""
        ply = self.plies.pop()
        _take_off(self.board, self.expected, ply)
        for square, _ in ply.undo:
            self.told(square, t_s)
        if ply.misstep is not None or not self._fits or not self.plies or self.plies[-1].misstep is not None:
            self._look_at_kings()
        else:
            self._checked = self.plies[-1].san[-1] in "+#"
        return ply

    def before(self, plies: int) -> tuple[chess.Board, list[str]]:
        """The position so many plies back, and its placement: copies, the board without a stack."""
        board, placed = twin(self.board), self.expected.copy()
        for ply in reversed(self.plies[len(self.plies) - plies :]):
            _take_off(board, placed, ply)
        return board, placed

    def plies_since(self, placement: Sequence[str]) -> int | None:
        """How many plies ago this placement stood last, before the present one; None if it never did."""
        placed, wanted = list(self.expected), list(placement)
        for back, ply in enumerate(reversed(self.plies), 1):
            for square, letter in ply.undo:
                placed[square] = letter
            if placed == wanted:
                return back
        return None

    @property
    def knows_plain_moves(self) -> bool:
        """Whether each move that changes two squares, and nothing else, is for `other_move` to find."""
        return self._fits and not self.board.chess960

    def other_move(self, origin: int, target: int) -> chess.Move | None:
        """The move of the piece that moved last, to another square; None if it is not legal, or special."""
        board, placed = self.before(1)
        if not all(ply.legal for ply in self.plies[-2:]) and not fits_plain_way(board):
            return None
        known = len(self.plies) > 1 and self.plies[-2].legal
        checked = self.plies[-2].san[-1] in "+#" if known else board.is_check()
        name = plain_name(board, placed, origin, target, placed[origin], checked)
        return None if name is None else named_move(origin, target)[0]

    def is_plain(self, origin: int, target: int, after: str) -> bool:
        """Whether this is surely the next legal move, changing two squares; `after` stands on the target then."""
        if not self._fits:
            return False
        return plain_name(self.board, self.expected, origin, target, after, self._checked) is not None

    def can_reach(self, target: int) -> bool:
        """Whether a plain legal move brings the piece that was put on a square there, though it is not lifted yet."""
        letter = self.seen[target]
        if not self._fits or letter not in OWN[self.board.turn]:
            return False
        origins = [square for square, placed in enumerate(self.expected) if placed == letter]
        return any(plain_name(self.board, self.expected, origin, target, letter, self._checked) for origin in origins)


def _take_off(board: chess.Board, placed: list[str], ply: Ply) -> None:
    """Undo a ply on the board and in its placement."""
    turn, fullmove = board.turn, board.fullmove_number
    put_back(board, placed, ply.undo, ply.kept)
    if ply.misstep is not None and ply.misstep.keeps_turn:
        board.turn, board.fullmove_number = turn, fullmove


def is_another(ply: Ply, before: Ply) -> bool:
    """Whether a ply is not the one that stood there before, or is less sure than that was."""
    return ply.move != before.move or (before.sure and not ply.sure)
