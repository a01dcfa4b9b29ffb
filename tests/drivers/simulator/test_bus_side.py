"""Virtual boards on a bus: the frames of the protocol page, and lines with many boards."""

from collections.abc import Iterable
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.bus_codec import encode_request
from drivers.dgt.bus_frames import BusFramer
from drivers.dgt.bus_messages import BusReply, BusRequest, Changes, FromStart, Ping, StartMarked
from drivers.dgt.commands import BusCommand
from drivers.dgt.memory import Tag, parse_log
from drivers.dgt.messages import BoardDump, ClockTimes, Version
from drivers.dgt.translate import squares_of
from drivers.readings import LogChange
from drivers.simulator.board import POWER_UP_S, Maker, Mode, Sensors, VirtualBoard
from drivers.simulator.bus_side import PING_SPREAD_S, BusSide
from drivers.simulator.channel import BYTE_S
from drivers.simulator.clock import DgtClock, TimeControl
from drivers.simulator.hands import Touch
from drivers.simulator.scan import Rhythm
from drivers.simulator.station import REPLY_S
from drivers.simulator.table import maker_of, placement
from drivers.simulator.wire import Wire
from tests.drivers.simulator.lines import ask, end_of, table, until

START = placement(chess.Board())


def side(*, version: tuple[int, int] = (1, 3), alternates: bool = False) -> tuple[VirtualBoard, BusSide]:
    """Board 01025, whose changes so far were fetched."""
    clock = DgtClock(TimeControl(180, 2), "left")
    maker = Maker("01025", "3000001025", version=version, address=1025, alternates=alternates)
    board = VirtualBoard(START, maker, Sensors(Rhythm(0.25, 0.0), 0.05), clock)
    bus = BusSide(board, Random(1))
    say(bus, BusCommand.SEND_CHANGES)
    clock.start(1.0)
    board.advance(2.1)
    return board, bus


def say(bus: BusSide, command: int, address: int = 1025) -> list[str]:
    return [reply.data.hex(" ") for reply in bus.obey(BusRequest(command, address))]


def e4(board: VirtualBoard) -> None:
    board.touch(Touch(3.0, chess.E2, "."))
    board.touch(Touch(4.0, chess.E4, "P"))
    board.advance(5.0)


def test_the_frames_of_the_protocol_page() -> None:
    board, bus = side()
    assert say(bus, 0x87) == ["87 00 06 08 01 16"]
    assert say(bus, 0x8A) == ["87 00 06 08 01 16"]
    assert say(bus, 0x81) == ["84 00 0d 08 01 20 03 02 20 03 01 09 6c"]
    (dump,) = say(bus, 0x82)
    assert dump.startswith("83 00 46 08 01 08 09 0a")
    assert dump.endswith(" 7c")
    assert say(bus, 0x83) == ["85 00 06 08 01 14"]
    e4(board)
    assert say(bus, 0x83) == ["85 00 0a 08 01 40 34 41 24 71"]
    assert say(bus, 0x84) == ["85 00 0a 08 01 40 34 41 24 71"]
    assert say(bus, 0x83) == ["85 00 06 08 01 14"]
    assert say(bus, 0x84) == ["85 00 06 08 01 14"]
    assert say(bus, 0x85) == ["88 00 06 08 01 17"]
    assert say(bus, 0x8B) == ["89 00 08 08 01 01 03 1e"]


def test_old_firmware_tells_no_number() -> None:
    assert say(side(version=(1, 2))[1], 0x8B) == ["89 00 06 08 01 18"]


def test_everything_at_once_is_three_messages() -> None:
    board, bus = side()
    e4(board)
    changes, clock, dump = say(bus, 0x8D)
    assert changes == "85 00 0a 08 01 40 34 41 24 71"
    assert clock.startswith("84 00 0d")
    assert dump.startswith("83 00 46")
    assert say(bus, 0x84) == [changes]


def test_newer_packets_are_odd_and_even_in_turn_and_their_repeats_are_not() -> None:
    board, bus = side(alternates=True)
    e4(board)
    first, again, second, third = (say(bus, command)[0] for command in (0x83, 0x84, 0x83, 0x83))
    assert first == again == "8b 00 0a 08 01 40 34 41 24 77"
    assert (second[:2], third[:2]) == ("85", "8b")
    assert len(say(bus, 0x92)) == 1
    assert say(side()[1], 0x92) == []


