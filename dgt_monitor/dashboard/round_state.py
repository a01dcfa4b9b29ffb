"""Whether the round is closed, as far as a screen knows. Pure."""

from typing import Final

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.views import HallView, RulingView
from dgt_monitor.language import say
from dgt_monitor.wording import Sentence

_OF_ROUNDS: Final = frozenset({"round_started", "round_closed"})
_CLOSED: Final = Sentence("round closed")


def _counts(ruling: RulingView) -> bool:
    return not (ruling.undone or ruling.why_not)


def is_closed(hall: HallView) -> bool:
    """Whether it was closed in the whole hall, and no game has begun since."""
    last = next(
        (each for each in reversed(hall.rulings) if each.kind in _OF_ROUNDS and not each.board and _counts(each)), None
    )
    playing = any(each.phase == "playing" and each.moves for each in hall.boards)
    return last is not None and last.kind == "round_closed" and not playing


def title_of(hall: HallView) -> str:
    """Event and round for the line at the top, and that the round is closed."""
    parts = (clean(hall.title), say(_CLOSED()) if is_closed(hall) else "")
    return ", ".join(filter(None, parts))
