"""Whether a fifth occurrence is ever told as certain that was none: many short games full of repetitions.

    python -m tests.bench.hands --fivefold --games 100000

Shuffles with look-alikes, slides that rest on the square of a repetition, touched pieces, changes of mind. Every false
certain alert is told, and every true one missed of which the board had told all landings, with the command that shows
it. Status 1 if there is one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.events import Rule
from drivers.simulator.profiles import PROFILES
from tests.bench.accuracy.evidence import complete_until
from tests.bench.accuracy.following import Heard, follow
from tests.bench.accuracy.jobs import in_jobs, or_crash
from tests.bench.accuracy.judging import is_right, is_true, line_of
from tests.bench.accuracy.playing import Played, play_out
from tests.bench.accuracy.repeating import Task, make
from tests.bench.accuracy.showing import Case, show
from tests.bench.accuracy.truth import Truth, truth_of

CHUNK = 50
"""Games a worker takes at once."""
SHOWN = 20
"""Bad games that are told at most."""


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
    number = heard.games.index(line_of(heard, truth)) + 1 if heard.games else 0
    n = Counter(games=1, plies=len(truth.uci), right=int(is_right(heard, truth)))
    n[f"games, {conditions.profile.name}"] += 1
    n += raised_in(heard, number, truth) + occurred_in(played, heard, number, truth)
    for what in ("false", "missed"):
        n[f"{what}, {conditions.profile.name}"] += n[what]
        n[f"games_{what}"] += n[what] > 0
    if not (n["false"] or n["missed"] or wish.show):
        return Outcome(n, None)
    return Outcome(n, show(_case(wish.task), played, truth, heard))


def _case(task: Task) -> Case:
    again = f"python -m tests.bench.hands --fivefold --seed {task.seed} --game {task.number}"
    if task.profiles != tuple(PROFILES):
        again += f" --profiles {','.join(task.profiles)}"
    return Case(f"fivefold {task.number}", again)


def raised_in(heard: Heard, game: int, truth: Truth) -> Counter[str]:
    """The fivefold alerts of a game, by what they were worth."""
    n: Counter[str] = Counter()
    for raised in heard.raised.values():
        alert = raised.alert
        if alert.rule is not Rule.FIVEFOLD:
            continue
        false = not is_true(alert, game, truth)
        what = "certain" if alert.sure else "possible"
        n.update({what: 1, f"{what}_withdrawn": raised.withdrawn, f"{what}_false": false})
        n["false"] += alert.sure and false
    return n


def occurred_in(played: Played, heard: Heard, game: int, truth: Truth) -> Counter[str]:
    """The fifth occurrences of a game, by what was told of them."""
    told = {
        (raised.alert.ply, raised.alert.sure)
        for raised in heard.raised.values()
        if raised.alert.rule is Rule.FIVEFOLD and raised.alert.game == game and not raised.withdrawn
    }
    n: Counter[str] = Counter()
    for number in (number for number, count in enumerate(truth.counts) if count == 5):
        n["true"] += 1
        if (number, True) in told:
            n["found"] += 1
        elif (number, False) in told:
            n["only_possible"] += 1
        else:
            n["missed" if number <= complete_until(played) else "missed_unseen"] += 1
    return n


def measure(
    seed: int, numbers: range, jobs: int, *, profiles: Sequence[str] = tuple(PROFILES), shown: bool = False
) -> tuple[Counter[str], list[str]]:
    """All games, and what is told of the bad ones."""
    n: Counter[str] = Counter()
    told: list[str] = []
    wishes = (Wish(Task(seed, number, tuple(profiles)), shown) for number in numbers)
    for outcome in in_jobs(run, wishes, jobs, CHUNK):
        n += outcome.n
        if outcome.told is not None and len(told) < SHOWN:
            told.append(outcome.told)
    return n, told


def report(n: Counter[str]) -> str:
    """The figures, and beside each goal whether it is met."""
    lines = [
        f"{n['games']} games, {n['plies']} plies; {n['right']} games with every move right",
        f"fifth occurrences: {n['true']}; told as certain {n['found']}, as possible {n['only_possible']}",
        f"  missed: {n['missed']} with all landings told, {n['missed_unseen']} without",
    ]
    for what in ("certain", "possible"):
        false, withdrawn = n[f"{what}_false"], n[f"{what}_withdrawn"]
        lines.append(f"{what} fivefold alerts: {n[what]}, withdrawn {withdrawn}, false {false}")
    for name in (name for name in PROFILES if n[f"games, {name}"]):
        bad = f"{n[f'false, {name}']} false certain, {n[f'missed, {name}']} missed"
        lines.append(f"  {n[f'games, {name}']} games by hands {name}: {bad}")
    for goal, what in (
        ("no false certain fivefold", "false"),
        ("no true one missed whose evidence is complete", "missed"),
        ("nothing crashed", "crashed"),
    ):
        lines.append(f"{'MISSED' if n[what] else 'met   '}  {goal}: {n[what]} in {n[f'games_{what}']} games")
    return "\n".join(lines)
