"""The end of a round in a whole hall: results, sixty boards swept and set up again, and who is called."""

import random

import chess
import pytest

from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Ruling
from drivers.readings import Clock, FieldUpdate
from tests.drawn import drawn
from tests.hall.hall_driver import START, DrivenHall

BOARDS = 60
PLAYED_S = 400.0
KINGS = {"1-0": ("e4", "d5"), "0-1": ("d4", "e5"), "1/2-1/2": ("e4", "e5")}
"""Where both kings are put for each result: on white squares, on black ones, one on each."""


class Evening(DrivenHall):
    """Sixty boards, each with hands of its own; what they do is put in order of time before it is told."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.stands = {f"P{n}": list(START) for n in range(1, BOARDS + 1)}
        self.games = {port: chess.Board() for port in self.stands}
        for port in self.stands:
            self.up(port)
        self.script: list[tuple[float, str, int, str]] = []
        self.numbers = 0

    def play(self, plies: int = 24) -> None:
        for port, position in self.games.items():
            t_s = self.t_s + 1 + self.rng.random()
            for _ in range(plies):
                moves = [move for move in position.legal_moves if not self._ends(position, move)]
                before = list(letters(position))
                position.push(self.rng.choice(moves))
                self._becomes(port, t_s, before, list(letters(position)))
                t_s += 3 + 4 * self.rng.random()
        self.run()

    @staticmethod
    def _ends(position: chess.Board, move: chess.Move) -> bool:
        position.push(move)
        ends = position.is_game_over() or position.is_check()
        position.pop()
        return ends or position.is_capture(move)

    def _becomes(self, port: str, t_s: float, before: list[str], after: list[str]) -> None:
        changed = [square for square in range(64) if before[square] != after[square]]
        for number, square in enumerate(sorted(changed, key=lambda square: after[square] != ".")):
            self.script.append((t_s + 0.3 * number, port, square, after[square]))
        self.stands[port] = after

    def kings(self, port: str, t_s: float, result: str) -> float:
        """The kings are put in the middle."""
        now = list(self.stands[port])
        for king, name in zip("Kk", KINGS[result], strict=True):
            from_square, to_square = now.index(king), chess.parse_square(name)
            if from_square != to_square:
                self.script += [(t_s, port, from_square, "."), (t_s + 0.5, port, to_square, king)]
                now[from_square], now[to_square] = ".", king
            t_s += 1.2
        self.stands[port] = now
        return t_s

    def sweep(self, port: str, t_s: float) -> float:
        """The pieces go, by handfuls."""
        there = [square for square, piece in enumerate(self.stands[port]) if piece != "."]
        self.rng.shuffle(there)
        for square in there:
            self.script.append((t_s, port, square, "."))
            t_s += self.rng.choice((0.05, 0.1, 0.4, 1.0))
        self.stands[port] = ["."] * 64
        return t_s

    def set_up(self, port: str, t_s: float) -> float:
        """The array of the next game, in any order and with pauses."""
        home = [square for square, piece in enumerate(START) if piece != "."]
        self.rng.shuffle(home)
        for square in home:
            self.script.append((t_s, port, square, START[square]))
            t_s += self.rng.choice((0.3, 0.6, 1.0, 4.0))
        self.stands[port] = list(START)
        return t_s

    def clocks(self, *, running: bool) -> None:
        for port in self.stands:
            self.read(self.t_s, port, Clock(5400, 5400, running, "left"))

    def run(self) -> None:
        for t_s, port, square, piece in sorted(self.script):
            self.read(t_s, port, FieldUpdate(square, piece))
        self.script.clear()

    def rule(self, kind: str, **fields: object) -> None:
        self.numbers += 1
        self._told(self.hall.apply(Ruling(self.t_s, "Ada", kind, number=self.numbers, **fields)))  # type: ignore[arg-type]

    def calls(self, since: int) -> list[Alert]:
        """What called the arbiter since so many events."""
        return [each for each in self.stream[since:] if isinstance(each, Alert) and each.level is not Level.INFO]


def swept(seed: int, *, clocks: bool, kings: bool, closed: bool) -> list[Alert]:
    hall = Evening(seed)
    if clocks:
        hall.clocks(running=True)
    hall.play()
    hall.until(PLAYED_S)
    since = len(hall.stream)
    if clocks:
        hall.clocks(running=False)
    if closed:
        hall.rule("round_closed")
    for number, port in enumerate(hall.stands):
        t_s = hall.t_s + hall.rng.random() * 60
        if kings:
            t_s = hall.kings(port, t_s, tuple(KINGS)[number % 3]) + hall.rng.choice((2.0, 20.0))
        t_s = hall.sweep(port, t_s) + hall.rng.choice((1.0, 30.0))
        hall.set_up(port, t_s)
    hall.run()
    hall.until(hall.t_s + 60)
    return hall.calls(since)


@pytest.mark.parametrize("seed", [1, drawn()])
@pytest.mark.parametrize(
    ("clocks", "kings", "closed"),
    [(True, True, False), (False, True, True), (True, False, False), (False, False, False)],
)
def test_sweeping_sixty_boards_calls_nobody(seed: int, clocks: bool, kings: bool, closed: bool) -> None:
    calls = swept(seed, clocks=clocks, kings=kings, closed=closed)
    calls = [each for each in calls if each.rule not in (Rule.THREEFOLD, Rule.FIFTY)]
    doubts = [each for each in calls if each.rule is Rule.HISTORY_UNCERTAIN]
    assert [each for each in calls if each not in doubts] == []
    assert len(doubts) <= 1  # where nothing ended the game, the first piece that goes may have been a move
