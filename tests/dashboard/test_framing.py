"""The frame of a round by keys: ready list, clocks, open results, close, drill; and who is rung for."""

from dgt_monitor.dashboard.closing_page import closing_lines
from dgt_monitor.dashboard.desk import Desk
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.round_state import title_of
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import BoardView, ResultView, RulingView
from dgt_monitor.tournament.event import Players
from dgt_monitor.tournament.notices import NO_NOTICES, Notices
from tests.dashboard.fake_hall import NOW_S, START, FakeFeed, alert, board, hall_of
from tests.dashboard.test_desk import desk_over
from tests.dashboard.test_screen import seat


def ready(name: str, **changes: object) -> BoardView:
    """A board on which everything is as it has to be."""
    fine = board(name, "ready")._replace(phase="playing", understood=START, game=1, white_s=5400, black_s=5400)
    return fine._replace(**changes)  # type: ignore[arg-type]


def over(name: str, result: str = "1-0", by: str = "kings", *, confirmed: bool = False) -> BoardView:
    outcome = ResultView(1, result, by, confirmed=confirmed, how=None)
    return board(name)._replace(phase="over", result=result, outcome=outcome, players=Players("Ada", "Bo"))


def page(desk: Desk) -> list[str]:
    return [text_of(each).rstrip() for each in desk.framing.lines(desk.place)]


MORNING = hall_of(
    [
        ready("1"),
        ready("2"),
        ready("3", physical=START[:8] + "." + START[9:]),
        ready("4", white_s=None, black_s=None),
        ready("5", white_s=3600, black_s=3600),
        ready("6", link="lost"),
        ready("7", physical="." * 64),
        ready("8", running="white"),
    ]
)._replace(labels=("1", "2", "3", "4", "5", "6", "7", "9"), starts_s=(5400, 5430))


class TestTheReadyList:
    def test_it_tells_in_words_what_is_missing(self) -> None:
        desk, _, _ = desk_over(MORNING)
        desk.do("ready_list")
        assert page(desk) == [
            " READY LIST  2 of 9 boards ready",
            " An alarm to act on (!) reaches you by: this screen's bell. Try it: a drill",
            " (Enter, r, l).",
            " Clocks start with 1:30:00 / 1:30:30.",
            "",
            ">   3  1 square wrong: a2",
            "    4  no clock connected",
            "    5  clock shows 1:00:00 and 1:00:00",
            "    6  no link",
            "    7  no pieces",
            "    8  no label in the tournament file; the clock runs",
            "    9  not there: no board with this label is heard",
            "",
            " ready: 1-2",
        ]

    def test_all_green(self) -> None:
        desk, feed, _ = desk_over(hall_of([ready("1"), ready("2")]))
        desk.do("ready_list")
        assert page(desk)[-2:] == [" Everything is ready.", " ready: 1-2"]
        feed.now_status = feed.now_status._replace(notices=NO_NOTICES)
        desk.refresh()
        assert page(desk)[1].startswith(" SCREEN ONLY: an alarm is seen here and heard nowhere.")

    def test_a_line_is_of_a_board_and_opens_it(self) -> None:
        desk, feed, _ = desk_over(MORNING)
        for each in ("ready_list", "down", "down"):
            desk.do(each)
        boards = tuple(ready("3") if each.board == "3" else each for each in feed.now_view.boards)
        feed.now_view = feed.now_view._replace(boards=boards)
        desk.refresh()
        desk.do("open_listed")
        assert (desk.place, desk.cursor.board) == ("board", "5")

    def test_where_no_board_is_there_none_is_opened(self) -> None:
        desk, _, _ = desk_over(MORNING)
        for each in ("ready_list", *["down"] * 9, "open_listed"):
            desk.do(each)
        assert (desk.place, desk.note) == ("ready", "There is no board on this line.")

    def test_the_round_is_started_from_it(self) -> None:
        desk, feed, _ = desk_over(MORNING)
        for each in ("ready_list", "start_round", "carry_out"):
            desk.do(each)
        assert (desk.place, feed.ruled) == ("ready", [Ruling(0.0, "arbiter", "round_started")])


def test_the_line_of_the_user_stays_in_a_small_window() -> None:
    desk, _, _ = desk_over(hall_of([ready(str(n), link="lost") for n in range(1, 41)]))
    desk.resize(80, 24)
    desk.do("ready_list")
    for _ in range(35):
        desk.do("down")
        rows = page(desk)[desk.back : desk.back + desk.window.rows - 1]
        assert any(row.startswith(">") for row in rows)
    for _ in range(35):
        desk.do("up")
        assert any(row.startswith(">") for row in page(desk)[desk.back : desk.back + desk.window.rows])


