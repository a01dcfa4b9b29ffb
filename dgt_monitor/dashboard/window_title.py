"""The title of the terminal's window: how many alerts call, for who has another window before him."""

import os
from collections.abc import Callable, Mapping
from typing import Final

from dgt_monitor.dashboard.alarm import pressing
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

NAME: Final = "DGT monitor"
_CALLS: Final = Sentence("! {act} act now, {look} look")
_LOOKS: Final = Sentence("* {look} look")
KEEP: Final = "\x1b[22;2t"
"""The terminal remembers the title that was there (xterm; others pass it over)."""
GIVE_BACK: Final = "\x1b[23;2t"
_NONE: Final = frozenset({"", "dumb", "linux"})
"""Terminals without a title."""


def title_of(attention: Attention, status: FeedStatus) -> str:
    """What stands there: numbers and nothing else, since others can read it, too."""
    if status.apart_since is not None:
        return f"! {say('NOT CONNECTED')} - {NAME}"
    wanted = attention.wanted()
    act = sum(map(pressing, wanted))
    look = len(wanted) - act
    if not wanted:
        return NAME
    return f"{words(_CALLS, act=act, look=look) if act else words(_LOOKS, look=look)} - {NAME}"


class WindowTitle:
    """Sets the title where it has changed, and gives the one before back."""

    def __init__(self, write: Callable[[str], object], environ: Mapping[str, str] = os.environ) -> None:
        self._write = write
        self._on = environ.get("TERM", "") not in _NONE or os.name == "nt"
        self._set: str | None = None

    def show(self, title: str) -> None:
        """This is the title now; a text of the program's own."""
        if not self._on or title == self._set:
            return
        before = KEEP if self._set is None else ""
        self._set = title
        self._write(f"{before}\x1b]2;{title}\x07")

    def give_back(self) -> None:
        """The title of before stands again."""
        if self._set is not None:
            self._write(GIVE_BACK)
            self._set = None
