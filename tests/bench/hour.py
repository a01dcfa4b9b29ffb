"""Memory of recorder and desk over an hour of play on 200 boards, 400 field updates a second.

    python -m tests.bench.hour                          an hour in ten minutes, or longer on a busy machine
    python -m tests.bench.hour --faster 1               an hour in an hour
    python -m tests.bench.hour --minutes 12             a sample

A recorder with a journal and a desk on a pseudo terminal of 160x45 are a process each. Time goes at most `--faster`
than the machine's and nothing is left out: every field update and clock message of the hour passes the recorder's hall,
journal, views and door; every view the desk's line, wall, bars and lists, which look `--faster` as often, and once a
minute of play the desk's user goes through pages, densities, orders and colours. Games follow each other; one in ten
ends in a fivefold, and alerts are acknowledged. Told are the resident memory of both every few minutes of play, and the
slope of a line laid through those after the warm-up.
"""

import argparse
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.alarm import Terminal
from tests.bench.hour_play import Counted, Hour, record
from tests.bench.many_boards import wait

WARM_MIN: Final = 27.0
"""Until then boards fill what they keep of games before (the last 16 of each; here one takes 80 s)."""
EVERY_MIN: Final = 3.0
MIB: Final = 1024 * 1024
KEYS: Final = (
    "v",
    "v",
    "v",
    "\r",
    "\t",
    "\x1b",
    "i",
    "\x1b",
    "s",
    "s",
    "g",
    "\x1b",
    "o",
    "\x1b",
    "?",
    "\x1b",
    "t",
    "t",
    "t",
    "n",
)
"""What the user does once a minute; it comes back to where it began."""
_DESK: Final = """
import time
from pathlib import Path
from dgt_monitor.dashboard import app
from dgt_monitor.viewing import attached, door
from dgt_monitor.viewing.finding import found
feed = attached.AttachedFeed(lambda: found(among=[Path({folder!r})]), "bench")
feed.start()
assert feed.wait_for(lambda: feed.attached, 30.0), feed.why
view, looks = feed.view, [0]
def counted():
    looks[0] += 1
    if looks[0] % 100 == 0:
        Path({folder!r}, "looks").write_text(str(looks[0]))
    return view()
feed.view = counted
desk = app.Dashboard(feed, bell="repeat", now=lambda: time.monotonic() * {faster}, tick_s=app.TICK_S / {faster})
desk.run()
"""


def rss_mib(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / MIB


def run(hour: Hour, minutes: float) -> None:
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="dgt") as folder:
        ours, theirs = multiprocessing.Pipe()
        recorder = context.Process(target=_begin, args=(hour, folder, theirs), daemon=True)
        recorder.start()
        place = wait(ours)
        desk = Terminal(_DESK.format(folder=place, faster=hour.faster), keep=False)
        while not (Path(place) / "looks").exists():
            time.sleep(0.2)
        found: list[tuple[float, float, float]] = []
        told_min, typed_min = -EVERY_MIN, 0.0
        while told_min < minutes:
            ours.send("how far")
            so_far: Counted = wait(ours)
            if so_far.hall_s < typed_min * 60:
                time.sleep(0.2)
                continue
            typed_min = so_far.hall_s / 60 + 1.0
            for key in KEYS:
                time.sleep(0.1)
                desk.type(key)
            if so_far.hall_s / 60 >= told_min + EVERY_MIN:
                told_min = so_far.hall_s / 60
                assert recorder.pid is not None
                found.append((told_min, rss_mib(recorder.pid), rss_mib(desk.pid)))
                looks = (Path(place) / "looks").read_text(encoding="ascii")
                print(
                    f"{told_min:5.1f} min: recorder {found[-1][1]:6.1f} MiB, desk {found[-1][2]:6.1f} MiB; "
                    f"{so_far.updates} updates, {so_far.plies} moves told, {so_far.games} games, "
                    f"{so_far.alerts} alerts; {looks} looks",
                    flush=True,
                )
        desk.close()
        ours.send("stop")
        recorder.join(20.0)
    warm = [each for each in found if each[0] >= WARM_MIN]
    if len(warm) > 1:
        for name, column in (("recorder", 1), ("desk", 2)):
            line = statistics.linear_regression([each[0] / 60 for each in warm], [each[column] for each in warm])
            print(f"{name}: {line.slope:+.1f} MiB an hour after {WARM_MIN:.0f} min, at {warm[-1][column]:.1f} MiB")


def _begin(hour: Hour, folder: str, pipe: object) -> None:
    """The door looks as often as time is fast."""
    from dgt_monitor.viewing import door

    door.LOOK_S = door.LOOK_S / hour.faster  # type: ignore[misc]  # of this process, which does nothing else
    record(hour, folder, pipe)  # type: ignore[arg-type]  # a spawned process gets it as it is


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--faster", type=float, default=6.0)
    options = parser.parse_args(arguments)
    run(Hour(options.boards, options.faster), options.minutes)


if __name__ == "__main__":
    main()
