"""The loop that serves a hall, over TCP and ptys: nobody disturbs another, a board plays on whoever is there."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from math import inf

import pytest

from drivers.simulator.hall import BYTE_S
from drivers.simulator.serve import Door, HallServer, ServeError, open_ptys, open_tcp
from drivers.simulator.serve.doors import WAITING_BYTES
from tests.drivers.simulator.serve.ends import Client, Scripted, hear, until

PTYS = pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo terminals on this system")
Says = list[tuple[float, bytes]]
OPENINGS = {"tcp": open_tcp, "pty": open_ptys}


class Clock:
    """Real seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now_s = 500.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture(params=["tcp", pytest.param("pty", marks=PTYS)])
def opening(request: pytest.FixtureRequest) -> Callable[[int], list[Door]]:
    return OPENINGS[request.param]


@pytest.fixture
def ends(request: pytest.FixtureRequest) -> list[Scripted]:
    """Three far ends; a test's parameter tells what the first ones have to say."""
    script: list[Says] = getattr(request, "param", [])
    return [Scripted(list(says)) for says in (*script, [], [], [])][:3]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(opening: Callable[[int], list[Door]], ends: list[Scripted], clock: Clock) -> Iterator[HallServer]:
    with HallServer(ends, opening(len(ends)), speed=4.0, clock=clock) as made:
        yield made


@pytest.fixture
def clients(server: HallServer) -> Iterator[list[Client]]:
    made = [Client(url) for url in server.urls]
    until(server, lambda: server.guests == len(made))
    yield made
    for client in made:
        client.close()


def test_what_is_asked_is_answered_on_the_same_line(
    server: HallServer, clients: list[Client], ends: list[Scripted]
) -> None:
    for client, text in zip(clients, (b"one", b"two", b"three"), strict=True):
        client.send(text)
    assert [hear(server, client, 3) for client in clients] == [b"one", b"two", b"three"]
    assert [b"".join(data for _, data in end.heard) for end in ends] == [b"one", b"two", b"three"]


@pytest.mark.parametrize("ends", [[[(8.0, b"later")]]], indirect=True)
def test_time_stands_until_somebody_asks_and_then_goes_at_its_speed(
    server: HallServer, clients: list[Client], ends: list[Scripted], clock: Clock
) -> None:
    clock.now_s += 100.0
    server.step(0.0)
    assert server.now_s == 0.0
    clients[1].send(b"?")
    hear(server, clients[1], 1)
    clock.now_s += 1.75
    server.step(0.0)
    assert server.now_s == 7.0
    assert clients[0].take() == b""
    clock.now_s += 0.25
    assert hear(server, clients[0], 5) == b"later"
    assert [t_s for t_s in ends[0].asked_s if t_s > 0] == [8.0], "a line with nothing due is not called"


@pytest.mark.parametrize("ends", [[[(40.0, b"far")]]], indirect=True)
def test_what_comes_earlier_than_was_known_comes_at_its_time_and_the_rest_at_its_own(
    server: HallServer, clients: list[Client], ends: list[Scripted], clock: Clock
) -> None:
    clients[0].send(b"?")
    assert hear(server, clients[0], 1) == b"?"
    ends[0].say(4.0, b"near")
    clients[0].send(b"!")
    assert hear(server, clients[0], 1) == b"!"
    clock.now_s += 1.0
    assert hear(server, clients[0], 4) == b"near"
    clock.now_s += 9.0
    assert hear(server, clients[0], 3) == b"far"


FLOOD: list[Says] = [[(4.0 * n, bytes(4096)) for n in range(1, 3000)], [(4.0 * n, b"x") for n in range(1, 3000)]]


@pytest.mark.parametrize("ends", [FLOOD], indirect=True)
def test_who_does_not_read_loses_what_comes_and_holds_up_nobody(
    server: HallServer, clients: list[Client], clock: Clock
) -> None:
    server.begin()
    while not server.lost_bytes:
        clock.now_s += 1.0
        assert hear(server, clients[1], 1) == b"x"
    assert max(len(line.waiting) for line in server._lines) <= WAITING_BYTES + 4096
    heard = len(hear(server, clients[0], 4096))
    until(server, lambda: not clients[0].take())
    clock.now_s += 1.0
    assert hear(server, clients[0], 4096) == bytes(4096), "it is served again"
    assert heard < server.now_s / 4.0 * 4096


def test_who_floods_is_read_no_faster_than_a_line_carries(
    server: HallServer, clients: list[Client], ends: list[Scripted], clock: Clock
) -> None:
    clients[0].send(bytes(100_000))
    until(server, lambda: ends[0].heard)
    for _ in range(50):
        server.step(0.0)
    assert len(ends[0].heard) == 1
    clients[1].send(b"?")
    assert hear(server, clients[1], 1) == b"?"
    for n in range(2, 6):
        clock.now_s += 256 * BYTE_S / 4.0 + 1e-6
        until(server, lambda n=n: len(ends[0].heard) == n)  # type: ignore[misc]
    assert all(len(data) <= 256 for _, data in ends[0].heard)


