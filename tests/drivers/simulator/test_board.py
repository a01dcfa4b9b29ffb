from random import Random

import chess
import pytest

from drivers.dgt.commands import Command
from drivers.dgt.frames import message_framer
from drivers.dgt.messages import (
    BoardDump,
    BusAddress,
    ClockTimes,
    FieldUpdate,
    HardwareVersion,
    LongSerial,
    Message,
    Serial,
    Trademark,
    Version,
)
from drivers.simulator.board import Maker, Mode, Sensors, VirtualBoard
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hall import placement
from drivers.simulator.hands import Touch
from drivers.simulator.scan import Rhythm

START = placement(chess.Board())
MAKER = Maker("01234", "3000001234", version=(1, 8), hardware=(2, 1), address=1025)
SENSORS = Sensors(Rhythm(0.256, 0.0), clock_delay_s=0.05)
E2_ON_WIRE = 0x34


def messages(data: bytes) -> list[Message]:
    framer = message_framer()
    out = framer.feed(data)
    assert not framer.dropped
    assert framer.pending == 0
    return out


def board(clock: DgtClock | None = None, *, rotated: bool = False) -> VirtualBoard:
    return VirtualBoard(START, MAKER, SENSORS, clock, rotated=rotated)


def told(virtual: VirtualBoard, t_s: float) -> list[tuple[float, Message]]:
    return [(at_s, message) for at_s, data in virtual.advance(t_s) for message in messages(data)]


def ask(virtual: VirtualBoard, command: int, t_s: float = 0.0) -> list[Message]:
    return messages(virtual.receive(t_s, bytes((command,))))


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (Command.RETURN_SERIALNR, Serial("01234")),
        (Command.RETURN_LONG_SERIALNR, LongSerial("3000001234")),
        (Command.SEND_VERSION, Version(1, 8)),
        (Command.SEND_HARDWARE_VERSION, HardwareVersion(2, 1)),
        (Command.RETURN_BUSADRES, BusAddress(1025)),
    ],
)
def test_it_tells_what_it_is(command: Command, answer: Message) -> None:
    assert ask(board(), command) == [answer]


def test_its_trademark_text_is_its_own() -> None:
    (answer,) = ask(board(), Command.SEND_TRADEMARK)
    assert isinstance(answer, Trademark)
    assert "imulated" in answer.text
    assert "Digital Game" not in answer.text
    assert "DGT Projects" not in answer.text


def test_the_dump_is_in_wire_order() -> None:
    (dump,) = ask(board(), Command.SEND_BRD)
    assert isinstance(dump, BoardDump)
    assert dump.codes[:8].hex() == "08090a0c0b0a0908"
    assert dump.codes[-8:].hex() == "0203040605040302"


def test_a_rotated_board_is_read_from_the_other_end() -> None:
    (dump,) = ask(board(rotated=True), Command.SEND_BRD)
    assert isinstance(dump, BoardDump)
    assert dump.codes[:8].hex() == "0203040506040302"
    assert dump.codes[-8:].hex() == "08090a0b0c0a0908"


@pytest.mark.parametrize(("rotated", "square"), [(False, E2_ON_WIRE), (True, 63 - E2_ON_WIRE)])
def test_updates_carry_the_wires_square(rotated: bool, square: int) -> None:
    virtual = board(rotated=rotated)
    ask(virtual, Command.SEND_UPDATE_BRD)
    virtual.touch(Touch(1.0, chess.E2, "."))
    virtual.touch(Touch(1.5, chess.E2, "Q"))
    assert [message for _, message in told(virtual, 2.0)] == [FieldUpdate(square, 0), FieldUpdate(square, 6)]


@pytest.mark.parametrize("command", [Command.SEND_RESET, Command.TO_BUSMODE])
def test_nothing_is_told_unasked_outside_the_update_modes(command: Command) -> None:
    clock = DgtClock(TimeControl(60, 0), "left")
    virtual = board(clock)
    assert ask(virtual, Command.SEND_UPDATE_NICE)
    assert ask(virtual, command) == []
    clock.start(0.5)
    virtual.touch(Touch(1.0, chess.E2, "."))
    assert virtual.advance(9.0) == []
    (dump,) = ask(virtual, Command.SEND_BRD, 9.0)
    assert isinstance(dump, BoardDump)
    assert dump.codes[E2_ON_WIRE] == 0  # it kept watching


