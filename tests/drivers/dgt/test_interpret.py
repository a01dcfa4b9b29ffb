"""The interpreter of a line: readings, what was asked, complaints, the line itself."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.codec import encode
from drivers.dgt.commands import FORBIDDEN, Command
from drivers.dgt.interpret import COMPLAINT_EVERY_S, TEXTS, CommandReader, Interpreter
from drivers.dgt.messages import (
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    Fault,
    FieldUpdate,
    I2CClock,
    KeyState,
    LockState,
    Message,
)
from drivers.readings import Asked, Clock, Complaint, LineDown, LineUp, Reading
from drivers.readings import FieldUpdate as SquareChanged
from tests.drivers.dgt.streams import cuts, streams

UPDATE = encode(FieldUpdate(0x34, 0))
E2_EMPTY = SquareChanged(12, ".")


def everything(pieces: list[bytes]) -> tuple[list[Reading], Counter[str], dict[str, int]]:
    """Readings, noted, and all complaints of pieces that come half a second apart."""
    interpreter = Interpreter()
    readings: list[Reading] = []
    told: Counter[str] = Counter()
    for number, piece in enumerate(pieces):
        readings += interpreter.rx(piece)
        told.update({said.kind: said.dropped for said in interpreter.complaints(number * COMPLAINT_EVERY_S / 2)})
    for said in interpreter.down():
        if isinstance(said, Complaint):
            told[said.kind] += said.dropped
    assert told == dict(interpreter.dropped)
    return readings, interpreter.noted, dict(told)


@given(streams, st.data())
def test_readings_and_totals_do_not_depend_on_the_cut(stream: bytes, data: st.DataObject) -> None:
    whole = everything([stream])
    assert everything(data.draw(cuts(stream))) == whole
    assert everything([stream[at : at + 1] for at in range(len(stream))]) == whole


def test_a_noisy_line_complains_once_a_second() -> None:
    interpreter = Interpreter()
    complaints: list[Complaint] = []
    for tick in range(300):
        interpreter.rx(b"\x11")
        complaints += interpreter.complaints(tick / 100)
    assert [said.dropped for said in complaints] == [1, 100, 100]
    assert [said.kind for said in complaints] == [Fault.NOISE] * 3
    assert interpreter.down("unplugged") == [
        Complaint(Fault.NOISE, 99, f"99 bytes: {TEXTS[Fault.NOISE]}"),
        LineDown("unplugged"),
    ]


def test_a_clean_line_never_complains() -> None:
    interpreter = Interpreter()
    assert interpreter.up() == [LineUp()]
    assert interpreter.rx(UPDATE) == [E2_EMPTY]
    assert interpreter.complaints(10.0) == []
    assert interpreter.down() == [LineDown()]


def test_half_a_message_does_not_outlive_the_line() -> None:
    interpreter = Interpreter()
    interpreter.rx(UPDATE[:3])
    interpreter.up()
    assert interpreter.rx(UPDATE[3:]) == []
    assert interpreter.rx(UPDATE) == [E2_EMPTY]
    assert interpreter.dropped == {Fault.CUT_OFF: 3, Fault.NOISE: 2}


def test_silence_inside_a_message_drops_it() -> None:
    interpreter = Interpreter()
    interpreter.rx(UPDATE[:4])
    interpreter.silent()
    assert interpreter.dropped == {Fault.CUT_OFF: 4}
    assert interpreter.pending == 0


def test_what_is_no_reading_is_noted() -> None:
    interpreter = Interpreter()
    quiet: tuple[Message, ...] = (
        ClockAck(0x10, 9, 0x20, 0),
        ClockZero(),
        I2CClock(b"\x01"),
        LockState(0),
        KeyState(0),
    )
    assert interpreter.rx(b"".join(map(encode, quiet))) == []
    assert interpreter.noted == dict.fromkeys(("clock_ack", "clock_zero", "i2c_clock", "lock_state", "key_state"), 1)
    assert interpreter.dropped == {}


def test_turn_bits_against_the_lever_are_noted_and_not_believed() -> None:
    interpreter = Interpreter()
    (clock,) = interpreter.rx(encode(ClockTimes(5, 6, True, True, True, False)))
    assert isinstance(clock, Clock)
    assert clock.to_move == "right"
    assert interpreter.noted == {"turn_disagrees": 1}
    interpreter.rx(encode(ClockTimes(5, 6, True, True, False, True)))
    assert interpreter.noted == {"turn_disagrees": 1}


def test_draughts_is_named_as_not_chess() -> None:
    interpreter = Interpreter()
    assert interpreter.rx(encode(DraughtsDump("dark", bytes(50))) + encode(DraughtsDump("all", bytes(100)))) == []
    (complaint,) = interpreter.complaints(0.0)
    assert complaint.kind == "not_chess"
    assert complaint.dropped == 156
    assert "draughts" in complaint.text


ANSWERED = {"41": "clock", "42": "dump", "45": "serial", "46": "bus address", "47": "trademark"}
ANSWERED |= {"49": "memory", "4d": "version"}


@pytest.mark.parametrize(("sent", "what"), ANSWERED.items())
def test_requests_that_must_be_answered(sent: str, what: str) -> None:
    interpreter = Interpreter()
    assert interpreter.tx(bytes.fromhex(sent)) == [Asked(what)]
    assert interpreter.asked == what
    interpreter.rx(UPDATE)
    assert interpreter.asked is None


@pytest.mark.parametrize("sent", ["40", "43", "44", "4b", "48", "4c", "55", "56", "df", "00"])
def test_commands_without_a_certain_answer(sent: str) -> None:
    assert Interpreter().tx(bytes.fromhex(sent)) == []


@pytest.mark.parametrize(
    ("sent", "commands"),
    [
        ("40 40 42", [0x40, 0x40, 0x42]),
        ("2b 04 03 0b 42 00 4d", [0x2B, 0x4D]),
        ("60 04 01 42 4d 00 4b", [0x60, 0x4B]),
        ("63 07 42 42 42 42 42 42 00 44", [0x63, 0x44]),
        ("60 00 42", [0x60, 0x42]),
        ("4a 82 42 42 06 42", [0x4A, 0x82, 0x42]),
    ],
)
def test_command_bytes_are_told_from_what_follows_them(sent: str, commands: list[int]) -> None:
    data = bytes.fromhex(sent)
    assert CommandReader().feed(data) == commands
    one_by_one = CommandReader()
    assert [command for at in range(len(data)) for command in one_by_one.feed(data[at : at + 1])] == commands


def test_the_forbidden_commands_write_to_the_board_or_leave_single_mode() -> None:
    assert {0x4A, 0x4E, 0x51, 0x53, 0x54} == FORBIDDEN
    assert all(command & 0x80 == 0 for command in Command)
