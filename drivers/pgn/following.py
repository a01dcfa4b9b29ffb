"""Texts of PGN files as they are found, one after the other, become scores: what is new of each board."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from drivers.fens import is_chess, is_fen
from drivers.pgn.boards import Place, place_of
from drivers.pgn.reading import Game, Text, read_text
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
        self._from: dict[str, str] = {}
        """The file of which each port's last word is."""
        self._down: set[str] = set()
        self._torn: dict[str, int] = {}
        self.left_out: dict[str, str] = {}
        """By file: what of it is not followed."""
        self.doubled: dict[str, str] = {}
        """By port: files that tell different games of one board and round."""

    @property
    def said(self) -> Mapping[str, Score]:
        """What was said last, by port."""
        return self._said

    def take(self, name: str, text: str | Text) -> Told:
        """A file has this content now; nothing follows while it is only half written."""
        read = read_text(text) if isinstance(text, str) else text
        if not read.whole:
            return []
        self._changes += 1
        self._order[name] = self._changes
        found: dict[tuple[str, str], _Found] = {}
        unread = 0
        for number, game in enumerate(read.games, read.before + 1):
            if not _can_be_read(game.tags):
                unread += 1
                continue
            place = place_of(game.tags, name, number, read.before + len(read.games))
            _add(found, place, _Found(place.round, len(read.games) == 1, self._changes, game))
        before = self._files.get(name, {})
        self._files[name] = {**before, **found}  # a game that is missing may be about to be written again
        told = self._torn_in(name, read.torn, found)
        for key in found:
            told += self._tell(key)
        self._note(name, read.before, unread, len({self._port(key) for key in found} - self._said.keys()))
        return told

    def _note(self, name: str, before: int, unread: int, boards: int) -> None:
        parts = (
            f"the first {before} games are left out" if before else "",
            f"{unread} games have a FEN or Variant that cannot be read, and are not followed" if unread else "",
            f"{boards} boards are more than the {MOST_BOARDS} that are followed" if boards else "",
        )
        self.left_out.pop(name, None)
        if any(parts):
            self.left_out[name] = "; ".join(part for part in parts if part)

    def _torn_in(self, name: str, torn: int, found: dict[tuple[str, str], _Found]) -> Told:
        before, self._torn[name] = self._torn.get(name, 0), torn
        if torn <= before or not found:
            return []
        port = self._port(next(iter(found)))
        text = f"{torn} games in the PGN file are not ended by a result, and are not followed"
        return [(port, Complaint(TORN, torn, text))] if port in self._said else []

    def _tell(self, key: tuple[str, str]) -> Told:
        held = [(games[key], name) for name, games in self._files.items() if key in games]
        best, name = max(held, key=lambda each: each[0][:3])
        game, port = best.game, self._port(key)
        self._compare(port, best, held)
        score = Score(game.sans, game.result, game.tags, game.clocks)
        before = self._said.get(port)
        if before is None and len(self._said) >= MOST_BOARDS:
            return []
        self._from[port] = name
        if score == before and port not in self._down:
            return []
        self._said[port] = score
        up = before is None or port in self._down
        self._down.discard(port)
        return [(port, LineUp()), (port, score)] if up else [(port, score)]

    def _compare(self, port: str, best: _Found, held: list[tuple[_Found, str]]) -> None:
        """Note which files tell of another game where neither goes before the other but by its time."""
        rivals = [name for each, name in held if each[:2] == best[:2] and not _is_one(each.game, best.game)]
        self.doubled.pop(port, None)
        if rivals:
            names = ", ".join(sorted({*rivals, *(name for each, name in held if each is best)}))
            self.doubled[port] = f"{names} tell different games of one round; the one written last is followed"

    def _port(self, key: tuple[str, str]) -> str:
        section, board = key
        if self._first_section is None:
            self._first_section = section
        named = board if section == self._first_section else f"{section}/{board}"
        return f"{self._prefix}{named}"

    def lost(self, why: str, name: str | None = None) -> Told:
        """What is followed, or the file of this name, cannot be read any more."""
        gone = [port for port in self._said if port not in self._down and name in (None, self._from[port])]
        self._down.update(gone)
        return [(port, LineDown(why)) for port in gone]

    def back(self, still_lost: Collection[str] = ()) -> Told:
        """It can be read again, but for these files."""
        back = [port for port in self._said if port in self._down and self._from[port] not in still_lost]
        self._down.difference_update(back)
        return [each for port in back for each in ((port, LineUp()), (port, self._said[port]))]

    def again(self, port: str) -> Told:
        """What was said last of a board, once more."""
        score = self._said.get(port)
        return [] if score is None or port in self._down else [(port, score)]


def _can_be_read(tags: Mapping[str, str]) -> bool:
    fen = tags.get("FEN", "").strip()
    return (not fen or is_fen(fen)) and is_chess(tags.get("Variant", ""))


def _is_one(one: Game, other: Game) -> bool:
    """Whether two files may tell of one game, the one later than the other."""
    names = [(one.tags.get(side), other.tags.get(side)) for side in ("White", "Black")]
    plies = min(len(one.sans), len(other.sans))
    return (
        all(mine == theirs or not mine or not theirs for mine, theirs in names)
        and one.sans[:plies] == other.sans[:plies]
    )


def _add(found: dict[tuple[str, str], _Found], place: Place, game: _Found) -> None:
    """Of several games of a board that of the latest round counts; two of one round are on boards of their own."""
    board, again = place.board, 1
    while (there := found.get((place.section, board))) is not None and there.round == game.round:
        again += 1
        board = f"{place.board}-{again}"
    if there is None or there.round < game.round:
        found[place.section, board] = game
