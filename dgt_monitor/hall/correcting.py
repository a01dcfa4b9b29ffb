"""Which boards a ruling concerns, and what becomes of it there: each is an entry, and one can undo another."""

from collections.abc import Callable, Iterator
from typing import Final

from dgt_monitor.events import Event
from dgt_monitor.hall.differing import Difference
from dgt_monitor.hall.directory import Directory
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refeeding import PartedGame
from dgt_monitor.hall.refusing import (
    BEGUN,
    GONE_ON,
    HELD,
    NO_BOARD,
    NO_GAME,
    NOT_ASIDE,
    TAKEN,
    RefusedError,
    no_ruling,
)
from dgt_monitor.hall.seating import Seating
from dgt_monitor.hall.slices import Arrived, Slice


class Correcting:
    """Takes rulings on the games of a hall's boards; `plan` is told of a board on which something may be due sooner."""

    def __init__(self, boards: Directory, seating: Seating, plan: Callable[[KeptBoard], None]) -> None:
        self._boards = boards
        self._seating = seating
        self._plan = plan
        self._undoes: dict[int, int] = {}
        """Number of an undoing, and of the ruling that it undoes."""
        self._aside: list[tuple[Ruling, PartedGame]] = []
        """Every game that was ever set aside."""

    def rule(self, ruling: Ruling, out: list[Event]) -> None:
        """Carry a ruling out; RefusedError where that cannot be."""
        special = self._special.get(ruling.kind)
        if special is not None:
            special(self, ruling, out)
            return
        for board in self._named(ruling.board):
            board.rule(ruling.t_s, ruling, out)
            self._plan(board)

    def preview(self, t_s: float, ruling: Ruling) -> Difference:
        """What a ruling on the past would change; RefusedError where it cannot be carried out."""
        for board in self._named(ruling.board):
            return board.preview(t_s, ruling)
        raise RefusedError(NO_GAME())

    def _named(self, name: str) -> Iterator[KeptBoard]:
        return (board for board in self._boards if board.name == name and not board.gone)

    def _one(self, name: str) -> KeptBoard:
        for board in self._named(name):
            return board
        raise RefusedError(NO_BOARD(board=name))

    # --- a game is not its board ----------------------------------------------------------------------------

    def _carry(self, ruling: Ruling, out: list[Event]) -> None:
        board, to = self._leaving(ruling.board), self._free(ruling.to_board)
        if board is to:
            raise RefusedError(TAKEN(board=to.name))
        self._seating.rule(ruling, out)
        self._come(to, ruling, board.part(ruling.t_s, ruling, out), out)
        self._plan(board)

    def _set_aside(self, ruling: Ruling, out: list[Event]) -> None:
        board = self._leaving(ruling.board)
        self._seating.rule(ruling, out)
        self._aside.append((ruling, board.part(ruling.t_s, ruling, out)))
        self._plan(board)

    def _fetch(self, ruling: Ruling, out: list[Event]) -> None:
        to, name = self._free(ruling.board), ruling.to_board or ruling.board
        wanted = [each for each in self._aside if (each[1].name, each[1].game) == (name, ruling.game)]
        if not wanted or not self._is_aside(*wanted[-1]):
            raise RefusedError(NOT_ASIDE())
        self._seating.rule(ruling, out)
        self._come(to, ruling, wanted[-1][1], out)

    def _is_aside(self, ruling: Ruling, game: PartedGame) -> bool:
        """Whether that is not undone, and the game is on no board."""
        return ruling.number not in game.kept.undone and not any(
            isinstance(what, Arrived) and what.game is game for board in self._boards for _, what in board.kept.goings
        )

    def _come(self, board: KeptBoard, ruling: Ruling, game: PartedGame, out: list[Event]) -> None:
        board.receive(ruling.t_s, ruling, game, out)
        self._plan(board)

    def _leaving(self, name: str) -> KeptBoard:
        """The board of this name, if a game can leave it."""
        board = self._one(name)
        if board.tracker.story is None:
            raise RefusedError(NO_GAME())
        if board.held is not None and board.held.state == "open":
            raise RefusedError(HELD(board=name))
        return board

    def _free(self, name: str) -> KeptBoard:
        """The board of this name, if a game can come to it."""
        board = self._one(name)
        if board.play.plies:
            raise RefusedError(TAKEN(board=name))
        if board.held is not None:
            raise RefusedError(HELD(board=name))
        return board

    def _exchange(self, ruling: Ruling, out: list[Event]) -> None:
        self._one(ruling.board)
        if ruling.to_board:
            self._one(ruling.to_board)
        self._seating.rule(ruling, out)

    # --- undoing --------------------------------------------------------------------------------------------

    def _undo(self, ruling: Ruling, out: list[Event]) -> None:
        """Undo a ruling; or an undoing, and then that ruling is in effect again."""
        number, undone = ruling.undoes, True
        while number in self._undoes:
            number, undone = self._undoes[number], not undone
        seated = self._seating.has(number)
        found = {board: [kept for kept in board.slices() if kept.has(number)] for board in self._boards}
        slices = {id(kept): kept for kepts in found.values() for kept in kepts}
        if not (slices or seated) or self._seating.is_undone(number, slices.values()) == undone:
            raise RefusedError(no_ruling(ruling.undoes))
        self._look_where_it_is(number)
        self._refeed(ruling.t_s, [board for board, kepts in found.items() if kepts], number, slices, out)
        if seated:
            self._seating.undo(ruling.t_s, number, out, undone=undone)
        self._undoes[ruling.number] = ruling.undoes

    def _look_where_it_is(self, number: int) -> None:
        """Whether a game that came by this ruling is where it came to, and its board has begun no other."""
        now = {id(board.kept) for board in self._boards}
        came = (what for board in self._boards for what in board.kept.others if isinstance(what, Arrived))
        for what in came:
            ruling = what.ruling
            if ruling.number == number and ruling.kind == "carry" and id(what.game.kept) not in now:
                raise RefusedError(BEGUN(board=ruling.board))
        for ruling, game in self._aside:
            if ruling.number == number and ruling.number not in game.kept.undone and not self._is_aside(ruling, game):
                raise RefusedError(GONE_ON())

    def _refeed(
        self, t_s: float, boards: list[KeptBoard], number: int, slices: dict[int, Slice], out: list[Event]
    ) -> None:
        """Feed these boards again, the ruling undone or in effect again; as before where that cannot be."""
        before = {board: board.kept.goings for board in boards}
        for kept in slices.values():
            kept.undone ^= {number}
        try:
            fed = [(board, board.fed(t_s)) for board in boards]
        except RefusedError:
            for kept in slices.values():
                kept.undone ^= {number}
            raise
        for board, now in fed:
            board.take_over(t_s, now, out, other=board.kept.goings != before[board])
            self._plan(board)

    _special: Final = {
        "undo": _undo,
        "carry": _carry,
        "set_aside": _set_aside,
        "fetch": _fetch,
        "exchange": _exchange,
    }
