"""Alerts answered by keys: the one that was shown, all `*` of a board, put aside for a while, all of it taken back."""

import pytest

from dgt_monitor.dashboard.attention import LOOK_FIRST_S
from dgt_monitor.dashboard.caring import TAKEN_BACK_S
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import BoardView, RulingView
from tests.dashboard.fake_hall import NOW_S, alert, board, hall_of
from tests.dashboard.test_desk import desk_over
from tests.dashboard.test_screen import fivefold, seat


def troubled() -> BoardView:
    """A board with one alert to act on and two to look at."""
    rules = (Rule.BOARD_LOST, Level.CHECK), (Rule.LINE_NOISY, Level.CHECK), (Rule.FIVEFOLD, Level.ACT)
    return board("7", alerts=tuple(alert("7", rule, level) for rule, level in rules))


def test_the_last_acknowledgement_is_taken_back_for_a_while() -> None:
    desk, feed, hand = desk_over(hall_of([fivefold("7"), board("8")]))
    hand.time_s += LOOK_FIRST_S
    desk.do("acknowledge")
    desk.point("8")
    hand.time_s += TAKEN_BACK_S - 1
    desk.refresh()
    desk.do("take_back")
    assert feed.ruled == [Ruling(0.0, "arbiter", "unacknowledge", "7:fivefold:1")]
    assert desk.note == "Taken back: board 7."
    desk.do("take_back")
    assert len(feed.ruled) == 1
    assert desk.note.startswith("Nothing was done in the last 10 s")


def test_after_that_only_in_the_list_of_alerts() -> None:
    desk, feed, hand = desk_over(hall_of([board("7", "acknowledged")]))
    hand.time_s += 100
    desk.do("take_back")
    assert feed.ruled == []
    for key in ("inbox", "down", "take_back"):
        desk.do(key)
    assert [each.alert_id for each in feed.ruled] == ["7:fivefold:1"]


@pytest.mark.parametrize(("on", "kind", "keys"), [("7", "result", "Enter, r, u"), ("", "round_started", "r, u")])
def test_of_a_ruling_it_tells_by_which_keys_that_is_undone(on: str, kind: str, keys: str) -> None:
    ruled = RulingView(1, 60.0, "Ada", kind, on, "ruled", "", "", undone=False, undoes=0)
    desk, feed, _ = desk_over(hall_of([board("7")])._replace(rulings=(ruled,)))
    desk.do("take_back")
    assert desk.note == f"No alert was answered in the last 10 s. Rulings are undone by {keys}."
    assert feed.ruled == []


def test_all_to_look_at_is_acknowledged_and_never_what_is_to_be_acted_on() -> None:
    desk, feed, _ = desk_over(hall_of([troubled(), board("8", "lost")]))
    desk.point("7")
    desk.do("acknowledge_all")
    assert sorted(feed.acknowledged) == ["7:board_lost:1", "7:line_noisy:1"]
    assert desk.note == "Acknowledged: 2 alerts of board 7. u takes them back."
    desk.refresh()
    assert [each.id for each in desk.attention.wanted()] == ["7:fivefold:1", "8:board_lost:1"]
    desk.do("take_back")
    assert sorted(each.alert_id for each in feed.ruled) == ["7:board_lost:1", "7:line_noisy:1"]
    desk.do("acknowledge_all")
    assert desk.note.startswith("Board 7 has no alert to look at (*)")


def test_in_the_list_it_is_the_board_of_the_alert_shown() -> None:
    desk, feed, _ = desk_over(hall_of([troubled(), board("8", "lost")]))
    desk.do("inbox")
    desk.attention.show("8:board_lost:1")
    desk.do("acknowledge_all")
    assert feed.acknowledged == ["8:board_lost:1"]


