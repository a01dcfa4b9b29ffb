"""One board, from the opening of its line on; both ends in simulated time: power."""

from itertools import pairwise

import chess
import pytest

from drivers.dgt.ask.findings import (
    Followed,
    Identified,
    Noisy,
    PowerCycled,
    Quiet,
    Silent,
)
from drivers.dgt.ask.following import Following
from drivers.readings import Clock, Complaint, FieldUpdate
from drivers.simulator.clock import DgtClock, TimeControl
from tests.drivers.dgt.ask_talk import Talk
from tests.drivers.dgt.asking import START, board, move, opened


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
