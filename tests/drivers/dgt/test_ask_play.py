"""Games played on a line that damages bytes, loses power and is cut: what counts comes out true."""

from random import Random

import chess
import pytest

from drivers.dgt.ask.findings import Followed, PowerCycled
from drivers.readings import Request
from drivers.simulator.board import Maker, Sensors
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hall import placement
from drivers.simulator.players import Pace, turns
from drivers.simulator.profiles import CLEAN
from tests.drivers.dgt.ask_talk import PowerBoard, Talk
from tests.drivers.simulator.positions import random_game

MAKER = Maker("01234", "3000001234")
CONTROL = TimeControl(180, 2)
PACE = Pace(CONTROL, 0.5)
AFTER_S = 4.0
"""By so long after the last move, dumps and doubts included, all is put right."""
ONE_IN_A_THOUSAND = 0.001


class Table:
    """A random game on a board with a clock and a line."""

    def __init__(self, seed: int, plies: int, *, damage: float = 0.0, piece: int = 1) -> None:
        self.rng = Random(seed)
        self.clock = DgtClock(CONTROL, "left")
        start = chess.Board()
        board = PowerBoard(placement(start), MAKER, Sensors.draw(self.rng), self.clock)
        self.line = Talk(board, damage=damage, seed=seed, piece=piece)
        self.line.open()
        self.line.advance(2.0)
        self.clock.start(2.0)
        self._turns = turns(start, random_game(Random(seed), plies), 2.0, PACE, CLEAN, self.rng)

    def play(self) -> None:
        """To the end; where something else takes its time, all that follows comes later."""
        late_s = 0.0
        for turn in self._turns:
            for touch in turn.touches:
                t_s = self._until(touch.t_s + late_s)
                self.line.board.touch(touch._replace(t_s=t_s))
            self.clock.press(self._until(turn.pressed_s + late_s))
            self.happens()
            late_s = max(late_s, self.line.t_s - turn.pressed_s)
        self.line.advance(self.line.t_s + AFTER_S)

    def _until(self, t_s: float) -> float:
        t_s = max(t_s, self.line.t_s)
        self.line.advance(t_s)
        return t_s

    def happens(self) -> None:
        """Whatever else happens, after each ply."""


@pytest.mark.parametrize("piece", [1, 5])
@pytest.mark.parametrize("seed", range(4))
def test_a_clean_game_needs_no_second_dump(seed: int, piece: int) -> None:
    table = Table(seed, 60, piece=piece)
    table.play()
    line = table.line
    assert line.placement() == line.board.stands()
    assert len(line.found) == 2  # identified and followed
    assert line.heard == line.raw


@pytest.mark.parametrize("seed", range(20))
def test_damage_is_put_right_by_the_next_dump(seed: int) -> None:
    table = Table(seed, 60, damage=ONE_IN_A_THOUSAND, piece=1 + seed % 9)
    table.play()
    line = table.line
    line.damage = 0.0
    line.advance(line.t_s + AFTER_S)
    assert line.placement() == line.board.stands()
    assert line.talk.followed
    assert not line.findings(PowerCycled)


@pytest.mark.parametrize("seed", range(10))
def test_no_dump_that_counts_was_ever_false(seed: int) -> None:
    """At twenty times that damage, every dump passed on after the first was true when it was sent."""

    class Watched(Table):
        def happens(self) -> None:
            self.true.append(self.line.board.stands())

        true: list[str]

    table = Watched(seed, 40, damage=20 * ONE_IN_A_THOUSAND)
    table.true = []
    asked: set[str] = set()
    receive = table.line.board.receive

    def noting(t_s: float, data: bytes) -> bytes:
        asked.add(table.line.board.stands())
        return receive(t_s, data)

    table.line.board.receive = noting  # type: ignore[method-assign] # notes what is true at each question
    table.play()
    dumps = table.line.dumps()
    assert len(dumps) > 5
    assert {dump.squares for dump in dumps[1:]} <= asked | set(table.true) | {placement(chess.Board())}


@pytest.mark.parametrize("seed", range(6))
def test_the_power_fails_in_mid_game(seed: int) -> None:
    class Failing(Table):
        failed = False

        def happens(self) -> None:
            if self.rng.random() < 0.1:
                self.line.board.unplug()
                self.line.advance(self.line.t_s + self.rng.choice((0.0, 0.2, 1.0)))
                self.line.board.plug()
                self.failed = True

    table = Failing(seed, 40)
    table.play()
    line = table.line
    line.advance(line.t_s + 10.0)
    assert table.failed
    assert line.placement() == line.board.stands()
    assert line.talk.followed
    assert line.findings(PowerCycled)


@pytest.mark.parametrize("seed", range(6))
def test_the_line_is_cut_and_the_memory_read_again_and_again(seed: int) -> None:
    class Cut(Table):
        def happens(self) -> None:
            chance = self.rng.random()
            if chance < 0.1:
                self.line.close()
                self.line.advance(self.line.t_s + self.rng.uniform(0.5, 4.0))
                self.line.open()
            elif chance < 0.2:
                self.line.request(Request.MEMORY)

    table = Cut(seed, 40, damage=ONE_IN_A_THOUSAND)
    table.play()
    line = table.line
    line.damage = 0.0
    line.advance(line.t_s + 40.0)
    assert line.placement() == line.board.stands()
    assert line.talk.followed
    assert len(line.findings(Followed)) > 1
