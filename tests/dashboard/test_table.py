"""The table of boards: golden lines, columns that give way, and widths that hold whatever a name is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from dgt_monitor.dashboard.lines import line_width, text_of
from dgt_monitor.dashboard.ordering import Sort
from dgt_monitor.dashboard.table import COLUMNS, columns_for, head_line, row_line, row_of, sort_at
from dgt_monitor.hall.views import BoardView, ResultView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, STATES, board

NOWAK = board(
    "7",
    "fivefold",
    players=Players("Nowak, Anna", "Silva, Rui"),
    sector="West",
    white_s=754,
    black_s=41,
    running="black",
    halfmove_clock=24,
    heard_t_s=NOW_S - 41,
)
HOSTILE = (
    "[bold]x[/]",
    "\x1b[2Jboo",
    "a\u202eb",
    "\u6771\u4eac\u90fd\u5e81\u524d",
    "\u05db\u05d4\u05df \u05d3\u05d5\u05d3",
    "e\u0301" * 300,
    "z" + "\u0336" * 50,
    "\U0001f469\u200d\U0001f680",
    "x" * 300,
    "",
    "\r\n\t",
)
TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=40))


def lines(views: list[BoardView], cells: int, sort: Sort = Sort()) -> list[str]:  # noqa: B008
    shown = columns_for(views, cells, 3)
    rows = [row_line(row_of(each, 3, NOW_S), shown, cells) for each in views]
    return [text_of(each) for each in (head_line(shown, cells, 3, sort, fits=True), *rows)]


def test_the_table_reads() -> None:
    last = NOWAK.moves[-1]._replace(number=38, colour="black", san="Kg7")
    views = [NOWAK._replace(moves=(*NOWAK.moves[:-1], last)), board("8", "lost")]
    assert [each.rstrip() for each in lines(views, 110)] == [
        " BDv ST  LAST MOVE   WHITE                  CLOCK BLACK                  CLOCK    50 RESULT     HEARD SECTOR",
        "!  7 5x  38b Kg7     Nowak, Anna          0:12:34 Silva, Rui          >0:00:41 12/50             41 s West",
        "*  8 -- NOT WATCHED                      >1:05:20                      1:02:40",
    ]


def test_where_columns_do_not_fit_clocks_and_counts_stay_and_names_are_short() -> None:
    assert [each.rstrip() for each in lines([NOWAK], 80)] == [
        " BDv ST  LAST MOVE   WHITE           CLOCK BLACK           CLOCK    50 RESULT",
        "!  7 5x  20b " + NOWAK.moves[-1].san.ljust(7) + " Nowak, Anna   0:12:34 Silva, Rui   >0:00:41 12/50",
    ]
    narrow = lines([NOWAK], 40)
    assert narrow[0].split() == ["BDv", "ST", "LAST", "MOVE", "CLOCK", "CLOCK"]
    assert narrow[1].endswith(" 0:12:34 >0:00:41  ")
    long = NOWAK._replace(players=Players("Lukaszewski, Wojciech", "Silva, Rui"))
    assert " Lukaszewski " in lines([long], 80)[1]


def test_names_and_sectors_have_columns_only_where_there_are_any() -> None:
    assert "WHITE" not in lines([board("1")], 160)[0]
    assert "SECTOR" not in lines([board("1")], 160)[0]


def test_the_result_says_whether_it_is_confirmed() -> None:
    proposed = ResultView(1, "1-0", "kings", False, None)
    assert "1-0?" in lines([board("1", "over", outcome=proposed)], 80)[1]
    assert "1-0 " in lines([board("1", "over", outcome=proposed._replace(confirmed=True))], 80)[1]


@pytest.mark.parametrize("cells", [1, 10, 20, 40, 80, 120, 160])
def test_every_title_orders_where_it_is_clicked_and_shows_it(cells: int) -> None:
    shown = columns_for([NOWAK], cells, 3)
    head = lines([NOWAK], cells)[0]
    assert cell_len(head) == cells
    found = {sort_at(shown, 3, x) for x in range(cells)}
    assert {each.sort for each in shown} <= found | {None}
    for by in found - {None}:
        assert by is not None
        if cells >= 40:
            assert "v" in lines([NOWAK], cells, Sort(by))[0]
            assert "^" in lines([NOWAK], cells, Sort(by, backwards=True))[0]


def test_columns_that_order_do_so_by_something_there_is() -> None:
    assert all(each.text(row_of(NOWAK, 3, NOW_S)).isprintable() for each in COLUMNS)


@given(TEXT, TEXT, TEXT, TEXT, st.sampled_from(STATES), st.integers(1, 200), st.integers(3, 16))
def test_no_text_breaks_a_column(
    name: str, white: str, black: str, sector: str, state: str, cells: int, name_cells: int
) -> None:
    view = board(name, state, players=Players(white, black), sector=sector)
    shown = columns_for([view], cells, name_cells)
    made = row_line(row_of(view, name_cells, NOW_S), shown, cells)
    assert line_width(made) == cell_len(text_of(made)) == cells
    assert text_of(made).isprintable()
    other = row_line(row_of(board("1"), name_cells, NOW_S), shown, cells)
    assert line_width(other) == cells
