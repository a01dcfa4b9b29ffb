"""What may go out on a line, and the proof that nothing else can, by any way."""

import ast
import itertools
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import drivers.serial_line
from drivers.dgt.commands import FORBIDDEN, SIZED, Command
from drivers.serial_line import ForbiddenWriteError, LineHub, LineKind, LineSettings
from drivers.serial_line.gate import BUS_ALLOWED, SINGLE_ALLOWED, clear
from drivers.serial_line.ports import Port, SocketPort
from tests.drivers.serial_line.fake import FakeOpener, FakePort
from tests.drivers.serial_line.peers import Clock, until

PACKAGE = Path(drivers.serial_line.__file__).parent
ROOT = PACKAGE.parents[1]
KINDS: tuple[LineKind, ...] = ("unknown", "single", "bus")
NEVER = {0x4E, 0x51, 0x53, 0x54, 0x4A, 0x2B, 0x2C, 0x60, 0x63, 0x65}
"""Protocol 2.3 and 2.6: boot loader, SCAN commands, bus mode behind a monitor's back, all with further bytes."""


def bus(command: int, high: int = 0, low: int = 0) -> bytes:
    return bytes([command, high, low, (command + high + low) & 0x7F])


def test_the_lists_hold_nothing_that_must_never_be_sent() -> None:
    assert not SINGLE_ALLOWED & (FORBIDDEN | SIZED)
    assert not NEVER & {int(command) for command in SINGLE_ALLOWED}
    assert all(byte < 0x80 for byte in SINGLE_ALLOWED)
    assert all(byte >= 0x80 for byte in BUS_ALLOWED)
    assert 0x88 not in BUS_ALLOWED  # END_BUSMODE
    assert not BUS_ALLOWED & {0x93, 0x94, 0x95, 0xA0, 0xA1, 0xA2}  # clocks, configuration


@pytest.mark.parametrize("kind", KINDS)
def test_every_single_byte_and_whether_it_may_go_out(kind: LineKind) -> None:
    passed = set()
    for byte in range(256):
        try:
            assert clear("P", kind, bytes([byte])) == bytes([byte])
            passed.add(byte)
        except ForbiddenWriteError:
            continue
    assert passed == (set(SINGLE_ALLOWED) if kind == "single" else set())


def test_bus_commands_are_whole_and_right() -> None:
    ping = bus(0x87)
    assert clear("P", "bus", ping + bus(0x83, 0x08, 0x01)) == bytes.fromhex("87000007 8308010c")
    for wrong in (ping[:3], ping + b"\x45", b"\x45" + ping[1:], bus(0x88), ping[:3] + b"\x08", b"\x83\x80\x00\x03"):
        for kind in ("bus", "unknown"):
            with pytest.raises(ForbiddenWriteError):
                clear("P", kind, wrong)
    with pytest.raises(ForbiddenWriteError):
        clear("P", "single", ping)


def test_a_line_of_which_nothing_is_known_is_asked_with_bytes_that_no_board_can_take_for_a_command() -> None:
    for command in range(0x80, 0x100):
        for high, low in ((0, 0), (8, 1), (0x4E, 0), (0, 0x4E), (1, 0)):
            frame = bus(command, high, low)
            try:
                assert clear("P", "unknown", frame * 2) == frame * 2
            except ForbiddenWriteError:
                assert command not in (0x87, 0x8B, 0x92) or (high, low) != (0, 0)
            else:
                assert command in (0x87, 0x8B, 0x92)
                assert all(byte < 0x2B for byte in frame[1:])  # below the lowest command


def test_one_wrong_byte_stops_all_of_them() -> None:
    with pytest.raises(ForbiddenWriteError, match="4e"):
        clear("P", "single", b"\x45\x42\x4e\x42")


def allowed_on(kind: LineKind, wire: bytes) -> bool:
    """Whether these bytes are harmless: the rule told independently, as a walk over what the boards would do."""
    waiting = iter(wire)
    for byte in waiting:
        if byte < 0x80:
            if kind != "single" or byte in NEVER or not 0x40 <= byte <= 0x55:
                return False
        else:
            if kind == "unknown" and byte not in (0x87, 0x8B, 0x92):
                return False
            if kind == "single" or byte in (0x88, 0x8C) or byte > 0x9B or 0x93 <= byte <= 0x96 or 0x99 <= byte <= 0x9A:
                return False
            rest = list(itertools.islice(waiting, 3))
            if len(rest) != 3 or (kind == "unknown" and any(other >= 0x2B for other in rest)):
                return False
    return True


