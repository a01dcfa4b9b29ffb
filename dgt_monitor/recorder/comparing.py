"""What was shown held against what follows from the record: board by board, every difference told."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import NamedTuple

from dgt_monitor.events import Event, Notice
from dgt_monitor.journal.forms import shown, without_clock
from dgt_monitor.journal.rows import Row, storable

Told = tuple[str, str]
"""Form and body of what was shown, without clocks."""


class Difference(NamedTuple):
    """On one board something was shown that does not follow now, or the other way round."""

    board: str
    shown: tuple[str, ...]
    concluded: tuple[str, ...]

    def __str__(self) -> str:
        was, now = " ".join(self.shown) or "nothing", " ".join(self.concluded) or "nothing"
        return f"Bd {self.board}: shown was {was}; what follows now is {now}"


class Comparison(NamedTuple):
    """How the whole of it compares."""

    differences: list[Difference]
    untold: list[Event]
    """What follows and was not shown yet when the watch was broken off."""
    differing: dict[str, list[Event]]
    """Of the boards with differences all that follows."""


class Conclusions:
    """What follows from the record, as it would be shown."""

    def __init__(self) -> None:
        self._told: dict[str, list[tuple[Told, Event]]] = {}

    def take(self, events: Iterable[Event]) -> None:
        """More follows."""
        for event in events:
            told = shown(event)
            if told is not None and not isinstance(event, Notice):
                entry = ((told[0], without_clock(*told)), event)
                self._told.setdefault(storable(event.board) or "", []).append(entry)

    def against(self, rows: Iterable[Row], since: Mapping[str, int] = MappingProxyType({})) -> Comparison:
        """Held against the rows of what was shown, and of boards told anew; of some boards only `since` a row."""
        out = Comparison([], [], {})
        shown_of = _shown_of(row for row in rows if row.seq >= since.get(row.board or "", 0))
        for board in [*shown_of, *(board for board in self._told if board not in shown_of)]:
            was, now = shown_of.get(board, []), self._told.get(board, [])
            concluded = [told for told, _ in now]
            if concluded[: len(was)] == was:
                out.untold.extend(event for _, event in now[len(was) :])
            else:
                out.differences.extend(_differences(board, was, concluded))
                out.differing[board] = [event for _, event in now]
        out.untold.sort(key=lambda event: event.t)
        return out


def _shown_of(rows: Iterable[Row]) -> dict[str, list[Told]]:
    out: dict[str, list[Told]] = {}
    for row in rows:
        board = row.board or ""
        if row.kind == "shown" and row.form != "notice":  # those are of the machine, and follow from no reading
            out.setdefault(board, []).append((row.form, without_clock(row.form, row.body)))
        elif row.form == "Anew":
            out[board] = []
    return out


def _differences(board: str, was: Sequence[Told], now: Sequence[Told]) -> list[Difference]:
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    return [
        Difference(board, tuple(map(_words, was[a:b])), tuple(map(_words, now[c:d])))
        for what, a, b, c, d in matcher.get_opcodes()
        if what != "equal"
    ]


def _words(told: Told) -> str:
    return f"{told[0]} {told[1]}"
