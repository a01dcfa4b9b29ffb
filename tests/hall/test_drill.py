"""A drill: pieces moved on a real board ring an alarm, and nothing of it counts."""

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Ruling
from tests.hall.ruling import RuledBoard
from tests.hall.scoring import ScoredHall, score
from tests.hall.touching import PORT, knights


def drilled() -> RuledBoard:
    board = RuledBoard()
    board.clock(1, running=False)
    board.rule(2, "drill")
    return board


class TestADrill:
    def test_the_first_piece_moved_rings_and_once(self) -> None:
        board = drilled()
        assert board.calls == []
        board.touch("5 e2. 5.5 e4P 8 d2. 8.4 d4P").rest(20)
        (alert,) = board.calls
        assert (alert.rule, alert.level, alert.t, alert.squares) == (Rule.DRILL, Level.ACT, 5, ("e2",))
        assert "DRILL" in str(alert.text)
        assert board.view.claim is not None
        assert board.view.claim.what == "drill"

    def test_nothing_of_it_counts(self) -> None:
        board = drilled()
        for n in range(5):
            board.touch(knights(5 + 10 * n))
        board.rule(60, "close")
        board.clock(61, running=True)
        board.touch("62 e2. 62.3 e4P 64 e7. 64.3 e5p").rest(80)
        assert board.told.sans == ["e4", "e5"]
        assert (board.view.count, board.told.alerts) == (1, {})
        assert {each.rule for each in board.calls} == {Rule.DRILL}

    def test_its_end_asks_for_the_pieces_and_they_end_it(self) -> None:
        board = drilled()
        board.touch("5 e2. 5.5 e4P")
        board.rule(9, "close")
        assert [each.rule for each in board.told.alerts.values()] == [Rule.POSITION_UNEXPLAINED]
        board.touch("12 e4. 12.5 e2P").rest(20)
        assert (board.told.alerts, board.told.sans) == ({}, [])
        claim = board.view.claim
        assert claim is not None
        assert claim.state == "closed"

    def test_it_is_not_undone_and_is_made_on_no_board_that_is_played_on(self) -> None:
        board = drilled()
        assert "not undone" in board.refused(3, "undo", board="", undoes=1)
        assert "already" in board.refused(4, "drill")
        board.rule(5, "close")
        board.clock(6, running=True)
        board.touch("7 e2. 7.3 e4P").rest(12)
        assert board.refused(13, "drill").startswith(f"Board {PORT} is being played on")

    def test_the_stream_tells_of_it(self) -> None:
        board = drilled()
        board.rule(9, "close")
        told = [each for each in board.stream if isinstance(each, events.Claim)]
        assert [(each.what, each.state, each.author) for each in told] == [
            ("drill", "opened", "Ada"), ("drill", "closed", "Ada")
        ]  # fmt: skip

    def test_a_correction_of_the_game_on_its_board_rings_nothing_again(self) -> None:
        board = RuledBoard()
        board.clock(0.5, running=True)
        board.touch("1 e2. 1.3 e4P 3 e7. 3.3 e5p 5 g1. 5.3 f3N").rest(10)
        board.rule(11, "result", result="1-0")
        board.rule(12, "drill")
        board.touch("15 f3. 16 f3N").rest(20)
        board.rule(21, "close")
        rung = [each for each in board.reader.ever if each.rule is Rule.DRILL]
        board.rule(30, "replace", ply=2, moves=("c5",))
        assert board.told.sans[:2] == ["e4", "c5"]
        assert [each for each in board.reader.ever if each.rule is Rule.DRILL] == rung
        assert len(rung) == 1
        assert Rule.DRILL not in {each.rule for each in board.told.alerts.values()}

    def test_a_board_whose_moves_another_program_tells_is_in_no_drill(self) -> None:
        hall = ScoredHall()
        hall.claim(score(""))
        hall.rest()
        ruling = hall.hall.rulings.numbered(Ruling(hall.t_s, "Ada", "drill", board="P1"))
        (told,) = hall.hall.apply(ruling)
        assert isinstance(told, events.Ruled)
        assert (told.state, told.text) == (
            "refused", "The moves of board P1 come from another program, which knows of no drill."
        )  # fmt: skip
