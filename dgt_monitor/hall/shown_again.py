"""Where the moves are in doubt: how often a position may have stood by what the board itself has shown. Pure."""

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.visits import Visits
from dgt_monitor.laws.alike import look_alikes
from dgt_monitor.laws.identity import PositionKey
from dgt_monitor.laws.ledger import Ledger


class ShownAgain:
    """Looks whether a position that may be drawn by now was told more often than the line of moves has it."""

    __slots__ = ("_tracker", "_visits")

    def __init__(self, tracker: Tracker) -> None:
        self._tracker, self._visits = tracker, Visits()

    def more(self, ledger: Ledger, position: chess.Board, key: PositionKey) -> tuple[PositionKey, ...]:
        """The position as often as it has to be counted more for the draw that the board has shown; mostly nothing.

        It is the position after the next ply, in a line of which some ply is not sure.
        """
        draw = ledger.profile.repetition_draw
        if draw is None or ledger.profile.repetition_draw_consecutive:
            return ()
        missing = draw - ledger.most_count(key) - 1
        if missing <= 0:
            return ()
        if self._visits.most(self._tracker.trail) < draw:
            return ()
        white_moved, rotated = not position.turn, self._tracker.rotated
        shown = self._visits.count(self._tracker.trail, letters(position), white_moved=white_moved, rotated=rotated)
        if shown < draw:
            return ()
        others = sum(ledger.key(other.ply).turn == key.turn for other in look_alikes(ledger, key))
        return (key,) * missing if shown - others >= draw else ()
