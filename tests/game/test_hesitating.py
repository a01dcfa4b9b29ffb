"""A piece that stands between two squares, goes on along its line, or is exchanged: told change by change."""

import chess
import pytest

from dgt_monitor.game import gone_on
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.tracker import Tracker, plies_of
from tests.game.told import changes

KINGS = "8/4P3/8/8/8/k7/8/4K3 w - - 0 1"
LONG = "1r1nbrk1/1q2b3/1p2p1p1/p3Pp1p/P1PQ1P1P/1P2N1P1/4B3/4R1K1 w - - 0 1"


def told(text: str, fen: str = chess.STARTING_FEN, until_s: float = 60.0) -> Tracker:
    tracker = Tracker(Setup(fen))
    board = chess.Board(fen)
    squares = "".join(str(board.piece_at(square) or ".") for square in chess.SQUARES)
    tracker.dump(0.0, squares)
    for t_s, square, piece in changes(text):
        tick(tracker, t_s)
        tracker.field(t_s, square, piece)
    tick(tracker, until_s)
    return tracker


def tick(tracker: Tracker, t_s: float) -> None:
    while tracker.due_s <= t_s:
        tracker.tick(tracker.due_s)


def sans(tracker: Tracker) -> list[str]:
    return [ply.san for ply in plies_of(tracker.story)]


class TestBetweenTwoSquares:
    def test_felt_beside_its_own_square_it_is_not_weighed(self) -> None:
        tracker = told("1 e2. 1.3 e4P 1.6 f4P 1.61 e4.", until_s=1.7)
        assert tracker.opinion is not None
        assert gone_on.hesitates(tracker.opinion.story)
        assert not tracker.opinion.is_weighing
        assert sans(tracker) == ["e4"]

    def test_and_comes_back(self) -> None:
        tracker = told("1 e2. 1.3 e4P 1.6 f4P 1.61 e4. 2.1 e4P 2.11 f4. 2.4 f4P 2.41 e4. 2.9 e4P 2.91 f4.")
        assert sans(tracker) == ["e4"]
        assert plies_of(tracker.story)[0].sure

    def test_after_the_reply_it_is_weighed_and_not_taken_for_a_ply_taken_back(self) -> None:
        tracker = told("1 e1. 1.3 d1K 2.3 a3. 2.6 b3k 4.4 c1K 4.41 d1. 4.7 d1K 4.71 c1.", KINGS, until_s=4.8)
        assert tracker.opinion is not None
        assert tracker.opinion.is_weighing

    def test_where_it_rests_it_is_weighed(self) -> None:
        tracker = told("1 g1. 1.3 f3N 5 g3N 5.01 f3.", until_s=6.5)
        assert tracker.opinion is not None
        assert tracker.opinion.is_weighing

    @pytest.mark.parametrize("text", ["1 e2. 1.3 e4P 1.6 e6P 1.61 e4.", "1 e2. 1.3 e4P 1.6 f4Q 1.61 e4.", "1 e2."])
    def test_other_squares_and_pieces_are_no_hesitating(self, text: str) -> None:
        tracker = told(text, until_s=1.7)
        assert tracker.opinion is not None
        assert not gone_on.hesitates(tracker.opinion.story)


def test_two_slow_slides_at_once_are_two_plies() -> None:
    slid = "6.785 d3Q 6.811 d4. 7.076 d6b 7.079 e7. 7.099 e7. 7.181 d2Q 7.208 d3. 7.287 d6. 7.452 b4b"
    tracker = told(slid, LONG)
    assert [ply.move.uci() for ply in plies_of(tracker.story)] == ["d4d2", "e7b4"]


@pytest.mark.parametrize("kind", "qrbn")
def test_a_pawn_left_standing_is_what_takes_its_place(kind: str) -> None:
    letter = kind.upper()
    tracker = told(f"1 e7. 1.2 e8P 6 a3. 6.4 b3k 8 e8. 8.5 e8{letter} 20 e1. 20.4 d1K 30 b3. 30.4 a3k", KINGS)
    plies = plies_of(tracker.story)
    assert [ply.move.uci() for ply in plies] == [f"e7e8{kind}", "a3b3", "e1d1", "b3a3"]
    assert all(ply.sure for ply in plies[1:])


def test_a_promoted_piece_that_is_exchanged_is_the_second_one() -> None:
    tracker = told("1 e7. 1.7 e8B 2.0 a3. 2.5 b3k 2.9 e8. 3.4 e8N 20 e1. 20.4 d1K", KINGS)
    assert [ply.move.uci() for ply in plies_of(tracker.story)] == ["e7e8n", "a3b3", "e1d1"]
