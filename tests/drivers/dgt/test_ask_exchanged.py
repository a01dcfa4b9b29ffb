"""Another board on a line that never went down: a plug behind an adapter or a serial server; in simulated time."""

from itertools import pairwise

import chess
import pytest

from drivers.dgt.ask.findings import Followed, Identified, MemoryEnded, Silent
from drivers.dgt.codec import encode
from drivers.dgt.messages import FieldUpdate as UpdateMessage
from drivers.dgt.messages import Serial
from drivers.readings import BoardDump, FieldUpdate, Identity, Reading, Request
from drivers.simulator.board import Maker, Mode
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hall import placement
from tests.drivers.dgt.ask_talk import PowerBoard, Talk
from tests.drivers.dgt.asking import MAKER, OTHER, board, move, opened

START = placement(chess.Board())
IN_TEXT = Maker("00777", "", trademark="Simulated board\nISP/bus Vs 1.00. Serial nr. 00777 1.0")
ONLY_IN_TEXT = {0x45, 0x55}
"""What boards of 1998 do not answer."""


def exchange(line: Talk, other: PowerBoard, t_s: float) -> None:
    """The plug goes to another board; what was on its way is lost."""
    line.advance(t_s)
    line._wire.clear()
    line._free_s = t_s
    line.board = other


def found_s(line: Talk, serial: str) -> float:
    return next(t_s for t_s, reading in line.heard if isinstance(reading, Identity) and reading.serial == serial)


def told_before(line: Talk, from_s: float, until_s: float) -> list[Reading]:
    """Which squares were told in this time, by whomever."""
    return [reading for t_s, reading in line.heard if from_s < t_s < until_s and isinstance(reading, FieldUpdate)]


def running(line_s: float) -> DgtClock:
    clock = DgtClock(TimeControl(300, 3), "left")
    clock.start(line_s)
    return clock


@pytest.mark.parametrize("at_s", [3.0, 4.1, 5.6, 7.2, 9.9, 30.0, 33.3])
@pytest.mark.parametrize("squares", [START, "." * 64])
def test_a_board_that_says_nothing_is_known_before_anything_of_it_is_told(at_s: float, squares: str) -> None:
    line = opened(Talk(board()))
    exchange(line, board(maker=OTHER, squares=squares), at_s)
    for n, (origin, to) in enumerate(((chess.E2, chess.E4), (chess.D2, chess.D4), (chess.C2, chess.C4))):
        move(line, at_s + 0.5 + n, origin, to, "P")
    line.advance(at_s + 20.0)
    told_s = found_s(line, OTHER.serial)
    assert told_s < at_s + 3.5
    assert not told_before(line, at_s, told_s)
    dumps = [reading for t_s, reading in line.heard if at_s < t_s < told_s and isinstance(reading, BoardDump)]
    assert {dump.squares for dump in dumps} <= {START}
    assert line.findings(Identified)[-1][1].identity.serial == OTHER.serial
    assert line.findings(Followed)[-1][1] == Followed(None, ())
    assert line.placement() == line.board.stands()


@pytest.mark.parametrize("theirs", [None, 20.0])
def test_a_board_under_a_running_clock_is_known_as_soon(theirs: float | None) -> None:
    line = opened(Talk(board(running(2.0))))
    exchange(line, board(None if theirs is None else running(theirs), OTHER), 20.0)
    move(line, 21.0, chess.E2, chess.E4, "P")
    line.advance(40.0)
    told_s = found_s(line, OTHER.serial)
    assert told_s < 23.6
    assert not told_before(line, 20.0, told_s)
    assert line.placement() == line.board.stands()


@pytest.mark.parametrize("clock", [False, True])
def test_a_board_that_tells_its_changes_already_is_known_when_the_first_is_checked(clock: bool) -> None:
    line = opened(Talk(board(running(2.0) if clock else None)))
    other = board(running(20.0) if clock else None, OTHER)
    other._mode = Mode.UPDATE_NICE
    exchange(line, other, 20.0)
    move(line, 21.0, chess.E2, chess.E4, "P")
    line.advance(40.0)
    assert found_s(line, OTHER.serial) < 23.0
    assert line.placement() == line.board.stands()


