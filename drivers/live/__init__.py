"""Boards on this machine's lines, asked and followed: a source of readings that never ends by itself."""

from drivers.live.lines import LiveLines, WrongLineError

__all__ = ["LiveLines", "WrongLineError"]
