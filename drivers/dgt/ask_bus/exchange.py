"""One command at a time on a bus line: what is in flight, and until when it is waited for."""

from enum import Enum, auto
from math import inf

from drivers.dgt.ask_bus.timing import (
    ANSWER_S,
    COMMAND_S,
    LATEST_S,
    LISTEN_S,
    LONGEST_S,
    MARKED_S,
    PAUSE_S,
)
from drivers.dgt.bus_codec import encode_request
from drivers.dgt.bus_messages import (
    BusMessage,
    BusReply,
    BusRequest,
    Changes,
    FromStart,
    NoVersion,
    Opaque,
    Ping,
    StartMarked,
)
from drivers.dgt.commands import EVERY_BOARD, BusCommand
from drivers.dgt.messages import (
    Battery,
    BoardDump,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    LongSerial,
    Serial,
    Version,
)

_ANSWERS: dict[int, tuple[type, ...]] = {
    BusCommand.SEND_CLK: (ClockTimes, ClockZero, ClockAck),
    BusCommand.SEND_BRD: (BoardDump, DraughtsDump),
    BusCommand.SEND_CHANGES: (Changes,),
    BusCommand.REPEAT_CHANGES: (Changes,),
    BusCommand.SET_START_GAME: (StartMarked,),
    BusCommand.SEND_FROM_START: (FromStart,),
    BusCommand.PING: (Ping,),
    BusCommand.IGNORE_NEXT_BUS_PING: (Ping,),
    BusCommand.SEND_VERSION: (Version, NoVersion),
    BusCommand.SEND_SERIALNR: (Serial, LongSerial, Opaque),
    BusCommand.SEND_BATTERY_STATUS: (Battery, Opaque),
}
"""What answers each command that a conversation can send."""


class Miss(Enum):
    """How a command can fail."""

    UNANSWERED = auto()
    """Not a byte came."""
    DAMAGED = auto()
    """Bytes came, and were no answer."""


class Exchange:
    """The command in flight.

    After damage nothing is sent before the line has been quiet for a moment: the rest of a damaged answer would run
    into the next one. How long an answer is waited for grows on a line whose answers come late, and shrinks again.
    """

    def __init__(self) -> None:
        self.request: BusRequest | None = None
        self._sent_s = -inf
        self._byte_s = -inf
        self._under_way = False
        """Part of an answer has come."""
        self._damaged = False
        self._patience_s = ANSWER_S

    @property
    def listening(self) -> bool:
        """Whether all boards may answer."""
        return self.request is not None and self.request.address == EVERY_BOARD

    @property
    def due_s(self) -> float:
        """When what is in flight is over without an answer; inf if nothing is."""
        if self.request is None:
            return inf
        until_s = self._sent_s + COMMAND_S + self._until_answer_s()
        if self._under_way or self._damaged:
            quiet_s = self._byte_s + max(PAUSE_S, self._patience_s / 2)
            until_s = max(until_s, quiet_s) if self.listening else quiet_s
        return min(until_s, self._sent_s + LONGEST_S)

    def _until_answer_s(self) -> float:
        if self.listening:
            return self._patience_s + LISTEN_S - ANSWER_S
        slow = self.request is not None and self.request.command == BusCommand.SET_START_GAME
        return self._patience_s + (MARKED_S - ANSWER_S if slow else 0.0)

    def forget(self) -> None:
        """The line went away."""
        self.request = None

    def send(self, request: BusRequest, t_s: float) -> bytes:
        """Put a command in flight: its bytes. Nothing else may be in flight."""
        self.request = request
        self._sent_s, self._byte_s = t_s, -inf
        self._under_way = self._damaged = False
        return encode_request(request)

    def bytes_came(self, t_s: float, *, under_way: bool, damaged: bool) -> None:
        """Bytes came: of an answer that is not complete yet, or damaged ones."""
        self._byte_s = t_s
        self._under_way = under_way
        self._damaged = damaged or self._damaged

    def answered_by(self, reply: BusReply) -> bool:
        """Whether this is the answer of the one board that was asked; nothing is in flight then."""
        request = self.request
        if request is None or request.address != reply.address or not answers(request.command, reply.message):
            return False
        self.request = None
        self._patience_s = max(ANSWER_S, self._patience_s * 0.99)
        return True

    def late(self) -> None:
        """A sound answer came that nobody waits for any more."""
        self._patience_s = min(LATEST_S, self._patience_s * 2)

    def over(self) -> Miss:
        """Nothing more is waited for: how it failed."""
        self.request = None
        return Miss.DAMAGED if self._under_way or self._damaged else Miss.UNANSWERED


def answers(command: int, message: BusMessage) -> bool:
    """Whether a board may answer this command so."""
    return isinstance(message, _ANSWERS.get(command, ()))
