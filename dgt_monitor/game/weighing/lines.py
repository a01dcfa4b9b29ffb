"""Lines of plies, and what one has otherwise than another."""

from typing import NamedTuple

import chess

from dgt_monitor.game.placement import EMPTY, Change, changes
from dgt_monitor.game.plain import OWN
from dgt_monitor.game.putting import put, twin

NEVER_S = float("-inf")


class Link(NamedTuple):
    """A ply of a line, and the position before it; both are never changed."""

    before: "Link | None"
    move: chess.Move
    landed_s: float
    lifted_s: float
    board: chess.Board
    expected: list[str]
    hidden: bool
    """Nobody saw it land."""
    number: int
    """1 is the first ply after the root."""
    cost: float = 0.0
    """What the line cost before it."""
    unpressed: int = 0
    """So many plies in a row, with this one, were made without a press that should have come before."""


class Rival:
    """Another line that led where a line stood at `link`. What it has otherwise is worked out when first asked."""

    __slots__ = ("_parted", "_positions", "dearer", "is_out_of_step", "is_pressed", "link", "other")

    def __init__(self, dearer: float, other: Link | None, link: Link | None) -> None:
        self.dearer, self.other, self.link = dearer, other, link
        self.is_out_of_step = False
        """The presses fit the line and not the other, as was found once."""
        self.is_pressed: bool | None = None
        """Whether the clock was pressed for the other line's plies rather than for this one's; None: nobody asked."""
        self._parted: tuple[list[Link], list[Link]] | None = None
        self._positions: list[chess.Board] | None = None

    @property
    def parted(self) -> tuple[list[Link], list[Link]]:
        """The plies of the line and of the other, from where they part to where they come together."""
        if self._parted is None:
            self._parted = without_common_end(*parted(self.link, self.other))
        return self._parted

    @property
    def positions(self) -> list[chess.Board]:
        """Those after each ply that only the other has."""
        if self._positions is None:
            self._positions = positions(self.parted[1])
        return self._positions

    @property
    def is_of_other_length(self) -> bool:
        """Whether the other line came there by more or fewer plies."""
        return number_of(self.link) != number_of(self.other)

    @property
    def is_longer(self) -> bool:
        """Whether the other line came there by more plies."""
        return number_of(self.link) < number_of(self.other)


def number_of(link: Link | None) -> int:
    """Plies of a line."""
    return 0 if link is None else link.number


def line_of(link: Link | None) -> list[Link]:
    """The plies of a line, first to last."""
    found: list[Link] = []
    while link is not None:
        found.append(link)
        link = link.before
    found.reverse()
    return found


def same_line(one: Link | None, other: Link | None) -> bool:
    """Whether two lines have the same moves."""
    while one is not other:
        if one is None or other is None or one.number != other.number or one.move != other.move:
            return False
        one, other = one.before, other.before
    return True


def parted(one: Link | None, other: Link | None) -> tuple[list[Link], list[Link]]:
    """What two lines have after the moves that they have in common, each in order."""
    first: list[Link] = []
    second: list[Link] = []
    while one is not other:
        if number_of(one) >= number_of(other) and one is not None:
            first.append(one)
            one = one.before
        elif other is not None:
            second.append(other)
            other = other.before
    first.reverse()
    second.reverse()
    same = 0
    for a, b in zip(first, second, strict=False):
        if a.move != b.move or a.number != b.number:
            break
        same += 1
    return first[same:], second[same:]


def without_common_end(own: list[Link], theirs: list[Link]) -> tuple[list[Link], list[Link]]:
    """The same without the last plies that both made in the same position."""
    same = 0
    for a, b in zip(reversed(own), reversed(theirs), strict=False):
        if a.move != b.move or a.expected != b.expected or a.board.castling_rights != b.board.castling_rights:
            break
        same += 1
    return (own[: len(own) - same], theirs[: len(theirs) - same]) if same else (own, theirs)


def gone_on(other: Link | None, line: Link | None, since: Link | None) -> Link | None:
    """A line that came to the position after `since`, with what `line` has after that."""
    tail: list[Link] = []
    while line is not None and line is not since:
        tail.append(line)
        line = line.before
    for link in reversed(tail):
        other = link._replace(before=other, number=number_of(other) + 1)
    return other


def positions(links: list[Link]) -> list[chess.Board]:
    """Those after each of these plies."""
    return [
        moved(link.board, link.move, link.expected, changes(link.board, link.move, link.expected)) for link in links
    ]


def moved(board: chess.Board, move: chess.Move, expected: list[str], changed: list[Change]) -> chess.Board:
    """The position after a legal move; `changed` is what it changes, `expected` the placement before it."""
    after, origin, target = twin(board), move.from_square, move.to_square
    goes = len(changed) == 2 and changed[0] == (origin, EMPTY) and changed[1][0] == target
    if goes and expected[target] not in OWN[board.turn]:
        put(after, origin, target, expected[origin], changed[1][1], expected[target])
    else:  # castling, en passant
        after.push(move)
        after.clear_stack()
    return after
