"""Damages what boards sent in a capture, repeatably: bytes with flipped bits, lost bytes, bytes that nobody sent.

    python -m tests.tools.damage IN.dgt OUT.dgt --seed 1 --rate 0.001

Every received byte is damaged with the given probability, in one of the three ways; times, questions and the
opening of lines stay. The header says what was done.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from drivers.capture import CaptureWriter, Record, read_capture

WAYS = ("flip", "delete", "insert")


class Damage(NamedTuple):
    seed: int
    rate: float
    """Probability of damage per byte."""
    ways: tuple[str, ...] = WAYS

    def __str__(self) -> str:
        return f"seed {self.seed}, rate {self.rate:g}, {' '.join(self.ways)}"


def damaged(data: bytes, damage: Damage, rng: Random) -> bytes:
    out = bytearray()
    for byte in data:
        if rng.random() >= damage.rate:
            out.append(byte)
            continue
        way = rng.choice(damage.ways)
        if way == "flip":
            out.append(byte ^ (1 << rng.randrange(8)))
        elif way == "insert":
            out += bytes((byte, rng.randrange(256)))
    return bytes(out)


def damaged_records(records: Iterator[Record], damage: Damage) -> Iterator[Record]:
    """The same records; what was received is damaged, and a chunk of which nothing is left is missing."""
    rng = Random(damage.seed)
    for record in records:
        if record.kind != "rx":
            yield record
        elif data := damaged(record.data, damage, rng):
            yield record._replace(data=data)


def damage_file(source: Path, target: Path, damage: Damage) -> int:
    """Write the damaged capture; answers how many records differ or are missing."""
    capture = read_capture(source)
    before = list(capture)
    after = list(damaged_records(iter(before), damage))
    header = capture.header._replace(comments=(*capture.header.comments, f"damaged: {damage}"))
    with CaptureWriter(target, header) as writer:
        for record in after:
            writer.write(record.t_s, record.port, record.kind, record.data)
    return len(set(before) - set(after))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--rate", type=float, default=0.001, help="probability per byte (default 0.001)")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    options = parser.parse_args(arguments)
    count = damage_file(options.source, options.target, Damage(options.seed, options.rate, tuple(options.ways)))
    print(f"{options.target}: {count} chunks damaged", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
