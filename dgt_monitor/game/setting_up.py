"""Pieces that are nearly set up for a game: what is wrong with them, by square."""

from collections.abc import Iterator
from functools import cache

import chess

from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.changes import Strange
from dgt_monitor.game.placement import EMPTY, letters

NEAR_START = 6
"""Squares that may be wrong for a set-up to be told as a faulty one and not as pieces still being set up (chosen)."""
COMPLETE = 32
"""So many pieces on the home ranks are set up, whatever is wrong with them."""
MIDDLE = range(16, 48)
"""Squares on which nothing stands before a game."""


def faulty_setup(seen: list[str], setup: Setup) -> Strange | None:
    """The squares on which a placement that is nearly a start, whichever way the board lies, is wrong."""
    if not seen or seen.count(EMPTY) > 32 + NEAR_START:
        return None
    if any(seen[square] != EMPTY for square in MIDDLE):
        # A piece in the middle has been moved there: a game under way, unless all of them stand a quarter turn off.
        return _quarter_turned(seen, setup)
    faults, named = min(_faults(seen, setup), key=lambda found: found[0])
    complete = sum(letter != EMPTY for letter in seen) == COMPLETE
    return Strange("setup", tuple(sorted(named)), 0) if faults > 0 and (complete or faults <= NEAR_START) else None


def lacks_pieces(seen: list[str]) -> bool:
    """Whether pieces may still be to come: fewer stand than a game begins with."""
    return sum(letter != EMPTY for letter in seen) < COMPLETE


def _quarter_turned(seen: list[str], setup: Setup) -> Strange | None:
    """The board lies with White's pieces along a file: the squares on which no piece may stand."""
    quarter = [seen[8 * (square % 8) + 7 - square // 8] for square in range(64)]
    if any(quarter[square] != EMPTY for square in MIDDLE) or min(n for n, _ in _faults(quarter, setup)) > NEAR_START:
        return None
    return Strange("setup", tuple(square for square in MIDDLE if seen[square] != EMPTY), 0)


def is_mended(alarm: Strange, seen: list[str], setup: Setup) -> bool:
    """Whether a set-up is wrong no more on the squares named: they hold the right pieces, or the board is cleared."""
    if seen.count(EMPTY) > 64 - NEAR_START:
        return True
    arrays = () if setup.chess960 else _arrays(setup)
    return any(all(way[square] == seen[square] for square in alarm.squares) for way in _both_ways(arrays))


def _faults(seen: list[str], setup: Setup) -> Iterator[tuple[int, set[int]]]:
    """Per way the board may lie: how many squares are wrong at least, and all that may be, where arrays are as near."""
    for way in (1, -1):
        placed = seen[::way]
        wrong = [{square for square in range(64) if placed[square] != array[square]} for array in _arrays(setup)]
        fewest = min(len(squares) for squares in wrong)
        named = set().union(*(squares for squares in wrong if len(squares) == fewest))
        yield fewest, {square if way == 1 else 63 - square for square in named}


def _both_ways(arrays: tuple[list[str], ...]) -> Iterator[list[str]]:
    for array in arrays:
        yield array
        yield array[::-1]


@cache
def _arrays(setup: Setup) -> tuple[list[str], ...]:
    """The placements with which a game may begin."""
    if setup.chess960 and setup.start_fen == chess.STARTING_FEN:
        return tuple(letters(chess.Board.from_chess960_pos(number)) for number in range(960))
    return (letters(chess.Board(setup.start_fen, chess960=setup.chess960)),)