class TestResults:
    HALL = hall_of(
        [over("1"), over("2", "0-1"), over("3", "1/2-1/2", "checkmate"), over("4", confirmed=True), board("5"),
         board("6")._replace(phase="over", result=None)]
    )  # fmt: skip

    def test_the_list(self) -> None:
        desk, _, _ = desk_over(self.HALL)
        desk.do("results")
        assert page(desk) == [
            " RESULTS  3 to confirm, 2 without any, 1 confirmed",
            "",
            " proposed by checkmate: 1 game",
            ">   3  1/2-1/2 Ada - Bo",
            "",
            " proposed by kings: 2 games",
            "    1  1-0     Ada - Bo",
            "    2  0-1     Ada - Bo",
            "",
            " over, no result: 6",
            " still playing: 5",
        ]

    def test_one_is_confirmed_and_taken_back(self) -> None:
        desk, feed, _ = desk_over(self.HALL)
        for each in ("results", "down", "confirm_listed"):
            desk.do(each)
        made = Ruling(0.0, "arbiter", "result", board="1", result="1-0")
        assert (feed.ruled, desk.note) == ([made], "Board 1: 1-0 confirmed. u takes it back.")
        ruled = RulingView(8, NOW_S, "Ada", "result", "1", "result 1-0", "", "", False, 0)
        feed.now_view = feed.now_view._replace(rulings=(ruled._replace(number=9, board="2"), ruled))
        desk.refresh()
        desk.do("results_back")
        assert feed.ruled[1:] == [Ruling(0.0, "arbiter", "undo", undoes=8)]
        desk.do("results_back")
        assert desk.note.startswith("Nothing was confirmed here")

    def test_all_alike_are_confirmed_and_no_other(self) -> None:
        desk, feed, _ = desk_over(self.HALL)
        for each in ("results", "down", "confirm_alike"):
            desk.do(each)
        assert [(each.board, each.result) for each in feed.ruled] == [("1", "1-0"), ("2", "0-1")]
        assert desk.note == "2 results by kings confirmed. u takes them back."

    def test_what_was_not_shown_yet_is_not_confirmed_with_the_others(self) -> None:
        desk, feed, _ = desk_over(self.HALL)
        for each in ("results", "down"):
            desk.do(each)
        page(desk)
        feed.put(over("5"))
        desk.refresh()
        desk.do("confirm_alike")
        assert [each.board for each in feed.ruled] == ["1", "2"]

    def test_what_has_changed_since_it_was_shown_is_not_confirmed(self) -> None:
        desk, feed, _ = desk_over(self.HALL)
        for each in ("results", "down"):
            desk.do(each)
        page(desk)
        feed.put(over("1", "0-1"))
        desk.refresh()
        desk.do("confirm_listed")
        assert (feed.ruled, desk.note) == ([], "No result is proposed.")

    def test_another_result_is_ruled_and_the_list_comes_back(self) -> None:
        desk, feed, _ = desk_over(self.HALL)
        for each in ("results", "down", "rule_listed", "result_draw", "carry_out"):
            desk.do(each)
        assert (desk.place, feed.ruled[0].board, feed.ruled[0].result) == ("results", "1", "1/2-1/2")


def test_closing_lists_first_what_is_left_open() -> None:
    five = alert("5", Rule.FIVEFOLD, Level.ACT)
    desk, feed, _ = desk_over(hall_of([over("1"), board("5", alerts=(five,)), board("6", "lost"), over("7", "")]))
    for each in ("round", "round_closed"):
        desk.do(each)
    assert page(desk)[:7] == [
        " CLOSING THE ROUND  this is left open",
        "",
        " - alert to act on, not acknowledged: 5 FIVEFOLD",
        " - still playing: 5-6",
        " - result not confirmed: 1, 7",
        " - to look at, not acknowledged: 6",
        "",
    ]
    desk.do("back")
    assert (desk.place, feed.ruled) == ("wall", [])


