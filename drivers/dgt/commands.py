"""What can be sent to boards: command bytes of single-board mode, a few of them with further bytes, and those of the
bus, which go out in frames of four bytes (`drivers.dgt.bus_codec`)."""

from collections.abc import Mapping
from enum import IntEnum


class Command(IntEnum):
    """Command bytes of the single-board protocol (protocol 2.3); bit 7 is always 0."""

    SEND_RESET = 0x40
    SEND_CLK = 0x41
    SEND_BRD = 0x42
    SEND_UPDATE = 0x43
    SEND_UPDATE_BRD = 0x44
    RETURN_SERIALNR = 0x45
    RETURN_BUSADRES = 0x46
    SEND_TRADEMARK = 0x47
    SEND_HARDWARE_VERSION = 0x48
    SEND_EE_MOVES = 0x49
    TO_BUSMODE = 0x4A
    SEND_UPDATE_NICE = 0x4B
    SEND_BATTERY_STATUS = 0x4C
    SEND_VERSION = 0x4D
    STARTBOOTLOADER = 0x4E
    """Never send: the board waits for new firmware from then on."""
    SEND_BRD_50B = 0x50
    SCAN_50B = 0x51
    """Never send to a chess board, nor `SCAN_50W` and `SCAN_100`: they write its configuration."""
    SEND_BRD_50W = 0x52
    SCAN_50W = 0x53
    SCAN_100 = 0x54
    RETURN_LONG_SERIALNR = 0x55
    SEND_I2C_CLOCK = 0x56
    SEND_UPDATE_I2C = 0x57
    SEND_UPDATE_NICE_I2C = 0x58
    SEND_LOCK_STATE = 0x59
    SEND_KEY_STATE = 0x5A
    SET_LEDS = 0x60
    DEVELOPER_KEY = 0x63
    SET_NAME = 0x65
    CLOCK_MESSAGE = 0x2B
    I2C_CLOCK_MESSAGE = 0x2C


FORBIDDEN = frozenset(
    {Command.STARTBOOTLOADER, Command.SCAN_50B, Command.SCAN_50W, Command.SCAN_100, Command.TO_BUSMODE}
)
"""Commands a monitor of single boards must never send (protocol 2.3)."""

SIZED = frozenset(
    {
        Command.CLOCK_MESSAGE,
        Command.I2C_CLOCK_MESSAGE,
        Command.SET_LEDS,
        Command.DEVELOPER_KEY,
        Command.SET_NAME,
    }
)
"""Commands followed by a size byte, which counts the bytes after it (protocol 2.6, 1.4)."""

ANSWERED: Mapping[int, str] = {
    Command.SEND_CLK: "clock",
    Command.SEND_BRD: "dump",
    Command.RETURN_SERIALNR: "serial",
    Command.RETURN_BUSADRES: "bus address",
    Command.SEND_TRADEMARK: "trademark",
    Command.SEND_EE_MOVES: "memory",
    Command.SEND_VERSION: "version",
}
"""Requests every board must answer, and what they ask for. Old boards stay silent to 48, 4c, 55 and 56
(protocol 5.3), so silence after those proves nothing and they are not listed."""


class BusCommand(IntEnum):
    """Command bytes of the bus protocol (protocol 4.2); bit 7 is always 1. From 91 on: newer firmware only."""

    SEND_CLK = 0x81
    SEND_BRD = 0x82
    SEND_CHANGES = 0x83
    """What changed since the last time it was asked; the board then forgets all but `REPEAT_CHANGES`."""
    REPEAT_CHANGES = 0x84
    SET_START_GAME = 0x85
    SEND_FROM_START = 0x86
    PING = 0x87
    END_BUSMODE = 0x88
    """Dangerous with several boards: they all speak at once from then on."""
    RESET = 0x89
    IGNORE_NEXT_BUS_PING = 0x8A
    SEND_VERSION = 0x8B
    SEND_BRD_50B = 0x8C
    SEND_ALL_D = 0x8D
    """Changes, clock and board, three messages in a row."""
    SEND_SERIALNR = 0x91
    RANDOMISE_PING = 0x92
    SEND_I2C_CLOCK = 0x93
    SEND_I2C_BUTTON = 0x94
    SEND_I2C_ACK = 0x95
    SEND_STATISTICS = 0x96
    SEND_TRADEMARK = 0x97
    SEND_BATTERY_STATUS = 0x98
    REPEAT_I2C_BUTTON = 0x99
    REPEAT_I2C_ACK = 0x9A
    SEND_HARDWARE_VERSION = 0x9B
    SEND_CONFIGURATION = 0xA0
    SBI_CLOCK_MESSAGE = 0xA1
    I2C_CLOCK_MESSAGE = 0xA2


EVERY_BOARD = 0
"""As an address: all boards of the line (protocol 4.2)."""

BUS_ANSWERED: Mapping[int, str] = {
    BusCommand.SEND_CLK: "clock",
    BusCommand.SEND_BRD: "dump",
    BusCommand.SEND_CHANGES: "changes",
    BusCommand.REPEAT_CHANGES: "changes again",
    BusCommand.SET_START_GAME: "mark start",
    BusCommand.SEND_FROM_START: "memory",
    BusCommand.PING: "ping",
    BusCommand.IGNORE_NEXT_BUS_PING: "ping",
    BusCommand.SEND_VERSION: "version",
    BusCommand.SEND_ALL_D: "all",
}
"""Requests every board must answer if they are addressed to it, and what they ask for. Boards of older firmware stay
silent to those from 91 on, so silence after them proves nothing and they are not listed."""
