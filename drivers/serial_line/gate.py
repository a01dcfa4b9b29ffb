"""The gate through which every byte to a board passes. There is no other way out: ports take `Cleared` bytes only,
and only this module makes them.

It lists what may go out, not what may not, so a command nobody thought of stays in. A monitor listens: it sends no
clock message, no LEDs, no names, nothing with further bytes (on a board that does not know the command those would be
executed as commands), nothing that writes a configuration or starts the boot loader (protocol 2.3, 2.6). On a bus line,
and on a line of which nothing is known yet, one single-board byte would throw every board into single mode (protocol
4.1), so only whole bus commands go out there.
"""

from typing import NewType

from drivers.dgt.commands import Command
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
    {0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x89, 0x8A, 0x8B, 0x8D, 0x91, 0x92, 0x97, 0x98, 0x9B}
)
"""Bus commands that ask, ping, mark the start or reset (protocol 4.2). Not 88, which ends the bus mode of all, not what
draughts boards answer, and nothing to the clocks."""
BUS_COMMAND_BYTES = 4
"""Command, address high, address low, checksum (protocol 4.2)."""

_SINGLE_BYTES = bytes(SINGLE_ALLOWED)


def clear(port: str, kind: LineKind, data: bytes) -> Cleared:
    """These bytes, if all of them may go out on a line of this kind; else ForbiddenWriteError, and none goes out."""
    fault = _single_fault(data) if kind == "single" else _bus_fault(data)
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


def _bus_fault(data: bytes) -> str | None:
    if len(data) % BUS_COMMAND_BYTES:
        return "bus commands are four bytes each"
    for at in range(0, len(data), BUS_COMMAND_BYTES):
        command, high, low, check = data[at : at + BUS_COMMAND_BYTES]
        if command not in BUS_ALLOWED:
            return f"command {command:02x} is none that may go out on a bus"
        if high > 0x7F or low > 0x7F or check != (command + high + low) & 0x7F:
            return "address or checksum is wrong"
    return None
