"""A hall on which the past of games is corrected; and what a screen and a reader hold of it, to be compared."""

from typing import Any

import chess

from dgt_monitor.events import Event, Ruled
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.views import BoardView
from drivers.readings import FieldUpdate
from tests.hall.hall_driver import START, DrivenHall

KNIGHTS = "Nf3 Nf6 Ng1 Ng8"


class CorrectedHall(DrivenHall):
    """Rulings get their numbers as a recorder gives them."""

    def __init__(self, *ports: str, known: Known | None = None) -> None:
        super().__init__(known)
        for port in ports or ("P1",):
            self.up(port)

    def rule(self, kind: Any, *, board: str = "P1", after_s: float = 2.0, **fields: Any) -> list[Event]:
        self.until(self.t_s + after_s)
        return self._told(
            self.hall.apply(self.hall.rulings.numbered(Ruling(self.t_s, "Ada", kind, board=board, **fields)))
        )

    def undo(self, number: int | None = None) -> list[Event]:
        """Undo a ruling, the last one if none is named."""
        return self.rule("undo", board="", undoes=self.last if number is None else number, after_s=0.0)

    def refused(self, kind: Any, **fields: Any) -> str:
        """Why it was not carried out; nothing else may be told, and nothing changed."""
        self.until(self.t_s + 2.0)
        before = self.held
        (told,) = self.rule(kind, after_s=0.0, **fields)
        assert isinstance(told, Ruled)
        assert told.state == "refused"
        assert self.held == before
        return told.text

    @property
    def last(self) -> int:
        return self.hall.view().rulings[-1].number

    def view(self, port: str = "P1") -> BoardView:
        return next(view for view in self.hall.view().boards if view.board == port)

    def sans(self, port: str = "P1") -> str:
        shown = " ".join(move.san for move in self.view(port).moves)
        assert shown == " ".join(str(san) for san in self.board(port).sans), "screen and stream differ"
        return shown

    def set_up(self, port: str, board: chess.Board, now: str = START) -> None:
        """Have this position stand on a board, square by square."""
        wanted = "".join(letters(board))
        for empty in (True, False):
            for square in range(64):
                if now[square] != wanted[square] and (wanted[square] == ".") == empty:
                    self.read(self.t_s + 0.3, port, FieldUpdate(square, wanted[square]))

    @property
    def held(self) -> object:
        """All that a screen and a reader of the stream hold; alerts by what they say, for those told anew are new."""
        views = [view._replace(alerts=_unnumbered(view)) for view in self.hall.view().boards]
        readers = {
            name: (
                [move._replace(t=0.0, fen=move.fen.fen()) for move in reader.moves],  # type: ignore[arg-type]
                sorted((alert._replace(t=0.0, id="") for alert in reader.alerts.values()), key=repr),
                reader.result,
            )
            for name, reader in self.reader.boards.items()
            if reader.game
        }
        return views, readers


def _unnumbered(view: BoardView) -> Any:
    return tuple(sorted((alert._replace(id="") for alert in view.alerts), key=repr))
