"""Ports of which nobody said what is on them, watched in simulated time."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dgt_monitor.events import Event
from dgt_monitor.events import Move as MoveEvent
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.replay import replay_events
from drivers.capture import CaptureFolder
from drivers.live import LiveLines, PortFinder
from drivers.live.tape import Tap
from drivers.serial_line import Choice, LineError, PortInfo, choose
from drivers.simulator.faults import Cut, Silence
from drivers.simulator.table import maker_of
from drivers.simulator.wire import Wire
from tests.drivers.live.test_probing import NoBus
from tests.stream_contract import StreamReader
from tests.virtual_bus import bus_of, random_game
from tests.virtual_lines import VirtualTable

PING = bytes.fromhex("87 00 00 07")


class Listed(PortFinder):
    """Finds what it is told to find."""

    def __init__(self, *ports: PortInfo) -> None:
        super().__init__()
        self.news: Choice | LineError | None = choose(ports)
        self.ended = False

    def start(self) -> None:
        pass

    def take(self) -> Choice | LineError | None:
        news, self.news = self.news, None
        return news

    def close(self) -> None:
        self.ended = True


def adapter(device: str) -> PortInfo:
    return PortInfo(device, "an adapter", 0x0403, 0x6001)


def alone(index: int, *, plies: int = 8, faults: Sequence[Silence | Cut] = ()) -> Wire:
    return Wire([VirtualTable(index, random_game(index, plies), start_s=25.0)], faults=faults)


class Searched:
    """A watch of ports that were only listed."""

    def __init__(self, hub: NoBus, *ports: PortInfo, tap: Tap | None = None, until_s: float = 90.0) -> None:
        self.hub = hub
        self.troubles: list[str] = []
        self.reader = StreamReader()
        self.stream: list[Event] = []
        self.finder = Listed(*ports)
        self.lines = LiveLines((), self.troubles.append, tap, hub, hub.clock, self.finder)
        self.session = LiveSession(self.lines, [self._told])
        hub.plan(until_s, self.session.stop)

    def run(self) -> "Searched":
        self.session.run()
        return self

    def find(self, *ports: PortInfo) -> None:
        self.finder.news = choose(ports)

    def _told(self, told: list[Event]) -> None:
        self.stream += told
        self.reader.read(told)

    def uci(self, board: str) -> tuple[str | None, ...]:
        return self.reader.boards[board].summaries[-1].uci


def hub_of_three() -> tuple[NoBus, Wire, Wire]:
    bus, single = bus_of(1, 3, plies=8, start_s=25.0), alone(0)
    nobody = alone(9, faults=[Silence(0.0)])
    return NoBus({"/dev/B1": bus, "/dev/S1": single, "/dev/N1": nobody}, {"/dev/S1"}), bus, single


def test_a_bus_and_a_board_alone_are_followed_and_a_port_without_a_board_is_no_board() -> None:
    hub, bus, single = hub_of_three()
    watched = Searched(hub, *map(adapter, ("/dev/B1", "/dev/S1", "/dev/N1"))).run()
    for table in bus.tables:
        assert watched.uci(f"{table.board.maker.address:05d}") == table.uci
    assert watched.uci(maker_of(1, 0).long_serial) == single.tables[0].uci
    assert not any("N1" in board for board in watched.reader.boards)
    assert watched.troubles == ["/dev/N1: no board answers there; looked for again and again"]
    assert watched.finder.ended


def test_no_byte_of_a_board_alone_goes_to_a_bus() -> None:
    hub, _, _ = hub_of_three()
    Searched(hub, *map(adapter, ("/dev/B1", "/dev/S1", "/dev/N1"))).run()
    assert {len(data) for _, port, data in hub.sent if port == "/dev/B1"} == {4}
    for port in ("/dev/S1", "/dev/N1"):
        sent = [data for _, to, data in hub.sent if to == port]
        assert sent[:2] == [PING, PING]


def test_modem_lines_are_low_for_pings_and_raised_for_a_board_alone() -> None:
    hub, _, _ = hub_of_three()
    Searched(hub, *map(adapter, ("/dev/B1", "/dev/S1", "/dev/N1"))).run()
    assert (hub.settings["/dev/B1"].dtr, hub.settings["/dev/B1"].kind) == (False, "unknown")
    assert (hub.settings["/dev/S1"].dtr, hub.settings["/dev/S1"].kind) == (None, "single")
    assert (hub.settings["/dev/N1"].dtr, hub.settings["/dev/N1"].kind) == (False, "unknown")


def test_a_port_that_comes_later_is_taken_and_one_that_never_had_a_board_goes_with_its_adapter() -> None:
    hub, bus, _ = hub_of_three()
    watched = Searched(hub, adapter("/dev/N1"), until_s=100.0)
    hub.plan(15.0, lambda: watched.find(adapter("/dev/B1")))
    watched.run()
    assert len(watched.reader.boards) == 3
    assert watched.uci("00004") == bus.tables[0].uci
    assert [port for t_s, port, _ in hub.sent if t_s > 16.0 and port == "/dev/N1"] == []


def test_a_board_alone_whose_cable_was_out_is_looked_for_anew_and_keeps_its_game() -> None:
    wire = alone(0, plies=30, faults=[Cut(40.0, 45.0)])
    hub = NoBus({"/dev/S1": wire}, {"/dev/S1"})
    watched = Searched(hub, adapter("/dev/S1"), until_s=200.0).run()
    assert watched.uci(maker_of(1, 0).long_serial) == wire.tables[0].uci
    after = [data for t_s, _, data in hub.sent if t_s >= 45.0]
    assert after[:2] == [PING, PING]
    assert watched.troubles == ["/dev/S1: pulled; tried again until it is there"]


def test_what_is_passed_over_is_told_with_the_reason() -> None:
    phone = PortInfo("/dev/rfcomm0", "n/a")
    printer = PortInfo("/dev/ttyACM3", "Printer", 0x1234, 0x5678, manufacturer="Maker")
    watched = Searched(NoBus({}, set()), phone, printer, until_s=5.0).run()
    assert [text.partition(":")[0] for text in watched.troubles[:2]] == ["/dev/rfcomm0", "/dev/ttyACM3"]
    assert watched.troubles[2].startswith("no serial port with a board is there yet")
    assert "1234:5678" in watched.troubles[1]
    assert watched.hub.settings == {}


def test_ports_that_the_system_does_not_tell_are_told() -> None:
    watched = Searched(NoBus({}, set()), until_s=5.0)
    watched.finder.news = LineError("ports", "the system does not tell its serial ports")
    watched.run()
    assert watched.troubles == ["ports: the system does not tell its serial ports"]


def test_what_was_recorded_of_found_lines_replays(tmp_path: Path) -> None:
    folder = CaptureFolder(tmp_path, datetime(2026, 3, 1, 12, 30, tzinfo=UTC), print)
    hub, _, _ = hub_of_three()
    watched = Searched(hub, *map(adapter, ("/dev/B1", "/dev/S1", "/dev/N1")), tap=folder).run()
    folder.close()
    paths = sorted(tmp_path.iterdir(), key=lambda path: (len(path.name), path.name))
    replayed = list(replay_events(paths))

    def moves(stream: Sequence[Event]) -> set[tuple[str, int, str | None]]:
        return {(event.board, event.ply, event.uci) for event in stream if isinstance(event, MoveEvent)}

    assert moves(replayed) == moves(watched.stream)
    assert moves(replayed)


@pytest.mark.parametrize("moved", [False, True])
def test_two_boards_that_say_one_number_are_told(moved: bool) -> None:
    one, other = alone(0, faults=[Cut(30.0)] if moved else []), alone(0)
    hub = NoBus({"/dev/S1": one} if moved else {"/dev/S1": one, "/dev/S2": other}, {"/dev/S1", "/dev/S2"})
    watched = Searched(hub, adapter("/dev/S1"), adapter("/dev/S2"))
    if moved:
        hub.plan(40.0, lambda: hub.plug("/dev/S2", other))
    watched.run()
    twice = [text for text in watched.troubles if "says number" in text]
    assert len(twice) == (0 if moved else 1)
