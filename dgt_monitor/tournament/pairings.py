"""Who plays where in a round, as pairing programs hand it over: what their formats have in common. Pure.

Names come from outside and are text: what cannot be printed is left out of them.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.names import NAME_MAX_CHARS
from dgt_monitor.tournament.people import Pairing, Person

Tell = Callable[[str], None]
"""Hears what was passed over."""
GAMES_MOST: Final = 5000
"""Games of one file; more are no round (chosen: the largest Olympiad has 756 in one)."""
RATING_MOST: Final = 4000
"""A higher number is no rating (chosen)."""
_NOBODY: Final = frozenset(
    {"", "?", "-", "--", "*", "bye", "no opponent", "not paired", "spielfrei", "freilos", "exempt", "pauza", "bay"}
    | {"выходной", "свободен", "n.n.", "nn"}
)
"""What stands in the place of a player who has none to play (some of the words that programs write)."""
_NUMBERED: Final = re.compile(r"\d+(\.\d+)*", re.ASCII)
_NO_ROUND: Final = frozenset({"", "?", "-"})


class Given(NamedTuple):
    """One game as a file has it."""

    line: int
    round: str
    board: str
    """Empty: the file does not number its boards."""
    white: Person
    black: Person


class _Fault(Exception):  # noqa: N818 - becomes a FileError, which names the file
    """A line that cannot be taken."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def settled(given: Sequence[Given], wanted: str | int | None, file: str, tell: Tell) -> tuple[Pairing, ...]:
    """The games of this round (None: the only one in it) with the labels of their boards.

    FileError, with file and line, where they cannot be told.
    """
    if len(given) > GAMES_MOST:
        raise FileError(f"{file}: has {len(given)} games; at most {GAMES_MOST} are taken")
    mine = _of_round(given, wanted, file, tell)
    played = [each for each in mine if _is_played(each, file, tell)]
    try:
        pairings = _seated(played, file, tell)
    except _Fault as fault:
        raise FileError(f"{file}, line {fault.line}: {fault}") from None
    if not pairings:
        raise FileError(f"{file}: no game of a round in it")
    return pairings


def numbered(text: str) -> str:
    """`05.01` as `5.1`; what is no number stays as it is."""
    text = " ".join(text.split())
    return ".".join(part.lstrip("0") or "0" for part in text.split(".")) if _NUMBERED.fullmatch(text) else text


def cleaned(text: str) -> str:
    """A text of one line in which everything can be printed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def person(
    name: str, title: str = "", rating: str = "", federation: str = "", fide_id: str = "", team: str = ""
) -> Person:
    """A player of what stands in a file; what is no rating or number there is left out."""
    title, federation, team = (_known(cleaned(each)) for each in (title, federation, team))
    rating, fide_id = rating.strip(), fide_id.strip()
    whole = int(rating) if rating.isascii() and rating.isdecimal() and len(rating) < 6 else 0
    its_id = fide_id.lstrip("0") if fide_id.isascii() and fide_id.isdecimal() and len(fide_id) < 20 else ""
    return Person(cleaned(name), title, whole if whole <= RATING_MOST else 0, federation, its_id, team)


def _known(text: str) -> str:
    return "" if text in {"?", "-"} else text[:NAME_MAX_CHARS]


def _of_round(given: Sequence[Given], wanted: str | int | None, file: str, tell: Tell) -> list[Given]:
    rounds = list(dict.fromkeys(_major(each.round) for each in given if each.round not in _NO_ROUND))
    if wanted is None:
        if len(rounds) > 1:
            raise FileError(f"{file}: has the rounds {', '.join(rounds[:20])}; say which one is meant")
        return list(given)
    mine = [each for each in given if each.round in _NO_ROUND or _major(each.round) == numbered(str(wanted))]
    if given and not mine:
        raise FileError(f"{file}: no game of round {wanted} in it, but of {', '.join(rounds[:20])}")
    if len(mine) < len(given):
        tell(f"{file}: {len(given) - len(mine)} games of other rounds are left out")
    return mine


def _major(text: str) -> str:
    return numbered(text).partition(".")[0] if _NUMBERED.fullmatch(text) else text


def _is_played(game: Given, file: str, tell: Tell) -> bool:
    names = (game.white.name, game.black.name)
    free = [name for name in names if name.casefold() not in _NOBODY]
    if len(free) == 1:
        tell(f"{file}, line {game.line}: {free[0]} has no opponent, and no board")
    return len(free) == len(names)


def _seated(games: Sequence[Given], file: str, tell: Tell) -> tuple[Pairing, ...]:
    without = [game for game in games if not game.board]
    if len(without) == len(games) and games:
        tell(f"{file}: it has no numbers of boards; they are counted in the order of the file")
        games = [game._replace(board=str(number)) for number, game in enumerate(games, 1)]
    elif without:
        raise _Fault(without[0].line, "has no number of a board, and other games have one")
    boards: dict[str, int] = {}
    for game in games:
        _check(game)
        if (other := boards.setdefault(game.board, game.line)) != game.line:
            raise _Fault(game.line, f"board {game.board} is given in line {other} already")
    _tell_twice(games, file, tell)
    return tuple(Pairing(game.board, game.white, game.black) for game in games)


def _check(game: Given) -> None:
    for what, text in (("White's name", game.white.name), ("Black's name", game.black.name), ("board", game.board)):
        if len(text) > NAME_MAX_CHARS:
            raise _Fault(game.line, f"{what} has {len(text)} characters; at most {NAME_MAX_CHARS} are taken")


def _tell_twice(games: Sequence[Given], file: str, tell: Tell) -> None:
    """Namesakes are possible, so it is only told; with numbers of their own they are two people."""
    seen: dict[tuple[str, str], Given] = {}
    for game in games:
        for each in (game.white, game.black):
            other = seen.setdefault((each.fide_id, "" if each.fide_id else each.name.casefold()), game)
            if other is not game:
                tell(f"{file}, line {game.line}: {each.name} plays at board {other.board} too (line {other.line})")
