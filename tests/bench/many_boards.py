"""What the whole monitor costs beside a bare reader of the same lines, and how late it tells a move.

    python -m tests.bench.many_boards              some minutes
    python -m tests.bench.many_boards --quick      a sample, under a minute
    python -m tests.bench.many_boards --frames     in frames of a millisecond, which costs all readers less
    python -m tests.bench.many_boards --journal --boards 200 --no-full      the same beside it with a journal

Pseudo terminals with boards at their far ends, which are fed by a process of their own (`feeding.py`): legal games at
10 field updates and one clock message a second and board, or full 9600-baud lines of pieces lifted and put back. They
are read in turns, each time by a process begun afresh (`watching.py`): by the monitor as `dgt-monitor watch` runs it
(lines, conversation, hall, session; with `--json` its event stream is written to a file), and by Y3, a bare selector
that reads and decodes and does nothing else. CPU is that of the reading process while the boards play, by
`process_time`, after all boards were found. Ratios are made round by round, and all figures are medians of rounds.
Late is a move by the time from the writing of its last field update to its provisional `move` event; of Y3, an update
to its being decoded. Every field update is counted where the hall's trackers take it, and every game is compared.
Exit status 1 if anything was lost, or a game is wrong; times are told beside their goals, and decide nothing.
"""

import argparse
import multiprocessing
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from tests.bench.feeding import Load, Told, feed, play_of
from tests.bench.watching import Mark, Seen, Who, watch

ROUNDS = 3
SECONDS = 6.0
FULL_SECONDS = 5.0
COUNTS = (16, 200, 1000)
FULL_BOARDS = 128
JSON_BOARDS = 1000
GOAL_RATIO = 3.0
"""Times the CPU of Y3 (issue)."""
GOALS_CORE = {("monitor", 1000): 0.60, ("json", 1000): 1.10, ("full", FULL_BOARDS): 0.75}
"""Of a core (issue)."""
LATENCY_BOARDS = 200
GOAL_P99_MS = 25.0
"""From the last byte to the provisional move (issue)."""
GOAL_LATER_MS = 25.0
"""With a journal a move is told so much later at most, at the 99th percentile (issue)."""
PATIENCE_S = 60.0
"""What waits longer than that for another process has failed."""
START_S = 0.3
"""Before and after the play, in which the reader comes to rest."""


class Round(NamedTuple):
    """What one reader did in one round."""

    cpu: float
    """Of one core, over the time of the play."""
    p50_ms: float
    p99_ms: float
    lost: int
    """Field updates that were written and did not come to where they are used, and pieces a line did not take."""
    wrong: int
    """Boards whose game is not the one that was played."""
    told: int
    """Moves whose lateness is known; of Y3 updates."""
    rss_kib: float
    alerts: int
    troubles: int


