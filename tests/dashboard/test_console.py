"""On a plain Linux console nothing is drawn that its fonts lack, and every column stays where it is."""

import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.dashboard.console import drawable
from tests.dashboard.fake_hall import FakeFeed, make_hall
from tests.dashboard.test_every_key import NAMES, WAYS, hostile_hall

SIZE = (80, 24)
FONT = {chr(code) for first, last in ((0x20, 0x7E), (0xA1, 0x17F), (0x401, 0x45F)) for code in range(first, last + 1)}
"""The letters of the console's font, written down again."""


@pytest.mark.parametrize("name", [*NAMES, "Łukasz Müller", "Ласкер", "\u265a\u2588"])
def test_a_text_takes_as_many_cells_as_before(name: str) -> None:
    assert cell_len(drawable(name)) == cell_len(name)


def test_names_of_europe_stay() -> None:
    assert drawable("Łukasz Müller - Ласкер") == "Łukasz Müller - Ласкер"


@pytest.mark.parametrize("place", sorted(WAYS))
async def test_every_place_is_drawn_with_the_letters_of_the_console(place: str) -> None:
    feed = FakeFeed(hostile_hall())
    app = Dashboard(feed, ring=lambda: None, tick_s=None, environ={"TERM": "linux"})
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "g", "escape", *WAYS[place])  # type: ignore[index]
        await pilot.pause()
        rows = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    assert set("".join(rows)) <= FONT
    assert [cell_len(row) for row in rows] == [SIZE[0]] * SIZE[1]


async def test_elsewhere_names_are_drawn_as_they_are() -> None:
    app = Dashboard(FakeFeed(hostile_hall()), ring=lambda: None, tick_s=None, environ={"TERM": "xterm"})
    async with app.run_test(size=SIZE):
        rows = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    assert "\u6771" in "".join(rows)


async def test_what_the_program_says_itself_is_plain_text_everywhere() -> None:
    app = Dashboard(FakeFeed(make_hall(60)), ring=lambda: None, tick_s=None, environ={"TERM": "xterm"})
    async with app.run_test(size=(120, 40)) as pilot:
        for keys in WAYS.values():
            await pilot.press("escape", "escape", *keys)
            rows = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
            assert "".join(rows).isascii(), keys
