"""The sheet of all clocks and move numbers, as text."""

from dgt_monitor.sheets.clock_sheet import clock_sheet
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import board, hall_of

HALL = hall_of(
    [
        board("1", plies=41, players=Players("Petrov-Silva, Ana", "Ng"), white_s=3723, black_s=59),
        board("2", "over", players=Players("Ada", "Bo")),
        board("3", "ready"),
        board("12", "lost", players=Players("\u6771\u4eac\u90fd\u6771\u4eac\u90fd", "\x1b[2Jx")),
    ]
)._replace(title="Open 2026, round 5")


def test_every_board_has_its_line() -> None:
    assert clock_sheet(HALL, "2026-11-30 14:30:00").splitlines() == [
        "Open 2026, round 5",
        "Clocks and move numbers, 2026-11-30 14:30:00",
        "",
        "Board  White        Black  To move    White has     Black has",
        "1      Petrov-Sil~  Ng     21 Black   1:02:03       0:00:59 runs",
        "2      Ada          Bo     over, 1-0  1:05:20       1:02:40",
        "3                          not begun  no clock      no clock",
        "12     \u6771\u4eac\u90fd\u6771\u4eac~  \ufffd[2Jx  21 White   1:05:20 runs  1:02:40       unwatched",
        "",
        "4 boards, 2 still playing.",
    ]


def test_no_line_is_longer_than_a_page_with_names_of_any_length() -> None:
    long = hall_of([board("123", plies=999, players=Players("x" * 300, "y" * 300), white_s=35999)])
    assert max(map(len, clock_sheet(long, "14:30").splitlines())) <= 80
