"""Tables of the fixture hall at the ends of virtual lines, in simulated time."""

from collections.abc import Mapping, Sequence
from random import Random

import chess
import chess.pgn

from drivers.simulator.clock import TimeControl
from drivers.simulator.faults import Fault
from drivers.simulator.hub import VirtualHub
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire
from tests.replay_fixtures import FIXTURES


def fixture_games() -> list[Game]:
    """The eight games of the fixture hall."""
    found: list[Game] = []
    with (FIXTURES / "pgn" / "hall-of-eight.pgn").open(encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            found.append(Game(game.board(), list(game.mainline_moves()), control=TimeControl(180, 2)))
    return [game for game in found if game.start == chess.Board()]


class VirtualTable(Table):
    """A table of the hall of this number, with this seed."""

    def __init__(self, index: int, game: Game, *, seed: int = 1, think: float = 0.5, start_s: float) -> None:
        super().__init__(game, maker_of(seed, index), Random(f"{seed}/{index}"), start_s=start_s, think=think)


class WatchedHub(VirtualHub):
    """Single lines, each with one table, that remember what was sent on them."""

    def __init__(self, tables: Mapping[str, Table], faults: Mapping[str, Sequence[Fault]] | None = None) -> None:
        super().__init__(
            {port: Wire([table], seed=port, faults=(faults or {}).get(port, ())) for port, table in tables.items()}
        )
        self.sent: list[tuple[float, str, bytes]] = []

    def write(self, port: str, data: bytes) -> bool:
        self.sent.append((self.t_s, port, data))
        return super().write(port, data)

    def swap_plugs(self, port: str, other: str) -> None:
        """What is in two ports changes places while both stay open; what was on its way still comes, or is lost."""
        wires = [self._wires[each] for each in (port, other)]
        for each, wire in zip((port, other), wires, strict=True):
            for _, data in [*wire.advance(self.t_s), *wire.cut(self.t_s)]:
                self.say(each, data)
            wire.join(self.t_s)
        self._wires[port], self._wires[other] = reversed(wires)
        for each in (port, other):
            self._note_due(each)
