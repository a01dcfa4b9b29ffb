"""All that can be done, found by its name: from the one table, with its keys."""

from dgt_monitor.dashboard.actions import ACTIONS, LOOKING, here
from dgt_monitor.dashboard.attention import LOOK_FIRST_S
from dgt_monitor.dashboard.commands import Commands, commands_page
from dgt_monitor.dashboard.lines import text_of
from tests.dashboard.fake_hall import board, hall_of
from tests.dashboard.test_screen import seat


def test_everything_that_has_a_line_of_help_is_listed_but_what_only_moves() -> None:
    commands = Commands()
    for place in ("wall", "board", "inbox", "faults"):
        commands.begin(place)
        said = {each.help for each in commands.listed(looks_only=False)}
        missing = {each.id for each in here(place) if each.help not in said}
        assert missing <= {"commands", "goto", "up", "down", "left", "right", "page_up", "page_down"}


def test_a_screen_that_only_looks_lists_what_rules_nothing() -> None:
    commands = Commands()
    commands.begin("board")
    assert {each.id for each in commands.listed(looks_only=True)} <= LOOKING


def test_the_list_scrolls_with_what_is_pointed_at_and_fits_any_window() -> None:
    commands = Commands()
    commands.begin("wall")
    for row in range(len(commands.listed(looks_only=False))):
        commands.row = row
        for height in (1, 2, 5, 40):
            page = commands_page(commands, 40, height, looks_only=False)
            assert len(page) <= height
            assert height == 1 or any(text_of(each).startswith(" > ") for each in page)


async def test_a_part_of_its_name_finds_it_and_enter_does_it() -> None:
    async with seat(hall_of([board("12", "fivefold"), board("3", seed=2)])) as at:
        await at.press("colon", *"curt")
        assert "curtain over counts" in at.text
        assert "acknowledge the alert" not in at.rows[3]
        await at.press("enter")
        assert at.app.desk.shown.curtain
        assert at.app.desk.place == "wall"
        await at.later(LOOK_FIRST_S)
        await at.press("colon", "down", "up", "backspace", "enter")
        assert at.feed.acknowledged == ["12:fivefold:1"], "the first of the table"


async def test_what_is_not_there_does_nothing_and_esc_goes_back() -> None:
    async with seat(hall_of([board("12", "fivefold")])) as at:
        await at.press("enter", "ctrl+p", *"zzz")
        assert "Nothing is called so here." in at.text
        await at.press("enter")
        assert at.app.desk.place == "board"
        await at.press("colon", "escape")
        assert at.app.desk.place == "board"
        assert at.feed.acknowledged == []


def test_the_table_has_no_two_actions_of_one_name() -> None:
    assert len({each.id for each in ACTIONS}) == len(ACTIONS)
