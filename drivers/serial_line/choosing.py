"""Which of a machine's ports may have boards on them. Only those are touched unasked: a byte too many makes phones dial
and printers print. A port that somebody names is never passed over."""

from collections.abc import Iterable
from typing import NamedTuple

from drivers.serial_line.listing import PortInfo

BOARDS = frozenset({(0x04D8, 0x000A), (0x045B, 0x8111)})
"""USB vendor and product of boards that have USB of their own (protocol 1.1)."""
ADAPTER_OF_BOARDS = (0x0403, 0x6001)
"""The chip in USB boards of many years; also in many other adapters (protocol 1.1)."""
ADAPTERS = {
    0x0403: "FTDI",
    0x04D8: "Microchip",
    0x045B: "Renesas",
    0x067B: "Prolific",
    0x10C4: "Silicon Labs",
    0x1A86: "WCH",
    0x04E2: "Exar",
    0x04B4: "Cypress",
    0x0451: "Texas Instruments",
    0x9710: "MosChip",
    0x110A: "Moxa",
    0x05D1: "Brainboxes",
    0x0557: "ATEN",
    0x050D: "Belkin",
    0x06CD: "Keyspan",
    0x1608: "Inside Out Networks",
}
"""USB vendors of serial adapters and of the chips in them; chosen. Phones, modems and printers have others."""
_BOARD_NAMES = ("DGT_BT_", "PCS-REVII-")
"""What Bluetooth boards are called (protocol 1.1)."""
_NEVER = ("bluetooth", "modem", "debug", "wlan")
"""Words in the names of ports that are none of an adapter, as some systems list them."""


class Choice(NamedTuple):
    """The ports of a machine, parted."""

    wanted: tuple[PortInfo, ...]
    """Those that may have boards, the likeliest first."""
    passed_over: tuple[tuple[PortInfo, str], ...]
    """The others, each with the reason."""


def choose(ports: Iterable[PortInfo]) -> Choice:
    """Part ports into those to look at, the likeliest first, and the others."""
    wanted: list[PortInfo] = []
    passed_over: list[tuple[PortInfo, str]] = []
    for port in ports:
        reason = why_passed_over(port)
        if reason is None:
            wanted.append(port)
        else:
            passed_over.append((port, reason))
    return Choice(tuple(sorted(wanted, key=_rank)), tuple(passed_over))


def why_passed_over(port: PortInfo) -> str | None:
    """Why a port is not touched unasked; None if it is."""
    names = f"{port.device} {port.description} {port.product or ''}"
    if any(name in names for name in _BOARD_NAMES):
        return None
    if _id(port) in BOARDS:
        return None
    word = next((word for word in _NEVER if word in names.lower()), None)
    if word is not None or "rfcomm" in port.device:
        return f"a {word or 'Bluetooth'} port, of a phone as likely as of a board"
    if port.usb_vendor is not None and port.usb_vendor not in ADAPTERS:
        maker = f" of {port.manufacturer}" if port.manufacturer else ""
        return f"a USB device{maker} ({usb_id(port)}) that is no serial adapter known here"
    return None


def has_own_usb(port: PortInfo) -> bool:
    """Whether this is the USB of a board itself: no bus line, and its modem lines are to be raised."""
    return _id(port) in BOARDS


def usb_id(port: PortInfo) -> str | None:
    """USB vendor and product as they are usually written, as 0403:6001; None for other ports."""
    if port.usb_vendor is None or port.usb_product is None:
        return None
    return f"{port.usb_vendor:04x}:{port.usb_product:04x}"


def _id(port: PortInfo) -> tuple[int | None, int | None]:
    return port.usb_vendor, port.usb_product


def _rank(port: PortInfo) -> int:
    """Boards themselves, then the adapters built into boards, then others by USB, then the machine's own ports."""
    if _id(port) in BOARDS or any(name in port.description for name in _BOARD_NAMES):
        return 0
    if _id(port) == ADAPTER_OF_BOARDS:
        return 1
    return 2 if port.usb_vendor is not None else 3
