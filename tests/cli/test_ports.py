"""`dgt-monitor ports`: what it says of each port, for people and for programs."""

import json
from collections.abc import Iterator, Mapping

import pytest
from click.testing import CliRunner, Result

from dgt_monitor.cli import ports as command
from drivers.live import PortReport
from drivers.readings import Identity
from drivers.serial_line import LineError, PortInfo

FTDI = PortInfo("/dev/ttyUSB0", "USB Serial", 0x0403, 0x6001)
CDC = PortInfo("/dev/ttyACM0", "CDC", 0x04D8, 0x000A)
HELD = PortInfo("/dev/ttyUSB1", "USB Serial", 0x0403, 0x6001)
PHONE = PortInfo("/dev/rfcomm0", "n/a")
REPORTS = {
    "/dev/ttyUSB0": PortReport(
        "/dev/ttyUSB0", "bus", (Identity(address=1025, version="1.08"), Identity(address=4711, serial="47110"))
    ),
    "/dev/ttyACM0": PortReport(
        "/dev/ttyACM0", "single", (Identity(serial="27642", long_serial="3000027642", battery_percent=84),)
    ),
    "/dev/ttyUSB1": PortReport("/dev/ttyUSB1", "closed", (), "is held by another program (LiveChess?): close that one"),
}


class Machine:
    """A machine with these ports."""

    def __init__(
        self, patch: pytest.MonkeyPatch, *ports: PortInfo, reports: Mapping[str, PortReport] = REPORTS
    ) -> None:
        self.asked: dict[str, bool] = {}
        self._reports = reports
        patch.setattr(command, "list_ports", lambda: list(ports))
        patch.setattr(command, "probe_ports", self._probe)

    def _probe(self, ports: Mapping[str, bool], on_progress: object) -> Iterator[PortReport]:  # noqa: ARG002
        self.asked = dict(ports)
        yield from (self._reports[port] for port in reversed(self.asked))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command.ports, arguments)


def test_every_port_is_told_with_what_is_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, FTDI, CDC, HELD, PHONE)
    result = run()
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "/dev/ttyACM0  04d8:000a  1 board, alone",
        "                           serial 27642, long serial 3000027642, battery 84 %",
        "/dev/ttyUSB0  0403:6001  bus line, 2 boards",
        "                           address 01025, firmware 1.08",
        "                           address 04711, serial 47110",
        "/dev/ttyUSB1  0403:6001  is held by another program (LiveChess?): close that one",
        "/dev/rfcomm0             passed over: a Bluetooth port, of a phone as likely as of a board; name it to ask it",
    ]
    assert machine.asked == {"/dev/ttyACM0": True, "/dev/ttyUSB0": False, "/dev/ttyUSB1": False}
    assert "asking 3 ports" in result.stderr


def test_programs_get_one_object_a_port(monkeypatch: pytest.MonkeyPatch) -> None:
    Machine(monkeypatch, FTDI, HELD, PHONE)
    told = {entry["port"]: entry for entry in map(json.loads, run("--json").stdout.splitlines())}
    assert {port: entry["state"] for port, entry in told.items()} == {
        "/dev/ttyUSB0": "bus",
        "/dev/ttyUSB1": "closed",
        "/dev/rfcomm0": "passed_over",
    }
    assert {entry["v"] for entry in told.values()} == {1}
    assert told["/dev/ttyUSB0"]["usb"] == "0403:6001"
    assert told["/dev/ttyUSB0"]["reason"] is None
    assert "close that one" in told["/dev/ttyUSB1"]["reason"]
    assert told["/dev/ttyUSB0"]["boards"][0] == {
        "address": 1025,
        "serial": None,
        "long_serial": None,
        "version": "1.08",
        "hardware": None,
        "battery_percent": None,
    }


def test_a_named_port_is_asked_whatever_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, PHONE, reports={"/dev/rfcomm0": PortReport("/dev/rfcomm0", "nothing")})
    result = run("/dev/rfcomm0")
    assert machine.asked == {"/dev/rfcomm0": False}
    assert result.exit_code == 0
    assert "no board answers" in result.stdout


def test_a_machine_without_ports_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    Machine(monkeypatch)
    result = run()
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no serial ports: plug in" in result.stderr


def test_a_named_port_that_cannot_be_opened_is_told_and_is_a_fault() -> None:
    result = run("/dev/there-is-none")
    assert result.exit_code == 1
    assert "is not there: plug it in" in result.stdout


def test_what_is_no_line_is_a_wrong_command_line() -> None:
    assert run("spy:///dev/ttyS0").exit_code == 2
    assert run("COM3", "bus+COM3").exit_code == 2
    assert run("README.md").exit_code == 2
    told = run("sim://")
    assert told.exit_code == 2
    assert "only `dgt-monitor watch` takes it" in told.stderr


def test_the_help_says_when_the_status_is_not_0() -> None:
    assert "Exit status: 0, also where no board answers; 1 if a named port cannot be opened" in " ".join(
        run("--help").stdout.split()
    )


def test_a_system_that_does_not_tell_its_ports_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[PortInfo]:
        raise LineError("ports", "the system does not tell its serial ports")

    monkeypatch.setattr(command, "list_ports", fail)
    result = run()
    assert result.exit_code == 1
    assert "does not tell its serial ports" in result.stderr


def test_boards_that_say_one_number_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = {
        "/dev/ttyUSB0": PortReport("/dev/ttyUSB0", "bus", (Identity(address=7, serial="27642"),)),
        "/dev/ttyACM0": REPORTS["/dev/ttyACM0"],
    }
    Machine(monkeypatch, FTDI, CDC, reports=twins)
    result = run()
    assert result.exit_code == 0
    assert "2 boards say number 27642: on /dev/ttyUSB0 address 00007, /dev/ttyACM0" in result.stderr


def test_texts_of_a_board_steer_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = Identity(serial="\x1b[2J1", version="1\u202e2")
    port = FTDI._replace(device="/dev/tty\x1b[31m")
    Machine(monkeypatch, port, reports={port.device: PortReport(port.device, "single", (evil,))})
    for arguments in ((), ("--json",)):
        result = run(*arguments)
        assert "\x1b" not in result.stdout
        assert "\u202e" not in result.stdout
