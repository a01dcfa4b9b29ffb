"""A pawn left on the last rank, and both kings in check: drawn where the arbiter sees it left once more (A.5.4)."""

import json
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from dgt_monitor import events
from dgt_monitor.cli.replay import replay
from dgt_monitor.events import Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.laws.profile import profiles
from drivers.capture.writing import CaptureWriter
from drivers.dgt import messages
from drivers.dgt.codec import encode
from drivers.dgt.translate import LETTERS, codes_of, square_of
from drivers.readings import FieldUpdate
from tests.hall.test_illegal import Table

PAWN = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
KINGS = "4k3/p7/8/8/8/8/4r3/4K2R w - - 0 1"
RAPID, BLITZ = profiles()["fide-rapid-a5"], profiles()["fide-blitz-b3"]


def left(table: Table) -> list[events.Alert]:
    return [alert for alert in table.standing(Rule.ILLEGAL_MOVE) if alert.article == "A.5.4"]


def press(table: Table, *, white_to_move: bool) -> Table:
    """The lever is pressed, and a second later the clock tells itself again, as it does while it runs."""
    return table.clock(white_to_move=white_to_move).wait(1).clock(white_to_move=white_to_move).wait(4)


def pawn_left(fen: str = PAWN, name: str = "fide-rapid-a5") -> Table:
    """White leaves the pawn on e8 and presses the clock."""
    table = Table(fen, profiles()[name]).clock(white_to_move=True)
    return press(table.touch("e7. e8P"), white_to_move=False)


def test_it_is_waited_for_one_move_and_then_drawn() -> None:
    table = pawn_left()
    (alarm,) = table.standing(Rule.ILLEGAL_MOVE)
    told = "Wait: if it is still so when the next move is completed, the game is drawn, FIDE rapid (A.5) A.5.4."
    assert told in alarm.text
    table.touch("g7. f6k")
    table.clock(white_to_move=False).wait(30)
    assert left(table) == []  # the move is made, not completed
    press(table, white_to_move=True)
    (drawn,) = left(table)
    assert (drawn.level, drawn.sure, drawn.squares, drawn.article) == (Level.ACT, True, ("e8",), "A.5.4")
    assert drawn.text == (
        "Bd P1. DRAW: a pawn was left on the last rank, the next move was completed, and it is still there (e8). "
        "Certain. Stop the clocks, declare the draw. Do not let the game go on. FIDE rapid (A.5) A.5.4."
    )
    press(table.touch("e1. e2K"), white_to_move=False)
    assert left(table) == [drawn]  # said once


def test_without_a_clock_the_move_that_stands_is_completed() -> None:
    table = Table(PAWN, BLITZ).touch("e7. e8P").wait(5).touch("g7. f6k").wait(5)
    assert left(table) == []  # the pawn's move is known by the reply only
    table.touch("e1. e2K").wait(5)
    (drawn,) = left(table)
    assert drawn.level is Level.ACT
    assert drawn.text.endswith("FIDE blitz (B.3) A.5.4.")


def test_both_kings_in_check_that_are_left_so() -> None:
    """No line of play leads on from there: the answer is not legal either."""
    table = Table(KINGS, RAPID).clock(white_to_move=True).touch("h1. h8R")
    press(table, white_to_move=False)
    assert left(table) == []
    press(table.touch("a7. a6p"), white_to_move=True)
    (drawn,) = left(table)
    assert drawn.text == (
        "Bd P1. DRAW: both kings were in check, the next move was completed, and they still are (e1, e8). Certain. "
        "Stop the clocks, declare the draw. Do not let the game go on. FIDE rapid (A.5) A.5.4."
    )
    press(table.touch("h8. h7R"), white_to_move=False)
    assert left(table) == []
    (cleared,) = [e for e in table.driven.stream if isinstance(e, events.AlertCleared) and e.id == drawn.id]
    assert cleared.reason == "resolved"


def test_a_check_that_is_met_is_none() -> None:
    table = Table(KINGS, RAPID).clock(white_to_move=True).touch("h1. h8R")
    press(press(table, white_to_move=False).touch("e8. f7k"), white_to_move=True)
    assert left(table) == []


