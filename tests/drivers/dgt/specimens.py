"""One good message of every kind a board can send, for tests that need real bytes."""

from drivers.dgt.messages import (
    LOG_BYTES,
    Battery,
    BoardDump,
    BusAddress,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    FieldUpdate,
    HardwareVersion,
    I2CClock,
    KeyState,
    LockState,
    LongSerial,
    MemoryDump,
    Message,
    Serial,
    Trademark,
    Version,
)

START_CODES = bytes.fromhex("08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302")
LOG = MemoryDump(bytes(range(0x40, 0x80)) * (LOG_BYTES // 64))

SPECIMENS: tuple[Message, ...] = (
    BoardDump(START_CODES),
    FieldUpdate(0x34, 0),
    FieldUpdate(0x24, 1),
    FieldUpdate(0x3F, 0x1F),
    ClockTimes(182, 181, running=True, lever_right_high=False, left_turn=True, right_turn=False),
    ClockTimes(0, 16, False, True, False, True, left_flag=True, left_increment=True, right_increment=True),
    ClockTimes(None, None, False, False, False, False, connected=False),
    ClockZero(),
    ClockAck(0x10, 0x88, 0x05, 0x31),
    Serial("01025"),
    Serial("01025", " 1.0"),
    LongSerial("3000147740"),
    Version(1, 2),
    HardwareVersion(2, 0),
    BusAddress(1025),
    Trademark("Test board\r\nmade by nobody\n" * 8),
    Battery(88, None, None, 1, 2, 3, 4, 5, charging=True, discharging=False),
    MemoryDump(b""),
    DraughtsDump("all", bytes(100)),
    DraughtsDump("dark", b"\x01" * 50),
    DraughtsDump("light", b"\x04" * 50),
    I2CClock(b"\x01\x02\x03"),
    LockState(0),
    KeyState(1),
)
"""All but `LOG`, which is a hundred times longer than the rest."""