def test_a_line_that_is_never_done_holds_up_no_other(server: HallServer, clients: list[Client], clock: Clock) -> None:
    class Endless(Scripted):
        @property
        def due_s(self) -> float:
            return 0.0

    server._lines[0].endpoint = Endless()
    clients[0].send(b"?")
    clients[1].send(b"?")
    assert hear(server, clients[1], 1) == b"?"
    clock.now_s += 1.0
    clients[2].send(b"!")
    assert hear(server, clients[2], 1) == b"!"


def test_a_cut_line_is_closed_to_all_and_comes_back(clock: Clock) -> None:
    end = Scripted()
    end.cuts.append((4.0, 8.0))
    with HallServer([end], open_tcp(1), clock=clock) as server:
        client = Client(server.urls[0])
        client.send(b"?")
        assert hear(server, client, 1) == b"?"
        clock.now_s += 4.0
        until(server, lambda: client.take() is None)
        client.close()
        refused = Client(server.urls[0])
        until(server, lambda: refused.take() is None)
        refused.close()
        clock.now_s += 4.0
        server.step(0.0)
        client = Client(server.urls[0])
        client.send(b"!")
        assert hear(server, client, 1) == b"!"
        client.close()


@PTYS
def test_a_cut_terminal_is_silent_and_comes_back(clock: Clock) -> None:
    end = Scripted([(5.0, b"unheard")])
    end.cuts.append((4.0, 8.0))
    with HallServer([end], open_ptys(1), clock=clock) as server:
        client = Client(server.urls[0])
        client.send(b"?")
        assert hear(server, client, 1) == b"?"
        clock.now_s += 4.0
        server.step(0.0)
        client.send(b"~")
        clock.now_s += 2.0
        server.step(0.0)
        assert client.take() == b""
        assert len(end.heard) == 1
        clock.now_s += 2.0
        server.step(0.0)
        client.send(b"!")
        assert hear(server, client, 2) == b"~!"
        client.close()


@pytest.mark.parametrize("ends", [[[(4.0, b"unheard")]]], indirect=True)
def test_a_board_plays_on_while_nobody_is_there(
    server: HallServer, ends: list[Scripted], clock: Clock, opening: Callable[[int], list[Door]]
) -> None:
    server.begin()
    clock.now_s += 2.0
    server.step(0.0)
    assert ends[0].due_s == inf
    client = Client(server.urls[0])
    client.send(b"!")
    heard = hear(server, client, 1 if opening is open_tcp else 8)
    assert heard == (b"!" if opening is open_tcp else b"unheard!"), "a pty keeps a little, which opening one empties"
    client.close()


def test_the_second_on_a_tcp_line_is_turned_away_and_the_first_is_not_disturbed() -> None:
    end = Scripted()
    with HallServer([end], open_tcp(1)) as server:
        first = Client(server.urls[0])
        until(server, lambda: server.guests == 1)
        second = Client(server.urls[0])
        until(server, lambda: second.take() is None)
        first.send(b"?")
        assert hear(server, first, 1) == b"?"
        first.close()
        third = Client(server.urls[0])
        third.send(b"!")
        assert hear(server, third, 1) == b"!"
        second.close()
        third.close()


def test_a_guest_who_resets_the_connection_disturbs_nobody() -> None:
    ends = [Scripted(), Scripted()]
    with HallServer(ends, open_tcp(2)) as server:
        rude = socket.create_connection(("127.0.0.1", int(server.urls[0].rpartition(":")[2])))
        other = Client(server.urls[1])
        until(server, lambda: server.guests == 2)
        rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        rude.close()
        until(server, lambda: server.guests == 1)
        other.send(b"?")
        assert hear(server, other, 1) == b"?"
        other.close()


def test_what_is_sent_is_told_to_who_wants_to_know() -> None:
    told: list[tuple[int, bytes]] = []
    with HallServer([Scripted(), Scripted()], open_tcp(2), on_sent=lambda *sent: told.append(sent)) as server:
        client = Client(server.urls[1])
        client.send(b"?")
        hear(server, client, 1)
        client.close()
    assert told == [(1, b"?")]


def test_stop_ends_the_loop_from_another_thread() -> None:
    with HallServer([Scripted()], open_tcp(1)) as server:
        threading.Timer(0.0, server.stop).start()
        server.run()


def test_ports_follow_each_other_from_the_first() -> None:
    with HallServer([Scripted()], open_tcp(1)) as server:
        taken = int(server.urls[0].rpartition(":")[2])
        with pytest.raises(ServeError, match=f"TCP port {taken} cannot be had"):
            open_tcp(2, taken)
    doors = open_tcp(2, taken)
    assert [door.url for door in doors] == [f"socket://127.0.0.1:{taken + n}" for n in range(2)]
    for door in doors:
        door.close()
    with pytest.raises(ServeError, match="beyond 65535"):
        open_tcp(100, 65_500)


def test_a_system_without_ptys_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "openpty", raising=False)
    with pytest.raises(ServeError, match="over TCP"):
        open_ptys(1)
