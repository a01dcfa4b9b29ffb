"""People who mean no good: whatever they send, nothing of the arbiter's view comes back, memory stays bounded, and who
reads meanwhile has every event."""

import asyncio
import json
import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from dgt_monitor.broadcast.web import door, server
from dgt_monitor.recorder.replay import replay_events
from tests.broadcast.test_web import FIXTURES
from tests.broadcast.web_reading import ARBITER, ServedHall, Told, reading
from tests.cli.test_outlet import until
from tests.drawn import drawn

METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "TRACE",
    "CONNECT",
    "OPTIONS",
    "PATCH",
    "PROPFIND",
    "get",
    "G E T",
    "",
)
TARGETS = (
    "/", "/anew", "/events", "/boards/events", "/boards.json", "/games.pgn", "/pgn/", "/pgn/round-5/games.pgn", "*",
    "/arbiter/events", "//arbiter/events", "/./arbiter/events", "/events/../arbiter/events", "/%61rbiter/events",
    "/arbiter%2fevents", "/ARBITER/EVENTS", "/arbiter/events/", "/arbiter/events;x", "/arbiter\\events",
    "http://127.0.0.1/arbiter/events", "http://u:p@x/arbiter/events", "/arbiter/events?token=x", "/arbiter/events#x",
    "/pgn/../../etc/passwd", "/pgn/%2e%2e/%2e%2e/etc/passwd", "/pgn/..%5c..%5cetc", "/pgn/%00", "/pgn/" + "../" * 400,
    "/" + "a" * 9000, "/?" + "x=1&" * 3000, "/\u00e9", "/%", "/%zz", "?", "",
)  # fmt: skip
"""Paths that there are, and ways to write what is not to be had."""
HEADERS = (
    "Host: x", "Host: ", "Host: a\r\nHost: b", "Content-Length: 5", "Content-Length: -5", "Content-Length: 5, 6",
    "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding:\tchunked\r\nContent-Length: 3", "Connection: close", "Connection: keep-alive, upgrade",
    "Upgrade: h2c", "Expect: 100-continue", "Authorization: Bearer", "Authorization: Bearer wrong",
    "Authorization: bearer \u00ff", "Authorization: Basic YXJiMXRlcg==", "X-Forwarded-For: 127.0.0.1",
    "X-Original-URL: /arbiter/events", "X-HTTP-Method-Override: GET", "Last-Event-ID: a0-1", "Range: bytes=0-1",
    "If-None-Match: *", "Accept-Encoding: gzip, gzip;q=0, *", ": x", "A", "A : b", " folded", "A: " + "b" * 9000,
)  # fmt: skip
BODIES = (
    b"", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"-5\r\nhello\r\n", b"zz\r\n", b"5;ext=\"x\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffff\r\n", b"5\r\nhelloX\r\n", b"0\r\nA: b\r\n\r\n", b"0" * 3000 + b"\r\n",
    b"GET /arbiter/events HTTP/1.1\r\nHost: x\r\n\r\n",
)  # fmt: skip


def requests(random: Random) -> list[bytes]:
    """One after the other on one connection, cut into pieces at random places."""
    data = b"".join(request(random) for _ in range(random.choice((1, 1, 1, 2, 5, 30))))
    cuts = sorted({0, len(data), *(random.randrange(len(data) + 1) for _ in range(random.randrange(4)))})
    return [data[one:other] for one, other in pairwise(cuts)] or [data]


def request(random: Random) -> bytes:
    version = random.choice(("HTTP/1.1",) * 8 + ("HTTP/1.0", "HTTP/2.0", "HTTP/1.1 x", "ICY", ""))
    method = random.choice(("GET",) * 8 + METHODS)
    lines = [f"{method} {random.choice(TARGETS)} {version}", *random.choices(HEADERS, k=random.randrange(5))]
    end = random.choice(("\r\n",) * 8 + ("\n", "\r"))
    head = (end.join(lines) + 2 * end).encode("utf-8", "surrogateescape")
    if random.random() < 0.1:
        at = random.randrange(len(head))
        head = head[:at] + random.randbytes(random.randrange(1, 5)) + head[at:]
    return head + random.choice((b"", *BODIES))


LONG_S = 20.0
"""For an answer that must come, however busy the machine is."""


