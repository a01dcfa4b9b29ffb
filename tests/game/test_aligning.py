"""Presses beside plies: which of two lines of different lengths they fit."""

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.game.weighing.aligning import Begun, Heard, PressSeen, Step
from dgt_monitor.game.weighing.lines import Link

LONG = (1.0, 1.6, 2.1, 2.8, 3.3, 3.9, 4.3, 5.0, 5.4, 6.1)
"""When ten plies landed."""


def presses(times_s: tuple[float, ...], *, late_s: float = 0.1) -> list[PressSeen]:
    return [PressSeen(t_s + late_s, white_to_move=n % 2 == 1) for n, t_s in enumerate(times_s)]


def misfit_s(plies_s: tuple[float, ...], pressed: list[PressSeen], now_s: float, *, common: int = 0) -> float:
    """By how many seconds plies that White began are out of step, where so many are common to all lines."""
    found = Begun(None, common % 2 == 0, list(plies_s[:common]), Heard.of(pressed)).misfit_s(
        list(plies_s[common:]), Heard.of(pressed), now_s
    )
    assert found is not None
    return found


def line(times_s: tuple[float, ...], before: Link | None = None) -> Link | None:
    """Plies of knights, of which only the times and sides count."""
    for n, t_s in enumerate(times_s, 1 if before is None else before.number + 1):
        board = chess.Board()
        board.turn = n % 2 == 1
        before = Link(before, chess.Move(chess.B1, chess.C3), t_s, t_s, board, letters(board), hidden=False, number=n)
    return before


def test_plies_that_are_each_pressed_are_in_step() -> None:
    assert misfit_s(LONG, presses(LONG), 7.0) == 0.0
    assert misfit_s(LONG, presses(LONG)[:-1], 6.2) == 0.0  # the last press is still to come


def test_two_plies_too_few_are_out_of_step() -> None:
    assert misfit_s(LONG[:4] + LONG[6:], presses(LONG), 7.0) > 2.0


def test_what_lines_have_in_common_is_held_against_the_presses_once() -> None:
    for plies_s in (LONG, LONG[:4] + LONG[6:], LONG[:7]):
        for pressed in (presses(LONG), presses(LONG)[:3], presses(LONG, late_s=0.5)):
            whole = misfit_s(plies_s, pressed, 6.5)
            assert [misfit_s(plies_s, pressed, 6.5, common=n) for n in range(5)] == pytest.approx([whole] * 5)


def test_the_presses_tell_which_of_two_lengths_it_was() -> None:
    step = Step([], 0, 0, presses(LONG))
    common = line(LONG[:4])
    short = line(LONG[6:], common)
    long = line(LONG[4:], common)
    assert short is not None
    assert long is not None
    two: list[Link] = []
    link: Link | None = long
    while link is not None and link.number > 4:
        two.insert(0, link)
        link = link.before
    assert step.prefers(two[:2], [], long, 7.0) is True
    assert step.prefers([], two[:2], short, 7.0) is False


def test_without_enough_presses_nothing_is_told() -> None:
    common = line(LONG[:4])
    more = line(LONG[4:6], common)
    assert more is not None
    assert more.before is not None
    assert Step([], 0, 0, []).prefers([more.before, more], [], more, 7.0) is None
    assert Step([], 0, 0, presses(LONG)[:1]).prefers([more.before, more], [], more, 4.0) is None


def test_presses_deny_four_plies_that_nobody_saw() -> None:
    pause = (1.0, 1.6, 2.1, 2.8, 5.3, 5.9, 6.3, 7.0)
    last = line(pause)
    assert Step([], 0, 0, presses(pause)).denies_cycle(5, last, 8.0)
    assert not Step([], 0, 0, []).denies_cycle(5, last, 8.0)
    assert not Step([], 0, 0, presses(LONG)).denies_cycle(50, last, 8.0)


def test_a_press_more_changes_what_the_presses_tell() -> None:
    told = presses(LONG)[:4]
    step, common = Step([], 0, 0, told), line(LONG[:4])
    last = line(LONG[4:], common)
    fifth = last
    while fifth is not None and fifth.number > 6:
        fifth = fifth.before
    assert fifth is not None
    assert fifth.before is not None
    both = [fifth.before, fifth]
    assert step.prefers([], both, line(LONG[6:], common), 7.0) is None
    told += presses(LONG)[4:]
    assert step.prefers([], both, line(LONG[6:], common), 7.0) is False
