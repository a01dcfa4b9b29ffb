"""`dgt-monitor` alone: whatever it finds, it says what to do next."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dgt_monitor.cli import first_look as look
from dgt_monitor.cli import ports as command
from dgt_monitor.cli.first_look import Found, told
from dgt_monitor.cli.start import cli
from drivers.live import PortReport, probe_ports
from drivers.readings import Identity
from drivers.serial_line import HELD, Choice, LineError, PortInfo
from drivers.serial_line.errors import why_not_opened

USB0 = PortInfo("/dev/ttyUSB0", "USB Serial", 0x0403, 0x6001)
USB1 = PortInfo("/dev/ttyUSB1", "USB Serial", 0x0403, 0x6001)
PHONE = PortInfo("/dev/rfcomm0", "n/a")
FORBIDDEN = why_not_opened("/dev/ttyUSB0", PermissionError(13, "Permission denied"), "linux")
BUS = PortReport("/dev/ttyUSB0", "bus", (Identity(address=1025), Identity(address=4711)))


def closed(port: str, why: str) -> PortReport:
    return PortReport(port, "closed", (), why)


def looked(
    patch: pytest.MonkeyPatch, *ports: PortInfo, reports: Mapping[str, PortReport] | None = None, running: str = ""
) -> Result:
    """The program without a command, on a machine with these ports."""

    def probed(wanted: Mapping[str, bool], _: object) -> Iterator[PortReport]:
        assert not running, "the ports of a monitor that runs are left to it"
        yield from ((reports or {}).get(port, PortReport(port, "nothing")) for port in wanted)

    patch.setattr(command, "list_ports", lambda: list(ports))
    patch.setattr(command, "probe_ports", probed)
    patch.setattr(look, "_running", lambda: (running,) if running else ())
    return CliRunner().invoke(cli, [])


def test_boards_that_answer_are_to_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    result = looked(monkeypatch, USB0, USB1, reports={"/dev/ttyUSB0": BUS})
    assert result.exit_code == 0
    assert "/dev/ttyUSB0  0403:6001  bus line, 2 boards" in result.stdout
    assert "NEXT: watch the 2 boards" in result.stdout
    assert "dgt-monitor watch --journal" in result.stdout
    assert "dgt-monitor --help" in result.stdout


def test_an_empty_hall_is_told_to_plug_something_in_or_to_try_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    result = looked(monkeypatch)
    assert "no serial ports" in result.stdout
    assert "NEXT: plug in a board" in result.stdout
    assert "dgt-monitor demo" in result.stdout


def test_ports_on_which_nobody_answers_are_told_of_power_and_plugs(monkeypatch: pytest.MonkeyPatch) -> None:
    result = looked(monkeypatch, USB0)
    assert "no board answers" in result.stdout
    assert "NEXT: wake the boards" in result.stdout


def test_only_a_port_of_a_phone_is_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = looked(monkeypatch, PHONE)
    assert "dgt-monitor ports /dev/rfcomm0" in result.stdout


def test_without_permission_the_way_out_is_told_once_for_all_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = {port.device: closed(port.device, FORBIDDEN) for port in (USB0, USB1)}
    result = looked(monkeypatch, USB0, USB1, reports=reports)
    advice = result.stdout[result.stdout.index("NEXT") :]
    assert "let yourself open /dev/ttyUSB0, /dev/ttyUSB1" in advice
    assert advice.count("usermod -aG") == 1


@pytest.mark.parametrize("can_follow", [True, False])
def test_where_livechess_holds_the_ports_it_is_to_be_closed_or_followed(can_follow: bool) -> None:
    found = Found(Choice((USB0,), ()), {USB0.device: closed(USB0.device, HELD)}, livechess=can_follow)
    text = "\n".join(told(found))
    assert "NEXT: free /dev/ttyUSB0" in text
    assert "LiveChess" in text
    assert ("watch livechess://localhost:1982" in text) is can_follow


def test_boards_here_and_ports_held_there_are_both_told(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = {"/dev/ttyUSB0": BUS, "/dev/ttyUSB1": closed("/dev/ttyUSB1", HELD)}
    result = looked(monkeypatch, USB0, USB1, reports=reports)
    assert [line for line in result.stdout.splitlines() if line.startswith("NEXT")] == [
        "NEXT: watch the 2 boards, with everything kept in a journal.",
        "NEXT: free /dev/ttyUSB1: another program holds it, and a port has one user.",
    ]


def test_a_monitor_that_runs_here_is_to_be_attached_to_and_its_ports_let_be(monkeypatch: pytest.MonkeyPatch) -> None:
    result = looked(monkeypatch, USB0, running="/home/arbiter/open.dgtj")
    assert "a monitor is running: /home/arbiter/open.dgtj" in result.stdout
    assert "dgt-monitor desk" in result.stdout


def test_a_machine_that_does_not_tell_its_ports_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> list[PortInfo]:
        raise LineError("ports", "the system does not tell them")

    monkeypatch.setattr(look, "_running", lambda: ())
    monkeypatch.setattr(command, "list_ports", failing)
    result = CliRunner().invoke(cli, [])
    assert result.exit_code == 1
    assert "does not tell" in result.stderr


def test_names_of_ports_command_no_terminal_and_many_are_not_all_named_again() -> None:
    ports = [PortInfo(f"/dev/\x1b[2J{number}", "") for number in range(40)]
    found = Found(Choice(tuple(ports), ()), {port.device: closed(port.device, HELD) for port in ports})
    lines = list(told(found))
    assert not any("\x1b" in line for line in lines)
    assert any("and 32 more" in line for line in lines)


@pytest.mark.skipif(sys.platform != "linux", reason="a lock of Linux")
def test_a_port_that_another_program_has_open_is_known_as_held() -> None:
    pty = pytest.importorskip("pty")
    near, far = pty.openpty()
    try:
        port = os.ttyname(far)
        code = (
            "import fcntl, sys; f = open(sys.argv[1], 'rb', buffering=0); fcntl.flock(f, fcntl.LOCK_EX); "
            "print(flush=True); sys.stdin.read()"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code, port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            (report,) = probe_ports([port])
            holder.communicate(b"")
        assert (report.found, report.reason) == ("closed", HELD)
    finally:
        os.close(near)
        os.close(far)


def test_the_guide_that_is_named_is_there() -> None:
    named = next(line.split()[0] for line in told(Found()) if "docs/" in line)
    assert (Path(__file__).parents[2] / named).is_file()
