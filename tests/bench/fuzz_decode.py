"""Random and mutated byte streams into the decoder: readings or counted complaints, never an exception.

Run as `python -m tests.bench.fuzz_decode --streams 1000000 --seed 1`. The test suite runs a sample.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from drivers.dgt.codec import encode
from drivers.dgt.interpret import Interpreter
from drivers.dgt.messages import LONGEST_BYTES
from drivers.readings import Complaint, Reading
from tests.drivers.dgt.specimens import LOG, SPECIMENS

LONGEST_STREAM_BYTES = 200
COMMON = [encode(message) for message in SPECIMENS]
MEMORY = encode(LOG)
MEMORY_EVERY = 500
"""One stream in so many holds a whole memory dump, which alone is as long as forty others."""
COMPARE_EVERY = 4
"""One stream in so many is also fed in one piece, and must give the same."""


@dataclass
class Figures:
    """What a run has seen."""

    streams: int = 0
    fed_bytes: int = 0
    max_buffer_bytes: int = 0
    compared: int = 0
    readings: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    complaints: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """The figures, one a line."""
        return [
            f"streams {self.streams}, bytes {self.fed_bytes}, compared with one piece {self.compared}",
            f"largest buffer {self.max_buffer_bytes} bytes (limit {LONGEST_BYTES - 1})",
            f"readings {_counts(self.readings)}",
            f"complaints {_counts(self.complaints)}",
            f"dropped bytes {_counts(self.dropped)}",
        ]


def _counts(counter: Counter[str]) -> str:
    return f"{counter.total()}: " + ", ".join(f"{kind} {count}" for kind, count in counter.most_common())


def noise(rng: Random) -> bytes:
    """Any bytes."""
    return rng.randbytes(rng.randint(1, LONGEST_STREAM_BYTES))


def headers(rng: Random) -> bytes:
    """Starts of messages, good and bad, with anything after them."""
    parts = [
        bytes((rng.randrange(0x80, 0xA8), rng.choice((0, 0, 0, 62, 127)), rng.randrange(128)))
        + rng.randbytes(rng.randrange(12)).translate(LOW_BYTES)
        for _ in range(rng.randint(1, 12))
    ]
    return b"".join(parts)


LOW_BYTES = bytes(byte & 0x7F for byte in range(256))


def valid(rng: Random) -> bytes:
    """Good messages, the last one perhaps cut."""
    stream = b"".join(rng.choices(COMMON, k=rng.randint(1, 12)))
    return stream[: rng.randint(1, LONGEST_STREAM_BYTES)]


def mutated(rng: Random) -> bytes:
    """Good messages with bits flipped, bytes deleted, doubled, or put in."""
    stream = bytearray(valid(rng))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(stream) + 1)
        until = at + rng.randint(1, 8)
        match rng.randrange(4):
            case 0 if at < len(stream):
                stream[at] ^= 1 << rng.randrange(8)
            case 1:
                del stream[at:until]
            case 2:
                stream[at:at] = stream[at:until]
            case _:
                stream[at:at] = rng.randbytes(rng.randint(1, 8))
    return bytes(stream)


def with_memory(rng: Random) -> bytes:
    """A memory dump, whole or damaged, among good messages."""
    stream = valid(rng) + MEMORY + valid(rng)
    at = rng.randrange(len(stream))
    return stream if rng.random() < 0.5 else stream[:at] + rng.randbytes(1) + stream[at + 1 :]


KINDS: tuple[Callable[[Random], bytes], ...] = (noise, headers, valid, mutated, mutated, mutated)


def cut(stream: bytes, rng: Random) -> list[bytes]:
    """The stream in pieces: one, some, or single bytes."""
    ways = rng.randrange(4)
    if ways == 0 or len(stream) > LONGEST_STREAM_BYTES * 2:
        size = max(1, len(stream) // rng.randint(1, 9))
    else:
        size = 1 if ways == 1 else rng.randint(1, 40)
    return [stream[at : at + size] for at in range(0, len(stream), size)]


def feed(interpreter: Interpreter, pieces: list[bytes], figures: Figures) -> list[Reading]:
    """All readings of the pieces; notes the largest buffer."""
    readings: list[Reading] = []
    for piece in pieces:
        readings += interpreter.rx(piece)
        figures.max_buffer_bytes = max(figures.max_buffer_bytes, interpreter.pending)
    return readings


def run(streams: int, seed: int) -> Figures:
    """Feed so many streams; AssertionError where the decoder breaks its contract."""
    rng = Random(seed)
    figures = Figures()
    for number in range(streams):
        make = with_memory if number % MEMORY_EVERY == 0 else rng.choice(KINDS)
        _one(make(rng), rng, figures, compare=number % COMPARE_EVERY == 0)
    assert figures.max_buffer_bytes < LONGEST_BYTES
    return figures


def _one(stream: bytes, rng: Random, figures: Figures, *, compare: bool) -> None:
    interpreter = Interpreter()
    interpreter.tx(stream[:4])
    readings = feed(interpreter, cut(stream, rng), figures)
    if compare:
        other = Interpreter()
        assert feed(other, [stream], figures) == readings, stream.hex()
        assert other.dropped == interpreter.dropped, stream.hex()
        assert other.pending == interpreter.pending, stream.hex()
        assert other.noted == interpreter.noted, stream.hex()
        figures.compared += 1
    closed = interpreter.down("end of the stream")
    dropped = Counter(interpreter.dropped)
    told = Counter({said.kind: said.dropped for said in closed if isinstance(said, Complaint)})
    assert told == dropped, stream.hex()
    figures.streams += 1
    figures.fed_bytes += len(stream)
    figures.readings.update(type(reading).__name__ for reading in readings)
    figures.dropped.update(dropped)
    figures.complaints.update(dropped.keys())


def main() -> None:
    """Run from the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    started = time.process_time()
    figures = run(arguments.streams, arguments.seed)
    print(f"seed {arguments.seed}, {time.process_time() - started:.0f} s of CPU time")
    print("\n".join(figures.lines()))


if __name__ == "__main__":
    main()
