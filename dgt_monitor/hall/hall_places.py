"""Which board answers at which place: met, known from elsewhere, exchanged for another one, or come back."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import partial

from dgt_monitor.events import Event
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.directory import Directory, Place
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.lines import Lines
from dgt_monitor.hall.snapshot import Snapshots
from dgt_monitor.hall.spares import Spares
from drivers.readings import BoardDump, Identity, LineDown, LineUp, Reading


class HallPlaces(ABC):
    """The part of a hall that knows where its boards answer."""

    _asking: set[HallBoard]
    _boards: Directory
    _buses: set[str]
    _known: Known
    _numbers: Iterator[int]
    _places: dict[Place, KeptBoard]
    _snapshots: Snapshots
    _spares: Spares
    alert_numbers: AlertNumbers
    lines: Lines

    @abstractmethod
    def _plan(self, board: HallBoard) -> None: ...

    def _place(self, t_s: float, port: str, address: int | None, reading: Reading, out: list[Event]) -> KeptBoard:
        """The board that says this, where it is not known yet or tells who it is."""
        if address is not None and port not in self._buses:
            self._is_a_bus(t_s, port, out)
        board = self._places.get((port, address))
        if board is None and address is not None and type(reading) is LineUp:
            board = self._moved(port, address)
        board = board or self._meet(port, address)
        serial = reading.long_serial or reading.serial if isinstance(reading, Identity) else None
        if not serial or serial in board.serials:
            return board
        other = self._boards.known_by(serial)
        if board.serials and not self._completes(board, reading):
            return self._exchanged(t_s, board, other, out)
        if other is None or other is board:
            board.namesake = board.namesake or self._is_another(board, reading)
            return board
        if not (other.link.lost or other.place is None) or board.has_moves:
            board.namesake = True  # two boards answer with one number: each keeps its own game
            return board
        return self._came_back(t_s, board, other, out)

    def _is_another(self, board: KeptBoard, told: Reading) -> bool:
        """Whether the name that a board gets by what it tells is that of another board already."""
        if not isinstance(told, Identity):
            return False
        serial, long_serial = told.serial or board.identity.serial, told.long_serial or board.identity.long_serial
        name = board.named_by(Identity(serial=serial, long_serial=long_serial))
        return self._boards.is_of_another(name, board)

    @staticmethod
    def _completes(board: KeptBoard, told: Reading) -> bool:
        """Whether the other kind of number is told of a board of which one kind is known."""
        known = board.identity
        if not isinstance(told, Identity):
            return False
        return not (told.serial and known.serial) and not (told.long_serial and known.long_serial)

    def _is_a_bus(self, t_s: float, port: str, out: list[Event]) -> None:
        """A board on this port answers with an address: what the port was taken for before is not there."""
        self._buses.add(port)
        before = self._places.pop((port, None), None)
        if before is not None:
            before.gone = not before.tracker.seen
            before.place = None
            if before.gone:
                self._forget(t_s, before, out)
            else:
                before.read(t_s, LineDown("the port is a bus line now"), out)

    def _meet(self, port: str, address: int | None) -> KeptBoard:
        board = KeptBoard(next(self._numbers), port, address, self._for_boards(), self.alert_numbers, self._asking)
        board.rename = partial(self._boards.rename, board)
        board.line = self.lines
        if address is not None and self._boards.is_taken(board.name):
            board.name = f"{port}/{address:05d}"
        while self._boards.is_taken(board.name):
            board.name += "'"  # a port called like another board's number; alerts and streams need names apart
        self._boards.note(board)
        self._places[port, address] = board
        return board

    def _moved(self, port: str, address: int) -> KeptBoard | None:
        """The board of this address whose line is away: a whole bus comes back on another port.

        Only boards without a number are known by their address, and only if there is one such.
        """
        away = [
            board
            for board in self._boards
            if board.address == address and board.link.lost and board.place is not None and not board.serials
        ]
        if len(away) != 1 or away[0].gone:
            return None
        (board,) = away
        for place in [place for place, other in self._places.items() if other is board]:
            del self._places[place]
        board.port, board.address = board.place = port, address
        self._places[port, address] = board
        return board

    def _exchanged(self, t_s: float, before: KeptBoard, now: KeptBoard | None, out: list[Event]) -> KeptBoard:
        """Another board than before answers at this place: cables were swapped, the line may have stayed open."""
        place = before.port, before.address
        before.exchanged(t_s, out)
        if before.read(t_s, LineDown("another board answers on this port"), out):
            self._plan(before)
        before.place = None
        if not before.play.game:
            self._forget(t_s, before, out)
        if now is None:
            return self._meet(*place)
        self._settle(t_s, now, place, out)
        return now

    def _came_back(self, t_s: float, before: KeptBoard, now: KeptBoard, out: list[Event]) -> KeptBoard:
        """What was only a place until its number was told is a board known from another port."""
        self._forget(t_s, before, out)
        self._settle(t_s, now, (before.port, before.address), out)
        if before.tracker.raw:  # its dump came before its number
            now.read(t_s, BoardDump(before.tracker.raw), out)
        return now

    def _forget(self, t_s: float, board: KeptBoard, out: list[Event]) -> None:
        """There was nothing on it to be watched any more; where a game was told of it, its name stays its own."""
        board.gone = True
        out.extend(board.alerts.clear(t_s, lambda _: True, "resolved"))
        self.lines.heard(board, t_s, out)
        self.lines.quiet(board, t_s, out)
        if not board.play.game:
            self._boards.forget(board)
            self._snapshots.forget(board.number)
            self._asking.discard(board)

    def _settle(self, t_s: float, board: KeptBoard, place: tuple[str, int | None], out: list[Event]) -> None:
        """A known board is at another place now; its line was away in between."""
        if board.place is not None and self._places.get(board.place) is board:
            del self._places[board.place]
            if not board.link.lost:
                board.exchanged(t_s, out)  # who answered there since it was asked last is not known
        board.away_since(t_s, t_s if board.link.heard_s is None else board.link.heard_s)
        board.read(t_s, LineDown("it answers on another port now"), out)
        board.port, board.address = board.place = place
        self._places[place] = board
        board.read(t_s, LineUp(), out)

    def _for_boards(self) -> Known:
        """What is known, with the labels that spares have taken."""
        return self._known._replace(tournament=self._spares.laid_over(self._known.tournament))
