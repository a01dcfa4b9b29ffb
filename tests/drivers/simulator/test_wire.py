from math import inf
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.commands import Command
from drivers.dgt.frames import message_framer
from drivers.dgt.messages import BoardDump, ClockTimes, FieldUpdate, Message, Serial, Trademark, Version
from drivers.dgt.translate import squares_of
from drivers.simulator.board import Mode
from drivers.simulator.channel import BYTE_S
from drivers.simulator.station import REPLY_S
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import INCOMING_BYTES, Wire
from tests.drivers.simulator.lines import end_of, joined, table, until


def messages(pieces: list[tuple[float, bytes]]) -> list[Message]:
    framer = message_framer()
    out = framer.feed(joined(pieces))
    assert not framer.dropped
    assert framer.pending == 0
    return out


def test_a_board_is_silent_until_it_is_asked() -> None:
    wire = Wire([table()])
    assert until(wire, 30.0) == []


def test_an_answer_comes_after_a_few_milliseconds_at_the_speed_of_the_line() -> None:
    wire = Wire([table()])
    wire.receive(1.0, bytes((Command.SEND_BRD,)))
    pieces = until(wire, 2.0)
    assert [len(data) for _, data in pieces] == [16, 16, 16, 16, 3]
    (dump,) = messages(pieces)
    assert isinstance(dump, BoardDump)
    asked_s, took_s = 1.0 + BYTE_S, 67 * BYTE_S
    assert asked_s + REPLY_S[0] + took_s <= pieces[-1][0] <= asked_s + REPLY_S[1] + took_s
    assert pieces[0][0] == pytest.approx(pieces[-1][0] - 51 * BYTE_S)


@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_play_comes_over_the_line_however_often_it_is_asked(seed: int) -> None:
    rng = Random(seed)
    often, seldom = Wire([table(seed=seed)], seed=seed), Wire([table(seed=seed)], seed=seed)
    writes = [(0.5, b"\x42"), (1.0, b"\x4b"), *sorted((rng.uniform(2.0, 20.0), b"\x45") for _ in range(5))]
    got: list[tuple[float, bytes]] = []
    expected: list[tuple[float, bytes]] = []
    for t_s, data in writes:
        got += until(often, t_s)
        expected += seldom.advance(t_s)
        for wire in (often, seldom):
            wire.receive(t_s, data)
    for _ in range(50):
        t_s += rng.expovariate(5.0)
        got += until(often, t_s)
    got += until(often, t_s + 300.0)
    expected += seldom.advance(t_s + 300.0)
    assert got == expected
    assert often.tables[0].over
    first, *rest = messages(got)
    assert isinstance(first, BoardDump)
    codes = bytearray(first.codes)
    for message in rest:
        if isinstance(message, FieldUpdate):
            codes[message.square] = message.code
    assert squares_of(bytes(codes)) == end_of(often.tables[0].game)


def test_one_message_at_a_time() -> None:
    """Whatever is said while another thing is being said comes after it, and bytes never come faster than the line."""
    wire = Wire([table(think=0.0)])
    wire.receive(0.5, b"\x4b")
    pieces = []
    for n in range(200):
        pieces += until(wire, 3.0 + n / 10)
        wire.receive(3.0 + n / 10, b"\x47")
    pieces += until(wire, 120.0)
    kinds = [type(message) for message in messages(pieces)]
    assert {FieldUpdate, ClockTimes, Trademark} == set(kinds)
    free_s = 0.0
    for came_s, data in pieces:
        assert came_s - free_s >= len(data) * BYTE_S - 1e-9
        free_s = came_s


def test_a_dump_and_the_updates_around_it_tell_one_story() -> None:
    """Dumps asked for all the time during play never say less or more than the updates before them."""
    wire = Wire([table(plies=40)])
    wire.receive(0.0, b"\x42")
    pieces = until(wire, 1.0)
    wire.receive(1.0, b"\x44")
    for n in range(300):
        t_s = 2.0 + n * 0.09
        pieces += until(wire, t_s)
        wire.receive(t_s, b"\x42")
    codes = bytearray(64)
    dumps = 0
    for message in messages(pieces + until(wire, 40.0)):
        if isinstance(message, FieldUpdate):
            codes[message.square] = message.code
        elif isinstance(message, BoardDump):
            dumps += 1
            assert dumps == 1 or message.codes == codes
            codes[:] = message.codes
    assert dumps == 301


def test_a_single_board_keeps_ten_bytes_of_commands() -> None:
    wire = Wire([table()])
    wire.receive(0.0, b"\x40")
    until(wire, 0.1)
    wire.receive(0.1, b"\x42" + b"\x45" * 15)
    kinds = [type(message) for message in messages(until(wire, 2.0))]
    assert kinds == [BoardDump] + [Serial] * 10


def test_on_the_bus_a_board_keeps_one_command() -> None:
    wire = Wire([table()])
    wire.receive(0.0, b"\x4d\x45\x42")
    assert [type(message) for message in messages(until(wire, 1.0))] == [Version]
    wire.receive(1.0, b"\x45\x4d")
    assert [type(message) for message in messages(until(wire, 2.0))] == [Serial, Version]


def test_bytes_that_follow_a_command_are_no_commands() -> None:
    wire = Wire([table()])
    wire.receive(0.0, b"\x40")
    until(wire, 0.1)
    wire.receive(0.1, bytes((0x2B, 4, 3, 0x45, 0x45, 0)) + b"\x4d")
    assert [type(message) for message in messages(until(wire, 1.0))] == [Version]
    wire.receive(1.0, b"\x2b\x04")
    until(wire, 2.0)
    wire.receive(2.0, b"\x4d")  # a new command: the rest of the other never came
    assert [type(message) for message in messages(until(wire, 3.0))] == [Version]


def test_in_single_mode_a_bus_command_only_leads_back_to_the_bus() -> None:
    wire = Wire([table()])
    modes = []
    wire.receive(0.0, b"\x4d")
    until(wire, 1.0)
    modes.append(wire.tables[0].board.mode)
    wire.receive(1.0, bytes.fromhex("87 00 00 06"))  # a wrong sum
    assert until(wire, 2.0) == []
    modes.append(wire.tables[0].board.mode)
    wire.receive(2.0, bytes.fromhex("87 00 00 07"))
    assert until(wire, 4.0) == []
    modes.append(wire.tables[0].board.mode)
    assert modes == [Mode.IDLE, Mode.IDLE, Mode.BUS]


def test_what_is_written_without_end_is_bounded() -> None:
    wire = Wire([table()])
    wire.receive(0.0, b"\x40" * 100_000)
    until(wire, INCOMING_BYTES * BYTE_S + 0.1)
    assert wire.due_s >= 3.0
    wire.receive(30.0, b"\x4d")
    assert messages(until(wire, 31.0)) == [Version(1, 8)]


def test_a_single_line_has_one_board() -> None:
    with pytest.raises(ValueError, match="a single line has one board, not 2"):
        Wire([table(0), table(1)])
    with pytest.raises(ValueError, match="not 0"):
        Wire([])


def test_a_line_at_rest_has_nothing_to_do() -> None:
    wire = Wire([Table(Game(chess.Board(), []), maker_of(1, 0), Random(1), start_s=0.0)])
    until(wire, 10.0)
    assert wire.due_s == inf
