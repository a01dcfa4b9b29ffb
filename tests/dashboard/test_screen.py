"""The whole screen, driven as a user drives it. Time is the test's; nothing moves but by `tick`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from dgt_monitor.dashboard.app import Dashboard, DashboardError, run_dashboard
from dgt_monitor.dashboard.attention import LOOK_FIRST_S
from dgt_monitor.dashboard.cell_lines import cell_lines
from dgt_monitor.dashboard.feed import Fault, FeedStatus
from dgt_monitor.dashboard.lines import Line
from dgt_monitor.dashboard.ringer import GAP_S, MUTE_S, REPEAT_S
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import BoardView, HallView
from tests.dashboard.fake_hall import FakeFeed, Hand, alert, board, calm_hall, hall_of, make_hall
from tests.tools.wall_picture import wall_svg


class Seat(NamedTuple):
    """A screen and everything around it."""

    app: Dashboard
    pilot: Pilot[None]
    feed: FakeFeed
    hand: Hand
    rings: list[float]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def later(self, seconds: float = 0.25) -> None:
        self.hand.time_s += seconds
        self.app.tick()
        await self.pilot.pause()

    @property
    def rows(self) -> list[str]:
        # what reaches the terminal, not what was meant to
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    @property
    def page(self) -> list[str]:
        """What stands below the banner."""
        return self.rows[1 + self.app._banner_lines :]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)


@asynccontextmanager
async def seat(view: HallView, size: tuple[int, int] = (80, 24), **settings: Any) -> AsyncIterator[Seat]:
    feed, hand, rings = FakeFeed(view), Hand(), list[float]()
    app = Dashboard(
        feed,
        ring=lambda: rings.append(hand.time_s),
        now=hand,
        tick_s=None,
        environ=settings.pop("environ", {}),
        **settings,
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seat(app, pilot, feed, hand, rings)


async def test_the_wall_shows_every_board_in_its_column() -> None:
    async with seat(calm_hall(84)) as at:
        rows = at.rows
        assert rows[2][:20].split()[0] == "1"
        assert rows[3][:20].split()[0] == "2"
        assert rows[2][20:40].split()[0] == "22"
        assert rows[22][60:80].split()[0] == "84"
        assert "Nothing needs you now." in rows[1]
        assert "a acknowledge" in rows[-1]


@pytest.mark.parametrize("size", [(160, 45), (120, 40), (80, 24), (40, 10), (20, 4), (3, 2)])
async def test_two_hundred_boards_in_every_window(size: tuple[int, int]) -> None:
    async with seat(make_hall(200), size) as at:
        rows = at.rows
        assert len(rows) == size[1]
        assert all(cell_len(row) == size[0] for row in rows)
        if size == (160, 45):
            names = {row[left : left + 4].strip("!* ") for row in rows[2:-1] for left in range(0, 120, 20)} - {""}
            assert names == {str(n) for n in range(1, 201)}
        if size == (80, 24):
            assert rows[2].startswith("!  6 5x ")
            assert "1-84 of 200, urgent first" in rows[-1]
        for place in ("i", "escape", "enter", "f", "down", "question_mark", "down", "escape"):
            await at.press(place)
            assert len(at.rows) == size[1]


async def test_one_leafs_through_a_hall_larger_than_the_window() -> None:
    async with seat(calm_hall(200)) as at:
        await at.press("pagedown")
        assert at.rows[2].split()[0] == "85"
        assert "85-168 of 200" in at.rows[-1]
        await at.press("end")
        assert at.rows[2].split()[0] == "169"
        assert "200" in at.text
        await at.press("home")
        assert at.rows[2].split()[0] == "1"


async def test_from_the_wall_to_a_board_and_back() -> None:
    async with seat(make_hall(29)) as at:
        await at.press("6", "enter")
        assert "BOARD 6 " in at.text
        assert "AFTER THE MOVES" in at.text
        assert "5 times, now: " in at.text
        assert at.page[12].split()[:3] == ["a", "b", "c"]
        await at.press("f")
        assert at.page[12].split()[:3] == ["h", "g", "f"]
        await at.press("right")
        assert "BOARD 7 " in at.text
        await at.press("escape")
        assert "BOARD 7  " not in at.rows[2]
        assert at.app.desk.cursor.board == "7"


async def test_faults_of_the_input_are_looked_up_by_a_key() -> None:
    async with seat(calm_hall(3), (64, 10)) as at:
        faults = tuple(Fault(f"line {n} is bad", 1, None) for n in range(20))
        at.feed.now_status = FeedStatus("replay", None, None, 20, None, faults)
        await at.later()
        assert "20 faults: e" in at.rows[0]
        await at.press("e")
        assert "line 0 is bad" in at.text
        assert "line 9 is bad" not in at.text
        await at.press("pagedown", "pagedown", "pagedown")
        assert "line 19 is bad" in at.text
        await at.press("e")
        assert "is bad" not in at.text
        assert at.app.desk.place == "wall"


async def test_a_board_page_follows_its_board() -> None:
    async with seat(hall_of([board("1", plies=30)])) as at:
        await at.press("enter")
        longer = board("1", plies=31)
        assert f" 16. {longer.moves[-1].san}" not in at.text
        at.feed.put(longer)
        await at.later()
        assert f" 16. {longer.moves[-1].san}" in at.text


def fivefold(name: str) -> BoardView:
    return board(name, "fivefold", seed=int(name))


async def test_a_fivefold_is_not_to_be_missed() -> None:
    async with seat(calm_hall(100)) as at:
        assert at.rings == []
        at.feed.put(fivefold("7"))
        await at.later()
        assert len(at.rings) == 1
        assert at.rows[1].startswith(" ! BOARD 7 FIVEFOLD")
        assert any("!  7 5x" in row for row in at.rows[2:])
        assert "1 act now" in at.rows[0]
        for keys in (("enter",), ("escape",), ("question_mark",), ("escape",), ("i",), ("down",), ("escape",)):
            await at.press(*keys)
            assert at.rows[1].startswith(" ! BOARD 7 FIVEFOLD"), keys
        await at.press("a")
        assert at.feed.acknowledged == ["7:fivefold:1"]
        await at.later()
        assert at.rows[1].strip() == "Nothing needs you now."
        assert "no alerts" in at.rows[0]
        assert any("   7 5x" in row for row in at.rows[2:])


async def test_a_fivefold_is_drawn_in_reverse_video_until_it_is_acknowledged() -> None:
    async with seat(calm_hall(8)) as at:
        at.feed.put(fivefold("7"))
        await at.later()

        def reversed_text() -> str:
            strips = at.app.screen._compositor.render_strips()
            return " ".join(text for strip in strips for text, style, _ in strip if style and style.reverse)

        assert "!  7 5x" in reversed_text()
        assert " ! BOARD 7 FIVEFOLD" in reversed_text()
        await at.later(LOOK_FIRST_S)
        await at.press("a")
        await at.later()
        assert reversed_text().strip() == ""


async def test_it_stays_when_the_pieces_are_swept_and_the_alert_is_cleared() -> None:
    async with seat(hall_of([fivefold("7")])) as at:
        at.feed.change_alert("7:fivefold:1", cleared_t_s=3601.0)
        await at.later(REPEAT_S)
        assert at.rows[1].startswith(" ! BOARD 7 FIVEFOLD (gone)")
        assert len(at.rings) == 2


async def test_the_bell_repeats_until_the_alert_is_acknowledged() -> None:
    async with seat(hall_of([fivefold("7")])) as at:
        assert len(at.rings) == 1
        await at.later(REPEAT_S - 1)
        assert len(at.rings) == 1
        await at.later(1)
        assert len(at.rings) == 2
        await at.press("a")
        await at.later(REPEAT_S)
        assert len(at.rings) == 2


async def test_many_alerts_ring_at_most_once_in_two_seconds() -> None:
    async with seat(calm_hall(10)) as at:
        for number in range(1, 9):
            at.feed.put(fivefold(str(number)))
            await at.later(0.25)
        assert len(at.rings) == 1
        await at.later(GAP_S)
        assert len(at.rings) == 2
        assert all(late - early >= GAP_S for early, late in zip(at.rings, at.rings[1:], strict=False))


async def test_the_mute_is_seen_and_ends() -> None:
    async with seat(calm_hall(10)) as at:
        await at.press("m")
        at.feed.put(fivefold("7"))
        await at.later(28)
        assert at.rings == []
        assert "MUTED 4:32" in at.rows[0]
        await at.later(MUTE_S)
        assert len(at.rings) == 1
        assert "MUTED" not in at.rows[0]


async def test_a_bell_that_is_off_says_so() -> None:
    async with seat(hall_of([fivefold("7")]), bell="off") as at:
        assert at.rings == []
        assert "SCREEN ONLY" in at.rows[0]


@pytest.mark.parametrize("state", ["threefold", "fifty", "twofold", "over"])
async def test_what_is_quiet_never_rings_nor_calls(state: str) -> None:
    async with seat(calm_hall(100), (120, 40)) as at:
        at.feed.put(board("7", state))
        for _ in range(5):
            await at.later(REPEAT_S)
        assert at.rings == []
        assert "Nothing needs you now." in at.rows[1]
        assert "no alerts" in at.rows[0]
        assert "ACT NOW" not in at.text
        await at.press("a")
        assert at.feed.acknowledged == []
        assert not any(
            style and style.blink for strip in at.app.screen._compositor.render_strips() for _, style, _ in strip
        )


async def test_a_takes_the_alert_shown_whatever_the_list_does() -> None:
    illegal = board("3", "illegal")
    async with seat(hall_of([illegal, board("5"), board("7", seed=7)]), (120, 40)) as at:
        assert at.rows[1].startswith(" ! BOARD 3 ILLEGAL MOVE")
        at.feed.put(fivefold("7"))
        at.feed.put(board("5", "seventyfive"))
        await at.later()
        assert at.rows[1].startswith(" ! BOARD 3 ILLEGAL MOVE")
        assert " ALSO: 5 75, 7 5x" in at.rows[2]
        await at.later(LOOK_FIRST_S)
        await at.press("a")
        assert at.feed.acknowledged == ["3:illegal_move:1"]


async def test_a_key_held_down_does_not_sweep_the_list() -> None:
    async with seat(hall_of([fivefold(str(n)) for n in range(1, 6)])) as at:
        await at.later(LOOK_FIRST_S)
        await at.press("a", "a", "a", "a")
        assert len(at.feed.acknowledged) == 1
        assert "read it" in at.rows[-1]
        await at.later(LOOK_FIRST_S)
        await at.press("a")
        assert len(at.feed.acknowledged) == 2


async def test_the_list_of_alerts_is_walked_and_opens_the_board() -> None:
    async with seat(make_hall(29)) as at:
        await at.press("i")
        assert "ALERTS  4 act now, 5 look, 1 seen" in at.page[0]
        assert any(row.startswith((">!", "> ")) for row in at.rows)
        await at.press("down", "down")
        shown = at.app.desk.attention.alert
        assert shown is not None
        at.feed.put(fivefold("1"))
        await at.later()
        await at.press("a")
        assert at.feed.acknowledged == [shown.id]
        await at.press("up", "enter")
        opened = at.app.desk.attention.alert
        assert opened is not None
        assert f"BOARD {opened.board} " in at.page[0]


async def test_next_alert_leads_from_board_to_board() -> None:
    async with seat(make_hall(29)) as at:
        await at.press("n")
        first = at.app.desk.cursor.board
        await at.press("n", "enter")
        second = at.app.desk.cursor.board
        assert first != second
        assert f"BOARD {second} " in at.page[0]
        await at.press("N")
        assert f"BOARD {first} " in at.page[0]


async def test_only_the_cells_that_changed_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def noted(view: BoardView, *args: Any, **settings: Any) -> tuple[Line, ...]:
        drawn.append(view.board)
        return cell_lines(view, *args, **settings)

    monkeypatch.setattr("dgt_monitor.dashboard.wall.cell_lines", noted)
    async with seat(calm_hall(200), (160, 45)) as at:
        assert len(drawn) == 200
        drawn.clear()
        await at.later()
        assert drawn == []
        at.feed.put(board("7", plies=50))
        await at.later()
        assert drawn == ["7"]
        await at.press("down")
        assert sorted(drawn[1:]) == ["1", "2"]


async def test_names_are_never_markup_and_never_control() -> None:
    names = [
        "[bold]x[/bold]",
        "\x1b[2J\x1b]0;t\x07",
        "東京都庁前の盤",
        "é" * 300,
        "\u202edrawrof",
        "[@click=app.quit]q[/]",
    ]
    boards = [
        board(
            name,
            serial=f"[red]{n}",
            alerts=(alert(name, Rule.ILLEGAL_MOVE, Level.ACT, id=str(n), text=f"\x9b1m[b]{name}"),),
        )
        for n, name in enumerate(names)
    ]
    for size in ((80, 24), (120, 40)):
        async with seat(hall_of(boards), size) as at:
            for keys in ((), ("n",), ("enter",), ("i",), ("escape",), ("N", "enter"), ("a",)):
                await at.press(*keys)
                assert all(row.isprintable() and cell_len(row) == size[0] for row in at.rows)
            assert "[" in at.text


async def test_the_window_may_change_its_size() -> None:
    async with seat(make_hall(100), (160, 45)) as at:
        for keys in ((), ("6", "enter"), ("i",), ("question_mark",)):
            await at.press(*keys)
            for size in ((80, 24), (30, 8), (120, 40), (160, 45)):
                await at.pilot.resize_terminal(*size)
                await at.pilot.pause()
                assert [cell_len(row) for row in at.rows] == [size[0]] * size[1]
        await at.press("escape", "escape", "escape")
        assert at.app.desk.place == "wall"
        assert at.rows[3].split()[0] == "1"


async def test_help_tells_the_keys_of_the_place_one_comes_from() -> None:
    async with seat(make_hall(8)) as at:
        await at.press("question_mark")
        assert "KEYS on the wall of boards" in at.text
        await at.press("pagedown")
        assert "hold the order" in at.text
        await at.press("escape", "enter", "question_mark")
        assert "KEYS on the page of a board" in at.text
        await at.press("pagedown")
        assert "turn the diagram round" in at.text
        await at.press("question_mark")
        assert at.app.desk.place == "board"


async def test_colours_are_gone_through() -> None:
    async with seat(make_hall(8)) as at:
        seen = []
        for _ in range(3):
            seen.append(at.app.palette.name)
            await at.press("t")
        assert seen == ["dark", "light", "no colour"]
        assert at.app.palette.name == "dark"


async def test_without_colour_not_one_colour_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with seat(make_hall(60), environ={"NO_COLOR": "1"}) as at:
        assert at.app.native_ansi_color
        assert at.app.palette.name == "no colour"
        await at.press("t", "6", "enter")
        for strip in at.app.screen._compositor.render_strips():
            filtered = strip.apply_filter(at.app._filters[-1], at.app.screen.background_colors[1])
            for _, style, _ in filtered:
                assert style is None or all(each is None or each.is_default for each in (style.color, style.bgcolor))


async def test_holding_and_the_mode_are_told() -> None:
    async with seat(calm_hall(8)) as at:
        await at.press("space")
        await at.later(12)
        assert at.rows[0].rstrip().endswith("HOLD 0:12 LIVE")
        at.feed.now_status = at.feed.now_status._replace(mode="replay", speed=8.0)
        await at.press("space")
        await at.later()
        assert at.rows[0].rstrip().endswith("REPLAY x8")


async def test_quitting_asks_where_something_is_not_acknowledged() -> None:
    async with seat(hall_of([fivefold("7")])) as at:
        for key in ("q", "ctrl+q", "ctrl+c"):
            await at.press(key)
            assert "1 alert not acknowledged. Quit all the same?" in at.rows[-1]
            await at.press("x", "n")
            assert at.app.desk.place == "wall"
        assert at.app.is_running
        await at.press("q", "y")
        assert at.app.desk.leaving


async def test_quitting_does_not_ask_where_nothing_is_open() -> None:
    async with seat(calm_hall(3)) as at:
        await at.press("q")
        assert at.app.desk.leaving


async def test_an_empty_hall_says_what_it_waits_for_and_boards_may_come() -> None:
    async with seat(hall_of([])) as at:
        assert "No board has spoken yet." in at.text
        at.feed.put(board("1"))
        await at.later()
        assert "No board has spoken yet." not in at.text
        assert at.page[0].split()[0] == "1"


async def test_the_mouse_points_and_opens() -> None:
    async with seat(calm_hall(84), (120, 40)) as at:
        frame = at.app.desk.cursor.grid
        await at.pilot.click("#wall", offset=(frame.cells + 3, 3))
        assert at.app.desk.cursor.board == str(frame.rows + 4)
        at.feed.put(fivefold("7"))
        at.feed.put(fivefold("9"))
        await at.later()
        rows = at.app._rows
        line = next(n for n, row in enumerate(rows) if row.alert_id == "9:fivefold:1")
        await at.pilot.click("#inbox", offset=(5, line))
        assert at.rows[1].startswith(" ! BOARD 9 FIVEFOLD")


async def test_it_moves_by_itself_four_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[tuple[float, object]] = []
    monkeypatch.setattr(Dashboard, "set_interval", lambda _self, every_s, then: timers.append((every_s, then)))
    app = Dashboard(FakeFeed(calm_hall(1)), environ={})
    async with app.run_test():
        assert timers == [(0.25, app.tick)]


def test_a_picture_of_the_wall_can_be_made() -> None:
    svg = wall_svg(make_hall(8), (80, 24))
    assert svg.startswith("<svg")
    assert "FIVEFOLD" in svg


def test_a_screen_that_breaks_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Dashboard) -> None:
        self._return_code = 1

    monkeypatch.setattr(Dashboard, "run", broken)
    with pytest.raises(DashboardError):
        run_dashboard(FakeFeed(calm_hall(1)))
