"""The numbers of a hall's alerts, the same in every replay and after every restart."""

from collections import deque
from collections.abc import Iterable, Mapping


class AlertNumbers:
    """The running numbers of a hall's alerts; those that were told before come again, board by board."""

    def __init__(self) -> None:
        self._next = 1
        self._told: dict[str, deque[int]] = {}
        self.undone: set[int] = set()
        """Rulings that another one has undone: in no book of the hall do they count."""

    def resume(self, told: Mapping[str, Iterable[int]], next_number: int) -> None:
        """These were told, in this order; others are new, and begin here."""
        self._told = {board: deque(numbers) for board, numbers in told.items()}
        self._next = next_number

    def next_of(self, board: str) -> int:
        """The number of the board's next alert."""
        told = self._told.get(board)
        if told:
            return told.popleft()
        self._next += 1
        return self._next - 1
