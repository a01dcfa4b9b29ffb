"""When two positions are the same by the Laws (9.2.3), and a position that can be written as FEN later."""

from functools import lru_cache
from typing import Final, NamedTuple

import chess

_PIECE_LETTERS: Final = [tuple(pair) for pair in ("Pp", "Nn", "Bb", "Rr", "Qq", "Kk")]
RANKS_KEPT: Final = 4096
"""Ranks whose text is kept: nearly all of a hall, since a ply changes one or two (chosen; some 300 bytes each)."""
_EMPTY_RUNS: Final = [("1" * run, str(run)) for run in range(8, 1, -1)]
# Every set of castling rights ever seen, so that equal ones are one object (36 bytes a ply otherwise).
# At most 37 * 37 entries: at most two of eight rook files on each of two ranks.
_rights_seen: dict[int, int] = {}


def _homes() -> dict[int, tuple[int, int, int]]:
    """For each set of castling rights: the kings, and the men of White and of Black, that must be at home."""
    homes = {}
    sides = ((chess.BB_E1, chess.BB_A1, chess.BB_H1), (chess.BB_E8, chess.BB_A8, chess.BB_H8))
    choices = [[(0, 0), (king, a), (king, h), (king, a | h)] for king, a, h in sides]
    for white_king, white_rooks in choices[0]:
        for black_king, black_rooks in choices[1]:
            kings, men = white_king | black_king, (white_king | white_rooks, black_king | black_rooks)
            homes[white_rooks | black_rooks] = (kings, *men)
    return homes


_HOMES: Final = _homes()


class PositionKey(NamedTuple):
    """Exact identity of a position by 9.2.3: equal keys, same position; no hash that could collide.

    Bitboards as python-chess has them (bit 0 = a1). Promoted pieces are pieces like any other.
    """

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    black: int
    turn: chess.Color
    castling_rights: int
    """The unmoved rooks with which an unmoved king may still castle, however blocked (9.2.3.2)."""
    ep_square: chess.Square | None
    """Only where a capture en passant is legal (9.2.3.1)."""


def position_key(board: chess.Board) -> PositionKey:
    """The identity of what stands on the board; keeps no reference to the board."""
    rights = board.castling_rights
    if rights and not are_clean(board, rights):
        rights = board.clean_castling_rights()
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    ep_square = board.ep_square
    if ep_square is not None:
        ep_square = _legal_ep_square(board, ep_square)
    # tuple.__new__ leaves out the Python frame of the generated constructor, a good part of the time here.
    return tuple.__new__(
        PositionKey,
        (
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            white,
            black,
            board.turn,
            _rights_seen.setdefault(rights, rights),
            ep_square,
        ),
    )


def are_clean(board: chess.Board, rights: int) -> bool:
    """Whether these castling rights are plainly those that count: king and rooks stand in the corners they name.

    A quick test of what nearly always stands on the board; in Chess960, and where it fails, python-chess is asked.
    """
    home = _HOMES.get(rights)
    if home is None or board.chess960:
        return False
    kings, white, black = home
    return (
        board.kings & kings == kings
        and board.rooks & rights == rights
        and board.occupied_co[chess.WHITE] & white == white
        and board.occupied_co[chess.BLACK] & black == black
    )


def _legal_ep_square(board: chess.Board, ep_square: chess.Square) -> chess.Square | None:
    mover, waiting = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    capturers = chess.BB_PAWN_ATTACKS[not board.turn][ep_square] & board.pawns & mover
    if not capturers:
        return None
    # A FEN may name a square nobody can have passed: the pawn must stand beyond it, its origin be empty.
    ahead = -8 if board.turn else 8
    stepped, origin = ep_square + ahead, ep_square - ahead
    if not (0 <= stepped < 64 and 0 <= origin < 64):
        return None
    if not chess.BB_SQUARES[stepped] & board.pawns & waiting or chess.BB_SQUARES[origin] & board.occupied:
        return None
    return ep_square if board.has_legal_en_passant() else None


class Standing:
    """A position as it stood after one ply; its FEN is made when somebody asks, once.

    `fullmove` is the number of the move to come, as in FEN. In Chess960 castling is in Shredder letters.
    """

    __slots__ = ("_fen", "chess960", "fullmove", "halfmove_clock", "key")

    def __init__(self, key: PositionKey, halfmove_clock: int, fullmove: int, chess960: bool) -> None:
        self.key = key
        self.halfmove_clock = halfmove_clock
        self.fullmove = fullmove
        self.chess960 = chess960
        self._fen: str | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Standing):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return f"Standing({self.fen()!r})"

    def _identity(self) -> tuple[PositionKey, int, int, bool]:
        return self.key, self.halfmove_clock, self.fullmove, self.chess960

    def fen(self) -> str:
        """The position in FEN; en-passant square only where a capture is legal."""
        if self._fen is None:
            key = self.key
            turn = "w" if key.turn else "b"
            castling = _castling_text(key, self.chess960)
            ep_square = "-" if key.ep_square is None else chess.SQUARE_NAMES[key.ep_square]
            self._fen = f"{_placement(key)} {turn} {castling} {ep_square} {self.halfmove_clock} {self.fullmove}"
        return self._fen


def _placement(key: PositionKey) -> str:
    pawns, knights, bishops, rooks, queens, kings, white = [squares.to_bytes(8, "big") for squares in key[:7]]
    return "/".join(map(_rank, pawns, knights, bishops, rooks, queens, kings, white))


@lru_cache(maxsize=RANKS_KEPT)
def _rank(*squares: int) -> str:
    """One rank in FEN, of a byte for each kind of piece and one for White's."""
    cells, white = ["1"] * 8, squares[6]
    for letters, pieces in zip(_PIECE_LETTERS, squares[:6], strict=True):
        for file in chess.scan_forward(pieces):
            cells[file] = letters[not white >> file & 1]
    text = "".join(cells)
    for ones, digit in _EMPTY_RUNS:
        text = text.replace(ones, digit)
    return text


def _castling_text(key: PositionKey, chess960: bool) -> str:
    letters = []
    for rank, white in ((chess.BB_RANK_1, True), (chess.BB_RANK_8, False)):
        for rook in chess.scan_reversed(key.castling_rights & rank):
            letter = chess.FILE_NAMES[chess.square_file(rook)] if chess960 else _side_letter(key, rook, rank)
            letters.append(letter.upper() if white else letter)
    return "".join(letters) or "-"


def _side_letter(key: PositionKey, rook: chess.Square, rank: int) -> str:
    return "k" if chess.BB_SQUARES[rook] > key.kings & rank else "q"


def moved_by(standing: Standing) -> tuple[int, bool]:
    """The number of the move that led to a position, and whether it was White's: also where one side moved twice."""
    by_white = not standing.key.turn
    return standing.fullmove - (not by_white), by_white
