"""Faults on demand: what they take away, and that they take nothing else."""

from collections.abc import Callable
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.memory import parse_log
from drivers.dgt.messages import BoardDump, ClockTimes, Message, Serial
from drivers.dgt.translate import squares_of
from drivers.readings import LogChange
from drivers.simulator.board import Mode
from drivers.simulator.channel import BYTE_S
from drivers.simulator.faults import ClockAway, Cut, Damage, Fault, Garbage, Noise, PowerLoss, Silence
from drivers.simulator.wire import Wire
from tests.drivers.simulator.lines import Pieces, ask, end_of, joined, table, until

END_S = 60.0


def watched(*faults: Fault, command: bytes = b"\x4b", until_s: float = END_S) -> tuple[Wire, Pieces]:
    """A line on which a board is followed from the beginning."""
    wire = Wire([table(plies=40)], faults=faults)
    wire.receive(0.0, command)
    return wire, until(wire, until_s)


def messages(pieces: Pieces) -> list[Message]:
    return message_framer().feed(joined(pieces))


def bytes_in_time(pieces: Pieces) -> list[tuple[float, int]]:
    """Every byte with the time at which it had come."""
    return [(came_s - (len(data) - 1 - at) * BYTE_S, byte) for came_s, data in pieces for at, byte in enumerate(data)]


@given(st.floats(1.0, 30.0), st.floats(0.0, 30.0))
@settings(max_examples=25, deadline=None)
def test_a_cut_loses_what_comes_meanwhile_to_the_byte_and_nothing_else(from_s: float, away_s: float) -> None:
    to_s = from_s + away_s
    sound, cut = watched()[1], watched(Cut(from_s, to_s))[1]
    expected = [(t_s, byte) for t_s, byte in bytes_in_time(sound) if not from_s + 1e-9 < t_s <= to_s + 1e-9]
    got = bytes_in_time(cut)
    assert [byte for _, byte in got] == [byte for _, byte in expected]
    assert all(abs(one - other) < 1e-6 for (one, _), (other, _) in zip(got, expected, strict=True))


def test_the_board_plays_on_while_the_line_is_cut_and_has_it_all_in_its_log() -> None:
    wire, _ = watched(Cut(5.0, 30.0))
    sound, _ = watched()
    assert wire.tables[0].board.log.ring.dump() == sound.tables[0].board.log.ring.dump()
    assert wire.tables[0].board.squares == end_of(wire.tables[0].game)


def test_commands_written_into_a_cut_are_lost() -> None:
    wire, _ = watched(Cut(5.0, 6.0), command=b"\x40", until_s=5.5)
    assert not wire.up
    assert ask(wire, 5.6, b"\x45", 1.0) == b""
    assert wire.up
    assert message_framer().feed(ask(wire, 7.0, b"\x45")) == [Serial(wire.tables[0].board.maker.serial)]


def test_a_command_on_its_way_when_the_cable_is_pulled_is_lost() -> None:
    wire = Wire([table()], faults=[Cut(1.0005, 1.5)])
    assert ask(wire, 1.0, b"\x4b", 1.0) == b""
    assert wire.tables[0].board.mode is Mode.BUS


@pytest.mark.parametrize("to_s", [1.02, 1.03, 1.055, 2.0])
@pytest.mark.parametrize("from_s", [1.008, 1.0149])
def test_a_cut_in_the_middle_of_a_message_takes_its_middle(from_s: float, to_s: float) -> None:
    sound, cut = Wire([table()]), Wire([table()], faults=[Cut(from_s, to_s)])
    pieces: list[Pieces] = []
    for wire in (sound, cut):
        wire.receive(1.0, b"\x42")
        pieces.append(until(wire, 2.5))
    expected = [byte for t_s, byte in bytes_in_time(pieces[0]) if not from_s < t_s <= to_s]
    assert list(joined(pieces[1])) == expected
    assert len(expected) < 67


def test_cuts_that_overlap_add_up() -> None:
    wire = Wire([table()], faults=[Cut(1.0, 5.0), Cut(2.0, 3.0)])
    states = []
    for t_s in (0.5, 1.5, 2.5, 3.5, 5.5):
        until(wire, t_s)
        states.append(wire.up)
    assert states == [True, False, False, False, True]


