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
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.record import open_record
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
