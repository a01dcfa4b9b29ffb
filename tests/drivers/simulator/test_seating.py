"""Who sits where, and what goes wrong on which line."""

import chess
import pytest

from drivers.simulator.faults import Cut, Noise
from drivers.simulator.hall import MOST_BOARDS, Conditions
from drivers.simulator.pgn import built_in_games
from drivers.simulator.seating import BOARDS_ON_A_BUS, Mishaps, _faults, lines_for, seat, wire
from drivers.simulator.table import Game

MOVES = [chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")]
CONDITIONS = Conditions(4, stagger_s=10.0)


def test_fewer_games_than_boards_are_played_again_by_others() -> None:
    games = built_in_games()[:3]
    tables = seat(games, 7, CONDITIONS, 5.0)
    assert [table.game for table in tables] == [games[n % 3] for n in range(7)]
    assert len({table.board.maker.long_serial for table in tables}) == 7
    assert len({table.act_s for table in tables}) == 7
    assert all(5.0 <= table.act_s <= 15.0 for table in tables)


@pytest.mark.parametrize("boards", [0, -1, MOST_BOARDS + 1])
def test_no_hall_has_so_many_boards(boards: int) -> None:
    with pytest.raises(ValueError, match="1 to 1000 boards"):
        seat([Game(chess.Board(), MOVES)], boards, CONDITIONS, 0.0)


def test_a_hall_has_a_game_at_least() -> None:
    with pytest.raises(ValueError, match="a game at least"):
        seat([], 1, CONDITIONS, 0.0)


@pytest.mark.parametrize("boards", [1, 19, 20, 21, 60])
def test_boards_share_buses_and_have_lines_of_their_own(boards: int) -> None:
    tables = seat([Game(chess.Board(), MOVES)], boards, CONDITIONS, 0.0)
    single, bus = wire(tables, "single", 4), wire(tables, "bus", 4)
    assert [one.tables for one in single] == [(table,) for table in tables]
    assert [table for one in bus for table in one.tables] == tables
    assert {len(one.tables) for one in bus[:-1]} <= {BOARDS_ON_A_BUS}
    assert (len(single), len(bus)) == (lines_for(boards, "single"), lines_for(boards, "bus"))


def test_so_many_lines_are_cut_once_each_after_their_games_began() -> None:
    tables = seat([Game(chess.Board(), MOVES)], 30, CONDITIONS, 5.0)
    faults = _faults([[table] for table in tables], 4, Mishaps(cuts=7, noise=500))
    assert all(Noise(500) in each for each in faults)
    cuts = {n: fault for n, each in enumerate(faults) for fault in each if isinstance(fault, Cut)}
    assert len(cuts) == 7
    for number, cut in cuts.items():
        assert tables[number].act_s < cut.from_s < cut.to_s
    every = _faults([[table] for table in tables], 4, Mishaps(cuts=99))
    assert [len(each) for each in every] == [1] * 30
