"""Whether a fifth occurrence is ever told as certain that was none: many short games full of repetitions.

    python -m tests.bench.hands --fivefold --games 100000

Shuffles with look-alikes, slides that rest on the square of a repetition, touched pieces, changes of mind. Every false
certain alert is told, and every true one missed of which the board had told all landings, with the command that shows
it. Status 1 if there is one.
"""

from collections import Counter
from math import inf
from typing import NamedTuple

from dgt_monitor.events import Rule
from tests.bench.accuracy.following import Heard, follow
from tests.bench.accuracy.jobs import in_jobs
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
    """Play a game, and look at its fifth occurrences."""
    game, conditions = make(wish.task)
    played, truth = play_out(game, conditions), truth_of(game)
    heard = follow(played)
    number = heard.games.index(line_of(heard, truth)) + 1 if heard.games else 0
    n = Counter(games=1, plies=len(truth.uci), right=is_right(heard, truth))
    n += raised_in(heard, number, truth) + occurred_in(played, heard, number, truth)
    if not (n["false"] or n["missed"] or wish.show):
        return Outcome(n, None)
    again = f"python -m tests.bench.hands --fivefold --seed {wish.task.seed} --game {wish.task.number}"
    return Outcome(n, show(Case(f"fivefold {wish.task.number}", again), played, truth, heard))


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


def complete_until(played: Played) -> int:
    """Of how many plies from the first on the board has told the landing while the piece stood there."""
    touches = [touch for turn in played.turns for touch in turn.touches]
    updates = played.updates
    for number, (move, turn) in enumerate(zip(played.game.moves, played.turns, strict=True)):
        landing = [touch for touch in turn.touches if touch.square == move.to_square][-1:]
        if not landing:
            continue  # castling as king takes rook
        (came_s, square, piece), begun_s = landing[0], turn.touches[0].t_s
        left_s = min((t_s for t_s, on, now in touches if t_s > came_s and on == square and now != piece), default=inf)
        if not any(begun_s <= t_s <= left_s and (on, now) == (square, piece) for t_s, on, now in updates):
            return number
    return len(played.turns)


def measure(seed: int, numbers: range, jobs: int, *, shown: bool) -> tuple[Counter[str], list[str]]:
    """All games, and what is told of the bad ones."""
    n: Counter[str] = Counter()
    told: list[str] = []
    wishes = (Wish(Task(seed, number), shown) for number in numbers)
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
    lines += [
        f"{'MISSED' if n['false'] else 'met   '}  no false certain fivefold: {n['false']}",
        f"{'MISSED' if n['missed'] else 'met   '}  no true one missed whose evidence is complete: {n['missed']}",
    ]
    return "\n".join(lines)
