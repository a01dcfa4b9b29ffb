"""Names of one port are known as such, without asking a name server."""

import socket
from itertools import combinations

import pytest

from drivers.live import WrongLineError, check_lines
from drivers.live.same_port import port_key

ONE_PLACE = [
    "socket://localhost:7001", "socket://LOCALHOST:7001", "socket://127.0.0.1:7001", "socket://[::1]:7001",
    "socket://127.0.0.2:07001", "socket://[0:0:0:0:0:0:0:1]:7001", "socket://[::ffff:127.0.0.1]:7001",
    "rfc2217://localhost:7001", "SOCKET://localhost.:7001",
]  # fmt: skip
OTHERS = [
    "socket://localhost:7002", "socket://10.0.0.5:7001", "socket://hall-a:7001", "socket://hall-b:7001",
    "socket://[fe80::1]:7001", "/dev/ttyUSB0", "COM3", "hwgrep://localhost:7001", "socket://localhost",
    "socket://[::1:7001", "socket://localhost:99999",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _no_name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object, **__: object) -> None:
        raise AssertionError("a name server was asked")

    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        monkeypatch.setattr(socket, name, asked)


@pytest.mark.parametrize(("one", "other"), combinations(ONE_PLACE, 2))
def test_names_of_one_place(one: str, other: str) -> None:
    assert port_key(one) == port_key(other)


@pytest.mark.parametrize(("one", "other"), combinations([ONE_PLACE[0], *OTHERS], 2))
def test_names_of_different_places(one: str, other: str) -> None:
    assert port_key(one) != port_key(other)


def test_what_is_named_twice_is_told_with_its_other_name() -> None:
    with pytest.raises(
        WrongLineError, match=r"127\.0\.0\.1:7001: named twice: bus\+socket://localhost:7001 is the same"
    ):
        check_lines(["bus+socket://localhost:7001", "socket://127.0.0.1:7001"])
