"""What a ruling on the past would change, as the arbiter reads it before he rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from dgt_monitor.events import Alert
from dgt_monitor.game.changes import Ply
from dgt_monitor.hall.differing import Difference
from dgt_monitor.wording import Said, Sentence, joined, word

_SAME: Final = Sentence("All moves stay.")
_OTHER: Final = Sentence(
    "{n} half-move is another one, from {first} on: {moves}.",
    "{n} half-moves are other ones, from {first} on: {moves}.",
)
_PLY: Final = Sentence("half-move {number}")
_ALSO: Final = Sentence(
    "Of {n} more the count or what is sure changes.", "Of {n} more the counts or what is sure changes."
)
_FEWER: Final = Sentence("{before} half-moves -> {now}.")
_RAISED: Final = Sentence("Told anew: {rules}.")
_ENDED: Final = Sentence("Ended: {rules}.")
MOST_SHOWN: Final = 8
"""So many moves are shown; the others are counted (chosen for one line)."""


def difference_text(found: Difference, before: int, label_of: Callable[[int, str], str] | None = None) -> Said:
    """What changes of a game that has so many plies now: plies, counts, alerts.

    `label_of`: a ply by its number and letters, as a scoresheet says it.
    """
    restated = set(found.restated)
    others = [(number, ply) for number, ply in found.moves if number not in restated]
    first = found.first_ply or (others[0][0] if others else None)
    shown = " ".join(ply.san for _, ply in others[:MOST_SHOWN]) + (" .." if len(others) > MOST_SHOWN else "")
    now = max([number for number, _ in others], default=before if found.first_ply is None else found.first_ply - 1)
    return joined(
        (
            _SAME()
            if first is None
            else _OTHER(n=len(others), first=_named(first, others, label_of), moves=shown or "-"),
            _ALSO(n=len(restated)) if restated else "",
            _FEWER(before=before, now=now) if now != before else "",
            _RAISED(rules=_rules(found.raised)) if found.raised else "",
            _ENDED(rules=_rules(found.ended)) if found.ended else "",
        )
    )


def _named(first: int, others: Sequence[tuple[int, Ply]], label_of: Callable[[int, str], str] | None) -> Said:
    san = next((ply.san for number, ply in others if number == first), None)
    return _PLY(number=first) if label_of is None or san is None else word(label_of(first, san))


def _rules(alerts: Iterable[Alert]) -> Said:
    counted = Counter(alert.rule.value.replace("_", " ") for alert in alerts)
    return joined((word(f"{rule} {times}" if times > 1 else rule) for rule, times in counted.items()), ", ")