def test_silence_takes_what_the_board_says_and_it_still_obeys() -> None:
    wire, pieces = watched(Silence(5.0, 20.0))
    assert not [t_s for t_s, _ in pieces if 5.0 < t_s < 20.0]
    assert len([t_s for t_s, _ in pieces if t_s > 20.0]) > 20
    wire = Wire([table()], faults=[Silence(1.0, 5.0)])
    assert ask(wire, 2.0, b"\x4b", 1.0) == b""
    assert len(ask(wire, 5.0, b"", 5.0)) > 20


def test_a_deaf_board_does_not_obey() -> None:
    wire = Wire([table()], faults=[Silence(1.0, 5.0, deaf=True)])
    assert ask(wire, 2.0, b"\x4b", 3.0) == b""
    assert ask(wire, 5.0, b"", 5.0) == b""
    assert len(ask(wire, 10.0, b"\x45")) == 8


def test_one_silent_board_of_a_bus_leaves_the_others_alone() -> None:
    wire = Wire([table(0), table(1)], "bus", faults=[Silence(1.0, board=1), PowerLoss(20.0, board=0)])
    pings = [bytes((0x87, 0, n, 7 + n)) for n in (1, 2)]
    assert [bool(ask(wire, 0.5 + 0.2 * n, ping, 0.1)) for n, ping in enumerate(pings)] == [True, True]
    assert [bool(ask(wire, 2.0 + 0.2 * n, ping, 0.1)) for n, ping in enumerate(pings)] == [True, False]
    assert [bool(ask(wire, 21.0 + 0.2 * n, ping, 0.1)) for n, ping in enumerate(pings)] == [False, False]


@given(st.integers(0, 2**32), st.integers(1, 50), st.lists(st.binary(max_size=60), max_size=40))
def test_damage_does_not_depend_on_how_the_bytes_are_cut(seed: int, one_in: int, pieces: list[bytes]) -> None:
    whole, cut, single = (Damage(Random(seed)) for _ in range(3))
    for damage in (whole, cut, single):
        damage.set(one_in)
    data = b"".join(pieces)
    expected = whole.pass_on(data)
    assert len(expected) == len(data)
    assert b"".join(map(cut.pass_on, pieces)) == expected
    assert b"".join(single.pass_on(bytes((byte,))) for byte in data) == expected


@pytest.mark.parametrize("one_in", [1, 2, 10, 100, 1000])
def test_one_byte_in_so_many_is_replaced(one_in: int) -> None:
    damage, size = Damage(Random(1)), 400_000
    damage.set(one_in)
    changed = sum(byte != 0 for byte in damage.pass_on(bytes(size)))
    expected = size / one_in * 255 / 256  # one in 256 becomes what it was
    assert abs(changed - expected) < 5 * expected**0.5 + 1
    damage.set(0)
    assert damage.pass_on(bytes(size)) == bytes(size)


def test_noise_is_for_a_while_and_on_both_ways() -> None:
    sound, noisy = watched()[1], watched(Noise(20, 10.0, 20.0))[1]
    differ = [one for one, other in zip(bytes_in_time(sound), bytes_in_time(noisy), strict=True) if one != other]
    assert len(differ) > 5
    assert all(10.0 < t_s < 20.1 for t_s, _ in differ)


def test_commands_are_damaged_too() -> None:
    modes = []
    for seed in range(20):
        wire = Wire([table()], seed=seed, faults=[Noise(1, 1.0, 2.0)])
        ask(wire, 1.5, b"\x4b")
        modes.append(wire.tables[0].board.mode)
    assert modes.count(Mode.UPDATE_NICE) < 3


def test_noise_changes_nothing_on_the_board() -> None:
    wire, _ = watched(Noise(10))
    assert wire.tables[0].board.squares == end_of(wire.tables[0].game)


def test_garbage_is_sent_by_the_board_and_delays_what_it_has_to_say() -> None:
    wire, pieces = watched(Garbage(10.0, 1000), until_s=12.0)
    sound = joined(watched(until_s=12.0)[1])
    said = joined(pieces)
    assert len(said) > len(sound) + 500
    came = [t_s for t_s, _ in pieces if 10.0 < t_s < 11.05]
    assert came[-1] - came[0] > 1.0
    wire, pieces = watched(Garbage(10.0, 1000))
    assert message_framer().feed(ask(wire, END_S, b"\x45")) == [Serial(wire.tables[0].board.maker.serial)]


