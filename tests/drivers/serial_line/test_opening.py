"""From settings to an open port: what is set, what is refused, how many descriptors it takes."""

import os
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import serial
import serial.rfc2217

from drivers.serial_line import LineError, LineHub, LineSettings, opening
from drivers.serial_line.opening import is_pty, open_port
from drivers.serial_line.ports import DescriptorPort, PyserialPort, SocketPort
from tests.drivers.serial_line.peers import PATIENCE_S, PtyPeer, TcpPeer, received, until

PTYS = pytest.mark.skipif(os.name != "posix", reason="no pseudo terminals on this system")


@pytest.fixture
def pty(tmp_path: Path) -> Iterator[PtyPeer]:
    peer = PtyPeer(tmp_path / "board")
    yield peer
    peer.close()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@PTYS
def test_a_port_takes_one_descriptor(pty: PtyPeer) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not list descriptors")
    before = descriptors()
    port = open_port(LineSettings(pty.url))
    assert isinstance(port, DescriptorPort)
    assert descriptors() == before + 1
    port.close()
    port.close()
    assert descriptors() == before


@PTYS
def test_nothing_there_for_now_is_not_gone(pty: PtyPeer) -> None:
    port = open_port(LineSettings(pty.url))
    assert port.receive() == b""
    pty.offer(b"x")
    while not (data := port.receive()):
        pass
    assert data == b"x"
    pty.unplug()
    fd = port.fileno()
    assert fd is not None
    assert select.select([fd], [], [], PATIENCE_S)[0]
    with pytest.raises((EOFError, OSError)):
        port.receive()
    port.close()


@PTYS
def test_a_port_is_closed_in_a_hurry_without_waiting_for_its_output(
    pty: PtyPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    import termios

    port = open_port(LineSettings(pty.url))
    done: list[int] = []
    monkeypatch.setattr(termios, "tcflush", lambda _fd, queue: done.append(queue))
    port.cancel()
    assert done == [termios.TCOFLUSH]
    monkeypatch.undo()
    pty.unplug()
    port.cancel()
    port.close()
    port.cancel()


class Recorder(serial.Serial):
    """What pyserial was told, and the modem lines at the moment of opening."""

    told: dict[str, Any]

    def open(self) -> None:
        self.told = {**self.get_settings(), "dtr": self.dtr, "rts": self.rts, "exclusive": self.exclusive}
        raise OSError(2, "not now")


@pytest.mark.parametrize(
    ("settings", "dtr", "rts"),
    [
        (LineSettings("X"), True, True),
        (LineSettings("X", "single"), True, True),
        (LineSettings("X", "bus"), False, False),
        (LineSettings("X", "bus", dtr=True), True, False),
        (LineSettings("X", "single", rts=False), True, False),
    ],
)
def test_line_settings_reach_the_port(
    settings: LineSettings, dtr: bool, rts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Recorder] = []

    def for_url(url: str, *, do_not_open: bool, **kwargs: Any) -> Recorder:
        assert do_not_open
        port = Recorder(None, **kwargs)
        port.port = url
        made.append(port)
        return port

    monkeypatch.setattr(serial, "serial_for_url", for_url)
    with pytest.raises(LineError, match="not there"):
        open_port(settings)
    told = made[0].told
    assert (told["dtr"], told["rts"]) == (dtr, rts)
    assert (told["baudrate"], told["bytesize"], told["parity"], told["stopbits"]) == (9600, 8, "N", 1)
    assert [told[name] for name in ("xonxoff", "rtscts", "dsrdtr")] == [False] * 3
    assert told["exclusive"] is True


@PTYS
def test_other_programs_are_shut_out_of_real_ports_only(pty: PtyPeer, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl
    import termios

    done: list[int] = []
    real = fcntl.ioctl

    def ioctl(fd: int, request: int, *rest: Any) -> Any:
        done.append(request)
        return real(fd, request, *rest)

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    open_port(LineSettings(pty.url)).close()
    assert termios.TIOCEXCL not in done
    monkeypatch.setattr(opening, "is_pty", lambda _path: False)
    port = open_port(LineSettings(pty.url, exclusive=False))
    assert termios.TIOCEXCL not in done
    port.close()
    port = open_port(LineSettings(pty.url))
    assert termios.TIOCEXCL in done
    fd = port.fileno()
    assert fd is not None
    real(fd, termios.TIOCNXCL)
    port.close()


@pytest.mark.parametrize(
    ("path", "answer"),
    [("/dev/pts/7", True), ("/dev/ttys003", True), ("/dev/ttyS0", False), ("/dev/ttyUSB0", False), ("COM3", False)],
)
def test_which_paths_are_ptys(path: str, answer: bool) -> None:
    assert is_pty(path) is answer


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nowhere\0",
        "/nowhere/ttyUSB0",
        "\ud800",
        "socket://",
        "socket://127.0.0.1",
        "socket://127.0.0.1:99999",
        "socket://127.0.0.1:0",
        "socket://[::1:7",
        "socket://127.0.0.1:80?logging=debug",
        "nosuch://x",
        "rfc2217://127.0.0.1:0",
        "hwgrep://no such port anywhere",
        "loop://?bad=1",
        "x" * 5000,
    ],
)
def test_whatever_is_given_as_a_url_gives_a_named_error(url: str) -> None:
    with pytest.raises(LineError) as caught:
        open_port(LineSettings(url))
    assert caught.value.port == url
    assert caught.value.text
    assert str(caught.value).isprintable()


