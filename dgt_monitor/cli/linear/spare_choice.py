"""A spare board in the place of one that is not heard any more, chosen where the monitor writes plain lines. Pure."""

from collections.abc import Callable
from typing import Final

from dgt_monitor.cli.linear.pages import ASKED, BACK, DO_SO, OVERTAKEN, Choice, Page
from dgt_monitor.dashboard.claiming import AUTHOR
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.previews import preview
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.typed_rulings import named
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Said, Sentence

SPARE: Final = Sentence("a spare board takes its place")
_WHICH: Final = Sentence("Which board stands in the place of {board} from now on? Type its number. Enter alone: back.")


def which_spare(feed: Feed, name: str, back: Callable[[], Page], why: str = "") -> Page:
    """Ask which one; `why` the one that was typed is none."""
    lines = [*([why] if why else []), words(_WHICH, board=clean(name))]
    return Page(lines, back=back, take=lambda typed: _preview(feed, name, typed, back))


def _preview(feed: Feed, name: str, typed: str, back: Callable[[], Page]) -> Page:
    hall = feed.view()
    board = _of(hall, name)
    if board is None:
        return Page([words(OVERTAKEN)])
    found = named(hall, board, typed)
    if isinstance(found, Said):
        return which_spare(feed, name, back, say(found))
    ruling = Ruling(0.0, AUTHOR, "spare", board=name, to_board=found.board)
    read = board.serial, found.serial
    do = Choice(words(DO_SO), lambda: _rule(feed, ruling, read))
    return Page([say(preview(hall, ruling)), words(BACK)], [do], back)


def _rule(feed: Feed, ruling: Ruling, read: tuple[str | None, str | None]) -> Page:
    """`read`: the numbers of both boards as they were told."""
    why = feed.status().looks_only
    if why is not None:
        return Page([say(why)])
    hall = feed.view()
    there = [_of(hall, ruling.board), _of(hall, ruling.to_board)]
    if tuple(None if each is None else each.serial for each in there) != read:
        return Page([words(OVERTAKEN)])
    feed.rule(ruling)
    return Page([words(ASKED)])


def _of(hall: HallView, name: str) -> BoardView | None:
    return next((each for each in hall.boards if each.board == name), None)
