"""What makes two positions the same, and the FEN made from the identity alone."""

import chess
import pytest

from dgt_monitor.laws.identity import Standing, position_key
from tests.drawn import drawn
from tests.laws.slow import games, some_move


def standing(board: chess.Board) -> Standing:
    return Standing(position_key(board), board.halfmove_clock, board.fullmove_number, board.chess960)


@pytest.mark.parametrize("seed", [7, drawn()])
def test_fen_is_that_of_python_chess(seed: int) -> None:
    for board, rng, steps in games(seed, 40, 30):
        for _ in range(steps):
            expected = board.shredder_fen() if board.chess960 else board.fen(en_passant="legal")
            assert standing(board).fen() == expected
            if (move := some_move(board, rng)) is None:
                break
            board.push(move)


@pytest.mark.parametrize(
    ("fen", "square"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K2N w - d6 0 1", chess.D6),
        ("5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4", None),  # the capturer is pinned
        ("4k3/8/8/3pP3/8/8/8/4K2N w - - 0 1", None),
        ("4k3/8/8/4P3/8/8/8/4K2N w - d6 0 1", None),  # no pawn has passed
        ("4k3/3p4/8/3pP3/8/8/8/4K2N w - d6 0 1", None),  # the pawn cannot have come from d7
        ("4k3/8/8/3pP3/8/8/8/4K2N w - e3 0 1", None),
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", None),  # both pawns would leave the rank
        ("8/8/5b2/3pP3/8/2K5/8/7k w - d6 0 1", None),  # along the diagonal the capturer shields its king
        ("7k/6b1/8/4Pp2/8/8/1K6/8 w - f6 0 1", chess.F6),  # capture along the pin
    ],
)
def test_en_passant_only_where_legal(fen: str, square: chess.Square | None) -> None:
    assert position_key(chess.Board(fen)).ep_square == square


def test_a_board_without_history_has_only_the_rights_it_can_have() -> None:
    stale = chess.Board("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
    assert position_key(stale) == position_key(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))


def test_rights_belong_to_a_rook_in_chess960() -> None:
    inner = chess.Board("4k3/8/8/8/8/8/8/2K2R1R w F - 0 1", chess960=True)
    outer = chess.Board("4k3/8/8/8/8/8/8/2K2R1R w H - 0 1", chess960=True)
    assert position_key(inner) != position_key(outer)
    assert standing(inner).fen().split()[2] == "F"


def test_promoted_pieces_are_pieces() -> None:
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    board.push_uci("a7a8q")
    assert position_key(board) == position_key(chess.Board("Q7/7k/8/8/8/8/8/K7 b - - 0 1"))


def test_standings_are_values() -> None:
    one, two = standing(chess.Board()), standing(chess.Board())
    assert one == two
    assert hash(one) == hash(two)
    assert one != Standing(one.key, 1, one.fullmove, one.chess960)
    assert one != "a position"
    assert repr(one) == f"Standing({chess.STARTING_FEN!r})"
