"""The commands a conversation with a single board consists of: what answers each, how long it may take, how often it is
tried. Nothing else is ever sent."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import NamedTuple

from drivers.dgt.commands import ANSWERED, Command
from drivers.readings import BoardDump, Clock, Identity, Memory, Reading

ANSWER_S = 0.5
"""Seconds for a short answer: a board takes 20 ms at most (protocol 1.3), USB and Bluetooth may hold a message for
500 ms (5.1)."""
DUMP_S = 1.5
"""Seconds for a dump: as the slowest of the known drivers waits for one (protocol 1.3)."""
TEXT_S = 1.0
"""Seconds for the trademark: 300 bytes take 0.31 s at 9600 baud (protocol 2.4, 1.3); chosen."""
MEMORY_S = 3.0
"""Seconds until the first byte of the memory; a board answers within 20 ms (protocol 1.3), reading its log may take it
longer; chosen."""
STALLED_S = 1.0
"""Seconds without a byte after which a message that is under way comes no more: twice what USB and Bluetooth need
(protocol 5.1), for lines through a network; chosen."""
LONGEST_S = 15.0
"""Seconds after which the memory is not waited for, even if bytes are coming in: it needs 8.3 s, and known drivers give
up at 15 (protocol 1.3)."""
GAP_S = 0.1
"""Seconds after a command that has no answer before the next one (protocol 1.3)."""


class Ask(NamedTuple):
    """One command and what is expected of it."""

    command: Command
    answered_by: Callable[[Reading], bool] | None
    """None: the board obeys without a word."""
    timeout_s: float
    """Since the command; the memory is waited for while bytes come in. Without an answer: the pause."""
    tries: int = 1

    @property
    def proves(self) -> bool:
        """Whether silence after it means something: every board must answer."""
        return self.command in ANSWERED


class Mark(Enum):
    """Something to be told between two commands."""

    IDENTIFIED = auto()


def _serial(reading: Reading) -> bool:
    return isinstance(reading, Identity) and reading.serial is not None and reading.trademark is None


def _is(kind: type[Reading]) -> Callable[[Reading], bool]:
    return lambda reading: isinstance(reading, kind)


def _tells(field: str) -> Callable[[Reading], bool]:
    return lambda reading: isinstance(reading, Identity) and getattr(reading, field) is not None


SERIAL = Ask(Command.RETURN_SERIALNR, _serial, ANSWER_S, tries=2)
VERSION = Ask(Command.SEND_VERSION, _tells("version"), ANSWER_S, tries=2)
LONG_SERIAL = Ask(Command.RETURN_LONG_SERIALNR, _tells("long_serial"), ANSWER_S)
"""Old boards do not know it (protocol 5.3): one try, and no fuss."""
TRADEMARK = Ask(Command.SEND_TRADEMARK, _tells("trademark"), TEXT_S)
"""Only for boards that do not answer `SERIAL`: those of 1998 tell their number in it (protocol 2.4)."""
CLOCK = Ask(Command.SEND_CLK, _is(Clock), ANSWER_S)
"""One try: a board may answer with zeros only, which is no reading (protocol 1.3)."""
DUMP = Ask(Command.SEND_BRD, _is(BoardDump), DUMP_S, tries=2)
MEMORY = Ask(Command.SEND_EE_MOVES, _is(Memory), MEMORY_S)
"""One try: it keeps the line for 8 s. Whoever wanted it may ask again."""
IDLE = Ask(Command.SEND_RESET, None, GAP_S)
FOLLOW = Ask(Command.SEND_UPDATE_NICE, None, GAP_S)

TABLE: Mapping[Command, Ask] = {
    ask.command: ask for ask in (SERIAL, VERSION, LONG_SERIAL, TRADEMARK, CLOCK, DUMP, MEMORY, IDLE, FOLLOW)
}
"""Every command that a conversation can send."""

Step = Ask | Mark

IDENTIFYING: tuple[Step, ...] = (SERIAL, VERSION, LONG_SERIAL, SERIAL, Mark.IDENTIFIED)
"""The number twice: a board is known by it, and a damaged one looks like another (single lines have no checksum)."""
FOLLOWING: tuple[Step, ...] = (FOLLOW, CLOCK, DUMP)
"""The dump comes after the mode: what changed between a dump and the mode nobody would tell. And after the clock, which
tells whether anybody can have moved while nothing was heard."""
OPENING: tuple[Step, ...] = (*IDENTIFYING, CLOCK, DUMP, *FOLLOWING)
READING_MEMORY: tuple[Step, ...] = (IDLE, MEMORY)
"""Idle first, so that no update is mixed into the log (protocol 3.4)."""
