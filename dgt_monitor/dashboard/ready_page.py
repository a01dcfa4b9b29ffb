"""The ready list before a round: what is missing on which board, and how an alarm reaches the arbiter. Pure."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import chess

from dgt_monitor.dashboard.lines import EMPTY, Line, Span, line
from dgt_monitor.dashboard.safe import clean, fit, fit_name, width, wrap
from dgt_monitor.dashboard.words import held, hms
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import BoardView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.tournament.notices import Notices
from dgt_monitor.wording import Said, Sentence

_HEAD: Final = Sentence("READY LIST  {ready} of {n} board ready", "READY LIST  {ready} of {n} boards ready")
_NO_LINK: Final = Sentence("no link")
_SILENT: Final = Sentence("does not answer")
_NOISY: Final = Sentence("damaged data on its line")
_RECALLING: Final = Sentence("reads its own log: wait")
_NOT_THERE: Final = Sentence("not there: no board with this label is heard")
_NO_LABEL: Final = Sentence("no label in the tournament file")
_EMPTY_BOARD: Final = Sentence("no pieces")
_ARRAY: Final = Sentence("{n} square wrong: {squares}", "{n} squares wrong: {squares}")
_PLAYED: Final = Sentence("being played: {boards}")
_OVER: Final = Sentence("over: {boards}")
_NO_CLOCK: Final = Sentence("no clock connected")
_BATTERY: Final = Sentence("the clock's battery is low")
_RUNS: Final = Sentence("the clock runs")
_SHOWS: Final = Sentence("clock shows {white} and {black}")
_HELD: Final = Sentence("a claim, an intervention or a drill is open")
_BAD: Final = Sentence("{n} square senses badly: {squares}", "{n} squares sense badly: {squares}")
_STARTS: Final = Sentence("Clocks start with {times}.")
_STARTS_NOT_KNOWN: Final = Sentence(
    "The tournament file names no time control, so starting times are not checked: only that both are the same."
)
_ALL: Final = Sentence("Everything is ready.")
_READY: Final = Sentence("ready: {boards}")
_SCREEN_ONLY: Final = Sentence(
    "SCREEN ONLY: an alarm is seen here and heard nowhere. [notices] in the tournament file or --bell switches it on."
)
_REACHES: Final = Sentence("An alarm to act on (!) reaches you by: {ways}. Try it: a drill (Enter, r, l).")
_WAYS: Final = {
    "bell": Sentence("this screen's bell"),
    "desktop": Sentence("a notice on the recorder's desktop"),
    "push": Sentence("a push to phones"),
}
SQUARES_NAMED: Final = 6
"""So many wrong squares are named; more are a number (chosen: a line has room for them)."""
_ARRAY_PLACED: Final = "".join(piece.symbol() if piece else "." for piece in map(chess.Board().piece_at, chess.SQUARES))
_NAME_CELLS: Final = 12


class Missing(NamedTuple):
    """A board that is not ready."""

    board: str
    """Text from outside."""
    what: tuple[Said, ...]


def missing_in(hall: HallView) -> list[Missing]:
    """Every board that is not ready, in the order of the wall; last those that are not there at all."""
    there = {board.board for board in hall.boards}
    out = [Missing(board.board, tuple(_missing(board, hall))) for board in hall.boards if not _begun(board)]
    absent = [Missing(label, (_NOT_THERE(),)) for label in hall.labels if label not in there]
    return [each for each in (*out, *absent) if each.what]


def _begun(board: BoardView) -> bool:
    """Whether its game is on, or was played already: nothing of it is to be made ready for the round."""
    return (
        bool(board.moves)
        and board.phase in ("playing", "over")
        and board.link not in ("lost", "unused")
        and held(board) is None
    )


def _missing(board: BoardView, hall: HallView) -> Iterator[Said]:
    if board.link == "unused":
        return
    if board.link in _LINKS:
        yield _LINKS[board.link]()
    if hall.labels and board.board not in hall.labels:
        yield _NO_LABEL()
    if held(board) is not None:
        yield _HELD()
    if board.link != "lost":
        yield from _pieces(board)
        yield from _clock(board, hall.starts_s)
    bad = [clean(each.square) for each in board.bad_squares if each.level is not Level.INFO]
    if bad:
        yield _BAD(n=len(bad), squares=_named(bad))


_LINKS: Final = {"lost": _NO_LINK, "silent": _SILENT, "noisy": _NOISY, "recalling": _RECALLING}


def _pieces(board: BoardView) -> Iterator[Said]:
    if board.phase == "playing" and board.moves:
        return
    if not board.physical.strip("."):
        yield _EMPTY_BOARD()
        return
    begun = board.phase == "playing" and len(board.understood) == 64
    wanted = board.understood if begun else _ARRAY_PLACED
    wrong = [chess.square_name(square) for square in range(64) if board.physical[square] != wanted[square]]
    if wrong:
        yield _ARRAY(n=len(wrong), squares=_named(wrong))


def _clock(board: BoardView, starts_s: tuple[int, ...]) -> Iterator[Said]:
    rules = {alert.rule for alert in board.alerts if alert.cleared_t_s is None}
    if Rule.CLOCK_MISSING in rules or board.white_s is None or board.black_s is None:
        yield _NO_CLOCK()
        return
    if Rule.CLOCK_BATTERY in rules:
        yield _BATTERY()
    if board.phase == "playing" and board.moves:
        return
    if board.running is not None:
        yield _RUNS()
    wrong = board.white_s != board.black_s if not starts_s else not {board.white_s, board.black_s} <= {*starts_s}
    if wrong:
        yield _SHOWS(white=hms(board.white_s), black=hms(board.black_s))


def _named(squares: list[str]) -> str:
    return ", ".join(squares[:SQUARES_NAMED]) + (", .." if len(squares) > SQUARES_NAMED else "")


def ready_lines(hall: HallView, notices: Notices, shown: str, cells: int) -> list[Line]:
    """The whole page; `shown`: the board of the user's line."""
    missing = missing_in(hall)
    not_ready = {each.board for each in missing}
    begun = [board for board in hall.boards if _begun(board)]
    left = not_ready | {board.board for board in begun}
    ready = [board.board for board in hall.boards if board.board not in left and board.link != "unused"]
    number = len(ready) + len(missing)
    good = bool(ready or begun) and not missing
    out: list[Line] = [line(f" {words(_HEAD, n=number, ready=len(ready))}", "good" if good else "strong")]
    for text, loud in (*_alarm(notices), (_starts(hall.starts_s), False)):
        out += [line(f" {each}", "look" if loud else "dim") for each in wrap(text, cells - 1, 3)]
    out.append(EMPTY)
    for each in missing:
        out += _entry(each, each.board == shown, cells)
    if good:
        out.append(line(f" {words(_ALL)}", "good"))
    if (ready or begun) and missing:
        out.append(EMPTY)
    if ready:
        out += [line(f" {each}", "good") for each in wrap(words(_READY, boards=spans(ready)), cells - 1, 8)]
    for sentence, phase in ((_PLAYED, "playing"), (_OVER, "over")):
        names = [board.board for board in begun if board.phase == phase]
        if names:
            out += [line(f" {each}", "dim") for each in wrap(words(sentence, boards=spans(names)), cells - 1, 8)]
    return out


