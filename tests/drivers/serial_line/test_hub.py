"""The hub's own conduct: opening and pauses by an injected clock, what is told and what is not."""

import os
import socket
import threading
from pathlib import Path

import pytest

from drivers.serial_line import LineError, LineEvent, LineHub, LineSettings, Phase
from drivers.serial_line.errors import FLOODED, no_answer
from drivers.serial_line.gate import Cleared
from drivers.serial_line.ports import SocketPort
from drivers.serial_line.settings import (
    FLOOD_PAUSE_S,
    FLOOD_S,
    MOST_BYTES_S,
    OPEN_TIMEOUT_S,
    REOPEN_PAUSES_S,
    STEADY_S,
)
from tests.drivers.serial_line.fake import FakeOpener, FakePort
from tests.drivers.serial_line.peers import Clock, PtyPeer, TcpPeer, received, until, until_down, until_up

A = LineSettings("A")
B = LineSettings("B")


def kinds(events: list[LineEvent]) -> list[tuple[str, str]]:
    return [(event.kind, event.reason) for event in events]


def settle(hub: LineHub) -> list[LineEvent]:
    """Poll until no line is being opened."""
    events: list[LineEvent] = []
    while True:
        events += hub.poll(0)
        if all(state.phase is not Phase.OPENING for state in hub.lines()):
            return events
        events += hub.poll(5)


def test_pauses_grow_and_the_reason_is_told_once() -> None:
    clock, opener = Clock(), FakeOpener(*["away"] * 8, "elsewhere", FakePort())
    with LineHub(clock, opener) as hub:
        hub.add(A)
        assert kinds(settle(hub)) == [("down", "away")]
        pauses = [*REOPEN_PAUSES_S, *[REOPEN_PAUSES_S[-1]] * 3]
        for number, pause_s in enumerate(pauses, 1):
            assert hub.lines()[0].attempts == number == opener.calls
            clock.now_s += pause_s - 0.001
            assert hub.poll(0) == []
            assert opener.calls == number
            clock.now_s += 0.002
            assert settle(hub) == []
        clock.now_s += REOPEN_PAUSES_S[-1]
        assert kinds(settle(hub)) == [("down", "elsewhere")]
        clock.now_s += REOPEN_PAUSES_S[-1]
        assert kinds(settle(hub)) == [("up", "")]
        assert hub.lines()[0].reason == ""


def test_a_line_that_comes_up_only_for_a_moment_is_tried_less_often() -> None:
    clock = Clock()
    ports = [FakePort() for _ in range(5)]
    with LineHub(clock, FakeOpener(*ports)) as hub:
        hub.add(A)
        settle(hub)
        for port, attempts in zip(ports[:3], (1, 2, 3), strict=True):
            port.vanish()
            until_down(hub, "A")
            assert hub.lines()[0].attempts == attempts
            clock.now_s += REOPEN_PAUSES_S[attempts - 1]
            settle(hub)
        clock.now_s += STEADY_S
        ports[3].vanish()
        until_down(hub, "A")
        assert hub.lines()[0].attempts == 1


def test_an_address_that_does_not_answer_is_told_and_waits_for_its_one_thread() -> None:
    clock, answer, late = Clock(), threading.Event(), FakePort()
    quick = FakePort()
    opener = FakeOpener(answer, quick, late, FakePort())
    with LineHub(clock, opener) as hub:
        hub.add(A)
        hub.poll(0)
        hub.add(B)
        assert until(hub, lambda told: told)[0][1:3] == ("B", "up")
        clock.now_s += OPEN_TIMEOUT_S
        assert kinds(hub.poll(0)) == [("down", no_answer())]
        for _ in range(20):
            clock.now_s += 5.0
            assert hub.poll(0) == []
        assert opener.calls == 2
        quick.say(b"still here")
        assert until(hub, lambda told: told)[0][1:4] == ("B", "rx", b"still here")
        answer.set()
        until(hub, lambda _told: late.closed.is_set())
        clock.now_s += 5.0
        assert until(hub, lambda told: told)[0][1:3] == ("A", "up")
        assert opener.calls == 3
        assert opener.most_running <= 2


