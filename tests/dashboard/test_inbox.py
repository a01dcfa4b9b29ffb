"""The list of alerts as text: the whole life of an alert is to be read there."""

from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.inbox import inbox_rows
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.when import when
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import AlertView
from tests.dashboard.fake_hall import NOW_S, alert, board, hall_of

FIVE = alert("7", Rule.FIVEFOLD, Level.ACT, first_t_s=NOW_S - 100, raised_t_s=NOW_S - 41, times=3)
LOST = alert("44", Rule.BOARD_LOST, Level.CHECK, raised_t_s=NOW_S - 300)
GONE = alert("23", Rule.POSITION_UNEXPLAINED, Level.ACT, cleared_t_s=NOW_S - 5)
SEEN = alert("9", Rule.SEVENTYFIVE, Level.ACT, acknowledged_t_s=NOW_S - 10, acknowledged_by="Ada")
ASIDE = alert("5", Rule.LINE_NOISY, Level.CHECK, shelved_until_s=NOW_S + 600, shelved_by="Bo \x1b[2J")
THREE = alert("4", Rule.THREEFOLD, Level.CHECK)
MATE = alert("3", Rule.CHECKMATE, Level.INFO)


def listed(*alerts: AlertView, shown: str = "", cells: int = 60, height: int = 40) -> list[str]:
    view = hall_of([board(each.board, alerts=(each,)) for each in alerts])
    attention = Attention()
    attention.update(view.alerts, 0.0)
    if shown:
        attention.show(shown)
    rows = inbox_rows(view, attention, cells, height, active=True, edge=False, named=when("14:32:07", view.t_s))
    return [text_of(row.line).rstrip() for row in rows]


def test_the_whole_list() -> None:
    rows = [row for row in listed(FIVE, LOST, GONE, SEEN, ASIDE, THREE, MATE) if row]
    assert rows == [
        "ALERTS  1 act now, 2 look, 1 seen, 1 aside",
        "ACT NOW",
        ">! 7    FIVEFOLD                                   NEW 100 s",
        "   9.6.1: the same position for the fifth time: draw, stop",
        "   the clocks",
        "   first 14:30:27, last 14:31:26, 3 times",
        "GO AND LOOK",
        " * 23   UNEXPLAINED                                GONE 41 s",
        "   no move explains d4, e5: go and look at the board",
        " * 44   NOT WATCHED                                NEW 5 min",
        "   the cable or the power of this board is gone",
        "SEEN, still so",
        "   9    75 MOVES  by Ada, 14:31:57                 seen 41 s",
        "PUT ASIDE",
        "   5    NOISY LINE  by Bo ?[2J, until 14:42:07  aside 10 min",
        "QUIET: nothing to do",
        "   3    CHECKMATE                                       41 s",
    ]


def test_who_has_seen_it_and_until_when_it_is_aside() -> None:
    assert "   first 14:31:26, seen 14:31:57 by Ada" in listed(SEEN, shown=SEEN.id)
    rows = listed(ASIDE, shown=ASIDE.id)
    assert "   first 14:31:26, aside until 14:42:07, by Bo ?[2J" in rows


def test_why_a_draw_has_ended_is_read_until_it_is_acknowledged() -> None:
    for ended, cleared, mark, words in (
        ("taken_back", None, "!", "Its last move was taken back: the game was over before"),
        ("withdrawn", NOW_S - 1, "*", "It was none: the moves before it are read otherwise"),
        ("lapsed", NOW_S - 1, "!", "Its game is over, the next one has begun."),
    ):
        rows = listed(FIVE._replace(ended=ended, cleared_t_s=cleared))  # type: ignore[arg-type]
        assert any(row.startswith(f">{mark} 7 ") for row in rows), ended
        assert any(words in row for row in rows), ended


def test_moments_are_told_by_the_time_of_the_day_where_it_is_known() -> None:
    assert when("23:59:50", 100.0)(115.0) == "00:00:05"
    assert when("0:01:40", 100.0)(40.0) == "00:00:40"
    for unknown in (None, "", "soon", "1:2"):
        assert when(unknown, 100.0)(3661.0) == "1:01:01"