def test_a_round_that_is_closed_is_no_more_called_open() -> None:
    closed = RulingView(1, 60.0, "Ada", "round_closed", "", "the round is closed", "", "", undone=False, undoes=0)
    hall = hall_of([over("1"), over("2", "")])
    for undone, playing, head in (
        (False, False, " THE ROUND IS CLOSED  this is still left open"),
        (True, False, " CLOSING THE ROUND  this is left open"),
        (False, True, " CLOSING THE ROUND  this is left open"),
    ):
        boards = (*hall.boards, board("3")) if playing else hall.boards
        view = hall._replace(boards=boards, rulings=(closed._replace(undone=undone),), title="Open")
        assert text_of(closing_lines(view, 80)[0]) == head
        assert title_of(view) == ("Open, round closed" if head.startswith(" THE") else "Open")


def test_with_nothing_left_open_it_is_closed_at_once() -> None:
    desk, feed, _ = desk_over(hall_of([over("1", confirmed=True)]))
    for each in ("round", "round_closed", "carry_out"):
        desk.do(each)
    assert (desk.place, feed.ruled) == ("wall", [Ruling(0.0, "arbiter", "round_closed")])


def test_the_clocks_are_written_and_shown() -> None:
    desk, _, _ = desk_over(hall_of([board("1", players=Players("Ada", "Bo"))]))
    desk.do("clocks")
    assert desk.note == "Written: clocks.txt"
    assert page(desk)[2:] == [
        " Board  White  Black  To move   White has     Black has",
        " 1      Ada    Bo     21 White  1:05:20 runs  1:02:40",
        "",
        " 1 board, 1 still playing.",
    ]


class TestADrill:
    def test_it_is_ruled_and_ends_as_its_alarm_is_acknowledged(self) -> None:
        desk, feed, clock = desk_over(hall_of([ready("3")]))
        for each in ("open", "rule", "drill"):
            desk.do(each)
        assert desk.note.startswith("Enter: Board 3: a drill. Move a piece there, and the alarm rings, marked DRILL.")
        desk.do("carry_out")
        assert feed.ruled == [Ruling(0.0, "arbiter", "drill", board="3")]
        feed.put(ready("3", alerts=(alert("3", Rule.DRILL, Level.ACT),)))
        clock.time_s += 1
        assert desk.refresh()
        clock.time_s += 1
        desk.do("acknowledge")
        assert feed.acknowledged == ["3:drill:1"]
        assert feed.ruled[1:] == [Ruling(0.0, "arbiter", "close", board="3", outcome="over")]

    def test_on_a_board_in_play_it_is_refused_at_once(self) -> None:
        desk, feed, _ = desk_over(hall_of([board("3")]))
        for each in ("open", "rule", "drill"):
            desk.do(each)
        assert desk.note == "Board 3 is being played on: make a drill on one where nobody has moved."
        assert (desk.place, feed.ruled) == ("board", [])


class TestTheBell:
    CALLS = hall_of([board("1", "fivefold"), board("2", "lost")])
    LOOKS = hall_of([board("2", "lost")])

    def rings(self, notices: Notices, hall: object = CALLS, bell: object = None) -> list[bool]:
        feed = FakeFeed(hall, notices=notices)  # type: ignore[arg-type]
        time_s = [1000.0]
        desk = Desk(feed, lambda: time_s[0], bell=bell)  # type: ignore[arg-type]
        out = []
        for _ in range(3):
            out.append(desk.refresh())
            time_s[0] += 31
        return out

    def test_it_is_off_until_it_is_switched_on(self) -> None:
        assert self.rings(NO_NOTICES) == [False] * 3
        assert self.rings(NO_NOTICES, bell="repeat") == [True] * 3
        assert self.rings(Notices(act=("bell",)), bell="off") == [False] * 3

    def test_for_each_severity(self) -> None:
        assert self.rings(Notices(act=("bell",))) == [True] * 3
        assert self.rings(Notices(act=("bell",)), self.LOOKS) == [False] * 3
        assert self.rings(Notices(look=("bell",)), self.LOOKS) == [True] * 3

    def test_once(self) -> None:
        assert self.rings(Notices(act=("bell",), bell="once")) == [True, False, False]
        assert self.rings(NO_NOTICES, bell="once") == [True, False, False]


async def test_the_lists_in_a_window() -> None:
    async with seat(MORNING, (80, 24)) as at:
        await at.press("g")
        assert any("READY LIST" in row for row in at.rows)
        await at.press("escape", "c")
        assert any("Clocks and move numbers" in row for row in at.rows)
        await at.press("escape", "o")
        assert any("RESULTS" in row for row in at.rows)
        await at.press("escape", "r", "e")
        assert any("CLOSING THE ROUND" in row for row in at.rows) or at.app.desk.place == "sure"