@PTYS
def test_a_file_and_a_folder_are_no_serial_ports(tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. e4", encoding="utf-8")
    for path in (tmp_path, tmp_path / "game.pgn"):
        with pytest.raises(LineError, match="is no serial port"):
            open_port(LineSettings(str(path)))
    assert (tmp_path / "game.pgn").read_text(encoding="utf-8") == "1. e4"


def test_a_refused_connection_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    for scheme in ("socket", "rfc2217"):
        with pytest.raises(LineError, match="nobody listens"):
            open_port(LineSettings(f"{scheme}://127.0.0.1:{free}"))


def test_the_first_bytes_of_a_connection_are_not_thrown_away() -> None:
    peer = TcpPeer()
    connect = socket.create_connection

    def then_hear(*args: Any, **kwargs: Any) -> socket.socket:
        made = connect(*args, **kwargs)
        peer.connected()
        assert peer.offer(b"early") == 5
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "create_connection", then_hear)
        port = open_port(LineSettings(peer.url))
    assert isinstance(port, SocketPort)
    while not (data := port.receive()):
        pass
    assert data == b"early"
    port.close()
    peer.close()


def test_the_loop_of_pyserial_gives_back_what_was_sent() -> None:
    with LineHub() as hub:
        hub.add(LineSettings("loop://", "single"))
        until(hub, lambda told: told)
        hub.write("loop://", b"\x45\x42")
        events = until(hub, lambda told: len(received(told)) >= 2)
        assert received(events) == received(events, "tx") == b"\x45\x42"


class Adapter(threading.Thread):
    """An RFC 2217 adapter whose serial side gives back what it gets (pyserial's own server side)."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.start()

    def run(self) -> None:
        connection, _ = self._server.accept()
        with self._server, connection, serial.serial_for_url("loop://", timeout=0) as line:
            lock = threading.Lock()

            def say(data: bytes) -> None:
                with lock:
                    connection.sendall(data)

            manager = serial.rfc2217.PortManager(cast("Any", line), type("Out", (), {"write": staticmethod(say)})())
            while data := connection.recv(1024):
                line.write(b"".join(manager.filter(data)))
                say(b"".join(manager.escape(line.read(line.in_waiting))))


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_an_rfc_2217_adapter_both_ways_and_its_end() -> None:
    adapter = Adapter()
    url = f"rfc2217://127.0.0.1:{adapter.port}"
    with LineHub() as hub:
        hub.add(LineSettings(url, "single", reopen_pauses_s=(99,)))
        until(hub, lambda told: any(event.kind == "up" for event in told))
        for number in range(20):
            hub.write(url, b"\x45\x42\x49"[: 1 + number % 3])
            events = until(hub, lambda told, size=1 + number % 3: len(received(told)) >= size)  # type: ignore[misc]
            assert received(events) == received(events, "tx")
        hub.remove(url)
        assert [event.kind for event in hub.poll(0)] == ["down"]
    adapter.join(PATIENCE_S)
    assert not adapter.is_alive()


def test_a_port_of_pyserial_may_fail_in_any_way_when_it_is_ended() -> None:
    class Broken(serial.Serial):
        def cancel_read(self) -> None:
            raise TypeError("gone in the middle")

        def close(self) -> None:
            raise OSError("no such device")

    port = PyserialPort(Broken())
    port.cancel()
    port.close()
