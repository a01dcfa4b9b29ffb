"""Rulings by keys: of results and play on the page of a board, of the round on the wall; each previewed first."""

import pytest
from textual.pilot import Pilot

from dgt_monitor.dashboard.actions import ACTIONS
from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.dashboard.board_page import Sight, board_page
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.results import RULED
from dgt_monitor.hall.views import BoardView, ResultView, RulingView
from tests.dashboard.fake_hall import NOW_S, FakeFeed, board, hall_of
from tests.dashboard.test_desk import desk_over

PROPOSED = ResultView(1, "1-0", "kings", confirmed=False, how=None)
KEYS = {
    "1-0": "result_white", "0-1": "result_black", "1/2-1/2": "result_draw", "0-0": "result_none",
    "1/2-0": "result_half_white", "0-1/2": "result_half_black", "+/-": "forfeit_white", "-/+": "forfeit_black",
    "-/-": "forfeit_both", "unplayed": "unplayed", "": "result_clear",
}  # fmt: skip


def shown(name: str = "7") -> BoardView:
    """A board on which the players show a result."""
    return board(name)._replace(phase="over", result="1-0", outcome=PROPOSED)


def ruled(
    number: int, kind: str = "result", where: str = "7", *, undone: bool = False, why_not: str = ""
) -> RulingView:
    return RulingView(number, NOW_S - 240, "Ada", kind, where, "result 1-0", "", why_not, undone, 0)


def test_every_result_has_a_key() -> None:
    assert set(KEYS) == {"", *RULED}


@pytest.mark.parametrize(("text", "key"), KEYS.items())
def test_a_result_is_chosen_previewed_and_ruled_with_a_reason(text: str, key: str) -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for each in ("open", "rule", key):
        desk.do(each)
    now = f"{text}, confirmed" if text else "none"
    assert desk.note.startswith(f"Enter: Board 7: result none -> {now}.")
    assert feed.ruled == []
    for letter in "as signed!":
        desk.type(letter)
    assert desk.note.endswith("Enter rules so, because: as signed!_")
    desk.do("erase_reason")
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "result", board="7", result=text, reason="as signed")]
    assert desk.place == "board"


def test_what_is_proposed_is_confirmed() -> None:
    desk, feed, _ = desk_over(hall_of([shown()]))
    for each in ("open", "rule", "result_confirm"):
        desk.do(each)
    assert desk.note.startswith("Enter: Board 7: result 1-0 by kings, not confirmed -> 1-0, confirmed.")
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "result", board="7", result="1-0")]


def test_where_nothing_is_proposed_nothing_is_confirmed() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for each in ("open", "rule", "result_confirm"):
        desk.do(each)
    assert (desk.place, desk.note, feed.ruled) == ("board", "No result is proposed on this board.", [])


def test_a_result_that_comes_late_is_that_of_the_game_before() -> None:
    anew = board("7", plies=0)._replace(game=2, moves=(), before=PROPOSED, outcome=PROPOSED._replace(game=2, by=""))
    desk, feed, _ = desk_over(hall_of([anew]))
    for each in ("open", "rule", "result_confirm"):
        desk.do(each)
    assert desk.note.startswith(
        "Enter: Board 7, game 1 (the one before): result 1-0 by kings, not confirmed -> 1-0, confirmed."
    )
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "result", board="7", result="1-0", game=1)]


def test_a_game_that_was_drawn_by_itself_is_not_decided_unwarned() -> None:
    desk, _, _ = desk_over(hall_of([board("7", "fivefold")]))
    for each in ("open", "rule", "result_white"):
        desk.do(each)
    assert "IT WAS DRAWN" in desk.note


def test_play_goes_on_and_an_alert_was_not_seen() -> None:
    seen = board("7", "acknowledged")
    desk, feed, _ = desk_over(hall_of([seen._replace(outcome=PROPOSED)]))
    for each in ("open", "rule", "resume"):
        desk.do(each)
    assert desk.note.startswith("Enter: Board 7: play goes on. Result: 1-0 by kings, not confirmed -> none.")
    for each in ("carry_out", "rule", "unsee"):
        desk.do(each)
    assert "calls again" in desk.note
    desk.do("carry_out")
    assert [ruling.kind for ruling in feed.ruled] == ["resume", "unacknowledge"]
    assert feed.ruled[1].alert_id == seen.alerts[0].id


def test_the_last_ruling_that_counts_is_undone() -> None:
    rulings = (
        ruled(3),
        ruled(4),
        ruled(5, undone=True),
        ruled(6, where="8"),
        ruled(7, why_not="no"),
        ruled(8, "claim", "8"),
    )
    desk, feed, _ = desk_over(hall_of([board("7")])._replace(rulings=rulings))
    for each in ("open", "rule", "undo"):
        desk.do(each)
    assert desk.note.startswith("Enter: Board 7: ruling 4 (result 1-0, Ada, 4 min ago) is as if it had not been made.")
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "undo", undoes=4)]


def test_the_round_is_ruled_on_from_the_wall() -> None:
    desk, feed, _ = desk_over(hall_of([board("7"), shown("8")]))
    for each in ("round", "round_started"):
        desk.do(each)
    assert desk.note.startswith("Enter: Round started: pieces moved before count nothing where no clock has run.")
    desk.do("do_not")
    assert (desk.place, feed.ruled) == ("wall", [])
    for each in ("round", "round_closed", "close_round"):
        desk.do(each)
    assert desk.note.startswith("Enter: Round closed. Games that end: 1; without a result: 1, not confirmed: 1.")
    desk.do("carry_out")
    assert (desk.place, feed.ruled) == ("closing", [Ruling(0.0, "arbiter", "round_closed")])


def test_what_could_not_be_carried_out_is_told() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")])._replace(rulings=(ruled(3, why_not="of long ago"),)))
    desk.refresh()
    assert desk.note == ""
    feed.now_view = feed.now_view._replace(rulings=(ruled(4, why_not="there is no board 9"),))
    desk.refresh()
    assert desk.note == "Ruling 4 was not carried out: there is no board 9."


def test_the_page_says_whether_a_result_is_confirmed() -> None:
    first = text_of(board_page(shown(), NOW_S, Sight(120, 30))[0])
    assert "result 1-0, not confirmed" in first
    forfeit = PROPOSED._replace(by="arbiter", confirmed=True, how="forfeit")
    assert "result 1-0 (forfeit)" in text_of(board_page(shown()._replace(outcome=forfeit), NOW_S, Sight(120, 30))[0])


async def test_by_the_keys_themselves() -> None:
    feed = FakeFeed(hall_of([board("7")]))
    app = Dashboard(feed, tick_s=None, ring=lambda: None, environ={})
    async with app.run_test(size=(120, 30)) as pilot:
        await press(pilot, "enter r 1 o k enter")
        await press(pilot, "r plus escape r 0 enter")
    assert feed.ruled == [
        Ruling(0.0, "arbiter", "result", board="7", result="1-0", reason="ok"),
        Ruling(0.0, "arbiter", "result", board="7", result="0-1"),
    ]


async def press(pilot: Pilot[None], keys: str) -> None:
    for key in keys.split():
        await pilot.press(key)


def test_no_key_does_two_things_in_one_place() -> None:
    for place in ("rule", "round", "sure"):
        keys = [key for action in ACTIONS if place in action.places for key in action.keys]
        assert len(keys) == len(set(keys))
