"""One board, from the opening of its line on; both ends in simulated time."""

from itertools import pairwise
from random import Random

import chess
import pytest

from drivers.dgt.ask.findings import (
    Corrected,
    Doubted,
    Followed,
    Identified,
    Lost,
    MemoryEnded,
    MemoryProgress,
    Noisy,
    NotForThis,
    PowerCycled,
    Quiet,
    Silent,
)
from drivers.dgt.ask.following import Following
from drivers.dgt.ask.single import Conversation
from drivers.dgt.codec import encode
from drivers.dgt.log_reading import memory_of
from drivers.dgt.messages import BoardDump as DumpMessage
from drivers.dgt.messages import FieldUpdate as UpdateMessage
from drivers.dgt.messages import Serial
from drivers.dgt.translate import codes_of
from drivers.readings import BoardDump, Clock, Complaint, FieldUpdate, Identity, Memory, Request
from drivers.simulator.board import Maker, Sensors
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hall import placement
from drivers.simulator.hands import Touch
from drivers.simulator.scan import Rhythm
from tests.drivers.dgt.ask_talk import PowerBoard, Talk

START = placement(chess.Board())
MAKER = Maker("01234", "3000001234", version=(1, 8), hardware=(2, 1), address=1025)
OTHER = Maker("04321", "3000004321", version=(1, 7))
SENSORS = Sensors(Rhythm(0.256, 0.0), clock_delay_s=0.05)
SETTLED_S = 2.0
"""By then an opening with a board that answers is over."""


def board(clock: DgtClock | None = None, maker: Maker = MAKER, squares: str = START) -> PowerBoard:
    return PowerBoard(squares, maker, SENSORS, clock)


def opened(line: Talk) -> Talk:
    line.open()
    line.advance(line.t_s + SETTLED_S)
    assert line.talk.followed
    return line


def move(line: Talk, t_s: float, origin: int, to: int, piece: str) -> None:
    line.advance(t_s)
    line.board.touch(Touch(t_s, origin, "."))
    line.advance(t_s + 0.5)
    line.board.touch(Touch(t_s + 0.5, to, piece))


# --- the opening --------------------------------------------------------------------------------------------


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


# --- following ----------------------------------------------------------------------------------------------


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


# --- power, silence, noise ----------------------------------------------------------------------------------


@pytest.mark.parametrize("off_s", [0.0, 0.5, 20.0])
def test_a_power_cycle_in_mid_game_is_noticed_without_a_clock(off_s: float) -> None:
    line = opened(Talk(board()))
    move(line, 4.0, chess.E2, chess.E4, "P")
    line.advance(10.0)
    line.board.unplug()
    line.advance(10.0 + off_s)
    line.board.plug()
    move(line, 10.5 + off_s, chess.E7, chess.E5, "p")
    line.advance(22.0 + off_s)
    assert line.talk.followed
    assert line.placement() == line.board.stands()
    last = line.findings(Followed)[-1][1]
    if line.findings(PowerCycled) or off_s > 10:
        assert last.changed == (chess.E5, chess.E7)
    move(line, 23.0 + off_s, chess.G1, chess.F3, "N")
    line.advance(24.0 + off_s)
    assert FieldUpdate(chess.F3, "N") in [reading for _, reading in line.heard]


def test_a_board_that_stopped_telling_is_named() -> None:
    line = opened(Talk(board()))
    line.advance(5.1)  # its number was asked for at five, its position will be at eight
    line.board.unplug()
    line.board.plug()
    move(line, 5.2, chess.E2, chess.E4, "P")
    line.advance(12.0)
    ((t_s, cycled),) = line.findings(PowerCycled)
    assert 0.0 < cycled.since_s < 5.1
    assert t_s < 8.5
    assert line.findings(Followed)[-1][1].changed == (chess.E2, chess.E4)


def test_a_running_clock_that_falls_silent_gives_the_power_cycle_away() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    line = opened(Talk(board(clock)))
    clock.start(3.0)
    line.advance(10.0)
    line.board.unplug()
    line.board.plug()
    line.advance(14.0)
    ((t_s, cycled),) = line.findings(PowerCycled)
    assert 9.0 < cycled.since_s < 10.1
    assert t_s < 13.5
    assert line.talk.followed
    before = len(line.heard)
    line.advance(20.0)
    ticks = [reading for _, reading in line.heard[before:] if isinstance(reading, Clock)]
    assert len(ticks) >= 5
    assert len(line.findings(PowerCycled)) == 1


def test_a_clock_that_stands_or_delays_is_no_power_cycle() -> None:
    clock = DgtClock(TimeControl(180, 2), "left")
    line = opened(Talk(board(clock)))
    line.advance(120.0)
    assert not line.findings(PowerCycled)
    assert line.talk.followed


