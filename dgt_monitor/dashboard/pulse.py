"""How much is heard of each board, as a line of signs: `_` nothing, then more and more. Pure.

Letters that every terminal has: a plain console draws no eighths of a block.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from dgt_monitor.hall.views import HallView

BEAT_S: Final = 5.0
"""So long is counted for one sign (chosen: a clock speaks once a second, a move is some four words)."""
BEATS: Final = 120
"""Signs kept: ten minutes."""
_SIGNS: Final = "_.:-=+*#"
_LOUD_AT_LEAST: Final = 10
"""The most that was heard in a beat has the last sign, if it was so much (chosen: a clock alone says five)."""


class Beats(NamedTuple):
    """What was heard of a board in the last beats, the latest last."""

    words: Sequence[int]

    @property
    def per_minute(self) -> int:
        """As many in the last minute."""
        return sum(self.words[-round(60 / BEAT_S) :])


NO_PULSE: Final = Beats(())


class Pulse:
    """Looks at the hall now and then and counts what has come since."""

    def __init__(self) -> None:
        self._looked_s: float | None = None
        self._told: dict[str, int] = {}
        self._beats: dict[str, deque[int]] = {}

    def look(self, hall: HallView, now_s: float) -> None:
        """Look, if a beat is over."""
        if self._looked_s is not None and now_s - self._looked_s < BEAT_S:
            return
        self._looked_s = now_s
        told = {each.board: each.spoken for each in hall.boards}
        for board, spoken in told.items():
            before = self._told.get(board)
            if before is not None:
                self._beats.setdefault(board, deque(maxlen=BEATS)).append(max(0, spoken - before))
        self._beats = {board: beats for board, beats in self._beats.items() if board in told}
        self._told = told

    def of(self, board: str) -> Beats:
        """What was heard of this board."""
        return Beats(tuple(self._beats.get(board, ())))


def pulse_line(beats: Beats, cells: int) -> str:
    """The last beats, as many as fit."""
    shown = beats.words[-cells:] if cells > 0 else ()
    most = max(_LOUD_AT_LEAST, *shown) if shown else _LOUD_AT_LEAST
    return "".join(_SIGNS[-(-words * (len(_SIGNS) - 1) // most)] for words in shown)
