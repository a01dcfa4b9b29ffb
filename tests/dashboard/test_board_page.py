import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.board_faults import board_fault_lines
from dgt_monitor.dashboard.board_page import Sight, board_page, furthest, narrow
from dgt_monitor.dashboard.diagram import diagram, squares_of
from dgt_monitor.dashboard.feed import Fault
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.score import move_text, score_lines
from dgt_monitor.events import Level
from dgt_monitor.hall.views import BoardView, SquareView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, START, STATES, board

WIDE = Sight(80, 21)


TALL = Sight(80, 40)


def page(view: BoardView, sight: Sight = WIDE) -> str:
    return "\n".join(text_of(line).rstrip() for line in board_page(view, NOW_S, sight))


def test_the_diagram_is_seen_from_whites_side_and_can_be_turned() -> None:
    rows = [text_of(line).rstrip() for line in diagram("X", START, flip=False, moved=(12, 28), differing=(0,))]
    assert rows == [
        "  X",
        "8  r  n  b  q  k  b  n  r",
        "7  p  p  p  p  p  p  p  p",
        "6     .     .     .     .",
        "5  .     .     .     .",
        "4     .     . [ ] .     .",
        "3  .     .     .     .",
        "2  P  P  P  P [P] P  P  P",
        "1 <R> N  B  Q  K  B  N  R",
        "   a  b  c  d  e  f  g  h",
    ]
    turned = [text_of(line).rstrip() for line in diagram("X", START, flip=True)]
    assert turned[1] == "1  R  N  B  K  Q  B  N  R"
    assert turned[-1] == "   h  g  f  e  d  c  b  a"


@pytest.mark.parametrize(
    ("uci", "squares"),
    [("e2e4", (12, 28)), ("a7a8q", (48, 56)), ("", ()), ("0000", ()), ("z9a1", ()), ("e2", ()), ("\x1b[2J", ())],
)
def test_squares_of_a_move(uci: str, squares: tuple[int, ...]) -> None:
    assert squares_of(uci) == squares


@pytest.mark.parametrize("squares", ["", "x", "\x1b" * 64, "漢" * 64])
def test_a_faulty_placement_is_an_empty_diagram(squares: str) -> None:
    assert all(text_of(line).isascii() and cell_len(text_of(line)) == 26 for line in diagram("X", squares, flip=False))


def test_moves_carry_their_marks() -> None:
    move = board("7").moves[-1]._replace(san="Kg7")
    assert move_text(move) == "Kg7"
    assert move_text(move._replace(count=3, count_max=3)) == "Kg7 3x"
    assert move_text(move._replace(sure=False, count=3, count_max=5)) == "Kg7? 5?"
    assert move_text(move._replace(provenance="inferred", status="provisional")) == "(Kg7'i)"
    assert move_text(move._replace(provenance="inferred", inferred_from=2)) == "Kg7'i2"
    assert move_text(move._replace(provenance="memory")) == "Kg7'm"
    assert move_text(move._replace(provenance="corrected")) == "Kg7'k"


def test_bad_squares_stand_beside_the_diagram_those_told_last() -> None:
    bad = [
        SquareView(f"{file}4", "flickers", Level.INFO, f"Square {file}4 \x1b[2J" + "flickers " * 60) for file in "abcd"
    ]
    lines = board_page(board("7", bad_squares=tuple(bad)), NOW_S, Sight(100, 60))
    text = "\n".join(text_of(line) for line in lines)
    assert [f"Square {file}4" in text for file in "abcd"] == [False, True, True, True]
    assert "\x1b" not in text
    assert "Square" not in page(board("7"), Sight(100, 60))
    dead = SquareView("e4", "never_changes", Level.CHECK, "Square e4 does not tell of moves.")
    spans = [
        s for one in board_page(board("7", bad_squares=(dead,)), NOW_S, WIDE) for s in one if "Square e4" in s.text
    ]
    assert [span.role for span in spans] == ["look"]


def test_the_score_stands_in_two_columns_and_begins_where_the_game_does() -> None:
    moves = board("7", plies=5).moves
    lines = [text_of(line).rstrip() for line in score_lines(moves, 27, 20)]
    assert lines[1:] == [
        f"  {n}. {' '.join(move.san.ljust(10) for move in moves[2 * n - 2 : 2 * n])}".rstrip() for n in (1, 2, 3)
    ]
    black_first = tuple(move._replace(number=3) for move in moves[1:2])
    assert text_of(score_lines(black_first, 27, 20)[1]).split() == ["3.", "...", moves[1].san]


def test_the_last_moves_are_shown_and_one_can_scroll_back() -> None:
    moves = board("7", plies=60).moves
    shown = [text_of(line) for line in score_lines(moves, 27, 11)]
    assert shown[0].startswith("MOVES, 20 above")
    assert shown[1].startswith(" 21.")
    back = [text_of(line) for line in score_lines(moves, 27, 11, back=1000)]
    assert back[1].startswith("  1.")
    assert back[0].startswith("MOVES, 20 below")


def test_marks_that_occur_are_explained() -> None:
    text = "\n".join(text_of(line) for line in score_lines(board("7", "unfinished").moves, 40, 21))
    assert "( ) may still change" in text
    assert "? not sure" in text
    assert "'i worked out, not seen" in text
    assert "memory" not in text


