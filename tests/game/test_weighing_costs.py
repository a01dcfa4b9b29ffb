"""What a story costs for each kind of thing that happens on a board."""

import chess
import pytest

from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.following import ClockCosts, Weighing
from dgt_monitor.game.weighing.lines import NEVER_S
from dgt_monitor.game.weighing.noted import Press
from dgt_monitor.game.weighing.tape import LEVER, Stretch
from tests.game.told import cost_of, moves, root, tell, weigh

ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


class TestWhatIsTold:
    def test_a_piece_put_back_costs_more_than_a_move(self) -> None:
        lifted = tell(root(ROOK), "1.0 a1. 1.6 a1R")
        assert lifted.cost == costs.LIFT_AND_RETURN
        moved = tell(root(ROOK), "1.0 a1. 1.6 a4R").after(1.6, chess.Move.from_uci("a1a4"))
        assert moved.cost == costs.MOVE < lifted.cost
        assert not moved.debts
        assert not lifted.debts

    def test_a_repetition_is_cheaper_than_four_pieces_put_back(self) -> None:
        shuffle = "1 g1. 1.5 f3N 3 g8. 3.5 f6n 5 f3. 5.5 g1N 7 f6. 7.5 g8n"
        weigher = weigh(shuffle)
        assert moves(weigher.ranked(9.0)[0][1].line) == "g1f3 g8f6 f3g1 f6g8"

    def test_a_flicker_is_no_lift(self) -> None:
        assert tell(root(ROOK), "1.0 a1. 1.2 a1R").cost == costs.FLICKER < costs.LIFT_AND_RETURN

    def test_noise_that_lasts_is_dearer_up_to_a_bound(self) -> None:
        seconds = [tell(root(ROOK), f"1.0 a1. {1.0 + held_s} a1R").cost for held_s in (0.9, 2.0, 4.0, 60.0, 90.0)]
        assert seconds[0] < seconds[1] < seconds[2] < seconds[3]
        assert seconds[3] == seconds[4] == costs.LIFT_AND_RETURN + costs.LINGERS_MOST

    def test_a_square_that_goes_on_flickering_is_cheaper_than_another_one(self) -> None:
        same = tell(root(ROOK), "1.0 a1. 1.2 a1R 2.0 a1. 2.2 a1R")
        other = tell(root(ROOK), "1.0 a1. 1.2 a1R 2.0 e1. 2.2 e1K")
        assert same.cost == pytest.approx(costs.FLICKER * (1 + costs.RESTLESS))
        assert other.cost == pytest.approx(costs.FLICKER * 2)

    def test_another_code_and_a_ghost_are_dearer_than_a_lift(self) -> None:
        code = tell(root(ROOK), "1.0 a1Q 1.6 a1R").cost
        ghost = tell(root(ROOK), "1.0 d4N 1.6 d4.").cost
        assert costs.LIFT_AND_RETURN < code == costs.WRONG_CODE < ghost == costs.GHOST

    def test_each_change_of_mind_costs(self) -> None:
        once = tell(root(ROOK), "1.0 d4N")
        again = tell(root(ROOK), "1.0 d4N 1.5 d4B")
        assert again.cost - once.cost == costs.CHANGE_OF_MIND / 2
        assert again.debts[chess.D4].turns == 1

    def test_what_is_owed_grows_with_time_up_to_a_bound(self) -> None:
        branch = tell(root(ROOK), "1.0 a1.")
        owed = [branch.total(t_s) for t_s in (1.0, 2.0, 4.0, 90.0, 99.0)]
        assert owed[0] == costs.OPEN
        assert owed[0] < owed[1] < owed[2] < owed[3] == owed[4] == costs.OPEN + costs.OPEN_MOST
        assert branch.cost == 0.0


