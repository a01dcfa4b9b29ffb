"""Output that waits for its reader: nothing lost, nobody held up, an end in any case."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from dgt_monitor.cli.complaints import TELLER_BYTES, Teller
from dgt_monitor.cli.outlet import UNREAD_S, Outlet
from dgt_monitor.cli.output import OutputError
from drivers.capture import read_capture

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are looked at as POSIX has them")
FILLING = b"#" * 4096


def until(true: Callable[[], object]) -> None:
    """Wait until this is so; the time limit of all tests ends it."""
    patience = threading.Event()
    while not true():
        patience.wait(0.01)


def fill(descriptor: int) -> int:
    """Fill a pipe until it takes no more; how many bytes that were."""
    os.set_blocking(descriptor, False)
    count = 0
    size = len(FILLING)
    while size:
        try:
            count += os.write(descriptor, FILLING[:size])
        except BlockingIOError:
            size //= 2
    os.set_blocking(descriptor, True)
    return count


class Reader:
    """A pipe, its outlet, and what became of it."""

    def __init__(self, **options: Any) -> None:
        self.end, start = os.pipe()
        self.stream: IO[bytes] = os.fdopen(start, "wb", buffering=0)
        self.gone = threading.Event()
        self.said: list[str] = []
        self.now_s = 0.0
        self.outlet = Outlet(
            self.stream,
            self.gone.set,
            complain=self.said.append,
            clock=lambda: self.now_s,
            patience_s=options.pop("patience_s", 0.0),
            **options,
        )

    def read(self, count: int) -> bytes:
        taken = bytearray()
        while len(taken) < count:
            taken += os.read(self.end, count - len(taken))
        return bytes(taken)

    def close(self) -> None:
        """First the reader's end: the outlet may be in the middle of writing to the other."""
        with suppress(OSError):
            os.close(self.end)
        with suppress(OSError, OutputError):
            self.outlet.close()
        self.outlet.join(20)
        self.stream.close()


@pytest.fixture
def reader() -> Iterator[Reader]:
    one = Reader()
    yield one
    one.close()


@pytest.mark.parametrize("waits", [True, False])
def test_what_is_put_comes_out_in_order_and_whole(waits: bool) -> None:
    reader = Reader(patience_s=60.0)
    os.set_blocking(reader.stream.fileno(), waits)
    lines = [b"%d\n" % n for n in range(50_000)] + [bytes(300_000)]
    taken: list[bytes] = []
    reading = threading.Thread(target=lambda: taken.append(reader.read(sum(map(len, lines)))))
    for line in lines[:25_000]:
        reader.outlet.put(line)
    reading.start()
    for line in lines[25_000:]:
        reader.outlet.put(line)
    assert reader.outlet.close() == 0
    reading.join(20)
    assert taken == [b"".join(lines)]
    reader.close()


def test_who_does_not_read_is_told_of_once_and_again_when_he_reads(reader: Reader) -> None:
    for _ in range(100):
        reader.outlet.put(bytes(10_000))
    reader.now_s += UNREAD_S + 1.0
    reader.outlet.put(b"x")
    reader.outlet.put(b"y")
    assert len(reader.said) == 1
    assert "not read" in reader.said[0]
    assert reader.read(1_000_002)[-2:] == b"xy"
    until(lambda: len(reader.said) == 2)
    assert "read again" in reader.said[1]


def test_what_nobody_took_in_the_end_is_counted(reader: Reader) -> None:
    room = fill(reader.stream.fileno())
    reader.outlet.put(b"a line\n")
    assert reader.outlet.close() == len("a line\n")
    reader.read(room)


def test_too_much_that_waits_is_an_error_and_not_a_loss() -> None:
    reader = Reader(most_bytes=1_000_000)
    fill(reader.stream.fileno())
    for _ in range(90):
        reader.outlet.put(bytes(10_000))
    with pytest.raises(OutputError, match="900000 bytes are waiting"):
        reader.outlet.put(bytes(200_000))
    assert reader.outlet.waiting_bytes == 900_000
    reader.close()