def test_a_port_opened_for_a_line_that_was_removed_is_released() -> None:
    answer, late = threading.Event(), FakePort()
    with LineHub(Clock(), FakeOpener(answer, late)) as hub:
        hub.add(A)
        hub.poll(0)
        hub.remove("A")
        answer.set()
        until(hub, lambda _told: late.closed.is_set())
        assert hub.poll(0) == []


def test_a_port_opened_after_the_end_is_released() -> None:
    answer, late = threading.Event(), FakePort()
    hub = LineHub(Clock(), FakeOpener(answer, late))
    hub.add(A)
    hub.poll(0)
    hub.close()
    answer.set()
    assert late.closed.wait(5)


def test_whatever_an_opener_raises_becomes_a_down() -> None:
    def opener(_settings: LineSettings) -> FakePort:
        raise RuntimeError("out of \x1b[31m order")

    with LineHub(Clock(), opener) as hub:
        hub.add(A)
        assert kinds(settle(hub)) == [("down", "lost: out of ?[31m order")]


def test_events_of_one_poll_stand_in_the_order_of_the_lines() -> None:
    peers = [TcpPeer() for _ in range(12)]
    with LineHub(Clock()) as hub:
        for number, peer in enumerate(peers):
            hub.add(LineSettings(peer.url, force_threads=number % 3 == 0))
        until_up(hub, *peers)
        loop = [peer for number, peer in enumerate(peers) if number % 3]
        for _ in range(20):
            for peer in reversed(loop):
                assert peer.offer(b"x") == 1
            told = [event.port for event in until(hub, lambda told: len(told) >= len(loop))]
            assert sorted(told, key=[peer.url for peer in peers].index) == told
    for peer in peers:
        peer.close()


def test_times_never_go_back_even_if_the_clock_does() -> None:
    clock, port = Clock(), FakePort()
    with LineHub(clock, FakeOpener(port)) as hub:
        hub.add(A)
        events = settle(hub)
        clock.now_s -= 50
        port.say(b"x")
        events += until(hub, lambda told: told)
        assert [event.t_s for event in events] == [1000.0, 1000.0]


def test_what_a_thread_read_before_the_port_vanished_is_told() -> None:
    port = FakePort()
    with LineHub(Clock(), FakeOpener(port)) as hub:
        hub.add(A)
        settle(hub)
        for letter in (b"a", b"b", b"c"):
            port.say(letter)
        port.vanish()
        events = until(hub, lambda told: told and told[-1].kind == "down")
        assert received(events) == b"abc"
        assert "vanished" in events[-1].reason
        assert port.closed.wait(5)


def test_a_worker_wakes_a_waiting_poll_at_once() -> None:
    port = FakePort()
    with LineHub(opener=FakeOpener(port)) as hub:
        hub.add(A)
        settle(hub)
        threading.Timer(0.01, port.say, [b"x"]).start()
        before = hub.polls
        assert received(until(hub, received)) == b"x"
        assert hub.polls - before <= 2


def test_a_vanished_port_found_while_writing_is_a_down() -> None:
    class Dead(SocketPort):
        def send(self, data: Cleared) -> int:
            raise BrokenPipeError(32, f"Broken pipe, {len(data)} bytes")

    near, far = socket.socketpair()
    with LineHub(Clock(), FakeOpener(Dead(near))) as hub:
        hub.add(A._replace(kind="single"))
        settle(hub)
        assert hub.write("A", b"\x45") is False
        assert [event.kind for event in hub.poll(0)] == ["down"]
        assert hub.write("A", b"\x45") is False
    far.close()


