"""Of whom a history tells: a board by every name it had, and the games that left it for another board."""

from collections.abc import Iterable

from dgt_monitor import events
from dgt_monitor.cli.journal_input import Loaded, which
from dgt_monitor.cli.output import EXIT_WRONG_USAGE, fail
from dgt_monitor.events import Event
from dgt_monitor.hall.hall import Hall


def board_meant(loaded: Loaded, name: str) -> int:
    """The number of the board that has or had this name, or one that ends so, or this serial number.

    Of several that had it the one that has it now. Ends the program if it is none, or may be several.
    """
    hall = loaded.rebuilt.hall
    names = {number: hall.names_of(number) for number in hall.boards_met}
    names = {number: its for number, its in names.items() if not _is_out_of_use(hall, number)} or names
    now = next((number for number in names if hall.name_of(number) == name), None)
    meant = [n for n in names if name in names[n]]
    meant = meant or [n for n in names if any(each.endswith(name) for each in names[n])]
    if now is not None:
        return now
    if len(meant) != 1:
        fail(
            f"{name}: {which([_called(hall, n) for n in meant], sorted(_called(hall, n) for n in names))}",
            EXIT_WRONG_USAGE,
        )
    return meant[0]


def _is_out_of_use(hall: Hall, number: int) -> bool:
    """Whether a spare stands in its place: what it was asked for goes on there."""
    board = hall.board(number)
    return board is not None and board.link.out_of_use


def _called(hall: Hall, number: int) -> str:
    return hall.name_of(number) or hall.names_of(number)[-1]


class Followed:
    """One board, and its game where that goes on elsewhere."""

    def __init__(self, number: int, names: Iterable[str]) -> None:
        self._number = number
        self.names = frozenset(names)
        self._elsewhere: tuple[str, int] | None = None
        """Board and number of the game that has left."""

    def of_board(self, hall: Hall, name: str) -> bool:
        """Whether what is told of a board of this name is told of this one, or of the game that left it."""
        if self._elsewhere is not None and self._elsewhere[0] == name:
            return True
        return name in self.names and hall.number_of(name) in (None, self._number)

    def concerned(self, hall: Hall) -> list[str]:
        """Names of boards and lines of which rulings concern it."""
        line = line_of(hall, self._number)
        named = [*self.names, *(() if line is None else (line,))]
        return named if self._elsewhere is None else [*named, self._elsewhere[0]]

    def of_line(self, hall: Hall, event: Event) -> bool:
        """Whether it is told of the line that the board shares with others."""
        return isinstance(event, events.Alert | events.AlertCleared) and event.board == line_of(hall, self._number)

    def heard(self, hall: Hall, port: str, address: int | None) -> bool:
        """Whether the board at this place is it, or that of the game that left it."""
        board = hall.board_at(port, address)
        if board is None:
            return False
        return board.number == self._number or (self._elsewhere is not None and board.name == self._elsewhere[0])

    def where(self, name: str) -> str:
        """In front of what is told of another board."""
        return "" if name in self.names else f"Bd {name}: "

    def moves(self, told: list[Event]) -> str | None:
        """What is to be said of a game that comes or goes by what was told in one go."""
        gone = [event for event in told if isinstance(event, events.Gone)]
        begun = next((event for event in told if isinstance(event, events.GameStart)), None)
        here = begun is not None and begun.board in self.names
        left = next((each for each in gone if (each.board in self.names) != here), None)
        if here and begun is not None and left is not None:
            return self._comes(begun, left)
        if begun is not None and left is not None and not left.aside:
            self._elsewhere = begun.board, begun.game
            return f"game {left.game} goes on on Bd {begun.board}, as its game {begun.game}: it is told here, too"
        if begun is not None and self._elsewhere is not None and begun.board == self._elsewhere[0]:
            self._elsewhere = None
            return f"another game begins on Bd {begun.board}, which is told of no more here"
        return f"game {left.game} is set aside" if left is not None and left.aside else None

    def _comes(self, begun: events.GameStart, left: events.Gone) -> str:
        if self._elsewhere == (left.board, left.game):
            self._elsewhere = None
            return f"game {left.game} of Bd {left.board} is game {begun.game} here again"
        return f"game {begun.game} comes from Bd {left.board}, where it was game {left.game}: see the history of that"


def line_of(hall: Hall, number: int) -> str | None:
    """The port of the bus line that a board is on; None of a board alone on its line."""
    return next((port for port, address in hall.places_of(number) if address is not None), None)
