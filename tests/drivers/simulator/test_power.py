"""A virtual board that loses its power and gets it back."""

from itertools import pairwise
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.memory import Tag, parse_log
from drivers.dgt.messages import BoardDump, ClockTimes
from drivers.dgt.translate import squares_of
from drivers.readings import LogChange
from drivers.simulator.board import POWER_UP_S, Maker, Mode, Sensors, VirtualBoard
from drivers.simulator.channel import BYTE_S
from drivers.simulator.clock import DgtClock
from drivers.simulator.faults import Cut, PowerLoss
from drivers.simulator.hands import Touch
from drivers.simulator.scan import Rhythm
from drivers.simulator.table import placement
from drivers.simulator.wire import Wire
from tests.drivers.simulator.lines import BLITZ, ask, end_of, table, until

START = placement(chess.Board())


def board(clock: DgtClock | None = None) -> VirtualBoard:
    return VirtualBoard(START, Maker("01234", "3000001234"), Sensors(Rhythm(0.25, 0.0), 0.05), clock)


def stands(data: bytes) -> str:
    (dump,) = message_framer().feed(data)
    assert isinstance(dump, BoardDump)
    return squares_of(dump.codes)


def test_without_power_nothing_is_sensed_written_or_answered() -> None:
    virtual = board()
    virtual.receive(0.0, b"\x44")
    virtual.advance(1.0)
    virtual.power_off(1.0)
    written = virtual.log.ring.end
    virtual.touch(Touch(2.0, chess.E2, "."))
    virtual.touch(Touch(3.0, chess.E4, "P"))
    assert virtual.advance(10.0) == []
    assert virtual.receive(10.0, b"\x42\x4d") == b""
    assert virtual.log.ring.end == written
    assert not virtual.works


def test_the_power_makes_a_board_of_the_bus_some_seconds_later() -> None:
    virtual = board()
    virtual.receive(0.0, b"\x4b")
    virtual.power_off(1.0)
    virtual.touch(Touch(2.0, chess.E2, "."))
    virtual.touch(Touch(3.0, chess.E4, "P"))
    virtual.power_on(4.0)
    assert virtual.receive(4.0 + POWER_UP_S - 0.01, b"\x4d") == b""
    virtual.touch(Touch(4.0 + POWER_UP_S + 1.0, chess.E7, "."))
    assert virtual.advance(9.0) == []
    assert virtual.mode is Mode.BUS
    assert stands(virtual.receive(9.0, b"\x42")) == virtual.squares
    records = parse_log(virtual.log.ring.dump())
    at = max(number for number, record in enumerate(records) if record is Tag.POWER_UP)
    listed = [record[:2] for record in records[at + 1 :] if isinstance(record, LogChange)]
    assert len(listed) == 33
    assert (chess.E4, "P") in listed
    assert listed[-1] == (chess.E7, ".")
    assert (chess.E2, ".") not in [record[:2] for record in records if isinstance(record, LogChange)]


def test_power_that_goes_again_at_once_begins_anew() -> None:
    virtual = board()
    virtual.power_off(1.0)
    virtual.power_on(2.0)
    virtual.power_off(3.0)
    virtual.power_on(4.0)
    virtual.power_on(6.0)
    assert virtual.receive(4.0 + POWER_UP_S - 0.1, b"\x4d") == b""
    assert virtual.receive(4.0 + POWER_UP_S, b"\x4d") != b""


def test_the_clock_runs_on_and_what_was_pressed_meanwhile_is_not_in_the_log() -> None:
    clock = DgtClock(BLITZ, "left")
    virtual = board(clock)
    clock.start(0.0)
    virtual.advance(10.0)
    virtual.power_off(10.0)
    clock.press(20.0)
    virtual.power_on(30.0)
    virtual.advance(40.0)
    (said,) = message_framer().feed(virtual.receive(40.0, b"\x41"))
    assert isinstance(said, ClockTimes)
    assert said.right_turn
    assert (said.left_s, said.right_s) == (584, 583)
    records = parse_log(virtual.log.ring.dump())
    assert [type(record) for record in records if not isinstance(record, LogChange)] == [Tag] * 4
    clock.press(41.0)
    virtual.advance(42.0)
    assert parse_log(virtual.log.ring.dump())[-1] == ("right", 583)


def test_the_message_it_is_sending_is_cut_short() -> None:
    wire = Wire([table()], faults=[PowerLoss(1.0 + 30 * BYTE_S, 5.0)])
    said = ask(wire, 1.0, b"\x42", 1.0)
    assert 20 <= len(said) <= 28
    assert ask(wire, 5.0 + POWER_UP_S - 0.1, b"\x4d", 0.05) == b""
    assert ask(wire, 5.0 + POWER_UP_S, b"\x4d")[:1] == b"\x93"


def test_commands_that_waited_are_forgotten() -> None:
    wire = Wire([table()], faults=[PowerLoss(1.05, 1.1)])
    wire.receive(0.5, b"\x40")
    until(wire, 1.0)
    wire.receive(1.0, b"\x42\x45\x45\x2b\x20")
    until(wire, 1.1 + POWER_UP_S + 0.1)
    assert ask(wire, 4.0, b"\x4d")[:1] == b"\x93"


@pytest.mark.parametrize("carries_power", [False, True])
def test_a_cut_takes_the_power_only_where_the_cable_carries_it(carries_power: bool) -> None:
    wire = Wire([table(plies=60)], faults=[Cut(5.0, 8.0, carries_power)])
    until(wire, 20.0)
    tags = [record for record in parse_log(wire.tables[0].board.log.ring.dump()) if isinstance(record, Tag)]
    assert tags.count(Tag.POWER_UP) == 1 + carries_power


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_however_often_the_power_goes_board_and_log_know_what_stands(seed: int) -> None:
    rng = Random(seed)
    times = sorted(rng.uniform(0.0, 40.0) for _ in range(2 * rng.randint(1, 4)))
    losses = [PowerLoss(from_s, to_s) for from_s, to_s in list(pairwise(times))[::2]]
    wire = Wire([table(plies=30, seed=seed)], faults=losses)
    until(wire, 200.0)
    assert wire.tables[0].over
    end = end_of(wire.tables[0].game)
    squares = ["."] * 64
    powered = 0
    for record in parse_log(wire.tables[0].board.log.ring.dump()):
        if record is Tag.POWER_UP:
            squares, powered = ["."] * 64, powered + 1
        elif isinstance(record, LogChange):
            squares[record.square] = record.piece
    assert "".join(squares) == end
    assert stands(ask(wire, 200.0, b"\x42")) == end
    assert powered >= 2


def test_two_faults_that_take_the_power_at_once() -> None:
    wire = Wire([table()], faults=[PowerLoss(1.0, 10.0), Cut(2.0, 5.0, carries_power=True)])
    assert ask(wire, 9.0, b"\x4d") == b""
    assert ask(wire, 10.0 + POWER_UP_S, b"\x4d")[:1] == b"\x93"


def test_a_log_that_was_being_sent_is_not_sent_on() -> None:
    wire = Wire([table()], faults=[PowerLoss(2.0, 2.1)])
    assert 900 < len(ask(wire, 1.0, b"\x49", 1.5)) < 1000
    assert ask(wire, 2.1 + POWER_UP_S, b"\x4d", 0.1)[:1] == b"\x93"


def test_a_command_without_its_bytes_is_forgotten_by_the_board() -> None:
    virtual = board()
    virtual.receive(0.0, b"\x2b\x20")
    virtual.power_off(1.0)
    virtual.power_on(1.0)
    assert virtual.receive(9.0, b"\x4d")[:1] == b"\x93"
