"""One board, from the opening of its line on; both ends in simulated time. What these tests share."""

import chess

from drivers.simulator.board import Maker, Sensors
from drivers.simulator.clock import DgtClock
from drivers.simulator.hall import placement
from drivers.simulator.hands import Touch
from drivers.simulator.scan import Rhythm
from tests.drivers.dgt.ask_talk import PowerBoard, Talk

START = placement(chess.Board())
MAKER = Maker("01234", "3000001234", version=(1, 8), hardware=(2, 1), address=1025)
OTHER = Maker("04321", "3000004321", version=(1, 7))
SENSORS = Sensors(Rhythm(0.256, 0.0), clock_delay_s=0.05)
SETTLED_S = 2.0
"""By then an opening with a board that answers is over."""


def board(clock: DgtClock | None = None, maker: Maker = MAKER, squares: str = START) -> PowerBoard:
    return PowerBoard(squares, maker, SENSORS, clock)


def opened(line: Talk) -> Talk:
    line.open()
    line.advance(line.t_s + SETTLED_S)
    assert line.talk.followed
    return line


def move(line: Talk, t_s: float, origin: int, to: int, piece: str) -> None:
    line.advance(t_s)
    line.board.touch(Touch(t_s, origin, "."))
    line.advance(t_s + 0.5)
    line.board.touch(Touch(t_s + 0.5, to, piece))
