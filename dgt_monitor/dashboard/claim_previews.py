"""What a ruling on a claim, an intervention or an illegal move of a player will change, in one line. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import CLAIM_KINDS
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.language import say
from dgt_monitor.wording import Said, Sentence, joined

_CLAIM: Final = {
    "white": Sentence("Board {board}: White claims a draw by {route}."),
    "black": Sentence("Board {board}: Black claims a draw by {route}."),
}
_BY_MOVE: Final = Sentence("The written move: {move}.")
_NO_MOVE: Final = Sentence("No move is written.")
_INTERVENE: Final = Sentence("Board {board}: you step in.")
_HELD: Final = Sentence("Until it is closed, what is moved on the board is no play; stop the clocks.")
_CLOSE: Final = Sentence("Board {board}, {what}:")
_ENDS: Final[Mapping[str, Sentence]] = {
    "drawn": Sentence("closed, the game is drawn and over: 1/2-1/2."),
    "rejected": Sentence("closed, incorrect; play is followed again when the position of the game stands."),
    "over": Sentence("closed; play is followed again when the position of the game stands."),
    "reinstated": Sentence("closed; the earlier position that is set up now is the game, later moves are withdrawn."),
    "as_it_stands": Sentence("closed; what stands on the board now is the game."),
}
_STANDS: Final = Sentence("Board {board}: the illegal move stands and is a move of the game (A.5.2).")
_PENALISED: Final = {
    "white": Sentence("Board {board}: White is penalised, nothing on the board changes; it counts as an illegal move."),
    "black": Sentence("Board {board}: Black is penalised, nothing on the board changes; it counts as an illegal move."),
}


def _claim(_: HallView, view: BoardView, ruling: Ruling) -> Said:
    claimant = ruling.claimant or ("white" if view.white_to_move else "black")
    said = _CLAIM[claimant](board=clean(view.board), route=ruling.route)
    if ruling.route not in ("9.2.1", "9.3.1"):
        return joined((said, _HELD()))
    return joined((said, _BY_MOVE(move=clean(ruling.move)) if ruling.move else _NO_MOVE(), _HELD()))


def _intervene(_: HallView, view: BoardView, __: Ruling) -> Said:
    return joined((_INTERVENE(board=clean(view.board)), _HELD()))


def _close(_: HallView, view: BoardView, ruling: Ruling) -> Said:
    what = CLAIM_KINDS["claim" if view.claim is None else view.claim.what][1]
    return joined((_CLOSE(board=clean(view.board), what=say(what())), _ENDS[ruling.end]()))


def _stands(_: HallView, view: BoardView, __: Ruling) -> Said:
    return _STANDS(board=clean(view.board))


def _penalise(_: HallView, view: BoardView, ruling: Ruling) -> Said:
    return _PENALISED[ruling.claimant or "white"](board=clean(view.board))


OF_CLAIMS: Final[Mapping[str, Callable[[HallView, BoardView, Ruling], Said]]] = MappingProxyType(
    {"claim": _claim, "intervene": _intervene, "close": _close, "stands": _stands, "penalise": _penalise}
)
"""By the kind of ruling."""