def _entry(missing: Missing, shown: bool, cells: int) -> list[Line]:
    name = clean(missing.board)
    lead = f"{'>' if shown else ' '}{fit_name(name, _NAME_CELLS) if width(name) > 4 else fit(name, 4, right=True)}  "
    room = max(8, cells - width(lead))
    first, *rest = wrap("; ".join(say(each) for each in missing.what), room, 3) or [""]
    lines: list[Line] = [(Span(lead, "strong"), Span(first, "look"))]
    return [*lines, *(line(" " * width(lead) + each, "look") for each in rest)]


def _alarm(notices: Notices) -> list[tuple[str, bool]]:
    ways = [words(_WAYS[way]) for way in _WAYS if way in notices.act]
    return [(words(_REACHES, ways=", ".join(ways)), False) if ways else (words(_SCREEN_ONLY), True)]


def _starts(starts_s: tuple[int, ...]) -> str:
    return words(_STARTS, times=" / ".join(map(hms, starts_s))) if starts_s else words(_STARTS_NOT_KNOWN)


def spans(names: list[str]) -> str:
    """Boards in few words: `1-12, 14, A`."""
    out: list[list[str]] = []
    for name in map(clean, names):
        follows = out and name.isdecimal() and out[-1][-1].isdecimal() and int(name) == int(out[-1][-1]) + 1
        if follows:
            out[-1] = [out[-1][0], name]
        else:
            out.append([name])
    return ", ".join("-".join(each) for each in out)
