"""A game made again from its slice of the record and the rulings on it: the same function, fed the same entries.

What a ruling changes in the past is applied at its place: where the moves were made that it replaces. What follows is
laid over that. To undo it is to feed the slice without it, so nothing of it can stay behind.
"""

from collections.abc import Sequence, Set
from copy import deepcopy
from typing import Final

from dgt_monitor.events import Alert, Event
from dgt_monitor.game.correcting import CorrectionError, correct
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.alerts import AlertNumbers, same
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.held_board import HeldBoard
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.refusing import RefusedError, another_game, not_carried_out, rests_on_it
from dgt_monitor.hall.repositioning import reposition
from dgt_monitor.hall.slices import Away, Exchanged, Placed, Silent, Slice, What
from drivers.readings import Request

_OF_THE_HALL: Final = frozenset({"_asking", "requests"})
"""What of a board is none of its game, and not copied."""
SLOTS: Final = tuple(name for name in (*HeldBoard.__slots__, *HallBoard.__slots__) if name not in _OF_THE_HALL)


class Provisional(AlertNumbers):
    """Numbers for alerts that were not told: below zero, so none of them is one that was."""

    def __init__(self) -> None:
        super().__init__()
        self._last = 0

    def next_of(self, board: str) -> int:  # noqa: ARG002 - the same for all
        """The number of the next alert."""
        self._last -= 1
        return self._last


class FedBoard(HallBoard):
    """A board that is told its slice again; it asks for nothing, and nobody hears what it says."""

    __slots__ = ("_names",)

    def _ask(self, request: Request) -> None:
        pass

    def begin(self, told: Sequence[Alert]) -> None:
        """Number alerts apart; `told`: those of the game that were, which rulings name."""
        self._names = {alert.id: same(alert) for alert in told}
        self.alerts.numbers = Provisional()
        self.alerts.told = []
        self.memory.ask = lambda: None
        self.requests, self._asking = [], set()

    def plan(self) -> None:
        """Something has changed without a reading."""
        self._plan_held()

    def pass_time(self, t_s: float, out: list[Event]) -> None:
        """Do what is due up to this time, each at its own, as `Hall.advance` does."""
        while self.due_s <= t_s:
            self.tick(self.due_s, out)

    def take(self, t_s: float, what: What, out: list[Event]) -> None:
        """One entry of the slice."""
        if isinstance(what, Ruling):
            self.rule(t_s, what._replace(alert_id=self._named_here(what.alert_id)), out)
        elif isinstance(what, Silent):
            self.link.heard_s, self.link.silent, self.link.waits = what.heard_s, True, True
            self._link_changed(t_s, LinkChange("silent"), out)
        elif isinstance(what, Away):
            self.tracker.line_down(what.since_s)
        elif isinstance(what, Exchanged):
            self.exchanged(t_s, out)
        else:
            self.read(t_s, what, out)

    def _named_here(self, alert_id: str) -> str:
        """The same alert by the name it has here; rulings name those that were told."""
        wanted = self._names.get(alert_id)
        same = [alert.id for alert in self.alerts.told if same(alert) == wanted]
        return same[-1] if same else alert_id


class Checkpoint:
    """A board as it was when its present game had just begun."""

    __slots__ = ("_state",)

    def __init__(self, board: HallBoard) -> None:
        self._state = _copied({name: getattr(board, name) for name in SLOTS}, board)

    def board(self) -> FedBoard:
        """A board like that one, to be told what came after."""
        fed: FedBoard = object.__new__(FedBoard)
        state = {**self._state}
        for name, value in _copied(state, None, state["tournament"]).items():
            setattr(fed, name, value)
        return fed


def _copied(state: dict[str, object], board: HallBoard | None, *shared: object) -> dict[str, object]:
    """Copies that share with the board only what never changes."""
    memo: dict[int, object] = {}
    if board is not None:
        profile = board.play.ledger.profile
        shared = (board.tournament, profile, board.memory.ask)
    memo.update((id(each), each) for each in shared)
    return deepcopy(state, memo)


class Feeding:
    """A slice, and which rulings are in effect in it: those made before that are not undone, and one that is new."""

    def __init__(self, kept: Slice, newest: Placed | None, undone: Set[int]) -> None:
        self._kept = kept
        self._newest = newest
        self._undone = undone

    def board(self, board: FedBoard, told: Sequence[Alert], until_s: float) -> FedBoard:
        """The board as the slice leaves it; RefusedError where a ruling cannot be carried out, or a game ends."""
        kept, out = self._kept, list[Event]()
        board.begin(told)
        game, waiting, t_s = board.play.game, self._in_order(), kept.began_s
        sures_s = sorted(w.sure_s for w in kept.others if isinstance(w, Exchanged) and w.sure_s is not None)
        for number, (at_s, what) in enumerate(kept):
            while waiting and waiting[0].at <= number:
                self._apply(board, t_s, waiting.pop(0).ruling, out)
            while sures_s and sures_s[0] < at_s:
                board.belonging.sure(sures_s.pop(0))
            t_s = at_s
            board.pass_time(t_s, out)
            if not (isinstance(what, Ruling) and what.number in self._undone):
                board.take(t_s, what, out)
            self._look(board, game)
        for each in waiting:
            self._apply(board, t_s, each.ruling, out)
        board.pass_time(until_s, out)
        self._look(board, game)
        return board

    def _in_order(self) -> list[Placed]:
        """The rulings on the past by their places; of two at one place the later one overrules the other."""
        new = [] if self._newest is None else [self._newest]
        all_of_them = [*self._kept.placed, *new]
        return sorted((p for p in all_of_them if p.ruling.number not in self._undone), key=lambda p: p.at)

    @staticmethod
    def _look(board: FedBoard, game: int) -> None:
        if board.play.game != game:
            raise RefusedError(another_game())

    def _apply(self, board: FedBoard, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """A ruling on the past, now that its place has come."""
        try:
            if board.tracker.story is None:
                raise CorrectionError
            if ruling.kind == "position":
                reposition(board, t_s, ruling, out)
            else:
                board.play.follow(t_s, board.name, correct(board.tracker, t_s, ruling.ply, ruling.moves), out)
        except CorrectionError as error:
            new = self._newest is not None and ruling is self._newest.ruling
            raise RefusedError(not_carried_out(ruling, error.san) if new else rests_on_it(ruling)) from None
        board.plan()


def keep_times(fed: HallBoard, live: HallBoard) -> None:
    """Each ply has the clock's times it had: readings that only count down are none of a slice."""
    plies = plies_of(live.tracker.story)
    known = {ply.t_s: ply for ply in plies}
    of_move = {(ply.t_s, ply.uci): ply for ply in plies}
    for ply in plies_of(fed.tracker.story):
        before = of_move.get((ply.t_s, ply.uci), known.get(ply.t_s))
        if before is not None and not ply.timed:
            ply.clock, ply.timed = before.clock, before.timed
    fed.clock.catch_up(live.clock)
