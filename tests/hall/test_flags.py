"""Flags that fall: of the last period or one before it, and what hangs on them."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.flag_texts import Fall, flag_text
from dgt_monitor.hall.flags import Flags
from dgt_monitor.laws.mating import can_mate
from drivers.readings import Clock
from tests.hall.touching import PORT, Touched, knights


def shown(game: Touched) -> list[events.Alert]:
    return [alert for alert in game.told.alerts.values() if alert.rule is Rule.FLAG]


def played(
    fen: str = chess.STARTING_FEN,
    touches: str = "1 e2. 1.3 e4P 3 e7. 3.3 e5p",
    required: tuple[int, ...] | None = None,
) -> Touched:
    game = Touched(fen, known=Known({PORT: fen}, moves_required=required))
    game.clock(0.5, running=True)
    game.touch(touches).rest(8)
    return game


def fallen(game: Touched, t_s: float, *, blocked: bool = True, right: bool = False, running: bool = False) -> None:
    left = not right
    game.read(
        t_s,
        PORT,
        Clock(0 if left else 300, 0 if right else 300, running, "right" if right else "left", True, False,
              left, right, blocked and left, blocked and right),
    )  # fmt: skip


def test_the_flag_of_the_last_period() -> None:
    game = played()
    fallen(game, 10)
    (alert,) = shown(game)
    assert (alert.level, alert.side, alert.article, alert.ply) == (Level.ACT, "white", "6.8, 6.9", 2)
    assert alert.text == (
        "Bd P1. ACT NOW: White's flag has fallen after 1 move (the clock stands at 0: by it no period follows). "
        "Black can mate by legal moves: White loses if the moves required were not made. Stop the clocks, "
        "compare the moves made with those required. FIDE 6.8, 6.9."
    )


def test_the_flag_of_a_period_before_the_last_and_then_of_that() -> None:
    game = played()
    fallen(game, 10, blocked=False, running=True)
    (alert,) = shown(game)
    assert (alert.level, "may run on" in alert.text) == (Level.CHECK, True)
    fallen(game, 20)
    (alert,) = shown(game)
    assert alert.level is Level.ACT
    game.clock(30, running=True)
    assert not shown(game)


def test_each_is_told_once_and_the_second_says_that_the_other_fell_before() -> None:
    game = played()
    for t_s in (10, 11, 12):
        fallen(game, t_s)
    assert len(shown(game)) == 1
    game.read(13, PORT, Clock(0, 0, False, "right", True, False, True, True, True, True))
    first, second = shown(game)
    assert (first.side, second.side) == ("white", "black")
    assert "White's flag had fallen before" in second.text
    assert game.told.result == "0-1"


def test_an_opponent_who_can_never_mate() -> None:
    game = played("4k3/8/8/8/8/8/P7/4K3 w - - 0 40", "1 a2. 1.3 a4P")
    fallen(game, 10)
    (alert,) = shown(game)
    assert "Black cannot mate by any series of legal moves" in alert.text
    assert "after 40 moves" in alert.text
    assert game.told.result == "1/2-1/2"


def test_a_game_that_was_drawn_before_stays_so() -> None:
    game = Touched()
    game.clock(0.5, running=True)
    for n in range(4):
        game.touch(knights(1 + 8 * n))
    game.rest(40)
    assert Rule.FIVEFOLD in game.told.rules
    fallen(game, 41)
    assert game.told.result == "1/2-1/2"
    assert not shown(game)


def test_a_draw_that_is_no_result_yet_is_told_with_the_flag() -> None:
    told = Fall("black", True, 40, 40, True, ("38...Kg8", Rule.FIVEFOLD, "9.6.1"), False)
    assert flag_text("7", told, Level.ACT) == (
        "Bd 7. ACT NOW: Black's flag has fallen after 40 moves of 40 (the clock stands at 0: by it no period follows). "
        "The game was over before, since 38...Kg8: the same position 5 times, FIDE 9.6.1. That stands. Stop the "
        "clocks, compare the "
        "moves made with those required. FIDE 6.8, 6.9."
    )


def test_moves_made_are_held_against_those_required() -> None:
    game = played(required=(2,))
    fallen(game, 10, blocked=False, running=True)
    (alert,) = shown(game)
    assert alert.level is Level.CHECK
    assert "after 1 move of 2" in alert.text
    met = played(required=(1, 2))
    fallen(met, 10, blocked=False, running=True)
    (alert,) = shown(met)
    assert alert.level is Level.INFO
    assert "after 1 move of 1 (" in alert.text
    assert "The moves required were made: the game goes on. FIDE" in alert.text
    met.clock(20, running=True)
    fallen(met, 30, blocked=False, running=True)
    (alert,) = shown(met)
    assert "after 1 move of 2 (" in alert.text
    fallen(met, 40)
    (alert,) = shown(met)
    assert (alert.level, "after 1 move (" in alert.text) == (Level.ACT, True)


def test_of_the_last_period_no_moves_are_enough() -> None:
    told = Fall("white", True, 61, "all", True, None, False)
    assert "Black can mate by legal moves: White loses. Stop the clocks" in flag_text("7", told, Level.ACT)


def test_a_flag_from_before_the_game_is_none_of_it() -> None:
    game = Touched()
    fallen(game, 0.5)
    game.touch("1 e2. 1.3 e4P").rest(5)
    fallen(game, 6)
    assert not shown(game)


def test_what_another_room_knows_of_mates_is_asked_by_one_function() -> None:
    game = played()
    (board,) = game.hall._boards
    board.flags = Flags(board.tracker, board.alerts, board.clock, board.play, None, lambda *_: None)
    fallen(game, 10)
    assert (
        "Whether Black can mate by any series of legal moves is not proven: look at the position" in shown(game)[0].text
    )
    assert game.told.result is None


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", True, False),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", False, False),
        ("4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", None, True),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", True, False),
    ],
)
def test_what_is_proven(fen: str, white: bool | None, black: bool | None) -> None:
    board = chess.Board(fen)
    assert (can_mate(board, chess.WHITE), can_mate(board, chess.BLACK)) == (white, black)
