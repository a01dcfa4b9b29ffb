"""One board, from the opening of its line on; both ends in simulated time: the opening."""

import chess
import pytest

from drivers.dgt.ask.findings import (
    Followed,
    Identified,
    Lost,
    PowerCycled,
)
from drivers.dgt.ask.single import Conversation
from drivers.dgt.codec import encode
from drivers.dgt.messages import BoardDump as DumpMessage
from drivers.dgt.messages import FieldUpdate as UpdateMessage
from drivers.dgt.messages import Serial
from drivers.dgt.translate import codes_of
from drivers.readings import BoardDump, Identity
from drivers.simulator.hands import Touch
from tests.drivers.dgt.ask_talk import Talk
from tests.drivers.dgt.asking import MAKER, OTHER, SETTLED_S, START, board, move, opened


@pytest.mark.parametrize("piece", [1, 2, 7, 100])
def test_a_board_is_identified_and_followed(piece: int) -> None:
    line = Talk(board(), piece=piece)
    line.open()
    line.advance(SETTLED_S)
    assert [byte for _, byte in line.sent] == [0x45, 0x4D, 0x55, 0x45, 0x41, 0x42, 0x4B, 0x41, 0x42]
    ((_, identified),) = line.findings(Identified)
    assert identified.identity[:3] == ("01234", "3000001234", "1.08")
    ((t_s, followed),) = line.findings(Followed)
    assert followed == Followed(None, ())
    assert t_s > line.times(0x42)[1] > line.times(0x4B)[0]
    assert line.dumps() == [BoardDump(START)] * 2
    assert len(line.found) == 2


def test_a_dump_nobody_asked_for_does_not_say_that_the_board_is_followed() -> None:
    line = Talk(board())
    line.open()
    while not line.times(0x4B):
        line.advance(line.t_s + 0.01)
    line.put(line.t_s, encode(DumpMessage(codes_of(START))))
    line.advance(line.t_s + 0.09)
    assert len(line.dumps()) == 2
    assert not line.talk.followed
    line.advance(SETTLED_S)
    assert line.talk.followed


def test_half_a_message_from_before_the_line_came_back_is_forgotten() -> None:
    line = opened(Talk(board()))
    line.put(2.0, b"\x86\x00\x43")
    line.advance(2.5)
    line.close()
    line.open()
    line.advance(5.0)
    assert [byte for t_s, byte in line.sent if t_s >= 2.5] == [0x45, 0x4D, 0x55, 0x45, 0x41, 0x42, 0x4B, 0x41, 0x42]


def test_a_time_that_is_past_is_taken_as_the_last_one() -> None:
    talk = Conversation()
    assert talk.opened(10.0).send == b"\x45"
    assert talk.heard(5.0, [Identity(serial="01234")], 0).send == b"\x4d"
    assert talk.due_s == pytest.approx(10.5)


def test_numbers_that_are_never_the_same_are_not_asked_without_end() -> None:
    line = Talk(board())
    line.open()
    for n in range(60):
        line.advance(0.2 + n * 0.05)
        line.put(line.t_s, encode(Serial(f"{n:05d}")))
    assert len(line.times(0x45)) < 10


def test_a_change_between_the_first_dump_and_the_mode_is_seen() -> None:
    line = Talk(board())
    line.open()
    while 0x42 not in [byte for _, byte in line.sent]:
        line.advance(line.t_s + 0.001)
    line.board.touch(Touch(line.t_s, chess.E2, "."))
    line.advance(SETTLED_S)
    assert line.placement() == line.board.stands() != START
    assert line.talk.followed


@pytest.mark.parametrize("deaf", [{0x55}, {0x4D, 0x55}, {0x41}, {0x41, 0x4D, 0x55}])
def test_old_boards_that_answer_only_some(deaf: set[int]) -> None:
    line = Talk(board())
    line.deaf = deaf
    line.open()
    line.advance(4.0)
    ((_, identified),) = line.findings(Identified)
    assert identified.identity.serial == "01234"
    assert (identified.identity.version is None) == (0x4D in deaf)
    assert line.talk.followed
    assert len(line.found) == 2  # no fuss
    line.advance(60.0)
    assert len(line.found) == 2


def test_a_board_that_tells_its_number_in_its_text_only() -> None:
    maker = MAKER._replace(trademark="Simulated board\nISP/bus Vs 1.00. Serial nr. 01234 1.0")
    line = Talk(board(maker=maker))
    line.deaf = {0x45, 0x55, 0x4D}
    line.open()
    line.advance(0.9)
    line.board.receive(line.t_s, b"\x44")
    line.put(line.t_s, encode(UpdateMessage(0x34, 0)))  # it lives
    line.advance(8.0)
    ((_, identified),) = line.findings(Identified)
    assert identified.identity.serial == "01234"
    assert 0x47 in [byte for _, byte in line.sent]


def test_a_damaged_number_is_asked_again_before_another_board_is_believed() -> None:
    line = opened(Talk(board()))
    asked = len(line.times(0x45))
    line.put(line.t_s, encode(Serial("01294")))
    line.advance(2.1)
    assert len(line.times(0x45)) == asked + 1
    line.advance(30.0)
    assert line.talk.identity.serial == "01234"
    told = {reading.serial for _, reading in line.heard if isinstance(reading, Identity)}
    assert "01294" not in told
    assert len(line.findings(Identified)) == 1


def test_another_board_on_the_same_line_is_met_anew() -> None:
    line = opened(Talk(board()))
    squares = "." * 64
    line.board = board(maker=OTHER, squares=squares)
    line.advance(12.0)
    assert line.findings(Identified)[-1][1].identity[:3] == ("04321", "3000004321", "1.07")
    assert line.placement() == squares
    assert line.findings(Followed)[-1][1] == Followed(None, ())
    assert not line.findings(PowerCycled)


def test_a_line_that_comes_back_says_what_changed_meanwhile() -> None:
    line = opened(Talk(board()))
    line.advance(10.0)
    line.close()
    assert line.findings(Lost) == [(10.0, Lost())]
    line.advance(12.0)
    move(line, 12.0, chess.E2, chess.E4, "P")
    line.advance(20.0)
    before = len(line.sent)
    line.advance(30.0)
    assert len(line.sent) == before
    line.open()
    line.advance(32.0)
    assert line.findings(Followed)[-1][1] == Followed(10.0, (chess.E2, chess.E4))
    assert line.findings(Identified)[-1][0] > 30.0
    assert line.placement() == line.board.stands()
