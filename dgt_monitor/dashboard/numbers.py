"""Which board is meant by the number that is typed: its label, the end of it, its serial number, its address. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

_PARTS: Final = re.compile(r"[0-9]+")
_TYPED: Final = Sentence("Board {digits}_")
_GO_ON: Final = Sentence("go on")
_NONE: Final = Sentence("there is none of this number")
_OPENS: Final = Sentence("Enter opens it")
_MORE: Final = Sentence("{n} more ends in it", "{n} more end in it")


def numbered(boards: Sequence[BoardView], digits: str) -> list[str]:
    """The boards of this number, the best first: of this very name, serial number or bus address; else all whose
    names or serial numbers end in it. With points in it (3.2) it is the last numbers of a label, whatever parts them.
    """
    if any(board.board == digits for board in boards):
        return [digits]
    if "." in digits:
        return _pointed(boards, digits)
    number = digits.lstrip("0")
    if not number:
        return []
    numbers = {board.board: _numbers(board) for board in boards}
    exact = [name for name, of_it in numbers.items() if number in of_it]
    exact.sort(key=lambda name: _last_number(name).lstrip("0") != number)
    return exact or [name for name, of_it in numbers.items() if any(each.endswith(number) for each in of_it)]


def _pointed(boards: Iterable[BoardView], digits: str) -> list[str]:
    wanted = _parts(digits)
    return [board.board for board in boards if wanted and _parts(board.board)[-len(wanted) :] == wanted]


def _parts(text: str) -> list[int]:
    return [int(each[-20:]) for each in _PARTS.findall(text)]


def begun(boards: Iterable[BoardView], digits: str) -> bool:
    """Whether these are the first digits of some board's number."""
    if "." in digits:
        wanted = _parts(digits)
        return any(_begins(_parts(board.board), wanted, digits) for board in boards)
    number = digits.lstrip("0")
    return any(each.startswith(number) for board in boards for each in _numbers(board))


def _begins(parts: Sequence[int], wanted: Sequence[int], digits: str) -> bool:
    places = range(len(parts) - len(wanted) + 1)
    whole = digits.endswith(".")
    return any(
        list(parts[at : at + len(wanted)]) == list(wanted) and (not whole or len(parts) > at + len(wanted))
        for at in places
    )  # fmt: skip


def undecided(boards: Sequence[BoardView], digits: str) -> bool:
    """Whether further digits may mean another board than the one that is meant now."""
    if "." in digits:
        return len(numbered(boards, digits)) != 1
    number = digits.lstrip("0")
    longer = (each for board in boards for each in _numbers(board) if len(each) > len(number))
    return any(each.startswith(number) for each in longer) or any(len(_parts(board.board)) > 1 for board in boards)


def typed_note(boards: Sequence[BoardView], digits: str) -> str:
    """Which board these digits mean, or may yet."""
    found = numbered(boards, digits)
    typed = words(_TYPED, digits=digits)
    if not found:
        return f"{typed}   {words(_GO_ON if begun(boards, digits) else _NONE)}"
    name = "" if found[0] == digits else f"{clean(found[0])}: "
    others = f"; {words(_MORE, n=len(found) - 1)}" if len(found) > 1 else ""
    return f"{typed}   {name}{words(_OPENS)}{others}"


def _numbers(view: BoardView) -> list[str]:
    """The numbers a board may be called by, without leading zeros: that in which its name ends, serial, address."""
    address = None if view.address is None else str(view.address)
    said = (_last_number(view.board), view.serial, address)
    return [each.lstrip("0") for each in said if each]


def _last_number(name: str) -> str:
    """The number in which a name ends."""
    return name[len(name.rstrip("0123456789")) :]
