"""One board, from the opening of its line on; both ends in simulated time: following."""

from itertools import pairwise

import chess

from drivers.dgt.ask.findings import (
    Corrected,
    Doubted,
    NotForThis,
    PowerCycled,
)
from drivers.dgt.ask.single import Conversation
from drivers.dgt.codec import encode
from drivers.dgt.messages import BoardDump as DumpMessage
from drivers.dgt.messages import FieldUpdate as UpdateMessage
from drivers.dgt.translate import codes_of
from drivers.readings import BoardDump, Identity, Request
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hands import Touch
from tests.drivers.dgt.ask_talk import Talk
from tests.drivers.dgt.asking import START, board, move, opened


def test_a_dump_once_a_move_has_come_to_rest() -> None:
    line = opened(Talk(board()))
    move(line, 4.0, chess.E2, chess.E4, "P")
    line.advance(6.9)
    dumps = [t_s for t_s in line.times(0x42) if t_s > 4.0]
    assert len(dumps) == 2
    assert all(4.5 <= t_s < 6.3 for t_s in dumps)
    assert dumps[1] - dumps[0] >= 1.0 - 1e-9


def test_changes_that_never_rest_are_checked_all_the_same() -> None:
    line = opened(Talk(board()))
    for n in range(300):
        t_s = 3.0 + n * 0.1
        line.advance(t_s)
        line.board.touch(Touch(t_s, (chess.E4, chess.D5, chess.C3)[n % 3], ".Pq"[n // 3 % 3]))
    dumps = [t_s for t_s in line.times(0x42) if t_s > 3.0]
    assert 4 <= len(dumps) <= 8


def test_a_dump_now_and_then_although_nothing_moves() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    line = opened(Talk(board(clock)))
    clock.start(2.0)
    line.advance(120.0)
    gaps = [b - a for a, b in pairwise([*line.times(0x42), 120.0])]
    assert 25.0 < max(gaps) < 31.0


def test_dumps_that_contradict_without_end_are_asked_for_at_a_pace() -> None:
    talk = Conversation()
    talk.opened(0.0)
    dumps, t_s = 0, 0.0
    for n in range(3000):
        t_s = 0.01 * n
        turn = talk.tick(t_s)
        while turn.send in (b"\x42", b"\x45"):
            dumps += turn.send == b"\x42"
            dump = BoardDump("." * dumps + "Q" + "." * (63 - dumps))
            turn = talk.heard(t_s, [dump if turn.send == b"\x42" else Identity(serial="01234")], 0)
    assert 22 <= dumps <= 36


def test_a_board_that_misses_its_dumps_is_followed_as_soon_as_it_answers() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    line = Talk(board(clock))
    line.deaf = {0x42}
    clock.start(0.0)
    line.open()
    line.advance(20.0)
    assert not line.talk.followed
    line.deaf = set()
    line.advance(25.0)
    assert line.talk.followed


def test_a_complaint_brings_a_dump_and_the_clock() -> None:
    line = opened(Talk(board()))
    line.advance(3.5)
    line.put(3.5, b"\x8e\x00")
    line.put(3.5, encode(UpdateMessage(0x34, 0)))
    line.advance(4.0)
    assert [byte for t_s, byte in line.sent if t_s > 3.4][:4] == [0x42, 0x41, 0x4B, 0x42]  # the update was not true
    assert line.times(0x41)[-1] > 3.4


def test_a_damaged_update_is_corrected_by_two_dumps_alike() -> None:
    line = opened(Talk(board()))
    line.advance(4.0)
    line.put(4.0, encode(UpdateMessage(0x34, 0)))  # e2 empty, which is not true
    line.advance(4.3)
    assert line.placement() != START
    line.advance(6.0)
    assert line.placement() == START
    assert line.findings(Doubted)[0][1].squares == (chess.E2,)
    assert line.findings(Corrected)[0][1].squares == (chess.E2,)
    assert not line.findings(PowerCycled)


def test_a_damaged_dump_is_never_passed_on() -> None:
    line = opened(Talk(board()))
    wrong = START[:12] + "Q" + START[13:]
    line.put(line.t_s, encode(DumpMessage(codes_of(wrong))))
    line.advance(10.0)
    assert [finding.squares for _, finding in line.findings(Doubted)] == [(chess.E2,)]
    assert {dump.squares for dump in line.dumps()} == {START}
    assert not line.findings(Corrected) + line.findings(PowerCycled)


def test_a_first_dump_that_was_damaged_is_put_right_before_the_board_is_followed() -> None:
    line = Talk(board())
    line.deaf = {0x42}
    line.open()
    line.advance(0.7)
    line.put(line.t_s, encode(DumpMessage(codes_of(START[:12] + "Q" + START[13:]))))
    line.deaf = set()
    line.advance(6.0)
    assert line.talk.followed
    assert line.placement() == START
    assert line.dumps()[-1].squares == START


def test_dumps_and_questions_do_not_come_too_often() -> None:
    line = opened(Talk(board()))
    for n in range(200):
        line.advance(2.0 + n * 0.05)
        line.request(Request.DUMP)
    dumps = [t_s for t_s in line.times(0x42) if t_s > 2.0]
    assert 9 <= len(dumps) <= 11
    assert min(b - a for a, b in pairwise(dumps)) >= 1.0 - 1e-9


def test_a_start_is_not_marked_on_the_line_of_one_board() -> None:
    line = opened(Talk(board()))
    before = len(line.sent)
    turn = line.talk.requested(line.t_s, Request.MARK_START)
    assert turn.findings == [NotForThis(Request.MARK_START)]
    assert not turn.send
    assert len(line.sent) == before
