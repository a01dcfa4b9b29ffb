import io
from pathlib import Path
from random import Random

import chess
import pytest

from drivers.capture import read_capture
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions, Game
from drivers.simulator.recording import header_of, write_capture
from tests.drivers.simulator.positions import SPECIAL, random_game

NORMAL = Game(chess.Board(), random_game(Random(1), 20), "Anna - Bo", TimeControl(180, 2))


def written(games: list[Game], conditions: Conditions) -> str:
    out = io.StringIO()
    write_capture(out, games, conditions, "a test")
    return out.getvalue()


def test_the_first_lines_say_that_it_is_synthetic() -> None:
    lines = written([NORMAL, NORMAL._replace(rotated=True)], Conditions(5)).splitlines()
    assert lines[:4] == ["# dgt-capture 1", "# synthetic: yes", "# made-by: a test", "# seed: 5"]
    assert "# profile: clean" in lines
    assert "# game: P01 Anna - Bo" in lines
    assert "# rotated: P02" in lines
    assert "# rotated: P01" not in lines


def test_it_is_a_capture_without_any_trouble(tmp_path: Path) -> None:
    path = tmp_path / "hall.dgt"
    path.write_text(written([NORMAL] * 3, Conditions(5)), encoding="utf-8")
    capture = read_capture(path)
    records = list(capture)
    assert capture.troubles == 0
    assert {record.port for record in records} == {"P01", "P02", "P03"}
    assert records[0].kind == "up"
    assert not capture.header.chess960
    assert capture.header.positions == {}


def test_the_same_seed_gives_the_same_text() -> None:
    assert written([NORMAL], Conditions(5)) == written([NORMAL], Conditions(5))
    assert written([NORMAL], Conditions(5)) != written([NORMAL], Conditions(6))


def test_the_length_is_that_of_the_last_line() -> None:
    out = io.StringIO()
    over: list[str] = []
    length_s = write_capture(out, [NORMAL] * 2, Conditions(5), "a test", over.append)
    assert out.getvalue().splitlines()[-1].startswith(f"{length_s:.6f} ")
    assert sorted(over) == ["P01", "P02"]


def test_a_set_up_position_is_told() -> None:
    case = SPECIAL["white en passant"]
    header = header_of([NORMAL, Game(case.board(), [case.move()])], Conditions(1), "a test")
    assert header.positions == {"P02": case.fen}


def test_chess960_is_told_with_its_letters() -> None:
    start = chess.Board.from_chess960_pos(0)
    header = header_of([NORMAL, Game(start, [])], Conditions(1), "a test")
    assert header.chess960
    assert set(header.positions) == {"P02"}
    again = chess.Board(header.positions["P02"], chess960=True)
    assert again == start
    assert header.positions["P02"].split()[2].upper() not in {"KQKQ", "-"}


@pytest.mark.parametrize("title", ["a\nb", "\x1b[31mred", "[bold]x", "x\r0.0 P01 up", "\u202eevil"])
def test_a_title_from_outside_is_text(title: str) -> None:
    text = written([NORMAL._replace(title=title)], Conditions(1))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.splitlines()[:2] == ["# dgt-capture 1", "# synthetic: yes"]
    assert sum(line.endswith(" up") and not line.startswith("#") for line in text.splitlines()) == 1
