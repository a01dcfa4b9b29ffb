"""Hands, clocks, results and turned boards in any order: the stream keeps its contract, and says the same again."""

import random

import chess
import pytest

from dgt_monitor.events import to_json
from drivers.readings import Clock, FieldUpdate
from tests.hall.hall_driver import START
from tests.hall.touching import PORT, Touched, placed


class Life:
    """A board that lives at random: `stream` is what it was told as."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.board, self.game, self.seen, self.t_s = Touched(), chess.Board(), list(START), 1.0
        for _ in range(150):
            self.t_s += self.random.choice((0.2, 0.2, 0.2, 0.3, 1.2, 4.0, 11.0, 40.0))
            self.random.choices(
                (self.play, self.put_anything, self.go_back, self.clock, self.turn, self.set_up, self.show),
                (9, 2, 2, 5, 1, 1, 1),
            )[0]()
        self.board.finish(self.t_s + 100)
        self.stream = [to_json(event) for event in self.board.stream]

    def become(self, squares: str) -> None:
        differing = [square for square in range(64) if self.seen[square] != squares[square]]
        self.random.shuffle(differing)
        for square in differing:
            self.t_s += 0.05
            self.seen[square] = squares[square]
            self.board.read(self.t_s, PORT, FieldUpdate(square, squares[square]))

    def play(self) -> None:
        moves = list(self.game.legal_moves)
        if moves:
            self.game.push(self.random.choice(moves))
            self.become(placed(self.game.fen()))

    def put_anything(self) -> None:
        square, piece = self.random.randrange(64), self.random.choice(".PRNBKQprnbkq=<>")
        self.seen[square] = piece
        self.board.read(self.t_s, PORT, FieldUpdate(square, piece))

    def go_back(self) -> None:
        if self.game.move_stack:
            self.game.pop()
            self.become(placed(self.game.fen()))

    def clock(self) -> None:
        left_s = self.random.choice((None, 0, 300, 300, 300))
        left_to_move = self.random.random() < 0.5
        running, connected = self.random.random() < 0.5, self.random.random() < 0.95
        self.board.read(self.t_s, PORT, Clock(left_s, 300, running, "left" if left_to_move else "right", connected))

    def turn(self) -> None:
        self.seen.reverse()
        self.board.stand(self.t_s, "".join(self.seen))

    def set_up(self) -> None:
        self.game, self.seen = chess.Board(), list(START)
        self.board.stand(self.t_s, START)

    def show(self) -> None:
        for square, piece in ((chess.E1, "."), (chess.D4, "K"), (chess.E8, "."), (chess.E5, "k")):
            self.t_s += 0.3
            self.seen[square] = piece
            self.board.read(self.t_s, PORT, FieldUpdate(square, piece))


@pytest.mark.parametrize("seed", range(20))
def test_the_contract_is_kept_and_a_second_time_says_the_same(seed: int) -> None:
    assert Life(seed).stream == Life(seed).stream
