"""A game made again from its slice of the record and the rulings on it: the same function, fed the same entries.

What a ruling changes in the past is applied at its place: where the moves were made that it replaces. What follows is
laid over that. To undo it is to feed the slice without it, so nothing of it can stay behind.
"""

from collections.abc import Sequence
from itertools import islice
from math import inf
from typing import Final, NamedTuple

from dgt_monitor.events import Alert, Event, Rule
from dgt_monitor.game.changes import Ply
from dgt_monitor.game.correcting import CorrectionError, correct
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.board_rulings import ruled_of
from dgt_monitor.hall.copying import copied
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.entry_of_alerts import same
from dgt_monitor.hall.its_line import ALONE
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.parting import arrive, leave, take_place
from dgt_monitor.hall.refusing import RefusedError, another_game, not_carried_out, rests_on_it
from dgt_monitor.hall.reopening import ENDS, Noted, lifted
from dgt_monitor.hall.repositioning import reposition
from dgt_monitor.hall.slices import Arrived, Away, Exchanged, Left, Placed, Silent, Slice, What
from dgt_monitor.hall.texts import tells_of_a_correction
from dgt_monitor.wording import Said
from drivers.readings import Request

_OF_THE_HALL: Final = frozenset({"_asking", "line", "rename", "requests"})
"""What of a board is none of its game, and not copied."""
SLOTS: Final = tuple(
    name for kind in HallBoard.__mro__[::-1] for name in getattr(kind, "__slots__", ()) if name not in _OF_THE_HALL
)


class Provisional(AlertNumbers):
    """Numbers for alerts that were not told: below zero, so none of them is one that was."""

    def __init__(self, undone: set[int]) -> None:
        super().__init__()
        self.undone = undone
        self._last = 0

    def next_of(self, board: str) -> int:  # noqa: ARG002 - the same for all
        """The number of the next alert."""
        self._last -= 1
        return self._last