class TestMoves:
    def test_sliding_over_a_square_is_cheap_and_resting_there_less_so(self) -> None:
        def slid(for_s: float) -> float:
            branch = tell(root(ROOK), f"1.0 a1. 1.1 a3R {1.1 + for_s} a3. {1.4 + for_s} a5R")
            return branch.after(1.4 + for_s, chess.Move.from_uci("a1a5")).cost - costs.MOVE

        assert slid(0.2) == pytest.approx(costs.SLID_OVER)
        assert costs.SLID_OVER < costs.STOPPED_OVER <= slid(0.8) + 1e-9
        assert slid(0.8) <= slid(3.0) + 1e-9 <= costs.IN_HAND + costs.LINGERS_MOST

    def test_a_square_off_the_way_is_not_cheap(self) -> None:
        branch = tell(root(ROOK), "1.0 a1. 1.1 c3R 1.3 c3. 1.6 a5R")
        assert branch.after(1.6, chess.Move.from_uci("a1a5")).cost == costs.MOVE + costs.IN_HAND

    def test_overshooting_costs_less_than_a_ghost(self) -> None:
        branch = tell(root(ROOK), "1.0 a1. 1.1 a6R 1.3 a6. 1.6 a5R")
        assert branch.after(1.6, chess.Move.from_uci("a1a5")).cost == pytest.approx(costs.MOVE + costs.OVERSHOT)

    def test_an_origin_seen_late_is_cheap_within_a_scan(self) -> None:
        def late(for_s: float) -> float:
            branch = tell(root(ROOK), "1.0 a5R").after(1.0, chess.Move.from_uci("a1a5"))
            assert branch.debts[chess.A1].late
            assert branch.total(1.0) - branch.cost == pytest.approx(costs.OPEN_LATE)
            return tell(branch, f"{1.0 + for_s} a1.").cost - costs.MOVE

        assert late(0.2) == pytest.approx(costs.LATE_IN_SCAN)
        assert costs.LATE < late(1.0) < late(2.0) < late(60.0) == pytest.approx(costs.LATE_MOST)

    def test_plies_landed_in_the_other_order_cost_by_how_far(self) -> None:
        def ordered(white_s: float, black_s: float) -> float:
            branch = root("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")
            text = sorted([(0.5, "e2."), (0.6, "e7."), (white_s, "e4P"), (black_s, "e5p")])
            tell(branch, " ".join(f"{t_s} {touch}" for t_s, touch in text))
            white = branch.after(2.0, chess.Move.from_uci("e2e4"))
            return white.after(2.0, chess.Move.from_uci("e7e5")).cost

        right, soft, hard, harder = ordered(1.0, 1.1), ordered(1.1, 1.0), ordered(1.6, 1.0), ordered(3.0, 1.0)
        assert right < soft < right + costs.ORDER_IN_SCAN < hard < harder
        assert harder <= right + costs.ORDER_MOST + costs.FOREIGN

    def test_what_a_ply_left_is_never_dearer_while_it_is_open(self) -> None:
        branch = tell(root(ROOK), "1.0 a5R").after(1.0, chess.Move.from_uci("a1a5"))
        assert branch.total(90.0) - branch.cost == pytest.approx(costs.LATE_MOST)

    def test_a_reply_that_slides_while_a_ply_lands_is_one_piece_wherever_it_is_seen(self) -> None:
        def landed(reply: str) -> float:
            branch = tell(root("q3k3/8/8/8/8/8/8/R3K3 w - - 0 1"), f"1.0 a1. {reply} 1.4 a3R")
            return branch.after(1.4, chess.Move.from_uci("a1a3")).cost - costs.MOVE

        assert landed("1.2 b7q") == costs.FOREIGN
        assert landed("1.2 b7q 1.3 c6q") == costs.FOREIGN + costs.SMEARED
        assert landed("1.2 b7q 1.3 h8r") == 2 * costs.FOREIGN

    def test_a_landing_nobody_saw_costs_what_it_is_told_to(self) -> None:
        branch = tell(root(ROOK), "1.0 a1.")
        hidden = branch.after(1.2, chess.Move.from_uci("a1a5"), hidden=costs.CAPTURED_AT_ONCE)
        assert hidden.cost == costs.MOVE + costs.CAPTURED_AT_ONCE
        assert hidden.line is not None
        assert hidden.line.hidden
        assert hidden.line.landed_s == NEVER_S

    def test_a_pawn_on_the_last_rank_counts_as_a_queen_first(self) -> None:
        weigher = weigh("1.0 e7. 1.3 e8P", "8/4P3/8/8/8/8/k7/4K3 w - - 0 1")
        queen, knight = cost_of(weigher, "e7e8q"), cost_of(weigher, "e7e8n")
        assert knight - queen == pytest.approx(costs.UNDERPROMOTES)

    def test_a_branch_is_not_changed_by_the_moves_made_from_it(self) -> None:
        branch = tell(root(ROOK), "1.0 a1. 1.6 a4R")
        before = branch.board.fen(), branch.expected.copy(), dict(branch.debts), branch.cost
        branch.after(1.6, chess.Move.from_uci("a1a4"))
        assert before == (branch.board.fen(), branch.expected, branch.debts, branch.cost)


class TestTakingBack:
    def test_the_position_before_stands_again_at_a_price(self) -> None:
        moved = tell(root(ROOK), "1.0 a1. 1.5 a5R").after(1.5, chess.Move.from_uci("a1a5"))
        assert moved.taken_back(1.6) is None  # it is not home
        back = tell(moved, "2.0 a5. 2.5 a1R").taken_back(2.5)
        assert back is not None
        assert back.board.fen() == chess.Board(ROOK).fen()
        assert back.line is None
        assert not back.debts
        assert back.cost - moved.cost == costs.TAKE_BACK

    def test_its_piece_may_be_seen_home_before_it_is_seen_to_leave(self) -> None:
        moved = tell(root(ROOK), "1.0 a1. 1.5 a5R").after(1.5, chess.Move.from_uci("a1a5"))
        back = tell(moved, "2.4 a1R").taken_back(2.4)
        assert back is not None
        assert tell(back, "2.5 a5.").total(2.5) - moved.cost == pytest.approx(costs.TAKE_BACK + costs.LATE_IN_SCAN)

    def test_nothing_is_taken_back_from_the_root(self) -> None:
        assert root(ROOK).taken_back(1.0) is None

    def test_what_else_was_touched_stays_owed(self) -> None:
        moved = tell(root(ROOK), "1.0 a1. 1.5 a5R").after(1.5, chess.Move.from_uci("a1a5"))
        back = tell(moved, "2.0 e8. 2.1 a5. 2.5 a1R").taken_back(2.5)
        assert back is not None
        assert set(back.debts) == {chess.E8}
        assert back.debts[chess.E8].since_s == 2.0


