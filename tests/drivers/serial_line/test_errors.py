"""What is said when a line cannot be opened or goes away."""

import errno
import os
import socket
from pathlib import Path

import pytest
import serial

from drivers.serial_line.errors import LineError, no_answer, printable, why_lost, why_not_opened


def chained(outer: Exception, inner: BaseException) -> Exception:
    """As pyserial raises: a text of its own while another error is handled."""
    outer.__context__ = inner
    return outer


@pytest.mark.parametrize(
    ("error", "platform", "words"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), "linux", "not there"),
        (
            serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'x', None, 2)"),
            "win32",
            "not there",
        ),
        (serial.SerialException("no ports found matching regexp 'x'"), "linux", "not there"),
        (serial.SerialException(errno.EBUSY, "could not open port"), "linux", "another program"),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), "linux", "another program"),
        (serial.SerialException("could not open port 'COM3': PermissionError(13, 'x', None, 5)"), "win32", "another"),
        (serial.SerialException(errno.EACCES, "could not open port"), "darwin", "rights"),
        (
            serial.SerialException("Could not configure port: (25, 'Inappropriate ioctl for device')"),
            "linux",
            "no serial",
        ),
        (serial.SerialException(errno.EISDIR, "could not open port"), "linux", "no serial"),
        (
            chained(serial.SerialException("x"), ConnectionRefusedError(errno.ECONNREFUSED, "x")),
            "linux",
            "nobody listens",
        ),
        (chained(serial.SerialException("x"), socket.gaierror(-2, "Name or service not known")), "linux", "machine"),
        (TimeoutError("timed out"), "linux", no_answer()),
        (serial.SerialException("Could not open port socket://x: timed out"), "linux", no_answer()),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "linux", no_answer()),
        (serial.SerialException("Could not open port: [Errno 32] Broken pipe"), "linux", "plain TCP port (socket://)"),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "linux", "does another monitor hold the board?"),
        (OSError(errno.EMFILE, "Too many open files"), "linux", "ulimit"),
        (ValueError("invalid URL, protocol 'x' not known"), "linux", "invalid URL, protocol 'x' not known"),
        (RuntimeError(), "linux", "RuntimeError"),
    ],
)
def test_why_a_line_cannot_be_opened(error: Exception, platform: str, words: str) -> None:
    assert words in why_not_opened("nowhere", error, platform)


def test_a_missing_permission_on_linux_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tmp_path / "ttyUSB0"
    device.touch()
    denied = serial.SerialException(errno.EACCES, "could not open port")
    status = os.stat_result((0o020660, 1, 1, 1, 0, 20, 0, 0, 0, 0))
    monkeypatch.setattr(Path, "stat", lambda _path: status)
    grp = pytest.importorskip("grp")
    monkeypatch.setattr(grp, "getgrgid", lambda gid: grp.struct_group((f"group{gid}", "x", gid, [])))
    assert "usermod -aG group20 $USER" in why_not_opened(str(device), denied, "linux")
    monkeypatch.setattr(Path, "stat", lambda _path: os.stat_result((0o020600, 1, 1, 1, 0, 0, 0, 0, 0, 0)))
    assert "udev" in why_not_opened(str(device), denied, "linux")


def test_a_port_whose_group_cannot_be_told_is_most_likely_of_dialout() -> None:
    assert "dialout" in why_not_opened("/nowhere/at/all", PermissionError(errno.EACCES, "x"), "linux")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.EIO, "Input/output error"), "vanished"),
        (serial.SerialException("returned no data (device disconnected or ..)"), "vanished"),
        (serial.SerialException("ClearCommError failed (PermissionError(13, 'x', None, 22))"), "vanished"),
        (serial.SerialTimeoutException("Write timeout"), "not taken"),
        (ConnectionResetError(errno.ECONNRESET, "reset by peer"), "the other side closed"),
        (EOFError("the other side closed the connection"), "the other side closed the connection"),
        (TypeError(), "TypeError"),
    ],
)
def test_why_a_line_was_lost(error: Exception, words: str) -> None:
    assert words in why_lost(error)


def test_text_from_outside_is_never_terminal_control() -> None:
    assert printable("a\x1b[2J\nb\x9b") == "a?[2J?b?"
    assert len(printable("x" * 5000)) == 200
    assert "\x1b" not in str(LineError("COM\x1b1", "is no port"))
    assert "\x1b" not in why_not_opened("x", OSError("\x1b]0;title\x07"))
