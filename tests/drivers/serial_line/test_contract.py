"""What every line does, however it is read: over ptys and TCP, by the loop and by threads."""

import os
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random

import pytest

from drivers.serial_line import LineHub, LineSettings, Phase
from drivers.serial_line.errors import NOT_TAKEN
from drivers.serial_line.gate import SINGLE_ALLOWED
from drivers.serial_line.hub import OUT_BYTES
from drivers.serial_line.ports import READ_BYTES
from drivers.serial_line.threads import INBOX_BYTES
from tests.drivers.serial_line.peers import (
    PATIENCE_S,
    Clock,
    Peer,
    PtyPeer,
    TcpPeer,
    received,
    until,
    until_down,
    until_up,
)

PTYS = pytest.mark.skipif(os.name != "posix", reason="no pseudo terminals on this system")
COMMANDS = bytes(sorted(SINGLE_ALLOWED))


@pytest.fixture(params=[pytest.param("pty", marks=PTYS), "tcp"])
def peer(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Peer]:
    made: Peer = PtyPeer(tmp_path / "board") if request.param == "pty" else TcpPeer()
    yield made
    made.close()


@pytest.fixture(params=[False, True], ids=["loop", "threads"])
def settings(request: pytest.FixtureRequest, peer: Peer) -> LineSettings:
    return LineSettings(peer.url, "single", force_threads=request.param, reopen_pauses_s=(0.01, 0.02), most_bytes_s=inf)


@pytest.fixture
def hub(settings: LineSettings) -> Iterator[LineHub]:
    with LineHub() as made:
        made.add(settings)
        yield made


