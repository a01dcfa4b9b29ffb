"""Boards on this machine's lines, asked and followed: a source of readings that never ends by itself."""

from drivers.live.lines import LiveLines, WrongLineError, bus_ports, check_lines

__all__ = ["LiveLines", "WrongLineError", "bus_ports", "check_lines"]