def test_lines_are_known_once_and_unknown_ones_are_named() -> None:
    hub = LineHub(Clock(), FakeOpener("away"))
    hub.add(A)
    with pytest.raises(LineError, match="A: this line is there already"):
        hub.add(A)
    for call in (hub.remove, lambda port: hub.write(port, b"\x45"), lambda port: hub.set_kind(port, "bus")):
        with pytest.raises(LineError, match="C: there is no such line"):
            call("C")
    hub.close()
    with pytest.raises(LineError, match="closed"):
        hub.add(B)


def test_what_was_found_on_a_line_is_forgotten_when_it_goes_down() -> None:
    clock, first = Clock(), FakePort()
    with LineHub(clock, FakeOpener(first, FakePort())) as hub:
        hub.add(A)
        assert hub.set_kind("A", "single") is False
        settle(hub)
        assert hub.lines()[0].kind == "unknown"
        assert hub.set_kind("A", "single") is True
        assert hub.write("A", b"\x45")
        first.vanish()
        until_down(hub, "A")
        clock.now_s += 1
        settle(hub)
        assert hub.lines()[0][1:3] == ("unknown", Phase.UP)


@pytest.mark.skipif(os.name != "posix", reason="no pseudo terminals on this system")
def test_a_path_that_leads_to_another_port_after_a_while_is_followed(tmp_path: Path) -> None:
    peer = PtyPeer(tmp_path / "by-id")
    with LineHub() as hub:
        hub.add(LineSettings(peer.url, reopen_pauses_s=(0.01,)))
        until_up(hub, peer)
        first = peer.device
        holder = os.openpty()  # takes a name, so that the port comes back under another
        peer.unplug()
        until_down(hub, peer.url)
        blocker = os.openpty()
        peer.plug()
        assert peer.device != first
        until_up(hub, peer)
        peer.offer(b"again")
        assert received(until(hub, lambda told: len(received(told)) >= 5)) == b"again"
    for descriptor in (*holder, *blocker):
        os.close(descriptor)
    peer.close()


def second_of(hub: LineHub, clock: Clock, ports: list[FakePort], size: int) -> list[LineEvent]:
    """In the next second so many bytes come from each of these."""
    events: list[LineEvent] = []
    for port in ports:
        port.say(bytes(size))
    clock.now_s += 1.0
    while sum(len(event.data) for event in events) < size * len(ports):
        events += hub.poll(5)
    return events


def downs(events: list[LineEvent]) -> list[tuple[str, str]]:
    return [(event.port, event.reason) for event in events if event.kind == "down"]


def test_a_line_that_sends_far_more_than_boards_can_is_told_and_read_now_and_then() -> None:
    clock, wild, calm, again = Clock(), FakePort(), FakePort(), FakePort()
    with LineHub(clock, FakeOpener(wild, calm, again)) as hub:
        hub.add(A)
        settle(hub)
        hub.add(B)
        settle(hub)
        events = [event for _ in range(FLOOD_S - 1) for event in second_of(hub, clock, [wild], MOST_BYTES_S + 1)]
        assert downs(events) == []
        assert downs(second_of(hub, clock, [wild], MOST_BYTES_S + 1)) == [("A", FLOODED)]
        assert wild.closed.wait(5)
        assert downs(second_of(hub, clock, [calm], 900)) == []
        clock.now_s += FLOOD_PAUSE_S - 1.1
        assert kinds(settle(hub)) == []
        clock.now_s += 0.2
        assert kinds(settle(hub)) == [("up", "opened again, 1x")]
        assert downs(second_of(hub, clock, [again], MOST_BYTES_S + 1)) == [("A", FLOODED)], "at once, since it goes on"
        assert downs(second_of(hub, clock, [calm], 900)) == []


def test_what_was_held_back_for_a_while_and_a_full_line_are_no_flood() -> None:
    clock, port = Clock(), FakePort()
    with LineHub(clock, FakeOpener(port)) as hub:
        hub.add(A)
        settle(hub)
        events: list[LineEvent] = []
        for _ in range(5):
            for size in (*[10 * MOST_BYTES_S] * (FLOOD_S - 1), *[960] * 20):
                events += second_of(hub, clock, [port], size)
        assert downs(events) == []
