"""Whether two names lead to one port, as far as that is known without asking anybody: a name server may let wait."""

import os
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

OVER_A_NETWORK = frozenset({"socket", "rfc2217"})
THIS_MACHINE = "localhost"
"""What all names and addresses of this machine that need no name server are taken as (RFC 6761, RFC 1122 3.2.1.3)."""
_OF_THIS_MACHINE = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})


def port_key(name: str) -> object:
    """What is equal of two names, without `bus+`, of one port: a place on a network, a path's device, else the text."""
    return (_place(name) or name) if "://" in name else os.path.realpath(name)


def _place(url: str) -> tuple[str, int] | None:
    """Host and port of a URL that has both; None if it has not. The scheme is another way to the same place."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in OVER_A_NETWORK or not host or port is None:
        return None
    return _host(host), port


def _host(name: str) -> str:
    name = name.lower().rstrip(".")
    if name in _OF_THIS_MACHINE or name.endswith(".localhost"):
        return THIS_MACHINE
    try:
        address = ip_address(name)
    except ValueError:
        return name
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return THIS_MACHINE if address.is_loopback or address.is_unspecified else str(address)
