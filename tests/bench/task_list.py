"""A person's task list through the real program, in a terminal of two sizes: which tasks are reached, and the screens.

    python -m tests.bench.task_list                       80x24, then 120x40; about two minutes each
    python -m tests.bench.task_list --size 80x24 --into captures

Forty boards and a spare one on real lines, moved by hand (`tests.bench.tasks`); `dgt-monitor watch --headless` with a
journal, and `dgt-monitor desk` in tmux, told nothing but keys. A task is reached where what it asks for stands on the
screen; the screens are written as text into a folder. Wants tmux and a POSIX system.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.tasks.panes import TMUX, Captures, NotSeenError
from tests.bench.tasks.stage import stage
from tests.bench.tasks.tasks import TASKS, Person, Task

SIZES: Final = ("80x24", "120x40")


def attempt(task: Task, person: Person) -> str:
    """Empty where it was reached; else what was not seen."""
    try:
        task.run(person)
    except NotSeenError as missing:
        return str(missing)
    return ""


def sat_through(size: tuple[int, int], captures: Captures, tasks: Sequence[Task] = TASKS) -> list[tuple[Task, str]]:
    """All tasks, one after the other, before one screen; each with what was not seen."""
    out = []
    with stage() as there:
        person = Person(there, size, captures)
        for task in tasks:
            begun_s = time.monotonic()
            missing = attempt(task, person)
            print(f"  {'NOT REACHED' if missing else 'reached':12}{task.name} ({time.monotonic() - begun_s:.0f} s)")
            if missing:
                print(missing)
                person.home()
            out.append((task, missing))
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Whether all were reached."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--into", type=Path, default=Path("task_captures"), help="the folder of the screens")
    options = parser.parse_args(arguments)
    if TMUX is None or sys.platform == "win32":
        print("skipped: tmux is not there, and nothing else shows a real terminal to a script")
        return 0
    left = 0
    for size in options.size or SIZES:
        print(size)
        cells, lines = map(int, size.split("x"))
        done = sat_through((cells, lines), Captures(options.into / size))
        left += sum(bool(missing) for _, missing in done)
    print(f"{left} not reached" if left else "all reached")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
