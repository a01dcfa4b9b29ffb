"""A hall driven by a short notation, its stream held against the contract."""

import chess

from dgt_monitor.events import Event
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from drivers.readings import BoardDump, FieldUpdate, Identity, LineDown, LineUp, Reading
from tests.stream_contract import BoardReader, StreamReader

START = "".join(letters(chess.Board()))


class DrivenHall:
    """`moves("P1", "e4 e5", at_s=1, every_s=2)` plays clean moves; everything is checked by the stream's contract."""

    def __init__(self, known: Known | None = None) -> None:
        self.hall = Hall(known)
        self.reader = StreamReader()
        self.stream: list[Event] = []
        self.games: dict[str, chess.Board] = {}
        self.t_s = 0.0

    def read(self, t_s: float, port: str, reading: Reading, address: int | None = None) -> list[Event]:
        self.t_s = t_s
        return self._told(self.hall.read(t_s, port, address, reading))

    def until(self, t_s: float) -> list[Event]:
        self.t_s = t_s
        return self._told(self.hall.advance(t_s))

    def finish(self, t_s: float) -> list[Event]:
        return self._told(self.hall.finish(t_s))

    def acknowledge(self, t_s: float, alert_id: str) -> None:
        self._told(self.hall.apply(Ruling(t_s, "arbiter", "acknowledge", alert_id)))

    def up(self, port: str, t_s: float = 0.0, serial: str | None = None, fen: str | None = None) -> None:
        board = chess.Board() if fen is None else chess.Board(fen)
        self.games[port] = board
        self.read(t_s, port, LineUp())
        if serial is not None:
            self.read(t_s, port, Identity(serial=serial))
        self.read(t_s, port, BoardDump("".join(letters(board))))

    def down(self, port: str, t_s: float) -> None:
        self.read(t_s, port, LineDown("pulled"))

    def moves(self, port: str, sans: str, every_s: float = 2.0) -> None:
        for san in sans.split():
            self.move(port, san, self.t_s + every_s)

    def move(self, port: str, san: str, t_s: float) -> None:
        board = self.games[port]
        before = letters(board)
        board.push_san(san)
        after = letters(board)
        for square in range(64):
            if before[square] != after[square] and after[square] == ".":
                self.read(t_s, port, FieldUpdate(square, "."))
        for square in range(64):
            if before[square] != after[square] and after[square] != ".":
                self.read(t_s + 0.1, port, FieldUpdate(square, after[square]))

    def board(self, name: str) -> BoardReader:
        return self.reader.board(name)

    def _told(self, events: list[Event]) -> list[Event]:
        self.reader.read(events)
        self.stream += events
        return events
