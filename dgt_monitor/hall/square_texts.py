"""The sentences about squares that sense badly."""

from typing import Final

from dgt_monitor.events import Level, SquareFault
from dgt_monitor.wording import Said, Sentence

_MINUTE_S = 60
_SQUARES: dict[SquareFault, tuple[Level, Sentence, Sentence]] = {
    "flickers": (
        Level.INFO,
        Sentence("flickers ({times} times in {time})"),
        Sentence("Clean or exchange the piece on it after the game; until then mind that square."),
    ),
    "misreads": (
        Level.INFO,
        Sentence("takes pieces for others ({times} times in {time})"),
        Sentence(
            "Clean or exchange the piece that lands there; if others are misread too, exchange the board after the "
            "round."
        ),
    ),
    "ghosts": (
        Level.INFO,
        Sentence("shows pieces that are not there ({times} times in {time})"),
        Sentence(
            "See that pieces stand in the middle of their squares; if they do, exchange the board after the round."
        ),
    ),
    "never_changes": (
        Level.CHECK,
        Sentence("does not tell of moves ({moves} went over it, and it showed nothing)"),
        Sentence(
            "Look what stands there and compare the scoresheets; if it goes on, exchange the board after the round."
        ),
    ),
}
_WELL: dict[SquareFault, Sentence] = {
    "flickers": Sentence("does not flicker any more"),
    "misreads": Sentence("has misread nothing for a while"),
    "ghosts": Sentence("has shown nothing that is not there for a while"),
    "never_changes": Sentence("tells of changes again"),
}


_SQUARE: Final = Sentence("Square {square} {what}. {to_do}")
_SQUARE_WELL: Final = Sentence("Square {square} {what}.")
_SECONDS: Final = Sentence("{n} s", "{n} s")
_MINUTES: Final = Sentence("{n} minute", "{n} minutes")
_MOVES: Final = Sentence("{n} move", "{n} moves")


def square_text(square: str, fault: SquareFault, times: int, for_s: float) -> tuple[Level, Said]:
    """How grave a bad square is, and how it is told, without the board's name."""
    level, what, to_do = _SQUARES[fault]
    seconds = max(1, round(for_s))
    time = _SECONDS(n=seconds) if seconds < 2 * _MINUTE_S else _MINUTES(n=round(seconds / _MINUTE_S))
    return level, _SQUARE(square=square, what=what(times=times, time=time, moves=_MOVES(n=times)), to_do=to_do())


def square_well_text(square: str, fault: SquareFault) -> Said:
    """That a square that was bad is so no more."""
    return _SQUARE_WELL(square=square, what=_WELL[fault]())
