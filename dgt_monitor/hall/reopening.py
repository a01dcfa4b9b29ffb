"""The end of a game by a ruling, taken back: what was moved since is play, and the game follows anew from its slice.

Such an end is as if it had not been ruled: where it is undone, and where a later ruling says that play goes on.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from dgt_monitor.game.ruled import Ended
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.held_board import HeldBoard
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.slices import Arrived, Left, Slice, What
from drivers.readings import BoardDump, FieldUpdate, Memory

ENDS: Final = frozenset({"result", "resume", "round_closed"})
"""Kinds of rulings that end a game, or let it go on."""


class _Part(NamedTuple):
    """What was ruled in a slice on whether one game is over."""

    rulings: list[Ruling]
    moved: int
    """Something was moved since the first so many of them."""


class Noted:
    """Rulings on ends that do nothing while a game is fed: its results know of them all the same, with how it stood."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[tuple[Ruling, Ended]] = []
        """Those that another one lifts, which is still to come: until then the game is not over by them."""

    def take(self, ruling: Ruling, board: HeldBoard, *, undone: bool, lifted: bool) -> None:
        """One of them, or one that is about to be carried out."""
        if undone:
            _note(board, ruling, board.tracker.now)
        elif lifted:
            self._waiting.append((ruling, board.tracker.now))
        elif _lets_go_on(ruling):
            now = [each for each in self._waiting if ruling.kind == "resume" or each[0].kind == "result"]
            self._waiting = [each for each in self._waiting if each not in now]
            for each, ended in now:
                _note(board, each, ended)


def _note(board: HeldBoard, ruling: Ruling, ended: Ended) -> None:
    results = board.play.results_of(ruling.game or board.play.game)
    if results is None:
        return
    if ruling.kind == "result":
        results.rule(ruling.number, ruling.result, ended)
    elif ruling.kind == "resume":
        results.resume(ruling.number, board.tracker.shows, ended)
    else:
        results.close(ruling.number, ended)


def _lets_go_on(ruling: Ruling) -> bool:
    return ruling.kind == "resume" or (ruling.kind == "result" and not ruling.result)


def lifted(entries: Iterable[What], kept: Slice, game: int) -> set[int]:
    """Numbers of the rulings that ended a game of this slice until a later one let it go on."""
    return {number for part in _parts(entries, kept, game) for number in _lifted(part.rulings, kept)}


def follows_anew(kept: Slice, play: Play, number: int) -> bool:
    """Whether the game has to be fed again where this ruling on its end counts no more, or again."""
    *_, part = _parts((what for _, what in kept), kept, play.game)
    moved_since = part.rulings[: part.moved]
    if any(_lets_go_on(ruling) and ruling.number == number for ruling in part.rulings):
        return bool(moved_since)
    return any(ruling.number == number for ruling in moved_since)


def lets_go_on(kept: Slice, play: Play, ruling: Ruling) -> bool:
    """Whether this last ruling of the slice takes back an end after which something was moved."""
    if not _lets_go_on(ruling) or play.results.ended is None or ruling.game not in (0, play.game):
        return False
    *_, part = _parts((what for _, what in kept), kept, play.game)
    lifts = set(_lifted(part.rulings, kept))
    return any(each.number in lifts for each in part.rulings[: part.moved])


def _parts(entries: Iterable[What], kept: Slice, game: int) -> Iterator[_Part]:
    """One for each game that was on the board while the slice was told."""
    rulings: list[Ruling] = []
    moved = 0
    for what in entries:
        if isinstance(what, FieldUpdate | BoardDump | Memory):
            moved = len(rulings)
        elif isinstance(what, Left | Arrived) and what.ruling.number not in kept.undone:
            yield _Part(rulings, moved)
            rulings, moved, game = [], 0, game + isinstance(what, Arrived)
        elif isinstance(what, Ruling) and what.kind in ENDS and what.game in (0, game):
            rulings.append(what)
    yield _Part(rulings, moved)


def _lifted(rulings: list[Ruling], kept: Slice) -> Iterator[int]:
    """As `Results.ended` has it: `resume` lets everything go on, a result that is taken out not a round's end."""
    goes_on: set[str] = set()
    for ruling in reversed(rulings):
        if ruling.number in kept.undone:
            continue
        if ruling.kind == "resume":
            goes_on = {"result", "round_closed"}
        elif ruling.kind == "result" and not ruling.result:
            goes_on.add("result")
        elif ruling.kind in goes_on:
            yield ruling.number