def test_a_board_that_only_its_clock_tells_of_is_known_within_half_a_minute() -> None:
    line = opened(Talk(board(running(2.0))))
    other = board(running(20.0), OTHER)
    other._mode = Mode.UPDATE_NICE
    exchange(line, other, 20.0)
    line.advance(60.0)
    assert found_s(line, OTHER.serial) < 51.0


@pytest.mark.parametrize("after_s", [-0.5, 0.0, 0.2, 4.0, 8.5])
def test_a_board_exchanged_around_the_reading_of_a_memory_is_known_before_it_is_followed(after_s: float) -> None:
    line = opened(Talk(board(), piece=16))
    wanted_s = 10.0
    if after_s < 0:
        exchange(line, board(maker=OTHER), wanted_s + after_s)
    line.advance(wanted_s)
    line.request(Request.MEMORY)
    if after_s >= 0:
        exchange(line, board(maker=OTHER), wanted_s + after_s)
    line.advance(40.0)
    told_s = found_s(line, OTHER.serial)
    assert not [t_s for t_s in line.times(0x4B) if wanted_s + after_s < t_s < told_s]
    assert told_s < wanted_s + max(0.0, after_s) + 6.0
    assert line.findings(MemoryEnded)
    assert line.talk.followed


@pytest.mark.parametrize("first", ["in text", "by number"])
def test_boards_that_have_their_number_in_their_text_are_told_apart(first: str) -> None:
    line = Talk(board(maker=IN_TEXT if first == "in text" else MAKER))
    line.deaf = ONLY_IN_TEXT if first == "in text" else set()
    line.open()
    line.advance(9.0)
    assert line.talk.identity.serial == ("00777" if first == "in text" else MAKER.serial)
    exchange(line, board(maker=IN_TEXT._replace(serial="00888", trademark=IN_TEXT.trademark.replace("777", "888"))), 10)
    line.deaf = ONLY_IN_TEXT
    line.advance(60.0)
    assert line.talk.identity.serial == "00888"
    assert line.talk.followed
    assert not line.findings(Silent)


def test_a_board_that_does_not_know_its_number_is_not_asked_for_it_at_every_move() -> None:
    line = Talk(board(maker=IN_TEXT))
    line.deaf = ONLY_IN_TEXT
    line.open()
    line.advance(9.0)
    asked = len(line.times(0x45)), len(line.times(0x47))
    for n in range(20):
        move(line, 10.0 + 2.0 * n, chess.E2 if n % 2 == 0 else chess.E4, chess.E4 if n % 2 == 0 else chess.E2, "P")
    line.advance(50.0)
    assert len(line.times(0x45)) <= asked[0] + 2  # one keep-alive
    assert len(line.times(0x47)) <= asked[1] + 2
    assert line.placement() == line.board.stands()


def test_damage_on_a_line_does_not_keep_another_board_from_being_found() -> None:
    line = opened(Talk(board()))
    for n in range(10):  # each looks like another number, and none is said twice
        line.put(line.t_s, encode(Serial(f"{n:05d}")))
        line.advance(line.t_s + 1.0)
    exchange(line, board(maker=OTHER), line.t_s)
    at_s = line.t_s
    move(line, at_s + 0.5, chess.E2, chess.E4, "P")
    line.advance(at_s + 20.0)
    told_s = found_s(line, OTHER.serial)
    assert told_s < at_s + 3.5
    assert not told_before(line, at_s, told_s)


def test_who_it_is_is_asked_with_every_check_and_not_more_often() -> None:
    line = opened(Talk(board()))
    for n in range(30):
        move(line, 3.0 + n, chess.E2 if n % 2 == 0 else chess.E4, chess.E4 if n % 2 == 0 else chess.E2, "P")
    line.advance(40.0)
    asked = [t_s for t_s in line.times(0x45) if t_s > 3.0]
    assert 15 <= len(asked) <= len(line.times(0x42))
    assert min(b - a for a, b in pairwise(asked)) >= 1.0


def test_who_it_is_is_not_asked_where_there_was_no_time_for_another_board() -> None:
    line = opened(Talk(board()))
    line.advance(3.1)
    for n in range(250):
        line.put(line.t_s, encode(UpdateMessage(52, n % 2)))
        line.advance(line.t_s + 0.1)
    asked = [t_s for t_s in line.times(0x45) if 9.0 < t_s < 28.0]
    checked = [t_s for t_s in line.times(0x42) if 9.0 < t_s < 28.0]
    assert not asked
    assert len(checked) >= 4