async def answer(port: int, pieces: list[bytes], patience_s: float = 0.3) -> bytes:
    """All that comes back."""
    got = b""
    with suppress(ConnectionError, TimeoutError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            for piece in pieces:
                writer.write(piece)
                await asyncio.wait_for(writer.drain(), patience_s)
            while len(got) < 300_000 and (part := await asyncio.wait_for(reader.read(65_536), patience_s)):
                got += part
        finally:
            writer.transport.abort()
    return got


def memory_mb() -> float:
    pages = Path("/proc/self/statm")
    if not pages.exists():
        pytest.skip("no /proc here: what is held cannot be seen")
    return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6


@contextmanager
def a_reader(hall: ServedHall) -> Iterator[list[Told]]:
    """Somebody who reads the page's stream meanwhile."""
    read: list[Told] = []
    began: list[bool] = []

    def follow() -> None:
        with suppress(Exception), reading(hall, "/boards/events") as told:
            began.append(True)
            read.extend(told)

    thread = Thread(target=follow, daemon=True)
    thread.start()
    until(lambda: began)
    try:
        yield read
    finally:
        hall.way.close(5.0)
        thread.join(10)
    assert not thread.is_alive()


ALERTS = re.compile(rb'"(?:count|count_max|alert|rule|level|article|claimable|sure|provenance|serial)"')
"""Keys of the arbiter's stream that no public answer has."""


@pytest.mark.parametrize("seed", [9, drawn()])
def test_nothing_of_the_arbiters_comes_back_and_nobody_is_disturbed(seed: int) -> None:
    print(f"seed {seed}")
    random, hall = Random(seed), ServedHall(token=ARBITER)
    with a_reader(hall) as read:
        hall.tell(*replay_events([FIXTURES / "hall-of-eight.dgt.gz"]))
        before = hall.get("/boards.json").text

        async def flood(number: int) -> list[bytes]:
            port = hall.way.server.port
            return await asyncio.gather(*(answer(port, requests(random)) for _ in range(number)))

        for _ in range(5):
            for got in asyncio.run(flood(40)):
                assert not got or re.match(rb"HTTP/\d\.\d \d\d\d ", got), got[:80]
                assert not ALERTS.search(got), got[:500]
                assert b"Traceback" not in got
                assert b"root:" not in got
        assert hall.get("/boards.json").text == before
        assert hall.complaints == []
        last = json.loads(before)["id"]
        until(lambda: read and read[-1].id == last)
        numbers = [int(each.id.rpartition("-")[2]) for each in read if each.id]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize("target", [each for each in TARGETS if "rbiter" in each.lower() or "61rbiter" in each])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS", "TRACE"])
def test_the_arbiters_stream_opens_to_its_token_alone(target: str, method: str) -> None:
    hall = ServedHall(token=ARBITER)
    line = f"{method} {target} HTTP/1.1\r\nHost: x\r\n"
    for given in ("", "Authorization: Bearer wrong\r\n", f"Authorization: Bearer {ARBITER} x\r\n"):
        request = f"{line}{given}Connection: close\r\n\r\n".encode()
        got = asyncio.run(answer(hall.way.server.port, [request], LONG_S))
        assert got.split()[1] in (b"400", b"401", b"404", b"405"), got[:100]
        assert b"text/event-stream" not in got
    hall.way.close(5.0)


def test_slow_ones_are_cut_off_and_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each says a letter now and then and never comes to the end of its request."""
    monkeypatch.setattr(door, "SILENT_S", 0.5)
    monkeypatch.setattr(server, "SWEEP_S", 0.1)
    hall = ServedHall()

    async def slow() -> int:
        lines = [await asyncio.open_connection("127.0.0.1", hall.way.server.port) for _ in range(100)]
        cut = 0
        for letter in b"GET /boards.json HTTP/1.1\r\nX: " + b"a" * 500:
            for _, writer in lines:
                writer.write(bytes([letter]))
            if await asyncio.to_thread(lambda: hall.get("/boards.json").status_code) != 200:
                raise AssertionError("somebody else had to wait")
            cut = sum(reader.at_eof() or writer.is_closing() for reader, writer in lines)
            if cut == len(lines):
                break
            await asyncio.sleep(0.005)
        for _, writer in lines:
            writer.transport.abort()
        return cut

    assert asyncio.run(slow()) == 100
    hall.way.close(5.0)


@pytest.mark.parametrize(
    ("start", "piece", "times"),
    [
        (b"GET / HTTP/1.1\r\nX: ", b"a" * 65_536, 1000),
        (b"GET / HTTP/1.1\r\n", b"X: a\r\n" * 10_000, 1000),
        (b"GET /" + b"a" * 8000, b"a" * 65_536, 1000),
        (b"POST /boards.json HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", b"a" * 65_536, 1000),
        (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n" * 10_000, 1000),
        (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"f" * 65_536, 1000),
        (b"", b"GET /boards.json HTTP/1.1\r\nHost: x\r\n\r\n" * 1500, 400),
        (b"", b"\r\n" * 30_000, 1000),
    ],
    ids=["header", "headers", "target", "body", "chunks", "chunk size", "pipeline", "empty lines"],
)
def test_what_never_ends_is_not_kept(start: bytes, piece: bytes, times: int) -> None:
    """Sixty megabytes come on each of four lines, and nothing that comes back is read."""
    hall = ServedHall()
    hall.start()
    hall.moves("e4 e5 Nf3 Nc6")

    async def pour() -> None:
        with suppress(ConnectionError, TimeoutError):
            _, writer = await asyncio.open_connection("127.0.0.1", hall.way.server.port)
            try:
                writer.write(start)
                for _ in range(times):
                    writer.write(piece)
                    await asyncio.wait_for(writer.drain(), 0.5)
                    most_mb.append(memory_mb())
            finally:
                writer.transport.abort()

    async def all_of_them() -> None:
        await asyncio.gather(*(pour() for _ in range(4)))

    most_mb = [memory_mb()]
    asyncio.run(all_of_them())
    print(f"grown by {max(most_mb) - most_mb[0]:.1f} MB")
    assert max(most_mb) - most_mb[0] < 40
    assert hall.page()[0]["moves"] == ["e4", "e5", "Nf3", "Nc6"]
    assert hall.complaints == []
    hall.way.close(5.0)
