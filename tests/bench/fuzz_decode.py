"""Random and mutated byte streams into the decoders: readings or counted complaints, never an exception.

Run as `python -m tests.bench.fuzz_decode --streams 1000000 --seed 1`, with `--bus` for the bus decoder. The test suite
runs a sample of both.
"""

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from drivers.dgt.bus_codec import checksum, encode_reply, encode_request
from drivers.dgt.bus_interpret import Addressed, BusInterpreter
from drivers.dgt.bus_messages import LONGEST_REPLY_BYTES, BusReply, BusRequest, FromStart
from drivers.dgt.codec import encode
from drivers.dgt.interpret import Interpreter
from drivers.dgt.messages import LONGEST_BYTES
from drivers.readings import Complaint, Reading
from tests.drivers.dgt.bus_streams import BUS_SPECIMENS
from tests.drivers.dgt.specimens import LOG, SPECIMENS

LONGEST_STREAM_BYTES = 200
COMMON = [encode(message) for message in SPECIMENS]
MEMORY = encode(LOG)
MEMORY_EVERY = 500
"""One stream in so many holds a whole memory dump, which alone is as long as forty others."""
BUS_COMMON = [encode_reply(reply) for reply in BUS_SPECIMENS]
BUS_MEMORY = encode_reply(BusReply(1025, FromStart(LOG.log)))
BUS_REQUESTS = [encode_request(BusRequest(command, at)) for command in range(0x81, 0x8E) for at in (0, 1025, 4711)]
SEALED_EVERY = 5
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
            f"largest buffer {self.max_buffer_bytes} bytes",
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
        bytes((rng.randrange(0x80, 0xB8), rng.choice((0, 0, 0, 62, 127)), rng.randrange(128)))
        + rng.randbytes(rng.randrange(12)).translate(LOW_BYTES)
        for _ in range(rng.randint(1, 12))
    ]
    return b"".join(parts)


LOW_BYTES = bytes(byte & 0x7F for byte in range(256))


def valid(rng: Random, common: Sequence[bytes]) -> bytes:
    """Good messages, the last one perhaps cut."""
    stream = b"".join(rng.choices(common, k=rng.randint(1, 12)))
    return stream[: rng.randint(1, LONGEST_STREAM_BYTES)]


def mutated(rng: Random, common: Sequence[bytes]) -> bytes:
    """Good messages with bits flipped, bytes deleted, doubled, or put in."""
    stream = bytearray(valid(rng, common))
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


def with_memory(rng: Random, common: Sequence[bytes], memory: bytes) -> bytes:
    """A memory dump, whole or damaged, among good messages."""
    stream = valid(rng, common) + memory + valid(rng, common)
    at = rng.randrange(len(stream))
    return stream if rng.random() < 0.5 else stream[:at] + rng.randbytes(1) + stream[at + 1 :]


def stream_of(number: int, rng: Random, common: Sequence[bytes], memory: bytes) -> bytes:
    """A stream of some kind."""
    if number % MEMORY_EVERY == 0:
        return with_memory(rng, common, memory)
    kind = rng.randrange(6)
    return noise(rng) if kind == 0 else headers(rng) if kind == 1 else (valid if kind == 2 else mutated)(rng, common)


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
        stream = stream_of(number, rng, COMMON, MEMORY)
        _one(stream, rng, figures, compare=number % COMPARE_EVERY == 0)
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
    _count(figures, stream, readings, [said for said in closed if isinstance(said, Complaint)], interpreter.dropped)


def _count(
    figures: Figures, stream: bytes, readings: list[Reading], closing: list[Complaint], dropped: Mapping[str, int]
) -> None:
    """All that was dropped was told, and goes into the figures."""
    told: Counter[str] = Counter()
    for said in closing:
        told[said.kind] += said.dropped
    assert told == Counter(dropped), stream.hex()
    figures.streams += 1
    figures.fed_bytes += len(stream)
    figures.readings.update(type(reading).__name__ for reading in readings)
    figures.dropped.update(dropped)
    figures.complaints.update(dropped.keys())


def feed_bus(line: BusInterpreter, pieces: list[bytes], figures: Figures) -> list[Addressed]:
    """All readings of the pieces; notes the largest buffer."""
    readings: list[Addressed] = []
    for piece in pieces:
        readings += line.rx(piece)
        figures.max_buffer_bytes = max(figures.max_buffer_bytes, line.pending)
    return readings


def sealed(rng: Random) -> bytes:
    """Replies of right length and checksum that say anything, so that what lies behind the checksum is reached."""
    parts = []
    for _ in range(rng.randint(1, 6)):
        frame = bytearray(rng.choice(BUS_COMMON))
        for at in range(5, len(frame) - 1):
            if rng.random() < 0.3:
                frame[at] = rng.randrange(128)
        frame[-1] = checksum(bytes(frame[:-1]))
        parts.append(bytes(frame))
    return b"".join(parts)


def run_bus(streams: int, seed: int) -> Figures:
    """The same for a bus line: some traffic, a request, the stream."""
    rng = Random(seed)
    figures = Figures()
    for number in range(streams):
        stream = sealed(rng) if number % SEALED_EVERY == 1 else stream_of(number, rng, BUS_COMMON, BUS_MEMORY)
        _one_on_bus(stream, rng, figures, compare=number % COMPARE_EVERY == 0)
    assert figures.max_buffer_bytes < LONGEST_REPLY_BYTES
    return figures


def _one_on_bus(stream: bytes, rng: Random, figures: Figures, *, compare: bool) -> None:
    before = b"".join(rng.choices(BUS_COMMON, k=rng.randrange(4)))
    request = rng.choice(BUS_REQUESTS) if rng.random() < 0.9 else rng.randbytes(4)
    pieces = cut(stream, rng)
    line = BusInterpreter()
    readings = [*line.rx(before), *line.tx(request), *feed_bus(line, pieces, figures)]
    if compare:
        other = BusInterpreter()
        again = [*other.rx(before), *other.tx(request), *feed_bus(other, [stream], figures)]
        assert again == readings, (before.hex(), request.hex(), stream.hex())
        assert (other.dropped, other.pending, other.noted) == (line.dropped, line.pending, line.noted), stream.hex()
        figures.compared += 1
    closing = [said for _, said in line.down("end of the stream") if isinstance(said, Complaint)]
    _count(figures, stream, [said for _, said in readings], closing, line.dropped)


def main() -> None:
    """Run from the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bus", action="store_true")
    arguments = parser.parse_args()
    started = time.process_time()
    figures = (run_bus if arguments.bus else run)(arguments.streams, arguments.seed)
    print(f"seed {arguments.seed}, {time.process_time() - started:.0f} s of CPU time")
    print("\n".join(figures.lines()))


if __name__ == "__main__":
    main()
