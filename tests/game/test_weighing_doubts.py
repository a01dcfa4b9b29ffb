"""What nobody can have seen is never sure: what a line was found to leave out or to take for granted."""

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.following import Weighing
from dgt_monitor.game.weighing.lines import Rival
from dgt_monitor.game.weighing.noted import Press
from dgt_monitor.game.weighing.rivals import merge
from dgt_monitor.game.weighing.tape import Stretch
from tests.game.told import changes, cost_of, moves, root, tell, weigh

THREE_TAKE = "1r2nrk1/2pb1p2/1p1p1qpQ/3P4/P3PB1P/1P1B2P1/8/1R3K2 w - - 0 1"
"""33.Qg5 Qxg5 34.hxg5."""
ON_ONE_SQUARE = "1.0 h6. 1.45 f6. 1.48 g5P 1.52 h4."
BOTH_TAKE = "6k1/2n3pp/p7/1P6/P7/8/6PP/6K1 b - - 0 1"
"""1...axb5 2.axb5."""
UNSEEN = "1rb4k/pP2b1rq/1n2p2p/2pP1pp1/6P1/BPNnP2P/Q3N3/R2R1K2 w - - 0 1"
"""46.bxc8 Rxc8."""
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


def weighing(text: str, fen: str) -> Weighing:
    board = chess.Board(fen)
    return Weighing(Story(board, letters(board)), [Stretch(0, changes(text), {})], 0.0)


class TestSeveralTookOnOneSquare:
    def test_the_last_of_three_alone_was_seen(self) -> None:
        assert moves(weigh(ON_ONE_SQUARE, THREE_TAKE).ranked(2.5)[0][1].line) == "h6g5 f6g5 h4g5"

    def test_a_piece_of_the_same_kind_took_back_and_nothing_was_seen(self) -> None:
        weigher = weigh("1.0 a6. 1.3 a4. 1.8 c7. 2.0 d5n", BOTH_TAKE)
        assert moves(weigher.ranked(2.0)[0][1].line) in ("a6b5 a4b5 c7d5", "c7d5")
        assert any(moves(branch.line) == "a6b5 a4b5 c7d5" for _, branch in weigher.ranked(2.0))

    def test_and_the_lines_that_leave_that_out_get_dearer(self) -> None:
        weigher = weigh("1.0 a6. 1.3 a4. 1.8 c7. 2.0 d5n 3.0 g2. 3.3 g3P 4.0 g7. 4.3 g6p", BOTH_TAKE)
        assert moves(weigher.ranked(4.3)[0][1].line) == "a6b5 a4b5 c7d5 g2g3 g7g6"


class TestStopOvers:
    def test_a_piece_takes_where_it_stops_and_goes_on(self) -> None:
        weigher = weigh("1.0 d8. 1.1 a5. 1.4 b4P 1.5 b2. 1.6 b5q", "3qk3/8/8/P7/8/8/1P6/4K3 b - - 0 1")
        assert any(moves(branch.line) == "d8a5 b2b4 a5b5" for _, branch in weigher.ranked(2.0))

    def test_a_pawn_makes_two_steps(self) -> None:
        weigher = weigh("1.0 f3. 1.3 e7. 1.6 e6p 1.9 f5P", "4k3/4p3/8/8/8/5P2/8/4K3 w - - 0 1")
        assert any(moves(branch.line) == "f3f4 e7e6 f4f5" for _, branch in weigher.ranked(2.0))

    def test_who_overshot_went_no_farther_than_a_hand_does_by_mistake(self) -> None:
        def past(square: str) -> float:
            branch = tell(root(ROOK), f"1.0 a1. 1.1 {square}R 1.3 {square}. 1.6 a3R")
            return branch.after(1.6, chess.Move.from_uci("a1a3")).cost - costs.MOVE

        assert past("a5") == costs.OVERSHOT < past("a6") == costs.IN_HAND