def test_the_page_tells_everything_about_a_board() -> None:
    text = page(board("7", "fivefold", white_s=754, black_s=41, running="black", halfmove_clock=16), TALL)
    for part in (
        "BOARD 7", "game 1, playing", "White to move", "! FIVEFOLD: 9.6.1: the same", "NEW 41 s", "AFTER THE MOVES",
        " White 0:12:34", ">Black 0:00:41", "16/100 half-moves: claim", "16/150 half-moves: draw", "5 times, now: ",
        "2 times: 5...Nf6, 7...Nf6", "link up", "port /dev/ttyUSB1", "serial 20001", "version 1.8", "MOVES",
    ):  # fmt: skip
        assert part in text, part
    assert "ON THE BOARD" not in text


def test_where_board_and_moves_differ_both_stand_there_and_the_squares_are_named() -> None:
    view = board("7", "unexplained", seed=7, plies=73)
    text = page(view)
    assert "AFTER THE MOVES" in text
    assert "ON THE BOARD" in text
    letter = {".": "empty"}
    d4, e5 = (
        (letter.get(view.physical[at], view.physical[at]), letter.get(view.understood[at], view.understood[at]))
        for at in (27, 36)
    )
    told = " ".join(" ".join(line[:53] for line in text.splitlines()).split())
    assert f"d4 {d4[0]} (moves: {d4[1]})" in told
    assert f"e5 {e5[0]} (moves: {e5[1]})" in told
    assert text.count("<") == 4


def test_a_board_before_its_first_game() -> None:
    assert "ON THE BOARD" in page(board("7", "ready"))
    assert "NO PICTURE YET" in page(board("7", "waiting", physical=""))
    assert "no game yet, waiting" in page(board("7", "waiting"))


def test_what_is_unusual_is_told() -> None:
    text = page(board("7", rotated=True, start_fen="8/8/8/8/8/8/8/K1k5 w - - 0 1", result="1/2-1/2", link="lost"))
    for part in ("board turned round", "set-up start", "result 1/2-1/2", "NOT WATCHED: no link"):
        assert part in text
    assert "Chess960" in page(board("7", chess960=True))


@pytest.mark.parametrize("state", sorted(set(STATES)))
@pytest.mark.parametrize("size", [(80, 21), (120, 40), (60, 20), (30, 8), (1, 1)])
def test_the_page_keeps_to_its_size_in_every_state(state: str, size: tuple[int, int]) -> None:
    view = board("[b]" + "\x1b[2J東京" * 40, state, serial="\x9b1m[red]", version="\u202e1.8", port="/dev/\x07")
    lines = board_page(view, NOW_S, Sight(*size))
    assert len(lines) <= size[1]
    for line in lines:
        text = text_of(line)
        assert text.isprintable()
        assert narrow(Sight(*size)) or cell_len(text) <= size[0]


def test_a_narrow_page_is_scrolled_to_its_end() -> None:
    view, sight = board("7"), Sight(50, 12)
    most = furthest(view, sight)
    assert most > 0
    assert "BOARD 7" in page(view, sight)
    assert view.moves[-1].san in page(view, sight._replace(back=most)).splitlines()[-1]
    assert page(view, sight._replace(back=most + 50)) == page(view, sight._replace(back=most))


@pytest.mark.parametrize("sight", [WIDE, Sight(100, 40), Sight(30, 60)])
def test_why_a_board_is_not_watched_is_told_and_obeyed_by_nobody(sight: Sight) -> None:
    lost = board("7")._replace(link="lost", link_reason="no permission: \x1b[2J[bold]sudo usermod[/] " + "word " * 100)
    text = page(lost, sight)
    assert "no permission:" in text
    assert "\x1b" not in text
    assert "[bold]sudo" in text
    assert "NOT WATCHED" in text


def test_the_players_stand_in_the_head() -> None:
    named = board("7")._replace(players=Players("Petrov, Ivan", ""))
    assert page(named).startswith(" BOARD 7   Petrov, Ivan - ?, game ")


def test_the_first_line_has_shorter_words_where_the_long_ones_do_not_fit() -> None:
    view = board("12", players=Players("Kowalski, Bartholomew Jan", "Longname, Anna-Maria"))
    move = "White" if view.white_to_move else "Black"
    wide, narrow = (text_of(board_page(view, NOW_S, Sight(cells, 30))[0]).rstrip() for cells in (140, 80))
    names = "Kowalski, Bartholomew Jan - Longname, Anna-Maria"
    assert wide == f" BOARD 12   {names}, game 1, playing, move {view.fullmove}, {move} to move"
    assert narrow == f" BOARD 12   {view.players.short}, game 1, move {view.fullmove}, {move} to move"
    over = text_of(board_page(view._replace(phase="over", result="1-0"), NOW_S, Sight(80, 30))[0]).rstrip()
    assert over.endswith(", result 1-0")
    assert ", over" not in over


def test_what_a_way_out_says_of_a_game_stands_on_its_boards_page() -> None:
    def told(board: str, *texts: str) -> list[str]:
        faults = [Fault(text, 1, 3.0) for text in texts]
        return [text_of(line).strip() for line in board_fault_lines(board, faults, 60)]

    refused = "board 12: lichess does not take the game: Cannot play \x1b[2JKe4"
    assert told("12", "board 1: lichess does not take the game: x", refused) == [
        "lichess does not take the game: Cannot play ?[2JKe4"
    ]
    assert told("2", refused) == []
    assert told("12", "board 12: lichess takes the game again", refused) == []
    assert len(told("12", "board 12: " + "long " * 200)) == 3
