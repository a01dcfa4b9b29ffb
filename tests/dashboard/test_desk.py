import pytest

from dgt_monitor.dashboard.actions import ACTIONS, Place, here
from dgt_monitor.dashboard.desk import CALM_S, NOTE_S, Desk
from dgt_monitor.dashboard.help_page import help_lines
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.wall_keys import DIGITS_S, GOTO_S
from dgt_monitor.hall.views import HallView
from tests.dashboard.fake_hall import FakeFeed, Hand, board, calm_hall, hall_of, make_hall

PLACES: tuple[Place, ...] = ("wall", "board", "inbox", "help", "ask", "claim", "write", "close")


def desk_over(view: HallView, size: tuple[int, int] = (80, 24)) -> tuple[Desk, FakeFeed, Hand]:
    feed, hand = FakeFeed(view), Hand()
    desk = Desk(feed, hand)
    desk.resize(*size)
    desk.refresh()
    return desk, feed, hand


def test_every_action_has_a_deed_a_key_and_a_line_of_help() -> None:
    for action in ACTIONS:
        assert action.id == "goto" or callable(getattr(Desk, f"do_{action.id}"))
        assert action.help
        assert action.shown
        assert action.places
        for place in action.places - {"ask"}:
            told = "\n".join(text_of(line) for line in help_lines(place, 120))
            assert action.shown in told
            assert action.help in told


def test_no_key_has_two_meanings_in_one_place() -> None:
    for place in PLACES:
        keys = [key for action in here(place) for key in action.keys]
        assert len(keys) == len(set(keys)), place


def test_the_help_can_be_scrolled() -> None:
    desk, _, _ = desk_over(calm_hall(3), (50, 12))
    desk.do("help")
    for _ in range(100):
        desk.do("down")
    assert desk.back == len(help_lines("wall", 50)) - desk.window.rows
    desk.do("help")
    assert (desk.place, desk.back) == ("wall", 0)


def test_arrows_move_along_columns_and_stop_at_the_ends() -> None:
    desk, _, _ = desk_over(calm_hall(82))
    rows = desk.cursor.grid.rows
    assert rows == 21
    desk.do("up")
    assert desk.cursor.board == "1"
    desk.do("right")
    assert desk.cursor.board == str(1 + rows)
    desk.do("down")
    desk.do("left")
    assert desk.cursor.board == "2"
    desk.do("left")
    assert desk.cursor.board == "2"
    desk.do("last")
    assert desk.cursor.board == "82"
    desk.do("right")
    assert desk.cursor.board == "82"
    desk.do("first")
    desk.point("62")
    desk.do("right")
    assert desk.cursor.board == "82", "the last column is shorter: its end is taken"


def test_typed_digits_find_a_board() -> None:
    hall = hall_of([board(name) for name in ("1", "3", "37", "A12", "01025")])
    desk, _, hand = desk_over(hall)
    desk.do("goto", "3")
    assert desk.cursor.board == "1"  # it may still be 37
    hand.time_s += GOTO_S
    desk.refresh()
    assert desk.cursor.board == "3"
    desk.do("goto", "7")
    assert desk.cursor.board == "37"
    assert "Board 37_" in desk.note
    hand.time_s += DIGITS_S
    desk.refresh()
    for digit in "12":
        desk.do("goto", digit)
    assert desk.cursor.board == "A12"
    hand.time_s += DIGITS_S
    desk.refresh()
    for digit in "1025":
        desk.do("goto", digit)
    desk.do("open")
    assert (desk.place, desk.cursor.board) == ("board", "01025")


def typed(desk: Desk, digits: str) -> None:
    for digit in digits:
        desk.do("goto", digit)


SERIALS = ("3000045484", "3000050641", "3000055816", "3000155816")


@pytest.mark.parametrize("digits", ["3000055816", "50641", "0641", "3000045484"])
def test_a_board_is_found_by_its_whole_serial_number_and_by_the_end_of_it(digits: str) -> None:
    desk, _, _ = desk_over(hall_of([board(name, serial=name[-5:]) for name in SERIALS]))
    typed(desk, digits)
    desk.do("open")
    assert desk.place == "board"
    assert desk.cursor.board.endswith(digits)


def test_a_board_is_found_by_its_short_number_and_by_its_address_on_a_bus() -> None:
    hall = hall_of([board("3000055816", serial="21816"), board("/dev/x 00007", address=7), board("107", address=12)])
    for digits, name in (("21816", "3000055816"), ("7", "/dev/x 00007"), ("00012", "107")):
        desk, _, _ = desk_over(hall)
        typed(desk, digits)
        assert desk.cursor.board == name


