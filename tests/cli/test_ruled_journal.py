"""What the commands over a journal tell of rulings: open, games, history."""

import io
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.events import Rule
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.record import open_record
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Person, Players
from drivers.readings import BoardDump, FieldUpdate, LineDown, LineUp
from tests.hall.hall_driver import START
from tests.hall.touching import knights


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Three boards: one played on after a fivefold and won, one that nobody came to, one without a result."""
    path = tmp_path / "event.dgtj"
    record = open_record(path)
    recorder = Recorder(record.hall, [], record.gate)
    for port in ("7", "8", "9"):
        recorder.take(0.0, port, None, LineUp())
        recorder.take(0.0, port, None, BoardDump(START))
    for n in range(4):
        words = knights(1 + 8 * n).split()
        for time, touch in zip(words[::2], words[1::2], strict=True):
            recorder.take(float(time), "7", None, FieldUpdate(chess.parse_square(touch[:2]), touch[2]))
    recorder.advance(60)
    rule(recorder, "acknowledge", alert_id=next(alert.id for alert in record.hall.view().alerts))
    rule(recorder, "result", board="7", result="1-0", reason="as both have signed")
    rule(recorder, "result", board="8", result="+/-", reason="Black\x1b[2J did not come")
    rule(recorder, "result", board="9", result="1-0")
    rule(recorder, "undo", undoes=4, reason="the wrong board")
    recorder.finish(70)
    assert record.close() == 0
    return path


def rule(recorder: Recorder, kind: Any, **fields: Any) -> None:
    recorder.rule(Ruling(0.0, "Ada", kind, **fields))


def run(*arguments: object) -> str:
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_fivefold_that_was_decided_otherwise_stands_on_top_of_what_is_open(journal: Path) -> None:
    first, *rest = run("open", journal).splitlines()
    assert first == "! Bd 7 game 1: fivefold, threefold, and the result is 1-0"
    assert not [line for line in rest if "Bd 8 game" in line]
    assert any(line.endswith("Bd 9 game 1: 0 half-moves, no result") for line in rest)


def test_what_is_open_names_claims_first_and_only_alerts_that_want_somebody(tmp_path: Path) -> None:
    path = tmp_path / "open.dgtj"
    record = open_record(path)
    recorder = Recorder(record.hall, [], record.gate)
    for port in ("7", "8", "9"):
        recorder.take(0.0, port, None, LineUp())
        recorder.take(0.0, port, None, BoardDump(START))
    for n in range(2):
        words = knights(1 + 8 * n).split()
        for time, touch in zip(words[::2], words[1::2], strict=True):
            recorder.take(float(time), "9", None, FieldUpdate(chess.parse_square(touch[:2]), touch[2]))
    recorder.advance(60)
    for port in ("7", "8"):
        recorder.take(60.0, port, None, LineDown("pulled"))
    first = next(alert.id for alert in record.hall.view().alerts if alert.rule is Rule.BOARD_LOST)
    rule(recorder, "acknowledge", alert_id=first)
    rule(recorder, "intervene", board="9")
    shown = record.hall.view().alerts
    recorder.finish(70)
    assert record.close() == 0
    assert {Rule.THREEFOLD, Rule.BOARD_LOST} == {alert.rule for alert in shown}, "one more is seen, one is quiet"
    top, *rest = (line[17:] for line in run("open", path).splitlines())
    assert top == "Bd 9 game 1: intervention by Ada, open"
    (lost,) = (line for line in rest if line.startswith("alert "))
    assert "Bd 8" in lost or "Board 8" in lost


def test_a_forfeit_has_the_words_of_the_standard(journal: Path) -> None:
    games = {game.headers["Board"]: game for game in read(run("games", journal))}
    assert (games["8"].headers["Result"], games["8"].headers["Termination"]) == ("1-0", "rules infraction")
    assert (games["7"].headers["Result"], "Termination" in games["7"].headers) == ("1-0", False)
    assert games["9"].headers["Result"] == "*"


def read(text: str) -> list[chess.pgn.Game]:
    stream, out = io.StringIO(text), list[chess.pgn.Game]()
    while (game := chess.pgn.read_game(stream)) is not None:
        out.append(game)
    return out


def test_a_history_tells_who_ruled_what_and_why(journal: Path) -> None:
    seven, nine = run("history", "7", journal), run("history", "9", journal)
    assert 'ruling 2 of Ada, Bd 7: result 1-0 "as both have signed"' in seven
    assert "ruling 1 of Ada: seen: alert 7/" in seven
    assert "did not come" not in seven
    assert "\x1b" not in run("history", "8", journal)
    assert "ruling 4 of Ada, Bd 9: result 1-0" in nine
    assert 'ruling 5 of Ada: ruling 4 is undone "the wrong board"' in nine
    assert "seen: alert" not in nine


PAIRED = TournamentFile(
    event="Open",
    round=1,
    players={"7": Players("Petrov, A", "Silva, B"), "8": Players("Okafor, C", "Lind, D")},
    player=(Person("Petrov, A", rating=2411), Person("Okafor, C", rating=2100)),
)


def played(path: Path, *rulings: dict[str, Any], moves: str = "e2. e4P e7. e5p g1. f3N") -> Path:
    """A journal of two boards; on 7 these squares change, then this is ruled, half a minute after the other."""
    record = open_record(path, known=Known(tournament=PAIRED))
    recorder = Recorder(record.hall, [], record.gate)
    for port in ("7", "8"):
        recorder.take(0.0, port, None, LineUp())
        recorder.take(0.0, port, None, BoardDump(START))
    for n, touch in enumerate(moves.split(), 1):
        recorder.take(2.0 * n, "7", None, FieldUpdate(chess.parse_square(touch[:2]), touch[2]))
    for n, ruling in enumerate(rulings):
        recorder.advance(60.0 + 30 * n)
        recorder.rule(Ruling(60.0 + 30 * n, "Ada", **ruling))
    recorder.finish(300)
    assert record.close() == 0
    return path


CARRY: dict[str, Any] = {"kind": "carry", "board": "7", "to_board": "8"}
ASIDE: dict[str, Any] = {"kind": "set_aside", "board": "7"}
HERE: dict[str, Any] = {"kind": "fetch", "board": "7", "game": 1}
THERE: dict[str, Any] = {"kind": "fetch", "board": "8", "to_board": "7", "game": 1}


@pytest.mark.parametrize(
    ("rulings", "board"),
    [
        ([], "7"),
        ([CARRY], "8"),
        ([CARRY, {"kind": "undo", "undoes": 1}], "7"),
        ([ASIDE], "7"),
        ([ASIDE, HERE], "7"),
        ([ASIDE, THERE], "8"),
        ([ASIDE, THERE, {"kind": "undo", "undoes": 2}], "7"),
        ([ASIDE, {"kind": "undo", "undoes": 1}], "7"),
        ([ASIDE, THERE, {"kind": "carry", "board": "8", "to_board": "7"}], "7"),
    ],
)
def test_a_game_that_left_its_board_is_one_game(rulings: list[dict[str, Any]], board: str, tmp_path: Path) -> None:
    plain, path = played(tmp_path / "plain.dgtj"), played(tmp_path / "ruled.dgtj", *rulings)
    (before,) = [game for game in read(run("games", plain)) if game.next() is not None]
    (game,) = [game for game in read(run("games", path)) if game.next() is not None]
    assert game.headers["Board"] == board
    for header in ("White", "WhiteElo", "Black"):
        assert game.headers[header] == before.headers[header]
    assert [node.emt() for node in game.mainline()] == [node.emt() for node in before.mainline()]
    (line,) = [line for line in run("open", path).splitlines() if "3 half-moves" in line]
    assert f"Bd {board} game" in line


def test_players_who_were_exchanged_are_named_so(tmp_path: Path) -> None:
    path = played(tmp_path / "event.dgtj", {"kind": "exchange", "board": "7"})
    (game,) = [game for game in read(run("games", path)) if game.next() is not None]
    assert (game.headers["White"], game.headers["Black"]) == ("Silva, B", "Petrov, A")
    assert (game.headers.get("WhiteElo"), game.headers["BlackElo"]) == (None, "2411")


def test_a_move_that_was_corrected_is_told_where_that_is_wanted(tmp_path: Path) -> None:
    path = played(tmp_path / "event.dgtj", {"kind": "replace", "board": "7", "ply": 2, "moves": ("c5", "Nf3")})
    told = run("games", path, "--board", "7", "--provenance")
    assert "1. e4" in told
    assert "c5 { [%emt 0:00:04] corrected by a ruling }" in told
    assert "corrected" not in run("games", path, "--board", "7")


def test_a_result_stays_where_the_first_position_is_told_anew(tmp_path: Path) -> None:
    result = {"kind": "result", "board": "7", "result": "1-0"}
    position = {"kind": "position", "board": "7", "turn": "white", "castling": "KQ"}
    path = played(tmp_path / "event.dgtj", result, position)
    (game,) = [game for game in read(run("games", path)) if game.next() is not None]
    assert (game.headers["Result"], game.headers["FEN"].split()[2]) == ("1-0", "KQ")


def test_an_illegal_move_has_its_note(tmp_path: Path) -> None:
    """A knight moved like no knight, answered, and ruled to stand (A.5.2)."""
    moves = "e2. e4P e7. e5p g1. g3N d7. d6p"
    path = played(tmp_path / "event.dgtj", {"kind": "illegal", "board": "7", "outcome": "stands"}, moves=moves)
    assert "an illegal move follows; from ply 3 on was played: Ng1-g3 d6" in run("games", path, "--board", "7")
