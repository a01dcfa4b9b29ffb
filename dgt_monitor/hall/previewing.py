"""What rulings would change: asked by screens, worked out where the hall is. Pure."""

from collections.abc import Callable
from typing import Final, NamedTuple

from dgt_monitor.hall.entries import Question, Ruling

FRESH_S: Final = 1.0
"""An answer so old is worked out anew if it is asked for, since play goes on (chosen)."""
STALE_S: Final = 5.0
"""One so old is no answer any more (chosen)."""
MOST_KEPT: Final = 16
"""So many questions are open or answered at once (chosen: some screens, each with one)."""


class _Asked(NamedTuple):
    asked_s: float
    answered_s: float | None
    text: str


class Previewing:
    """The last questions and their answers, for threads that ask and one that answers.

    `ask` is called with a question that is to reach who answers. `now_s` runs on evenly, from anywhere.
    """

    def __init__(self, ask: Callable[[Question], None]) -> None:
        self._ask = ask
        self._known: dict[Ruling, _Asked] = {}
        """Never changed, only replaced: of two threads at once one asks again."""

    def preview(self, ruling: Ruling, now_s: float) -> str | None:
        """What this ruling would change; None while that is worked out."""
        known = self._known.get(ruling)
        if known is None or now_s - known.asked_s >= FRESH_S:
            asked = _Asked(now_s, None, "") if known is None else known._replace(asked_s=now_s)
            others = [each for each in self._known.items() if each[0] != ruling]
            self._known = dict([*others, (ruling, asked)][-MOST_KEPT:])
            self._ask(Question(ruling))
        if known is None or known.answered_s is None or now_s - known.answered_s >= STALE_S:
            return None
        return known.text

    def answer(self, question: Question, text: str, now_s: float) -> None:
        """It was worked out; passed over where nobody has asked that."""
        known = self._known.get(question.ruling)
        if known is not None:
            self._known = {**self._known, question.ruling: known._replace(answered_s=now_s, text=text)}
