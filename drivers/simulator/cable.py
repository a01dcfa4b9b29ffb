"""The cable between a board and its clock: what the board knows of the clock, and when it hears of it."""

from typing import NamedTuple

from drivers.dgt.messages import ClockTimes
from drivers.simulator.clock import DgtClock, Face

NO_CLOCK = ClockTimes(
    None, None, running=False, lever_right_high=False, left_turn=False, right_turn=False, connected=False
)
"""What a board without a clock says of it."""


class Heard(NamedTuple):
    """At `t_s` the board learnt what the clock shows; None: there is no clock any more."""

    t_s: float
    face: Face | None


class ClockCable:
    """Everything on the clock's display is heard `delay_s` later. Time only goes on."""

    def __init__(self, clock: DgtClock | None, delay_s: float) -> None:
        self._clock = clock
        self._delay_s = delay_s
        self._plugged = True
        self._shown = clock.face() if clock else None
        self._plugs: list[Heard] = []

    @property
    def face(self) -> Face | None:
        """What was heard last; None without a clock."""
        return self._shown if self._plugged else None

    @property
    def due_s(self) -> float | None:
        """When `advance` may have something to tell if nobody touches the clock; None: not before that."""
        if self._plugs:
            return self._plugs[0].t_s
        clock_s = self._clock.due_s if self._clock and self._plugged else None
        return None if clock_s is None else clock_s + self._delay_s

    def unplug(self, t_s: float) -> None:
        """The clock is pulled off; it has a battery of its own and goes on. After `advance`."""
        if self._clock and self._plugged:
            self._plugged = False
            self._plugs.append(Heard(t_s, None))

    def plug(self, t_s: float) -> None:
        """The clock is there again. After `advance`."""
        if self._clock and not self._plugged:
            self._plugged = True
            self._plugs.append(Heard(t_s, self._shown))

    def advance(self, t_s: float) -> list[Heard]:
        """What was heard up to and at `t_s`, in order."""
        out, self._plugs = self._plugs, []
        if self._clock is None or t_s < self._delay_s:
            return out
        for changed_s, face in self._clock.advance(t_s - self._delay_s):
            self._shown = face
            if self._plugged:
                out.append(Heard(changed_s + self._delay_s, face))
        return out


def clock_message(face: Face | None) -> ClockTimes:
    """A clock's face as its message: the lever's high end is the side to move, the increment sign is always
    shown."""
    if face is None:
        return NO_CLOCK
    right = face.turn == "right"
    return ClockTimes(
        face.left_s,
        face.right_s,
        running=face.running,
        lever_right_high=right,
        left_turn=not right,
        right_turn=right,
        left_flag=face.left_flag,
        right_flag=face.right_flag,
        left_increment=True,
        right_increment=True,
    )
