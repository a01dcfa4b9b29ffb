"""Bus lines with players at every board, in simulated time; a hub that remembers what was sent."""

from collections.abc import Iterable, Mapping
from random import Random

import chess

from drivers.serial_line import LineKind, LineSettings
from drivers.simulator.clock import TimeControl
from drivers.simulator.faults import Fault
from drivers.simulator.hub import VirtualHub
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire


def random_game(seed: object, plies: int) -> Game:
    """A legal game of at most so many plies."""
    rng, board = Random(str(seed)), chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < plies and not board.is_game_over():
        moves.append(rng.choice(sorted(board.legal_moves, key=str)))
        board.push(moves[-1])
    return Game(chess.Board(), moves, control=TimeControl(300, 2))


def bus_of(
    line: int,
    boards: int,
    *,
    plies: int,
    start_s: float,
    seed: int = 1,
    think: float = 0.5,
    faults: Iterable[Fault] = (),
) -> Wire:
    """A bus line; every fourth board lies turned round, every second one is of a newer kind."""
    tables = []
    for n in range(boards):
        game = random_game(f"{seed}/{line}/{n}", plies)._replace(rotated=n % 4 == 3)
        index = line * boards + n
        maker = maker_of(seed, index)._replace(alternates=n % 2 == 1, version=(1, 2) if n % 4 == 0 else (1, 8))
        tables.append(Table(game, maker, Random(f"{seed}/{index}"), start_s=start_s + n / 7, think=think))
    return Wire(tables, "bus", f"{seed}/{line}", faults)


class BusHub(VirtualHub):
    """Remembers what was sent, how lines were opened, and what they were told to be."""

    def __init__(self, wires: Mapping[str, Wire]) -> None:
        super().__init__(wires)
        self.sent: list[tuple[float, str, bytes]] = []
        self.settings: dict[str, LineSettings] = {}
        self.kinds: dict[str, LineKind] = {}

    def add(self, settings: LineSettings) -> None:
        self.settings[settings.url] = settings
        super().add(settings)

    def set_kind(self, port: str, kind: LineKind) -> bool:
        self.kinds[port] = kind
        return super().set_kind(port, kind)

    def write(self, port: str, data: bytes) -> bool:
        self.sent.append((self.t_s, port, data))
        return super().write(port, data)
