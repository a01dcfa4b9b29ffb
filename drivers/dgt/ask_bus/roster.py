"""The boards of a line, and whose turn it is."""

from collections.abc import Iterator
from math import inf

from drivers.dgt.ask_bus import timing
from drivers.dgt.ask_bus.board import BusBoard

MOST_BOARDS = 128
"""Boards followed on one line: more are not asked within 2 s even at rest [CALC]."""


class Roster:
    """All boards that were found, by address."""

    def __init__(self) -> None:
        self.boards: dict[int, BusBoard] = {}
        self.closed = True
        """New boards get no turns yet, so that finding all of them takes no longer."""
        self.kept_waiting_s = -inf
        """When the last question was sent that was not for changes, or may take long."""
        self._knocked_s = -inf
        self._knock_at = 0

    @property
    def full(self) -> bool:
        """Whether no more can be taken in."""
        return len(self.boards) >= MOST_BOARDS

    @property
    def due_s(self) -> float:
        """When `next` or `knock` has something; inf without boards."""
        dues = [board.due_s for board in self._there()]
        if any(board.silent for board in self.boards.values()):
            dues.append(self._knocked_s + timing.KNOCK_EVERY_S)
        return min(dues, default=inf)

    def answering(self) -> list[int]:
        """The addresses of those that are not silent."""
        return [address for address, board in self.boards.items() if not board.silent]

    def lively(self, t_s: float) -> bool:
        """Whether something happens on any of them."""
        return any(board.lively_until_s > t_s for board in self.boards.values())

    def oldest(self) -> BusBoard | None:
        """The one that has waited longest."""
        return min(self._there(), key=_asked_s, default=None)

    def next(self, t_s: float) -> BusBoard | None:
        """The one that has been due longest; a new one, whose first packet may be long, when the others can wait."""
        there = list(self._there())
        new = next((board for board in there if not board.met), None)
        if new is not None and self.time_s(t_s, new) >= timing.FIRST_S:
            self.kept_waiting_s = t_s
            return new
        met = [board for board in there if board.met]
        oldest = min(met, key=_asked_s, default=None)
        if oldest is None or new is not None or t_s - oldest.asked_s >= timing.URGENT_S:
            return oldest
        due = min(met, key=_due_s)
        return due if due.due_s <= t_s else None

    def time_s(self, t_s: float, visited: BusBoard) -> float:
        """How long the others can wait.

        As long as none of them waits longer than `LIMIT_S`; but once all have been asked since they were last kept
        waiting, another question is asked however long it takes.
        """
        others = sorted(board.asked_s for board in self._there() if board is not visited and board.met)
        if not others or others[0] > self.kept_waiting_s:
            return inf
        waits = (t_s - asked_s + number * timing.VISIT_S for number, asked_s in enumerate(others, 1))
        return timing.LIMIT_S - max(waits)

    def knock(self, t_s: float) -> int | None:
        """The next of the silent ones, to be pinged now and then."""
        silent = sorted(address for address, board in self.boards.items() if board.silent)
        if not silent or t_s < self._knocked_s + timing.KNOCK_EVERY_S:
            return None
        self._knocked_s = t_s
        self._knock_at = next((address for address in silent if address > self._knock_at), silent[0])
        return self._knock_at

    def _there(self) -> Iterator[BusBoard]:
        """Those that get turns."""
        return (board for board in self.boards.values() if board.due_s < inf and (board.met or not self.closed))


def _asked_s(board: BusBoard) -> float:
    return board.asked_s


def _due_s(board: BusBoard) -> float:
    return board.due_s