@pytest.mark.parametrize("command", range(0x80, 0x100))
def test_what_is_for_another_board_or_unknown_is_not_answered(command: int) -> None:
    _, bus = side()
    assert say(bus, command, 1026) == []
    if command not in {BusCommand.PING, BusCommand.RANDOMISE_PING}:
        assert say(bus, command, 0) == []
    known = {*range(0x81, 0x88), 0x8A, 0x8B, 0x8D}
    assert bool(say(bus, command)) is (command in known)


def test_a_ping_of_all_is_passed_over_once_where_asked() -> None:
    _, bus = side()
    say(bus, 0x8A)
    assert [say(bus, 0x87, 0), say(bus, 0x87, 0)] == [[], ["87 00 06 08 01 16"]]
    say(bus, 0x8A)
    assert say(bus, 0x87) == ["87 00 06 08 01 16"], "its own ping is answered and uses up nothing"
    assert say(bus, 0x87, 0) == []


def test_from_the_start_is_all_since_the_last_mark_but_what_waits() -> None:
    board, bus = side()
    say(bus, 0x85)
    say(bus, 0x83)
    marked = bytes.fromhex(say(bus, 0x86)[0])[5:-1]
    assert marked[0] == Tag.START_GAME
    assert len(marked) == 1 + 64
    e4(board)
    assert bytes.fromhex(say(bus, 0x86)[0])[5:-1] == marked
    say(bus, 0x83)
    assert bytes.fromhex(say(bus, 0x86)[0])[5:-1] == marked + bytes.fromhex("40 34 41 24")
    say(bus, 0x85)
    assert say(bus, 0x86) == ["86 00 06 08 01 15"], "the new mark is still waiting"


def test_a_start_that_was_never_marked_is_where_the_power_came() -> None:
    _, bus = side()
    records = parse_log(bytes.fromhex(say(bus, 0x86)[0])[5:-1] + b"\x6b", begins_whole=True)
    assert records[0] is Tag.POWER_UP


# --- on a line -------------------------------------------------------------------------------------------------------


def wire_of(boards: int, seed: int = 1) -> Wire:
    return Wire([table(n, seed=seed) for n in range(boards)], "bus", seed)


def frame(command: int, address: int) -> bytes:
    return encode_request(BusRequest(command, address))


def replies(data: bytes) -> list[BusReply]:
    return [reply for reply in BusFramer().feed(data) if isinstance(reply, BusReply)]


def addresses(wire: Wire) -> list[int]:
    return [seated.board.maker.address for seated in wire.tables]


def found(wire: Wire, t_s: float) -> tuple[set[int], int]:
    """Boards found by the rounds of protocol 4.4, and in how many of these."""
    boards: set[int] = set()
    empty = rounds = 0
    while empty < 2:
        for address in sorted(boards):
            assert replies(ask(wire, t_s, frame(BusCommand.IGNORE_NEXT_BUS_PING, address), 0.05))
            t_s += 0.05
        answers = replies(ask(wire, t_s, frame(BusCommand.PING, 0), 1.2))
        t_s, rounds = t_s + 1.2, rounds + 1
        assert all(answer.message == Ping() for answer in answers)
        new = {answer.address for answer in answers} - boards
        empty = 0 if new else empty + 1
        boards |= new
    return boards, rounds


@given(st.integers(0, 2**32))
@settings(max_examples=3, deadline=None)
def test_twenty_boards_are_found_in_rounds_because_their_answers_collide(seed: int) -> None:
    wire = wire_of(20, seed)
    boards, rounds = found(wire, 0.5)
    assert boards == set(addresses(wire))
    assert rounds > 2
    damaged = [len(replies(ask(wire, 100.0 + 2 * n, frame(BusCommand.PING, 0), 1.5))) for n in range(6)]
    assert min(damaged) < 20, "some collide"


def test_answers_to_a_ping_of_all_are_spread() -> None:
    wire = wire_of(1)
    times = []
    for n in range(200):
        until(wire, 2.0 * n)
        wire.receive(2.0 * n, frame(BusCommand.PING, 0))
        ((came_s, _),) = until(wire, 2.0 * n + 1.5)
        times.append(came_s - 2.0 * n - 10 * BYTE_S)
    assert min(times) >= REPLY_S[0] - 1e-9
    assert max(times) <= PING_SPREAD_S + REPLY_S[1] + 1e-9
    assert min(times) < 0.1
    assert max(times) > 1.0


