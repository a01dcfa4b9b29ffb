"""Golden texts of the wall's cells: what the arbiter reads, letter by letter."""

from typing import Any

import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.cell_lines import ROOMY_LINES, cell_lines, compact_line
from dgt_monitor.dashboard.cells import CODES, Tone, cell_text
from dgt_monitor.dashboard.lines import line_width, text_of
from dgt_monitor.dashboard.words import CLAIM_KINDS, RULES
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import BoardView, ClaimView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import STATES, alert, board, repeated


def played(state: str, **changes: Any) -> BoardView:
    """Board 7 in a state, its last move 38...Kg7."""
    view = board("7", state, plies=40)
    if view.moves:
        last = view.moves[-1]._replace(number=38, colour="black", san="Kg7")
        view = view._replace(moves=(*view.moves[:-1], last))
    return view._replace(**changes)


GOLDEN: list[tuple[str, str, Tone]] = [
    ("playing", "   7     38b Kg7    ", "plain"),
    ("twofold", "   7 2x  38b Kg7    ", "plain"),
    ("threefold", "   7 3x  38b Kg7    ", "count"),
    ("fifty", "   7 50  38b Kg7    ", "count"),
    ("fivefold", "!  7 5x  38b Kg7    ", "act"),
    ("seventyfive", "!  7 75  38b Kg7    ", "act"),
    ("acknowledged", "   7 5x  38b Kg7    ", "draw"),
    ("unexplained", "!  7 ??  38b Kg7    ", "act"),
    ("illegal", "!  7 IL  38b Kg7    ", "act"),
    ("gone", "*  7 ??  38b Kg7    ", "look"),
    ("uncertain", "*  7 5?  38b Kg7    ", "look"),
    ("lost", "*  7 -- NOT WATCHED ", "lost"),
    ("silent", "*  7 ..  38b Kg7    ", "look"),
    ("noisy", "*  7 NZ  38b Kg7    ", "look"),
    ("over", "   7 ##  38b Kg7    ", "done"),
    ("waiting", "   7    waiting     ", "dim"),
    ("ready", "   7    ready       ", "dim"),
    ("joined late", "   7 1+  38b Kg7    ", "plain"),
]


@pytest.mark.parametrize(("state", "text", "tone"), GOLDEN)
def test_the_cell_reads(state: str, text: str, tone: Tone) -> None:
    cell = cell_text(played(state))
    assert cell.text == text
    assert cell.tone == tone
    assert text_of(compact_line(cell)) == text


def test_every_state_has_its_golden_text() -> None:
    assert set(STATES) == {state for state, _, _ in GOLDEN} | {"unfinished"}


def test_a_long_move_and_a_high_number_fill_the_cell() -> None:
    view = played("fivefold")
    last = view.moves[-1]._replace(number=138, san="exd8=Q+")
    assert cell_text(view._replace(board="107", moves=(last,))).text == "!107 5x 138b exd8=Q+"


def test_more_than_five_times_is_told() -> None:
    view = board("7")
    fivefold = alert("7", Rule.FIVEFOLD, Level.ACT, plies=(4, 8, 12, 16, 20, 24))
    assert cell_text(repeated(view, 6, fivefold)).code == "6x"
    assert cell_text(repeated(view, 4)).code == "4x"
    assert cell_text(repeated(view, 10)).code == ">9"


def test_a_draw_is_told_although_the_position_has_moved_on_and_the_link_is_gone() -> None:
    fivefold = alert("7", Rule.FIVEFOLD, Level.ACT, cleared_t_s=10.0)
    lost = alert("7", Rule.BOARD_LOST, Level.CHECK)
    cell = cell_text(played("playing", alerts=(lost, fivefold), link="lost"))
    assert cell.text == "!  7 5x NOT WATCHED "
    assert cell.tone == "act"


def test_quiet_alerts_never_mark_a_cell_whatever_their_level() -> None:
    for rule in (Rule.THREEFOLD, Rule.FIFTY):
        for level in Level:
            cell = cell_text(played("threefold", alerts=(alert("7", rule, level),)))
            assert (cell.mark, cell.tone) == (" ", "count")


def test_seventyfive_moves_are_told_even_where_nobody_raised_an_alert() -> None:
    assert cell_text(played("playing", halfmove_clock=149)).code == "50"
    assert cell_text(played("playing", halfmove_clock=150)).code == "75"
    assert cell_text(repeated(played("playing"), 3)._replace(halfmove_clock=150)).code == "75"
    assert cell_text(repeated(played("playing"), 3)._replace(halfmove_clock=100)).code == "3x"


def test_half_moves_count_towards_what_the_rules_of_the_event_know() -> None:
    board = played("playing", halfmove_clock=80)._replace(claim_ply=None, draw_ply=80)
    assert cell_text(board).code == "40"
    assert (board.next_ply, board.passed_ply) == (80, 80)
    without = board._replace(draw_ply=None, halfmove_clock=200)
    assert cell_text(without).code == cell_text(played("playing")).code
    assert (without.next_ply, without.passed_ply) == (None, None)


def test_occurrences_count_towards_what_the_rules_of_the_event_know() -> None:
    own = played("playing")._replace(claim_count=2, draw_count=4)
    assert [cell_text(repeated(own, times)).tone for times in (1, 2, 3)] == ["plain", "count", "count"]
    assert cell_text(repeated(own, 4)._replace(halfmove_clock=150)).code == "4x"  # drawn already
    assert cell_text(repeated(own, 3)._replace(halfmove_clock=150)).code == "75"
    online = own._replace(claim_count=None, draw_count=3)
    assert [cell_text(repeated(online, times)).tone for times in (2, 3)] == ["plain", "count"]
    none = own._replace(claim_count=None, draw_count=None)
    assert cell_text(repeated(none, 6)).tone == "plain"
    assert cell_text(repeated(none, 6)._replace(halfmove_clock=100)).code == "50"


