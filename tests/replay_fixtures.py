"""The captures of `hw_fixtures/` against the events expected of them.

`python -m tests.replay_fixtures` shows every difference; with `--rebuild` it also writes the expected files anew.
Beside `NAME.dgt` or `NAME.dgt.gz` stands `NAME.events.jsonl`: the event stream as it is written, but for the `clock`
lines, which are many and dull: the last line holds their number and the SHA-256 of their text.
"""

import argparse
import difflib
import hashlib
import sys
from pathlib import Path

from dgt_monitor.events import to_json
from dgt_monitor.recorder.replay import replay_events

FIXTURES = Path(__file__).resolve().parents[1] / "hw_fixtures"


def captures() -> list[Path]:
    """Every capture of the folder."""
    return sorted([*FIXTURES.glob("*.dgt"), *FIXTURES.glob("*.dgt.gz")])


def expected_file(capture: Path) -> Path:
    """Where the events expected of a capture stand."""
    return capture.with_name(capture.name.removesuffix(".gz").removesuffix(".dgt") + ".events.jsonl")


def replayed(capture: Path) -> str:
    """What the monitor says of a capture now, in the form of the expected file."""
    lines: list[str] = []
    clocks = hashlib.sha256()
    ticks = 0
    for event in replay_events([capture]):
        line = to_json(event)
        if event.kind == "clock":
            ticks += 1
            clocks.update(line.encode() + b"\n")
        else:
            lines.append(line)
    lines.append(f'{{"clock_lines":{ticks},"sha256":"{clocks.hexdigest()}"}}')
    return "\n".join(lines) + "\n"


def difference(capture: Path) -> list[str]:
    """Lines of a unified diff from expected to now; empty where they agree."""
    path = expected_file(capture)
    expected = path.read_text(encoding="utf-8") if path.exists() else ""
    now = replayed(capture)
    return list(difflib.unified_diff(expected.splitlines(), now.splitlines(), path.name, "now", lineterm="", n=1))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rebuild", action="store_true", help="write the expected files anew")
    rebuild: bool = parser.parse_args().rebuild
    differing = 0
    for capture in captures():
        lines = difference(capture)
        differing += bool(lines)
        print("\n".join([f"{capture.name}: {'differs' if lines else 'as expected'}", *lines]))
        if rebuild and lines:
            expected_file(capture).write_text(replayed(capture), encoding="utf-8", newline="\n")
    return 0 if rebuild else int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
