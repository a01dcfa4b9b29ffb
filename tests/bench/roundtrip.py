"""Random legal games through the simulator and back: the monitor must find the very moves that were played.

    python -m tests.bench.roundtrip --games 10000 --seed 1

Games are played in halls of 20 boards, some rotated, some without a clock, some halls Chess960. They are rich in
castling, en passant, promotion, captures and shuffling. A wrong game is told with what is needed to see it again:
`--seed S --hall H --keep DIR` writes that hall's capture. Exit status 1 if a game was wrong.
"""

import argparse
import secrets
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import chess
import chess.pgn

from dgt_monitor.events import Summary
from dgt_monitor.recorder.replay import replay_events
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions, Game, maker_of, port_name
from drivers.simulator.recording import write_capture

BOARDS = 20
LONGEST_PLIES = 160
RARE = 0.8
"""Share of the plies in which a castling, en passant or promotion is taken where there is one."""
CAPTURE = 0.12
"""Share of the plies in which something is captured where it can be."""
PAWN = 0.4
"""Up to this mark a pawn goes on where one can: that is the way to en passant and promotion."""
BACK = 0.12
"""Share of the plies in which a piece goes back where it came from, if it can: repetitions and look-alikes."""
CONTROLS = (TimeControl(180, 2), TimeControl(600, 5), TimeControl(5400, 30), None)


class Wrong(NamedTuple):
    hall: int
    board: str
    pgn: str
    told: str


class Outcome(NamedTuple):
    games: int
    plies: int
    rare: int
    wrong: list[Wrong]


def random_start(rng: Random, *, chess960: bool) -> chess.Board:
    return chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()


def random_moves(start: chess.Board, rng: Random) -> list[chess.Move]:
    """A random legal game: until nobody can move or mate, or long enough."""
    board = start.copy()
    length = rng.randint(1, LONGEST_PLIES)
    while len(board.move_stack) < length and not board.is_insufficient_material():
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(_choose(board, legal, rng))
    return board.move_stack


def _choose(board: chess.Board, legal: list[chess.Move], rng: Random) -> chess.Move:
    if rng.random() < RARE and (rare := [move for move in legal if is_rare(board, move)]):
        return rng.choice(rare)
    mark = rng.random()
    if mark < CAPTURE and (captures := [move for move in legal if board.is_capture(move)]):
        return rng.choice(captures)
    if mark < PAWN and (pawns := [move for move in legal if board.piece_type_at(move.from_square) == chess.PAWN]):
        return rng.choice(pawns)
    if mark > 1 - BACK and len(board.move_stack) >= 2:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in legal:
            return back
    return rng.choice(legal)


def is_rare(board: chess.Board, move: chess.Move) -> bool:
    return bool(move.promotion) or board.is_castling(move) or board.is_en_passant(move)


def make_hall(seed: int, hall: int, boards: int) -> tuple[list[Game], Conditions]:
    rng = Random(f"roundtrip/{seed}/{hall}")
    chess960 = rng.random() < 0.1
    games = []
    for _ in range(boards):
        start = random_start(rng, chess960=chess960)
        moves = random_moves(start, rng)
        games.append(Game(start, moves, control=rng.choice(CONTROLS), rotated=rng.random() < 0.2))
    return games, Conditions(rng.getrandbits(32), think=rng.choice((0.0, 0.05, 0.3, 1.0)))


def played(game: Game) -> tuple[str, ...]:
    board = game.start.copy()
    out = []
    for move in game.moves:
        out.append(board.uci(move))
        board.push(move)
    return tuple(out)


def run_hall(task: tuple[int, int, int, str]) -> Outcome:
    seed, hall, boards, keep = task
    games, conditions = make_hall(seed, hall, boards)
    with TemporaryDirectory() as scratch:
        path = Path(keep or scratch) / f"hall-{hall}.dgt"
        with path.open("w", encoding="utf-8", newline="\n") as out:
            write_capture(out, games, conditions, f"tests.bench.roundtrip --seed {seed} --hall {hall}")
        told = summaries(path)
    wrong = [
        Wrong(hall, port_name(index), pgn_of(game, index), " ".join(map(str, told[serial])) or "no game")
        for index, game in enumerate(games)
        if told[serial := maker_of(conditions.seed, index).serial] != [played(game)] and (game.moves or told[serial])
    ]
    return Outcome(len(games), sum(len(game.moves) for game in games), sum(map(count_rare, games)), wrong)


def summaries(path: Path) -> dict[str, list[tuple[str | None, ...]]]:
    """Serial number -> the moves of every game told on that board."""
    told: dict[str, list[tuple[str | None, ...]]] = defaultdict(list)
    troubles: list[str] = []
    for event in replay_events([path], troubles.append):
        if isinstance(event, Summary):
            told[event.board].append(event.uci)
    if troubles:
        raise AssertionError(f"the simulator's own capture was faulty: {troubles[:3]}")
    return told


def count_rare(game: Game) -> int:
    board = game.start.copy()
    count = 0
    for move in game.moves:
        count += is_rare(board, move)
        board.push(move)
    return count


def pgn_of(game: Game, index: int) -> str:
    board = game.start.copy()
    for move in game.moves:
        board.push(move)
    pgn = chess.pgn.Game.from_board(board)
    pgn.headers["Board"] = str(index + 1)
    if game.rotated:
        pgn.headers["Rotated"] = "yes"
    return str(pgn)


def tasks(options: argparse.Namespace) -> Iterator[tuple[int, int, int, str]]:
    halls = range(-(-options.games // BOARDS)) if options.hall is None else [options.hall]
    for hall in halls:
        boards = min(BOARDS, options.games - hall * BOARDS) if options.hall is None else BOARDS
        yield options.seed, hall, boards, options.keep


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="drawn and told if not given")
    parser.add_argument("--hall", type=int, help="only this hall")
    parser.add_argument("--keep", default="", metavar="DIR", help="keep the captures here")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
    began_s = time.perf_counter()
    total = Outcome(0, 0, 0, [])
    with Pool(options.jobs) as pool:
        for done in pool.imap_unordered(run_hall, tasks(options)):
            total = Outcome(
                total.games + done.games, total.plies + done.plies, total.rare + done.rare, total.wrong + done.wrong
            )
            if sys.stderr.isatty():
                print(f"\r{total.games} games, {len(total.wrong)} wrong", end="", file=sys.stderr, flush=True)
    tell(options.seed, total, time.perf_counter() - began_s)
    return 1 if total.wrong else 0


def tell(seed: int, total: Outcome, took_s: float) -> None:
    for wrong in total.wrong:
        print(f"WRONG: --seed {seed} --hall {wrong.hall}, {wrong.board}\n{wrong.pgn}\ntold: {wrong.told}\n")
    print(
        f"seed {seed}: {total.games} games, {total.plies} plies ({total.rare} castlings, en passants, promotions), "
        f"{len(total.wrong)} wrong games, {took_s:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
