"""What follows from the moves of a view: look-alikes, what could be claimed by writing a move, the position."""

import chess

from dgt_monitor.hall.prospects import NOTHING_COMES, alikes, coming, label, line_of
from dgt_monitor.hall.views import BoardView
from tests.dashboard.fake_hall import board
from tests.hall.hall_driver import DrivenHall


def played(sans: str) -> BoardView:
    """A board of a hall on which this was played."""
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", sans)
    hall.until(hall.t_s + 2)
    (view,) = hall.hall.view().boards
    return view


CYCLE = "Nf3 Nf6 Ng1 Ng8 "


def test_the_position_is_that_of_the_moves() -> None:
    position = chess.Board()
    for san in ("e4", "e5", "Nf3"):
        position.push_san(san)
    line = line_of(played("e4 e5 Nf3"))
    assert line is not None
    assert (line.ply, line.fen) == (3, position.fen(en_passant="fen"))


def test_a_move_that_would_repeat_the_position_often_enough_is_named() -> None:
    view = played(CYCLE + "Nf3 Nf6 Ng1")
    assert coming(view).repeating == ("Ng8",)
    assert coming(played("Nf3 Nf6 Ng1")).repeating == ()
    assert coming(view._replace(claim_count=None)).repeating == ()
    assert coming(view._replace(phase="over")) == NOTHING_COMES


def test_a_move_that_completes_the_number_of_moves_is_no_capture_and_no_pawns() -> None:
    view = played(CYCLE)
    assert not coming(view).by_moves
    assert coming(view._replace(claim_ply=5)).by_moves
    assert not coming(view._replace(claim_ply=6)).by_moves


def test_what_looks_alike_is_told_with_the_right_that_tells_it_apart() -> None:
    view = played("Nf3 Nf6 Rg1 Rg8 Rh1 Rh8")
    (why,) = alikes(view)
    assert why.startswith("after 1...Nf6 White still had the right to castle short, lost by 2.Rg1")
    assert alikes(played(CYCLE)) == []


def test_names_of_plies_are_those_of_the_score() -> None:
    moves = played("e4 e5").moves
    assert [label(moves, ply) for ply in range(4)] == ["start", "1.e4", "1...e5", "start"]


def test_where_an_illegal_move_stands_nothing_is_concluded() -> None:
    view = board("7")
    last = view.moves[-1]._replace(legal=False)
    wrong = view._replace(moves=(*view.moves[:-1], last))
    assert (line_of(wrong), alikes(wrong), coming(wrong)) == (None, [], NOTHING_COMES)
    nonsense = view._replace(moves=(last._replace(legal=True, uci="\x1b[2J"),))
    assert line_of(nonsense) is None
    assert line_of(view._replace(start_fen="nonsense")) is None
    assert line_of(board("7", "waiting")) is None
