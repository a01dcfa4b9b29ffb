"""When the position after the last ply is the one that was meant: before that no draw by it is told as certain. Pure.

A piece that rests on its way, or is put down and then moved on, may bring a position about for the fifth time that
nobody meant, or one without a move. So where the clock is pressed the alert of a repetition or a stalemate waits until
the opponent has replied, the board has told what stood at the press, or the piece has stood longer than minds are
changed.
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.events import Rule
from dgt_monitor.game.changes import Ply
from dgt_monitor.game.timing import AFTER_PRESS_S, CLOSE_S, NEVER_S
from dgt_monitor.laws.verdict import Finding, Verdict

OF_THE_POSITION: Final = frozenset({Rule.THREEFOLD, Rule.FIVEFOLD, Rule.STALEMATE})
"""The draws that hang on where exactly the last piece stands."""
AT_REST_S: Final = 5.0
"""Seconds after which a piece that was put down stays, though the clock that was pressed before is not pressed (chosen:
minds are changed within 4)."""


class Settling:
    """The ply at the end of the line that would be a draw by its position, and when it is settled."""

    __slots__ = ("_press_s", "_pressed_for_white", "_white_next", "due_s", "number")

    def __init__(self) -> None:
        self.number = 0
        """Of the ply that is waited for; 0 if none is."""
        self.due_s = NEVER_S
        self._white_next = False
        """Whose turn it is after that ply."""
        self._press_s = -NEVER_S
        self._pressed_for_white = False
        """When the lever of the clock was moved last, and whose turn it has been by it since."""

    def pressed(self, t_s: float, *, white_to_move: bool) -> None:
        """The lever of the clock was moved."""
        self._press_s, self._pressed_for_white = t_s, white_to_move
        if self.number and white_to_move == self._white_next:
            self.due_s = min(self.due_s, t_s + AFTER_PRESS_S)

    def forget(self, number: int = 1) -> None:
        """The plies from this one on are withdrawn, or told of."""
        if self.number >= number:
            self.number, self.due_s = 0, NEVER_S

    def wait(self, t_s: float) -> None:
        """The board shows something else now: what that means is seen soon."""
        self.due_s = t_s + AFTER_PRESS_S

    def told_now(self, t_s: float, number: int, verdict: Verdict, plies: Sequence[Ply]) -> tuple[Finding, ...]:
        """What of this verdict is told now; one of the position that is not settled is told when it is."""
        self.forget(number)
        findings = verdict.findings
        rest = tuple(finding for finding in findings if finding.rule not in OF_THE_POSITION or not finding.sure)
        if len(rest) == len(findings) or number != len(plies) or number < 2:
            return findings
        self._white_next = verdict.standing.key.turn
        due_s = self._settled_s(plies[-1], plies[-2])
        if t_s >= due_s - CLOSE_S:
            return findings
        self.number, self.due_s = number, due_s
        return rest

    def _settled_s(self, ply: Ply, before: Ply) -> float:
        """When this ply stands for sure, as far as is known now; where nobody presses it does when it is confirmed."""
        if self._press_s >= ply.t_s - AFTER_PRESS_S and self._pressed_for_white == self._white_next:
            return max(self._press_s, ply.t_s) + AFTER_PRESS_S
        presses = self._press_s >= before.t_s - AFTER_PRESS_S  # he may have pressed before the landing was read
        return ply.t_s + AT_REST_S if presses else ply.t_s
