"""Corrected moves of a game that is over: where they end it by themselves and its result says otherwise, it is told."""

from typing import Final, NamedTuple

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Said, Sentence, joined

_CONTRADICTED: Final = Sentence(
    "LOOK: by the corrected moves game {game} ended {how} at {last} ({cited}), the result says {result}. Rule the "
    "result, or correct the moves otherwise."
)
_DRAWN: Final = Sentence("as a draw")
_MATED: Final = Sentence("{result} by checkmate")
_WHITE_WON: Final = "1-0"
_BLACK_WON: Final = "0-1"
_DRAW: Final = "1/2-1/2"


class EndByItself(NamedTuple):
    """How the moves of a game end it."""

    ply: int
    label: str
    rule: Rule
    article: str | None
    plies: tuple[int, ...]
    result: str
    who: str
    """The board and who played there then."""
    profile: Profile


def end_of(board: HallBoard) -> EndByItself | None:
    """How the moves of the game that is on a board end it for sure; None where they do not."""
    play = board.play
    end = play.ledger.end
    if end is None or not all(ply.sure for ply in play.plies[: end[0]]):
        return None
    ply, finding = end
    mated = finding.rule is Rule.CHECKMATE
    won = _BLACK_WON if play.ledger.at(ply).standing.key.turn else _WHITE_WON
    result, who = won if mated else _DRAW, play.who(board.name)
    return EndByItself(
        ply, play.label(ply), finding.rule, finding.article, finding.plies, result, who, play.ledger.profile
    )


class Contradiction:
    """The alert of one game that is over; told and ended as its moves and its result are ruled on."""

    def __init__(self) -> None:
        self.end: EndByItself | None = None
        """How the corrected moves end it; None: they do not, or none were corrected."""
        self._told: tuple[str, EndByItself, str] | None = None
        """The alert that stands, and what it says."""

    def judge(self, t_s: float, board: HallBoard, game: int, result: str, out: list[Event]) -> None:
        """Tell what is so now, where that is not what was told; `result`: as it stands, `*` for none."""
        end, book = self.end, board.alerts
        so = None if end is None or result in ("*", end.result) else (end, result)
        if so == (self._told and self._told[1:]):
            return
        if self._told is not None:
            out.append(book.end_apart(t_s, self._told[0]))
            self._told = None
        if so is not None:
            self._told = _tell(t_s, book, board, game, *so, out).id, *so
        board.changed = True


def _tell(
    t_s: float, book: AlertBook, board: HallBoard, game: int, end: EndByItself, result: str, out: list[Event]
) -> events.Alert:
    alert = events.Alert(
        t_s, board.name, book.next_id(board.name), game, end.ply, end.rule, end.article, Level.CHECK, True, end.plies,
        _text(game, end, result),
    )  # fmt: skip
    alert = book.add(alert, apart=True)
    out.append(alert)
    return alert


def _text(game: int, end: EndByItself, result: str) -> Said:
    how = _DRAWN() if end.result == _DRAW else _MATED(result=end.result)
    cited = end.profile.cited(end.article)
    return joined((BOARD(who=end.who), _CONTRADICTED(game=game, how=how, last=end.label, cited=cited, result=result)))