class Boards:
    """The process that feeds the lines."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self._pipe, theirs = multiprocessing.Pipe()
        # Spawned, as the readers are: a forked child would hold the far ends that this process holds.
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=feed, args=(load, theirs), daemon=True)
        self._process.start()
        self.paths: list[str] = wait(self._pipe)

    def do(self, order: str, patience_s: float = PATIENCE_S) -> list[Told]:
        """Give an order and wait until it is done; what was sent, after a play."""
        self._pipe.send(order)
        done = wait(self._pipe, patience_s)
        return done if isinstance(done, list) else []

    def close(self) -> None:
        """End it."""
        self._pipe.send("end")
        self._process.join(PATIENCE_S)


def wait(pipe: Connection, patience_s: float = PATIENCE_S):  # type: ignore[no-untyped-def]  # whatever comes
    """What comes next from another process."""
    if not pipe.poll(patience_s):
        raise TimeoutError("a process of the bench does not answer")
    return pipe.recv()


@contextmanager
def reader(who: Who, boards: Boards, output: str) -> Iterator[Connection]:
    """A process that has begun to read the lines."""
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=watch, args=(who, boards.paths, output, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        wait(ours)
        yield ours
    finally:
        process.join(PATIENCE_S)
        ours.close()


def mark(pipe: Connection, rest_s: float = START_S) -> Mark:
    """Where a reader stands after a moment of rest."""
    pipe.poll(rest_s)
    pipe.send("mark")
    stands: Mark = wait(pipe)
    return stands


def run(who: Who, boards: Boards, output: str) -> Round:
    """One reader, one play."""
    boards.do("begin")
    with reader(who, boards, output) as pipe:
        if who != "bare":
            boards.do("converse")
        before = mark(pipe)
        told = boards.do("play", PATIENCE_S + 3 * boards.load.seconds)
        after = mark(pipe)
        pipe.send("stop")
        seen: Seen = wait(pipe)
    return judged(boards, told, seen, (after.cpu_s - before.cpu_s) / boards.load.seconds, after.rss_kib)


def judged(boards: Boards, told: list[Told], seen: Seen, cpu: float, rss_kib: float) -> Round:
    """What was seen beside what was sent."""
    plays = [play_of(number, boards.load) for number in range(boards.load.boards)]
    lost = sum(play.updates for play in plays) - seen.updates + sum(one.refused for one in told)
    wrong, late = 0, list[float]()
    if seen.read_s:
        for one, path, play in zip(told, boards.paths, plays, strict=True):
            read_s = seen.read_s[path]
            each = len(play.pieces) == len(read_s)
            late += [at - sent for at, sent in zip(read_s, one.sent_s, strict=True)] if each else []
    else:
        for one, play in zip(told, plays, strict=True):
            wrong += seen.uci.get(one.name) != play.uci
            times = ((seen.moved_s.get((one.name, ply)), at) for ply, at in enumerate(play.landed, 1))
            late += [at_s - one.sent_s[at] for at_s, at in times if at_s is not None and at_s > one.sent_s[at]]
    late.sort()
    p50, p99 = (late[len(late) // 2] * 1e3, late[len(late) * 99 // 100] * 1e3) if late else (0.0, 0.0)
    return Round(cpu, p50, p99, lost, wrong, len(late), rss_kib, seen.alerts, len(seen.troubles))


Rounds = dict[Who, list[Round]]


def compare(load: Load, readers: Sequence[Who], rounds: int) -> Rounds:
    """All readers in turns on the same lines."""
    boards = Boards(load)
    done: Rounds = {who: [] for who in readers}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for who in readers:
                done[who].append(run(who, boards, str(Path(folder) / "events.jsonl")))
    boards.close()
    return done


def tell(load: Load, done: Rounds) -> None:
    title = f"{load.boards} boards, " + ("full lines" if load.full else "10 + 1 a second")
    for who, rounds in done.items():
        one = Round(*(statistics.median(values) for values in zip(*rounds, strict=True)))
        cpus = [one.cpu for one in rounds]
        late = f"p50 {one.p50_ms:6.2f} ms  p99 {one.p99_ms:6.2f} ms" if one.told else ""
        what = "" if who == "bare" else f"  games wrong {sum(r.wrong for r in rounds)}  troubles {one.troubles:.0f}"
        print(
            f"{title:28} {who:8} CPU {one.cpu:6.1%} [{min(cpus):.1%} {max(cpus):.1%}]  {late:36}  "
            f"lost {sum(r.lost for r in rounds)}{what}  alerts {one.alerts:.0f}  RSS {one.rss_kib / 1024:.0f} MiB",
            flush=True,
        )
    for who, rounds in done.items():
        if who != "bare":
            _tell_goals(load, who, rounds, done["bare"])
    if "journal" in done:
        _tell_journal(done["journal"], done["monitor"])


def _tell_journal(journal: list[Round], without: list[Round]) -> None:
    later_ms = statistics.median(one.p99_ms - its.p99_ms for one, its in zip(journal, without, strict=True))
    _goal("with a journal p99 is later by", later_ms, GOAL_LATER_MS, "ms")
    shares = [100 * (1 - its.cpu / one.cpu) for one, its in zip(journal, without, strict=True)]
    _goal(
        "the journal's share of the CPU", statistics.median(shares), None, "%", f"[{min(shares):.0f} {max(shares):.0f}]"
    )


def _tell_goals(load: Load, who: Who, rounds: list[Round], bare: list[Round]) -> None:
    core = GOALS_CORE.get(("full" if load.full else who, load.boards))
    ratios = [one.cpu / its.cpu for one, its in zip(rounds, bare, strict=True)]
    goal_ratio = GOAL_RATIO if who == "monitor" and not load.full else None
    _goal(f"{who} / Y3, CPU", statistics.median(ratios), goal_ratio, "x", f"[{min(ratios):.2f} {max(ratios):.2f}]")
    if core is not None:
        _goal(f"{who}, of a core", 100 * statistics.median(one.cpu for one in rounds), 100 * core, "%")
    if not load.full and who == "monitor":
        p99_ms = statistics.median(one.p99_ms for one in rounds)
        _goal("last byte to move, p99", p99_ms, GOAL_P99_MS if load.boards == LATENCY_BOARDS else None, "ms")
        p50s = [one.p50_ms / its.p50_ms for one, its in zip(rounds, bare, strict=True)]
        _goal("last byte to move, p50 / Y3's", statistics.median(p50s), None, "x")


def _goal(what: str, value: float, goal: float | None, unit: str, spread: str = "") -> None:
    verdict = "" if goal is None else f"  goal {goal:g} {unit}: {'met' if value <= goal else 'MISSED'}"
    print(f"    {what:30} {value:7.2f} {unit} {spread}{verdict}", flush=True)


def tell_memory(small: int, large: int, kib: dict[int, float], plies: float) -> None:
    each = (kib[large] - kib[small]) / (large - small)
    print(f"memory: {each:.0f} KiB a board at {plies:.0f} plies, line and conversation included ({small} to {large})")


def plies_of(load: Load) -> float:
    return statistics.mean(len(play_of(number, load).uci) for number in range(load.boards))


def loads(options: argparse.Namespace) -> list[Load]:
    if options.quick:
        return [Load(16, 2.0), Load(64, 2.0), Load(16, 1.5, full=True)]
    lively = [Load(count, options.seconds, frames=options.frames) for count in options.boards]
    return lively + ([] if options.no_full else [Load(FULL_BOARDS, FULL_SECONDS, full=True, frames=options.frames)])


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a sample of one round, under a minute")
    parser.add_argument("--boards", type=int, nargs="+", default=COUNTS, help="in lively play")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of lively play in a round")
    parser.add_argument("--frames", action="store_true", help="what comes within a millisecond comes at once")
    parser.add_argument("--journal", action="store_true", help="the monitor with a journal as well")
    parser.add_argument("--no-full", action="store_true", help="without the full lines")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    faults, kib, plies = 0, dict[int, float](), 0.0
    for load in loads(options):
        readers: list[Who] = ["bare", "monitor"]
        if load.boards == JSON_BOARDS or options.quick:
            readers.append("json")
        if options.journal:
            readers.append("journal")
        done = compare(load, readers, 1 if options.quick else options.rounds)
        tell(load, done)
        faults += sum(one.lost != 0 or one.wrong != 0 for rounds in done.values() for one in rounds)
        if not load.full:
            kib[load.boards] = statistics.median(one.rss_kib for one in done["monitor"])
            plies = plies_of(load)
    if len(kib) > 1:
        tell_memory(min(kib), max(kib), kib, plies)
    print(f"rounds in which something was lost or wrong: {faults}")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
