"""Texts of PGN files as they are found, one after the other, become scores: what is new of each board."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from drivers.pgn.boards import Place, place_of
from drivers.pgn.reading import Game, read_text
from drivers.readings import Complaint, LineDown, LineUp, Reading, Score

TORN: Final = "torn_game"
"""Kind of the complaint about games that were never ended by a result."""
MOST_BOARDS: Final = 2_000
"""Boards that are followed (chosen: twice the largest hall)."""
Told = list[tuple[str, Reading]]
"""Ports, and what is said of the board there."""


class _Found(NamedTuple):
    """A game, and how much its file is to be believed where others hold the board's games, too."""

    round: int
    alone: bool
    """It has a file of its own: such are written before the ones that gather all."""
    order: int
    game: Game


class Following:
    """The boards of one source of PGN."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._files: dict[str, dict[tuple[str, str], _Found]] = {}
        """By file, and by section and board in it."""
        self._order: dict[str, int] = {}
        """When each file's games last changed."""
        self._changes = 0
        self._first_section: str | None = None
        self._said: dict[str, Score] = {}
        self._down = False
        self._torn: dict[str, int] = {}

    @property
    def said(self) -> Mapping[str, Score]:
        """What was said last, by port."""
        return self._said

    def take(self, name: str, text: str) -> Told:
        """A file has this content now; nothing follows while it is only half written."""
        read = read_text(text)
        if not read.whole:
            return []
        self._changes += 1
        self._order[name] = self._changes
        found: dict[tuple[str, str], _Found] = {}
        for number, game in enumerate(read.games, 1):
            place = place_of(game.tags, name, number, len(read.games))
            _add(found, place, _Found(place.round, len(read.games) == 1, self._changes, game))
        before = self._files.get(name, {})
        self._files[name] = {**before, **found}  # a game that is missing may be about to be written again
        told = self._torn_in(name, read.torn, found)
        for key in found:
            told += self._tell(key)
        return told

    def _torn_in(self, name: str, torn: int, found: dict[tuple[str, str], _Found]) -> Told:
        before, self._torn[name] = self._torn.get(name, 0), torn
        if torn <= before or not found:
            return []
        port = self._port(next(iter(found)))
        text = f"{torn} games in the PGN file are not ended by a result, and are not followed"
        return [(port, Complaint(TORN, torn, text))] if port in self._said else []

    def _tell(self, key: tuple[str, str]) -> Told:
        best = max((games[key] for games in self._files.values() if key in games), key=lambda each: each[:3])
        game, port = best.game, self._port(key)
        score = Score(game.sans, game.result, game.tags, game.clocks)
        before = self._said.get(port)
        if score == before or (before is None and len(self._said) >= MOST_BOARDS):
            return []
        self._said[port] = score
        return [(port, LineUp()), (port, score)] if before is None else [(port, score)]

    def _port(self, key: tuple[str, str]) -> str:
        section, board = key
        if self._first_section is None:
            self._first_section = section
        named = board if section == self._first_section else f"{section}/{board}"
        return f"{self._prefix}{named}"

    def lost(self, why: str) -> Told:
        """What is followed cannot be read any more."""
        if self._down:
            return []
        self._down = True
        return [(port, LineDown(why)) for port in self._said]

    def back(self) -> Told:
        """It can be read again."""
        if not self._down:
            return []
        self._down = False
        return [each for port, score in self._said.items() for each in ((port, LineUp()), (port, score))]

    def again(self, port: str) -> Told:
        """What was said last of a board, once more."""
        score = self._said.get(port)
        return [] if score is None or self._down else [(port, score)]


def _add(found: dict[tuple[str, str], _Found], place: Place, game: _Found) -> None:
    """Of several games of a board that of the latest round counts; two of one round are on boards of their own."""
    board, again = place.board, 1
    while (there := found.get((place.section, board))) is not None and there.round == game.round:
        again += 1
        board = f"{place.board}-{again}"
    if there is None or there.round < game.round:
        found[place.section, board] = game