class TestLine:
    def test_bytes_come_in_order_none_lost_none_twice(self, hub: LineHub, peer: Peer) -> None:
        until_up(hub, peer)
        rest = sent = Random(1).randbytes(100_000)
        events = []
        while rest:
            rest = rest[peer.offer(rest[:3000]) :]
            events += hub.poll(0)
        events += until(hub, lambda told: len(received(events + told)) >= len(sent))
        assert received(events) == sent
        assert {event.kind for event in events} == {"rx"}
        assert hub.poll(0) == []

    def test_bytes_go_in_order_none_lost_none_twice(self, hub: LineHub, peer: Peer) -> None:
        until_up(hub, peer)
        rng = Random(2)
        sent = got = b""
        events = []
        deadline_s = time.monotonic() + PATIENCE_S
        while len(got) < 50_000:
            assert time.monotonic() < deadline_s
            if len(sent) < 50_000 and hub.lines()[0].waiting_bytes < OUT_BYTES // 2:
                piece = bytes(rng.choices(COMMANDS, k=rng.randrange(1, 200)))
                assert hub.write(peer.url, piece)
                sent += piece
            events += hub.poll(0)
            got += peer.take()
        while len(got) < len(sent):
            assert time.monotonic() < deadline_s
            events += hub.poll(0)
            got += peer.take()
        assert got == sent
        events += until(hub, lambda told: len(received(events + told, "tx")) >= len(sent))
        assert received(events, "tx") == sent
        assert peer.take() == b""

    def test_what_was_sent_is_told_before_the_answer(self, hub: LineHub, peer: Peer) -> None:
        until_up(hub, peer)
        for number in range(100):
            assert hub.write(peer.url, b"\x45")
            asked = b""
            events = []
            while not asked:
                asked = peer.take()
                events += hub.poll(0)
            assert peer.offer(bytes([number])) == 1
            events += until(hub, lambda told, before=events: received(before + told))  # type: ignore[misc]
            assert [(event.kind, event.data) for event in events] == [("tx", b"\x45"), ("rx", bytes([number]))]

    def test_an_unplugged_line_is_down_and_comes_back_with_a_count(self, hub: LineHub, peer: Peer) -> None:
        assert [event.reason for event in until_up(hub, peer)] == [""]
        for times in (1, 2):
            peer.unplug()
            down = until_down(hub, peer.url)
            assert down.reason
            assert not hub.write(peer.url, b"\x45")
            peer.plug()
            up = [event for event in until_up(hub, peer) if event.kind == "up"]
            assert [event.reason for event in up] == [f"opened again, {times}x"]
            assert hub.lines()[0].openings == times + 1
            peer.offer(b"here")
            assert received(until(hub, lambda told: len(received(told)) >= 4)) == b"here"

    def test_a_line_that_stays_away_costs_no_busy_loop(self, hub: LineHub, peer: Peer) -> None:
        until_up(hub, peer)
        peer.unplug()
        until_down(hub, peer.url)
        before, events = hub.polls, 0
        while hub.lines()[0].attempts < 10:
            events += len(hub.poll(1.0))
        assert hub.polls - before <= 10 * 4  # begin and end of each attempt, and a little
        assert events <= 1  # why it cannot be opened is told once

    def test_a_peer_that_never_reads_makes_the_line_go_down(self, peer: Peer, settings: LineSettings) -> None:
        clock = Clock()
        with LineHub(clock) as hub:
            hub.add(settings._replace(reopen_pauses_s=(100.0,)))
            until_up(hub, peer)
            self.fill(hub, peer.url)
            state = hub.lines()[0]
            assert state.phase is Phase.UP
            assert 0 < state.waiting_bytes <= OUT_BYTES
            clock.now_s += settings.write_timeout_s + 0.001
            assert until_down(hub, peer.url).reason == NOT_TAKEN
            assert hub.lines()[0].waiting_bytes == 0

    def test_more_than_can_wait_makes_the_line_go_down(self, peer: Peer, settings: LineSettings) -> None:
        with LineHub(Clock()) as hub:
            hub.add(settings._replace(reopen_pauses_s=(100.0,)))
            until_up(hub, peer)
            self.fill(hub, peer.url)
            assert not hub.write(peer.url, COMMANDS[:1] * OUT_BYTES)
            assert until_down(hub, peer.url).reason == NOT_TAKEN

    @staticmethod
    def fill(hub: LineHub, url: str) -> None:
        """Write until the line takes nothing more: nothing happens while the hub waits for it for half a second."""
        waits, before = 0, -1
        hub._gather_s = 0.0  # what is sent again and again is not to be gathered each time
        while not waits or waits != before:
            if waits < OUT_BYTES // 2:
                assert hub.write(url, COMMANDS[:1] * (OUT_BYTES // 2))
            before = hub.lines()[0].waiting_bytes
            told = hub.poll(0.5 if before else 0)
            waits = hub.lines()[0].waiting_bytes if not told else 0

    def test_a_flood_is_taken_in_bounded_portions(self, hub: LineHub, peer: Peer, settings: LineSettings) -> None:
        until_up(hub, peer)
        sent = Random(3).randbytes(1_500_000)
        bound = INBOX_BYTES + READ_BYTES if settings.force_threads else READ_BYTES
        at = received_count = 0
        pieces = []
        while received_count < len(sent):
            at += peer.offer(sent[at : at + 65_536])
            portion = received(hub.poll(0 if at < len(sent) else 1.0))
            assert len(portion) <= bound
            received_count += len(portion)
            pieces.append(portion)
        assert b"".join(pieces) == sent

    def test_another_line_is_not_disturbed_by_a_flood(self, hub: LineHub, peer: Peer) -> None:
        quiet = TcpPeer()
        hub.add(LineSettings(quiet.url))
        until_up(hub, peer, quiet)
        told = []
        for number in range(50):
            while peer.offer(bytes(65_536)) > 32_768:
                pass
            quiet.offer(bytes([number]))
            told += [event for event in hub.poll(1.0) if event.port == quiet.url]
        told += until(hub, lambda new: sum(len(e.data) for e in [*told, *new] if e.port == quiet.url) >= 50)
        assert received([event for event in told if event.port == quiet.url]) == bytes(range(50))
        quiet.close()

    def test_close_releases_the_line_and_tells_a_last_down(self, peer: Peer, settings: LineSettings) -> None:
        hub = LineHub()
        hub.add(settings)
        until_up(hub, peer)
        hub.close()
        assert [(event.kind, event.reason) for event in hub.poll(1.0)] == [("down", "closed")]
        hub.close()
        assert hub.lines() == []
        assert hub.poll(1.0) == []
        with LineHub() as again:
            again.add(settings)
            until_up(again, peer)


@PTYS
@pytest.mark.parametrize("threads", [False, True])
def test_a_port_that_is_open_is_refused_to_a_second_opener(tmp_path: Path, threads: bool) -> None:
    peer = PtyPeer(tmp_path / "board")
    settings = LineSettings(peer.url, force_threads=threads, reopen_pauses_s=(0.01,))
    with LineHub() as first, LineHub() as second:
        first.add(settings)
        until_up(first, peer)
        second.add(settings)
        assert "another program" in until_down(second, peer.url).reason
        first.remove(peer.url)
        until_up(second, peer)
    peer.close()


@PTYS
@pytest.mark.parametrize("threads", [False, True])
def test_a_port_that_vanishes_and_returns_under_another_name(tmp_path: Path, threads: bool) -> None:
    peer, other = PtyPeer(tmp_path / "one"), PtyPeer(tmp_path / "two")
    with LineHub() as hub:
        hub.add(LineSettings(peer.url, force_threads=threads))
        until_up(hub, peer)
        peer.unplug()
        assert "vanished" in until_down(hub, peer.url).reason
        hub.remove(peer.url)
        hub.add(LineSettings(other.url, force_threads=threads))
        until_up(hub, other)
        other.offer(b"moved")
        assert received(until(hub, lambda told: len(received(told)) >= 5)) == b"moved"
        assert [state.port for state in hub.lines()] == [other.url]
    other.close()


def test_the_thread_of_a_flood_stops_reading_until_there_is_room() -> None:
    peer = TcpPeer()
    with LineHub() as hub:
        hub.add(LineSettings(peer.url, force_threads=True))
        until_up(hub, peer)
        while peer.takes_more():
            peer.offer(bytes(65_536))
        assert len(received(hub.poll(1.0))) <= INBOX_BYTES + READ_BYTES
    peer.close()
