"""Many lines as one stream: what goes wrong on one of them, and which names are refused."""

from collections.abc import Callable

import pytest

from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_messages import BusReply, Ping
from drivers.live.lines import LiveLines
from drivers.live.lines_named import WrongLineError, check_lines
from drivers.live.probing import probe_ports
from drivers.readings import LineDown
from drivers.serial_line import ForbiddenWriteError, LineEvent, LineHub, LineSettings
from tests.drivers.serial_line.fake import FakeOpener, FakePort
from tests.virtual_bus import BusHub, bus_of

PING = encode_reply(BusReply(1025, Ping()))


class StepClock:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.t_s = 100.0

    def __call__(self) -> float:
        return self.t_s

    def step(self) -> float:
        self.t_s += 0.1
        return self.t_s


class HeldHub(LineHub):
    """Tells nothing while it is held, and then everything at once, as a loop does that was busy for a moment."""

    held = False

    def poll(self, timeout_s: float) -> list[LineEvent]:
        return [] if self.held else super().poll(timeout_s)


def until(found: Callable[[], bool], act: Callable[[], object]) -> None:
    """Act until it is so: threads are at work."""
    for _ in range(500):
        if found():
            return
        act()
    raise AssertionError("it never came")


def test_a_bus_that_vanishes_with_its_last_answer_unread_is_lost_and_ends_nothing() -> None:
    clock = StepClock()
    port = FakePort()
    troubles: list[str] = []
    hub = HeldHub(clock, FakeOpener(port, "is not there"))
    lines = LiveLines(["bus+COM3"], troubles.append, None, hub, clock)
    until(lambda: bool(port.heard), lambda: lines.poll(0.01))
    port.say(PING)
    until(lambda: len(port.heard) > 4, lambda: (lines.poll(0.01), clock.step()))
    assert port.heard[4:8] == bytes.fromhex("87 08 01 10"), "it is asked for itself, so the line is a bus"
    port.say(PING)
    port.vanish()
    hub.held = True
    assert port.closed.wait(5)
    hub.held = False
    told = []
    until(lambda: bool(troubles), lambda: told.extend(lines.poll(0.01)))
    assert troubles == [
        "COM3: the port has vanished: was the cable or the adapter unplugged?; tried again until it is there"
    ]
    assert [type(stamp.reading) for stamp in told][-1] is LineDown
    lines.close()


class RefusingHub(BusHub):
    """Refuses one command on one port, as for a line of another kind."""

    refused: str | None = None

    def write(self, port: str, data: bytes) -> bool:
        if port == self.refused and data[1:3] != b"\0\0":
            self.refused = None
            raise ForbiddenWriteError(port, "refused to send that")
        return super().write(port, data)


def test_what_is_refused_on_one_line_is_told_and_the_line_begins_anew_while_the_others_go_on() -> None:
    hub = RefusingHub({port: bus_of(n, 2, plies=0, start_s=1000.0) for n, port in enumerate(("B1", "B2"))})
    troubles: list[str] = []
    lines = LiveLines(["bus+B1", "bus+B2"], troubles.append, None, hub, hub.clock)

    def heard(since_s: float) -> set[tuple[str, int | None]]:
        out = set()
        while hub.t_s < since_s:
            out |= {(stamp.port, stamp.address) for stamp in lines.poll(0.5) if type(stamp.reading) is not LineDown}
        return out

    everyone = {("B1", 1), ("B1", 2), ("B2", 3), ("B2", 4)}
    assert everyone <= heard(20.0)
    hub.refused = "B1"
    assert {("B2", 3), ("B2", 4)} <= heard(21.0)
    assert troubles == ["B1: refused to send that; tried again until it is there"]
    assert everyone <= heard(40.0)
    assert len(troubles) == 1


def test_what_is_refused_on_one_port_ends_the_looking_at_that_one_only() -> None:
    hub = RefusingHub({port: bus_of(n, 2, plies=0, start_s=1000.0) for n, port in enumerate(("B1", "B2"))})
    hub.refused = "B1"
    reports = {report.port: report for report in probe_ports(["B1", "B2"], None, hub, hub.clock)}
    assert (reports["B1"].found, reports["B1"].reason) == ("closed", "refused to send that")
    assert [board.address for board in reports["B2"].boards] == [3, 4]


def test_a_line_that_is_not_up_takes_nothing_whatever_it_is() -> None:
    hub = BusHub({})
    hub.add(LineSettings("B1"))
    assert hub.write("B1", bytes.fromhex("8a 08 01 13")) is False
    real = LineHub()
    real.add(LineSettings("COM3"))
    assert real.write("COM3", bytes.fromhex("8a 08 01 13")) is False
    real.close()


@pytest.mark.parametrize(
    "url",
    [
        "socket://h",
        "socket://h:99999",
        "socket://h:0",
        "socket://[::1:5",
        "socket://[::1]",
        "socket://h:x",
        "socket://h:5?a=b",
        "socket://:5",
        "rfc2217://nohost",
        "rfc2217://h:99999",
        "rfc2217://[::1:5",
        "rfc2217://h:5?baud=1",
        "rfc2217://h:5?timeout=x",
        "rfc2217://h:5?logging=loud",
        "hwgrep://(",
        "hwgrep://a&n=1",
        "hwgrep://a&m",
        "bus+rfc2217://nohost",
        "bus+hwgrep://(",
    ],
)
def test_a_name_under_which_nothing_can_ever_be_opened_is_refused(url: str) -> None:
    with pytest.raises(WrongLineError):
        check_lines([url])


@pytest.mark.parametrize(
    "url",
    [
        "socket://h:1",
        "socket://[::1]:65535",
        "SOCKET://h:5/",
        "rfc2217://h:4000?ign_set_control&timeout=5",
        "rfc2217://[fe80::1]:4000",
        "hwgrep://0403:6001",
        "hwgrep://FTDI|WCH&n=2&skip_busy",
        "bus+socket://10.0.0.5:7001",
        "loop://",
        "COM3",
        "/dev/serial/by-id/usb-FTDI:a(b",
    ],
)
def test_a_name_under_which_something_may_come_is_kept(url: str) -> None:
    assert check_lines([url]) == [url]