@pytest.mark.parametrize(("key", "seconds"), [("1", 600), ("2", 1800), ("3", 3600), ("4", 7200)])
async def test_an_alert_is_put_aside_for_a_while_and_that_taken_back(key: str, seconds: int) -> None:
    async with seat(hall_of([board("7", "lost")])) as at:
        await at.press("i", "z")
        assert "For how long is board 7, NOT WATCHED, put aside?" in at.text
        assert "ALERTS" in at.text
        await at.press(key)
        (ruling,) = at.feed.ruled
        assert (ruling.kind, ruling.alert_id, ruling.for_s) == ("shelve", "7:board_lost:1", seconds)
        at.feed.change_alert(
            "7:board_lost:1", shelved_until_s=NOW_S + seconds, shelved_by="Ada", shelved_number=4
        )  # fmt: skip
        await at.later()
        assert "PUT ASIDE" in at.text
        assert "Nothing needs you now." in at.text
        await at.press("down", "u")
        assert at.feed.ruled[-1] == Ruling(0.0, "arbiter", "undo", undoes=4)


async def test_the_alert_that_is_put_aside_is_the_one_that_was_shown_when_it_was_asked() -> None:
    async with seat(hall_of([board("7", "lost")])) as at:
        await at.press("z")
        at.feed.put(fivefold("3"))
        await at.later()
        await at.press("2")
        assert at.feed.ruled[0].alert_id == "7:board_lost:1"
        await at.press("z", "escape")
        assert len(at.feed.ruled) == 1


@pytest.mark.parametrize("rule", [Rule.FIVEFOLD, Rule.SEVENTYFIVE])
@pytest.mark.parametrize("level", [Level.ACT, Level.CHECK])
def test_a_draw_cannot_be_put_aside(rule: Rule, level: Level) -> None:
    desk, feed, _ = desk_over(hall_of([board("7", alerts=(alert("7", rule, level),))]))
    desk.do("put_aside")
    assert (desk.place, feed.ruled) == ("wall", [])
    assert desk.note.endswith("cannot be put aside.")
    hidden = alert("7", rule, level, shelved_until_s=NOW_S + 600)
    desk, _, _ = desk_over(hall_of([board("7", alerts=(hidden,))]))
    assert [each.id for each in desk.attention.wanted()] == [hidden.id]


def test_where_nothing_calls_nothing_is_put_aside() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    desk.do("put_aside")
    assert (desk.note, feed.ruled) == ("There is no alert to put aside.", [])


async def test_a_shelf_ends_by_itself() -> None:
    lost = alert("7", Rule.BOARD_LOST, Level.CHECK, shelved_until_s=NOW_S + 60)
    async with seat(hall_of([board("7", alerts=(lost,))])) as at:
        assert "Nothing needs you now." in at.rows[1]
        at.feed.now_view = at.feed.now_view._replace(t_s=NOW_S + 61)
        await at.later()
        assert "BOARD 7 NOT WATCHED" in at.rows[1]


async def test_a_draw_that_is_played_on_calls_and_rings_again() -> None:
    async with seat(hall_of([fivefold("7")])) as at:
        await at.later(LOOK_FIRST_S)
        await at.press("a")
        await at.later(LOOK_FIRST_S)
        assert len(at.rings) == 1
        at.feed.change_alert("7:fivefold:1", acknowledged_t_s=None, acknowledged_by="Ada", played_on=3)
        await at.later(60)
        assert "(still playing, 3 plies since)" in at.rows[1]
        assert len(at.rings) == 2
        await at.press("i")
        assert "STILL PLAYING: 3 plies since it was seen" in at.text
        await at.later(LOOK_FIRST_S)
        await at.press("a")
        assert len(at.feed.acknowledged) == 2


async def test_a_desk_that_only_looks_answers_nothing() -> None:
    async with seat(hall_of([troubled()])) as at:
        at.feed.now_status = at.feed.now_status._replace(looks_only="This desk only looks.")
        await at.later()
        for key in ("a", "A", "u", "z"):
            await at.press(key)
            assert at.app.desk.place == "wall"
            assert "This desk only looks." in at.rows[-1]
        assert (at.feed.acknowledged, at.feed.ruled) == ([], [])
        await at.press("question_mark", "pagedown")
        assert "acknowledge the alert shown" not in at.text
        await at.press("question_mark", "question_mark")
        assert "this screen only looks" in at.text
        assert "acknowledge" not in at.text.replace("acknowledged, still so", "")
