"""A board's end of a line: its input buffer, and its work in whatever steps time goes."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.bus_messages import BusRequest
from drivers.simulator.channel import Channel
from drivers.simulator.intake import BUFFER_BYTES, Intake
from drivers.simulator.station import Station
from tests.drivers.simulator.lines import Pieces, table

VERSION = bytes.fromhex("8b 00 01 0c")


def hear(intake: Intake, data: bytes, *, on_bus: bool, busy: bool = False, t_s: float = 0.0) -> None:
    for byte in data:
        intake.hear(t_s, byte, on_bus=on_bus, busy=busy)


def waiting(intake: Intake) -> list[BusRequest | bytes]:
    out = []
    while intake.first_s < 1e9:
        out.append(intake.take())
    return out


def test_the_buffer_holds_one_command_of_the_bus() -> None:
    intake = Intake(lambda _: True)
    hear(intake, VERSION * 2, on_bus=True)
    assert waiting(intake) == [BusRequest(0x8B, 1)]
    hear(intake, VERSION, on_bus=True, busy=True)
    assert waiting(intake) == []


def test_the_buffer_holds_ten_bytes_of_a_board_alone() -> None:
    intake = Intake(lambda _: True)
    for _ in range(2):
        hear(intake, b"\x42" * 8 + VERSION + b"\x45" * 3, on_bus=False, busy=True)
        assert waiting(intake) == [b"\x42"] * 8 + [b"\x45"] * (BUFFER_BYTES - 8)


def test_what_is_forgotten_leaves_the_buffer_empty() -> None:
    intake = Intake(lambda _: True)
    hear(intake, b"\x42" * 9, on_bus=False)
    intake.clear()
    hear(intake, b"\x45" * 10, on_bus=False)
    assert waiting(intake) == [b"\x45"] * 10


def test_what_concerns_another_board_takes_no_room() -> None:
    intake = Intake(lambda order: order == BusRequest(0x8B, 1))
    hear(intake, bytes.fromhex("8b 00 02 0d") + VERSION, on_bus=True)
    assert waiting(intake) == [BusRequest(0x8B, 1)]


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_one_long_step_is_as_many_short_ones(seed: int) -> None:
    """Commands that wait while the board speaks, and updates that come in between."""

    def said(short: bool) -> Pieces:
        rng, channel = Random(seed), Channel()
        station = Station(table(plies=12, think=0.0), channel, 0, Random(seed))
        out: Pieces = []
        t_s = 0.0
        for _ in range(40):
            t_s += rng.uniform(0.0, 0.6)
            while short and station.due_s < t_s:
                at_s = station.due_s
                station.advance(at_s)
                out += channel.advance(at_s)
            station.advance(t_s)
            out += channel.advance(t_s)
            for byte in rng.choices(b"\x4b\x42\x45\x47", k=rng.randint(1, 4)):
                station.hear(t_s, byte)
        return out

    assert said(short=True) == said(short=False)
