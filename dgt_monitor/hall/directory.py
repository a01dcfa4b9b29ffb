"""The boards of a hall by number, place, serial number and name: nobody looks through all of them."""

from collections.abc import Iterator

from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.linked_board import serial_name

Place = tuple[str, int | None]
"""Port, and the address on a bus."""


class Directory:
    """Which board is meant."""

    def __init__(self) -> None:
        self.places: dict[Place, KeptBoard] = {}
        self._boards: dict[int, KeptBoard] = {}
        self._of_serial: dict[str, dict[int, KeptBoard]] = {}
        self._of_name: dict[str, dict[int, KeptBoard]] = {}
        self._games: dict[str, int] = {}
        """The last game under each name that a board gave up."""
        self.ever: dict[int, list[str]] = {}
        """Every name that each board had, in order."""
        self._noted: dict[int, tuple[str, frozenset[str]]] = {}
        """Under which name and which serial numbers each board stands here."""

    def __iter__(self) -> Iterator[KeptBoard]:
        """All boards, in the order in which they were met."""
        return iter(self._boards.values())

    def get(self, number: int) -> KeptBoard | None:
        """The board of this number; None if it was forgotten."""
        return self._boards.get(number)

    def note(self, board: KeptBoard) -> None:
        """A board is new, or may have another name or more serial numbers now."""
        now = board.name, board.serials
        before = self._noted.get(board.number)
        if before == now:
            return
        if before is not None:
            self._strike(board.number, *before)
        names = self.ever.setdefault(board.number, [])
        if board.name not in names[-1:]:
            names.append(board.name)
        self._boards[board.number], self._noted[board.number] = board, now
        self._of_name.setdefault(board.name, {})[board.number] = board
        for serial in board.serials:
            self._of_serial.setdefault(serial, {})[board.number] = board

    def rename(self, board: KeptBoard, wanted: str) -> bool:
        """Give a board this name, or, while another one has it, that of its number; whether it has what is wanted.

        Games are counted by name: those that another board played under it go before.
        """
        own = serial_name(board.identity) or board.place_name
        names = (name for name in (wanted, own) if not self.is_of_another(name, board))
        name = next(names, board.name)
        if name != board.name:
            self._games[board.name] = board.play.game
            board.name, board.play.games_before = name, self._games.get(name, 0)
            self.note(board)
        return name == wanted

    def change_places(self, one: KeptBoard, other: KeptBoard) -> None:
        """Each stands now where the other did; those who ask for one find both by all they were ever called."""
        for place in [place for place, board in self.places.items() if board in (one, other)]:
            del self.places[place]
        for board in (one, other):
            if board.place is not None:
                self.places[board.place] = board
        self.note(one)
        self.note(other)

    def forget(self, board: KeptBoard) -> None:
        """A board of which there is nothing to tell any more."""
        board.gone = True
        if self.places.get((board.port, board.address)) is board:
            del self.places[board.port, board.address]
        if self._boards.pop(board.number, None) is not None:
            self._strike(board.number, *self._noted.pop(board.number))
            self.ever.pop(board.number, None)  # ports on which one board after another answers leave nothing behind

    def known_by(self, serial: str) -> KeptBoard | None:
        """The board with this serial number; of several the one that was met first."""
        boards = self._of_serial.get(serial)
        return boards[min(boards)] if boards else None

    def is_taken(self, name: str) -> bool:
        """Whether a board has this name, or had it before it was gone."""
        return name in self._of_name

    def is_of_another(self, name: str | None, board: KeptBoard) -> bool:
        """Whether another board that is there has this name."""
        boards = self._of_name.get(name or "", {}).values()
        return any(other is not board and not other.gone for other in boards)

    def _strike(self, number: int, name: str, serials: frozenset[str]) -> None:
        _drop(self._of_name, name, number)
        for serial in serials:
            _drop(self._of_serial, serial, number)


def _drop(index: dict[str, dict[int, KeptBoard]], key: str, number: int) -> None:
    del index[key][number]
    if not index[key]:
        del index[key]
