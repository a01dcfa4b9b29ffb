"""What one field update costs, from its bytes to event objects, by what hands move the pieces.

    python -m tests.bench.updates [--rounds N]

The halls of `tests.bench.end_to_end`, played by clean and by rough hands. Of each update the least CPU time of all
rounds is taken, since what else the machine does only adds to it; deadlines that fire before an update count for it.
The median and the 99.9th percentile stand beside the goals of an update; both also as times Y1, what bare python-chess
needs for a ply (`is_legal` and `push`) in the same run.
"""

import argparse
import time

from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.loop import Recorder
from drivers.dgt.interpret import Interpreter
from drivers.readings import FieldUpdate
from drivers.simulator.hall import Chunk, Conditions, play
from drivers.simulator.profiles import CLEAN, ROUGH, HandProfile
from tests.bench.end_to_end import THINK, cpu_s, games, known, y1

ROUNDS = 7
GOAL_MEDIAN_S, GOAL_RARE_S = 0.0002, 0.005
"""At most for the median and the 99.9th percentile of rough updates (issue)."""
RARE = 0.999


def costs_s(chunks: list[Chunk], before: Known) -> list[float]:
    """The CPU time of each field update of one run."""
    recorder = Recorder(Hall(before), [lambda _: None])
    lines = {port: Interpreter() for port in dict.fromkeys(chunk.port for chunk in chunks)}
    found: list[float] = []
    with seldom_collecting():
        for t_s, port, kind, data in chunks:
            line, began_s = lines[port], time.thread_time()
            readings = line.up() if kind == "up" else line.rx(data) if kind == "rx" else line.tx(data)
            for reading in readings:
                recorder.take(t_s, port, None, reading)
            if any(isinstance(reading, FieldUpdate) for reading in readings):
                found.append(time.thread_time() - began_s)
    recorder.finish(chunks[-1].t_s)
    return found


def tell(profile: HandProfile, rounds: int) -> None:
    """Measure one kind of hands and print what it costs."""
    played = games()
    before, plies = known(played), sum(len(game.moves) for game in played)
    chunks = [chunk for chunk in play(played, Conditions(1, profile, think=THINK)) if chunk.kind != "over"]
    least = costs_s(chunks, before)
    ply_s = cpu_s(lambda: y1(played)) / plies
    for _ in range(rounds - 1):
        least = [min(pair) for pair in zip(least, costs_s(chunks, before), strict=True)]
        ply_s = min(ply_s, cpu_s(lambda: y1(played)) / plies)
    least.sort()
    for name, at_s, goal_s in (
        ("median", least[len(least) // 2], GOAL_MEDIAN_S),
        ("99.9 %", least[int(len(least) * RARE)], GOAL_RARE_S),
        ("most", least[-1], None),
    ):
        goal = "" if goal_s is None else f"  goal <= {goal_s * 1e3:.1f} ms"
        print(f"{profile.name:6} {name:7} {at_s * 1e3:7.3f} ms  {at_s / ply_s:6.1f} Y1{goal}")
    print(f"{profile.name:6} {len(least)} updates, {sum(least) / plies / ply_s:.2f} Y1 a ply in all")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.updates")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="%(default)s by default")
    rounds: int = parser.parse_args().rounds
    for profile in (CLEAN, ROUGH):
        tell(profile, rounds)


if __name__ == "__main__":
    main()
