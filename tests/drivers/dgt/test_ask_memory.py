"""One board, from the opening of its line on; both ends in simulated time: memory."""

from random import Random

import chess
import pytest

from drivers.dgt.ask.findings import (
    Followed,
    MemoryEnded,
    MemoryProgress,
    PowerCycled,
    Silent,
)
from drivers.dgt.codec import encode
from drivers.dgt.log_reading import memory_of
from drivers.dgt.messages import Serial
from drivers.readings import Memory, Request
from tests.drivers.dgt.ask_talk import Talk
from tests.drivers.dgt.asking import START, board, move, opened


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