class TestDoubts:
    def test_what_a_pawn_became_that_nobody_saw(self) -> None:
        one = weighing("1.0 b7. 1.2 b8. 1.25 c8. 1.4 c8r", UNSEEN)
        assert [link.move.uci() for link in one.news(2.9).come] == ["b7c8q", "b8c8"]
        assert set(one.doubts(2.9)) == {1}
        for n in range(6):
            one.field(3.0 + 4 * n, chess.F1, ".")
            one.field(3.5 + 4 * n, chess.G1, "K")
            one.field(5.0 + 4 * n, chess.H8, ".")
            one.field(5.5 + 4 * n, chess.G8, "k")
            one.field(6.0 + 4 * n, chess.G1, ".")
            one.field(6.2 + 4 * n, chess.F1, "K")
            one.field(6.5 + 4 * n, chess.G8, ".")
            one.field(6.8 + 4 * n, chess.H8, "k")
        assert 1 in one.doubts(31.0), "however long ago"

    def test_plies_beside_a_piece_that_is_missing_all_the_time(self) -> None:
        text = "1.0 c3. 2.0 h2. 2.3 h3P 4.0 h7. 4.3 h6p 6.0 g2. 6.3 g4P"
        board = chess.Board()
        board.set_piece_at(chess.C3, chess.Piece.from_symbol("N"))
        one = weighing(text, board.fen())
        assert [link.move.uci() for link in one.news(6.3).come] == ["h2h3", "h7h6", "g2g4"]
        assert set(one.doubts(6.3)) == {1, 2, 3}

    def test_a_piece_that_stood_beside_its_square_when_its_side_pressed_and_went_on_from_there(self) -> None:
        def doubted(text: str, *, presses: bool = True) -> frozenset[int]:
            branch = tell(root(ROOK), "1.0 a1. 1.3 a4R").after(1.3, chess.Move.from_uci("a1a4"))
            tell(branch, "1.5 a5R 1.6 a4.")
            if presses:
                branch.pressed(Press(2.0, white_to_move=False, cost=costs.LEVER))
            return tell(branch, text).unsure

        assert doubted("5.0 a5.") == {1}
        assert doubted("5.0 a5.", presses=False) == frozenset()
        assert doubted("2.2 a5.") == frozenset(), "it slid"
        assert doubted("5.0 a4R 5.1 a5.") == frozenset(), "it was set right"

    def test_a_rival_of_a_rival_is_told_as_a_whole_line(self) -> None:
        def line(ucis: str) -> Branch:
            branch = root(chess.STARTING_FEN)
            for n, uci in enumerate(ucis.split(), 1):
                branch = branch.after(float(n), chess.Move.from_uci(uci))
            return branch

        kept, lost = line("h2h3 a7a6 a2a3 h7h6"), line("a2a3 a7a6 h2h3 h7h6")
        third = lost.line.before.before if lost.line and lost.line.before else None  # after two plies
        lost.rivals = (Rival(1.0, line("a2a3 g8f6").line, third),)
        merge(0.5, lost, kept)
        assert [rival.dearer for rival in kept.rivals] == [0.5, 1.5]
        assert moves(kept.rivals[1].other) == "a2a3 g8f6 h2h3 h7h6"
        assert not kept.rivals[1].is_of_other_length

    def test_where_lines_come_together_again_nothing_is_doubtful(self) -> None:
        start = root(chess.STARTING_FEN)
        one, other = start, start
        for n, (a, b) in enumerate((("a2a3", "h2h3"), ("a7a6", "a7a6"), ("h2h3", "a2a3"), ("b7b6", "b7b6")), 1):
            one = one.after(float(n), chess.Move.from_uci(a))
            other = other.after(float(n), chess.Move.from_uci(b))
        own, theirs = Rival(0.5, other.line, one.line).parted
        assert [link.number for link in own] == [link.number for link in theirs] == [1, 2, 3]


class TestWhatIsStillToCome:
    def test_another_piece_than_the_one_the_pawn_became_is_not_late(self) -> None:
        fen = "8/4P3/8/8/8/8/k7/4K3 w - - 0 1"
        weigher = weigh("1.0 e7. 1.2 e8P 1.6 e8R", fen)
        assert cost_of(weigher, "e7e8q", 4.0) > cost_of(weigher, "e7e8r", 4.0)

    def test_lines_to_one_position_are_one_only_when_the_same_is_owed(self) -> None:
        board = chess.Board(ROOK)
        branch = tell(root(ROOK), "1.0 a4R")
        late = branch.after(1.0, chess.Move.from_uci("a1a4"))
        owed = late.twin()
        owed.debts = {square: debt._replace(late=False) for square, debt in late.debts.items()}
        assert board.turn
        assert late.key != owed.key
        tell(late, "1.2 a1.")
        owed.seen = late.seen
        tell(owed, "1.2 a1.")
        assert late.key == owed.key
