"""Real virtual boards behind the doors: they keep their power and their game, whatever comes in."""

from collections.abc import Iterator
from random import Random

import chess
import pytest

from drivers.dgt.commands import Command
from drivers.dgt.interpret import Interpreter
from drivers.readings import BoardDump, FieldUpdate, Identity, Reading
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions
from drivers.simulator.seating import seat, wire
from drivers.simulator.serve import HallServer, open_tcp
from drivers.simulator.table import Game, Table, placement
from tests.drivers.simulator.serve.ends import Client, until

GAME = Game(
    chess.Board(), [chess.Move.from_uci(uci) for uci in ("e2e4", "d7d5", "e4d5", "d8d5")], control=TimeControl(300, 2)
)
START_S = 5.0


class Room:
    """A hall of three boards in a time of its own, and somebody who talks to them."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.tables: list[Table] = seat([GAME], 3, Conditions(1, think=0.2, stagger_s=0.0), START_S)
        self.server = HallServer(wire(self.tables, "single", 1), open_tcp(3), clock=lambda: self.now_s)

    def ask(self, client: Client, *commands: Command) -> list[Reading]:
        """What a client hears within a quarter of a second after it has sent these."""
        interpreter, readings = Interpreter(), list[Reading]()
        interpreter.tx(bytes(commands))
        client.send(bytes(commands))
        until(self.server, lambda: self.server.guests)
        for _ in range(25):
            readings += self.listen(client, interpreter)
        return readings

    def listen(self, client: Client, interpreter: Interpreter) -> list[Reading]:
        self.now_s += 0.01
        self.server.step(0.001)
        return list(interpreter.rx(client.take() or b""))


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    with made.server:
        yield made


def dumps(readings: list[Reading]) -> list[str]:
    return [reading.squares for reading in readings if isinstance(reading, BoardDump)]


def test_who_comes_back_finds_the_board_as_it_stands(room: Room) -> None:
    first = Client(room.server.urls[0])
    assert dumps(room.ask(first, Command.SEND_BRD, Command.SEND_UPDATE_BRD)) == [placement(chess.Board())]
    first.close()
    until(room.server, lambda: not room.server.guests)
    while not room.tables[0].over:
        room.now_s += 1.0
        room.server.step(0.0)
    end = chess.Board()
    for move in GAME.moves:
        end.push(move)
    again = Client(room.server.urls[0])
    readings = room.ask(again, Command.SEND_BRD, Command.RETURN_LONG_SERIALNR)
    assert dumps(readings) == [placement(end)]
    assert room.tables[0].board.maker.long_serial in {r.long_serial for r in readings if isinstance(r, Identity)}
    again.close()


def test_a_board_that_was_told_to_tell_goes_on_telling_whoever_comes(room: Room) -> None:
    first = Client(room.server.urls[0])
    room.ask(first, Command.SEND_UPDATE_BRD)
    first.close()
    until(room.server, lambda: not room.server.guests)
    second = Client(room.server.urls[0])
    until(room.server, lambda: room.server.guests)
    interpreter, readings = Interpreter(), list[Reading]()
    while not room.tables[0].over:
        readings += room.listen(second, interpreter)
    changes = [reading for reading in readings if isinstance(reading, FieldUpdate)]
    assert FieldUpdate(chess.E4, "P") in changes
    second.close()


@pytest.mark.parametrize("seed", range(5))
def test_garbage_disturbs_no_other_board_and_not_for_long_its_own(room: Room, seed: int) -> None:
    rude, quiet = Client(room.server.urls[0]), Client(room.server.urls[1])
    until(room.server, lambda: room.server.guests == 2)
    rng = Random(seed)
    for _ in range(20):
        rude.send(rng.randbytes(rng.randrange(1, 400)))
        assert dumps(room.ask(quiet, Command.SEND_BRD)) == [placement(chess.Board())]
    rude.close()
    for _ in range(1000):
        room.now_s += 0.02  # what is still on its way is carried out: a memory dump takes 8 s
        room.server.step(0.0)
    until(room.server, lambda: room.server.guests == 1)
    polite = Client(room.server.urls[0])
    room.ask(polite, Command.SEND_BRD, Command.SEND_BRD)  # a size byte may still wait for what belongs to it
    assert dumps(room.ask(polite, Command.SEND_BRD))
    polite.close()
    quiet.close()
