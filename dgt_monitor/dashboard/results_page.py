"""The results that are open at the end of a round: proposals to be confirmed, then games without any. Pure."""

from typing import Final, NamedTuple

from dgt_monitor.dashboard.actions import key_for
from dgt_monitor.dashboard.lines import EMPTY, Line, Span, line
from dgt_monitor.dashboard.previews import before_of
from dgt_monitor.dashboard.ready_page import spans
from dgt_monitor.dashboard.safe import clean, fit, fit_name, width, wrap
from dgt_monitor.hall.views import BoardView, HallView, ResultView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_HEAD: Final = Sentence("RESULTS  {proposed} to confirm, {none} without any, {done} confirmed")
_BY: Final = Sentence("proposed by {by}: {n} game", "proposed by {by}: {n} games")
_NONE: Final = Sentence("over, no result: {boards}")
_PLAYING: Final = Sentence("still playing: {boards}")
_NO_GAME: Final = Sentence("no game yet: {boards}")
_BEFORE: Final = Sentence("game {game}")
_ENTERS: Final = Sentence("{key} enters {what}")
_ENTERS_ALL: Final = Sentence("{key} enters this {n} result: {what}", "{key} enters these {n} results: {what}")
_NAME_CELLS: Final = range(4, 13)
"""Columns for the names of boards."""


class Proposal(NamedTuple):
    """A result that nobody has confirmed. By all of this it is named: what changes is another one."""

    by: str
    board: str
    """Text from outside."""
    game: int
    """0: the present one; else the one before."""
    result: str


def proposals(hall: HallView) -> list[Proposal]:
    """All of the hall, by who or what proposes them."""
    found = [each for each in map(proposal, hall.boards) if each is not None]
    return sorted(found, key=lambda each: each.by)


def proposal(board: BoardView) -> Proposal | None:
    """What is proposed on a board, for the present game or the one before."""
    before = before_of(board)
    shown = board.before if before else board.outcome
    if shown is None or not shown.by or shown.confirmed or shown.result == "*":
        return None
    return Proposal(shown.by, board.board, before, shown.result)


def _settled(outcome: ResultView | None) -> bool:
    return outcome is not None and outcome.confirmed


class Left(NamedTuple):
    """Boards whose games are not settled by a proposal either."""

    none: list[str]
    playing: list[str]
    no_game: list[str]
    done: int


def left(hall: HallView) -> Left:
    """Games without any result, and how many are settled."""
    out = Left([], [], [], sum(_is_done(board) for board in hall.boards))
    for board in hall.boards:
        if proposal(board) is not None or _is_done(board):
            continue
        if board.phase == "playing" and board.moves:
            out.playing.append(board.board)
        elif board.game and board.phase == "over":
            out.none.append(board.board)
        else:
            out.no_game.append(board.board)
    return out


def _is_done(board: BoardView) -> bool:
    if proposal(board) is not None:
        return False
    return _settled(board.outcome) or (not board.moves and _settled(board.before))


def results_lines(hall: HallView, shown: Proposal | None, cells: int) -> list[Line]:
    """The whole page; `shown`: the user's line."""
    found, rest = proposals(hall), left(hall)
    without = len(rest.none) + len(rest.playing)
    head = words(_HEAD, proposed=len(found), none=without, done=rest.done)
    out: list[Line] = [line(f" {head}", "strong")]
    boards = {board.board: board for board in hall.boards}
    by, room = None, max((width(clean(each.board)) for each in found), default=0)
    name_cells = max(_NAME_CELLS[0], min(room, _NAME_CELLS[-1]))
    for each in found:
        if each.by != by:
            by = each.by
            number = sum(other.by == by for other in found)
            out += [EMPTY, line(f" {words(_BY, n=number, by=clean(by))}", "dim")]
        out.append(_entry(each, boards[each.board], each == shown, name_cells, cells))
    out.append(EMPTY)
    for sentence, names in ((_NONE, rest.none), (_PLAYING, rest.playing), (_NO_GAME, rest.no_game)):
        if names:
            out += [line(f" {text}") for text in wrap(words(sentence, boards=spans(names)), cells - 1, 4)]
    if not (found or without):
        out.append(line(f" {say('No result is open.')}", "good"))
    return out


def entering(hall: HallView, shown: Proposal, alike: list[Proposal]) -> list[str]:
    """What confirming this result enters, and what confirming all by the same does."""
    board = next((each for each in hall.boards if each.board == shown.board), None)
    names = " - ".join(clean(name) for name in (board.players if board else ()) if name)
    one = f"{clean(shown.board)} {shown.result}{f', {names}' if names else ''}"
    out = [words(_ENTERS, key=key_for("confirm_listed"), what=one)]
    if len(alike) > 1:
        results = dict.fromkeys(each.result for each in alike)
        what = "; ".join(
            f"{result}: {spans([each.board for each in alike if each.result == result])}" for result in results
        )
        out.append(words(_ENTERS_ALL, key=key_for("confirm_alike"), n=len(alike), what=what))
    return out


def _entry(each: Proposal, board: BoardView, shown: bool, name_cells: int, cells: int) -> Line:
    lead = f"{'>' if shown else ' '}{fit_name(clean(each.board), name_cells)}  {fit(each.result, 8)}"
    names = " - ".join(clean(name) for name in board.players if name)
    if each.game:
        names = f"{words(_BEFORE, game=each.game)}  {names}"
    return (Span(lead, "strong" if shown else "plain"), Span(fit(names, max(0, cells - width(lead))).rstrip(), "dim"))
