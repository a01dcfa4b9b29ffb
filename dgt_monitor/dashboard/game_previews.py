"""What a ruling on a game as a whole, its players or an illegal move will change, in one line. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.events import Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.language import say
from dgt_monitor.tournament.event import Players
from dgt_monitor.wording import Said, Sentence, joined

_CARRY: Final = Sentence("Board {board}: game {game} goes on on board {to}, with its players: set it up there.")
_SPARE: Final = Sentence(
    "Board {board}: {spare} stands in its place from now on, with its label, players, results and alerts; {dead} is "
    "out of use."
)
_ITS_GAME: Final = Sentence("Game {game} ({n} half-move) goes on there.", "Game {game} ({n} half-moves) goes on there.")
_STANDS: Final = Sentence("Its position stands there.")
_DIFFERS: Final = Sentence(
    "{n} square differs there: what was played since its position stood there counts, else set it up.",
    "{n} squares differ there: what was played since its position stood there counts, else set it up.",
)
_ASIDE: Final = Sentence("Board {board}: game {game} is set aside with its players until it is fetched.")
_FETCH: Final = Sentence("Board {board}: game {game} of board {of} goes on here, with its players: set it up.")
_PLIES: Final = Sentence("It has {n} half-move.", "It has {n} half-moves.")
_COLOURS: Final = Sentence("Board {board}: colours exchanged. White: {white}; Black: {black}.")
_PLAYERS: Final = Sentence("Players exchanged. Board {board}: {there}; board {other}: {here}.")
_NOBODY: Final = Sentence("nobody named")
_DRILL: Final = Sentence(
    "Board {board}: a drill. Move a piece there, and the alarm rings, marked DRILL. Acknowledging it ends the drill; "
    "nothing of it counts."
)
_ILLEGAL: Final = Sentence("Board {board}: {what} {ended}")
_LAST: Final = Sentence("the last illegal move")
_ENDED: Final[Mapping[str, Sentence]] = {
    "restored": Sentence("is over: the position before it stands again."),
    "restored_further_back": Sentence(
        "is over: the position after half-move {ply} stands again, later ones are withdrawn."
    ),
    "explained": Sentence("was none: a legal move explains it. It does not count."),
    "queened": Sentence("is over: the pawn became a queen."),
    "stands": Sentence("stands, and is a move of the game."),
    "penalised": Sentence("is over: penalised, nothing is set up again."),
}


def _drill(_: HallView, view: BoardView, __: Ruling) -> Said:
    return _DRILL(board=clean(view.board))


def _carry(_: HallView, view: BoardView, ruling: Ruling) -> Said:
    carried = _CARRY(board=clean(view.board), game=view.game, to=clean(ruling.to_board))
    return joined((carried, _PLIES(n=len(view.moves))))


def _spare(hall: HallView, view: BoardView, ruling: Ruling) -> Said:
    spare = next((each for each in hall.boards if each.board == ruling.to_board), view)
    dead = clean(view.serial or view.port)
    said: list[str] = [_SPARE(board=clean(view.board), spare=clean(ruling.to_board), dead=dead)]
    if view.understood:
        said.append(_ITS_GAME(game=view.game, n=len(view.moves)))
        far = min(_far(view.understood, placed) for placed in (spare.physical, spare.physical[::-1]))
        said.append(_DIFFERS(n=far) if far else _STANDS())
    return joined(said)


def _far(wanted: str, placed: str) -> int:
    """On how many squares something else stands."""
    return sum(one != other for one, other in zip(wanted, placed, strict=True)) if placed else len(wanted)


def _aside(_: HallView, view: BoardView, __: Ruling) -> Said:
    return joined((_ASIDE(board=clean(view.board), game=view.game), _PLIES(n=len(view.moves))))


def _fetch(hall: HallView, view: BoardView, ruling: Ruling) -> Said:
    name = ruling.to_board or ruling.board
    plies = next((each.plies for each in hall.aside if (each.board, each.game) == (name, ruling.game)), None)
    said = _FETCH(board=clean(view.board), game=ruling.game, of=clean(name))
    return said if plies is None else joined((said, _PLIES(n=plies)))


def _exchange(hall: HallView, view: BoardView, ruling: Ruling) -> Said:
    if not ruling.to_board:
        white, black = (_person(each) for each in reversed(view.players))
        return _COLOURS(board=clean(view.board), white=white, black=black)
    other = next((each for each in hall.boards if each.board == ruling.to_board), view)
    return _PLAYERS(
        board=clean(view.board), there=_both(other.players), other=clean(other.board), here=_both(view.players)
    )


def _illegal(_: HallView, view: BoardView, ruling: Ruling) -> Said:
    ended = _ENDED.get(ruling.outcome or "restored", _ENDED["restored"])
    return _ILLEGAL(board=clean(view.board), what=_move(view), ended=ended(ply=ruling.ply))


def _move(view: BoardView) -> str:
    """The illegal move that was told last, if that has not ended."""
    told = [each for each in view.alerts if each.rule is Rule.ILLEGAL_MOVE and each.cleared_t_s is None]
    if not told:
        return _LAST()
    return f'"{clean(say(max(told, key=lambda each: each.raised_t_s).text)).rstrip(".")}"'


def _person(name: str | None) -> str:
    return clean(name) if name else _NOBODY()


def _both(players: Players) -> str:
    return f"{clean(players.white or '?')} - {clean(players.black or '?')}" if any(players) else _NOBODY()


OF_GAMES: Final[Mapping[str, Callable[[HallView, BoardView, Ruling], Said]]] = MappingProxyType(
    {
        "carry": _carry,
        "spare": _spare,
        "set_aside": _aside,
        "fetch": _fetch,
        "exchange": _exchange,
        "illegal": _illegal,
        "drill": _drill,
    }
)
"""By the kind of ruling."""
