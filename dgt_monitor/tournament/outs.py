"""Ways out to the world, as the tournament file has them: what is written, where to, and how much later. Pure."""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from dgt_monitor.fields import FieldError, Path

MOST_S: Final = 86_400
"""A longer delay is a mistake (chosen: a day)."""
MOST_MOVES: Final = 100
"""A delay of more moves is a mistake (chosen: most games have less)."""
_DELAY: Final = re.compile(r"(\d{1,6})\s*([a-z]*)", re.ASCII)
_SECONDS: Final = {
    "s": 1, "sec": 1, "second": 1, "seconds": 1,
    "m": 60, "min": 60, "minute": 60, "minutes": 60,
    "h": 3600, "hour": 3600, "hours": 3600,
}  # fmt: skip


class Delay(NamedTuple):
    """How much later something goes out: so long after it happened, and not before so many plies followed it."""

    seconds: float = 0.0
    plies: int = 0

    def or_longer(self, other: "Delay") -> "Delay":
        """What keeps to both."""
        return Delay(max(self.seconds, other.seconds), max(self.plies, other.plies))


NO_DELAY: Final = Delay()


class Out(NamedTuple):
    """One way out."""

    folder: str
    """Into which files are written; one that does not begin at the root lies beside the tournament file."""
    kind: Literal["pgn"] = "pgn"
    delay: str = ""
    """`15 min`, `90 s`, `3 moves`; empty: none."""
    unsure: bool = False
    """Also what is not confirmed, or not sure, goes out."""
    emt: bool = True
    """The time each move took goes out, too."""

    @property
    def later(self) -> Delay:
        """The delay; of one that cannot be read the longest there is."""
        try:
            return delay_of(self.delay)
        except ValueError:
            return Delay(MOST_S, 2 * MOST_MOVES)


def delay_of(text: str) -> Delay:
    """The delay that is written so; ValueError says what can be written."""
    found = _DELAY.fullmatch(text.strip().lower())
    if not text.strip():
        return NO_DELAY
    if found is not None:
        number, unit = int(found[1]), found[2]
        if unit in _SECONDS and number * _SECONDS[unit] <= MOST_S:
            return Delay(float(number * _SECONDS[unit]))
        if unit in ("move", "moves") and number <= MOST_MOVES:
            return Delay(plies=2 * number)
        if not unit and number == 0:
            return NO_DELAY
    raise ValueError(f"{text!r} is no delay such as '15 min', '90 s' or '3 moves'; a day or {MOST_MOVES} moves at most")


def check_outs(outs: Sequence[Out], path: Path) -> None:
    """FieldError for a way out that leads nowhere, or where another one leads."""
    seen: set[str] = set()
    for number, out in enumerate(outs):
        where = (*path, number)
        if not out.folder.strip() or not out.folder.isprintable():
            raise FieldError((*where, "folder"), "names no folder")
        if out.folder in seen:
            raise FieldError((*where, "folder"), f"{out.folder} is named by another way out already")
        seen.add(out.folder)
        try:
            delay_of(out.delay)
        except ValueError as error:
            raise FieldError((*where, "delay"), str(error)) from None
