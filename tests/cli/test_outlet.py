"""Output that waits for its reader: nothing lost, nobody held up, an end in any case."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from dgt_monitor.cli.outlet import PATIENCE_S, UNREAD_S, Outlet
from dgt_monitor.cli.output import OutputError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are looked at as POSIX has them")


class Reader:
    """A pipe, its outlet, and what became of it."""

    def __init__(self, **options: Any) -> None:
        self.end, self.start = os.pipe()
        self.gone = threading.Event()
        self.said: list[str] = []
        self.now_s = [0.0]
        self.outlet = Outlet(
            self.start, self.gone.set, complain=self.said.append, clock=lambda: self.now_s[0], **options
        )

    def close(self) -> None:
        for descriptor in (self.end, self.start):
            try:
                os.close(descriptor)
            except OSError:
                continue


@pytest.fixture
def reader() -> Iterator[Reader]:
    one = Reader()
    yield one
    one.close()


def test_what_is_put_comes_out_in_order_and_whole(reader: Reader) -> None:
    lines = [b"%d\n" % n for n in range(20_000)]
    taken = bytearray()

    def read() -> None:
        while len(taken) < sum(map(len, lines)):
            taken.extend(os.read(reader.end, 65_536))

    reading = threading.Thread(target=read)
    reading.start()
    for line in lines:
        reader.outlet.put(line)
    assert reader.outlet.close() == 0
    reading.join(20)
    assert bytes(taken) == b"".join(lines)


def test_who_does_not_read_is_told_of_and_holds_up_nobody(reader: Reader) -> None:
    for _ in range(100):
        reader.outlet.put(bytes(10_000))
    reader.now_s[0] += UNREAD_S + 1.0
    reader.outlet.put(b"x")
    reader.outlet.put(b"y")
    assert len(reader.said) == 1
    reader.now_s[0] += PATIENCE_S
    assert reader.outlet.close() > 0


def test_too_much_that_waits_is_an_error_and_not_a_loss() -> None:
    reader = Reader(most_bytes=1_000_000)
    for _ in range(90):
        reader.outlet.put(bytes(10_000))
    with pytest.raises(OutputError, match="nobody reads"):
        reader.outlet.put(bytes(200_000))
    reader.now_s[0] += PATIENCE_S
    reader.outlet.close()
    reader.close()


def test_a_reader_that_goes_away_in_silence_is_noticed(reader: Reader) -> None:
    os.close(reader.end)
    assert reader.gone.wait(20)
    with pytest.raises(BrokenPipeError):
        reader.outlet.put(b"x")


def test_a_watch_whose_output_nobody_reads_ends_on_a_signal(tmp_path: Any) -> None:
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "sim://?boards=8&speed=max", "--json"]
    with subprocess.Popen(
        [*command, "--record", str(tmp_path / "recording")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        said = process.stderr.read()
        assert process.wait(timeout=30) in (0, 1)
    assert "Traceback" not in said
    assert [path.suffix for path in (tmp_path / "recording").iterdir()] == [".gz"]
