"""Who sits where: games on the boards of a virtual hall, and boards on its lines."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from drivers.simulator.faults import Cut, Fault, Noise
from drivers.simulator.hall import MOST_BOARDS, Conditions
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire, WireKind

BOARDS_ON_A_BUS = 20
"""Most boards on one bus line here (chosen): a line of 9600 baud carries a round to 20 boards in 2 s (protocol 1.3)."""


CUT_AFTER_S = (5.0, 90.0)
"""Seconds after the beginning of its first game in which a line is cut, where it is (chosen)."""
CUT_S = (2.0, 20.0)
"""Seconds that a cut lasts (chosen)."""


class Mishaps(NamedTuple):
    """What goes wrong in a hall."""

    cuts: int = 0
    """So many lines are cut for a while, once each; the boards keep their power."""
    noise: int = 0
    """One byte in so many is damaged, on every line in both directions; 0: none."""


def seat(games: Sequence[Game], boards: int, conditions: Conditions, settle_s: float) -> list[Table]:
    """So many tables; where there are fewer games, they are played again by other players.

    All begin within `conditions.stagger_s` seconds after `settle_s`. The same arguments give the same play, and the
    touches of each game are those of a capture made from the same games, seed, profile, factor and stagger.
    ValueError: no games, or more boards than a hall has.
    """
    if not games or not 0 < boards <= MOST_BOARDS:
        raise ValueError(f"a hall has 1 to {MOST_BOARDS} boards and a game at least, not {boards} and {len(games)}")
    return [_table(index, games[index % len(games)], conditions, settle_s) for index in range(boards)]


def lines_for(boards: int, kind: WireKind) -> int:
    """How many lines so many boards take."""
    return boards if kind == "single" else -(-boards // BOARDS_ON_A_BUS)


def wire(tables: Sequence[Table], kind: WireKind, seed: int, mishaps: Mishaps | None = None) -> list[Wire]:
    """The lines of a hall: one for every table, or buses with `BOARDS_ON_A_BUS` each, the last with what is left."""
    share = 1 if kind == "single" else BOARDS_ON_A_BUS
    groups = [tables[first : first + share] for first in range(0, len(tables), share)]
    faults = _faults(groups, seed, mishaps or Mishaps())
    return [Wire(group, kind, f"{seed}/{number}", faults[number]) for number, group in enumerate(groups)]


def _faults(groups: Sequence[Sequence[Table]], seed: int, mishaps: Mishaps) -> list[list[Fault]]:
    rng = Random(f"{seed}/mishaps")  # noqa: S311 - seeds are for repeating
    faults: list[list[Fault]] = [[Noise(mishaps.noise)] if mishaps.noise else [] for _ in groups]
    for number in rng.sample(range(len(groups)), min(mishaps.cuts, len(groups))):
        from_s = min(table.act_s for table in groups[number]) + rng.uniform(*CUT_AFTER_S)
        faults[number].append(Cut(from_s, from_s + rng.uniform(*CUT_S)))
    return faults


def _table(index: int, game: Game, conditions: Conditions, settle_s: float) -> Table:
    rng = Random(f"{conditions.seed}/{index}")  # noqa: S311 - seeds are for repeating
    start_s = settle_s + rng.uniform(0.0, conditions.stagger_s)
    maker = maker_of(conditions.seed, index)
    return Table(game, maker, rng, start_s=start_s, profile=conditions.profile, think=conditions.think)
