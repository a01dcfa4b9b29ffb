"""A hall that is told scores, its stream held against the contract."""

from collections.abc import Sequence

import chess

from dgt_monitor.game.placement import letters
from drivers.readings import BoardDump, LineUp, Score
from tests.hall.correcting import CorrectedHall

PLAYERS = {"Event": "Open", "Round": "1.7", "White": "Adams", "Black": "Brown"}


def score(sans: str | Sequence[str], result: str | None = None, *, clocks: str = "", **tags: str) -> Score:
    told = sans.split() if isinstance(sans, str) else sans
    return Score(tuple(told), result, tags or PLAYERS, tuple(clocks.split(",")) if clocks else ())


def placement(sans: str, *, turned: bool = False) -> BoardDump:
    board = chess.Board()
    for san in sans.split():
        board.push_san(san)
    squares = "".join(letters(board))
    return BoardDump(squares[::-1] if turned else squares)


class ScoredHall(CorrectedHall):
    """One board, `P1`, of which another program tells."""

    def __init__(self) -> None:
        super().__init__("P0")
        self.read(0.0, "P1", LineUp())

    def claim(self, told: Score, after_s: float = 2.0) -> None:
        self.read(self.t_s + after_s, "P1", told)

    def stand(self, dump: BoardDump, after_s: float = 0.5) -> None:
        self.read(self.t_s + after_s, "P1", dump)

    def rest(self, for_s: float = 5.0) -> None:
        self.until(self.t_s + for_s)

    def sure(self) -> list[bool]:
        return [move.sure for move in self.board("P1").moves]
