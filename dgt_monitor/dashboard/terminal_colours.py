"""Which colours a terminal can and is to show, by what its environment says of it. Pure."""

from collections.abc import Mapping, Sequence

from dgt_monitor.dashboard.console import TERM
from dgt_monitor.dashboard.palette import Palette, palettes

_LIGHT_GROUNDS = frozenset({"7", "15"})
"""Background colours of COLORFGBG that are light."""


def palettes_of(environ: Mapping[str, str]) -> Sequence[Palette]:
    """The sets of colours among which the user goes on this terminal."""
    light = environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT_GROUNDS
    return palettes(colour=not environ.get("NO_COLOR"), light=light, console=environ.get("TERM") == TERM)
