"""The parts of a board's page: claims, occurrences, look-alikes, line, history, moves in full; and what is copied."""

import io

import chess
import chess.pgn
import pytest

from dgt_monitor.dashboard.board_counts import count_lines
from dgt_monitor.dashboard.board_history import history_lines
from dgt_monitor.dashboard.board_page import Sight, board_page, furthest_down
from dgt_monitor.dashboard.clipboard import fen_of, pgn_of
from dgt_monitor.dashboard.diagram import diagram
from dgt_monitor.dashboard.full_score import full_score
from dgt_monitor.dashboard.lines import Line, text_of
from dgt_monitor.dashboard.pulse import BEAT_S, BEATS, Beats, Pulse, pulse_line
from dgt_monitor.dashboard.words import hms
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.ruling_texts import ruling_text
from dgt_monitor.hall.views import ResultView, RulingView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, START, alert, board, hall_of, repeated
from tests.dashboard.test_claiming import claimed
from tests.dashboard.test_screen import seat
from tests.hall.test_prospects import CYCLE, played


def said(lines: list[Line]) -> list[str]:
    return [text_of(line).rstrip() for line in lines]


def test_what_the_player_to_move_could_claim() -> None:
    assert said(count_lines(played(CYCLE + "Nf3 Nf6 Ng1"), 60, curtain=False))[:2] == [
        " WHAT CAN BE CLAIMED",
        " Black by writing Ng8 (3 times)",
    ]
    view = played(CYCLE * 2)
    told = " ".join(said(count_lines(view, 60, curtain=False)))
    assert "9.2.2" in told
    assert "This position has stood" not in told
    assert "3 times, now: start, 2...Ng8, 4...Ng8" in told
    by_moves = said(count_lines(view._replace(claim_ply=9, alerts=()), 70, curtain=False))
    assert " By writing a move that is no capture and no pawn's: 4 moves" in by_moves
    assert " Nothing can be claimed now, nor by a move about to be made." in said(
        count_lines(played("e4"), 70, curtain=False)
    )


def test_what_is_not_sure_is_no_claim_without_a_word() -> None:
    view = played(CYCLE + "Nf3 Nf6 Ng1")
    unsure = view._replace(moves=(view.moves[0]._replace(sure=False), *view.moves[1:]))
    assert " as far as the moves are right: not all of them are sure" in said(count_lines(unsure, 70, curtain=False))


def test_a_game_that_is_drawn_by_itself_needs_no_claim() -> None:
    told = said(count_lines(board("7", "fivefold"), 60, curtain=False))
    assert " The game is drawn by itself: nobody has to claim it." in told


def test_look_alikes_stand_with_why_they_do_not_count() -> None:
    told = " ".join(" ".join(said(count_lines(played("Nf3 Nf6 Rg1 Rg8 Rh1 Rh8"), 52, curtain=False))).split())
    assert "Looks the same and is not: after 1...Nf6 White still had the right to castle short, lost by 2.Rg1" in told


def test_the_history_has_the_latest_first_with_author_time_and_reason() -> None:
    seen = ruling_text(Ruling(0, "", "acknowledge", "7/3"))
    rulings = [
        RulingView(1, 60.0, "Ada", "acknowledge", "", seen, "", "", True, 0),
        RulingView(2, 61.0, "Ada", "undo", "", "ruling 1 is undone", "", "", False, 1),
        RulingView(3, 62.0, "Bo\x1b", "result", "7", "result 1-0", "as signed", "", False, 0),
        RulingView(4, 63.0, "Bo", "result", "8", "result 0-1", "", "", False, 0),
        RulingView(5, 64.0, "Bo", "replace", "7", "moves replaced", "", "it is not legal", False, 0),
    ]
    view = board("7", before=ResultView(1, "0-1", "kings", confirmed=True, how=None))
    assert said(history_lines(view, rulings, hms, 90)) == [
        " HISTORY",
        " NOT CARRIED OUT: 0:01:04 5 Bo: moves replaced (it is not legal)",
        " 0:01:02 3 Bo?: result 1-0, because: as signed",
        " 0:01:01 2 Ada: ruling 1 is undone",
        " UNDONE: 0:01:00 1 Ada: seen: alert 7/3",
        " game 1 before it: 0-1",
    ]
    assert said(history_lines(board("9"), rulings, hms, 90))[1:] == [" Nothing was ruled here."]


def test_the_moves_in_full_have_times_clocks_and_how_they_are_known() -> None:
    view = board("7", plies=3)
    moves = (*view.moves[:2], view.moves[2]._replace(status="provisional", sure=False, provenance="inferred"))
    rows = said(full_score(moves, 80, 10, 0, hms))
    assert rows[0] == " MOVES WITH TIMES, 0 above, 0 below"
    assert rows[1].split() == ["1.", moves[0].san, "0:00:40", "1:29:23", "seen"]
    assert rows[3].endswith("worked out, not seen (2: from two sq~") or "may still change" in rows[3]
    assert said(full_score(board("7", plies=60).moves, 80, 11, 1000, hms))[0].endswith("0 above, 50 below")
    assert said(full_score((), 80, 11, 0, hms))[1] == " none yet"


