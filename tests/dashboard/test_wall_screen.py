"""The wall driven as a user drives it: what is shown, in which order, and that nothing moves under the hand."""

from typing import Any

import pytest
from rich.cells import cell_len
from textual.events import MouseScrollDown, MouseScrollUp

from dgt_monitor.dashboard.actions import ACTIONS, LOOKING
from dgt_monitor.dashboard.cells import cell_text
from dgt_monitor.dashboard.desk import CALM_S
from dgt_monitor.dashboard.wall_keys import GOTO_S
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import HallView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import STATES, alert, board, calm_hall, hall_of, make_hall
from tests.dashboard.test_screen import Seat, seat


def hall_in_sectors(count: int = 40, **changes: Any) -> HallView:
    """Boards 1, 2, .. by turns in sectors A, B and C."""
    boards = calm_hall(count).boards
    return hall_of([each._replace(sector="ABC"[n % 3], **changes) for n, each in enumerate(boards)])


def shown(at: Seat) -> tuple[str, ...]:
    return at.app.desk.cursor.order


async def typed(at: Seat, text: str) -> None:
    names = {"<": "less_than_sign", ">": "greater_than_sign", " ": "space", "-": "minus", "!": "exclamation_mark"}
    await at.press(*(names.get(char, char) for char in text))


async def test_a_filter_shows_at_once_what_it_keeps_and_is_always_told() -> None:
    async with seat(make_hall(29)) as at:
        await at.press("slash")
        assert "Only: _  3x lost clock<5" in at.rows[-1]
        await typed(at, "lost")
        urgent = {"6", "7", "15", "20", "22", "25"}
        assert set(shown(at)) == {"9", *urgent}
        await at.press("enter")
        assert " ONLY lost (7 of 29) " in at.rows[0]
        assert "7 of 29 (6 only because urgent)" in at.rows[-1]
        await at.press("9", "enter")
        assert "BOARD 9 " in at.page[0]
        assert " ONLY lost (7 of 29) " in at.rows[0]
        await at.press("escape", "escape")
        assert "ONLY" not in at.text
        assert len(shown(at)) == 29


async def test_a_wrong_word_is_explained_and_leaves_out_nothing() -> None:
    async with seat(calm_hall(12)) as at:
        await at.press("slash")
        await typed(at, "clok<5")
        assert "clok cannot be compared; these can: clock, age," in " ".join(at.text.split())
        assert len(shown(at)) == 12
        await at.press("enter")
        assert at.app.desk.place == "filter"
        for _ in range(6):
            await at.press("backspace")
        await typed(at, "lsot")
        assert "Do you mean lost?" in at.rows[-1]
        await at.press("escape")
        assert (at.app.desk.place, len(shown(at))) == ("wall", 12)
        assert "ONLY" not in at.text


async def test_a_filter_follows_the_hall_but_never_under_the_hand() -> None:
    async with seat(calm_hall(9)) as at:
        await at.press("slash")
        await typed(at, "lost")
        await at.press("enter")
        assert shown(at) == ()
        assert "No board fits: lost" in at.text
        await at.later(CALM_S)
        at.feed.put(board("5", "lost"))
        await at.later()
        assert shown(at) == ("5",)
        at.feed.put(board("3", "lost"))
        await at.press("down")
        await at.later()
        assert shown(at) == ("5", "3")
        at.feed.put(board("3"))
        await at.later(CALM_S)
        assert shown(at) == ("5",)


@pytest.mark.parametrize("state", ["fivefold", "seventyfive", "acknowledged", "illegal", "unexplained", "gone"])
@pytest.mark.parametrize("narrowed", ["filter", "sector", "both"])
async def test_no_filter_and_no_sector_hides_what_must_be_seen(state: str, narrowed: str) -> None:
    settings: dict[str, Any] = {} if narrowed == "filter" else {"sectors": ("B",)}
    async with seat(hall_in_sectors(), **settings) as at:
        if narrowed != "sector":
            await at.press("slash")
            await typed(at, "over")
            await at.press("enter")
        assert "1" not in shown(at)
        at.feed.put(board("1", state, sector="A"))
        await at.later(CALM_S)
        assert "1" in shown(at)
        assert "(1 only because urgent)" in at.rows[-1]