class FedBoard(HallBoard):
    """A board that is told its slice again; it asks for nothing, and nobody hears what it says."""

    __slots__ = ("_called", "_known", "_names")

    def _ask(self, request: Request) -> None:
        pass

    def begin(self, told: Sequence[Alert]) -> None:
        """Number alerts apart; `told`: those of the game that were, which rulings name."""
        self._called = self.name
        self._names = {alert.id: same(alert) for alert in told}
        self._known = {same(alert) for alert in told if not tells_of_a_correction(alert.text)}
        self.alerts.numbers = Provisional(self.alerts.numbers.undone)
        self.alerts.told = []
        self.memory.ask = lambda: None
        self.play.begins_as = None  # the name is the board's that is fed again
        self.requests, self._asking, self.line = [], set(), ALONE

    def plan(self) -> None:
        """Something has changed without a reading."""
        self._plan_held()

    def judge_corrected(self, t_s: float, out: list[Event]) -> None:
        """Tell what does not fit what was ruled just now, in place of what followed from that and nobody knows."""
        standing = self.alerts.standing.values()
        unknown = {a.squares for a in standing if a.rule is Rule.POSITION_UNEXPLAINED and same(a) not in self._known}
        self.play.follow(t_s, self.name, self.tracker.judge_corrected(t_s, unknown), out)
        self.plan()

    def renumber(self, game: int) -> None:
        """The game is the board's game of this number."""
        self.play.game = game
        self.flags.renumber(game)
        if self.last_claim is not None:
            self.last_claim = game, self.last_claim[1]

    def pass_time(self, t_s: float, out: list[Event]) -> None:
        """Do what is due up to this time, each at its own, as `Hall.advance` does."""
        while self.due_s <= t_s:
            self.tick(self.due_s, out)

    def take(self, t_s: float, what: What, out: list[Event]) -> None:
        """One entry of the slice."""
        if isinstance(what, Ruling):
            self.rule_here(t_s, what, out)
        elif isinstance(what, Silent):
            self.link.heard_s, self.link.silent, self.link.waits = what.heard_s, True, True
            self._link_changed(t_s, LinkChange("silent"), out)
        elif isinstance(what, Away):
            self.tracker.line_down(what.since_s)
        elif isinstance(what, Exchanged):
            self.exchanged(t_s, out)
        elif isinstance(what, Left):
            leave(self, t_s)
            self.name = self._called  # a game in whose place it stood had another one
        elif isinstance(what, Arrived):
            if what.ruling.kind == "spare":
                take_place(self, t_s, what.game.board(), what.ruling, out)
            else:
                arrive(self, t_s, what.game.board(), what.ruling, out)
        else:
            self.read(t_s, what, out)

    def rule_here(self, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
        """Carry out a ruling on the board as it is now; why not, where that cannot be."""
        return ruled_of(self, t_s, ruling._replace(alert_id=self._named_here(ruling.alert_id)), out)

    def _named_here(self, alert_id: str) -> str:
        """The same alert by the name it has here; rulings name those that were told."""
        wanted = self._names.get(alert_id)
        here = [alert.id for alert in self.alerts.told if same(alert) == wanted]
        return here[-1] if here else alert_id


class Checkpoint:
    """A board as it was when its present game had just begun."""

    __slots__ = ("_state", "raw")

    def __init__(self, board: HallBoard) -> None:
        self.raw = board.tracker.raw
        """What stood on it, in its own numbering."""
        state = {name: getattr(board, name) for name in SLOTS}
        self._state = _copied(state, board.play.ledger.profile, board.memory.ask)

    def board(self) -> FedBoard:
        """A board like that one, to be told what came after."""
        fed: FedBoard = object.__new__(FedBoard)
        for name, value in _copied(self._state).items():
            setattr(fed, name, value)
        return fed

    def of_hall(self, numbers: AlertNumbers) -> "Checkpoint":
        """The same board in the hall that numbers alerts so: rulings that count no more there do not count for it."""
        other: Checkpoint = object.__new__(Checkpoint)
        other.raw, other._state = self.raw, _copied(self._state, of_hall=numbers)
        return other


class Fresh(NamedTuple):
    """A board of which nothing is known yet; with these a board is made."""

    number: int
    port: str
    address: int | None
    known: Known
    undone: set[int]

    @property
    def raw(self) -> str:
        """Nothing stands on it, for all that is known."""
        return EMPTY * 64

    def board(self) -> FedBoard:
        """A board like that."""
        numbers = Provisional(self.undone)
        return FedBoard(self.number, self.port, self.address, self.known, numbers, set())


def _copied(state: dict[str, object], *shared: object, of_hall: AlertNumbers | None = None) -> dict[str, object]:
    """Copies that share with the board only what never changes; `of_hall`: as of a board in another hall."""
    alerts = state["alerts"]
    undone = alerts.undone if isinstance(alerts, AlertBook) else None
    memo: dict[int, object] = {id(each): each for each in (*shared, state["tournament"], undone)}
    if of_hall is not None:
        memo[id(undone)] = of_hall.undone
    out = {name: copied(value, memo) for name, value in state.items()}
    if of_hall is not None and isinstance(out["alerts"], AlertBook):
        out["alerts"].numbers = of_hall
    return out


class Feeding:
    """A slice fed to a board that is as it was when the slice began; `newest`: a ruling that was not in it before."""

    def __init__(
        self, kept: Slice, newest: Ruling | None = None, until: int | None = None, *, may_begin: bool = False
    ) -> None:
        self._kept = kept
        self._may_begin = may_begin
        """Whether a game may begin in it."""
        self._newest = newest
        self._until = until
        """So many of its entries; None: all."""
        self._lifted: set[int] = set()
        """Rulings that ended the game until another let it go on: what was moved meanwhile is play."""
        self._noted = Noted()
        self._ruled_s: list[float] = []
        """When the past of the game was ruled on."""

    def board(self, board: FedBoard, told: Sequence[Alert], until_s: float) -> FedBoard:
        """The board as the slice leaves it; RefusedError where a ruling cannot be carried out, or a game ends."""
        kept, out = self._kept, list[Event]()
        self._ruled_s = sorted(ruled_s for ruled_s in kept.ruled_s if ruled_s <= until_s)
        board.begin(told)
        self._lifted = lifted((what for _, what in islice(kept, self._until)), kept, board.play.game)
        begun, waiting, t_s = board.play.begun, sorted(kept.in_effect, key=lambda each: each.at), kept.began_s
        sures_s = sorted(w.sure_s for w in kept.others if isinstance(w, Exchanged) and w.sure_s is not None)
        for number, (at_s, what) in enumerate(islice(kept, self._until)):
            while waiting and waiting[0].at <= number:
                self._apply(board, t_s, waiting.pop(0), out)
            while sures_s and sures_s[0] < at_s:
                board.belonging.sure(sures_s.pop(0))
            t_s = at_s
            self._judge(board, t_s, out)
            board.pass_time(t_s, out)
            begun = self._take(board, t_s, what, begun, out)
        for each in waiting:
            self._apply(board, t_s, each, out)
        self._judge(board, inf, out)
        board.pass_time(until_s, out)
        if board.play.begun != begun and not self._may_begin:
            raise RefusedError(another_game())
        return board

    def _judge(self, board: FedBoard, before_s: float, out: list[Event]) -> None:
        """Look, at the moments in which the past was ruled on, whether the board shows what was said."""
        while self._ruled_s and self._ruled_s[0] < before_s:
            t_s = self._ruled_s.pop(0)
            board.pass_time(t_s, out)
            if board.held is None and board.tracker.untold.is_over:
                board.judge_corrected(t_s, out)

    def _take(self, board: FedBoard, t_s: float, what: What, begun: int, out: list[Event]) -> int:
        """One entry, unless it is undone; so many games have begun then."""
        number = kept_ruling(what)
        undone = number in self._kept.undone
        if isinstance(what, Ruling) and what.kind in ENDS:
            self._noted.take(what, board, undone=undone, lifted=number in self._lifted)
        if not undone and number not in self._lifted:
            board.take(t_s, what, out)
        if isinstance(what, Arrived) or self._may_begin:
            return board.play.begun
        if board.play.begun != begun:
            raise RefusedError(another_game())
        return begun

    def _apply(self, board: FedBoard, t_s: float, placed: Placed, out: list[Event]) -> None:
        """A ruling on the past, now that its place has come."""
        t_s, ruling = max(t_s, placed.since_s), placed.ruling
        board.pass_time(placed.since_s, out)
        try:
            if board.tracker.story is None:
                raise CorrectionError
            if ruling.kind == "position":
                reposition(board, t_s, ruling, out)
            elif ruling.kind == "illegal":
                self._apply_of_illegal(board, t_s, ruling, out)
            else:
                board.play.follow(t_s, board.name, correct(board.tracker, t_s, ruling.ply, ruling.moves), out)
        except CorrectionError as error:
            raise RefusedError(
                not_carried_out(ruling, error.san) if self._is_newest(ruling) else rests_on_it(ruling)
            ) from None
        board.plan()

    def _apply_of_illegal(self, board: FedBoard, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        why_not = board.rule_here(t_s, ruling, out)
        if why_not is not None:
            raise RefusedError(why_not if self._is_newest(ruling) else rests_on_it(ruling))

    def _is_newest(self, ruling: Ruling) -> bool:
        return self._newest is not None and ruling.number == self._newest.number


def kept_ruling(what: What) -> int:
    """The number of the ruling that an entry is; 0 for others."""
    if isinstance(what, Left | Arrived):
        return what.ruling.number
    return what.number if isinstance(what, Ruling) else 0


def keep_times(fed: HallBoard, plies: Sequence[Ply]) -> None:
    """Each ply has the clock's times it had: readings that only count down are none of a slice."""
    known = {ply.t_s: ply for ply in plies}
    of_move = {(ply.t_s, ply.uci): ply for ply in plies}
    for ply in plies_of(fed.tracker.story):
        before = of_move.get((ply.t_s, ply.uci), known.get(ply.t_s))
        if before is not None and not ply.timed:
            ply.clock, ply.timed = before.clock, before.timed
