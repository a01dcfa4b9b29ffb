from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.dashboard.choosing import Density
from dgt_monitor.dashboard.plan import grid, window
from tests.dashboard.fake_hall import board, calm_hall, hall_of


@pytest.mark.parametrize(
    ("boards", "size", "shown"),
    [
        (8, (80, 24), 8),
        (21, (80, 24), 21),
        (84, (80, 24), 84),
        (100, (120, 40), 100),
        (200, (160, 45), 200),
        (200, (80, 24), 84),
    ],
)
def test_how_many_boards_a_window_shows(boards: int, size: tuple[int, int], shown: int) -> None:
    frame = window(*size)
    plan = grid(calm_hall(boards).boards, frame.page, frame.rows)
    assert min(plan.slots, boards) == shown
    assert plan.columns * plan.cells <= frame.page


def test_few_boards_have_more_room() -> None:
    assert grid(calm_hall(8).boards, 80, 21).lines > 1
    assert grid(calm_hall(80).boards, 80, 21).lines == 1


_CHOSEN: tuple[Density, ...] = ("roomy", "table")


def test_a_density_that_was_chosen_stays_whatever_fits() -> None:
    hall = calm_hall(200).boards
    roomy, table = (grid(hall, 80, 21, density) for density in _CHOSEN)
    assert (roomy.lines, roomy.columns, roomy.rows) == (3, 3, 7)
    assert (table.lines, table.columns, table.rows, table.head, table.cells) == (1, 1, 20, 1, 80)
    assert grid(hall[:3], 80, 21, "compact").lines == 1
    assert {each.density for each in (roomy, table, grid(hall, 80, 21))} == {"roomy", "table", "compact"}


def test_a_serial_number_is_never_cut_and_a_long_name_costs_no_board_its_place() -> None:
    serials = hall_of([board(f"{n:05}") for n in range(63)])
    assert grid(serials.boards, 80, 21).name_cells == 5
    odd = hall_of([board("x" * 300), *(board(str(n)) for n in range(83))])
    assert grid(odd.boards, 80, 21).slots == 84
    assert grid(odd.boards[:40], 80, 21).name_cells > 3


@given(st.integers(0, 400), st.integers(1, 200), st.integers(1, 80), st.sampled_from(get_args(Density)))
def test_every_board_has_one_place_and_finds_back(boards: int, cells: int, rows: int, density: Density) -> None:
    plan = grid(calm_hall(min(boards, 40)).boards, cells, rows, density)._replace(boards=boards)
    assert plan.density != "auto"
    assert density in ("auto", plan.density)
    assert plan.columns * plan.cells <= cells or plan.columns == 1
    assert plan.head + plan.rows * plan.lines <= rows or plan.rows == 1
    places = [plan.place(index) for index in range(boards)]
    assert len(set(places)) == boards
    assert [plan.index_at(*place) for place in places] == list(range(boards))
    assert all(page < plan.pages for page, _, _ in places)
    assert plan.index_at(0, plan.columns, 0) is None


def test_columns_are_filled_from_top_to_bottom() -> None:
    plan = grid(calm_hall(40).boards, 80, 21)
    assert plan.place(1) == (0, 0, 1)
    assert plan.place(plan.rows) == (0, 1, 0)