@pytest.mark.parametrize(
    ("fen", "reply"), [("8/4Pk2/8/8/8/8/8/4K3 w - - 0 1", "e8. f7. e8k"), (PAWN, "g7. f6k e8. e8Q")]
)
def test_a_pawn_that_is_taken_or_exchanged_is_left_no_more(fen: str, reply: str) -> None:
    table = press(pawn_left(fen).touch(reply), white_to_move=True)
    press(table.touch("e1. e2K"), white_to_move=False)
    assert left(table) == []


@pytest.mark.parametrize("name", ["fide-otb", "fide-rapid-a4", "fide-blitz-b2", "us-chess"])
def test_other_rules_have_no_such_draw(name: str) -> None:
    table = press(pawn_left(name=name).touch("g7. f6k"), white_to_move=True)
    assert left(table) == []
    assert len(table.board.moves) == 2


def test_the_clock_pressed_back_without_a_move_completes_none() -> None:
    table = press(press(pawn_left(), white_to_move=True), white_to_move=False)
    assert left(table) == []


def test_what_stands_before_the_board_has_told_it_all_counts_for_nothing() -> None:
    """The lever is pressed, and the scan of the board is behind it: the king that met the check is seen too late."""
    table = Table(KINGS, RAPID).clock(white_to_move=True).touch("h1. h8R")
    press(table, white_to_move=False)
    table.touch("e8.").clock(white_to_move=True).clock(white_to_move=True)
    assert left(table) == []
    table.say(FieldUpdate(chess.F7, "k"), 0.2)
    table.wait(1).clock(white_to_move=True).wait(4)
    assert left(table) == []


def test_a_captured_pawn_put_on_an_edge_of_the_board_is_no_pawn_left_there() -> None:
    table = Table(profile=RAPID).clock(white_to_move=True)
    for number, touches in enumerate(("e2. e4P", "d7. d5p", "e4. d5P", "g8. f6n", "d2. d4P", "f6. d5n")):
        press(table.touch(touches), white_to_move=bool(number % 2))
    table.touch("g8P")  # the captured pawn, where the knight stood
    for number, touches in enumerate(("g1. f3N", "b8. c6n", "c2. c3P", "c6. b8n")):
        press(table.touch(touches), white_to_move=bool(number % 2))
    assert left(table) == []


def test_from_what_goes_over_the_line_to_the_words(tmp_path: Path) -> None:
    """A board without a clock, as a capture has it, replayed by the command."""
    codes = codes_of("".join(letters(chess.Board(PAWN))))
    path, event = tmp_path / "pawn.dgt", tmp_path / "event.toml"
    event.write_text('profile = "fide-blitz-b3"\n', encoding="utf-8")
    with CaptureWriter(path) as capture:
        capture.comment(f"position: P1 {PAWN}")
        capture.write(0.5, "P1", "rx", encode(messages.BoardDump(codes)))
        touches = "e7. e8P", "g7. f6k", "e1. e2K", "f6. e6k"
        for number, touch in enumerate(" ".join(touches).split()):
            update = messages.FieldUpdate(square_of(chess.parse_square(touch[:2])), LETTERS.index(touch[2]))
            capture.write(2.0 + 0.3 * (number % 2) + 4 * (number // 2), "P1", "rx", encode(update))
    told = CliRunner().invoke(replay, [str(path), "--event", str(event), "--json"])
    assert (told.exit_code, told.stderr) == (0, "")
    stream = [json.loads(line) for line in told.stdout.splitlines()]
    (drawn,) = [each for each in stream if each["kind"] == "alert" and each["article"] == "A.5.4"]
    assert (drawn["rule"], drawn["level"], drawn["squares"]) == ("illegal_move", "act", ["e8"])
    assert drawn["text"].endswith(
        "Stop the clocks, declare the draw. Do not let the game go on. FIDE blitz (B.3) A.5.4."
    )
    standing = CliRunner().invoke(replay, [str(path), "--plain"])
    assert "declare the draw" not in standing.stdout