def test_a_clock_that_is_unplugged_is_told_and_runs_on() -> None:
    wire, pieces = watched(ClockAway(10.0, 20.0))
    clocks = [(t_s, message) for t_s, message in timed(pieces) if isinstance(message, ClockTimes)]
    away = [t_s for t_s, message in clocks if not message.connected]
    assert len(away) == 1
    assert 10.0 < away[0] < 10.1
    assert not [t_s for t_s, _ in clocks if away[0] < t_s < 20.0]
    back = next(message for t_s, message in clocks if t_s > 20.0)
    before = [message for t_s, message in clocks if t_s < 10.0][-1]
    assert back.left_s is not None
    assert back.right_s is not None
    assert before.left_s is not None
    assert before.right_s is not None
    assert back.running
    assert back.left_s + back.right_s < before.left_s + before.right_s + 2 * 20
    assert wire.tables[0].board.squares == end_of(wire.tables[0].game)


def test_a_clock_that_stands_still_is_told_too_when_it_is_back() -> None:
    _, pieces = watched(ClockAway(0.5, 1.5), until_s=2.5)
    clocks = [(round(t_s, 1), message.connected) for t_s, message in timed(pieces) if isinstance(message, ClockTimes)]
    assert clocks == [(0.0, True), (0.5, False), (1.5, True)]


def timed(pieces: Pieces) -> list[tuple[float, Message]]:
    framer = message_framer()
    return [(t_s, message) for t_s, data in pieces for message in framer.feed(data)]


def test_no_presses_are_in_the_log_while_the_clock_is_away() -> None:
    wire, _ = watched(ClockAway(0.5))
    records = parse_log(wire.tables[0].board.log.ring.dump())
    assert not [record for record in records if type(record).__name__ == "HaltedClock"]
    assert len([record for record in records if isinstance(record, LogChange)]) > 32 + 80


def test_a_fault_of_a_board_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no board 1 on this line, which has 1"):
        Wire([table()], faults=[PowerLoss(1.0, board=1)])


FAULTS: list[Callable[[Random, float], Fault]] = [
    lambda rng, t_s: Cut(t_s, t_s + rng.uniform(0.0, 5.0), rng.random() < 0.5),
    lambda rng, t_s: PowerLoss(t_s, t_s + rng.uniform(0.0, 5.0)),
    lambda rng, t_s: Silence(t_s, t_s + rng.uniform(0.0, 5.0), deaf=rng.random() < 0.5),
    lambda rng, t_s: Noise(rng.randint(1, 50), t_s, t_s + rng.uniform(0.0, 5.0)),
    lambda rng, t_s: Garbage(t_s, rng.randint(0, 1500)),
    lambda rng, t_s: ClockAway(t_s, t_s + rng.uniform(0.0, 5.0)),
]


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_whatever_goes_wrong_the_game_is_played_and_the_board_can_be_asked(seed: int) -> None:
    """Any faults at any times, asked often or seldom: the same bytes, and a board as sound as before."""

    def run(often: bool) -> tuple[Wire, Pieces]:
        rng = Random(seed)
        faults = [rng.choice(FAULTS)(rng, rng.uniform(0.0, 25.0)) for _ in range(rng.randint(1, 8))]
        wire = Wire([table(plies=30, seed=seed)], seed=seed, faults=faults)
        out: Pieces = []
        t_s = 0.0
        for _ in range(60):
            t_s += rng.uniform(0.3, 0.7)
            out += until(wire, t_s) if often else wire.advance(t_s)
            wire.receive(t_s, bytes((rng.choice(b"\x41\x42\x45\x4b\x44\x49\x40\x47"),)))
        return wire, out

    (wire, pieces), (_, again) = run(often=True), run(often=False)
    assert pieces == again
    times = [t_s for t_s, _ in pieces]
    assert times == sorted(times)
    until(wire, 200.0)
    ask(wire, 210.0, b"\x40")
    until(wire, 230.0)
    (dump,) = message_framer().feed(ask(wire, 230.0, b"\x42"))
    assert isinstance(dump, BoardDump)
    assert squares_of(dump.codes) == end_of(wire.tables[0].game)
    until(wire, 260.0)
    assert wire.due_s == inf
