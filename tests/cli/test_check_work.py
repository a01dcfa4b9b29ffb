"""The work of `check` grows with the length of a game and not faster: lines of the program run, counted, not timed."""

import random
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import chess
import pytest
from click.testing import CliRunner

import dgt_monitor
from dgt_monitor.cli.check import check
from tests.cli.pgn_samples import pgn

HOME = str(Path(dgt_monitor.__file__).parent)
PLIES = 300
BACK_AND_FORTH = ["g1f3", "g8f6", "f3g1", "f6g8"]
ROOKS = ["a1b1", "a8b8", "b1a1", "b8a8"]
"""In the first cycle both sides lose rights to castle: everything before looks like everything after."""


def cycle(moves: list[str], plies: int) -> list[chess.Move]:
    return [chess.Move.from_uci(moves[ply % len(moves)]) for ply in range(plies)]


def wander(plies: int) -> list[chess.Move]:
    """Quiet moves at random: very many positions, many of them repeated."""
    rng, board, out = random.Random(7), chess.Board(), list[chess.Move]()
    while len(out) < plies:
        moves = [move for move in board.legal_moves if not board.is_zeroing(move)]
        back = chess.Move(out[-2].to_square, out[-2].from_square) if len(out) > 1 else None
        move = back if back in moves and rng.random() < 0.7 else rng.choice(moves or list(board.legal_moves))
        assert move is not None
        board.push(move)
        out.append(move)
    return out


def score(moves: list[chess.Move], start: str = chess.STARTING_FEN) -> str:
    return pgn(chess.Board(start).variation_san(moves) + " *", FEN=start, SetUp="1")


def lines_run(text: str, *options: str) -> int:
    """How many lines of the package the command runs, its loops included."""
    number = 0

    def line(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal number
        number += event == "line"
        return line

    def call(frame: FrameType, _event: str, _arg: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(HOME) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        result = CliRunner().invoke(check, ["-", *options], input=text)
    finally:
        sys.settrace(before)
    assert (result.exit_code, result.stderr) == (0, "")
    return number


def work_doubles(moves: list[chess.Move], start: str, *options: str, most: float = 2.2) -> bool:
    half = moves[: len(moves) // 2]
    return lines_run(score(moves, start), *options) < most * lines_run(score(half, start), *options)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--json",),
        ("--claim", "9.2.2", "--json"),
        ("--move", "Nf3"),
        ("--profile", "us-chess"),
    ],
    ids=" ".join,
)
def test_twice_the_plies_of_two_knights_are_twice_the_work(options: tuple[str, ...]) -> None:
    assert work_doubles(cycle(BACK_AND_FORTH, 2 * PLIES), chess.STARTING_FEN, *options)


def test_many_look_alikes_are_told_apart_at_the_cost_of_one_walk_through_the_game() -> None:
    assert work_doubles(cycle(ROOKS, 2 * PLIES), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "--claim", "9.2.2", "--json")


def test_many_repeated_positions_are_not_gone_through_at_every_ply() -> None:
    # pieces that have come out have more moves, each of which could be claimed: a fifth more work a ply
    assert work_doubles(wander(4 * PLIES), chess.STARTING_FEN, "--json", most=2.5)


def test_a_sheet_of_twice_the_plies_is_twice_the_work(tmp_path: Path) -> None:
    for name in ("sheet.html", "sheet.txt"):
        sheet = ("--claim", "9.2.2", "--sheet", str(tmp_path / name))
        short, long = (lines_run(score(cycle(BACK_AND_FORTH, plies)), *sheet) for plies in (PLIES, 2 * PLIES))
        assert long / short < 2.2
