"""Malformed requests: whatever comes, the server answers or cuts off, says nothing of the arbiter's, and goes on."""

import socket
from contextlib import suppress
from random import Random

import pytest

from dgt_monitor.recorder.replay import replay_events
from tests.broadcast.test_web import FIXTURES
from tests.broadcast.web_reading import ARBITER, ServedHall
from tests.drawn import drawn

PIECES = (
    b"GET", b"POST", b"HEAD", b"BREW", b" ", b"/", b"/events", b"/boards.json", b"/pgn/..", b"/arbiter/events",
    b"?after=",
    b" HTTP/1.1", b" HTTP/9.9", b"\r\n", b"\n", b"\r", b"Host: x", b"Content-Length: -1", b"Content-Length: 9999999",
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: ,,", b"Last-Event-ID: ", b"Authorization: Bearer x", b"\x00",
    b"\xff\xfe", b"%00", b"%", b"Expect: 100-continue", b"Upgrade: websocket", b"Accept-Encoding: gzip;q=nan",
    b"a" * 9000, b": ", b"ffffffffffffffff\r\n", b"0\r\n\r\n", b"\r\n\r\n", b"If-None-Match: \"",
)  # fmt: skip


def request(random: Random) -> bytes:
    if random.random() < 0.2:
        return random.randbytes(random.randint(1, 300)) + b"\r\n\r\n"
    data = b"".join(random.choice(PIECES) for _ in range(random.randint(1, 20)))
    if random.random() < 0.6:
        data = b"GET /boards.json HTTP/1.1\r\n" + data
    cut = random.randint(0, len(data)) if random.random() < 0.2 else len(data)
    return data[:cut] + (b"\r\n\r\n" if random.random() < 0.8 else b"")


def answers(port: int, data: bytes) -> bytes:
    """All that comes back."""
    got = b""
    with suppress(ConnectionError, TimeoutError), socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(0.3)
        while (part := line.recv(65536)) and len(got) < 200_000:
            got += part
    return got


@pytest.mark.parametrize("seed", [8, drawn()])
def test_malformed_requests(seed: int) -> None:
    print(f"seed {seed}")
    random, hall = Random(seed), ServedHall(token=ARBITER)
    hall.tell(*replay_events([FIXTURES / "hall-of-eight.dgt.gz"]))
    before = hall.get("/boards.json").text
    for _ in range(150):
        got = answers(hall.way.server.port, request(random))
        assert not got or got.startswith(b"HTTP/1."), got[:80]
        assert b'"count"' not in got
        assert b"Traceback" not in got
    assert hall.get("/boards.json").text == before
    assert hall.complaints == []
    hall.way.close(5.0)
