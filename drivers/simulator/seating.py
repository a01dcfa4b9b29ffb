"""Who sits where: games on the boards of a virtual hall, and boards on its lines."""

from collections.abc import Sequence
from random import Random

from drivers.simulator.hall import MOST_BOARDS, Conditions
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire

BOARDS_ON_A_BUS = 20
"""Most boards on one bus line here (chosen): a line of 9600 baud carries a round to 20 boards in 2 s (protocol 1.3)."""


def seat(games: Sequence[Game], boards: int, conditions: Conditions, settle_s: float) -> list[Table]:
    """So many tables; where there are fewer games, they are played again by other players.

    All begin within `conditions.stagger_s` seconds after `settle_s`. The same arguments give the same play, and the
    touches of each game are those of a capture made from the same games, seed, profile, factor and stagger.
    ValueError: no games, or more boards than a hall has.
    """
    if not games or not 0 < boards <= MOST_BOARDS:
        raise ValueError(f"a hall has 1 to {MOST_BOARDS} boards and a game at least, not {boards} and {len(games)}")
    return [_table(index, games[index % len(games)], conditions, settle_s) for index in range(boards)]


def single_lines(tables: Sequence[Table], seed: int) -> list[Wire]:
    """A line for every table."""
    return [Wire([table], "single", f"{seed}/{number}") for number, table in enumerate(tables)]


def bus_lines(tables: Sequence[Table], seed: int) -> list[Wire]:
    """Bus lines with `BOARDS_ON_A_BUS` tables each, the last with what is left."""
    groups = [tables[first : first + BOARDS_ON_A_BUS] for first in range(0, len(tables), BOARDS_ON_A_BUS)]
    return [Wire(group, "bus", f"{seed}/{number}") for number, group in enumerate(groups)]


def _table(index: int, game: Game, conditions: Conditions, settle_s: float) -> Table:
    rng = Random(f"{conditions.seed}/{index}")  # noqa: S311 - seeds are for repeating
    start_s = settle_s + rng.uniform(0.0, conditions.stagger_s)
    maker = maker_of(conditions.seed, index)
    return Table(game, maker, rng, start_s=start_s, profile=conditions.profile, think=conditions.think)
