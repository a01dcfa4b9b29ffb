"""When a game was drawn, and what decides whether it was: for the sentences about draws. Pure."""

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Final

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.game.changes import Ply
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.texts import Doubt, Since
from dgt_monitor.laws.verdict import Finding

_MINUTE_S: Final = 60
_HOUR_S: Final = 3600
_DAY_S: Final = 86_400
_REPEATED: Final = frozenset({Rule.THREEFOLD, Rule.FIVEFOLD})


def time_text(t_s: float, day_s: float | None = None) -> str:
    """The time of day as 14:31:50 if second 0 is known to be `day_s` seconds after midnight; else 0:31:50.

    Empty where the moment itself is not known.
    """
    if not isfinite(t_s):
        return ""  # when it was is not known: a board's memory keeps the order, not the time
    if day_s is None:
        whole = int(t_s)
        return f"{whole // _HOUR_S}:{whole // _MINUTE_S % 60:02d}:{whole % _MINUTE_S:02d}"
    whole = int(day_s + t_s) % _DAY_S
    return f"{whole // _HOUR_S:02d}:{whole // _MINUTE_S % 60:02d}:{whole % _MINUTE_S:02d}"


class Moments:
    """The moments of one game."""

    __slots__ = ("_day_s", "_label", "_whys")

    def __init__(self, label: Callable[[int], str], day_s: float | None) -> None:
        self._label = label
        self._day_s = day_s
        self._whys: list[tuple[int, str]] = []

    def begin(self) -> None:
        """A new game."""
        self._whys.clear()

    def doubted(self, number: int, why: str) -> None:
        """The plies from this one on were told as not certain, for this reason."""
        self._whys.append((number, why))

    def forget(self, number: int) -> None:
        """The plies from this one on are withdrawn, or certain now."""
        self._whys = [told for told in self._whys if told[0] < number]

    def since(self, rule: Rule, ledger: Ledger, plies: Sequence[Ply]) -> tuple[Since, events.Since] | None:
        """Since when a game is drawn by this rule: for people and for the stream; None if it is not for certain."""
        number = ledger.drawn_since(rule)
        if number is None:
            return None
        played = len(plies) - number  # those, too, that are told only after this
        if number == 0:
            return Since(self._label(0), played=played), events.Since(0, None, None)
        ply = plies[number - 1]
        # Only what a press showed: a time that merely counts down need not be in the record, and none is assumed.
        clock = ply.clock if ply.timed else None
        told = Since(self._label(number), time_text(ply.t_s, self._day_s), clock, played)
        # As exact as a recording keeps it, so that a replay says the same.
        return told, events.Since(number, round(ply.t_s, 6) if isfinite(ply.t_s) else None, clock)

    def doubt(
        self, finding: Finding, number: int, unsure_from: int | None, ledger: Ledger, plies: Sequence[Ply]
    ) -> Doubt | None:
        """What decides whether this is so; None where that cannot be named."""
        if unsure_from is not None and unsure_from <= number:
            return self._after(unsure_from, plies)
        if finding.rule in _REPEATED and number in finding.plies:
            unsure = [n for n in finding.plies if 0 < n <= len(plies) and not plies[n - 1].sure]
            return self._occurrences(unsure, number, ledger, plies) if unsure else None
        first = number - ledger.at(number).standing.halfmove_clock if finding.rule in _COUNTED else number
        unsure = [n for n in range(max(1, first), number + 1) if n <= len(plies) and not plies[n - 1].sure]
        return self._after(unsure[0], plies) if unsure else None

    def _after(self, number: int, plies: Sequence[Ply]) -> Doubt:
        time = time_text(plies[number - 1].t_s, self._day_s) if 0 < number <= len(plies) else ""
        return Doubt((self._label(number - 1),), time, self._why(number, plies), afterwards=True)

    def _occurrences(self, unsure: Sequence[int], number: int, ledger: Ledger, plies: Sequence[Ply]) -> Doubt:
        draw = ledger.profile.repetition_draw
        certain = ledger.sure_count(ledger.at(number).standing.key)
        decides = draw is not None and not ledger.profile.repetition_draw_consecutive and certain + 1 >= draw
        labels = tuple(self._label(n) for n in unsure)
        time = time_text(plies[unsure[0] - 1].t_s, self._day_s)
        return Doubt(labels, time, self._why(unsure[0], plies), decides=decides)

    def _why(self, number: int, plies: Sequence[Ply]) -> str:
        told = [why for first, why in self._whys if first <= number]
        if told:
            return told[-1]
        inferred = 0 < number <= len(plies) and plies[number - 1].provenance == "inferred"
        return "it was not seen" if inferred else ""


_COUNTED: Final = frozenset({Rule.FIFTY, Rule.SEVENTYFIVE})