def test_what_is_typed_of_a_long_number_is_told_with_what_it_may_mean() -> None:
    desk, _, _ = desk_over(hall_of([board(name, serial=None) for name in SERIALS]))
    typed(desk, "30000")
    assert desk.note == "Board 30000_   go on"
    typed(desk, "50641")
    assert desk.note == "Board 3000050641_   Enter opens it"
    desk, _, _ = desk_over(hall_of([board(name, serial=None) for name in SERIALS]))
    typed(desk, "55816")
    assert desk.note == "Board 55816_   3000055816: Enter opens it; 1 more ends in it"
    typed(desk, "9" * 30)
    assert desk.note.startswith("Board 55816999999999999999_ ")


def test_leaving_a_board_shows_again_what_is_most_urgent() -> None:
    desk, _, _ = desk_over(hall_of([board("1", "lost"), board("2", "fivefold")]))
    desk.point("1")
    desk.do("open")
    assert desk.attention.alert is not None
    assert desk.attention.alert.board == "1"
    desk.do("back")
    desk.refresh()
    assert desk.attention.alert.board == "2"


def test_a_number_that_no_board_has_opens_nothing() -> None:
    desk, _, hand = desk_over(calm_hall(5))
    for digit in "99":
        desk.do("goto", digit)
    assert "none" in desk.note
    desk.do("open")
    assert desk.place == "wall"
    assert desk.note == "There is no board 99."
    hand.time_s += NOTE_S
    assert desk.note == ""


def test_the_cursor_stays_on_its_board_when_the_order_changes() -> None:
    desk, feed, hand = desk_over(calm_hall(200))
    desk.point("150")
    hand.time_s += CALM_S
    feed.put(board("180", "fivefold"))
    desk.refresh()
    assert desk.cursor.order[0] == "180"
    assert desk.cursor.board == "150"
    assert desk.cursor.page == 1


def test_until_the_user_goes_elsewhere_the_urgent_are_shown_not_the_cursor() -> None:
    desk, feed, hand = desk_over(calm_hall(200))
    feed.now_view = hall_of([board(str(n), "illegal" if n > 100 else "playing", seed=n % 9) for n in range(1, 201)])
    hand.time_s += CALM_S
    desk.refresh()
    assert (desk.cursor.board, desk.cursor.page) == ("1", 0)
    desk.do("up")
    assert (desk.cursor.board, desk.cursor.page) == ("200", 1)


def test_the_order_rests_while_somebody_aims_and_while_it_is_held() -> None:
    desk, feed, hand = desk_over(calm_hall(200))
    desk.do("down")
    feed.put(board("180", "fivefold"))
    desk.refresh()
    assert desk.cursor.order[0] == "1"
    desk.do("hold")
    hand.time_s += 12
    desk.refresh()
    assert desk.cursor.order[0] == "1"
    assert desk.modes.held_s == 12
    desk.do("hold")
    hand.time_s += CALM_S
    desk.refresh()
    assert desk.cursor.order[0] == "180"
    assert desk.modes.held_s is None


def test_a_board_that_vanishes_leaves_the_cursor_on_another() -> None:
    desk, feed, _ = desk_over(calm_hall(3))
    desk.point("2")
    feed.now_view = hall_of([board("9")])
    desk.refresh()
    assert desk.cursor.board == "9"
    feed.now_view = hall_of([])
    desk.refresh()
    for action in ("down", "right", "open", "next_alert", "acknowledge", "last"):
        desk.do(action)
    assert desk.place == "wall"


def test_opening_a_board_shows_its_own_alert() -> None:
    desk, _, _ = desk_over(make_hall(29))
    desk.point("20")
    desk.do("open")
    alert = desk.attention.alert
    assert alert is not None
    assert alert.board == "20"


def test_the_next_alert_takes_the_cursor_along() -> None:
    desk, _, _ = desk_over(make_hall(29))
    shown = desk.attention.alert
    assert shown is not None
    desk.do("next_alert")
    assert desk.attention.alert == shown, "it calls, and nobody has gone to it yet"
    assert desk.cursor.board == shown.board
    desk.do("next_alert")
    after = desk.attention.alert
    assert after is not None
    assert after != shown
    assert desk.cursor.board == after.board


@pytest.mark.parametrize(("state", "asks"), [("playing", False), ("threefold", False), ("lost", True)])
def test_quitting_asks_only_where_something_was_not_seen(state: str, asks: bool) -> None:
    desk, _, _ = desk_over(hall_of([board("1", state)]))
    desk.do("open")
    desk.do("leave")
    assert (desk.place == "ask") is asks
    assert desk.leaving is not asks
    if asks:
        assert desk.note.startswith("1 alert not acknowledged")
        desk.do("no")
        assert (desk.place, desk.leaving) == ("board", False)
        desk.do("leave")
        desk.do("yes")
        assert desk.leaving


def test_the_mute_counts_down_and_ends() -> None:
    desk, _, hand = desk_over(calm_hall(1))
    desk.do("mute")
    hand.time_s += 28
    assert desk.modes.muted_s == 272
    desk.do("mute")
    assert desk.modes.muted_s is None
