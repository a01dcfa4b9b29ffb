"""A board's log as a reading: what its tags say of the whole board."""

from drivers.dgt.interpret import Interpreter
from drivers.dgt.log_reading import ARRAY, memory_of
from drivers.dgt.messages import LOG_BYTES
from drivers.dgt.translate import codes_of
from drivers.readings import EMPTY, HaltedClock, LogChange, LogGap, LogRestart, LogStanding, Memory

E4 = bytes.fromhex("40 34 41 24")
MOVED = (LogChange(12, "."), LogChange(28, "P"))


def test_changes_clocks_and_what_stands_at_a_tag() -> None:
    log = b"\x6f" + E4 + bytes.fromhex("70 29 45 7a 6d 6e 6c") + b"\x6b"
    assert memory_of(log).records == (
        LogStanding(ARRAY),
        *MOVED,
        HaltedClock("left", 29 * 60 + 45),
        LogStanding(ARRAY[::-1]),
        LogStanding(EMPTY * 64),
    )


def test_pieces_listed_after_a_restart_or_a_marked_start_are_what_stands_there() -> None:
    kings = bytes.fromhex("45 3c 4b 04")
    squares = "".join("K" if square == 4 else "k" if square == 60 else EMPTY for square in range(64))
    assert memory_of(b"\x7f\x7f\x7f\x6a" + kings + E4).records[0] == LogRestart(squares)
    assert memory_of(b"\x7b" + kings + E4, begins_whole=True).records == (LogStanding(squares), *MOVED)
    assert memory_of(b"\x7c" + E4).records == (LogRestart(EMPTY * 64), *MOVED)


def test_what_is_no_record_is_a_gap() -> None:
    assert memory_of(b"\x6f\x40\x6f").records == (LogStanding(ARRAY), LogGap(1), LogStanding(ARRAY))


def test_a_dumped_log_is_a_reading() -> None:
    log = bytes(LOG_BYTES - 6) + b"\x6f" + E4 + b"\x6b"
    assert Interpreter().rx(b"\x8f\x3e\x03" + log) == [Memory((LogStanding(ARRAY), *MOVED))]


def test_a_piece_set_down_before_it_is_seen_to_leave_is_not_listed_after_all_others() -> None:
    """What is played first after a marked start may be told in this order (protocol 2.8)."""
    listed = b"".join(bytes((0x40 | code, square)) for square, code in enumerate(codes_of(ARRAY)) if code)
    records = memory_of(b"\x7b" + listed + bytes.fromhex("41 24 40 34"), begins_whole=True).records
    assert records == (LogStanding(ARRAY), *reversed(MOVED))
