"""What changed from one view of a hall to the next: told board by board, and put together again."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.journal.codec import Json, UnreadableError
from dgt_monitor.viewing.shapes import Shape, shape_of, shapes_of

SQUARES: Final = 64
BOARD_SHAPES: Final = shapes_of(BoardView)
HALL_SHAPES: Final = shapes_of(HallView)
_BOARDS: Final = HallView._fields.index("boards")
MARK: Final = shape_of(HallView).mark
"""Two programs with the same mark mean the same by a view."""
NEW: Final = -1
"""In the place of a board of the view before: there was none."""
Changed = tuple[tuple[int, Json], ...]
"""Fields by their numbers, and what stands there now."""


class BoardNow(NamedTuple):
    """A board that changed, or is new."""

    before: int
    """Which board of the view before it was; `NEW`."""
    changed: Json


class HallNow(NamedTuple):
    """The boards told since the view before make a new one."""

    order: tuple[int, ...]
    """Which board of the view before stands there; below 0: the one told first since then is -1, the next -2, .."""
    changed: Json


def board_changes(before: int, old: BoardView | None, new: BoardView) -> BoardNow:
    """What is to be told of one board."""
    return BoardNow(before, _changes(BOARD_SHAPES, old, new))


def changes(old: HallView | None, new: HallView) -> Iterator[tuple[int, BoardView | None, BoardView] | HallNow]:
    """The boards that are to be told (`board_changes`), and last what makes a view of them."""
    places = {} if old is None else {_key(board): place for place, board in enumerate(old.boards)}
    order: list[int] = []
    told = 0
    for board in new.boards:
        before = places.pop(_key(board), NEW)
        kept = None if old is None or before == NEW else old.boards[before]
        if kept is board:
            order.append(before)
            continue
        told += 1
        order.append(-told)
        yield before, kept, board
    yield HallNow(tuple(order), _changes(HALL_SHAPES, old, new, leave_out=_BOARDS))


def _key(board: BoardView) -> tuple[str, str, int | None]:
    return board.board, board.port, board.address


def _changes(shapes: Sequence[Shape], old: Any, new: Any, leave_out: int = -1) -> list[Json]:
    told: list[Json] = []
    for number, (shape, now) in enumerate(zip(shapes, new, strict=True)):
        was = None if old is None else old[number]
        if number == leave_out or (old is not None and (was is now or was == now)):
            continue
        if shape.item is None:
            told.append([number, shape.field.encode(now)])
        else:
            kept = _common(was or (), now)
            told.append([number, kept, [shape.item.encode(each) for each in now[kept:]]])
    return told


def _common(was: tuple[Any, ...], now: tuple[Any, ...]) -> int:
    """How many items at the beginning are the same."""
    kept = 0
    for one, other in zip(was, now, strict=False):
        if one is not other and one != other:
            break
        kept += 1
    return kept


class Replica:
    """The view that was told; UnreadableError for what makes none, after which it is to be begun anew."""

    def __init__(self) -> None:
        self.view: HallView | None = None
        self._told: list[BoardView] = []

    def take_board(self, told: BoardNow) -> None:
        """A board that changed; it shows with the next `take_hall`."""
        boards = () if self.view is None else self.view.boards
        if told.before != NEW and not 0 <= told.before < len(boards):
            raise UnreadableError(f"there was no board {told.before}")
        old = None if told.before == NEW else boards[told.before]
        board = BoardView(*_changed(BOARD_SHAPES, old, told.changed))
        _check(board)
        self._told.append(board)

    def take_hall(self, told: HallNow) -> HallView:
        """The view that is whole now."""
        before = () if self.view is None else self.view.boards
        boards = []
        for place in told.order:
            among, number = (before, place) if place >= 0 else (tuple(self._told), -1 - place)
            if number >= len(among):
                raise UnreadableError(f"there is no board {place}")
            boards.append(among[number])
        values = _changed(HALL_SHAPES, self.view, told.changed, leave_out=_BOARDS)
        values[_BOARDS] = tuple(boards)
        self.view, self._told = HallView(*values), []
        return self.view


_MISSING: Final = object()


def _changed(shapes: Sequence[Shape], old: Any, changed: Json, leave_out: int = -1) -> list[Any]:
    values: list[Any] = [_MISSING] * len(shapes) if old is None else list(old)
    for each in _list(changed):
        number, *rest = _list(each) or [None]
        if type(number) is not int or not 0 <= number < len(shapes) or number == leave_out:
            raise UnreadableError(f"there is no field {number!r}")
        shape = shapes[number]
        if shape.item is None and len(rest) == 1:
            values[number] = shape.field.decode(rest[0])
        elif shape.item is not None and len(rest) == 2:
            values[number] = _tail(values[number], rest[0], [shape.item.decode(each) for each in _list(rest[1])])
        else:
            raise UnreadableError(f"{each!r} is no field")
    if any(value is _MISSING for number, value in enumerate(values) if number != leave_out):
        raise UnreadableError("a new one is not whole")
    return values


def _tail(was: Any, kept: Json, items: list[Any]) -> tuple[Any, ...]:
    was = () if was is _MISSING else was
    if type(kept) is not int or not 0 <= kept <= len(was):
        raise UnreadableError(f"{kept!r} of {len(was)} cannot be kept")
    return (*was[:kept], *items)


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise UnreadableError(f"{value!r} is no list")
    return value


def _check(board: BoardView) -> None:
    """What a screen takes for granted of a board."""
    for placement in (board.physical, board.understood):
        if len(placement) not in (0, SQUARES):
            raise UnreadableError(f"{placement!r} is no placement")
    if not all(0 <= square < SQUARES for square in board.differing):
        raise UnreadableError(f"{board.differing!r} are no squares")
