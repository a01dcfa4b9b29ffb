"""What a board does with commands of the bus (protocol 4). No time of its own: replies come with their delays.

What the protocol page leaves open is chosen here and said where it is.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_messages import (
    BusMessage,
    BusReply,
    BusRequest,
    Changes,
    FromStart,
    NoVersion,
    Ping,
    StartMarked,
)
from drivers.dgt.commands import EVERY_BOARD, BusCommand
from drivers.simulator.board import VirtualBoard

PING_SPREAD_S = 1.1
"""Answers to a ping of all boards come at random within this time (protocol 1.3, 4.2)."""
START_S = 0.07
"""The answer to SET_START_GAME comes about so late (protocol 1.3)."""
_NAMELESS = (1, 2)
"""Up to this firmware the answer to the question for it has no number (protocol 4.2)."""
_TO_ALL = frozenset({BusCommand.PING, BusCommand.END_BUSMODE, BusCommand.RESET})
"""Commands that may be for every board (protocol 4.2); to others without an address no board answers (chosen)."""


class Reply(NamedTuple):
    """One message of the board, so long after it has taken the command in hand, or at once after the one before."""

    after_s: float
    data: bytes


class BusSide:
    """One board's conversation on a bus: what it told last, and whether it is to pass over a ping."""

    def __init__(self, board: VirtualBoard, rng: Random) -> None:
        self._board = board
        self._rng = rng
        self._packet = Changes(b"", even=board.maker.alternates)
        self._silent_once = False

    def restarted(self) -> None:
        """The power came anew: what was not in the log is forgotten."""
        self._packet = Changes(b"", even=self._board.maker.alternates)
        self._silent_once = False

    def obey(self, request: BusRequest) -> list[Reply]:
        """Carry out a command that has come whole, if it is for this board; what it answers, in order.

        END_BUSMODE and RESET are not carried out here: see `asks_for`.
        """
        command = request.command
        if not self.is_for(request):
            return []
        if command == BusCommand.PING and request.address == EVERY_BOARD:
            return self._ping_of_all()
        if command == BusCommand.RANDOMISE_PING:
            return self._reply(Ping(), self._rng.uniform(0.0, PING_SPREAD_S)) if self._board.maker.alternates else []
        if command == BusCommand.SET_START_GAME:
            self._board.log.start_game()
            return self._reply(StartMarked(), START_S)
        if command == BusCommand.IGNORE_NEXT_BUS_PING:
            self._silent_once = True
        answers = _ANSWERS.get(command, ())
        return [reply for answer in answers for reply in self._reply(answer(self))]

    def is_for(self, request: BusRequest) -> bool:
        """Whether the command is for this board."""
        if request.address == EVERY_BOARD:
            return request.command in _TO_ALL or request.command == BusCommand.RANDOMISE_PING
        return request.address == self._board.maker.address

    def _reply(self, message: BusMessage, after_s: float = 0.0) -> list[Reply]:
        return [Reply(after_s, encode_reply(BusReply(self._board.maker.address, message)))]

    def _ping_of_all(self) -> list[Reply]:
        if self._silent_once:
            self._silent_once = False
            return []
        return self._reply(Ping(), self._rng.uniform(0.0, PING_SPREAD_S))

    def _changes(self) -> Changes:
        """Everything written down since the last packet; the next one of newer boards has the other name."""
        log = self._board.log
        even = self._board.maker.alternates and not self._packet.even
        self._packet = Changes(log.ring.between(log.told, log.ring.end), even=even)
        log.told = log.ring.end
        return self._packet

    def _changes_again(self) -> Changes:
        return self._packet

    def _from_start(self) -> FromStart:
        log = self._board.log
        return FromStart(log.ring.between(log.start, log.told))

    def _version(self) -> BusMessage:
        return self._board.maker.version_message() if self._board.maker.version > _NAMELESS else NoVersion()

    def _clock(self) -> BusMessage:
        return self._board.clock_message()

    def _dump(self) -> BusMessage:
        return self._board.dump_message()

    def _ping(self) -> BusMessage:
        return Ping()


_ANSWERS: Mapping[int, tuple[Callable[[BusSide], BusMessage], ...]] = {
    BusCommand.SEND_CLK: (BusSide._clock,),
    BusCommand.SEND_BRD: (BusSide._dump,),
    BusCommand.SEND_CHANGES: (BusSide._changes,),
    BusCommand.REPEAT_CHANGES: (BusSide._changes_again,),
    BusCommand.SEND_FROM_START: (BusSide._from_start,),
    BusCommand.PING: (BusSide._ping,),
    BusCommand.IGNORE_NEXT_BUS_PING: (BusSide._ping,),
    BusCommand.SEND_VERSION: (BusSide._version,),
    BusCommand.SEND_ALL_D: (BusSide._changes, BusSide._clock, BusSide._dump),
}