async def test_sectors_are_chosen_one_or_several() -> None:
    async with seat(hall_in_sectors()) as at:
        await at.press("b")
        assert "[ ] A" in at.text
        assert "14 boards" in at.text
        await at.press("down", "enter")
        assert set(shown(at)) == {str(n) for n in range(2, 41, 3)}
        assert " ONLY B (13 of 40) " in at.rows[0]
        await at.press("b", "down", "down", "space")
        assert "[x] B" in at.text
        assert "[x] C" in at.text
        await at.press("enter")
        assert " ONLY B, C (26 of 40) " in at.rows[0]
        await at.press("b", "space", "escape")
        assert " ONLY B, C (26 of 40) " in at.rows[0]
        await at.press("escape")
        assert len(shown(at)) == 40
        assert "All boards are shown." in at.rows[-1]


async def test_a_desk_may_begin_with_its_sector() -> None:
    async with seat(hall_in_sectors(), sectors=("C",)) as at:
        assert set(shown(at)) == {str(n) for n in range(3, 41, 3)}
    async with seat(hall_in_sectors(), sectors=("c",)) as at:
        assert set(shown(at)) == {str(n) for n in range(3, 41, 3)}
        await at.press("b")
        assert "[x] C" in at.text
    async with seat(hall_in_sectors(), sectors=("West",)) as at:
        assert "No board fits: West" in at.text
        assert "b chooses among the sectors: A, B, C" in at.text


async def test_sectors_are_chosen_by_the_mouse() -> None:
    async with seat(hall_in_sectors()) as at:
        await at.press("b")
        await at.pilot.click("#page", offset=(8, 3))
        await at.pilot.click("#page", offset=(8, 0))
        await at.pilot.click("#page", offset=(8, 15))
        assert at.app.desk.looking.ticked == {"B"}
        await at.press("enter")
        assert set(shown(at)) == {str(n) for n in range(2, 41, 3)}


async def test_a_hall_without_sectors_says_what_else_there_is() -> None:
    async with seat(calm_hall(4)) as at:
        await at.press("b")
        assert at.app.desk.place == "wall"
        assert "/ and 1-20" in at.rows[-1]


async def test_the_densities_are_gone_through() -> None:
    players = Players("Nowak, Anna", "Silva, Rui")
    async with seat(hall_in_sectors(200, players=players)) as at:
        assert at.rows[2].split()[0] == "1"
        await at.press("v")
        assert "Nowak-Silva" in at.rows[3]
        assert " W" in at.rows[4]
        await at.press("v")
        assert at.rows[2].split()[:4] == ["BD", "STv", "LAST", "MOVE"]
        assert "Nowak, Anna" in at.rows[3]
        assert "1-20 of 200, urgent first" in at.rows[-1]
        await at.press("v")
        assert at.rows[2].split()[0] == "1"
        assert "1-84 of 200" in at.rows[-1]


async def test_orders_are_gone_through_and_turned() -> None:
    async with seat(make_hall(29)) as at:
        assert shown(at)[:3] == ("1", "2", "3")
        await at.press("s")
        assert shown(at)[:2] == ("6", "15")
        assert "urgent first" in at.rows[-1]
        await at.press("S")
        assert shown(at)[-1] in ("6", "15")
        assert "urgent first, backwards" in at.rows[-1]
        await at.press("s")
        assert shown(at)[:3] == ("1", "2", "3")
        await at.press("v", "v", "s", "s")
        assert "least time first" in at.rows[-1]
        clocks = [min(view.white_s or 9**9, view.black_s or 9**9) for view in at.app.desk.cursor.boards]
        assert [each for each in clocks if each < 9**9][:9] == sorted(clocks)[:9]