class TestPresses:
    def test_only_the_line_with_the_other_side_to_move_pays(self) -> None:
        white, black = root(ROOK), root(ROOK.replace(" w ", " b "))
        for branch in (white, black):
            branch.pressed(Press(1.0, white_to_move=True, cost=costs.LEVER))
        assert (white.cost, black.cost) == (0.0, costs.LEVER)

    def test_a_ply_seen_just_after_its_press_gets_back_what_its_line_paid(self) -> None:
        press = Press(1.0, white_to_move=False, cost=costs.LEVER)
        told_late = weigh("0.5 a1. 1.1 a5R", ROOK, [press])
        told_never = weigh("0.5 a1. 1.1 a5R", ROOK)
        assert cost_of(told_late, "a1a5") == pytest.approx(cost_of(told_never, "a1a5"))

    def test_a_ply_made_long_after_pays_for_the_press_before_it(self) -> None:
        press = Press(1.0, white_to_move=False, cost=costs.LEVER)
        paid = cost_of(weigh("2.5 a1. 3.0 a5R", ROOK, [press]), "a1a5")
        assert paid == pytest.approx(cost_of(weigh("2.5 a1. 3.0 a5R", ROOK), "a1a5") + costs.LEVER)

    def test_what_stands_wrong_at_a_press_is_paid_once(self) -> None:
        branch = tell(root("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), "0.5 a1. 0.9 a5R")
        press = Press(1.0, white_to_move=False, cost=costs.LEVER)
        branch.pressed(press)
        assert branch.cost == costs.LEFT_AT_PRESS
        branch.pressed(press)
        assert branch.cost == costs.LEFT_AT_PRESS

    @pytest.mark.parametrize(("right", "trusted"), [(True, True), (False, False)])
    def test_a_clock_that_stands_the_wrong_way_round_loses_trust(self, right: bool, trusted: bool) -> None:
        board = chess.Board()
        opinion = Opinion(board.copy(), letters(board))
        first, t_s = opinion._clock_costs.wrong, 0.0
        for uci in ("g1f3", "g8f6", "f3g1", "f6g8") * 5:
            move = chess.Move.from_uci(uci)
            for square, piece in ((move.from_square, "."), (move.to_square, "N" if board.turn else "n")):
                t_s += 1.0
                opinion.story.seen[square] = piece
                opinion.field(t_s, square, piece)
            board.push(move)
            t_s += 1.0
            opinion.lever(t_s, board.turn == right)
        assert [ply.move for ply in opinion.story.plies] == board.move_stack
        assert (opinion._clock_costs.wrong > first) is trusted
        assert trusted or opinion._clock_costs.wrong == 0.0

    @pytest.mark.parametrize(("trust", "price"), [(1.0, costs.LEVER), (0.5, costs.LEVER / 2), (0.0, 0.0)])
    def test_a_press_costs_as_much_as_the_clock_is_trusted(self, trust: float, price: float) -> None:
        story = Story(chess.Board(ROOK), letters(chess.Board(ROOK)))
        weighing = Weighing(story, [Stretch(0, [(2.0, LEVER, "b")], {})], 2.0, ClockCosts(costs.LEVER * trust, 0.0))
        assert weighing._ranked(2.0)[0][0] == price


@pytest.mark.parametrize(("gone", "longer"), [("0.1 b7.", 1), ("2.1 b7.", 0)])
def test_a_victim_that_is_missing_while_both_sides_play_costs_like_noise_that_lasts(gone: str, longer: int) -> None:
    def taken(t_s: float) -> float:
        branch = root("4k3/1p6/8/8/8/8/8/1K5B w - - 0 1")
        early, late = (gone, "") if gone < "1" else ("", gone)
        branch = tell(branch, f"{early} 0.5 b1. 1 c1K").after(1.0, chess.Move.from_uci("b1c1"))
        branch = tell(branch, "1.5 e8. 2 f8k").after(2.0, chess.Move.from_uci("e8f8"))
        branch = tell(branch, f"{late} {t_s - 0.3} h1. {t_s} b7B")
        return branch.after(t_s, chess.Move.from_uci("h1b7")).cost

    assert taken(3.5) - taken(2.5) == pytest.approx(longer * costs.LINGERS_PER_S)
