"""The data of a clock message, both ways (protocol 2.7): seven bytes, times in BCD or an acknowledgement."""

from drivers.dgt.messages import ClockAck, ClockTimes, ClockZero

CLOCK_BYTES = 7
HOUR_S = 3600
MINUTE_S = 60
LONGEST_S = 10 * HOUR_S - 1
"""9:59:59: the hours have one digit."""
ACK_NIBBLE = 0x0A
"""In the low half of the first or fourth byte: an acknowledgement, no times."""

BLOCKED = 0x10
INCREMENT = 0x20
FLAG_SHOWN = 0x40
"""Bits beside the hours of either side."""

RUNNING = 0x01
RIGHT_HIGH = 0x02
BATTERY_LOW = 0x04
LEFT_TURN = 0x08
RIGHT_TURN = 0x10
NO_CLOCK = 0x20
RESERVED = 0x40
"""Bits of the last byte. `NO_CLOCK` makes the times invalid; `RESERVED` is always 0."""


def is_ack(data: bytes) -> bool:
    """Tell an acknowledgement from times; `data` are the seven data bytes."""
    return data[0] & 0x0F == ACK_NIBBLE or data[3] & 0x0F == ACK_NIBBLE


def bcd(byte: int) -> int | None:
    """Value 0 to 59 of a minutes or seconds byte, None if it is not one."""
    tens, ones = byte >> 4, byte & 0x0F
    return tens * 10 + ones if tens < 6 and ones < 10 else None


def side_s(hours: int, minutes: int, seconds: int) -> int | None:
    """Seconds of one side from its three bytes, flags beside the hours ignored; None if out of range."""
    hour, minute, second = hours & 0x0F, bcd(minutes), bcd(seconds)
    if hour > 9 or minute is None or second is None:
        return None
    return hour * HOUR_S + minute * MINUTE_S + second


def parse_clock(data: bytes) -> ClockTimes | ClockAck | ClockZero | None:
    """Read the seven data bytes; None if a value is out of range."""
    if is_ack(data):
        return _parse_ack(data)
    if not any(data):
        return ClockZero()
    return None if data[6] & RESERVED else _parse_times(data)


def _parse_ack(data: bytes) -> ClockAck:
    b3, b4, b5, b6, b7, b8, _ = data
    return ClockAck(b4 | (b6 << 3 & 0x80), b5 | (b6 << 2 & 0x80), b7 | (b3 << 3 & 0x80), b8 | (b3 << 2 & 0x80))


def _parse_times(data: bytes) -> ClockTimes | None:
    right, left, status = data[0], data[3], data[6]
    connected = not status & NO_CLOCK
    left_s = side_s(*data[3:6]) if connected else None
    right_s = side_s(*data[0:3]) if connected else None
    if connected and (left_s is None or right_s is None):
        return None
    return ClockTimes(
        left_s,
        right_s,
        running=bool(status & RUNNING),
        lever_right_high=bool(status & RIGHT_HIGH),
        left_turn=bool(status & LEFT_TURN),
        right_turn=bool(status & RIGHT_TURN),
        connected=connected,
        battery_low=bool(status & BATTERY_LOW),
        left_flag=bool(left & BLOCKED),
        right_flag=bool(right & BLOCKED),
        left_flag_shown=bool(left & FLAG_SHOWN),
        right_flag_shown=bool(right & FLAG_SHOWN),
        left_increment=bool(left & INCREMENT),
        right_increment=bool(right & INCREMENT),
    )


def build_times(times: ClockTimes) -> bytes:
    """The seven data bytes; ValueError for a time that does not fit."""
    status = (
        times.running * RUNNING
        | times.lever_right_high * RIGHT_HIGH
        | times.battery_low * BATTERY_LOW
        | times.left_turn * LEFT_TURN
        | times.right_turn * RIGHT_TURN
        | (not times.connected) * NO_CLOCK
    )
    right = _build_side(times.right_s, times.right_flag, times.right_flag_shown, times.right_increment)
    left = _build_side(times.left_s, times.left_flag, times.left_flag_shown, times.left_increment)
    return right + left + bytes((status,))


def _build_side(time_s: int | None, flag: bool, flag_shown: bool, increment: bool) -> bytes:
    time_s = time_s or 0
    if not 0 <= time_s <= LONGEST_S:
        raise ValueError(f"a DGT clock cannot show {time_s} s, only 0 to {LONGEST_S}")
    minutes, seconds = divmod(time_s, MINUTE_S)
    hours, minutes = divmod(minutes, MINUTE_S)
    flags = flag * BLOCKED | flag_shown * FLAG_SHOWN | increment * INCREMENT
    return bytes((hours | flags, _to_bcd(minutes), _to_bcd(seconds)))


def _to_bcd(value: int) -> int:
    return value // 10 << 4 | value % 10


def build_ack(ack: ClockAck) -> bytes:
    """The seven data bytes, both half bytes marked; the last byte, which says nothing, is 0."""
    b3 = ACK_NIBBLE | (ack.a2 & 0x80) >> 3 | (ack.a3 & 0x80) >> 2
    b6 = ACK_NIBBLE | (ack.a0 & 0x80) >> 3 | (ack.a1 & 0x80) >> 2
    return bytes((b3, ack.a0 & 0x7F, ack.a1 & 0x7F, b6, ack.a2 & 0x7F, ack.a3 & 0x7F, 0))
