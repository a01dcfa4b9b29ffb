"""A history finds a board by every name it had, and follows a game to another board."""

from pathlib import Path
from typing import Any

import chess
import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.record import Record, open_record
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import BoardDump, FieldUpdate, Identity, LineDown, LineUp
from tests.hall.hall_driver import START

SERIALS = {"P1": "22223", "P2": "22224"}


class PlayedHall:
    """Boards played on by hand, into a journal."""

    def __init__(self, path: Path, *ports: str) -> None:
        self.path = path
        self.record: Record = open_record(path)
        self.recorder = Recorder(self.record.hall, [], self.record.gate)
        self.t_s = 0.0
        self.boards = {port: chess.Board() for port in ports}
        for port in ports:
            self.take(port, LineUp())
            self.take(port, Identity(serial=SERIALS[port]))
            self.take(port, BoardDump(START))

    def take(self, port: str, reading: Any, address: int | None = None) -> None:
        self.t_s += 0.5
        self.recorder.take(self.t_s, port, address, reading)

    def show(self, port: str, board: chess.Board) -> None:
        """Square by square what differs, first what is lifted."""
        before, after = letters(self.boards[port]), letters(board)
        changed = [square for square in range(64) if before[square] != after[square]]
        for square in sorted(changed, key=lambda each: after[each] != "."):
            self.take(port, FieldUpdate(square, after[square]))
        self.boards[port] = board.copy()

    def play(self, port: str, sans: str) -> None:
        for san in sans.split():
            board = self.boards[port].copy()
            board.push_san(san)
            self.show(port, board)
            self.t_s += 3.0

    def again(self, port: str) -> None:
        """The game is over, and the first position is set up for the next one."""
        board = self.record.hall.board_at(port, None)
        assert board is not None
        self.rule("result", board=board.name, result="1-0")
        self.show(port, chess.Board())
        self.t_s += 10.0

    def rule(self, kind: Any, **fields: Any) -> None:
        self.t_s += 2.0
        self.recorder.rule(Ruling(self.t_s, "Ada", kind, **fields))

    def label(self, **labels: str) -> None:
        self.recorder.learn(
            self.t_s, Known(tournament=TournamentFile(labels={SERIALS[p]: n for p, n in labels.items()}))
        )

    def over(self) -> Path:
        self.recorder.finish(self.t_s + 5)
        assert self.record.close() == 0
        return self.path


def history(*arguments: object) -> list[str]:
    """Its lines without their times."""
    result = CliRunner().invoke(cli, ["history", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return [line[len("30 Nov 19:04:17.123  ") :].strip() for line in result.output.splitlines()]


@pytest.mark.parametrize("name", ["22223", "12", "223"])
def test_a_board_is_found_by_its_number_and_by_its_label_before_and_after(name: str, tmp_path: Path) -> None:
    hall = PlayedHall(tmp_path / "event.dgtj", "P1")
    hall.play("P1", "d4 d5")
    hall.label(P1="12")
    hall.again("P1")
    hall.play("P1", "e4 c5")
    lines = history(name, hall.over())
    assert any("the board is called 12 from here on; it was 22223" in line for line in lines)
    moves = " ".join(line for line in lines if line.startswith("->"))
    assert all(san in moves for san in ("d4", "d5", "e4", "c5"))


def test_a_label_that_another_board_had_before_is_the_one_that_has_it_now(tmp_path: Path) -> None:
    hall = PlayedHall(tmp_path / "event.dgtj", "P1", "P2")
    for labels in ({"P1": "12", "P2": "13"}, {"P1": "14", "P2": "12"}):
        for port in ("P1", "P2"):
            hall.play(port, "e4")
        hall.label(**labels)
        for port in ("P1", "P2"):
            hall.again(port)
            hall.play(port, "d4")
            hall.play(port, "d5")
            hall.again(port)
    path = hall.over()
    assert any("serial 22224" in line for line in history("12", path))
    first = history("22223", path)
    assert any("serial 22223" in line for line in first)
    assert not any("22224" in line for line in first)


def test_a_game_is_followed_to_the_board_to_which_it_was_carried(tmp_path: Path) -> None:
    hall = PlayedHall(tmp_path / "event.dgtj", "P1", "P2")
    hall.play("P1", "e4 e5 Nf3")
    hall.rule("carry", board="22223", to_board="22224")
    hall.show("P2", hall.boards["P1"])
    hall.t_s += 5
    hall.play("P2", "Nc6 Bb5")
    path = hall.over()
    lines = history("22223", path)
    at = next(n for n, line in enumerate(lines) if "game 1 goes on on Bd 22224" in line)
    assert any(line.startswith("-> Bd 22224: ") and "Bb5" in line for line in lines[at:])
    assert any(line.startswith("Bd 22224: ") for line in lines[at:]), "what that board said"
    assert not any(line.startswith("Bd 22224: ") for line in lines[:at])
    assert any("comes from Bd 22223, where it was game 1" in line for line in history("22224", path))


def test_a_game_that_is_carried_back_is_followed_back(tmp_path: Path) -> None:
    hall = PlayedHall(tmp_path / "event.dgtj", "P1", "P2")
    hall.play("P1", "e4 e5 Nf3")
    hall.rule("carry", board="22223", to_board="22224")
    hall.rule("undo", undoes=1)
    hall.t_s += 5
    hall.play("P1", "Nc6")
    lines = history("22223", hall.over())
    at = next(n for n, line in enumerate(lines) if "here again" in line)
    assert any("Nc6" in line and "Bd 22224" not in line for line in lines[at:])


def test_what_is_told_of_the_whole_line_stands_in_the_history_of_each_board(tmp_path: Path) -> None:
    hall = PlayedHall(tmp_path / "event.dgtj")
    for address in (1, 2, 3):
        hall.take("B1", LineUp(), address)
        hall.take("B1", BoardDump(START), address)
    hall.take("B1", LineDown("pulled"))
    (alert,) = hall.record.hall.view().alerts
    hall.rule("acknowledge", alert_id=alert.id)
    path = hall.over()
    for name in ("00001", "00003"):
        told = "\n".join(history(name, path))
        assert "boards 00001 to 00003 NOT WATCHED" in told or "boards 00001, 00002, 00003 NOT WATCHED" in told
        assert "of Ada" in told
        assert "NOT WATCHED" in "\n".join(history(name, path, "--at", "2099-01-01T00:00:00"))
