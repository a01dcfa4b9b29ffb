"""How right the reconstruction is: games of all kinds by hands from careful to hasty, and what the monitor made of it.

    python -m tests.bench.hands --games 300
    python -m tests.bench.hands --profiles rough --seed 7 --game 12 --show
    python -m tests.bench.hands --fivefold --games 100000

Per profile: games and plies right, what was sure but wrong, what was not sure, delays, revisions, alerts, cost; beside
it what the ways of other programs make of the same field updates; and each goal with whether it is met. Every wrong
game is told with the command that shows it; `--show` prints its first difference with hands, board and monitor on one
time axis, `--keep DIR` writes its capture. Status 1 if a goal is missed.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from drivers.simulator.profiles import PROFILES
from drivers.simulator.recording import write_capture
from tests.bench.accuracy import fivefold
from tests.bench.accuracy.following import follow
from tests.bench.accuracy.games import Task, make
from tests.bench.accuracy.jobs import in_jobs, or_crash
from tests.bench.accuracy.judging import Figures, is_right, judge, judge_peers
from tests.bench.accuracy.playing import play_out
from tests.bench.accuracy.report import table, verdicts
from tests.bench.accuracy.showing import Case, one_line, show
from tests.bench.accuracy.truth import truth_of

SEED = 4
"""Fixed, so that figures of two days can be compared."""


class Wish(NamedTuple):
    """A game to play, and what is wanted of it beside the figures."""

    task: Task
    show: bool = False
    keep: str = ""
    peers: bool = True


class Outcome(NamedTuple):
    """What came of one game."""

    task: Task
    figures: Figures
    wrong: str | None
    """Told of a game that is not right."""


def run(wish: Wish) -> Outcome:
    """One game; a crash is told as one."""
    outcome = or_crash(_run, wish)
    if isinstance(outcome, Outcome):
        return outcome
    case = case_of(wish.task)
    return Outcome(wish.task, Figures(Counter(games=1, crashed=1)), f"CRASHED {case.name}: {case.again}\n{outcome}")


def _run(wish: Wish) -> Outcome:
    """Play a game, let the monitor follow it, and judge."""
    task = wish.task
    game, conditions = make(task)
    played = play_out(game, conditions)
    truth = truth_of(game, played.all_turns)
    heard = follow(played)
    figures = judge(played, truth, heard)
    if wish.peers:
        figures.peers = judge_peers(played, truth)
    if is_right(heard, truth) and not _odd(figures):
        return Outcome(task, figures, None)
    case = case_of(task)
    if wish.keep:
        with (Path(wish.keep) / f"{task.profile}-{task.number}.dgt").open("w", encoding="utf-8", newline="\n") as out:
            write_capture(out, [game], conditions, case.again)
    return Outcome(
        task, figures, show(case, played, truth, heard) if wish.show else one_line(case, played, truth, heard)
    )


def case_of(task: Task) -> Case:
    """Its name, and the command that shows it."""
    where = f"--seed {task.seed} --profiles {task.profile} --game {task.number}{'' if task.clocks else ' --no-clock'}"
    if task.takebacks:
        where += f" --takebacks {task.takebacks:g}"
    return Case(f"{task.profile} {task.number} {task.kind}", f"python -m tests.bench.hands {where} --show")


def _odd(figures: Figures) -> bool:
    """Whether something of a right game should never be."""
    wrong = ("sure_wrong", "count_sure_wrong", "max_sure_wrong", "count_outside", "invented", "act_wrong", "broken")
    return any(figures.n[name] for name in (*wrong, "fivefold_missed"))


def tasks(options: argparse.Namespace) -> Iterator[Wish]:
    for profile in options.profiles:
        for number in range(options.games) if options.game is None else [options.game]:
            task = Task(options.seed, profile, number, not options.no_clock, options.takebacks)
            yield Wish(task, options.show, options.keep, not options.no_peers)


def _profiles(text: str) -> list[str]:
    names = text.split(",")
    unknown = [name for name in names if name not in PROFILES]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such profile: {', '.join(unknown)}; there are {', '.join(PROFILES)}")
    return names


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=300, help="of each profile")
    parser.add_argument("--profiles", type=_profiles, default=list(PROFILES), metavar="NAME,NAME")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--takebacks", type=float, default=0.0, metavar="ODDS", help="before a ply, others are taken back"
    )
    parser.add_argument("--game", type=int, help="only this game")
    parser.add_argument("--no-clock", action="store_true", help="no board has a clock")
    parser.add_argument("--no-peers", action="store_true", help="leave out the ways of other programs")
    parser.add_argument(
        "--show", action="store_true", help="the first difference of each wrong game, with all around it"
    )
    parser.add_argument("--keep", default="", metavar="DIR", help="write the captures of wrong games here")
    parser.add_argument("--fivefold", action="store_true", help="look for false fivefolds in games full of repetitions")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(arguments)


def measure(wishes: list[Wish], jobs: int) -> tuple[dict[str, Figures], list[str]]:
    """Figures by profile, and what is told of wrong games."""
    figures: dict[str, Figures] = {wish.task.profile: Figures() for wish in wishes}
    wrong: list[str] = []
    for done, outcome in enumerate(in_jobs(run, wishes, jobs), 1):
        figures[outcome.task.profile].add(outcome.figures)
        if outcome.wrong is not None:
            wrong.append(outcome.wrong)
        if sys.stderr.isatty():
            print(f"\r{done} games, {len(wrong)} wrong", end="", file=sys.stderr, flush=True)
    return figures, wrong


def look_for_fivefolds(options: argparse.Namespace) -> int:
    """The other bench; see `tests.bench.accuracy.fivefold`."""
    began_s = time.perf_counter()
    numbers = range(options.games) if options.game is None else range(options.game, options.game + 1)
    n, told = fivefold.measure(options.seed, numbers, options.jobs, profiles=options.profiles, shown=options.show)
    print("\n\n".join([*told, f"seed {options.seed}, {time.perf_counter() - began_s:.0f} s: {fivefold.report(n)}"]))
    return 1 if n["false"] or n["missed"] or n["crashed"] else 0


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    if options.fivefold:
        return look_for_fivefolds(options)
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
    began_s = time.perf_counter()
    figures, wrong = measure(list(tasks(options)), options.jobs)
    for text in wrong:
        print(text + ("\n" if options.show else ""))
    clocks = "none with a clock" if options.no_clock else "three in four with a clock"
    took_s = time.perf_counter() - began_s
    print(
        f"seed {options.seed}: {options.games if options.game is None else 1} games a profile, {clocks}; {took_s:.0f} s"
    )
    print("\n".join(table(figures)))
    missed = 0
    for verdict in verdicts(figures):
        missed += not verdict.met
        print(verdict)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
