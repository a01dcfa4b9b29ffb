"""What the pace of a game, the presses of its clock and an exchanged piece tell of its plies."""

import chess
import pytest

from dgt_monitor.game.pace import USUAL_S, Pace
from dgt_monitor.game.placement import letters
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.noted import Presses
from tests.game.following import Following
from tests.game.told import root, tell

PAWNS = "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"


class TestPace:
    def test_nothing_is_known_at_first(self) -> None:
        assert Pace().ply_s == USUAL_S

    def test_a_scramble_is_known_after_some_plies(self) -> None:
        pace = Pace()
        pace.changed.extend(n / 10 for n in range(40))
        assert pace.ply_s < 0.5

    def test_a_ply_that_comes_much_sooner_is_dearer_and_only_up_to_a_bound(self) -> None:
        quick = [self._second_ply_costs(pace_s) for pace_s in (0.0, 0.3, 2.0, 3.0, 900.0)]
        assert quick[0] == quick[1] == costs.MOVE
        assert quick[1] < quick[2] < quick[3] <= quick[4] == costs.MOVE + costs.HURRIED_MOST

    @staticmethod
    def _second_ply_costs(pace_s: float) -> float:
        first = tell(root("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "1.0 e2. 1.1 e4P")
        first = first.after(1.1, chess.Move.from_uci("e2e4"))
        second = tell(first, "1.2 e8. 1.3 e7k")
        before = second.cost
        after = second.after(1.3, chess.Move.from_uci("e8e7"), presses=Presses([], 0.0, pace_s))
        return after.cost - before

    def test_two_slow_pushes_that_overlap_are_two_plies(self) -> None:
        pushes = "1.1 d3P 1.13 d2. 1.22 d7. 1.25 d6p 1.31 d4P 1.35 d3. 2.2 d6. 2.23 d5p"
        assert Following().play(pushes).until(9).sans == ["d4", "d5"]


class TestSlides:
    def test_a_slide_over_many_squares_is_cheap_while_it_goes_and_dear_if_it_lands_elsewhere(self) -> None:
        fen = "4k3/8/8/8/8/8/7Q/4K3 w - - 0 1"
        way = "1.0 h2. 1.1 g2Q 1.2 g2. 1.3 f2Q 1.4 f2. 1.5 e2Q 1.6 e2. 1.7 d2Q 1.8 d2."
        on_the_way = tell(root(fen), way)
        assert on_the_way.cost < 2 * costs.IN_HAND
        straight = tell(on_the_way.twin(), "1.9 c2Q").after(1.9, chess.Move.from_uci("h2c2"))
        assert straight.cost == pytest.approx(4 * costs.SLID_OVER + costs.MOVE)
        assert letters(straight.board)[chess.C2] == "Q"
        home = tell(tell(root(fen), way), "1.9 h2Q")
        assert home.cost >= 4 * costs.IN_HAND


class TestAClockThatIsNotPressed:
    def test_weighs_more_with_each_ply_from_the_third_on(self) -> None:
        branch = tell(root(PAWNS), "0.5 e2. 1.0 e4P").after(1.0, chess.Move.from_uci("e2e4"))
        dearer = []
        for n, (uci, piece) in enumerate((("e8e7", "k"), ("e4e5", "P"), ("e7e8", "k"), ("d2d4", "P"), ("e8d8", "k"))):
            branch = tell(branch, f"{3 * n + 3} {uci[:2]}. {3 * n + 4} {uci[2:]}{piece}")
            before = branch.cost
            branch = branch.after(3 * n + 4, chess.Move.from_uci(uci), presses=Presses([], 1.0))
            dearer.append(branch.cost - before - costs.MOVE)
        assert dearer == [0.0, 1.0, 1.0, 2.0, 3.0]


class TestExchangedPromotion:
    def test_of_the_last_ply_it_is_what_stands_there(self) -> None:
        board = Following("7k/1P6/8/8/8/8/8/K7 w - - 0 1").play("1 b7. 1.4 b8Q").until(4).play("5 b8. 5.6 b8N").until(9)
        assert board.sans == ["b8=N"]

    def test_of_an_answered_ply_it_is_in_doubt(self) -> None:
        board = Following("7k/1P6/8/8/8/8/8/K7 w - - 0 1").play("1 b7. 1.4 b8R").until(4)
        board = board.play("5 h8. 5.6 h7k").until(9).play("10 b8. 10.6 b8Q").until(19)
        story = board.tracker.story
        assert story is not None
        assert not story.plies[0].sure
