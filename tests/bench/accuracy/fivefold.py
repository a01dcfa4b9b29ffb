"""Whether a fifth occurrence is ever told as certain that was none: many short games full of repetitions.

    python -m tests.bench.hands --fivefold --games 100000

Shuffles with look-alikes, slides that rest on the square of a repetition, touched pieces, changes of mind. Told with
the command that shows it, and status 1, for each

- *false certain* alert: when it was raised the position of its ply had not stood five times, those plies counted that
  were taken back later;
- certain alert that is true *after another ply* than it says;
- fifth occurrence *missed* whose evidence is complete: the board has told the landing of each ply up to it while the
  piece stood there, and in the order in which they were played. Told is what an alert of that position says before it
  stands for the sixth time, if that is not withdrawn; as possible, too, and of a ply that the line shown has otherwise,
  if the alert names the plies after which the position stood before. Those whose landings were told in another
  order, and those of which a landing was never told, are figures of their own.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from drivers.simulator.profiles import PROFILES
from tests.bench.accuracy.evidence import complete_until, in_order_until
from tests.bench.accuracy.fifths import Stood, Told, fifths, outcome, stood_often, told_of, worth
from tests.bench.accuracy.following import follow
from tests.bench.accuracy.jobs import in_jobs, or_crash
from tests.bench.accuracy.judging import is_right
from tests.bench.accuracy.playing import Played, play_out
from tests.bench.accuracy.repeating import Task, make
from tests.bench.accuracy.showing import Case, show
from tests.bench.accuracy.truth import Truth, truth_of

CHUNK = 50
"""Games a worker takes at once."""
SHOWN = 20
"""Bad games that are shown with all around them; of more only the name is told."""
BAD = {"false": "false certain", "misnumbered": "certain after another ply", "missed": "missed"}
"""What a game should not have, by the name of its figure."""


class Wish(NamedTuple):
    """A game to play, and whether it is to be shown whatever comes of it."""

    task: Task
    show: bool = False


class Outcome(NamedTuple):
    """What came of one game."""

    n: Counter[str]
    told: str | None
    """Of a game with a false certain fivefold, or with a missed one whose evidence is complete."""


def run(wish: Wish) -> Outcome:
    """One game; a crash is told as one."""
    outcome = or_crash(_run, wish)
    if isinstance(outcome, Outcome):
        return outcome
    return Outcome(Counter(games=1, crashed=1, games_crashed=1), f"CRASHED {_case(wish.task).again}\n{outcome}")


def _run(wish: Wish) -> Outcome:
    """Play a game, and look at its fifth occurrences."""
    game, conditions = make(wish.task)
    played = play_out(game, conditions)
    truth = truth_of(game, played.all_turns)
    heard = follow(played)
    n = Counter(games=1, plies=len(truth.uci), right=int(is_right(heard, truth)))
    n[f"games, {conditions.profile.name}"] += 1
    alerts, often = list(told_of(heard)), stood_often(played, truth)
    n += raised_in(alerts, often) + occurred_in(played, truth, alerts, often)
    for what in BAD:
        n[f"{what}, {conditions.profile.name}"] += n[what]
        n[f"games_{what}"] += n[what] > 0
    if not (any(n[what] for what in BAD) or wish.show):
        return Outcome(n, None)
    return Outcome(n, show(_case(wish.task), played, truth, heard))


def _case(task: Task) -> Case:
    again = f"python -m tests.bench.hands --fivefold --seed {task.seed} --game {task.number}"
    if task.profiles != tuple(PROFILES):
        again += f" --profiles {','.join(task.profiles)}"
    return Case(f"fivefold {task.number}", again)


def raised_in(alerts: Sequence[Told], often: list[Stood]) -> Counter[str]:
    """The fivefold alerts of a game, by what they were worth."""
    n: Counter[str] = Counter()
    for told in alerts:
        what, value = "certain" if told.alert.sure else "possible", worth(told, often)
        n.update({what: 1, f"{what}_withdrawn": told.withdrawn, f"{what}_{value}": 1})
        again = (other.alert.t >= told.alert.t and other.epd == told.epd and other.alert.sure for other in alerts)
        n["became_certain"] += told.withdrawn and not told.alert.sure and any(again)
        n["false"] += told.alert.sure and value == "false"
        n["misnumbered"] += told.alert.sure and value == "misnumbered"
    return n


def occurred_in(played: Played, truth: Truth, alerts: list[Told], often: list[Stood]) -> Counter[str]:
    """The fifth occurrences of a game, by what was told of them."""
    n: Counter[str] = Counter()
    for stood, until_s in fifths(truth, often):
        n["occurred"] += 1
        n[f"told_{outcome(stood, until_s, alerts) or _missed(played, stood.ply)}"] += 1
    n["missed"] = n["told_missed"]
    return n


def _missed(played: Played, ply: int) -> str:
    """How a fifth occurrence that was not told is called, by the evidence that there was."""
    if ply > complete_until(played):
        return "missed_unseen"
    return "missed" if ply <= in_order_until(played) else "missed_disordered"


def measure(
    seed: int, numbers: range, jobs: int, *, profiles: Sequence[str] = tuple(PROFILES), shown: bool = False
) -> tuple[Counter[str], list[str]]:
    """All games, and what is told of the bad ones."""
    n: Counter[str] = Counter()
    told: list[str] = []
    wishes = (Wish(Task(seed, number, tuple(profiles)), shown) for number in numbers)
    for game in in_jobs(run, wishes, jobs, CHUNK):
        n.update(game.n)
        if game.told is not None:
            told.append(game.told if len(told) < SHOWN else game.told.partition("\n")[0])
        if sys.stderr.isatty():
            print(f"\r{n['games']} games, {len(told)} bad", end="", file=sys.stderr, flush=True)
    return n, told


_LINES = (
    "{games} games, {plies} plies; {right} games with every move right",
    "fifth occurrences: {occurred}; told as certain {told_certain}, as possible {told_possible}",
    "  after another ply: as certain {told_certain_misnumbered}, as possible {told_possible_misnumbered}",
    "  missed with all landings told in their order: {missed}",
    "  missed with landings told in another order: {told_missed_disordered}; never told: {told_missed_unseen}",
    "certain fivefold alerts: {certain}, withdrawn {certain_withdrawn}",
    "  false {certain_false}, true after another ply {certain_misnumbered}",
    "possible fivefold alerts: {possible}, withdrawn {possible_withdrawn}, since certain {became_certain}",
    "  false {possible_false}, true after another ply {possible_misnumbered}",
)


def report(n: Counter[str]) -> str:
    """The figures, and beside each goal whether it is met."""
    lines = [line.format_map(n) for line in _LINES]
    for name in (name for name in PROFILES if n[f"games, {name}"]):
        bad = ", ".join(f"{n[f'{what}, {name}']} {how}" for what, how in BAD.items())
        lines.append(f"  {n[f'games, {name}']} games by hands {name}: {bad}")
    for goal, what in (
        ("no false certain fivefold", "false"),
        ("no certain fivefold after another ply", "misnumbered"),
        ("no true one missed whose evidence is complete", "missed"),
        ("nothing crashed", "crashed"),
    ):
        lines.append(f"{'MISSED' if n[what] else 'met   '}  {goal}: {n[what]} in {n[f'games_{what}']} games")
    return "\n".join(lines)