def test_a_finished_game_is_finished_although_its_board_was_switched_off() -> None:
    assert cell_text(played("over", link="lost")).text == "   7 ##  38b Kg7    "


def test_a_pending_move_is_told_to_the_eye_only() -> None:
    view = played("playing")
    pending = view._replace(moves=(view.moves[-1]._replace(status="provisional"),))
    assert cell_text(pending).pending
    assert text_of(compact_line(cell_text(pending))) == cell_text(view).text
    assert compact_line(cell_text(pending)) != compact_line(cell_text(view))


@pytest.mark.parametrize(
    "name", ["[bold]x[/]", "\x1b[2Jboo", "a\u202eb", "東京都庁前", "é" * 300, "z" + "\u0336" * 50, "", "👩\u200d🚀"]
)
@pytest.mark.parametrize("san", ["[red]e4", "\x1b]0;x\x07", "漢字漢字漢字", "\r\n"])
def test_hostile_text_breaks_no_cell(name: str, san: str) -> None:
    view = board(name)
    view = view._replace(moves=(view.moves[-1]._replace(san=san),))
    for name_cells in (3, 6, 16):
        cell = cell_text(view, name_cells)
        assert cell_len(cell.text) == name_cells + 17
        assert cell.text.isprintable()
        for roomy in (False, True):
            for line in cell_lines(view, name_cells, name_cells + 23, roomy=roomy):
                assert line_width(line) == name_cells + 23


def test_a_roomy_cell_tells_clocks_and_what_is_the_matter() -> None:
    view = played("fivefold", white_s=754, black_s=41, running="black")
    lines = [text_of(line).rstrip() for line in cell_lines(view, 3, 26, roomy=True)]
    assert lines == ["!  7 5x  38b Kg7", " FIVEFOLD", " W 0:12:34 B>0:00:41"]
    assert len(lines) == ROOMY_LINES
    named = played("over", players=Players("Nowak, Anna", "Silva, Rui"))
    assert text_of(cell_lines(named, 3, 26, roomy=True)[1]).strip() == "1-0 Nowak-Silva"
    long = cell_lines(played("playing", halfmove_clock=89), 3, 26, roomy=True)
    assert text_of(long[2]) == " W>1:05:20 B 1:02:40 44/50"
    longer = cell_lines(played("fifty"), 3, 26, roomy=True)
    assert text_of(longer[2]) == " W>1:05:20 B 1:02:40 52/75"
    unclocked = cell_lines(played("fifty", white_s=None, black_s=None), 3, 26, roomy=True)
    assert text_of(unclocked[2]) == " " * 21 + "52/75"


def test_the_help_names_every_code_of_the_rules() -> None:
    told = " ".join(codes for codes, _ in CODES).split()
    assert {words.code for words in RULES.values()} <= set(told)


@pytest.mark.parametrize(
    ("state", "what", "claim_state", "text", "tone"),
    [
        ("playing", "claim", "open", "   7 CL  38b Kg7    ", "look"),
        ("playing", "intervention", "restoring", "   7 IV  38b Kg7    ", "look"),
        ("acknowledged", "claim", "open", "   7 CL  38b Kg7    ", "look"),
        ("lost", "intervention", "open", "*  7 IV NOT WATCHED ", "lost"),
        ("fivefold", "claim", "open", "!  7 5x  38b Kg7    ", "act"),
        ("playing", "claim", "over", "   7     38b Kg7    ", "plain"),
        ("playing", "claim", "closed", "   7     38b Kg7    ", "plain"),
    ],
)
def test_a_claim_that_is_open_shows_on_the_wall(state: str, what: Any, claim_state: Any, text: str, tone: Tone) -> None:
    cell = cell_text(played(state, claim=ClaimView(what, claim_state, 10.0, "", None)))
    assert (cell.text, cell.tone) == (text, tone)


def test_a_roomy_cell_names_the_claim() -> None:
    view = played("playing", claim=ClaimView("intervention", "open", 10.0, "", None))
    assert text_of(cell_lines(view, 3, 26, roomy=True)[1]).strip() == "INTERVENTION"


@pytest.mark.parametrize(("state", "text"), [("lost", "*  7     38b Kg7    "), ("silent", "*  7     38b Kg7    ")])
def test_a_link_that_is_back_shows_how_the_board_is_now(state: str, text: str) -> None:
    (away,) = played(state).alerts
    back = away._replace(cleared_t_s=10.0)
    cell = cell_text(played("playing", alerts=(back,)))
    assert (cell.text, cell.tone) == (text, "look")
    over = cell_text(played("over", alerts=(back,)))
    assert (over.mark, over.code) == ("*", "##")
    drawn = played("acknowledged")
    assert cell_text(drawn._replace(alerts=(*drawn.alerts, back))).text == "*  7 5x  38b Kg7    "
    assert cell_text(played(state, alerts=(back,))).code == ("--" if state == "lost" else ".."), (
        "away for anything else"
    )


def test_the_help_names_the_codes_of_claims() -> None:
    told = " ".join(codes for codes, _ in CODES).split()
    assert {code for code, _ in CLAIM_KINDS.values()} <= set(told)


@pytest.mark.parametrize("state", ["unfinished", "twofold", "threefold", "fifty", "over", "waiting", "ready"])
def test_what_is_unfinished_or_a_count_has_no_mark(state: str) -> None:
    assert cell_text(played(state)).mark == " "
