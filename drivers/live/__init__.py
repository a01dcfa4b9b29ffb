"""Boards on this machine's lines, asked and followed: a source of readings that never ends by itself."""

from drivers.live.finder import PortFinder
from drivers.live.lines import LiveLines
from drivers.live.lines_named import WrongLineError, bus_ports, check_lines, port_of
from drivers.live.probe import PortReport
from drivers.live.probing import probe_ports

__all__ = [
    "LiveLines",
    "PortFinder",
    "PortReport",
    "WrongLineError",
    "bus_ports",
    "check_lines",
    "port_of",
    "probe_ports",
]