def polled(wire: Wire, t_s: float, to_s: float) -> dict[int, list[Changes]]:
    """Every board asked in turn."""
    packets: dict[int, list[Changes]] = {address: [] for address in addresses(wire)}
    while t_s < to_s:
        for address in packets:
            (answer,) = replies(ask(wire, t_s, frame(BusCommand.SEND_CHANGES, address), 0.2))
            assert answer.address == address
            assert isinstance(answer.message, Changes)
            packets[address].append(answer.message)
            t_s += 0.2
    return packets


def stands(packets: Iterable[Changes]) -> str:
    squares = ["."] * 64
    for record in parse_log(b"".join(packet.records for packet in packets) + b"\x6b", begins_whole=True):
        if isinstance(record, LogChange):
            squares[record.square] = record.piece
    return "".join(squares)


def test_the_changes_of_every_board_tell_its_game() -> None:
    wire = wire_of(5)
    packets = polled(wire, 0.5, 40.0)
    for seated, address in zip(wire.tables, packets, strict=True):
        assert seated.over
        assert stands(packets[address]) == end_of(seated.game)
        assert max(len(packet.records) for packet in packets[address][1:]) < 30
        (dump,) = replies(ask(wire, 50.0 + address, frame(BusCommand.SEND_BRD, address)))
        assert isinstance(dump.message, BoardDump)
        assert squares_of(dump.message.codes) == end_of(seated.game)


def test_boards_of_a_line_know_nothing_of_each_other() -> None:
    """The play at a table, and so its log, is the same whoever else is on the line and whatever is asked."""
    alone, among = Wire([table(0)], "bus"), wire_of(4)
    until(alone, 60.0)
    polled(among, 0.5, 60.0)
    assert alone.tables[0].board.log.ring.dump() == among.tables[0].board.log.ring.dump()


def test_the_answer_to_a_marked_start_comes_late() -> None:
    wire = wire_of(1)
    wire.receive(1.0, frame(BusCommand.SET_START_GAME, 1))
    ((came_s, data),) = until(wire, 2.0)
    assert replies(data) == [BusReply(1, StartMarked())]
    assert 0.07 < came_s - 1.0 - 10 * BYTE_S < 0.08


def test_a_board_at_work_hears_no_further_command() -> None:
    wire = wire_of(2)
    both = ask(wire, 1.0, frame(BusCommand.SEND_BRD, 1) + frame(BusCommand.SEND_VERSION, 1))
    assert [type(reply.message) for reply in replies(both)] == [BoardDump]
    after = ask(wire, 2.0, frame(BusCommand.SEND_VERSION, 1))
    assert [type(reply.message) for reply in replies(after)] == [Version]


def test_two_boards_that_speak_at_once_garble_each_other() -> None:
    wire = wire_of(2)
    said = ask(wire, 1.0, frame(BusCommand.SEND_BRD, 1) + frame(BusCommand.SEND_BRD, 2))
    assert replies(said) == []
    assert 70 < len(said) < 80


def test_one_byte_of_a_single_board_throws_all_boards_out_of_the_bus_and_all_obey() -> None:
    wire = wire_of(3)
    said = ask(wire, 1.0, b"\x42")
    assert {seated.board.mode for seated in wire.tables} == {Mode.IDLE}
    assert 67 < len(said) < 80, "three dumps at once"
    assert replies(ask(wire, 2.0, frame(BusCommand.SEND_VERSION, 1))) == [], "it only leads back"
    assert {seated.board.mode for seated in wire.tables} == {Mode.BUS}
    assert len(replies(ask(wire, 3.0, frame(BusCommand.SEND_VERSION, 1)))) == 1


def test_the_end_of_the_bus_is_for_one_board_or_for_all() -> None:
    wire = wire_of(2)
    assert ask(wire, 1.0, frame(BusCommand.END_BUSMODE, 2)) == b""
    assert [seated.board.mode for seated in wire.tables] == [Mode.BUS, Mode.IDLE]
    ask(wire, 2.0, frame(BusCommand.END_BUSMODE, 0))
    modes = [seated.board.mode for seated in wire.tables]
    assert modes == [Mode.IDLE, Mode.BUS], "one that was out of the bus was led back"


