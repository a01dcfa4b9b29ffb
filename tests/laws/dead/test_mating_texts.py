"""What is said of who can mate, as fixed strings."""

import chess
import pytest

from dgt_monitor.laws.dead.mates import can_mate
from dgt_monitor.laws.dead.texts import mating_text


@pytest.mark.parametrize(
    ("fen", "side", "bound", "sentence"),
    [
        (
            "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1",
            chess.BLACK,
            100,
            (
                "Black can never mate: its men are too few, wherever they stand. Certain. "
                "If White oversteps the time, the game is drawn."
            ),
        ),
        (
            "7k/5K2/8/8/8/8/8/1Q6 w - - 0 1",
            chess.WHITE,
            100,
            "White can mate, for example 1. Qh1#. If Black oversteps the time, White wins.",
        ),
        (
            "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
            chess.WHITE,
            100,
            (
                "White can never mate: none of its men that could give mate ever comes near enough to the king. "
                "Certain. "
                "If Black oversteps the time, the game is drawn."
            ),
        ),
        (
            "8/6P1/5k1K/7r/8/8/8/8 w - - 0 54",
            chess.BLACK,
            100,
            (
                "Black can never mate: all legal lines were gone through, 2 positions. Certain. "
                "If White oversteps the time, the game is drawn."
            ),
        ),
        (
            chess.STARTING_FEN,
            chess.WHITE,
            100,
            (
                "Not known whether White can mate: of 101 positions looked at none is mate, and more can come. "
                "Look for a mate by any legal moves of both."
            ),
        ),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", chess.WHITE, 100, "Black is mated."),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", chess.BLACK, 100, "Black can never mate: it is mated."),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            chess.WHITE,
            100,
            "Not known whether White can mate: this is no position that legal moves lead to.",
        ),
    ],
)
def test_sentences(fen: str, side: chess.Color, bound: int, sentence: str) -> None:
    board = chess.Board(fen)
    assert mating_text(can_mate(board, side, bound), board, side) == sentence
