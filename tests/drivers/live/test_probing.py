"""What is on ports, found out in simulated time."""

from random import Random

import pytest

from drivers.dgt.commands import BusCommand
from drivers.live.probe import Probe
from drivers.live.probing import probe_ports
from drivers.readings import Identity
from drivers.serial_line import CLOSED_THERE, LineSettings
from drivers.simulator.board import Mode
from drivers.simulator.faults import Silence
from drivers.simulator.hub import VirtualHub
from drivers.simulator.table import maker_of
from drivers.simulator.wire import Wire
from tests.virtual_bus import BusHub, bus_of, random_game
from tests.virtual_lines import VirtualTable


def alone(index: int = 0) -> Wire:
    """A board alone that knows no bus."""
    return Wire([VirtualTable(index, random_game(index, 0), start_s=1000.0)])


class NoBus(BusHub):
    """On some ports there are boards that know no bus: what goes to it there nobody hears."""

    def __init__(self, wires: dict[str, Wire], deaf: set[str]) -> None:
        super().__init__(wires)
        self.deaf = deaf

    def write(self, port: str, data: bytes) -> bool:
        if port in self.deaf and data[0] & 0x80:
            self.sent.append((self.t_s, port, data))
            return True
        return super().write(port, data)


class DeafToSingle(BusHub):
    """Its boards answer on the bus only."""

    def write(self, port: str, data: bytes) -> bool:
        return True if len(data) == 1 else super().write(port, data)


def test_a_bus_a_board_alone_and_nobody() -> None:
    wires = {"B1": bus_of(1, 20, plies=0, start_s=1000.0), "S1": alone()}
    hub = NoBus(
        {**wires, "N1": Wire([VirtualTable(9, random_game(9, 0), start_s=1000.0)], faults=[Silence(0.0)])}, {"S1"}
    )
    progress: list[tuple[str, int]] = []
    reports = {
        report.port: report
        for report in probe_ports(["B1", "S1", "N1"], lambda *told: progress.append(told), hub, hub.clock)
    }
    assert {port: report.found for port, report in reports.items()} == {"B1": "bus", "S1": "single", "N1": "nothing"}
    assert [board.address for board in reports["B1"].boards] == list(range(21, 41))
    assert {board.version for board in reports["B1"].boards if board.address and board.address % 4 == 2} == {"1.08"}
    (board,) = reports["S1"].boards
    maker = maker_of(1, 0)
    assert (board.serial, board.long_serial, board.version) == (maker.serial, maker.long_serial, "1.08")
    assert progress[-1] in [("B1", 20), ("S1", 1)]
    assert ("B1", 20) in progress
    assert hub.t_s < 20.0


def test_nothing_on_the_boards_of_a_bus_is_changed_or_fetched() -> None:
    hub = BusHub({"B1": bus_of(1, 3, plies=0, start_s=1000.0)})
    list(probe_ports(["B1"], None, hub, hub.clock))
    assert {data[0] for _, _, data in hub.sent} <= {0x87, 0x8A, 0x8B, 0x91, 0x98}


def test_no_byte_of_a_board_alone_goes_out_before_two_pings_were_followed_by_silence() -> None:
    hub = NoBus({"S1": alone()}, {"S1"})
    list(probe_ports(["S1"], None, hub, hub.clock))
    pings = [t_s for t_s, _, data in hub.sent if data == bytes.fromhex("87 00 00 07")]
    first = next(t_s for t_s, _, data in hub.sent if len(data) == 1)
    assert [data for _, _, data in hub.sent][:2] == [bytes.fromhex("87 00 00 07")] * 2
    assert first - pings[0] > 2.2
    assert hub.settings["S1"] == LineSettings("S1", kind="single")


def test_a_board_in_single_board_mode_is_led_back_to_the_bus_by_the_first_ping() -> None:
    wire = alone()
    hub = BusHub({"S1": wire})
    wire.tables[0].board.receive(0.0, b"\x4b")
    assert wire.tables[0].board.mode is Mode.UPDATE_NICE
    (report,) = probe_ports(["S1"], None, hub, hub.clock)
    assert hub.sent[0][2][0] == hub.sent[1][2][0] == BusCommand.PING
    assert all(len(data) == 4 for t_s, _, data in hub.sent if t_s < 3.0)
    assert [board.address for board in report.boards] == [wire.tables[0].board.maker.address]