def test_a_reset_takes_some_seconds_and_is_in_the_log() -> None:
    wire = wire_of(2)
    ask(wire, 1.0, frame(BusCommand.SEND_CHANGES, 1))
    ask(wire, 1.5, frame(BusCommand.RESET, 0))
    assert ask(wire, 1.6 + POWER_UP_S - 0.2, frame(BusCommand.PING, 1), 0.1) == b""
    for address in (1, 2):
        assert len(replies(ask(wire, 5.0 + address, frame(BusCommand.PING, address)))) == 1
    (answer,) = replies(ask(wire, 8.0, frame(BusCommand.SEND_CHANGES, 1)))
    assert isinstance(answer.message, Changes)
    assert parse_log(answer.message.records + b"\x6b", begins_whole=True)[0] is Tag.POWER_UP
    (again,) = replies(ask(wire, 9.0, frame(BusCommand.SEND_FROM_START, 1)))
    assert isinstance(again.message, FromStart)


def test_a_clock_is_told_on_the_bus_too() -> None:
    wire = wire_of(1)
    (answer,) = replies(ask(wire, 10.0, frame(BusCommand.SEND_CLK, 1)))
    assert isinstance(answer.message, ClockTimes)
    assert answer.message.running


def test_damaged_commands_are_obeyed_by_nobody() -> None:
    wire = wire_of(2)
    whole = frame(BusCommand.SEND_VERSION, 1)
    for n, damaged in enumerate([whole[:3] + b"\x00", whole[:2], whole[1:]]):
        assert ask(wire, 1.0 + n, damaged) == b""
    assert {seated.board.mode for seated in wire.tables} == {Mode.BUS}
    assert len(ask(wire, 9.0, whole)) == 8


def reset(wire: Wire, t_s: float) -> float:
    """All boards begin anew; when they are there again."""
    ask(wire, t_s, frame(BusCommand.RESET, 0))
    return t_s + POWER_UP_S + 0.1


def changes(wire: Wire, t_s: float, command: int = BusCommand.SEND_CHANGES) -> Changes:
    (answer,) = replies(ask(wire, t_s, frame(command, 1)))
    assert isinstance(answer.message, Changes)
    return answer.message


def test_with_the_power_a_board_forgets_what_it_was_told_and_what_it_told() -> None:
    maker = maker_of(1, 0)._replace(alternates=True)
    wire = Wire([table(maker=maker)], "bus")
    assert not changes(wire, 10.0).even
    assert ask(wire, 11.0, frame(BusCommand.IGNORE_NEXT_BUS_PING, 1))
    t_s = reset(wire, 12.0)
    assert ask(wire, t_s, frame(BusCommand.PING, 0), 1.2), "the ping it was to pass over"
    assert changes(wire, t_s + 2.0, BusCommand.REPEAT_CHANGES).records == b""
    assert not changes(wire, t_s + 3.0).even


def test_what_waited_to_be_fetched_is_not_fetched_after_the_power_was_away() -> None:
    wire = wire_of(1)
    changes(wire, 0.5)
    t_s = reset(wire, 20.0)
    first, *rest = parse_log(changes(wire, t_s).records + b"\x6b", begins_whole=True)
    assert first is Tag.POWER_UP
    assert len(rest) < 40


def test_a_marked_start_outlives_the_power() -> None:
    wire = wire_of(1)
    ask(wire, 1.0, frame(BusCommand.SET_START_GAME, 1))
    t_s = reset(wire, 60.0)
    changes(wire, t_s)
    (answer,) = replies(ask(wire, t_s + 1.0, frame(BusCommand.SEND_FROM_START, 1), 2.0))
    assert isinstance(answer.message, FromStart)
    records = parse_log(answer.message.records + b"\x6b", begins_whole=True)
    assert records[0] is Tag.START_GAME
    assert Tag.POWER_UP in records
    assert stands([Changes(answer.message.records[answer.message.records.index(b"\x7f\x7f\x7f\x6a") :])]) == (
        wire.tables[0].board.squares
    )