def test_the_board_update_mode_is_silent_of_the_clock() -> None:
    clock = DgtClock(TimeControl(60, 0), "left")
    virtual = board(clock)
    assert ask(virtual, Command.SEND_UPDATE_BRD) == []
    clock.start(0.0)
    assert virtual.advance(5.0) == []


def test_nice_updates_tell_the_clock_only_when_it_changes() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    virtual = board(clock)
    (first,) = ask(virtual, Command.SEND_UPDATE_NICE)
    assert isinstance(first, ClockTimes)
    assert (first.left_s, first.running, first.left_turn, first.lever_right_high) == (182, False, True, False)
    assert virtual.advance(30.0) == []
    clock.start(30.0)
    clock.press(32.5)
    heard = told(virtual, 33.6)
    assert [round(at_s, 3) for at_s, _ in heard] == [30.05, 31.05, 32.05, 32.55, 33.55]
    pressed = heard[3][1]
    assert isinstance(pressed, ClockTimes)
    assert (pressed.left_s, pressed.right_s, pressed.right_turn, pressed.lever_right_high) == (
        182,
        182,
        True,
        True,
    )


def test_plain_updates_tell_the_clock_every_second() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    virtual = board(clock)
    ask(virtual, Command.SEND_UPDATE, 1.0)
    heard = told(virtual, 3.5)
    assert [at_s for at_s, _ in heard] == [2.0, 3.0]
    clock.start(4.5)
    heard = told(virtual, 6.0)
    assert [round(at_s, 3) for at_s, _ in heard] == [4.0, 4.55, 5.55]
    assert virtual.due_s == pytest.approx(6.55)


def test_clock_messages_are_those_of_real_boards() -> None:
    """A real board's first messages: 3:02 each, left to move, stopped; running; the other's turn."""
    clock = DgtClock(TimeControl(180, 2), "left")
    virtual = board(clock)
    assert virtual.receive(0.0, b"\x4b").hex(" ") == "8d 00 0a 20 03 02 20 03 02 08"
    clock.start(1.0)
    clock.press(2.5)
    sent = [data.hex(" ") for _, data in virtual.advance(2.6)]
    assert sent == [
        "8d 00 0a 20 03 02 20 03 02 09",
        "8d 00 0a 20 03 02 20 03 01 09",
        "8d 00 0a 20 03 02 20 03 03 13",
    ]


def test_a_fallen_flag_is_told_as_real_clocks_do() -> None:
    clock = DgtClock(TimeControl(1, 0), "right")
    virtual = board(clock)
    ask(virtual, Command.SEND_UPDATE_NICE)
    clock.start(0.0)
    assert virtual.advance(9.0)[-1][1].hex(" ") == "8d 00 0a 30 00 00 20 00 01 12"


def test_without_a_clock_the_board_says_so_once() -> None:
    virtual = board()
    (answer,) = ask(virtual, Command.SEND_UPDATE_NICE)
    assert isinstance(answer, ClockTimes)
    assert not answer.connected
    assert virtual.advance(99.0) == []
    assert ask(virtual, Command.SEND_CLK, 99.0) == [answer]


def test_bytes_that_follow_a_command_are_not_commands() -> None:
    virtual = board()
    beep = bytes((0x2B, 4, 3, 0x45, 0x45, 0))
    assert messages(virtual.receive(0.0, beep + b"\x45")) == [Serial("01234")]
    assert virtual.receive(0.0, beep[:3]) == b""
    assert messages(virtual.receive(0.0, beep[3:] + b"\x4d")) == [Version(1, 8)]


def test_what_is_not_understood_is_passed_over() -> None:
    virtual = board()
    unknown = bytes(set(range(256)) - {int(command) for command in Command})
    assert virtual.receive(0.0, unknown) == b""
    modes = [virtual.mode]
    assert messages(virtual.receive(0.0, b"\x4d")) == [Version(1, 8)]
    modes.append(virtual.mode)
    assert modes == [Mode.BUS, Mode.IDLE]


def test_it_says_when_it_will_have_something_to_say() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    virtual = board(clock)
    assert virtual.due_s is None
    ask(virtual, Command.SEND_UPDATE_NICE)
    clock.start(1.0)
    assert virtual.due_s == pytest.approx(1.05)
    virtual.advance(1.05)
    virtual.touch(Touch(1.1, chess.A8, "."))
    assert virtual.due_s == pytest.approx(1.28)  # square 0 is read every 0.256 s


def test_sensors_are_drawn_within_the_protocols_limits() -> None:
    for seed in range(20):
        assert 0 < Sensors.draw(Random(seed)).clock_delay_s <= 1.0
