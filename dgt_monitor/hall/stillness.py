"""What a board's clock says of a time in which the board told no changes: whether anybody can have moved."""

from drivers.readings import Clock, Side

TICK_S = 2
"""Seconds that may lie between two readings of which none is missing: one is sent for each second, and their age
differs by one (protocol 1.3, 2.7)."""
LAG_S = 1.5
"""By so much the times may have gone down less than the time that has passed: they show whole seconds, and are up to a
second old (protocol 1.3)."""


class Stillness:
    """Watches the clock's readings from `begin` to `end`."""

    __slots__ = ("_accounted_s", "_began_s", "_elapsed_s", "_heard", "_idle", "_stood", "watching")

    def __init__(self) -> None:
        self.watching = False
        self._idle = self._heard = self._stood = False
        self._began_s = self._elapsed_s = 0.0
        self._accounted_s = 0

    def begin(self, since_s: float, last: Clock | None) -> None:
        """Changes go untold; `last` is what was read of the clock before, at `since_s`."""
        self.watching = self._idle = True
        self._heard = False
        self._stood = last is not None and not last.running
        self._began_s, self._accounted_s, self._elapsed_s = since_s, 0, 0.0

    def end(self) -> None:
        """What went untold is known, or will not be."""
        self.watching = False

    @property
    def idle(self) -> bool:
        """Whether the clock was heard since `begin`, and shows that nobody has pressed it unheard."""
        return self.watching and self._idle and self._heard and self._accounted_s >= self._elapsed_s - LAG_S

    @property
    def stood(self) -> bool:
        """Whether it was heard since `begin`, and stood still all the while."""
        return self.idle and self._stood

    def read(self, t_s: float, before: Clock | None, now: Clock) -> None:
        """Two readings: the same player's time alone has run on, or the lever was pressed as one was told.

        And all the time that has passed must be gone from the clocks: where it was pressed unheard, some of it was
        given back as increments.
        """
        self._heard = True
        self._stood = self._stood and not now.running
        if before is None or None in (before.left_s, before.right_s, now.left_s, now.right_s):
            self._idle = False
            return
        gone = {"left": (before.left_s or 0) - (now.left_s or 0), "right": (before.right_s or 0) - (now.right_s or 0)}
        mover: Side = before.to_move or "left"
        other: Side = "right" if mover == "left" else "left"
        pressed = now.to_move != before.to_move
        ran_on = gone[mover] <= TICK_S if pressed else gone[mover] >= 0
        self._idle = self._idle and gone[other] == 0 and ran_on
        self._accounted_s += 1 if pressed else gone[mover]
        self._elapsed_s = t_s - self._began_s if now.running or before.running else 0.0
