"""Rulings that cannot be carried out: they change nothing, and say why."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.wording import Said, Sentence

NO_GAME: Final = Sentence("There is no game on this board.")
GONE_ON: Final = Sentence("The game has gone on from there to another board: undo that first.")
HELD: Final = Sentence("A claim or an intervention is open on board {board}: close it first.")
_NOT_SET_UP: Final = Sentence("The position of its game does not stand on board {board} yet: have it set up first.")
TAKEN: Final = Sentence("A game with moves is on board {board}: set it aside first.")
BEGUN: Final = Sentence("Another game has begun on board {board} since.")
NOT_ASIDE: Final = Sentence("No such game is set aside.")
NO_BOARD: Final = Sentence("There is no board {board}.")
NO_ILLEGAL_MOVE: Final = Sentence("There is no such illegal move in this game.")
ITSELF: Final = Sentence("Board {board} cannot exchange its players with itself.")
NO_LABEL: Final = Sentence("Board {board} has no label that another board could take over: carry its game.")
SPARE_ITSELF: Final = Sentence("Board {board} cannot stand in its own place.")
NOTHING_SAID: Final = Sentence("Neither the turn nor rights are said; no rights at all are said by -.")
OTHER_TURN: Final = Sentence(
    "The players move alternately (1.2), and by the moves it is the other side's turn after half-move {ply}: a move is "
    "missing there, is one too many, or was made out of turn. Replace the moves, or say how the illegal move ended; "
    "rights can be said then."
)
FIRST_OF_ONE_OVER: Final = Sentence(
    "Game {game} is over, and whose move it was at its beginning follows from its moves (1.2): replace those. Rights "
    "are said after a half-move of it."
)
NO_MOVES: Final = Sentence("No moves are named.")
_NOT_KEPT: Final = Sentence(
    "What the board said in game {game} is not at hand: only its last {kept} games are that were played here from the "
    "first move."
)
_NO_PLY: Final = Sentence("The game has no half-move {ply} to begin with.")
_NO_PLY_STOOD: Final = Sentence("The game has no position after half-move {ply}.")
_NOT_LEGAL: Final = Sentence("{san} is no legal move there.")
_RESTS: Final = Sentence("Ruling {number} ({kind}) rests on it and cannot be carried out without: undo that one first.")
_ANOTHER_GAME: Final = Sentence("With it another game would begin in what the board has said since.")
_OTHER_POSITION: Final = Sentence("These moves do not lead to the position that stood: replace the moves instead.")
_NOT_KNOWN: Final = Sentence("There is no ruling {number} in the present game of any board, or it is undone.")
_NO_SUCH_POSITION: Final = Sentence("No game can begin with that: {why}.")
MOST_KEPT: Final = 16
"""So many games before the present one are kept of each board (chosen: more than a board has in a day)."""


FAILED: Final = Sentence("The monitor itself failed at this ruling, which is not carried out: {error}.")
_FAILED_BEGINS: Final = FAILED.one.partition("{")[0]


def failed(error: Exception) -> Said:
    """A ruling at which the program has an error."""
    return FAILED(error=f"{type(error).__name__} {error}".strip().rstrip("."))


def is_failed(why: str) -> bool:
    """Whether a ruling was refused for an error of the program."""
    return str(why).startswith(_FAILED_BEGINS)


class RefusedError(Exception):
    """Why a ruling is not carried out."""

    def __init__(self, why: Said) -> None:
        super().__init__(why)
        self.why = why


@contextmanager
def faults_refuse() -> Iterator[None]:
    """What the program fails at while nothing is changed yet is refused, as what cannot be carried out is."""
    try:
        yield
    except RefusedError:
        raise
    except Exception as error:
        raise RefusedError(failed(error)) from error


def held(board: str, *, is_open: bool) -> Said:
    """What is moved on a board is no play: a claim is open there, or what follows from one is to be set up."""
    return (HELD if is_open else _NOT_SET_UP)(board=board)


def not_carried_out(ruling: Ruling, san: str) -> Said:
    """Moves that cannot be put in the place they are meant for."""
    return _NOT_LEGAL(san=san) if san else _NO_PLY(ply=ruling.ply)


def not_kept(game: int) -> Said:
    """A game that is over and does not follow any more from what is kept."""
    return _NOT_KEPT(game=game, kept=MOST_KEPT)


def no_ply(ply: int) -> Said:
    """A position that never stood."""
    return _NO_PLY_STOOD(ply=ply)


def another_game() -> Said:
    """A next game would begin in the readings."""
    return _ANOTHER_GAME()


def another_position() -> Said:
    """An order that ends elsewhere."""
    return _OTHER_POSITION()


def rests_on_it(ruling: Ruling) -> Said:
    """A later ruling needs the one that is to be undone."""
    return _RESTS(number=ruling.number, kind=ruling.kind)


def no_ruling(number: int) -> Said:
    """Nothing to undo."""
    return _NOT_KNOWN(number=number)


def no_position(why: str) -> Said:
    """Turn and rights that cannot be."""
    return _NO_SUCH_POSITION(why=why)
