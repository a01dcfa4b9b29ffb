"""Short random games whose lifts and landings overlap, as a scanning board reports them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import chess

from tests.game.exhaustive import EMPTY, SCAN_S, UNSEEN_LANDINGS, Deed, Deeds, Line, Report, deeds, placed, pushed
from tests.game.positions import start

FEWEST_PLIES, MOST_PLIES = 2, 5
"""Plies of a game, from and to."""
HURRY_S = 0.08, 0.5
EASE_S = 0.3, 1.5
"""From one landing to the next, where players hurry and where not."""
AT_ONCE_S = 0.03, 0.2
"""The same where a piece takes what has just landed: the hand that takes is there before."""
HELD_S = 0.03, 0.7
"""From the lift to the landing."""
LATE_S = 0.4
"""A rook or a captured pawn follows so late, at most."""


Evidence = Literal["whole", "captured", "moved on", "poor"]
"""Every landing was reported; one was not, as the piece was captured at once, or moved on; more than one was not."""


@dataclass(frozen=True)
class Game:
    """A game and what was reported of it."""

    seed: int
    board: chess.Board
    moves: list[chess.Move]
    reports: list[Report]
    evidence: Evidence
    """Whether all landings were reported, and if not, why not."""

    @property
    def line(self) -> Line:
        return tuple(move.uci() for move in self.moves)

    def __str__(self) -> str:
        touches = " ".join(f"{t_s:.3f} {chess.square_name(square)}{letter}" for t_s, square, letter in self.reports)
        variant = " (Chess960)" if self.board.chess960 else ""
        head = f"seed {self.seed}{variant}, {self.evidence}: {self.board.fen()}"
        return f"{head}\n  {self.board.variation_san(self.moves)}\n  {touches}"


def game(seed: int) -> Game:
    """The game of a seed: always the same."""
    return draw(random.Random(seed), seed)


def draw(rng: random.Random, seed: int = 0) -> Game:
    """A game and what was reported of it."""
    while True:
        board = start(rng)
        moves = list(_moves(rng, board, rng.randint(FEWEST_PLIES, MOST_PLIES)))
        times = _times(rng, board, moves) if moves else None
        if times is not None:
            reports, told = _reports(rng, board, times)
            return Game(seed, board, moves, reports, _evidence(times, told))


def _moves(rng: random.Random, board: chess.Board, plies: int) -> Iterator[chess.Move]:
    """Legal moves: special ones, exchanges on one square, and the same piece again by preference."""
    before: list[chess.Move] = []
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            return
        move = rng.choice(_preferred(rng, board, legal, before))
        yield move
        before.append(move)
        board = pushed(board, move)


def _preferred(
    rng: random.Random, board: chess.Board, legal: list[chess.Move], before: list[chess.Move]
) -> list[chess.Move]:  # fmt: skip
    last = before[-1].to_square if before else None
    own = before[-2] if len(before) > 1 else None
    kinds = [
        [m for m in legal if board.is_castling(m) or board.is_en_passant(m) or m.promotion],
        [m for m in legal if m.to_square == last],
        [m for m in legal if own is not None and m.from_square == own.to_square],
        [m for m in legal if own is not None and (m.to_square, m.from_square) == (own.from_square, own.to_square)],
        [m for m in legal if board.is_capture(m)],
    ]
    return rng.choice([kind for kind in kinds if kind]) if rng.random() < 0.5 and any(kinds) else legal


def _times(rng: random.Random, board: chess.Board, moves: list[chess.Move]) -> dict[Deed, float] | None:
    """When each thing is done; None if the draw had one square's things in the wrong order."""
    pace = rng.choice((HURRY_S, EASE_S))
    times: dict[Deed, float] = {}
    landings_s = [0.0, 0.0]
    now_s = 1.0
    squares: dict[int, list[Deed]] = {}
    for ply, move in enumerate(moves):
        done = deeds(board, move, ply)
        exchanged = ply > 0 and move.to_square == moves[ply - 1].to_square
        now_s += rng.uniform(*(AT_ONCE_S if exchanged and rng.random() < 0.5 else pace))
        _time(rng, done, now_s, landings_s[-2], times)
        landings_s.append(now_s)
        board = pushed(board, move)
        for deed in done.every:
            squares.setdefault(deed.square, []).append(deed)
        last_s = landings_s[-3]
        if any(times.get(deed, last_s) < last_s for deed in done.every):
            return None
    in_order = all(
        times[a] <= times[b] for came in squares.values() for a, b in pairwise([d for d in came if d in times])
    )
    return times if in_order and _whole_in_time(times, landings_s[2:]) else None


def _whole_in_time(times: dict[Deed, float], landings_s: list[float]) -> bool:
    return all(t_s <= landings_s[deed.ply + 2] for deed, t_s in times.items() if deed.ply + 2 < len(landings_s))


def _time(rng: random.Random, done: Deeds, now_s: float, from_s: float, times: dict[Deed, float]) -> None:
    """The counted landing is at `now_s`; nothing is before `from_s`."""
    for lifted, landed in done.pieces:
        times[landed] = now_s if landed is done.landing else now_s + rng.uniform(-LATE_S, LATE_S)
        times[lifted] = times[landed] - rng.uniform(*HELD_S)
        if times[lifted] < from_s:
            times[lifted] = rng.uniform(from_s, max(from_s, times[landed]))
    for deed in done.every:
        if deed in times:
            continue
        late_s = 0.0 if deed.covered else LATE_S
        if not deed.covered or rng.random() < 0.7:
            times[deed] = rng.uniform(max(from_s, now_s - HELD_S[1]), now_s + late_s)


def _reports(rng: random.Random, board: chess.Board, times: dict[Deed, float]) -> tuple[list[Report], set[Deed]]:
    """What a scan tells that comes to every square once in `SCAN_S`, to each at its own moment; what it told of."""
    first = placed(board)
    out: list[Report] = []
    told: set[Deed] = set()
    for square in sorted({deed.square for deed in times}):
        came = sorted(
            (t_s, deed.ply, deed.letter != EMPTY, deed) for deed, t_s in times.items() if deed.square == square
        )
        shown, read_s = first[square], rng.uniform(0.0, SCAN_S)
        while read_s < came[-1][0] + SCAN_S:
            stands = [deed for t_s, _, _, deed in came if t_s <= read_s]
            if stands and stands[-1].letter != shown:
                shown = stands[-1].letter
                out.append((read_s, square, shown))
                told.add(stands[-1])
            read_s += SCAN_S
    return sorted(out), told


def _evidence(times: dict[Deed, float], told: set[Deed]) -> Evidence:
    unseen = [deed for deed in times if deed.letter != EMPTY and deed not in told]
    if not unseen:
        return "whole"
    if len(unseen) > UNSEEN_LANDINGS:
        return "poor"
    own = (deed for deed in times if deed.square == unseen[0].square and deed.ply > unseen[0].ply)
    return "captured" if min(deed.ply for deed in own) == unseen[0].ply + 1 else "moved on"
