"""Every key of every place is pressed in a real window, over boards with hostile names: no column, no screen breaks."""

import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.actions import ACTIONS, BY_ID, Place
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import AsideView, BoardView, HallView, RulingView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, alert, board, hall_of
from tests.dashboard.test_claiming import claimed
from tests.dashboard.test_screen import Seat, seat

NAMES = (
    "[bold]x[/bold]", "\x1b[2J\x1b]0;t\x07", "\u6771\u4eac\u90fd" * 9, "e\u0301" * 300, "\u202edrawrof", "\U0001f600 7",
)  # fmt: skip
WAYS: dict[Place, tuple[str, ...]] = {
    "wall": (), "board": ("enter",), "inbox": ("i",), "faults": ("e",), "help": ("question_mark",), "ask": ("q",),
    "claim": ("enter", "c"), "write": ("enter", "c", "w"), "close": ("enter", "right", "c"), "rule": ("enter", "r"),
    "illegal": ("enter", "r", "i"), "round": ("r",), "moves": ("enter", "r", "m"), "sure": ("enter", "r", "d"),
    "shelf": ("i", "z"), "until": ("i", "z", "u"), "copy": ("enter", "y"), "filter": ("slash",), "sectors": ("b",),
    "ready": ("g",), "clocks": ("c",), "results": ("o",), "closing": ("r", "e"), "commands": ("colon",),
}  # fmt: skip
"""By which keys one comes to each place from the wall."""


def hostile(name: str) -> BoardView:
    lost = alert(name, Rule.BOARD_LOST, Level.CHECK, id=f"{name}:1", text=f"{name} [@click=app.quit]")
    return claimed("0")._replace(
        board=name, players=Players(name, name), serial=name[:9], port=name, sector=name, alerts=(lost,),
        link_reason=name, illegal_moves=(1, 2),
    )  # fmt: skip


def hostile_hall() -> HallView:
    boards = [board(NAMES[0], players=Players(*NAMES[:2]), alerts=hostile(NAMES[0]).alerts), *map(hostile, NAMES[1:])]
    rulings = tuple(
        RulingView(n, NOW_S, name, "result", name, name, name, name, False, 0) for n, name in enumerate(NAMES)
    )
    aside = tuple(AsideView(name, 1, Players(name, name), 30) for name in NAMES)
    return hall_of(boards)._replace(rulings=rulings, aside=aside, title=NAMES[1])


def whole(at: Seat, size: tuple[int, int]) -> None:
    assert [cell_len(row) for row in at.rows] == [size[0]] * size[1]
    assert all(row.isprintable() for row in at.rows)


def test_every_place_has_a_way_to_it() -> None:
    assert {place for action in ACTIONS for place in action.places} == set(WAYS)


@pytest.mark.parametrize("place", sorted(WAYS))
@pytest.mark.parametrize("size", [(80, 24), (44, 12)])
async def test_every_key_of_a_place(place: Place, size: tuple[int, int]) -> None:
    actions = [each for each in BY_ID.values() if place in each.places and each.id not in ("yes", "leave")]
    async with seat(hostile_hall(), size) as at:
        at.feed.answer = "Moves change: " + "12.Nf3 instead of 12.Nd2, " * 12
        for action in actions:
            at.app.desk.go("wall")
            at.app.desk.point(at.feed.now_view.boards[0].board)
            at.app.desk.attention.show(at.feed.now_view.boards[1].alerts[0].id)
            await at.press(*WAYS[place])
            assert at.app.desk.place == place, action.id
            await at.press(*action.keys[:1])
            whole(at, size)
            assert at.app.is_running
            at.app.desk.leaving = False


@pytest.mark.parametrize("size", [(80, 24), (50, 20)])
async def test_a_preview_is_told_to_its_last_word(size: tuple[int, int]) -> None:
    async with seat(hall_of([board("7")]), size) as at:
        at.feed.answer = " ".join(f"word{n}" for n in range(60)) + " and so it ends"
        await at.press("enter", "r", "m", *"12.Nf3", "enter")
        told = " ".join(" ".join(at.rows).split())
        assert "and so it ends (a reason may be typed)" in told
        await at.press("x")
        assert "Enter rules so, because: x_" in " ".join(" ".join(at.rows).split())
        await at.press("escape")
        assert "a seen" in at.rows[-1] or "acknowledge" in at.rows[-1]
