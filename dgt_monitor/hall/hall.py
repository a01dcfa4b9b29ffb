"""The hall: a function from entries to events, with the next due time.

Before an entry of time t is applied, every deadline up to t fires at its own time, ordered by (time, board); so a
replay at any speed says the same.
"""

from collections.abc import Iterator
from heapq import heappop, heappush, heapreplace
from itertools import count

from dgt_monitor.events import Event
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.correcting import Correcting
from dgt_monitor.hall.directory import Directory
from dgt_monitor.hall.entries import Asking, Entry, Known, Ruling
from dgt_monitor.hall.fencing import Fence
from dgt_monitor.hall.hall_places import HallPlaces
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.lines import Lines
from dgt_monitor.hall.rulings import Rulings
from dgt_monitor.hall.seating import Seating
from dgt_monitor.hall.snapshot import Snapshots, listed
from dgt_monitor.hall.spares import Spares
from dgt_monitor.hall.views import AlertView, HallView
from drivers.readings import Asked, Complaint, Identity, LineDown, LineUp, Reading

_OF_A_LINE = frozenset({LineUp, LineDown, Asked, Complaint})
"""What is said of a line or a board rather than by a board."""


class Hall(HallPlaces):
    """All boards together. Time is an argument and never goes back."""

    def __init__(self, known: Known | None = None) -> None:
        self._known = known or Known()
        self._boards = Directory()
        self._places = self._boards.places
        self._numbers = count()
        self._buses: set[str] = set()
        """Ports where a board has answered with a bus address."""
        self._due: list[tuple[float, int]] = []
        self._asking: set[HallBoard] = set()
        """Boards with requests: nobody looks through all of them at every reading."""
        self._snapshots = Snapshots(self._known.tournament)
        self._fence = Fence()
        self.alert_numbers = AlertNumbers()
        seating = Seating(self._known.tournament, lambda: self._boards, self.alert_numbers.undone)
        self._seating = seating
        self.lines = Lines(self._boards, self.alert_numbers, self._known.profile)
        self._spares = Spares(self._boards, self.lines.leave, self.alert_numbers.undone)
        self._spares.learn(self._known.tournament)
        self.correcting = Correcting(self._boards, seating, self.alert_numbers, self._spares)
        self._touched = self.lines.touched
        self.rulings = Rulings(self.alert_numbers.undone, self.correcting, self.lines.books, self._fence)
        self.t_s = 0.0
        self.due_s = NEVER_S
        """When `advance` wants to be called next (it may find nothing to do); `NEVER_S` if nothing is to come."""

    # --- entries in, events out -----------------------------------------------------------------------------

    def apply(self, entry: Entry | Ruling) -> list[Event]:
        """Take in what was read or ruled at its time; whatever was due before comes first."""
        if isinstance(entry, Ruling):
            out = self.advance(entry.t_s)
            self._rule(entry, out)
            return out
        return self.read(*entry)

    def learn(self, t_s: float, known: Known) -> list[Event]:
        """From this time on something else is known, as a tournament file was changed; no move changes by it.

        Where games stood at the beginning and the hall's time of day are as they were.
        """
        out = self.advance(t_s)
        self.t_s = max(self.t_s, t_s)
        known = self.with_its_own(known)
        if known == self._known:
            return out
        self._known = known
        self._spares.learn(known.tournament)
        known = self._for_boards()
        self._snapshots.learn(known.tournament)
        self.lines.rule_by(known.profile)
        for board in list(self._boards):
            if not board.gone:
                board.learn(t_s, known, out)
        self._seating.learn(t_s, known.tournament, out)
        return out

    def with_its_own(self, known: Known) -> Known:
        """The same with what only this hall's own beginning tells."""
        return known._replace(positions=self._known.positions, day_s=self._known.day_s, timing=self._known.timing)

    def _rule(self, ruling: Ruling, out: list[Event]) -> None:
        self.t_s = max(self.t_s, ruling.t_s)
        for board in self.rulings.take(ruling.t_s, ruling, list(self._boards), out):
            self._plan(board)
        if ruling.kind == "spare" and not self.rulings.views()[-1].why_not:
            for board in self._boards:
                if ruling.board == board.name:
                    self._fence.let_in(board)
        if ruling.kind in ("spare", "undo"):
            self._snapshots.learn(self._for_boards().tournament)

    def read(self, t_s: float, port: str, address: int | None, reading: Reading) -> list[Event]:
        """`apply` for a reading, without the wrapping."""
        out = self.advance(t_s) if t_s >= self.due_s else []
        self.t_s = t_s
        board = self._places.get((port, address))
        if board is None or type(reading) is Identity:
            if board is None and type(reading) in _OF_A_LINE:
                if address is None and port in self._buses:
                    return self._tell_boards(t_s, port, reading, out)
                if address is not None and type(reading) is not LineUp:
                    return out  # asked for where it is no more: it answers on another port
            board = self._place(t_s, port, address, reading, out)
        self._told(board, t_s, reading, out)
        if type(reading) is Identity:
            self._boards.note(board)
        if self._touched:
            self._plan_touched()
        return out

    def _told(self, board: KeptBoard, t_s: float, reading: Reading, out: list[Event]) -> None:
        if self._fence and self._fence.keeps_out(board, reading):
            return
        try:
            if board.read(t_s, reading, out):
                self._plan(board)
        except Exception as error:  # noqa: BLE001 - others go on
            self._fence.fail(board, t_s, error, out)

    def advance(self, t_s: float) -> list[Event]:
        """Let everything happen that is due up to this time, each at its own time."""
        out: list[Event] = []
        due = self._due
        while due:
            due_s, number = due[0]
            if due_s > t_s:
                break
            board = self._boards.get(number)
            if board is None or due_s != board.planned_s or board.gone:
                heappop(due)  # planned earlier or later since
                continue
            next_s = board.due_s
            if next_s <= due_s:
                self.t_s = due_s
                try:
                    board.tick(due_s, out)
                    next_s = board.due_s
                except Exception as error:  # noqa: BLE001 - others go on
                    self._fence.fail(board, due_s, error, out)
                    next_s = NEVER_S
            board.planned_s = next_s
            if next_s < NEVER_S:
                heapreplace(due, (next_s, number))
            else:
                heappop(due)
            if self._touched:
                self._plan_touched()
        self.due_s = due[0][0] if due else NEVER_S
        self.t_s = max(self.t_s, t_s)
        return out

    def finish(self, t_s: float) -> list[Event]:
        """The input has ended: what is due up to its end, and a summary of every game still open."""
        out = self.advance(t_s)
        for board in self._boards:
            out += board.play.summary(t_s, board.name)
        return out

    def requests(self) -> Iterator[Asking]:
        """What boards should be asked, each once."""
        asking = sorted(self._asking, key=lambda board: board.number) if self._asking else ()
        self._asking.clear()
        for board in asking:
            for request in dict.fromkeys(board.requests):
                yield Asking(board.port, board.address, request)
            board.requests.clear()

    def board_at(self, port: str, address: int | None) -> KeptBoard | None:
        """The board that answers at this place."""
        return self._places.get((port, address))

    def board(self, number: int) -> KeptBoard | None:
        """The board of this number; None if there is none."""
        return self._boards.get(number)

    def number_of(self, name: str) -> int | None:
        """The number of the board that has this name now."""
        return next((board.number for board in self._boards if board.name == name), None)

    def name_of(self, number: int) -> str | None:
        """The name of the board with this number now; None if there is none."""
        board = self._boards.get(number)
        return None if board is None else board.name

    def names_of(self, number: int) -> tuple[str, ...]:
        """Every name that the board with this number had, in order, and its serial numbers."""
        board = self._boards.get(number)
        serials = () if board is None else sorted({*board.serials, *self._spares.known_as(board)})
        return tuple(dict.fromkeys((*self._boards.ever.get(number, ()), *serials)))

    def places_of(self, number: int) -> list[tuple[str, int | None]]:
        """Where the board with this number answers; nowhere if another one was found there."""
        board = self._boards.get(number)
        return [] if board is None or board.place is None else [board.place]

    @property
    def boards_met(self) -> tuple[int, ...]:
        """The numbers of all boards, in the order in which they were met."""
        return tuple(board.number for board in self._boards)

    @property
    def known(self) -> Known:
        """What is known beside the readings."""
        return self._known

    def places_heard(self) -> list[tuple[str, int | None]]:
        """Every place at which a board is not known to be lost, in the order in which they were met."""
        return [place for place, board in self._places.items() if not board.link.lost]

    def lines_heard(self) -> list[tuple[str, int | None]]:
        """The same, a line with many boards as one place."""
        return list(dict.fromkeys((port, None) for port, _ in self.places_heard()))

    def preview(self, ruling: Ruling) -> str:
        """What a ruling on the past would change, in words; nothing is changed."""
        return self.correcting.preview(self.t_s, ruling)

    def view(self) -> HallView:
        """The hall as a screen sees it: immutable, boards that did not change are the same objects as before."""
        return self._snapshots.view(self.t_s, self._boards, self.rulings, self.correcting.aside, self.lines.open())

    def listed(self, name: str) -> list[AlertView]:
        """What still wants somebody on this board, or on this line of many."""
        of_board = [alert for board in self._boards if board.name == name and not board.gone for alert in listed(board)]
        return of_board + [alert for alert in self.lines.open() if alert.board == name]

    # --- boards ---------------------------------------------------------------------------------------------

    def _plan_touched(self) -> None:
        for board in self._touched:
            self._plan(board)
        self._touched.clear()

    def _plan(self, board: HallBoard) -> None:
        board.planned_s = board.due_s
        heappush(self._due, (board.planned_s, board.number))
        self.due_s = self._due[0][0]

    def _tell_boards(self, t_s: float, port: str, reading: Reading, out: list[Event]) -> list[Event]:
        """What concerns a whole bus line is told to each board on it."""
        there = [board for place, board in self._places.items() if place[0] == port and place[1] is not None]

        def tell() -> None:
            for board in there:
                self._told(board, t_s, reading, out)

        if isinstance(reading, LineDown):
            self.lines.fall(t_s, port, tell, out, reading.reason)
        else:
            tell()
        self._plan_touched()
        return out
