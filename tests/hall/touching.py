"""One board of a hall, touched square by square: `touch("1 e2. 1.2 e4P")` empties e2, then has a pawn on e4."""

import chess

from dgt_monitor.events import Alert, Level
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from drivers.readings import BoardDump, Clock, FieldUpdate, LineUp, Side
from tests.hall.hall_driver import DrivenHall
from tests.stream_contract import BoardReader

PORT = "P1"


def placed(fen: str) -> str:
    return "".join(letters(chess.Board(fen)))


def knights(from_s: float, every_s: float = 2.0) -> str:
    """Both king's knights out and home again: four plies."""
    plies = ("g1. f3N", "g8. f6n", "f3. g1N", "f6. g8n")
    return " ".join(
        f"{from_s + n * every_s + k * 0.3} {touch}"
        for n, ply in enumerate(plies)
        for k, touch in enumerate(ply.split())
    )


class Touched(DrivenHall):
    """`turned`: the board lies with its own numbering the other way round; touches are given as White sees them."""

    def __init__(self, fen: str = chess.STARTING_FEN, *, turned: bool = False, known: Known | None = None) -> None:
        super().__init__(known)
        self.turned = turned
        self.read(0, PORT, LineUp())
        self.stand(0, placed(fen))

    def stand(self, t_s: float, squares: str) -> None:
        self.read(t_s, PORT, BoardDump(squares[::-1] if self.turned else squares))

    def touch(self, text: str) -> "Touched":
        words = text.split()
        for time, touch in zip(words[::2], words[1::2], strict=True):
            square = chess.parse_square(touch[:2])
            self.read(float(time), PORT, FieldUpdate(63 - square if self.turned else square, touch[2]))
        return self

    def clock(
        self, t_s: float, to_move: Side = "left", *, running: bool, left_s: int = 300, right_s: int = 300
    ) -> None:
        self.read(t_s, PORT, Clock(left_s, right_s, running, to_move))

    def rest(self, t_s: float) -> "Touched":
        self.until(t_s)
        return self

    @property
    def told(self) -> BoardReader:
        return self.board(PORT)

    @property
    def calls(self) -> list[Alert]:
        """Every alert there ever was that called somebody."""
        return [alert for alert in self.reader.ever if alert.level is not Level.INFO]
