"""A byte line over pyserial, and the loop that reads many of them. The only importer of `serial`."""

from drivers.serial_line.addresses import why_no_line
from drivers.serial_line.choosing import Choice, choose, has_own_usb, usb_id
from drivers.serial_line.errors import CLOSED_AT_ONCE, CLOSED_THERE, HELD, NO_PERMISSION, ForbiddenWriteError, LineError
from drivers.serial_line.hub import LineHub
from drivers.serial_line.limits import raise_descriptor_limit
from drivers.serial_line.line import LineEvent, LineState, Phase
from drivers.serial_line.listing import PortInfo, list_ports
from drivers.serial_line.settings import LineKind, LineSettings

__all__ = [
    "CLOSED_AT_ONCE",
    "CLOSED_THERE",
    "HELD",
    "NO_PERMISSION",
    "Choice",
    "ForbiddenWriteError",
    "LineError",
    "LineEvent",
    "LineHub",
    "LineKind",
    "LineSettings",
    "LineState",
    "Phase",
    "PortInfo",
    "choose",
    "has_own_usb",
    "list_ports",
    "raise_descriptor_limit",
    "usb_id",
    "why_no_line",
]
