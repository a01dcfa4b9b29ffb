"""Whether what was ruled of claims still fits together where one such ruling counts no more, or counts again."""

from collections.abc import Iterator
from typing import Final, Literal

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.results import Results
from dgt_monitor.hall.slices import Arrived, Left, Slice

OF_CLAIMS: Final = frozenset({"claim", "intervene", "drill", "close"})
"""Kinds by which what is moved becomes no play, and play again."""
_State = Literal["none", "open", "closed"]


def rests_on_another(kept: Slice) -> Ruling | None:
    """The first ruling that counts and cannot be made: one on a claim before it does not count, or does again."""
    state: _State = "none"
    for ruling, now in _states(kept):
        opens, leaves = ruling.kind in ("claim", "intervene", "drill"), now is None
        if state == "open" and (opens or leaves):
            return ruling
        if state == "none" and ruling.kind == "close":
            return ruling
        state = "none" if now is None else now
    return None


def closes_a_draw(kept: Slice, number: int) -> bool:
    """Whether play goes on by this ruling after a claim that had ended with a draw: `close` by another name."""
    drawn = False
    for ruling, _ in _states(kept, but_for=number):
        if ruling.kind == "resume" and ruling.number == number:
            return drawn
        if ruling.kind in OF_CLAIMS:
            drawn = ruling.kind == "close" and ruling.end == "drawn"
        elif ruling.kind == "resume":
            drawn = False
    return False


def ended_a_game_before(results: Results | None, ruling: Ruling) -> bool:
    """Whether a game that is over was drawn, or played on, by the end of this claim."""
    return results is not None and ruling.kind == "close" and results.decision(ruling.number) is not None


def _states(kept: Slice, but_for: int = 0) -> Iterator[tuple[Ruling, _State | None]]:
    """Every ruling of a slice that counts and what a claim is after it, if it says; None: its game is gone."""
    state: _State = "none"
    for what in kept.others:
        if isinstance(what, Left | Arrived):
            if what.ruling.number not in kept.undone:
                state = "none" if isinstance(what, Left) else "closed"  # one that came is to be set up
                yield what.ruling, None if isinstance(what, Left) else state
        elif isinstance(what, Ruling) and (what.number not in kept.undone or what.number == but_for):
            if what.kind in OF_CLAIMS:
                state = "closed" if what.kind == "close" else "open"
            yield what, state