async def test_held_the_order_stays_and_what_changed_is_counted() -> None:
    async with seat(calm_hall(29)) as at:
        await at.press("s", "space")
        at.feed.put(board("17", "fivefold"))
        at.feed.put(board("20", "lost"))
        await at.later(12)
        assert "HOLD 0:12, 2 changes" in at.rows[0]
        assert shown(at)[0] == "1"
        assert any("! 17 5x" in row for row in at.rows[2:])
        await at.press("space")
        await at.later(CALM_S)
        assert shown(at)[:2] == ("17", "20")
        assert "HOLD" not in at.rows[0]


async def test_urgency_comes_up_by_itself_and_the_cursor_stays_on_its_board() -> None:
    async with seat(calm_hall(29)) as at:
        await at.press("s", "1", "2")
        await at.later(GOTO_S)
        at.feed.put(board("17", "fivefold"))
        await at.later()
        assert shown(at)[0] == "1"  # somebody is aiming
        await at.later(CALM_S)
        assert shown(at)[0] == "17"
        assert at.app.desk.cursor.board == "12"


async def test_a_number_goes_to_its_board_in_a_moment_or_by_enter() -> None:
    names = ("1.1", "1.2", "2.1", "2.2", "12.2")
    async with seat(hall_of([board(name, serial=None) for name in names])) as at:
        await at.press("2", "full_stop", "1")
        assert "Board 2.1_" in at.rows[-1]
        assert at.app.desk.cursor.board == "2.1"
        await at.press("enter")
        assert "BOARD 2.1 " in at.page[0]
        await at.press("escape", "full_stop")
        assert "A point stands between two numbers" in at.rows[-1]
    async with seat(calm_hall(40)) as at:
        await at.press("3")
        assert at.app.desk.cursor.board == "1"
        await at.later(GOTO_S)
        assert at.app.desk.cursor.board == "3"
        await at.later(5)
        await at.press("4", "escape")
        await at.later(GOTO_S)
        assert at.app.desk.cursor.board == "3"
        await at.press("4", "enter")
        assert "BOARD 4 " in at.page[0]


async def test_a_board_that_is_left_out_is_found_by_its_number() -> None:
    async with seat(hall_in_sectors(), sectors=("B",)) as at:
        await at.press("1", "2")
        assert at.app.desk.cursor.board == "12"
        assert "12" in shown(at)
        await at.press("enter")
        assert "BOARD 12 " in at.page[0]
        await at.press("escape", "5", "enter", "escape")
        await at.later(CALM_S)
        assert "12" not in shown(at)


async def test_the_next_alert_may_be_one_of_a_board_left_out() -> None:
    async with seat(hall_in_sectors(), sectors=("B",)) as at:
        at.feed.put(board("1", "lost", sector="A"))
        await at.later(CALM_S)
        assert "1" not in shown(at)
        await at.press("n")
        assert (at.app.desk.cursor.board, "1" in shown(at)) == ("1", True)


def wheel(at: Seat, kind: type[MouseScrollDown] | type[MouseScrollUp]) -> None:
    wall = at.app.query_one("#wall")
    wall.post_message(kind(wall, 3, 3, 0, 1 if kind is MouseScrollDown else -1, 0, False, False, False, 3, 3))


async def test_the_wheel_turns_pages_and_goes_down_a_table() -> None:
    async with seat(calm_hall(200)) as at:
        wheel(at, MouseScrollDown)
        await at.pilot.pause()
        assert "85-168 of 200" in at.rows[-1]
        wheel(at, MouseScrollUp)
        await at.pilot.pause()
        assert "1-84 of 200" in at.rows[-1]
        await at.press("v", "v", "home")
        wheel(at, MouseScrollDown)
        await at.pilot.pause()
        assert at.app.desk.cursor.index == 3
        await at.press("question_mark")
        wheel(at, MouseScrollDown)
        await at.pilot.pause()
        assert at.app.desk.back == 3


