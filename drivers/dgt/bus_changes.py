"""Which packets of changes are new, which come a second time, and where one was lost. One board of a bus line.

A board sends what changed since it was last asked, once; until it is asked again it repeats that packet on request
(protocol 4.2, 4.5). Newer boards call their packets odd and even in turn, which shows a repeat or a loss by itself.
"""

from typing import NamedTuple

from drivers.dgt.bus_messages import Changes
from drivers.dgt.commands import BusCommand


class Verdict(NamedTuple):
    """What a packet is to the one before it."""

    new: bool
    """False: it was applied already."""
    lost: bool
    """A packet before it never came whole, and the board has forgotten it."""


class PacketOrder:
    """Follows the packets of one board. Without having seen what was asked, it goes by the packets alone."""

    def __init__(self) -> None:
        self._last: Changes | None = None
        self._alternates = False
        """Both odd and even packets were seen."""
        self._waiting = False
        """Changes were asked for, and no packet has come whole since."""
        self._again = False
        """The last packet was asked for again."""
        self._missed = 0
        """How often changes were asked for anew before a packet had come whole."""

    def asked(self, command: int) -> None:
        """The board was sent this command."""
        if command in (BusCommand.SEND_CHANGES, BusCommand.SEND_ALL_D):
            self._missed += self._waiting
            self._waiting, self._again = True, False
        elif command == BusCommand.REPEAT_CHANGES:
            self._again = True

    def take(self, packet: Changes) -> Verdict:
        """A packet has come whole.

        One that repeats the last to the byte is not applied: its squares stand as it says already, so nothing is
        lost even where a board means it as a new one.
        """
        last, self._last = self._last, packet
        waiting, again, missed = self._waiting, self._again, self._missed
        self._waiting, self._again, self._missed = False, False, 0
        if last is None:
            return Verdict(new=True, lost=False)
        same_id = packet.even is last.even
        self._alternates = self._alternates or not same_id
        repeats = same_id and packet.records == last.records and (again or (self._alternates and not missed))
        if missed == 1 and self._alternates:
            return Verdict(not repeats, lost=same_id)  # else the board never heard the command that went unanswered
        out_of_turn = not waiting and not repeats and (again or (self._alternates and same_id))
        return Verdict(not repeats, lost=missed > 0 or out_of_turn)
