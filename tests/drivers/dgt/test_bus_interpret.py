"""The interpreter of a bus line: readings with their address, what was asked, damage and whose it is."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.bus_codec import encode_reply, encode_request
from drivers.dgt.bus_interpret import NOBODY_BYTES, Addressed, BusInterpreter
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
from drivers.dgt.bus_records import known_before
from drivers.dgt.commands import BusCommand
from drivers.dgt.log_reading import ARRAY, memory_of
from drivers.dgt.memory import Tag
from drivers.dgt.messages import (
    Battery,
    BoardDump,
    ClockAck,
    ClockTimes,
    ClockZero,
    DraughtsDump,
    Serial,
    Trademark,
    Version,
)
from drivers.dgt.translate import codes_of
from drivers.readings import Asked, Clock, Complaint, FieldUpdate, Identity, LineDown, LineUp, LogChange, Reading
from drivers.readings import BoardDump as Dump
from tests.bench.fuzz_decode import run_bus
from tests.drawn import drawn
from tests.drivers.dgt.bus_streams import BUS_SPECIMENS, E4, bus_streams
from tests.drivers.dgt.specimens import START_CODES
from tests.drivers.dgt.streams import cuts

A, B = 1025, 4711
MOVED = [FieldUpdate(12, "."), FieldUpdate(28, "P")]
ALIVE = [Identity(address=A)]
CLOCK = ClockTimes(1800, 1700, True, False, True, False)


class Wire:
    """A line on which board A was heard already."""

    def __init__(self, *known: int) -> None:
        self.line = BusInterpreter()
        for address in known or (A,):
            self.hear(Ping(), address)

    def ask(self, command: int, address: int = A) -> list[Addressed]:
        return self.line.tx(encode_request(BusRequest(command, address)))

    def hear(self, message: BusMessage, address: int = A) -> list[Reading]:
        said = self.line.rx(encode_reply(BusReply(address, message)))
        assert all(item.address == address for item in said)
        return [item.reading for item in said]

    def damaged(self, message: BusMessage, address: int = A) -> None:
        frame = bytearray(encode_reply(BusReply(address, message)))
        frame[-1] ^= 1
        assert self.line.rx(bytes(frame)) == []

    def complaints(self, now_s: float = 0.0) -> list[tuple[int | None, str, int]]:
        said = self.line.complaints(now_s)
        return [(who, told.kind, told.dropped) for who, told in said if isinstance(told, Complaint)]


SAID: list[tuple[BusMessage, list[Reading]]] = [
    (BoardDump(START_CODES), [Dump(ARRAY)]),
    (CLOCK, [Clock(1800, 1700, running=True, to_move="left")]),
    (Changes(E4), list(MOVED)),
    (Changes(b""), list(ALIVE)),
    (FromStart(b"\x7b" + E4), [memory_of(b"\x7b" + E4, begins_whole=True)]),
    (Ping(), list(ALIVE)),
    (Version(1, 3), [Identity(version="1.03")]),
    (Serial("01025"), [Identity(serial="01025")]),
    (Trademark("Test board"), [Identity(trademark="Test board")]),
    (Battery(88, None, None, 0, 0, 0, 0, 0, False, False), [Identity(battery_percent=88)]),
    (StartMarked(), list(ALIVE)),
    (NoVersion(), list(ALIVE)),
    (ClockZero(), list(ALIVE)),
    (ClockAck(0x10, 9, 0, 0), list(ALIVE)),
    (Opaque(0xB2, b"\x01"), list(ALIVE)),
]


@pytest.mark.parametrize(("message", "readings"), SAID)
def test_what_is_said_and_that_the_board_lives(message: BusMessage, readings: list[Reading]) -> None:
    assert Wire().hear(message) == readings


def test_what_no_reading_can_say_is_noted_by_name() -> None:
    wire = Wire()
    for message, _ in SAID[-5:]:
        wire.hear(message)
    assert wire.line.noted == dict.fromkeys(("start_marked", "no_version", "clock_zero", "clock_ack", "statistics"), 1)


def test_a_board_is_told_of_when_it_is_first_heard() -> None:
    line = BusInterpreter()
    assert line.up() == []
    assert line.tx(encode_request(BusRequest(BusCommand.PING, A))) == []
    ping = encode_reply(BusReply(A, Ping()))
    assert line.rx(ping) == [Addressed(A, LineUp()), Addressed(A, Identity(address=A))]
    assert line.rx(ping) == [Addressed(A, Identity(address=A))]
    assert line.down("pulled") == [Addressed(None, LineDown("pulled"))]
    assert line.up() == [Addressed(None, LineUp())]


def test_what_was_only_heard_in_a_ping_to_all_is_not_believed_at_once() -> None:
    wire = Wire(B)
    wire.ask(BusCommand.PING, 0)
    assert wire.hear(Ping()) == []
    wire.ask(BusCommand.IGNORE_NEXT_BUS_PING)
    assert wire.hear(Ping()) == [LineUp(), *ALIVE]
    assert wire.line.noted == {"found": 1}


def test_answers_that_collide_are_no_damage() -> None:
    wire = Wire()
    wire.ask(BusCommand.PING, 0)
    wire.line.rx(b"\x87\x00\x87\x06\x0f\x7f\x33")
    assert wire.complaints() == []
    assert (wire.line.dropped, wire.line.noted) == ({}, {"collided_bytes": 7})


def test_a_stranger_that_was_not_asked_is_not_believed() -> None:
    wire = Wire()
    wire.ask(BusCommand.SEND_CHANGES)
    assert wire.hear(Changes(E4), B) == []
    assert wire.complaints() == [(A, "wrong_address", 10)]
    assert wire.hear(Changes(E4)) == MOVED


REQUESTS = {0x81: "clock", 0x82: "dump", 0x83: "changes", 0x84: "changes again", 0x85: "mark start", 0x86: "memory"}
REQUESTS |= {0x87: "ping", 0x8A: "ping", 0x8B: "version", 0x8D: "all"}


@pytest.mark.parametrize("command", BusCommand)
def test_requests_that_must_be_answered(command: int) -> None:
    wire = Wire()
    asked = [Addressed(A, Asked(REQUESTS[command]))] if command in REQUESTS else []
    assert wire.ask(command) == asked
    assert wire.ask(command, B) == []
    assert wire.ask(command, 0) == []


def test_a_repeated_packet_is_not_applied_twice() -> None:
    wire = Wire()
    wire.ask(BusCommand.SEND_CHANGES)
    assert wire.hear(Changes(E4)) == MOVED
    wire.ask(BusCommand.REPEAT_CHANGES)
    assert wire.hear(Changes(E4)) == ALIVE
    assert wire.line.noted == {"repeated_changes": 1}


def test_a_damaged_packet_that_is_repeated_is_applied_once() -> None:
    wire = Wire()
    wire.ask(BusCommand.SEND_CHANGES)
    wire.hear(Changes(b""))
    wire.ask(BusCommand.SEND_CHANGES)
    wire.damaged(Changes(E4))
    wire.ask(BusCommand.REPEAT_CHANGES)
    assert wire.hear(Changes(E4)) == MOVED
    assert wire.complaints() == [(A, "bad_checksum", 10)]


def test_a_lost_packet_is_complained_of() -> None:
    wire = Wire()
    wire.ask(BusCommand.SEND_CHANGES)
    wire.hear(Changes(b""))
    wire.ask(BusCommand.SEND_CHANGES)
    wire.damaged(Changes(E4))
    wire.ask(BusCommand.SEND_CHANGES)
    complaint, alive = wire.hear(Changes(b""))
    assert isinstance(complaint, Complaint)
    assert (complaint.kind, complaint.dropped) == ("lost_changes", 0)
    assert alive == Identity(address=A)


def test_damage_is_that_of_the_board_asked_whatever_the_frame_says() -> None:
    wire = Wire(A, B)
    wire.ask(BusCommand.SEND_CLK, A)
    wire.damaged(CLOCK, B)
    assert wire.complaints() == [(A, "bad_checksum", 13)]


def test_half_a_reply_is_that_of_the_board_asked_before() -> None:
    wire = Wire(A, B)
    wire.ask(BusCommand.SEND_CLK, A)
    wire.line.rx(encode_reply(BusReply(A, CLOCK))[:4])
    wire.ask(BusCommand.SEND_CLK, B)
    assert wire.hear(CLOCK, B) == [Clock(1800, 1700, running=True, to_move="left")]
    assert wire.complaints() == [(A, "interrupted", 4)]


def test_damage_of_nobody_known_is_the_lines() -> None:
    wire = Wire()
    wire.line.rx(b"\x05\x06")
    wire.damaged(CLOCK, B)
    assert wire.complaints() == [(None, "noise", 2), (None, "bad_checksum", 13)]


def test_without_a_board_only_much_noise_is_told() -> None:
    line = BusInterpreter()
    line.rx(bytes(NOBODY_BYTES - 1))
    assert line.complaints(0.0) == []
    line.rx(b"\x00")
    assert [(who, said.reading) for who, said in zip([None], line.complaints(0.0), strict=True)] == [
        (None, Complaint("noise", 64, "64 bytes: bytes outside any message"))
    ]


def test_what_was_dropped_is_told_before_the_line_is_down() -> None:
    wire = Wire()
    wire.ask(BusCommand.SEND_BRD)
    wire.line.rx(encode_reply(BusReply(A, BoardDump(START_CODES)))[:30])
    (who, complaint), down = wire.line.down("pulled")
    assert isinstance(complaint, Complaint)
    assert (who, complaint.kind, complaint.dropped, down) == (A, "cut_off", 30, (None, LineDown("pulled")))


def test_single_mode_is_not_read_as_a_bus() -> None:
    wire = Wire()
    wire.line.tx(b"\x47")
    assert wire.line.rx(b"\x92\x00\x05\x41\x42") == []
    assert wire.ask(BusCommand.SEND_BRD) == []  # leads back to the bus and is not executed
    assert wire.ask(BusCommand.SEND_BRD) == [Addressed(A, Asked("dump"))]
    assert wire.hear(BoardDump(START_CODES)) == [Dump(ARRAY)]
    assert wire.line.noted == {"single_command": 1, "single_mode_bytes": 5, "wasted_command": 1}
    wire.ask(BusCommand.END_BUSMODE, 0)
    wire.line.rx(b"\x00")
    wire.line.tx(b"\x4a")
    assert wire.ask(BusCommand.SEND_BRD) == [Addressed(A, Asked("dump"))]
    assert wire.line.dropped == {}


def test_nobody_is_asked_by_a_command_that_only_leads_back_to_the_bus() -> None:
    wire = Wire(A, B)
    wire.line.tx(b"\x40")
    wire.ask(BusCommand.SEND_CLK, A)
    wire.damaged(CLOCK, B)
    assert wire.complaints() == [(B, "bad_checksum", 13)]


def test_draughts_is_named_as_not_chess() -> None:
    wire = Wire()
    wire.hear(DraughtsDump("all", bytes(100)))
    assert wire.complaints() == [(A, "not_chess", 106)]


class TestRecords:
    def test_arrays_and_the_empty_board_are_dumps(self) -> None:
        dumps = [Dump(ARRAY), Dump(ARRAY[::-1]), Dump("." * 64)]
        assert Wire().hear(Changes(b"\x6f\x7a\x6d")) == dumps

    def test_a_marked_start_lists_the_pieces(self) -> None:
        records = b"\x7b" + bytes.fromhex("45 3c 4b 04 41 34") + bytes.fromhex("40 34 41 24")
        squares = {4: "K", 60: "k", 12: "P"}
        listed = Dump("".join(squares.get(square, ".") for square in range(64)))
        assert Wire().hear(Changes(records)) == [listed, *MOVED]

    def test_the_list_of_pieces_ends_where_a_square_comes_again(self) -> None:
        records = b"\x7b" + bytes.fromhex("45 3c 41 34 47 34")
        listed = Dump("".join({4: "K", 12: "P"}.get(square, ".") for square in range(64)))
        assert Wire().hear(Changes(records)) == [listed, FieldUpdate(12, "p")]

    def test_a_marked_start_without_its_pieces_says_nothing(self) -> None:
        wire = Wire()
        assert wire.hear(Changes(b"\x7b")) == ALIVE
        assert wire.line.noted == {"start_game": 1}

    def test_a_restart_asks_for_a_dump_if_the_board_was_watched_before(self) -> None:
        wire, restart = Wire(), Changes(b"\x7f\x7f\x7f\x6a" + bytes.fromhex("41 24"))
        assert wire.hear(restart) == [FieldUpdate(28, "P")]
        assert wire.line.noted == {"restarted": 1}
        complaint, *pieces = wire.hear(restart)
        assert isinstance(complaint, Complaint)
        assert complaint.kind == "restarted"
        assert pieces == [FieldUpdate(28, "P")]

    def test_what_is_no_record_is_dropped_and_told(self) -> None:
        wire = Wire()
        assert wire.hear(Changes(b"\x41\x40\x6f" + E4)) == [Dump(ARRAY), *MOVED]
        assert wire.complaints() == [(A, "log_gap", 2)]

    def test_other_tags_are_noted(self) -> None:
        wire = Wire()
        assert wire.hear(Changes(b"\x6c\x6e\x7d\x7e")) == ALIVE
        noted = ("four_rows", "downloaded", "new_clock_state", "new_address")
        assert wire.line.noted == dict.fromkeys(noted, 1)

    def test_an_end_mark_inside_ends_nothing(self) -> None:
        assert Wire().hear(Changes(b"\x6b" + E4 + b"\x6b")) == MOVED

    def test_the_halted_clock_is_told_where_both_times_are_known(self) -> None:
        wire = Wire()
        wire.hear(CLOCK)
        assert wire.hear(Changes(E4 + b"\x70\x29\x45")) == [
            *MOVED,
            Clock(1785, 1700, running=True, to_move="right"),
        ]
        assert wire.hear(Changes(b"\x60\x28\x00\x70\x29\x40")) == [
            Clock(1785, 1680, running=True, to_move="left"),
            Clock(1780, 1680, running=True, to_move="right"),
        ]

    def test_a_halted_clock_that_leaves_the_other_time_open_is_noted(self) -> None:
        wire = Wire()
        assert wire.hear(Changes(b"\x70\x29\x45")) == ALIVE  # no time of the other side is known
        wire.hear(CLOCK)
        assert wire.hear(Changes(b"\x60\x28\x00")) == ALIVE  # the left was to move: a press is missing
        assert wire.line.noted == {"halted_clock": 2}

    @pytest.mark.parametrize(("press", "running"), [(b"\x70\x30\x00", False), (b"\x70\x29\x59", True)])
    def test_a_stopped_clock_runs_once_a_time_has_changed(self, press: bytes, running: bool) -> None:
        wire = Wire()
        wire.hear(CLOCK._replace(running=False))
        (clock,) = wire.hear(Changes(press))
        assert isinstance(clock, Clock)
        assert clock.running is running

    def test_the_first_packet_may_be_older_than_the_dump(self) -> None:
        wire = Wire()
        played = ARRAY[:12] + "." + ARRAY[13:28] + "P" + ARRAY[29:]
        wire.hear(BoardDump(codes_of(played)))
        old = bytes.fromhex("40 3e 43 2d 40 2d 43 3e") + b"\x6f" + E4
        new = bytes.fromhex("40 0c 47 1c")
        assert wire.hear(Changes(old + new)) == [FieldUpdate(52, "."), FieldUpdate(36, "p")]
        assert wire.line.noted == {"before_dump": 7}
        wire.hear(BoardDump(codes_of(played)))
        assert wire.hear(Changes(E4)) == MOVED
        wire.line.up()
        wire.hear(BoardDump(codes_of(played)))
        assert wire.hear(Changes(E4)) == ALIVE

    def test_what_waited_on_the_board_is_read_whole_if_it_comes_before_the_dump(self) -> None:
        wire = Wire()
        wire.hear(BoardDump(START_CODES))
        wire.hear(Changes(b""))
        wire.line.up()
        assert wire.hear(Changes(E4)) == MOVED

    def test_known_before_ends_where_the_dump_differs(self) -> None:
        e4 = [LogChange(12, ".", soon=False), LogChange(28, "P", soon=False)]
        assert known_before([Tag.BEGIN_POSITION, *e4], ARRAY) == 0
        back = [LogChange(28, ".", soon=False), LogChange(12, "P", soon=False)]
        assert known_before([*e4, *back, Tag.DOWNLOADED], ARRAY) == 4


# --- any bytes -------------------------------------------------------------------------------------------------

Seen = tuple[list[Addressed], Counter[str], dict[tuple[int | None, str], int]]


def everything(pieces: list[bytes], sent: bytes) -> Seen:
    """Readings but complaints of bytes, noted, and all those complaints summed."""
    line = BusInterpreter()
    readings = line.tx(sent)
    told: Counter[tuple[int | None, str]] = Counter()

    def tell(said: list[Addressed]) -> None:
        told.update({(who, c.kind): c.dropped for who, c in said if isinstance(c, Complaint) and c.dropped})

    for number, piece in enumerate(pieces):
        readings += line.rx(piece)
        tell(line.complaints(number / 2))
    tell(line.down())
    by_kind: Counter[str] = Counter()
    for (_, kind), count in told.items():
        by_kind[kind] += count
    assert by_kind == line.dropped
    return readings, line.noted, dict(told)


@settings(max_examples=300)
@given(bus_streams, st.sampled_from([b"", bytes.fromhex("83 08 01 0c"), bytes.fromhex("87 00 00 07")]), st.data())
def test_readings_and_totals_do_not_depend_on_the_cut(stream: bytes, sent: bytes, data: st.DataObject) -> None:
    whole = everything([stream], sent)
    assert everything(data.draw(cuts(stream)), sent) == whole
    assert everything([stream[at : at + 1] for at in range(len(stream))], sent) == whole


@given(st.lists(st.tuples(st.booleans(), bus_streams | st.binary(max_size=9)), max_size=12))
def test_any_traffic_gives_readings(traffic: list[tuple[bool, bytes]]) -> None:
    line = BusInterpreter()
    told = [said for sent, data in traffic for said in (line.tx(data) if sent else line.rx(data))]
    heard: set[int | None] = set()
    for address, reading in told:
        if isinstance(reading, LineUp):
            assert address not in heard
            heard.add(address)
        assert address in heard, "something is told of a board before it was heard"


def test_every_specimen_counts_as_heard() -> None:
    for address, message in BUS_SPECIMENS:
        wire = Wire(address)
        assert any(not isinstance(reading, Complaint) for reading in wire.hear(message, address))


@pytest.mark.parametrize("seed", [1, None], ids=["fixed", "random"])
def test_random_and_damaged_streams(seed: int | None) -> None:
    seed = drawn() if seed is None else seed
    print(f"seed {seed}")
    figures = run_bus(4000, seed)
    assert figures.compared == 1000
    assert min(figures.readings[kind] for kind in ("FieldUpdate", "Clock", "BoardDump", "Memory", "Identity")) > 0
    faults = {"noise", "unknown_id", "bad_length", "out_of_range", "interrupted", "cut_off", "bad_checksum"}
    assert faults | {"wrong_address", "not_chess", "log_gap"} <= {str(kind) for kind in figures.dropped}
