"""Streams to many readers: each has every event once and in order, whether he keeps up or not."""

import socket
from itertools import pairwise

import pytest

from dgt_monitor.broadcast.web import streams
from dgt_monitor.broadcast.web.contents import Update
from tests.broadcast.web_reading import ServedHall, reading

EVENTS = 400


def opened(hall: ServedHall, version: str = "1.1", buffer_bytes: int = 0) -> socket.socket:
    line = socket.socket()
    if buffer_bytes:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
    line.settimeout(20)
    line.connect(("127.0.0.1", hall.way.server.port))
    line.sendall(f"GET /boards/events HTTP/{version}\r\nHost: x\r\n\r\n".encode())
    return line


def read_until(line: socket.socket, end: bytes) -> bytes:
    got = b""
    while end not in got:
        part = line.recv(65_536)
        assert part
        got += part
    return got


def unframed(data: bytes) -> bytes:
    """The body of chunks."""
    body = b""
    while data:
        size, _, rest = data.partition(b"\r\n")
        length = int(size, 16)
        assert rest[length : length + 2] == b"\r\n"
        body, data = body + rest[:length], rest[length + 2 :]
    return body


def numbers(body: bytes) -> list[int]:
    return [int(line.rpartition(b"-")[2]) for line in body.split(b"\n") if line.startswith(b"id: ")]


def test_every_reader_has_every_event_once_and_in_order() -> None:
    """One that keeps up, one of HTTP/1.0, and one that reads nothing until the end."""
    hall = ServedHall()
    quick, old, slow = opened(hall), opened(hall, "1.0"), opened(hall, buffer_bytes=2048)
    heads = [read_until(line, b"data: {}\n\n") for line in (quick, old, slow)]
    for number in range(EVENTS):
        hall.way.server.take(Update(f"{number} {'x' * 1000}", (), (), ()))
    end = f'{EVENTS - 1} {"x" * 1000}"}}\n\n'.encode()
    bodies = []
    for line, head in zip((quick, old, slow), heads, strict=True):
        bodies.append(head.partition(b"\r\n\r\n")[2] + read_until(line, end))
    for at in (0, 2):
        bodies[at] = unframed(bodies[at].removesuffix(b"\r\n") + b"\r\n")
    for body in bodies:
        told = numbers(body)
        assert len(told) == EVENTS + 1
        assert all(after == before + 1 for before, after in pairwise(told))
    hall.way.close(5.0)
    for line in (quick, old, slow):
        line.close()


def test_who_hears_nothing_is_told_that_the_stream_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.02)
    hall = ServedHall()
    line = opened(hall)
    assert read_until(line, b"event: alive\ndata: {}\n\n\r\n").count(b"event: alive") >= 1
    assert read_until(line, b"event: alive\ndata: {}\n\n\r\n")
    hall.way.close(5.0)
    assert read_until(line, b"0\r\n\r\n").endswith(b"0\r\n\r\n")
    line.close()


def test_who_has_gone_is_forgotten() -> None:
    hall = ServedHall()
    stream = hall.way.server._pages.streams["/boards/events"]
    with reading(hall, "/boards/events") as told:
        assert next(told).kind == "begin"
        hall.start()
        assert next(told).data["board"] == "12"
    for number in range(100):
        hall.way.server.take(Update(f"{number}", (), (), ()))
        if not stream._idle:
            break
        hall.get("/boards.json")
    assert not stream._idle
    hall.way.close(5.0)
