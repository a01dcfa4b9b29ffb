"""The gate through which every byte to a board passes. There is no other way out: ports take `Cleared` bytes only,
and only this module makes them.

It lists what may go out, not what may not, so a command nobody thought of stays in. A monitor listens: it sends no
clock message, no LEDs, no names, nothing with further bytes (on a board that does not know the command those would be
executed as commands), nothing that writes a configuration or starts the boot loader (protocol 2.3, 2.6). On a bus line
one single-board byte would throw every board into single mode (protocol 4.1), so only whole bus commands go out there.
On a line of which nothing is known yet only questions to all boards go out: a board in single mode does not take a bus
command, and nobody says whether it passes over its other bytes. Address 0 has none that could be taken for a command,
while an address such as 09 4e would hold the boot loader's.
"""

from collections.abc import Callable, Mapping
from typing import NewType

from drivers.dgt.commands import BusCommand, Command
from drivers.serial_line.errors import ForbiddenWriteError
from drivers.serial_line.settings import LineKind

Cleared = NewType("Cleared", bytes)
"""Bytes that may go out on the line they were cleared for."""
NOTHING = Cleared(b"")

SINGLE_ALLOWED = frozenset(
    {
        Command.SEND_RESET,
        Command.SEND_CLK,
        Command.SEND_BRD,
        Command.SEND_UPDATE,
        Command.SEND_UPDATE_BRD,
        Command.RETURN_SERIALNR,
        Command.RETURN_BUSADRES,
        Command.SEND_TRADEMARK,
        Command.SEND_HARDWARE_VERSION,
        Command.SEND_EE_MOVES,
        Command.SEND_UPDATE_NICE,
        Command.SEND_BATTERY_STATUS,
        Command.SEND_VERSION,
        Command.RETURN_LONG_SERIALNR,
    }
)
"""Commands of one byte that a monitor may send to a single board (protocol 2.3)."""
BUS_ALLOWED = frozenset(
    {
        BusCommand.SEND_CLK,
        BusCommand.SEND_BRD,
        BusCommand.SEND_CHANGES,
        BusCommand.REPEAT_CHANGES,
        BusCommand.SET_START_GAME,
        BusCommand.SEND_FROM_START,
        BusCommand.PING,
        BusCommand.RESET,
        BusCommand.IGNORE_NEXT_BUS_PING,
        BusCommand.SEND_VERSION,
        BusCommand.SEND_ALL_D,
        BusCommand.SEND_SERIALNR,
        BusCommand.RANDOMISE_PING,
        BusCommand.SEND_TRADEMARK,
        BusCommand.SEND_BATTERY_STATUS,
        BusCommand.SEND_HARDWARE_VERSION,
    }
)
"""Bus commands that ask, ping, mark the start or reset (protocol 4.2). Not END_BUSMODE, after which all boards of a
line speak at once, not what draughts boards answer, and nothing to the clocks."""
UNKNOWN_ALLOWED = frozenset({BusCommand.PING, BusCommand.SEND_VERSION, BusCommand.RANDOMISE_PING})
"""Bus commands by which a line may be asked what is on it, all boards at once: ping, version, a newer form of ping."""
BUS_COMMAND_BYTES = 4
"""Command, address high, address low, checksum (protocol 4.2)."""

_SINGLE_BYTES = bytes(SINGLE_ALLOWED)


def clear(port: str, kind: LineKind, data: bytes) -> Cleared:
    """These bytes, if all of them may go out on a line of this kind; else ForbiddenWriteError, and none goes out."""
    fault = _FAULTS[kind](data)
    if fault is not None:
        raise ForbiddenWriteError(port, f"refused to send {data[:16].hex(' ')} on a {kind} line: {fault}")
    return Cleared(bytes(data))


def left(data: Cleared, taken: int) -> Cleared:
    """What is left of cleared bytes after so many were taken."""
    return Cleared(data[taken:])


def joined(first: Cleared, then: Cleared) -> Cleared:
    """Cleared bytes behind others of the same line."""
    return Cleared(first + then)


def _single_fault(data: bytes) -> str | None:
    strange = data.translate(None, _SINGLE_BYTES)
    return f"command {strange[0]:02x} is none that a monitor may send to a board" if strange else None


def _unknown_fault(data: bytes) -> str | None:
    fault = _bus_fault(data, UNKNOWN_ALLOWED)
    if fault is None and any(data[1::BUS_COMMAND_BYTES] + data[2::BUS_COMMAND_BYTES]):
        return "only all boards at once may be asked what is on a line"
    return fault


def _bus_fault(data: bytes, allowed: frozenset[BusCommand] = BUS_ALLOWED) -> str | None:
    if len(data) % BUS_COMMAND_BYTES:
        return "bus commands are four bytes each"
    for at in range(0, len(data), BUS_COMMAND_BYTES):
        command, high, low, check = data[at : at + BUS_COMMAND_BYTES]
        if command not in allowed:
            return f"command {command:02x} is none that may go out there"
        if high > 0x7F or low > 0x7F or check != (command + high + low) & 0x7F:
            return "address or checksum is wrong"
    return None


_FAULTS: Mapping[LineKind, Callable[[bytes], str | None]] = {
    "unknown": _unknown_fault,
    "single": _single_fault,
    "bus": _bus_fault,
}
