"""Tables on lines, for the tests of what boards do there."""

from random import Random

import chess

from drivers.simulator.board import Maker
from drivers.simulator.clock import TimeControl
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire
from tests.drivers.simulator.positions import letters, random_game

BLITZ = TimeControl(600, 2)
Pieces = list[tuple[float, bytes]]


def table(
    index: int = 0,
    *,
    plies: int = 20,
    seed: int = 1,
    start_s: float = 3.0,
    think: float = 0.1,
    maker: Maker | None = None,
) -> Table:
    """The players of this number; their game depends on nothing but number and seed."""
    game = Game(chess.Board(), random_game(Random(f"{seed}/{index}/game"), plies), control=BLITZ)
    maker = maker or maker_of(seed, index)
    return Table(game, maker, Random(f"{seed}/{index}"), start_s=start_s, think=think)


def end_of(game: Game) -> str:
    """How the board stands after the game, a1 first."""
    board = chess.Board()
    for move in game.moves:
        board.push(move)
    return "".join(letters(board))


def until(wire: Wire, t_s: float) -> Pieces:
    """Asked whenever there may be something, as a hub would."""
    out = []
    while wire.due_s <= t_s:
        out += wire.advance(wire.due_s)
    return out + wire.advance(t_s)


def joined(pieces: Pieces) -> bytes:
    return b"".join(data for _, data in pieces)


def ask(wire: Wire, t_s: float, data: bytes, wait_s: float = 0.3) -> bytes:
    """Write at a time, and what comes within so long."""
    until(wire, t_s)
    wire.receive(t_s, data)
    return joined(until(wire, t_s + wait_s))
