"""What a board is made to say is read as what it was to say."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import readings
from drivers.dgt.interpret import Interpreter
from drivers.dgt.log_reading import memory_of
from drivers.dgt.speaking import CannotBeSaidError, asked_by, log_of, said_by
from drivers.readings import Identity

SQUARE = st.integers(0, 63)
PIECE = st.sampled_from(readings.PIECES)
SIDE = st.sampled_from(["left", "right"])
CLOCK_S = st.integers(0, 9 * 3600 + 59 * 60 + 59)
FLAG = st.booleans()
VERSION = st.tuples(st.integers(0, 9), st.integers(0, 99)).map(lambda pair: f"{pair[0]}.{pair[1]:02d}")
DIGITS = st.text(st.sampled_from("0123456789"), min_size=5, max_size=5)
FLAGS = st.sampled_from([(False, False), (True, False), (True, True)])
"""Of one side: whether a flag is shown, and whether the clock stands at 0 because of it."""


@st.composite
def clocks(draw: st.DrawFn) -> readings.Clock:
    (left, left_stands), (right, right_stands) = draw(FLAGS), draw(FLAGS)
    to_move: readings.Side = "right" if draw(FLAG) else "left"
    return readings.Clock(
        draw(CLOCK_S), draw(CLOCK_S), draw(FLAG), to_move, True, draw(FLAG), left, right, left_stands, right_stands
    )


SAID = st.one_of(
    st.builds(readings.FieldUpdate, SQUARE, PIECE),
    st.text(PIECE, min_size=64, max_size=64).map(readings.BoardDump),
    clocks(),
    st.just(readings.Clock(None, None, False, None, False)),
    DIGITS.map(lambda digits: Identity(serial=digits)),
    DIGITS.map(lambda digits: Identity(long_serial=digits * 2)),
    VERSION.map(lambda version: Identity(version=version)),
    st.integers(0, 2**14 - 1).map(lambda address: Identity(address=address)),
    st.integers(0, 100).map(lambda percent: Identity(battery_percent=percent)),
)
RECORD = st.one_of(
    st.builds(readings.LogChange, SQUARE, PIECE, FLAG),
    st.builds(readings.HaltedClock, SIDE, CLOCK_S),
    st.just(readings.LogStanding("RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr")),
    st.just(readings.LogStanding("." * 64)),
)


@given(SAID)
def test_a_reading_is_said_and_read_again(reading: readings.Reading) -> None:
    board = Interpreter()
    board.up()
    assert board.rx(said_by(reading)) == [reading]
    assert not board.dropped


@given(st.lists(RECORD))
def test_a_log_is_written_and_read_again(records: list[Any]) -> None:
    assert memory_of(log_of([readings.HaltedClock("left", 0), *records])).records[1:] == tuple(records)


@given(st.lists(st.one_of(RECORD, st.builds(readings.LogRestart, st.text(PIECE, min_size=64, max_size=64)))))
def test_what_was_read_of_a_log_is_written_and_read_again(records: list[Any]) -> None:
    once = memory_of(log_of(records)).records
    assert memory_of(log_of(once)).records == once


@pytest.mark.parametrize("what", ["dump", "clock", "memory", "version"])
def test_what_is_asked_is_read_again(what: str) -> None:
    assert Interpreter().tx(asked_by(readings.Asked(what))) == [readings.Asked(what)]


def test_noise_is_as_much_as_it_was() -> None:
    board = Interpreter()
    board.up()
    board.rx(said_by(readings.Complaint("bad_length", 17, "17 bytes")))
    assert sum(board.dropped.values()) == 17


@pytest.mark.parametrize(
    "reading",
    [
        readings.BOARD_RESTARTED,
        readings.Clock(1_000_000, 0, False, "left"),
        readings.BoardDump("x" * 64),
        readings.Score(("e4",)),
        Identity(serial="none"),
    ],
)
def test_what_no_board_says_is_refused(reading: readings.Reading) -> None:
    with pytest.raises(CannotBeSaidError):
        said_by(reading)
    with pytest.raises(CannotBeSaidError):
        asked_by(readings.Asked("ping"))
