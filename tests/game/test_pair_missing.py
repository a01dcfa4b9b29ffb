"""Presses for two plies that nobody saw."""

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.weighing.lines import Link
from dgt_monitor.game.weighing.noted import Press
from dgt_monitor.game.weighing.pair_missing import pair_missing

EARLY = (3.0, 3.6, 4.1, 4.8, 5.3, 5.9)
PAIR = (6.3, 7.0)
LATER = (7.4, 8.1, 8.6, 9.1, 9.7, 10.2)


def line(times_s: tuple[float, ...]) -> Link | None:
    """Plies of knights, of which only the times and sides count."""
    found: Link | None = None
    for n, t_s in enumerate(times_s, 1):
        board = chess.Board()
        board.turn = n % 2 == 1
        move = chess.Move(chess.B1, chess.C3)
        found = Link(found, move, t_s, t_s, board, letters(board), hidden=False, number=n)
    return found


def presses(times_s: tuple[float, ...]) -> list[Press]:
    return [Press(t_s + 0.1, n % 2 == 1, 3.0) for n, t_s in enumerate((1.0, 1.5, *times_s))]


def test_two_plies_fewer_than_pressed_for_are_missed_where_they_were() -> None:
    missing = pair_missing(line(EARLY + LATER), presses(EARLY + PAIR + LATER), 10.3)
    assert missing is not None
    assert missing.number == len(EARLY)


def test_two_plies_that_were_pressed_for_last_are_missed_once_it_is_quiet() -> None:
    played, pressed = line(EARLY), presses(EARLY + PAIR)
    assert pair_missing(played, pressed, 7.15) is None
    assert pair_missing(played, pressed, 9.0) is not None


def test_nothing_is_missing_where_the_presses_fit() -> None:
    whole = EARLY + PAIR + LATER
    assert pair_missing(line(whole), presses(whole), 12.0) is None
    assert pair_missing(line(whole), presses(whole)[:-1], 12.0) is None
    assert pair_missing(line(EARLY + LATER), presses(EARLY + LATER), 12.0) is None


def test_presses_that_are_forgotten_miss_nothing() -> None:
    assert pair_missing(line(EARLY + LATER), [], 12.0) is None
    assert pair_missing(line(EARLY), presses(EARLY + PAIR + LATER)[-4:], 12.0) is None