COMMANDS = st.one_of(
    st.binary(max_size=12),
    st.sampled_from(list(Command)).map(lambda command: bytes([command])),
    st.builds(bus, st.integers(0x80, 0xFF), st.integers(0, 0x7F), st.integers(0, 0x7F)),
    st.builds(bus, st.sampled_from(sorted(BUS_ALLOWED))),
)
STEPS = st.lists(st.one_of(COMMANDS, st.sampled_from(KINDS)), max_size=30)


@given(STEPS)
def test_whatever_is_tried_in_whatever_order_the_wire_stays_clean(steps: list[bytes | LineKind]) -> None:
    for threads in (False, True):
        wire, kinds = played(steps, threads)
        for kind, heard in zip(kinds, wire, strict=True):
            assert allowed_on(kind, heard), (kind, heard.hex(" "))


def played(steps: list[bytes | LineKind], threads: bool) -> tuple[list[bytes], list[LineKind]]:
    """What a board hears while a line is of one kind after another."""
    near, far = socket.socketpair()
    far.setblocking(False)
    fake = FakePort(at_once=3)
    port: Port = fake if threads else SocketPort(near)
    heard = [b""]
    kinds: list[LineKind] = ["unknown"]
    with near, far, LineHub(Clock(), FakeOpener(port)) as hub:
        hub.add(LineSettings("P"))
        until(hub, lambda told: told)
        for step in steps:
            if isinstance(step, bytes):
                write_if_allowed(hub, step)
                until(hub, lambda _told: not hub.lines()[0].waiting_bytes)
                heard[-1] += taken(fake, far, threads)
            elif hub.set_kind("P", step):
                heard.append(b"")
                kinds.append(step)
    return heard, kinds


def taken(fake: FakePort, far: socket.socket, threads: bool) -> bytes:
    if threads:
        data = bytes(fake.heard)
        fake.heard.clear()
        return data
    try:
        return far.recv(65_536)
    except BlockingIOError:
        return b""


def write_if_allowed(hub: LineHub, data: bytes) -> None:
    try:
        assert hub.write("P", data)
    except ForbiddenWriteError:
        return


@given(COMMANDS)
def test_what_is_harmless_of_the_usual_commands_is_let_through(data: bytes) -> None:
    """The gate refuses no more than the independent rule, save for bad checksums and what monitors need not ask."""
    for kind in KINDS:
        try:
            clear("P", kind, data)
        except ForbiddenWriteError:
            continue
        assert allowed_on(kind, data)


def test_what_waits_is_dropped_when_the_line_turns_out_to_be_a_bus() -> None:
    for threads in (False, True):
        near, far = socket.socketpair()
        near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        with near, far, LineHub(Clock(), FakeOpener(SocketPort(near, blocking=threads))) as hub:
            hub.add(LineSettings("P", "single", reopen_pauses_s=(99,)))
            until(hub, lambda told: told)
            while hub.lines()[0].waiting_bytes < 600:
                hub.write("P", b"\x45" * 300)
                hub.poll(0.005)
            assert hub.set_kind("P", "bus")
            assert hub.lines()[0].waiting_bytes <= 300  # a writer cannot call back what it has begun
            if not threads:
                assert hub.lines()[0].waiting_bytes == 0


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.glob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.Module, names: set[str]) -> set[str]:
    found = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        name
        for func in found
        if (name := func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else "")
        in names
    }


def test_only_the_gate_makes_cleared_bytes_and_only_ports_write() -> None:
    """With the types, which say that ports take `Cleared` only, this leaves one way out of the house."""
    makers = {name for name, tree in sources() if calls(tree, {"Cleared", "cast"})}
    assert makers == {"gate.py"}
    writers = {
        name: calls(tree, {"write", "writelines", "send", "sendall", "sendto", "sendmsg"}) for name, tree in sources()
    }
    assert {name: done for name, done in writers.items() if done} == {
        "ports.py": {"write", "send"},
        "inbox.py": {"send"},  # its own waking byte, to itself
        "hub.py": {"send"},
        "threads.py": {"send"},
        "descriptors.py": {"send"},
    }
    unchecked = [name for name, _ in sources() if "type: ignore" in (PACKAGE / name).read_text(encoding="utf-8")]
    assert unchecked == []


def test_nothing_else_imports_serial() -> None:
    for path in [*ROOT.glob("drivers/**/*.py"), *ROOT.glob("dgt_monitor/**/*.py")]:
        names = {name.split(".")[0] for name in imported(ast.parse(path.read_text(encoding="utf-8")))}
        assert "serial" not in names or path.parent == PACKAGE, path


def test_nothing_posix_only_is_imported_with_the_package() -> None:
    for name, tree in sources():
        top = ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)], [])
        assert not {"termios", "fcntl", "tty", "pty", "grp", "pwd", "resource"} & set(imported(top)), name


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