def test_the_line_tells_how_much_was_heard() -> None:
    assert pulse_line(Beats((0, 1, 5, 10)), 10) == "_.=#"
    assert pulse_line(Beats((0, 9, 50, 100)), 3) == ".=#"
    assert pulse_line(Beats((1,) * 9), 0) == pulse_line(Beats(()), 5) == ""
    pulse = Pulse()
    for look in range(4):
        for part in range(5):
            hall = hall_of([board("7", spoken=100 + 10 * look), board("8", spoken=0)])
            pulse.look(hall, look * BEAT_S + part)
    assert pulse.of("7") == Beats((10, 10, 10))
    assert (pulse.of("8").per_minute, pulse.of("7").per_minute) == (0, 30)
    assert pulse.of("9") == Beats(())
    for look in range(BEATS + 20):
        pulse.look(hall_of([board("7", spoken=0)]), 1000 + look * BEAT_S)
    assert len(pulse.of("7").words) == BEATS
    assert pulse.of("8") == Beats(())


def test_figurines_stand_on_the_same_squares() -> None:
    rows = said(diagram("X", START, flip=False, figurines=True))
    assert rows[1].replace(" ", "") == "8\u265c\u265e\u265d\u265b\u265a\u265d\u265e\u265c"
    assert rows[8].replace(" ", "") == "1\u2656\u2658\u2657\u2655\u2654\u2657\u2658\u2656"


def test_what_stands_under_the_diagram_is_scrolled_and_says_what_is_left() -> None:
    view = repeated(board("7"), 5, alert("7", Rule.FIVEFOLD, Level.ACT))
    sight = Sight(80, 20, part="facts")
    most = furthest_down(view, sight)
    assert most > 0
    top = said(board_page(view, NOW_S, sight))
    assert any("more lines: Down" in row for row in top)
    assert any("more lines: Tab, Down" in row for row in said(board_page(view, NOW_S, Sight(80, 20))))
    foot = said(board_page(view, NOW_S, sight._replace(down=most)))
    assert "Nothing was ruled here." in " ".join(foot)
    assert not any("more line" in row for row in foot)
    assert [row[:26] for row in top[:13]] == [row[:26] for row in foot[:13]]


@pytest.mark.parametrize("state", ["playing", "twofold", "over", "unfinished"])
def test_a_copied_position_and_game_are_read_by_other_programs(state: str) -> None:
    view = board("7", state, players=Players('Petrov, "Iv\\an"\x1b', ""), result="1-0")
    game = chess.pgn.read_game(io.StringIO(pgn_of(view, "Open [b] ] \n")))
    assert game is not None
    assert not game.errors
    position = game.end().board()
    assert chess.Board(fen_of(view)) == position
    assert [move.uci() for move in game.mainline_moves()] == [move.uci for move in view.moves]
    assert (game.headers["Result"], game.headers["Black"], game.headers["Board"]) == ("1-0", "?", "7")
    assert game.end().clock() is not None


def test_a_game_from_a_set_up_position_or_with_an_illegal_move_is_copied_as_far_as_it_goes() -> None:
    view = board("7", plies=6)
    wrong = view.moves[4]._replace(uci="a1a8", san="Ra8", legal=False)
    text = pgn_of(view._replace(moves=(*view.moves[:4], wrong, view.moves[5])))
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert len(list(game.mainline_moves())) == 4
    assert "Ra8 is not legal and stands" in text
    assert fen_of(view._replace(moves=(*view.moves[:4], wrong))).endswith(" - - 0 4") or fen_of(view)
    start = "4k3/8/8/8/8/8/8/4K2R w K - 0 30"
    assert f'[FEN "{start}"]' in pgn_of(view._replace(start_fen=start, moves=()))
    assert fen_of(board("7", "waiting", physical="")) == ""
    assert fen_of(board("7", "waiting", physical=START)).startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")


@pytest.mark.parametrize(("key", "begins"), [("f", ""), ("p", "[Event"), ("s", "")])
async def test_a_key_copies_to_the_clipboard_of_the_terminal(key: str, begins: str) -> None:
    async with seat(hall_of([claimed("7")])) as at:
        copied: list[str] = []
        at.app.copy_to_clipboard = copied.append  # type: ignore[assignment,method-assign]
        await at.press("enter", "y")
        assert "f FEN" in at.rows[-1]
        await at.press(key)
        assert at.app.desk.place == "board"
        (text,) = copied
        assert text.startswith(begins)
        assert f"({len(text)} characters)." in at.rows[-1]
        await at.press("y", "escape", "f")
        assert len(copied) == 1


async def test_where_there_is_nothing_to_copy_nothing_is() -> None:
    async with seat(hall_of([board("7", "waiting", physical="")])) as at:
        copied: list[str] = []
        at.app.copy_to_clipboard = copied.append  # type: ignore[assignment,method-assign]
        for key in "fps":
            await at.press("enter", "y", key)
        assert copied == []
        assert "There is no claim on this board." in at.rows[-1]


async def test_tab_goes_from_the_moves_to_what_stands_beside_and_to_the_moves_in_full() -> None:
    async with seat(hall_of([board("7", "fivefold", plies=80)])) as at:
        await at.press("enter", "up", "up")
        assert "2 below" in at.text
        await at.press("tab", "down", "down", "pagedown", "pagedown", "pagedown")
        assert "Nothing was ruled here." in at.text
        assert "below" not in at.text
        await at.press("tab", "up")
        assert "MOVES WITH TIMES" in at.text
        assert "1 below" in at.text
        await at.press("tab", "g")
        assert "\u265a" in at.text
        await at.press("g", "right")
        assert "\u265a" not in at.text
