"""Which boards a ruling concerns, and what becomes of it there: each is an entry, and one can undo another."""

from collections.abc import Callable

from dgt_monitor.events import Event
from dgt_monitor.hall.differing import Difference
from dgt_monitor.hall.directory import Directory
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refusing import NO_GAME, RefusedError, no_ruling


class Correcting:
    """Takes rulings on the games of a hall's boards; `plan` is told of a board on which something may be due sooner."""

    def __init__(self, boards: Directory, plan: Callable[[KeptBoard], None]) -> None:
        self._boards = boards
        self._plan = plan
        self._undoes: dict[int, int] = {}
        """Number of an undoing, and of the ruling that it undoes."""

    def rule(self, ruling: Ruling, out: list[Event]) -> None:
        """Carry a ruling out; RefusedError where that cannot be."""
        if ruling.kind == "undo":
            self._undo(ruling, out)
            return
        for board in self._named(ruling.board):
            board.rule(ruling.t_s, ruling, out)
            self._plan(board)

    def preview(self, t_s: float, ruling: Ruling) -> Difference:
        """What a ruling on the past would change; RefusedError where it cannot be carried out."""
        for board in self._named(ruling.board):
            return board.preview(t_s, ruling)
        raise RefusedError(NO_GAME())

    def _named(self, name: str) -> list[KeptBoard]:
        return [board for board in self._boards if board.name == name and not board.gone]

    def _undo(self, ruling: Ruling, out: list[Event]) -> None:
        """Undo a ruling; or an undoing, and then that ruling is in effect again."""
        number, undone = ruling.undoes, True
        while number in self._undoes:
            number, undone = self._undoes[number], not undone
        board = next((board for board in self._boards if board.kept.has(number)), None)
        if board is None or (number in board.kept.undone) == undone:
            raise RefusedError(no_ruling(ruling.undoes))
        board.undo(ruling.t_s, number, out, undone=undone)
        self._undoes[ruling.number] = ruling.undoes
        self._plan(board)
