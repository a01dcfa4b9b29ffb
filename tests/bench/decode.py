"""What decoding costs beside `re.findall`, which only cuts the same bytes into pieces.

The block holds 20,000 messages: field updates and clock times in turn, a dump for every twentieth. Ours goes from
bytes to readings with all checks, in reads of 4 KiB and in one piece; two `findall` are the yardsticks: one that
answers with whole messages and one that also parts identifier, length and data, as a framing needs. CPU time,
medians of alternating rounds. Run as `python -m tests.bench.decode`.
"""

import re
import statistics
import time
from collections.abc import Callable
from random import Random

from drivers.dgt.codec import encode
from drivers.dgt.interpret import Interpreter
from drivers.dgt.messages import BoardDump, ClockTimes, FieldUpdate, Message

MESSAGES = 20_000
DUMP_EVERY = 20
ROUNDS = 15
READ_BYTES = 4096
GOAL = 7.0
"""Times the whole-message `findall`, at most."""

WHOLE = re.compile(rb"\x8e\x00\x05..|\x8d\x00\x0a.{7}|\x86\x00\x43.{64}", re.DOTALL)
PARTED = re.compile(rb"([\x80-\xff])([\x00-\x7f]{2})([\x00-\x7f]*)")


def messages(rng: Random) -> list[Message]:
    """A busy board's messages, with values as they come in play."""
    return [_message(number, rng) for number in range(MESSAGES)]


def _message(number: int, rng: Random) -> Message:
    if number % DUMP_EVERY == DUMP_EVERY - 1:
        return BoardDump(bytes(rng.randrange(13) for _ in range(64)))
    if number % 2:
        return FieldUpdate(rng.randrange(64), rng.randrange(13))
    right = rng.random() < 0.5
    left_s, right_s = rng.randrange(7200), rng.randrange(7200)
    return ClockTimes(left_s, right_s, True, right, not right, right, left_increment=True, right_increment=True)


def in_reads(block: bytes) -> int:
    """Readings in the block, taken as a reader takes them: read by read."""
    interpreter = Interpreter()
    return sum(len(interpreter.rx(block[at : at + READ_BYTES])) for at in range(0, len(block), READ_BYTES))


def in_one_piece(block: bytes) -> int:
    """Readings in the block, all kept at once."""
    return len(Interpreter().rx(block))


def main() -> None:
    """Print the ratios."""
    block = b"".join(encode(message) for message in messages(Random(1)))
    ways: dict[str, Callable[[bytes], int]] = {
        "findall, whole messages": lambda data: len(WHOLE.findall(data)),
        "findall, parted": lambda data: len(PARTED.findall(data)),
        "ours, reads of 4 KiB": in_reads,
        "ours, one piece": in_one_piece,
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            started = time.process_time()
            found = way(block)
            times[name].append(time.process_time() - started)
            assert found == MESSAGES, name
    _print(times)


def _print(times: dict[str, list[float]]) -> None:
    whole, parted, *ours = times
    print(f"{MESSAGES} messages, {ROUNDS} rounds; goal: at most {GOAL} times '{whole}'")
    for name, spent in times.items():
        print(f"{name:26} {statistics.median(spent) / MESSAGES * 1e9:7.0f} ns a message")
    for name in ours:
        for yardstick in (whole, parted):
            ratios = sorted(a / b for a, b in zip(times[name], times[yardstick], strict=True))
            print(f"{name:22} / {yardstick:24} {statistics.median(ratios):5.2f} [{ratios[0]:.2f}-{ratios[-1]:.2f}]")


if __name__ == "__main__":
    main()