def test_a_running_clock_whose_time_stands_proves_nothing() -> None:
    following = Following()
    following.mode_set = True
    following.sees(START)
    ran = Clock(60, 60, running=True, to_move="left")
    assert following.clock(0.0, ran) is None
    assert following.clock(6.0, ran) is None  # a delay
    assert following.clock(9.5, ran._replace(left_s=59)) is None  # its next second, asked for just before it is told
    assert following.clock(11.5, ran._replace(left_s=57)) is None  # one message missed
    assert following.clock(15.0, ran._replace(left_s=54)) == 11.5


def test_a_clock_whose_messages_were_damaged_is_no_power_cycle() -> None:
    line = opened(Talk(board()))
    ran = Clock(60, 60, running=True, to_move="left")
    line.talk.heard(2.0, [ran], 0)
    line.talk.complained(5.1, [Complaint("noise", 20, "")])
    turn = line.talk.heard(5.1, [ran._replace(left_s=57)], 0)
    assert not [finding for finding in turn.findings if isinstance(finding, PowerCycled)]


def test_silence_is_found_and_ended() -> None:
    line = opened(Talk(board()))
    line.advance(4.0)
    line.board.unplug()
    line.advance(20.0)
    ((t_s, _),) = line.findings(Silent)
    asked = [sent_s for sent_s, byte in line.sent if sent_s > 4.0 and byte != 0x4B]
    assert t_s == pytest.approx(asked[1] + 3.0)
    assert not line.talk.followed
    assert line.talk.silent
    line.advance(60.0)
    assert len([None for sent_s, _ in line.sent if sent_s > 20.0]) <= 40
    line.board.plug()
    line.advance(66.0)
    assert not line.talk.silent
    assert line.findings(Followed)[-1][0] > 60.0
    assert len(line.findings(Silent)) == 1


def test_a_board_that_never_answers() -> None:
    line = Talk(board())
    line.board.unplug()
    line.open()
    line.advance(300.0)
    assert [type(finding) for _, finding in line.found] == [Silent]
    assert len(line.sent) < 250
    silent_s = line.found[0][0]
    assert silent_s == pytest.approx(3.5)
    assert {byte for t_s, byte in line.sent if t_s > silent_s} == {0x45, 0x42}
    assert not line.heard


def test_a_quiet_board_is_asked_now_and_then_and_nothing_else_is_found() -> None:
    line = opened(Talk(board()))
    line.advance(600.0)
    assert len(line.found) == 2
    gaps = [b - a for (a, _), (b, _) in pairwise(line.sent)]
    assert max(gaps) < 3.5
    assert len(line.sent) < 450


def test_noise_is_found_and_ends() -> None:
    line = opened(Talk(board()))
    line.put(2.0, bytes(range(29)))
    line.advance(3.5)
    assert not line.findings(Noisy)
    line.put(3.5, b"\x00" * 5)
    line.advance(6.0)
    assert line.findings(Noisy)[0][1].dropped >= 30
    assert line.talk.noisy
    line.advance(40.0)
    assert len(line.findings(Quiet)) == 1
    assert not line.talk.noisy
    assert line.talk.followed


def test_a_draughts_board_is_no_noise() -> None:
    line = opened(Talk(board()))
    sent = line.talk.complained(line.t_s, [Complaint("not_chess", 103, "")])
    assert not sent.findings
    line.advance(4.0)
    assert not line.talk.noisy


def test_a_message_that_stops_half_way_is_given_up() -> None:
    line = opened(Talk(board()))
    line.put(2.0, b"\x8f\x3e\x03")
    line.advance(2.9)
    assert line.interpreter.pending == 3
    line.advance(3.2)
    assert line.interpreter.pending == 0
    assert line.interpreter.dropped["cut_off"] == 3
    line.advance(4.5)
    assert line.times(0x42)[-1] > 3.0


@pytest.mark.parametrize("late_s", [0.3, 0.7, 1.6, 4.0])
def test_answers_that_come_late(late_s: float) -> None:
    line = Talk(board())
    line.late_s = lambda _command: late_s
    line.open()
    line.advance(40.0)
    assert line.talk.identity.serial == "01234"
    assert line.placement() == START
    assert not line.findings(PowerCycled)
    line.late_s = lambda _command: 0.005
    line.advance(60.0)
    assert line.talk.followed
    assert not line.talk.silent


def test_answers_that_come_twice() -> None:
    line = Talk(board())
    line.echoes = 2
    line.open()
    line.advance(30.0)
    move(line, 30.0, chess.E2, chess.E4, "P")
    line.advance(40.0)
    assert line.talk.followed
    assert line.placement() == line.board.stands()
    assert {type(finding) for _, finding in line.found} == {Identified, Followed}


# --- memory -------------------------------------------------------------------------------------------------


