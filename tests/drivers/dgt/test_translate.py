"""Messages as readings: squares, letters, clock and identity."""

import pytest

from drivers import readings
from drivers.dgt.messages import (
    Battery,
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
from drivers.dgt.translate import codes_of, reading_of, square_of, squares_of
from tests.drivers.dgt.specimens import START_CODES

START = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"


@pytest.mark.parametrize(
    ("wire", "chess"), [(0, 56), (7, 63), (8, 48), (56, 0), (63, 7), (0x34, 12), (0x1B, 35)], ids=str
)
def test_squares(wire: int, chess: int) -> None:
    assert square_of(wire) == chess
    assert square_of(chess) == wire


def test_the_start_position_as_a_board_sends_it() -> None:
    # The dump of shared/captures/real-blitz-1.dgt, whose White plays from rank 1.
    assert squares_of(START_CODES) == START
    assert codes_of(START) == START_CODES
    assert reading_of(BoardDump(START_CODES)) == readings.BoardDump(START)


@pytest.mark.parametrize(
    ("code", "letter"), [(0, "."), (1, "P"), (6, "Q"), (7, "p"), (0xC, "q"), (0xD, "="), (0xE, ">"), (0xF, "<")]
)
def test_letters(code: int, letter: str) -> None:
    assert reading_of(FieldUpdate(0x34, code)) == readings.FieldUpdate(12, letter)
    assert reading_of(FieldUpdate(0x34, code | 0x10)) == readings.FieldUpdate(12, letter)


def test_result_pieces_are_those_the_readings_name() -> None:
    letters = [reading_of(FieldUpdate(0, code)) for code in (0xD, 0xE, 0xF)]
    assert [readings.MAGIC[update.piece] for update in letters if isinstance(update, readings.FieldUpdate)] == [
        "1/2-1/2",
        "1-0",
        "0-1",
    ]


@pytest.mark.parametrize("left_turn", [False, True])
@pytest.mark.parametrize("right_turn", [False, True])
def test_the_lever_alone_says_whose_turn_it_is(left_turn: bool, right_turn: bool) -> None:
    high = reading_of(ClockTimes(5, 6, True, True, left_turn, right_turn))
    low = reading_of(ClockTimes(5, 6, False, False, left_turn, right_turn))
    assert high == readings.Clock(5, 6, running=True, to_move="right")
    assert low == readings.Clock(5, 6, running=False, to_move="left")


def test_no_clock_says_nothing_but_that() -> None:
    times = ClockTimes(None, None, True, True, False, True, connected=False, left_flag=True)
    assert reading_of(times) == readings.Clock(None, None, running=False, to_move=None, connected=False)


@pytest.mark.parametrize("field", ["left_flag", "left_flag_shown"])
def test_either_flag_is_a_fallen_flag(field: str) -> None:
    times = ClockTimes(0, 9, True, True, False, True)._replace(**{field: True})
    clock = reading_of(times)
    assert isinstance(clock, readings.Clock)
    assert clock.left_flag
    assert not clock.right_flag
    assert (clock.left_blocked, clock.right_blocked) == (field == "left_flag", False)


@pytest.mark.parametrize(
    ("message", "identity"),
    [
        (Serial("01025", " 1.0"), readings.Identity(serial="01025")),
        (LongSerial("3000147740"), readings.Identity(long_serial="3000147740")),
        (Version(1, 8), readings.Identity(version="1.08")),
        (HardwareVersion(2, 10), readings.Identity(hardware="2.10")),
        (BusAddress(1025), readings.Identity(address=1025)),
        (Battery(88, None, None, 0, 0, 0, 0, 0, False, False), readings.Identity(battery_percent=88)),
        (Trademark("one\r\ntwo\n"), readings.Identity(trademark="one\ntwo\n")),
        (Trademark("x\nSerial nr. 01025 1.0\n"), readings.Identity("01025", trademark="x\nSerial nr. 01025 1.0\n")),
    ],
)
def test_identity(message: Message, identity: readings.Identity) -> None:
    assert reading_of(message) == identity


def test_a_trademark_cannot_command_a_terminal() -> None:
    identity = reading_of(Trademark("\x1b[31mred\x07\x00\rover\x7f"))
    assert identity == readings.Identity(trademark="\\x1b[31mred\\x07\\x00\nover\\x7f")
