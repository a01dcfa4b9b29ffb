"""A result ruled before move 1 ends a game that was not played; what is touched then begins no next one."""

from typing import cast

import pytest

from dgt_monitor.hall.views import BoardView
from drivers.readings import BoardDump
from tests.hall.ruling import RuledBoard
from tests.hall.touching import PORT, placed


def held(game: RuledBoard) -> object:
    """All that is held, but for when the board was heard."""
    view, *rest = cast("tuple[BoardView, ...]", game.held)
    return view._replace(heard_t_s=None, spoken=0), rest


def forfeit(result: str = "+/-") -> RuledBoard:
    game = RuledBoard()
    game.rest(2)
    game.rule(5, "result", result=result)
    assert (game.view.phase, game.view.game) == ("over", 1)
    return game


@pytest.mark.parametrize("result", ["+/-", "-/-", "unplayed", "1-0"])
def test_a_piece_that_is_lifted_begins_nothing(result: str) -> None:
    game = forfeit(result)
    before = held(game)
    game.touch("10 e2. 14 e2P 20 d2. 20.3 d4P 25 d4. 25.3 d2P").rest(60)
    assert (game.view.game, game.view.phase, game.told.sans) == (1, "over", [])
    assert held(game) == before
    game.touch("70 e1. 70.3 e4K 71 e8. 71.3 d5k").rest(100)
    assert (game.view.game, game.told.moves) == (1, [])


def test_withdrawn_it_leaves_the_game_as_it_was() -> None:
    game = RuledBoard()
    game.rest(2)
    before = held(game)
    game.rule(5, "result", result="+/-")
    game.touch("10 e2. 14 e2P").rest(20)
    game.undo(30, 1)
    assert held(game) == before
    game.touch("40 e2. 40.3 e4P 42 e7. 42.3 e5p").rest(50)
    assert (game.view.game, game.told.sans) == (1, ["e4", "e5"])


def test_withdrawn_after_moves_they_are_those_of_the_game() -> None:
    game = forfeit()
    game.touch("10 e2. 10.3 e4P").rest(20)
    assert game.told.moves == []
    game.undo(30, 1)
    game.touch("40 e7. 40.3 e5p").rest(50)
    assert (game.view.game, game.told.sans) == (1, ["e4", "e5"])


def test_two_half_moves_are_a_game_whatever_was_ruled() -> None:
    game = forfeit()
    game.touch("10 a2. 11 a2P 20 e2. 20.3 e4P").rest(24)
    assert game.view.game == 1
    game.touch("25 e7. 25.3 e5p 27 g1. 27.3 f3N").rest(40)
    assert (game.view.game, game.told.sans) == (2, ["e4", "e5", "Nf3"])
    assert game.told.results[1].how == "forfeit"
    assert all(move.sure for move in game.told.moves)


def test_a_clock_that_is_started_begins_the_next_game() -> None:
    game = forfeit()
    game.clock(8, running=False)
    game.clock(10, running=True)
    game.touch("12 e2. 12.3 e4P").rest(20)
    assert (game.view.game, game.told.sans) == (2, ["e4"])


@pytest.mark.parametrize("kind", ["round_closed", "round_started"])
def test_the_next_round_begins_with_its_first_touch(kind: str) -> None:
    game = forfeit()
    game.touch("10 e2. 14 e2P").rest(20)
    game.rule(30, kind)
    game.touch("40 e2. 40.3 e4P").rest(50)
    assert (game.view.game, game.told.sans) == (2, ["e4"])


def test_a_round_that_was_closed_too_early_is_open_again() -> None:
    game = forfeit()
    game.rule(30, "round_closed")
    game.undo(31, 2)
    game.touch("40 e2. 40.3 e2P").rest(50)
    assert (game.view.game, game.view.phase) == (1, "over")


def test_what_stands_after_an_outage_begins_nothing_either() -> None:
    game = forfeit()
    game.read(10, PORT, BoardDump(placed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")))
    game.rest(20)
    assert (game.view.game, game.view.phase) == (1, "over")
    game.touch("30 e7. 30.3 e5p").rest(40)
    assert (game.view.game, game.told.sans) == (2, ["e4", "e5"])
