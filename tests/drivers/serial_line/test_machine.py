"""What is asked of the machine: its ports, its limits; and very many lines at once."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from drivers.serial_line import LineError, LineHub, LineSettings, PortInfo, list_ports, listing, raise_descriptor_limit
from tests.drivers.serial_line.peers import PtyPeer, received, until, until_up

LINES = 300
SELECT_LIMIT = 1024
"""Descriptors that `select` can watch on most systems."""


def described(device: str, **known: object) -> ListPortInfo:
    port = ListPortInfo(device)
    for name, value in known.items():
        setattr(port, name, value)
    return port


def test_ports_are_listed_in_order_with_what_pyserial_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [
        described("/dev/ttyUSB10", description="n/a"),
        described(
            "/dev/ttyUSB2",
            description="DGT \x1b[31mBoard",
            vid=0x0403,
            pid=0x6001,
            serial_number="A1\n",
            manufacturer="FTDI",
            product="FT232R",
            location="1-1.4",
        ),
    ]
    monkeypatch.setattr(listing, "comports", lambda: iter(ports))
    assert list_ports() == [
        PortInfo("/dev/ttyUSB2", "DGT ?[31mBoard", 0x0403, 0x6001, "A1?", "FTDI", "FT232R", "1-1.4"),
        PortInfo("/dev/ttyUSB10", "n/a"),
    ]


def test_this_machine_tells_its_ports() -> None:
    assert all(port.device for port in list_ports())


def test_a_system_that_does_not_tell_its_ports_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def comports() -> list[ListPortInfo]:
        raise OSError("registry closed")

    monkeypatch.setattr(listing, "comports", comports)
    with pytest.raises(LineError, match="registry closed"):
        list_ports()


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_soft_limit_is_raised_to_the_hard_one(limits: tuple[int, int]) -> None:
    import resource

    _, hard = limits
    if hard != resource.RLIM_INFINITY and hard <= 512:
        pytest.skip(f"the hard limit is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    raised = raise_descriptor_limit()
    assert raised == resource.getrlimit(resource.RLIMIT_NOFILE)[0] != 512
    assert raise_descriptor_limit() == raised


def test_a_hard_limit_that_cannot_be_had_gives_what_can(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    asked: list[int] = []

    def setrlimit(_which: int, wanted: tuple[int, int]) -> None:
        asked.append(wanted[0])
        if wanted[0] == resource.RLIM_INFINITY:
            raise ValueError("not as much as that")

    monkeypatch.setattr(resource, "getrlimit", lambda _which: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    assert raise_descriptor_limit() == 10_240 == asked[-1]


def test_where_there_is_no_such_limit_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert raise_descriptor_limit() is None


@pytest.mark.skipif(os.name != "posix", reason="no pseudo terminals on this system")
def test_300_lines_with_descriptors_beyond_what_select_can_watch(tmp_path: Path, limits: tuple[int, int]) -> None:
    limit = raise_descriptor_limit()
    assert limit is not None
    if 0 < limit < SELECT_LIMIT + 3 * LINES:
        pytest.skip(f"this process may open {limit} files (the hard limit is {limits[1]})")
    filler = [os.dup(1)]
    while filler[-1] < SELECT_LIMIT:
        filler.append(os.dup(1))
    try:
        peers = [PtyPeer(tmp_path / f"board{number}") for number in range(LINES)]
    except OSError as error:
        pytest.skip(f"not so many pseudo terminals: {error}")
    try:
        with LineHub() as hub:
            for peer in peers:
                hub.add(LineSettings(peer.url, "single"))
            events = until_up(hub, *peers)
            assert len(events) == LINES
            for number, peer in enumerate(peers):
                assert hub.write(peer.url, b"\x45")
                peer.offer(f"{number},".encode() * 20)
            size = sum(len(f"{number},") * 20 for number in range(LINES))
            events = until(hub, lambda told: len(received(told)) >= size)
            for number, peer in enumerate(peers):
                assert received([event for event in events if event.port == peer.url]) == f"{number},".encode() * 20
                assert peer.take() == b"\x45"
    finally:
        for descriptor in filler:
            os.close(descriptor)
        for peer in peers:
            peer.close()