def test_a_reader_that_goes_away_in_silence_is_noticed(reader: Reader) -> None:
    os.close(reader.end)
    assert reader.gone.wait(20)
    with pytest.raises(BrokenPipeError):
        reader.outlet.put(b"x")
    with pytest.raises(BrokenPipeError):
        reader.outlet.close()


def test_a_full_disk_is_told_with_its_reason() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    gone = threading.Event()
    with Path("/dev/full").open("wb", buffering=0) as stream:
        outlet = Outlet(stream, gone.set)
        outlet.put(b"x")
        assert gone.wait(20)
        with pytest.raises(OutputError, match=r"(?i)space"):
            outlet.close()


def test_sentences_that_nobody_reads_are_counted_and_hold_up_nobody() -> None:
    end, start = os.pipe()
    room = fill(start)
    with os.fdopen(start, "wb", buffering=0) as stream, os.fdopen(end, "rb") as reading:
        teller = Teller(stream)
        sentence = "s" * 1000
        for _ in range(TELLER_BYTES // 1000 + 5):
            teller(sentence)
        untold = TELLER_BYTES // 1000 + 5 - TELLER_BYTES // (len("dgt-monitor: ") + 1001)
        told = TELLER_BYTES // (len("dgt-monitor: ") + 1001) * (len("dgt-monitor: ") + 1001)
        reading.read(room + told)
        until(lambda: not teller.waiting_bytes)
        teller("and now\x1b[2J")
        teller.close()
        assert reading.readline().decode() == f"dgt-monitor: {untold} sentences could not be told: nobody read\n"
        assert reading.readline().decode() == "dgt-monitor: and now\N{REPLACEMENT CHARACTER}[2J\n"


class Watch:
    """A watch in a process of its own, whose standard output and error are full from the beginning."""

    def __init__(self, folder: Path, url: str = "sim://?boards=4&speed=4") -> None:
        self.folder = folder
        self.out_end, out = os.pipe()
        self.err_end, err = os.pipe()
        self.filled = fill(out)
        fill(err)
        command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", url, "--json", "--record", str(folder)]
        self.process = subprocess.Popen(command, stdout=out, stderr=err)
        os.close(out)
        os.close(err)

    def recorded(self) -> int:
        return sum(path.stat().st_size for path in self.folder.glob("*.dgt"))

    def packed(self) -> list[Path]:
        return list(self.folder.glob("*.dgt.gz"))

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for descriptor in (self.out_end, self.err_end):
            os.close(descriptor)


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    one = Watch(tmp_path / "recording")
    yield one
    one.close()


def test_boards_are_followed_though_nobody_reads_and_a_second_signal_ends_at_once(watch: Watch) -> None:
    until(lambda: watch.recorded() > 5_000)
    watch.process.send_signal(signal.SIGTERM)
    until(watch.packed)  # every line is released and the recording is whole before anybody is waited for
    watch.process.send_signal(signal.SIGTERM)
    assert watch.process.wait(20) == 130
    (path,) = watch.packed()
    assert not watch.recorded()
    capture = read_capture(path)
    assert len(list(capture)) > 100
    assert capture.troubles == 0


def test_who_reads_late_reads_everything(watch: Watch) -> None:
    until(lambda: watch.recorded() > 5_000)
    watch.process.send_signal(signal.SIGTERM)
    with os.fdopen(os.dup(watch.out_end), "rb") as out, os.fdopen(os.dup(watch.err_end), "rb") as err:
        telling = threading.Thread(target=err.read)
        telling.start()
        out.read(watch.filled)
        events = [json.loads(line) for line in out]
        telling.join(20)
    assert watch.process.wait(20) == 0
    assert [event["kind"] for event in events[-4:]] == ["summary"] * 4
    assert len({event["board"] for event in events[-4:]}) == 4


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "sim://?boards=4&speed=max", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0
