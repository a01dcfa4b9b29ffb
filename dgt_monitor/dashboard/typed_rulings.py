"""Rulings of which a part is typed: what is asked for, and the ruling that is meant by the answer. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.typed_moves import typed_game, typed_moves, typed_ply
from dgt_monitor.hall.refusing import NO_BOARD, NOT_ASIDE, TAKEN
from dgt_monitor.hall.views import AsideView, BoardView, HallView
from dgt_monitor.language import say
from dgt_monitor.wording import Said, Sentence

Asked = Literal["replace", "settle", "carry", "spare", "exchange", "position", "fetch", "further_back"]
Fields = dict[str, Any]
"""Fields of a ruling, its kind among them."""

_NO_NUMBER: Final = Sentence("The first move needs its number: 12.Nf3, or 12...Nc6.")
_NO_PLY: Final = Sentence("The move needs its number: 12. of White, 12... of Black, 0 for the first position.")
_NO_TURN: Final = Sentence("It begins with w or b: w KQkq e3.")
_SAME: Final = Sentence("That is this board.")
_SEVERAL: Final = Sentence("Several boards end with {typed}.")
MOST_NAMED: Final = 3
"""So many of the games set aside are named where one is asked for (chosen for one line)."""


class Typed(NamedTuple):
    """One kind of them."""

    prompt: Sentence
    made: Callable[[HallView, BoardView, str], Fields | Said]
    """The ruling that is meant on a board of a hall; or why it is none."""


def aside_name(game: AsideView) -> str:
    """A game set aside, as it is shown and typed."""
    return f"{clean(game.board)}/{game.game}"


def named(hall: HallView, view: BoardView, text: str) -> BoardView | Said:
    """The other board that is meant: by its name, or the end of it; or why it is none."""
    wanted = text.strip()
    names = {clean(each.board): each for each in hall.boards}
    found = [names[wanted]] if wanted in names else [each for name, each in names.items() if name.endswith(wanted)]
    if not wanted or not found:
        return NO_BOARD(board=wanted)
    if len(found) > 1:
        return _SEVERAL(typed=wanted)
    return _SAME() if found[0].board == view.board else found[0]


def prompt(asked: Asked, hall: HallView, typed: str) -> str:
    """What the footer says while it is typed."""
    said = say(TYPED[asked].prompt())
    if asked == "fetch":
        names = ", ".join(aside_name(game) for game in hall.aside[-MOST_NAMED:])
        said = f"{said} ({names}{', ..' if len(hall.aside) > MOST_NAMED else ''})"
    return f"{said}: {typed}_"


def fetched(view: BoardView, game: AsideView) -> Fields:
    """This game goes on on this board."""
    return {"kind": "fetch", "to_board": "" if game.board == view.board else game.board, "game": game.game}


def _replace(_: HallView, view: BoardView, text: str) -> Fields | Said:
    game, text = typed_game(text)
    found = typed_moves(view._replace(start_fen="") if game else view, text)  # a game before began as games do
    return _NO_NUMBER() if found is None else {"kind": "replace", "ply": found[0], "moves": found[1], "game": game}


def _settle(hall: HallView, view: BoardView, text: str) -> Fields | Said:
    found = _replace(hall, view, text)
    return found if isinstance(found, Said) else {**found, "kind": "settle"}


def _carry(hall: HallView, view: BoardView, text: str) -> Fields | Said:
    found = named(hall, view, text)
    if isinstance(found, Said):
        return found
    return TAKEN(board=clean(found.board)) if found.moves else {"kind": "carry", "to_board": found.board}


def _spare(hall: HallView, view: BoardView, text: str) -> Fields | Said:
    found = named(hall, view, text)
    return found if isinstance(found, Said) else {"kind": "spare", "to_board": found.board}


def _exchange(hall: HallView, view: BoardView, text: str) -> Fields | Said:
    found = named(hall, view, text)
    return found if isinstance(found, Said) else {"kind": "exchange", "to_board": found.board}


def _position(_: HallView, view: BoardView, text: str) -> Fields | Said:
    game, text = typed_game(text)
    ply = typed_ply(view._replace(start_fen="") if game else view, text)  # a game before began as games do
    turn, castling, en_passant = (*(text.split()[ply is not None :]), "", "", "")[:3]
    if turn.lower() not in ("w", "b", "white", "black"):
        return _NO_TURN()
    record = "-" if ply else (*view.start_fen.split(), "-", "-", "-")[2]
    side = "white" if turn[0].lower() == "w" else "black"
    square = en_passant.lower().strip("-")
    said: Fields = {"turn": side, "castling": castling or record, "en_passant": square}
    return {"kind": "position", "ply": ply or 0, "game": game, **said}


def _fetch(hall: HallView, view: BoardView, text: str) -> Fields | Said:
    wanted = text.strip()
    found = [game for game in hall.aside if wanted in (aside_name(game), clean(game.board))]
    return fetched(view, found[-1]) if found else NOT_ASIDE()


def _further_back(_: HallView, view: BoardView, text: str) -> Fields | Said:
    ply = typed_ply(view, text)
    if ply is None:
        return _NO_PLY()
    return {"kind": "illegal", "outcome": "restored_further_back", "ply": ply}


TYPED: Final[Mapping[Asked, Typed]] = MappingProxyType(
    {
        "replace": Typed(Sentence("Moves, as 12.Nf3 Nc6 or 12...Nc6; of a game before, as g1 12.Nf3"), _replace),
        "settle": Typed(Sentence("The order in which moves were made, as 12.Nf3 Nc6 or 12...Nc6"), _settle),
        "carry": Typed(Sentence("To which board the game goes"), _carry),
        "spare": Typed(Sentence("Which board stands in its place from now on"), _spare),
        "exchange": Typed(Sentence("With which board players are exchanged"), _exchange),
        "position": Typed(
            Sentence("To move and rights where the record begins, as w KQkq e3; after a move, as 12... w KQ"), _position
        ),
        "fetch": Typed(Sentence("Which game goes on here"), _fetch),
        "further_back": Typed(
            Sentence("After which move the position stood, as 12. or 12... (0: the first)"), _further_back
        ),
    }
)
"""What may be asked for."""