@pytest.mark.parametrize("port", ["S1", "socket://h:1"])
def test_the_only_board_of_a_line_tells_its_numbers_after_the_bus_was_searched(port: str) -> None:
    wire = alone()
    hub = BusHub({port: wire})
    (report,) = probe_ports([port], None, hub, hub.clock)
    maker = wire.tables[0].board.maker
    assert report.found == "single"
    (board,) = report.boards
    assert (board.address, board.serial, board.long_serial) == (maker.address, maker.serial, maker.long_serial)
    assert (board.version, board.hardware) == ("1.08", "1.00")
    lengths = [len(data) for _, _, data in hub.sent]
    first = lengths.index(1)
    assert set(lengths[:first]) == {4}
    assert set(lengths[first:]) == {1}
    assert [data[0] for _, _, data in hub.sent[:first]].count(BusCommand.PING) >= 2


def test_a_board_that_tells_nothing_as_a_board_alone_is_told_as_the_bus_knows_it() -> None:
    wire = alone()
    hub = DeafToSingle({"S1": wire})
    (report,) = probe_ports(["S1"], None, hub, hub.clock)
    assert (report.found, [board.address for board in report.boards]) == ("bus", [wire.tables[0].board.maker.address])


def test_a_line_with_noise_on_it_gets_no_byte_of_a_board_alone_though_one_board_answers() -> None:
    hub = BusHub({"S1": alone()})
    for n in range(600):
        hub.plan(n / 10, lambda: hub.say("S1", b"$GPGGA,123519"))
    (report,) = probe_ports(["S1"], None, hub, hub.clock)
    assert (report.found, len(report.boards)) == ("bus", 1)
    assert {len(data) for _, _, data in hub.sent} == {4}


def test_a_port_on_which_something_else_talks_gets_no_byte_of_a_board_alone() -> None:
    hub = VirtualHub({"G1": Wire([VirtualTable(9, random_game(9, 0), start_s=1000.0)], faults=[Silence(0.0)])})
    sent: list[bytes] = []
    write = hub.write

    def keep(port: str, data: bytes) -> bool:
        sent.append(data)
        return write(port, data)

    hub.write = keep  # type: ignore[method-assign]  # what goes out is of interest
    for n in range(600):
        hub.plan(n / 10, lambda: hub.say("G1", b"$GPGGA,123519"))
    (report,) = probe_ports(["G1"], None, hub, hub.clock)
    assert report.found == "noise"
    assert {len(data) for data in sent} == {4}


def test_a_port_that_cannot_be_opened_or_goes_away_is_told_with_the_reason() -> None:
    probe = Probe("S1")
    probe.up(0.0)
    probe.down("is held by another program (LiveChess, or a second monitor?): close that one")
    assert probe.report is not None
    assert (probe.report.found, probe.report.reason[:7]) == ("closed", "is held")
    shut = Probe("socket://h:1")
    shut.up(0.0)
    shut.down(CLOSED_THERE)
    assert shut.report is not None
    assert "does another monitor hold the board?" in shut.report.reason
    talked = Probe("socket://h:1")
    talked.up(0.0)
    talked.rx(0.1, b"\x00")
    talked.down(CLOSED_THERE)
    assert talked.report is not None
    assert talked.report.reason == CLOSED_THERE
    hub = VirtualHub({})
    (report,) = probe_ports(["none"], None, hub, hub.clock)
    assert report.found == "closed"


@pytest.mark.parametrize("raised", [False, True])
def test_modem_lines_are_low_for_a_bus_unless_the_board_has_usb_of_its_own(raised: bool) -> None:
    settings = Probe("S1", raised=raised).settings
    assert (settings.kind, settings.dtr, settings.rts) == ("unknown", raised, raised)


def test_whatever_comes_raises_nothing() -> None:
    rng = Random(4)
    for _ in range(200):
        probe = Probe("socket://h:1")
        t_s = 0.0
        probe.up(t_s)
        while probe.report is None and t_s < 100.0:
            t_s = max(t_s, min(probe.due_s, t_s + rng.random()))
            data = rng.randbytes(rng.randrange(40)) if rng.random() < 0.5 else b""
            probe.rx(t_s, data) if data else probe.tick(t_s)
        assert probe.report is not None
        assert all(isinstance(board, Identity) for board in probe.report.boards)
