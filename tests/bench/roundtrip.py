"""Random legal games through the simulator and back: the monitor must find the very moves that were played,
and the greatest number of times that a position has stood.

    python -m tests.bench.roundtrip --games 10000 --seed 1

Games are played in halls of 20 boards, some rotated, some without a clock, some halls Chess960. They are rich in
castling, en passant, promotion, captures and shuffling. A wrong game is told with what is needed to see it again:
`--seed S --hall H --keep DIR` writes that hall's capture. Exit status 1 if a game was wrong.
"""

import argparse
import secrets
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import chess
import chess.pgn

from dgt_monitor.events import Alert, Rule, Summary
from dgt_monitor.recorder.replay import replay_events
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Conditions, Game, maker_of, port_name
from drivers.simulator.recording import write_capture
from tests.stream_contract import StreamReader

BOARDS = 20
FALSE_ALARMS = frozenset({Rule.ILLEGAL_MOVE, Rule.POSITION_UNEXPLAINED, Rule.HISTORY_UNCERTAIN, Rule.SETUP})
"""Alerts that clean play by legal moves must never raise."""
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
    kinds: Counter[str]
    """Plies, and how many of them were of a rare kind."""
    wrong: list[Wrong]


class Truth(NamedTuple):
    """What was played on a board, as the monitor should tell it."""

    uci: tuple[str, ...]
    max_count: int


Told = tuple[tuple[str | None, ...], int]


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
    if rng.random() < RARE and (rare := [move for move in legal if rare_kind(board, move)]):
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


def rare_kind(board: chess.Board, move: chess.Move) -> str | None:
    if board.is_castling(move):
        return "castlings"
    if board.is_en_passant(move):
        return "en passants"
    return "promotions" if move.promotion else None


def make_hall(seed: int, hall: int, boards: int) -> tuple[list[Game], Conditions]:
    rng = Random(f"roundtrip/{seed}/{hall}")
    chess960 = rng.random() < 0.1
    games = []
    for _ in range(boards):
        start = random_start(rng, chess960=chess960)
        moves = random_moves(start, rng)
        games.append(Game(start, moves, control=rng.choice(CONTROLS), rotated=rng.random() < 0.2))
    return games, Conditions(rng.getrandbits(32), think=rng.choice((0.0, 0.05, 0.3, 1.0)), dumps=rng.random() < 0.3)


def truth_of(game: Game) -> tuple[Truth, Counter[str]]:
    """The moves and the greatest count of a position, by its whole EPD: slow, and not the monitor's way."""
    board = game.start.copy()
    stood = Counter([board.epd()])
    kinds: Counter[str] = Counter()
    moves = []
    for move in game.moves:
        kinds["plies"] += 1
        kind = rare_kind(board, move)
        if kind:
            kinds[kind] += 1
        moves.append(board.uci(move))
        board.push(move)
        stood[board.epd()] += 1
    return Truth(tuple(moves), max(stood.values())), kinds


def run_hall(task: tuple[int, int, int, str]) -> Outcome:
    seed, hall, boards, keep = task
    games, conditions = make_hall(seed, hall, boards)
    with TemporaryDirectory() as scratch:
        path = Path(keep or scratch) / f"hall-{hall}.dgt"
        with path.open("w", encoding="utf-8", newline="\n") as out:
            write_capture(out, games, conditions, f"tests.bench.roundtrip --seed {seed} --hall {hall}")
        told, alarms = summaries(path)
    outcome = Outcome(len(games), Counter({"false alarms": alarms}), [])
    for index, game in enumerate(games):
        truth, kinds = truth_of(game)
        outcome.kinds.update(kinds)
        heard = told[maker_of(conditions.seed, index).serial]
        if heard != [truth]:
            outcome.wrong.append(Wrong(hall, port_name(index), pgn_of(game, index), str(heard)))
    return outcome


def summaries(path: Path) -> tuple[dict[str, list[Told]], int]:
    """Serial number -> moves and greatest count of every game told on that board; and how often clean play alarmed."""
    told: dict[str, list[Told]] = defaultdict(list)
    troubles: list[str] = []
    reader = StreamReader()
    alarms = 0
    for event in replay_events([path], troubles.append):
        reader.apply(event)
        alarms += isinstance(event, Alert) and event.rule in FALSE_ALARMS
        if isinstance(event, Summary):
            told[event.board].append((event.uci, event.max_count))
    if troubles:
        raise AssertionError(f"the simulator's own capture was faulty: {troubles[:3]}")
    return told, alarms


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
    games, kinds, wrong = 0, Counter[str](), list[Wrong]()
    with Pool(options.jobs) as pool:
        for done in pool.imap_unordered(run_hall, tasks(options)):
            games += done.games
            kinds.update(done.kinds)
            wrong += done.wrong
            if sys.stderr.isatty():
                print(f"\r{games} games, {len(wrong)} wrong", end="", file=sys.stderr, flush=True)
    for game in wrong:
        print(f"WRONG: --seed {options.seed} --hall {game.hall}, {game.board}\n{game.pgn}\ntold: {game.told}\n")
    rare = ", ".join(
        f"{kinds[kind]} {kind}" for kind in ("plies", "castlings", "en passants", "promotions", "false alarms")
    )
    took_s = time.perf_counter() - began_s
    print(f"seed {options.seed}: {games} games, {rare}; {len(wrong)} wrong games; {took_s:.0f} s")
    return 1 if wrong or kinds["false alarms"] else 0


if __name__ == "__main__":
    sys.exit(main())
