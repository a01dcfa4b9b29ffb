"""The serial ports of this machine."""

from typing import NamedTuple

from serial.tools.list_ports import comports

from drivers.serial_line.errors import LineError, printable


class PortInfo(NamedTuple):
    """A port and what its adapter tells of itself; None: it does not tell. Texts are from outside, made printable."""

    device: str
    """What to open: `/dev/ttyUSB0`, `COM3`."""
    description: str
    usb_vendor: int | None = None
    usb_product: int | None = None
    serial_number: str | None = None
    """The adapter's, not the board's."""
    manufacturer: str | None = None
    product: str | None = None
    location: str | None = None
    """Where in the tree of USB hubs it is plugged in."""


def list_ports() -> list[PortInfo]:
    """All serial ports, by name with numbers in order; LineError if the system does not tell them."""
    try:
        found = sorted(comports())
    except OSError as error:
        raise LineError("ports", f"the system does not tell its serial ports: {printable(str(error))}") from error
    return [
        PortInfo(
            port.device,
            printable(port.description or ""),
            port.vid,
            port.pid,
            _text(port.serial_number),
            _text(port.manufacturer),
            _text(port.product),
            _text(port.location),
        )
        for port in found
    ]


def _text(told: str | None) -> str | None:
    return None if told is None else printable(told)
