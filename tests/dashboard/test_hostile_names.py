"""Names that want to break a screen break none: at every screen of the snapshots, at 80x24 and as large as it is."""

import unicodedata
from typing import Any

import pytest
from rich.cells import cell_len
from textual.strip import Strip

from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.feed import Fault
from dgt_monitor.dashboard.wall import Wall
from dgt_monitor.dashboard.window_title import WindowTitle, title_of
from tests.dashboard.fake_hall import FakeFeed, make_hall
from tests.dashboard.hostile import NAMES, hostile
from tests.dashboard.screens import SHOTS, taken
from tests.dashboard.test_screen import Seat

STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"}
"""Unicode categories that move the cursor, turn the direction, join, or hide."""
MOST_MARKS = 2


def whole(strips: list[Strip], size: tuple[int, int]) -> None:
    """Every line has its cells, and nothing in it steers a terminal."""
    assert [cell_len(strip.text) for strip in strips] == [size[0]] * size[1]
    for strip in strips:
        assert not {unicodedata.category(char) for char in strip.text} & STEERING, ascii(strip.text)
        marks = 0
        for char in strip.text:
            marks = marks + 1 if unicodedata.category(char) == "Mn" else 0
            assert marks <= MOST_MARKS, ascii(strip.text)


def columns_hold(at: Seat, strips: list[Strip]) -> None:
    """Every cell of the wall begins with its mark, and the list of alerts with its edge, where it is planned."""
    wall, plan = at.app.query_one(Wall), at.app.desk.window
    top, left = wall.region.y, wall.region.width
    rows = strips[top : top + wall.region.height] if wall.display else []
    frame = wall._grid
    if not frame.head:
        for row in rows[: frame.rows * frame.lines : frame.lines]:
            starts = range(0, frame.columns * frame.cells, frame.cells)
            assert {row.crop(start, start + 1).text for start in starts} <= set("!* "), ascii(row.text)
    if plan.inbox:
        assert {row.crop(left, left + 1).text for row in rows} <= {"|"}, "the edge of the list"


@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize("name", SHOTS)
async def test_a_screen_of_hostile_names(name: str, small: bool) -> None:
    shot = SHOTS[name]._replace(size=(80, 24)) if small else SHOTS[name]
    for turn in (0, 4, 9):
        async with taken(shot, hostile(shot.hall(), turn)) as at:
            strips = list(at.app.screen._compositor.render_strips())
            whole(strips, shot.size)
            columns_hold(at, strips)


@pytest.mark.parametrize("name", NAMES)
async def test_what_the_input_says_of_itself(name: str) -> None:
    async with taken(SHOTS["wall-80x24"]) as at:
        for field in ("error", "warning", "news", "apart_since", "looks_only"):
            changed: dict[str, Any] = {"faults": (Fault(name, 3, 7.0),), "troubles": 1, field: name}
            at.feed.now_status = at.feed.now_status._replace(**changed)
            await at.later()
            whole(list(at.app.screen._compositor.render_strips()), (80, 24))
        await at.press("e")
        whole(list(at.app.screen._compositor.render_strips()), (80, 24))
        at.app.desk.say(name)
        await at.later(0.0)
        whole(list(at.app.screen._compositor.render_strips()), (80, 24))


def test_the_window_title_names_nobody() -> None:
    attention, written = Attention(), list[str]()
    attention.update(hostile(make_hall(29), 0).alerts, 0.0)
    status = FakeFeed(make_hall(1)).now_status
    for each in (status, status._replace(apart_since=NAMES[1])):
        WindowTitle(written.append, {"TERM": "xterm"}).show(title_of(attention, each))
    assert [text.count("\x1b") for text in written] == [2, 2], "the program's own"
    assert not any(name in text for text in written for name in NAMES)