async def test_the_head_of_the_table_orders() -> None:
    async with seat(make_hall(20), (120, 40)) as at:
        await at.press("v", "v") if at.app.desk.cursor.grid.density == "compact" else await at.press("v")
        assert at.app.desk.cursor.grid.density == "table"
        column = at.page[0].index("CLOCK")
        await at.pilot.click("#wall", offset=(column + 1, 0))
        assert "CLOCKv" in at.page[0]
        first = shown(at)[0]
        await at.pilot.click("#wall", offset=(column + 1, 0))
        assert "CLOCK^" in at.page[0]
        assert shown(at)[0] != first
        await at.pilot.click("#wall", offset=(3, 5))
        assert at.app.desk.cursor.index == 4
        await at.pilot.click("#wall", offset=(3, 5), times=2)
        assert at.app.desk.place == "board"


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (20, 5)])
async def test_a_small_window_shows_what_is_most_urgent(size: tuple[int, int]) -> None:
    async with seat(make_hall(200), size) as at:
        rows = at.rows
        assert rows[2].startswith("!  6 5x ")
        seen = [row[:20] for row in rows[2:-1]] + [row[20:40] for row in rows[2:-1] if size[0] >= 40]
        marked = sum(cell_text(view).mark == "!" for view in at.app.desk.view.boards)
        slots = at.app.desk.cursor.grid.slots
        assert sum(cell.startswith("!") for cell in seen) == min(slots, marked)


async def test_not_watched_is_as_loud_as_an_alarm() -> None:
    for environ in ({}, {"NO_COLOR": "1"}):
        async with seat(hall_of([board("1"), board("2", "lost")]), environ=environ) as at:
            loud = [
                text
                for strip in at.app.screen._compositor.render_strips()[2:-1]
                for text, style, _ in strip
                if style and style.reverse and style.bold
            ]
            assert "NOT WATCHED" in "".join(loud)


NAMES = (
    "[bold]x[/]",
    "\x1b[2J",
    "\u202edrawrof",
    "\u05db\u05d4\u05df",
    "e\u0301" * 300,
    "\U0001f469\u200d\U0001f680",
    "\u6771" * 9,
)


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40), (160, 45)])
async def test_hostile_names_break_no_column_in_any_density(size: tuple[int, int]) -> None:
    boards = [
        board(name, STATES[n], players=Players(name, name), sector=name, seed=n + 1) for n, name in enumerate(NAMES)
    ]
    noisy = boards[0]._replace(alerts=(alert(NAMES[0], Rule.LINE_NOISY, Level.CHECK),))
    async with seat(hall_of([noisy, *boards[1:]]), size) as at:
        for keys in (("v",), ("v",), ("v",), ("b",), ("down", "space"), ("enter",), ("v",), ("v",), ("slash", "x")):
            await at.press(*keys)
            assert [cell_len(row) for row in at.rows] == [size[0]] * size[1], keys
            assert all(row.isprintable() for row in at.rows)


async def test_a_look_is_not_lost_where_boards_come_and_go() -> None:
    async with seat(calm_hall(30)) as at:
        await at.press("v", "v")
        at.feed.now_view = calm_hall(3)
        await at.later(CALM_S)
        assert at.app.desk.cursor.grid.density == "table"
        at.feed.now_view = hall_of([])
        await at.later()
        await at.press("v", "s", "S", "space", "slash", "x", "enter", "escape", "b", "end", "pagedown")
        at.feed.now_view = calm_hall(200)
        await at.later(CALM_S)
        assert len(shown(at)) == 200


async def test_on_a_screen_that_only_looks_the_wall_is_chosen_all_the_same() -> None:
    async with seat(hall_in_sectors()) as at:
        at.feed.now_status = at.feed.now_status._replace(looks_only="Only looking.")
        await at.later()
        assert {"density", "sort", "filter", "filter_keep", "sectors", "sector_tick", "sectors_keep"} <= LOOKING
        choosing = {each.id for each in ACTIONS if each.places & {"wall", "filter", "sectors"}} - {
            "acknowledge",
            "round",
        }
        for action in sorted(choosing & LOOKING - {"goto", "leave"}):
            at.app.desk.go("wall")
            at.app.desk.do(action)
            assert at.app.desk.note != "Only looking.", action
