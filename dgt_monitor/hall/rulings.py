"""All rulings of an event: numbered, carried out, undone, shown. Nothing is ever deleted."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from dgt_monitor.events import Event, Ruled
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.board_rulings import look_again
from dgt_monitor.hall.correcting import CORRECTING, REFED, Correcting
from dgt_monitor.hall.endings import Stood
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.fencing import Fence
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refusing import RefusedError, failed, is_failed
from dgt_monitor.hall.ruling_texts import (
    NEVER_TOLD,
    NO_ALERT,
    NO_BOARD,
    NO_OPEN_ALERT,
    NO_RULING,
    NOT_UNDONE,
    UNDONE,
    ruling_text,
)
from dgt_monitor.hall.views import RulingView
from dgt_monitor.wording import Said, word

UNDOABLE: Final = (REFED - {"drill"}) | {
    "acknowledge", "unacknowledge", "shelve", "undo", "result", "resume", "round_started", "round_closed",
}  # fmt: skip
"""What another ruling can undo. Not a drill: what was moved in it would be play."""
_TOLD_OTHERWISE: Final = frozenset({"acknowledge", "claim", "intervene", "drill", "close", "stands", "penalise"})
"""Kinds that views or other events tell of, if they are carried out."""
_OF_THE_HALL: Final = frozenset({"round_started", "round_closed"})
"""Kinds of which no board need be named."""
MOST_SHOWN: Final = 50
"""So many of the last rulings are in a view (chosen); the journal has all."""


class Rulings:
    """What was ruled, by number, and what of it counts."""

    def __init__(
        self, undone: set[int], correcting: Correcting, books: Callable[[], Iterable[AlertBook]], fence: Fence
    ) -> None:
        self._undone = undone
        """Shared with the books of the hall's boards."""
        self._correcting = correcting
        self._fence = fence
        self._books = books
        """Those of whole lines."""
        self._not_undone: set[int] = set()
        """Undoings that could not be carried out."""
        self._by_number: dict[int, Ruling] = {}
        self._shown: deque[tuple[Ruling, str]] = deque(maxlen=MOST_SHOWN)
        """The last ones, each with why it was not carried out; empty: it was."""
        self._last = 0
        self._refused: Mapping[int, str] = {}
        self._told_until = 0
        self.refused_then: Mapping[int, str] = {}
        """Rulings that were refused when they were made, and why: what they speak of may not have been at hand then."""

    def resume(self, refused: Mapping[int, str], until: int) -> None:
        """Rulings up to this number were made before; these were not carried out, and that was told."""
        self._refused, self._told_until = refused, until

    def ruling(self, number: int) -> Ruling | None:
        """The one of this number."""
        return self._by_number.get(number)

    def numbered(self, ruling: Ruling) -> Ruling:
        """The ruling with the number that is its own."""
        return ruling._replace(number=self._last + 1)

    def take(self, t_s: float, ruling: Ruling, boards: Sequence[KeptBoard], out: list[Event]) -> list[KeptBoard]:
        """Carry a ruling out, or tell why not; the boards on which something may be due at another time now."""
        ruling = ruling if ruling.number > self._last else self.numbered(ruling)
        self._last = ruling.number
        self._by_number[ruling.number] = ruling
        news: list[Event] = []
        touched, why_not = self._fenced(t_s, ruling, boards, news)
        told_before = ruling.number <= self._told_until
        self._shown.append((ruling, self._refused.get(ruling.number, "") if told_before else why_not or ""))
        if why_not is not None or ruling.kind not in _TOLD_OTHERWISE:
            out.append(self._event(t_s, ruling, why_not))
        out += news
        return touched

    def _fenced(
        self, t_s: float, ruling: Ruling, boards: Sequence[KeptBoard], out: list[Event]
    ) -> tuple[list[KeptBoard], Said | None]:
        """Carry a ruling out; an error of the program in it is told with it, and each board goes on without it."""
        told = self.refused_then.get(ruling.number, "")
        if is_failed(told):
            return [], word(told)
        stood = {board.number: board.play.stood() for board in boards}
        try:
            touched, why_not = self._carry_out(t_s, ruling, boards, out)
            if why_not is None and ruling.kind in _OF_THE_HALL:
                self._correcting.rule_round(ruling, out)
            if why_not is None:
                self._correcting.before.judge(t_s, touched, out)
        except Exception as error:  # noqa: BLE001 - the other boards, and the record, go on
            self._not_undone.add(ruling.number)
            self._count_again()
            self._correcting.fail(t_s, ruling, out)
            names = {name for each in self._turning(ruling) for name in (each.board, each.to_board) if name}
            touched = [board for board in boards if not board.gone and (not names or board.name in names)]
            for board in touched:
                self._mend(t_s, board, ruling, stood[board.number], out)
            return touched, failed(error)
        return touched, why_not

    def _mend(self, t_s: float, board: KeptBoard, ruling: Ruling, before: Stood, out: list[Event]) -> None:
        try:
            board.without(t_s, ruling.number, before, out)
        except Exception as error:  # noqa: BLE001 - it is told as not watched
            self._fence.fail(board, t_s, error, out)

    def _event(self, t_s: float, ruling: Ruling, why_not: Said | None) -> Ruled:
        undone = self._by_number.get(ruling.undoes)
        board = ruling.board or ("" if undone is None else undone.board)
        return Ruled(
            t_s, board, ruling.number, ruling.kind, ruling.author, "done" if why_not is None else "refused",
            ruling.undoes or None, ruling.reason, ruling_text(ruling) if why_not is None else why_not,
        )  # fmt: skip

    def _carry_out(
        self, t_s: float, ruling: Ruling, boards: Sequence[KeptBoard], out: list[Event]
    ) -> tuple[list[KeptBoard], Said | None]:
        there = [board for board in boards if not board.gone]
        if ruling.kind == "undo":
            return self._undo(t_s, ruling, there, out)
        if ruling.kind in ("acknowledge", "unacknowledge"):
            return [], self._seen(t_s, ruling, boards)
        if ruling.kind == "shelve":
            return [], self._shelved(t_s, ruling, there)
        if ruling.kind in CORRECTING:
            return self._corrected(ruling, out)
        if ruling.kind in _OF_THE_HALL and not ruling.board:
            for board in there:
                board.ruled(t_s, ruling, out)  # a board without a game has no part in it
            return there, None
        named = [board for board in there if board.name == ruling.board]
        if not named:
            return [], NO_BOARD(board=ruling.board)
        return named, next(iter([board.ruled(t_s, ruling, out) for board in named]))

    def _corrected(self, ruling: Ruling, out: list[Event]) -> tuple[list[KeptBoard], Said | None]:
        if ruling.game and ruling.number in self.refused_then:
            return [], word(self.refused_then[ruling.number])
        try:
            return self._correcting.rule(ruling, out), None
        except RefusedError as refused:
            return [], refused.why

    def _seen(self, t_s: float, ruling: Ruling, boards: Sequence[KeptBoard]) -> Said | None:
        """Somebody has seen an alert, or has not after all. One that is not open any more was seen: nothing to say."""
        for board in (board for board in boards if not board.gone):
            if self._seen_in(board.alerts, t_s, ruling, len(board.play.plies)):
                board.changed = True
                return None
        of_lines = list(self._books())
        if any(self._seen_in(book, t_s, ruling) for book in of_lines):
            return None
        if ruling.kind == "unacknowledge":
            return NO_ALERT(alert=ruling.alert_id)
        told_before = ruling.number <= self._told_until and ruling.number not in self._refused
        books = (*(board.alerts for board in boards), *of_lines)
        was_told = told_before or any(book.ever(ruling.alert_id) for book in books)
        return None if was_told else NEVER_TOLD(alert=ruling.alert_id)

    @staticmethod
    def _seen_in(book: AlertBook, t_s: float, ruling: Ruling, ply: int = 0) -> bool:
        if ruling.kind == "acknowledge":
            return book.acknowledge(t_s, ruling, ply)
        return book.unacknowledge(ruling.alert_id, ruling.number)

    def _shelved(self, t_s: float, ruling: Ruling, there: list[KeptBoard]) -> Said | None:
        """An alert of a board or a line is put aside for a while; why not, where that cannot be."""
        for board in there:
            if any(view.id == ruling.alert_id for view in board.alerts.open()):
                board.changed = True
                return board.alerts.shelve(t_s, ruling)
        for book in self._books():
            if any(view.id == ruling.alert_id for view in book.open()):
                return book.shelve(t_s, ruling)
        return NO_OPEN_ALERT(alert=ruling.alert_id)

    # --- undone ---------------------------------------------------------------------------------------------

    def _undo(
        self, t_s: float, ruling: Ruling, there: list[KeptBoard], out: list[Event]
    ) -> tuple[list[KeptBoard], Said | None]:
        target = self._by_number.get(ruling.undoes)
        if target is None or target is ruling:
            return [], NO_RULING(number=ruling.undoes)
        if target.kind not in UNDOABLE:
            return [], NOT_UNDONE(kind=target.kind)
        if target.number in self._undone:
            return [], UNDONE(number=target.number)
        before = {board.number: board.play.stood() for board in there}
        goings = self._correcting.goings
        try:
            self._correcting.look(self._turning(target))
            turned = self._count_again()
            fed = self._correcting.count_again(t_s, turned, goings, before, out)
        except RefusedError as refused:
            if ruling.number <= self._told_until and ruling.number not in self._refused:
                return there, None  # it was of a game that is not fed here, and what it changed was told then
            self._not_undone.add(ruling.number)
            self._count_again()
            return [], refused.why
        for each in turned:
            for board in there:
                if each.number not in fed.get(board.number, ()):
                    look_again(board, t_s, each, before[board.number], out)
        for book in self._books():
            book.look_again()
        return there, None

    def _turning(self, target: Ruling) -> Iterator[Ruling]:
        """What may count no more, or again, where this one is undone: it, and what it undoes."""
        there: Ruling | None = target
        while there is not None:
            yield there
            undone = self._by_number.get(there.undoes) if there.kind == "undo" else None
            there = undone if undone is not None and undone.number < there.number else None  # it may name itself

    def _count_again(self) -> list[Ruling]:
        """Say which rulings do not count; those that do now or do not any more, but for what undoes others."""
        undone: set[int] = set()
        for number in sorted(self._by_number, reverse=True):
            ruling = self._by_number[number]
            if ruling.kind == "undo" and number not in undone and self._may_undo(ruling):
                undone.add(ruling.undoes)
        turned = self._undone ^ undone
        self._undone.clear()
        self._undone.update(undone)
        return [self._by_number[number] for number in sorted(turned) if self._by_number[number].kind != "undo"]

    def _may_undo(self, ruling: Ruling) -> bool:
        target = self._by_number.get(ruling.undoes)
        if target is None or ruling.number in self._not_undone:
            return False
        return target.number < ruling.number and target.kind in UNDOABLE

    # --- shown ----------------------------------------------------------------------------------------------

    def views(self) -> tuple[RulingView, ...]:
        """The last rulings, in their order."""
        return tuple(
            RulingView(
                ruling.number, ruling.t_s, ruling.author, ruling.kind, ruling.board, ruling_text(ruling), ruling.reason,
                why_not, ruling.number in self._undone, ruling.undoes,
            )
            for ruling, why_not in self._shown
        )  # fmt: skip
