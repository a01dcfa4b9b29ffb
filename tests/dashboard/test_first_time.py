"""What somebody stumbles on who never saw the desk: no key is hidden, nothing typed is lost, no name changes."""

import pytest
from textual.events import Key, Paste

from dgt_monitor.dashboard.actions import for_footer
from dgt_monitor.dashboard.feed import Fault, FeedStatus
from dgt_monitor.dashboard.lines import line_width, text_of
from dgt_monitor.dashboard.menus import ASKED, menu_lines
from dgt_monitor.dashboard.ready_page import ready_lines
from dgt_monitor.dashboard.tall_bars import apart_lines, footer_lines
from dgt_monitor.dashboard.when import DayTime
from dgt_monitor.events import Level, Rule
from dgt_monitor.tournament.notices import NO_NOTICES
from tests.dashboard.fake_hall import NOW_S, alert, board, hall_of
from tests.dashboard.test_desk import desk_over
from tests.dashboard.test_framing import over
from tests.dashboard.test_screen import seat


def test_a_moment_keeps_its_name_while_the_clock_is_looked_at() -> None:
    day = DayTime()
    for tenth in range(30):  # the clock shows whole seconds, 14:31:50 and a half is 100 s of the hall
        shown = 50 + (5 + tenth) // 10
        day.look(f"14:31:{shown}", 100.0 + tenth / 10)
    names = set()
    for tenth in range(30, 90):
        day.look(f"14:31:{50 + (5 + tenth) // 10}", 100.0 + tenth / 10)
        names.add(day.named(99.6))
    assert names == {"14:31:50"}
    day.look("14:31:58", 108.4)
    assert day.moment("14:31", 108.0) == pytest.approx(108.0 + 86_400 - 57.5, abs=1.0), "that of tomorrow"
    assert day.named(day.moment("15:30", 108.0) or 0.0) == "15:30:00"
    assert [day.moment(text, 108.0) for text in ("", "25:00", "15:60", "x", "3")] == [None] * 5


def test_over_midnight_it_goes_on() -> None:
    day = DayTime()
    for second in range(40):
        text = f"23:59:{40 + second}" if second < 20 else f"00:00:{second - 20:02}"
        day.look(text, 10.0 + second)
        assert day.named(10.0) == "23:59:40"
    assert day.named(35.0) == "00:00:05"
    day.look(None, 60.0)
    assert day.named(60.0) == "0:01:00"
    assert day.moment("0:02:10", 60.0) == 130


def test_an_alert_is_put_aside_until_a_time_that_is_typed() -> None:
    look = board("7", alerts=(alert("7", Rule.LINE_NOISY, Level.CHECK),))
    desk, feed, _ = desk_over(hall_of([look]))
    desk.day_time.look("14:31:50", NOW_S)
    for action in ("put_aside", "aside_until"):
        desk.do(action)
    for letter in "99:10":
        desk.type(letter)
    desk.do("until_typed")
    assert (desk.place, feed.ruled) == ("until", [])
    assert desk.note.startswith("That is no time to come")
    for _ in range(5):
        desk.do("erase_until")
    for letter in "14:40":
        desk.type(letter)
    assert desk.note == "Until when is board 7, NOISY LINE, put aside? As 15:30: 14:40_"
    desk.do("until_typed")
    assert desk.note == "Put aside until 14:40:00: board 7. u takes it back."
    assert [(each.kind, each.for_s) for each in feed.ruled] == [("shelve", 490)]


@pytest.mark.parametrize("place", sorted(ASKED))
def test_a_menu_asks_and_shows_every_key(place: str) -> None:
    lines = menu_lines(place, 80, 12)  # type: ignore[arg-type]
    assert {line_width(each) for each in lines} == {80}
    shown = " ".join(map(text_of, lines))
    for action in for_footer(place):  # type: ignore[arg-type]
        assert f" {action.shown} {action.label} " in shown
    assert "?" in shown[:40]


async def test_a_menu_keeps_its_keys_beside_a_note() -> None:
    async with seat(hall_of([board("7")]), (80, 24)) as at:
        await at.press("enter", "c")
        assert "What is claimed?" in at.text
        await at.press("b")
        assert "Claimed by" in at.text
        assert "What is claimed?" in at.text


async def test_what_will_be_entered_is_told_before_the_key() -> None:
    kings = [over(name) for name in ("3", "4", "9")]
    async with seat(hall_of(kings), (80, 24)) as at:
        await at.press("o")
        told = [row.strip() for row in at.rows[-4:]]
        assert any(row.startswith("c enters 3 ") for row in told), told
        assert any(row.startswith("C enters these 3 results: ") and "3-4, 9" in row for row in told), told


def test_boards_that_play_are_no_list_of_what_is_missing() -> None:
    hall = hall_of([board("1"), board("2"), board("3")])
    texts = [text_of(each) for each in ready_lines(hall, NO_NOTICES, "", 80)]
    assert texts[-1] == " being played: 1-3"
    assert not any(text.startswith((">", "   1")) for text in texts)


@pytest.mark.parametrize("height", [1, 2])
def test_that_what_stands_here_is_old_is_never_cut(height: int) -> None:
    why = Fault("the recorder of this desk has ended", 1, None)
    status = FeedStatus("live", None, "14:32:07", 0, None, faults=(why,), apart_since="14:31:50")
    lines = apart_lines(status, 80, height)
    assert len(lines) == height
    assert text_of(lines[0]).startswith(" NOT CONNECTED to the recorder since 14:31:50: what stands here is old")


def test_a_note_goes_before_what_keys_will_do() -> None:
    told = [text_of(each) for each in footer_lines("results", 80, "Confirmed.", most=6, before=["c enters 3 1-0"])]
    assert len(told) == 1
    assert "Confirmed." in told[0]


async def test_an_enter_does_not_overtake_the_letters_before_it() -> None:
    async with seat(hall_of([board("7")]), (80, 24)) as at:
        await at.press("enter", "c", "w")
        for key in ("N", "g", "8"):
            at.app.post_message(Key(key, key))
        at.app.post_message(Key("enter", "\r"))
        await at.pilot.pause()
        assert "The written move: Ng8." in at.app.desk.note


async def test_moves_are_pasted_too() -> None:
    async with seat(hall_of([board("7")]), (80, 24)) as at:
        await at.press("enter", "r", "m")
        at.app.post_message(Paste("1.d4\x1b d5\n1-0"))
        await at.pilot.pause()
        assert at.app.desk.note.endswith(": 1.d4 d5_")
        await at.press("escape")
        at.app.post_message(Paste("q"))
        await at.pilot.pause()
        assert at.app.desk.place == "board"
