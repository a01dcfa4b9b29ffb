"""What the loop that reads all lines costs beside a bare selector that only reads the same pseudo terminals.

One process holds the line ends, another writes on the far ends at an even pace: messages of 8 bytes that say when they
were written. Two paces: 10 a second and line, as boards in lively play, and 120 a second, which is a full 9600-baud
line. Both readers keep what they read with its time, and it is taken apart after the watch has stopped. CPU time of
the reading process, medians of alternating rounds; latencies from the write to the time that the reader stamped.

python -m tests.bench.lines [lines ..]    (default 16 200)
"""

import multiprocessing
import os
import selectors
import statistics
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from drivers.serial_line import LineHub, LineSettings, raise_descriptor_limit
from tests.drivers.serial_line.peers import PtyPeer

ROUNDS = 5
SECONDS = 1.2
"""Of writing in a round."""
PACES = {"10 messages/s": 10, "full lines": 120}
TICK_S = 0.002
"""The writer looks this often what is due."""
STAMP = struct.Struct("d")
GOAL = 3.0
"""Times the CPU of the bare reader for the whole monitor (issue: goal beside a bare reader that decodes)."""

Kept = list[tuple[float, bytes]]
"""When bytes were read, and the bytes."""
Reader = Callable[[int], Kept]
"""Reads until so many bytes have come."""


class Round(NamedTuple):
    """What one reader did in one round."""

    cpu: float
    """Of one core, over the time of writing."""
    p50_ms: float
    p99_ms: float
    lost: int
    """Messages."""


def write_evenly(masters: list[int], pace: int) -> None:
    """The other process: each line has its turn, spread over the time between two messages of one line."""
    count = int(SECONDS * pace)
    begin_s = time.monotonic()
    for number in range(count * len(masters)):
        due_s = begin_s + number / (pace * len(masters))
        while time.monotonic() < due_s:
            time.sleep(TICK_S)
        os.write(masters[number % len(masters)], STAMP.pack(time.monotonic()))


@contextmanager
def bare(paths: list[str]) -> Iterator[Reader]:
    """The yardstick: select, read, keep."""
    selector = selectors.DefaultSelector()
    descriptors = [os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK) for path in paths]
    for descriptor in descriptors:
        selector.register(descriptor, selectors.EVENT_READ)

    def read(size: int) -> Kept:
        kept: Kept = []
        while size > 0:
            ready = selector.select(1.0)
            if not ready:
                break
            now_s = time.monotonic()
            for key, _ in ready:
                data = os.read(key.fd, 4096)
                size -= len(data)
                kept.append((now_s, data))
        return kept

    yield read
    selector.close()
    for descriptor in descriptors:
        os.close(descriptor)


@contextmanager
def hub(paths: list[str], *, threads: bool = False) -> Iterator[Reader]:
    """Ours."""
    with LineHub() as made:
        for path in paths:
            made.add(LineSettings(path, force_threads=threads))
        up = 0
        while up < len(paths):
            up += sum(event.kind == "up" for event in made.poll(1.0))

        def read(size: int) -> Kept:
            kept: Kept = []
            while size > 0:
                events = made.poll(1.0)
                if not events:
                    break
                for event in events:
                    size -= len(event.data)
                    kept.append((event.t_s, event.data))
            return kept

        yield read


def run(read: Reader, masters: list[int], pace: int) -> Round:
    total = int(SECONDS * pace) * len(masters)
    writer = multiprocessing.get_context("fork").Process(target=write_evenly, args=(masters, pace))
    writer.start()
    before = time.process_time()
    kept = read(total * STAMP.size)
    cpu = time.process_time() - before
    writer.join()
    late = sorted((at_s - written_s) * 1e3 for at_s, data in kept for (written_s,) in STAMP.iter_unpack(data))
    return Round(cpu / SECONDS, late[len(late) // 2], late[len(late) * 99 // 100], total - len(late))


def compare(lines: int, folder: Path) -> None:
    peers = [PtyPeer(folder / str(number)) for number in range(lines)]
    masters = [peer.master for peer in peers]
    paths = [peer.url for peer in peers]
    ways = {"bare": bare, "hub": hub}
    for name, pace in PACES.items():
        rounds: dict[str, list[Round]] = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way, opened in ways.items():
                with opened(paths) as read:
                    rounds[way].append(run(read, masters, pace))
        tell(f"{lines} lines, {name}", rounds)
    for peer in peers:
        peer.close()


def tell(title: str, rounds: dict[str, list[Round]]) -> None:
    middle = {way: [statistics.median(values) for values in zip(*done, strict=True)] for way, done in rounds.items()}
    for way, (cpu, p50_ms, p99_ms, _) in middle.items():
        lost = sum(one.lost for one in rounds[way])
        print(f"{title:26} {way:5} CPU {cpu:6.1%}   p50 {p50_ms:6.2f} ms   p99 {p99_ms:6.2f} ms   lost {lost}")
    ratio = statistics.median(ours.cpu / its.cpu for ours, its in zip(rounds["hub"], rounds["bare"], strict=True))
    print(f"{title:26} hub / bare  {ratio:.2f} of the CPU   (goal for the whole monitor: {GOAL:.0f})")


def main() -> None:
    raise_descriptor_limit()
    counts = [int(argument) for argument in sys.argv[1:]] or [16, 200]
    for lines in counts:
        with tempfile.TemporaryDirectory() as folder:
            compare(lines, Path(folder))


if __name__ == "__main__":
    main()
