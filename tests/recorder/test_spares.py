"""A spare in the place of a dead board: after a kill the hall is the same, and its journal has one game."""

from pathlib import Path

import chess
import chess.pgn
import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.tournament.event import Players, TournamentFile
from drivers.readings import BoardDump, Identity, LineDown, LineUp
from tests.cli.test_history_board import PlayedHall, history
from tests.recorder.journalling import killed

EVENT = TournamentFile(labels={"22223": "5"}, players={"5": Players("Petrov, A", "Silva, B")})


def replaced(path: Path) -> PlayedHall:
    """Board 5 (on P1) dies, the spare 30001 (on S) takes its place after two half-moves were played on it."""
    hall = PlayedHall(path)
    hall.recorder.learn(0.0, Known(tournament=EVENT))
    hall.boards["P1"] = chess.Board()
    for reading in (LineUp(), Identity(serial="22223"), BoardDump("RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr")):
        hall.take("P1", reading)
    hall.play("P1", "e4 e5 Nf3")
    for reading in (LineUp(), Identity(serial="30001"), BoardDump("." * 64)):
        hall.take("S", reading)
    hall.take("P1", LineDown("unplugged"))
    hall.boards["S"] = chess.Board(None)
    hall.show("S", hall.boards["P1"])
    hall.t_s += 10
    hall.play("S", "Nc6 Bb5")
    hall.rule("spare", board="5", to_board="30001", reason="its cable is torn")
    hall.play("S", "a6")
    return hall


def seen(view: HallView) -> list[object]:
    """What a screen shows of it, but for when boards were heard."""
    return [board._replace(heard_t_s=None, spoken=0) for board in view.boards]


def test_killed_it_comes_back_as_it_was(tmp_path: Path) -> None:
    hall = replaced(tmp_path / "event.dgtj")
    hall.record.gate.wait_for_all()
    hall.recorder.release()
    journal = killed(tmp_path / "event.dgtj", tmp_path / "copy.dgtj")
    for rebuilt in (rebuild(journal), rebuild_last_games(journal)):
        assert not rebuilt.comparison.differences
        assert rebuilt.hall.view().boards == hall.record.hall.view().boards
    hall.over()


@pytest.mark.parametrize("later_s", [0, 30])
def test_the_board_that_was_replaced_answers_again(later_s: float, tmp_path: Path) -> None:
    """It tells who it is, as is known: from that follows that it is heard."""
    hall = replaced(tmp_path / "event.dgtj")
    hall.t_s += later_s
    told = len(hall.record.hall.view().boards)
    for reading in (LineUp(), Identity(serial="22223"), BoardDump("".join(letters(hall.boards["P1"])))):
        hall.take("P1", reading)
    hall.t_s += 3
    hall.record.gate.wait_for_all()
    hall.recorder.release()
    assert len(hall.record.hall.view().boards) == told
    journal = killed(tmp_path / "event.dgtj", tmp_path / "copy.dgtj")
    assert not rebuild(journal).comparison.differences
    hall.over()


@pytest.mark.parametrize("repaired", [False, True])
def test_by_the_last_games_alone(repaired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round later; also where the board was repaired meanwhile."""
    hall = replaced(tmp_path / "event.dgtj")
    hall.again("S")
    hall.play("S", "d4 d5")
    if repaired:
        hall.take("P1", LineUp())
        hall.rule("spare", board="5", to_board="22223")
        hall.show("P1", hall.boards["S"])
        hall.t_s += 5
        hall.play("P1", "c4")
        hall.again("P1")
        hall.play("P1", "g3")
    hall.record.gate.wait_for_all()
    hall.recorder.release()
    journal = killed(tmp_path / "event.dgtj", tmp_path / "copy.dgtj")
    whole = rebuild(journal)
    if not repaired:  # else what the board's line was like before is in question, and the whole is gone through
        monkeypatch.setattr(
            "dgt_monitor.recorder.rebuilding.rebuild", lambda *_: pytest.fail("the whole was gone through")
        )
    short = rebuild_last_games(journal)
    assert not short.comparison.differences
    assert seen(short.hall.view()) == seen(whole.hall.view()) == seen(hall.record.hall.view())
    hall.over()


def test_readers_of_the_journal_find_one_game(tmp_path: Path) -> None:
    path = replaced(tmp_path / "event.dgtj").over()
    told = CliRunner().invoke(cli, ["games", str(path)])
    assert told.output.count("[Event ") == 1
    assert '[White "Petrov, A"]' in told.output
    assert '[Board "5"]' in told.output
    assert "3. Bb5" in told.output
    assert "a6" in told.output
    assert CliRunner().invoke(cli, ["verify", str(path)]).exit_code == 0
    for name in ("5", "22223", "30001"):
        lines = history(name, path)
        assert any('a spare stands in its place from now on: board 30001 "its cable is torn"' in line for line in lines)
        moves = " ".join(line for line in lines if line.startswith("->"))
        assert all(san in moves for san in ("e4", "Nf3", "Bb5", "a6")), name