def test_the_memory_is_read_and_what_was_missed_meanwhile_is_named() -> None:
    line = opened(Talk(board(), piece=16))
    line.advance(5.5)
    line.request(Request.MEMORY)
    move(line, 8.0, chess.E2, chess.E4, "P")
    line.advance(20.0)
    asked = [byte for t_s, byte in line.sent if t_s >= 5.5]
    assert asked[:2] == [0x45, 0x40]  # whose memory it is, is asked before and after
    assert asked[2:9] == [0x49, 0x45, 0x4B, 0x41, 0x42, 0x4B, 0x42]  # the first dump after it contradicts
    assert [reading for _, reading in line.heard if isinstance(reading, Memory)] == [memory_of(line.board.memory)]
    assert line.findings(MemoryEnded)[0][1] == MemoryEnded(True)
    progress = [finding.got_bytes for _, finding in line.findings(MemoryProgress)]
    assert 7 <= len(progress) <= 10
    assert progress == sorted(progress)
    followed = line.findings(Followed)[-1][1]
    assert followed.blind_since_s == pytest.approx(5.5, abs=0.02)
    assert followed.changed == (chess.E2, chess.E4)
    assert line.placement() == line.board.stands()
    assert not line.findings(Silent)
    assert not line.findings(PowerCycled)


def test_a_board_without_a_memory_is_followed_again_soon() -> None:
    line = opened(Talk(board()))
    line.deaf = {0x49}
    line.request(Request.MEMORY)
    line.advance(7.0)
    assert [finding for _, finding in line.findings(MemoryEnded)] == [MemoryEnded(False)]
    assert line.talk.followed
    assert line.findings(Followed)[-1][1].changed == ()


def test_a_memory_that_dribbles_is_given_up_after_fifteen_seconds() -> None:
    line = opened(Talk(board()))
    line.deaf = {0x49}
    line.request(Request.MEMORY)
    for n in range(100):
        line.advance(3.0 + n * 0.4)
        line.put(line.t_s, b"\x8f\x3e\x03" if n == 0 else b"\x00")
    ((t_s, _),) = line.findings(MemoryEnded)
    assert t_s == pytest.approx(2.1 + 15.0, abs=0.1)
    assert line.times(0x4B)[-1] >= t_s


def test_a_line_lost_while_the_memory_is_read() -> None:
    line = opened(Talk(board()))
    line.request(Request.MEMORY)
    line.advance(5.0)
    line.close()
    assert line.findings(MemoryEnded)[0][1] == MemoryEnded(False)
    assert line.talk.requested(line.t_s, Request.MEMORY).findings == [MemoryEnded(False)]
    line.open()
    line.advance(9.0)
    assert not line.talk.followed  # the board is still sending its log
    line.advance(15.0)
    assert line.talk.followed
    assert line.placement() == START
    assert line.findings(Followed)[-1][1].blind_since_s == pytest.approx(2.0, abs=0.02)


def test_a_board_that_dies_while_it_sends_its_memory_was_heard_until_then() -> None:
    line = opened(Talk(board()))
    line.request(Request.MEMORY)
    line.advance(6.0)
    line._wire.clear()
    line.board.unplug()
    line.advance(20.0)
    ((_, silent),) = line.findings(Silent)
    assert silent.since_s == pytest.approx(6.0, abs=0.1)
    assert [finding for _, finding in line.findings(MemoryEnded)] == [MemoryEnded(False)]


def test_who_wants_a_memory_that_is_coming_gets_that_one() -> None:
    line = opened(Talk(board()))
    line.request(Request.MEMORY)
    line.advance(5.0)
    line.request(Request.MEMORY)
    line.advance(30.0)
    assert len(line.times(0x49)) == 1
    assert len(line.findings(MemoryEnded)) == 1


def test_the_memory_of_another_board_was_not_wanted() -> None:
    line = Talk(board())
    line.open()
    line.advance(0.1)
    line.request(Request.MEMORY)
    for _ in range(2):
        line.put(line.t_s, encode(Serial("04321")))
    line.advance(20.0)
    assert MemoryEnded(False) in [finding for _, finding in line.findings(MemoryEnded)]
    assert 0x49 not in [byte for _, byte in line.sent]


def test_the_memory_of_a_silent_board_is_not_waited_for() -> None:
    line = opened(Talk(board()))
    line.board.unplug()
    line.advance(4.0)
    line.advance(5.2)
    line.request(Request.MEMORY)
    line.advance(20.0)
    assert [finding for _, finding in line.findings(MemoryEnded)] == [MemoryEnded(False)]
    assert 0x49 not in [byte for _, byte in line.sent]


def test_the_same_inputs_give_the_same_turns() -> None:
    def run() -> tuple[list[object], list[object]]:
        line = Talk(board(), damage=0.01, seed=7, piece=3)
        line.open()
        rng = Random(3)
        for n in range(60):
            move(line, 3.0 + n * 1.5, rng.randrange(64), rng.randrange(64), rng.choice("PpQ."))
        return list(line.sent), list(line.found)

    assert run() == run()
