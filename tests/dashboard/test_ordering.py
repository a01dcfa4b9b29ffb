"""The order of the wall: every board once, urgent or sorted, and at rest where it must be."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.dashboard.choosing import Look
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.ordering import SORTS, TOLD, Sort, SortBy, changes, ordered, rank, resting, stands
from dgt_monitor.dashboard.plan import window
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import BoardView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, STATES, alert, board, calm_hall, make_hall

HALL = make_hall(60).boards
SORT = st.builds(Sort, st.sampled_from(get_args(SortBy)), st.booleans())
BOARDS = st.lists(st.sampled_from(HALL), unique=True).map(lambda found: sorted(found, key=HALL.index))


def names(boards: list[BoardView]) -> list[str]:
    return [each.board for each in boards]


@given(BOARDS, SORT, st.booleans())
def test_every_board_stands_once_and_equals_stand_by_name(boards: list[BoardView], sort: Sort, fits: bool) -> None:
    once = ordered(boards, sort, fits=fits)
    assert sorted(names(once)) == sorted(names(boards))
    assert ordered(boards, sort, fits=fits) == once


@given(BOARDS, BOARDS)
def test_a_resting_order_moves_nobody(before: list[BoardView], now: list[BoardView]) -> None:
    order = resting(now, names(before))
    assert sorted(order) == sorted(names(now))
    old = [name for name in order if name in names(before)]
    assert old == [name for name in names(before) if name in names(now)]
    assert order[: len(old)] == old


def test_by_board_where_all_fit_and_urgent_first_where_they_do_not() -> None:
    assert names(ordered(HALL, Sort(), fits=True)) == [str(n) for n in range(1, 61)]
    first = names(ordered(HALL, Sort(), fits=False))
    assert first[:4] == ["6", "15", "35", "44"]  # drawn by themselves
    assert first[4:8] == ["7", "20", "36", "49"]  # unexplained, illegal
    assert first[8:10] == ["9", "38"]  # not watched
    assert {HALL[int(name) - 1].phase for name in first[-2:]} == {"over"}


def test_not_watched_comes_right_behind_what_calls_aloud() -> None:
    lost, illegal, silent, gone = (board("1", each) for each in ("lost", "illegal", "silent", "gone"))
    assert rank(illegal) > rank(lost) > rank(gone) > rank(silent) > rank(board("1"))
    seen = board("1", link="lost", alerts=(alert("1", Rule.BOARD_LOST, Level.CHECK, acknowledged_t_s=9.0),))
    assert rank(lost) > rank(seen) > rank(board("1"))
    assert rank(board("1", "over", link="lost")) == 0


@pytest.mark.parametrize(
    ("by", "fields", "order"),
    [
        ("clock", ({"white_s": 50}, {"white_s": None, "black_s": None}, {"white_s": 900, "black_s": 20}), "312"),
        ("move", ({"moves": HALL[0].moves[:9]}, {"moves": HALL[0].moves[:3]}, {"game": 0}), "213"),
        ("quiet", ({"halfmove_clock": 9}, {"halfmove_clock": 99}, {"game": 0}), "213"),
        ("players", ({"players": Players("Zu")}, {}, {"players": Players("ada")}), "312"),
        ("heard", ({"heard_t_s": 5.0}, {"heard_t_s": None}, {"heard_t_s": 1.0}), "312"),
        ("sector", ({"sector": "B"}, {"sector": ""}, {"sector": "A"}), "312"),
        ("board", ({}, {}, {}), "123"),
    ],
)
def test_each_order_has_its_first(by: SortBy, fields: tuple[dict[str, Any], ...], order: str) -> None:
    boards = [board(str(n), **each) for n, each in enumerate(fields, 1)]
    assert "".join(names(ordered(boards, Sort(by), fits=True))) == order
    if by == "board":
        assert "".join(names(ordered(boards, Sort(by, backwards=True), fits=True))) == order[::-1]


def test_every_order_has_a_name() -> None:
    assert set(TOLD) == set(SORTS) == set(get_args(SortBy)) - {"auto"}


def test_changes_are_what_an_arbiter_would_look_at() -> None:
    then = stands(HALL)
    assert changes(then, HALL) == 0
    moved = [board(each.board, "playing", plies=50, seed=3) if each.board == "1" else each for each in HALL]
    assert changes(then, moved) == 0
    now = [board("1", "fivefold"), *HALL[2:], board("99")]
    assert changes(then, now) == 3  # one drawn, one gone, one come


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(STATES)), max_size=20), st.booleans())
def test_the_cursor_keeps_its_board_whatever_happens(happened: list[tuple[int, str]], held: bool) -> None:
    cursor, frame = Cursor(), window(40, 6)
    boards = list(calm_hall(10).boards)
    cursor.arrange(boards, frame, Look(sort=Sort("urgency")), NOW_S, held=False)
    cursor.aim("5")
    before = cursor.order
    for at, state in happened:
        boards[at] = board(str(at + 1), state)
        cursor.arrange(boards, frame, Look(sort=Sort("urgency")), NOW_S, held=held)
        assert cursor.board == "5"
        assert cursor.boards[cursor.index].board == "5"
        assert cursor.grid.place(cursor.index)[0] == cursor.page
        assert not held or cursor.order == before
