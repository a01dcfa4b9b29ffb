"""The sentences about boards, lines and histories. (Those about draws stand in `laws.texts`.)

In this order: board, what happened, how certain, what to do, what not to do, article.
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.events import Colour, Level, Rule
from dgt_monitor.game.changes import Fault, Strange
from dgt_monitor.hall.link import FAILED_AT, NOT_RUNNING
from dgt_monitor.laws.labels import START_LABEL
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Said, Sentence, joined, stopped, word

_NOT_WATCHED: Final = Sentence("NOT WATCHED{since}: {why}")
_SINCE: Final = Sentence(" since {time}")
_DEVICE: dict[Rule, tuple[Level, Sentence]] = {
    Rule.BOARD_LOST: (
        Level.CHECK,
        Sentence(
            "no signal. Check cable and power; do not disturb the game. Repetitions on this board are yours to watch "
            "until the signal is back."
        ),
    ),
    Rule.BOARD_SILENT: (Level.CHECK, Sentence("no answer. Check the board's power and plug; its line is open.")),
    Rule.LINE_NOISY: (
        Level.CHECK,
        Sentence(
            "Noisy line: bytes arrive damaged and are dropped. Check cable and plugs; moves may be missed until it is "
            "better."
        ),
    ),
    Rule.SETUP: (Level.CHECK, Sentence("this is a draughts board, or it is set to draughts. It shows no chess.")),
    Rule.CLOCK_MISSING: (
        Level.INFO,
        Sentence("No clock is connected to the board. Moves and counts go on without it."),
    ),
    Rule.CLOCK_BATTERY: (Level.INFO, Sentence("The clock's battery is low. Have another clock ready.")),
}
_NOT_RUN: Final = Sentence(
    "the monitor was not running. Repetitions in that time were not watched: compare the scoresheet. If the board "
    "stays away, check cable and power."
)
_FAILED: Final = Sentence(
    "an error of the monitor itself, not of the board. Repetitions on this board are yours to watch; it is tried again "
    "when its line is opened again. Please report it."
)
_UNWATCHED: Final = frozenset({Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.SETUP})


def device_text(rule: Rule, who: str, since: str = "", reason: str | None = None) -> tuple[Level, Said]:
    """How grave trouble with a device is, and how it is told; `since` is the time from which nothing was heard."""
    level, sentence = _DEVICE[rule]
    what = (_of_a_loss(reason) or sentence if rule is Rule.BOARD_LOST else sentence)()
    if rule in _UNWATCHED:
        what = _NOT_WATCHED(since=_SINCE(time=since) if since else "", why=what)
    return level, joined((BOARD(who=who), what))


def _of_a_loss(reason: str | None) -> Sentence | None:
    """What a board's loss is told by, where nothing is wrong with its cable."""
    if reason is not None and reason.startswith(FAILED_AT):
        return _FAILED
    return _NOT_RUN if reason == NOT_RUNNING else None


_LINE: Final = Sentence("Line {line}: boards {boards} NOT WATCHED{since}: {why}")
_LINE_LOST: Final = Sentence(
    "no signal. Check the cable and the power of the line; do not disturb the games. Repetitions on these boards are "
    "yours to watch until the signal is back."
)
_LINE_SILENT: Final = Sentence(
    "no answer from any board. Check the cable from the line's adapter to the first board, and the boards' power."
)
_LINE_NOT_RUN: Final = Sentence(
    "the monitor was not running. Repetitions in that time were not watched: compare the scoresheets. If the boards "
    "stay away, check cable and power."
)
_RANGE: Final = Sentence("{first} to {last}")


def line_text(
    rule: Rule, line: str, boards: Sequence[str], since: str = "", reason: str | None = None
) -> tuple[Level, Said]:
    """How it is told that all of a line is away."""
    what = _LINE_SILENT if rule is Rule.BOARD_SILENT else _LINE_NOT_RUN if reason == NOT_RUNNING else _LINE_LOST
    when = _SINCE(time=since) if since else ""
    return _DEVICE[rule][0], _LINE(line=line, boards=boards_text(boards), since=when, why=what())


_LINE_NOISY: Final = Sentence(
    "Line {line} (boards {boards}) is noisy: bytes arrive damaged and are dropped. Check its cables and plugs; moves "
    "may be missed on all of these boards until it is better."
)


def noise_text(line: str, boards: Sequence[str]) -> tuple[Level, Said]:
    """How it is told that a line with many boards is noisy."""
    return _DEVICE[Rule.LINE_NOISY][0], _LINE_NOISY(line=line, boards=boards_text(boards))


def boards_text(names: Sequence[str]) -> str:
    """Names that stand in order, three or more plain numbers in a row as `1 to 24`."""
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    parts = [[_RANGE(first=run[0], last=run[-1])] if len(run) > 2 else run for run in runs]
    return joined([part for run in parts for part in run], ", ")


def _follows(name: str, after: str) -> bool:
    return name.isdecimal() and str(int(name)) == name and after == str(int(name) + 1)


_AFTER: Final = Sentence("after {last}")
_AFTER_WHITE: Final = Sentence("after White's move {number}")
_AFTER_BLACK: Final = Sentence("after Black's move {number}")
_AT_THE_START: Final = Sentence("at the start")
_FROM_THE_START: Final = Sentence("from the start on")


def after_text(label: str, start: Sentence = _AT_THE_START) -> Said:
    """`after 28.Na2`; where no move of this number is known, or none was played, that in words."""
    if label == START_LABEL:
        return start()
    if not label.endswith("?"):
        return _AFTER(last=label)
    number = label.rstrip("?").rstrip(".")
    return (_AFTER_BLACK if ".." in label else _AFTER_WHITE)(number=number)


_FAULTS: dict[Fault, Sentence] = {
    "way": Sentence("the piece does not move so"),
    "check": Sentence("the king is left in check"),
    "castling": Sentence("castling is not allowed here"),
    "nothing_taken": Sentence("the pawn takes nothing there"),
    "own_piece": Sentence("a piece of its own side is taken"),
    "unpromoted": Sentence("the pawn is left on the last rank"),
    "colour": Sentence("the new piece is of the other side"),
    "turn": Sentence("it was the other side's turn"),
}
_ILLEGAL: Final = Sentence("{move} {after} is not a legal move{why}")
_UNPROMOTED: Final = Sentence(
    "LOOK: {what}, and the clock was pressed, so it is complete. Go and look; the pawn becomes a queen."
)
_COMPLETE: Final = Sentence(
    "ACT NOW: {what}, and the clock was pressed, so it is complete. Stop the clocks and restore the position before it."
)
_PERHAPS_COMPLETE: Final = Sentence(
    "LOOK: {what}, and the clock was pressed. Not certain: moves before it are in doubt. Go and look; do not stop the "
    "game on this alone."
)
_REPLIED: Final = Sentence("LOOK: {what}, and the opponent has replied.")
_PENDING: Final = Sentence("LOOK: {what}. Go and look; it is complete only when the clock has been pressed.")
_STANDS: Final = Sentence(
    "The moves contain {move}, which is not legal and was answered; they go on from there. Do not stop a game on a "
    "count alone that goes beyond it."
)
_WRONG_SETUP: Final = Sentence("LOOK: the pieces are not set up right, see {squares}. Mend it before move 1.")
_CORRECTED: Final = Sentence(
    "LOOK: the board does not show the corrected position {after}, see {squares}. Have it set up, or correct the moves "
    "otherwise."
)
_UNEXPLAINED: Final = Sentence(
    "LOOK: the position {after} does not stand on the board, see {squares}. A piece may have been displaced. Go and "
    "look."
)
_UNCERTAIN: Final = Sentence(
    "The moves {after} are not certain: {why}. Counts of positions are given as from-to. Do not stop a game on such a "
    "count alone; compare the scoresheets."
)
_JOINED: Final = Sentence(
    "Watched only from here on: the board was joined in the middle of the game. Every count is 'at least'; what came "
    "before stands in the scoresheets."
)
_EARLY_DRAW: Final = Sentence(
    "LOOK: a draw after {made} moves; in this event none is agreed before move {earliest}. Ask how it came to be: an "
    "agreement needs the arbiter's consent, a claim does not."
)
_SHOWN: Final = Sentence("The players show {result} on the board. Take the result from the signed scoresheets.")


def _illegal_text(who: str, after: str, strange: Strange, profile: Profile, *, sure: bool) -> Said:
    why = "" if strange.fault is None else joined((" (", _FAULTS[strange.fault](), ")"), "")
    what = _ILLEGAL(move=strange.move, after=after_text(after), why=why)
    if strange.state == "complete" and strange.fault == "unpromoted":
        return _whole(who, _UNPROMOTED(what=what), profile.cited(profile.articles.unpromoted))
    cited = profile.cited(profile.articles.illegal_move)
    if strange.state == "complete":
        return _whole(who, (_COMPLETE if sure else _PERHAPS_COMPLETE)(what=what), cited)
    if strange.state == "answered":
        return _whole(who, joined((_REPLIED(what=what), word(profile.wording.answered))), cited)
    return _whole(who, _PENDING(what=what), cited)


def _whole(who: str, what: str, cited: str) -> Said:
    return joined((BOARD(who=who), what, stopped(cited)))


def illegal_stands_text(who: str, label: str, profile: Profile = FIDE_OVER_THE_BOARD) -> Said:
    """That the moves of a game contain one that is not legal, and go on from it."""
    what = joined((_STANDS(move=label), word(profile.wording.answered)))
    return _whole(who, what, profile.cited(profile.articles.illegal_move))


def strange_text(
    who: str,
    squares: Sequence[str],
    after: str,
    strange: Strange,
    profile: Profile = FIDE_OVER_THE_BOARD,
    *,
    sure: bool = True,
) -> Said:
    """What stands on a board that no legal move explains; `sure`: the position before an illegal one was there."""
    rule = Rule(strange.kind)
    shown = ", ".join(squares)
    if rule is Rule.ILLEGAL_MOVE:
        return _illegal_text(who, after, strange, profile, sure=sure)
    if rule is Rule.SETUP:
        return _whole(who, _WRONG_SETUP(squares=shown), profile.cited(profile.articles.setup))
    sentence = _CORRECTED if strange.corrected else _UNEXPLAINED
    return _whole(who, sentence(after=after_text(after), squares=shown), profile.cited(profile.articles.displaced))


def tells_of_a_correction(text: object) -> bool:
    """Whether it says that a corrected position does not stand."""
    if not isinstance(text, Said):
        return False
    return text.sentence is _CORRECTED or any(map(tells_of_a_correction, text.fields.values()))


def uncertain_text(who: str, after: str, why: str) -> Said:
    """That the history of a game is not sure any more."""
    return joined((BOARD(who=who), _UNCERTAIN(after=after_text(after, _FROM_THE_START), why=word(why))))


def joined_text(who: str) -> Said:
    """That a game is watched only from its middle on."""
    return joined((BOARD(who=who), _JOINED()))


_STILL: Final = Sentence("Wait: if it is still so when the next move is completed, the game is drawn, {cited}.")
_STILL_WHERE: Final = Sentence(
    "Where A.5 applies: if it is still so when the next move is completed, the game is drawn, {cited}."
)
_BOTH_IN_CHECK: Final = Sentence("Both kings are in check.")
_PENALISED: Final = Sentence(
    "For the record: {side} was penalised without change on the board, for the clock pressed without a move or two "
    "hands."
)
_ANNOUNCED: Final = Sentence(
    "LOOK: {played} was played, and {announced} was announced for the claim that failed. It must be played. Go and "
    "look."
)
_TOUCHED: Final = Sentence(
    "Off the board before the claim: {squares}. Ask whether it was touched to be moved: then there is no claim on this "
    "move, {article}."
)
SIDES: Final = {"white": Sentence("White"), "black": Sentence("Black")}
"""The players by their colour, at the beginning of a sentence or within."""


def left_on_last_rank(profile: Profile) -> str:
    """Of a pawn that was left on the last rank, after what holds elsewhere; empty where the rules have no such draw."""
    article = profile.articles.still_illegal
    if article is None:
        return ""
    return (_STILL if profile.illegal_move_stands else _STILL_WHERE)(cited=profile.cited(article))


def both_in_check(profile: Profile) -> Said:
    """Of an illegal move that leaves both kings in check."""
    return joined((_BOTH_IN_CHECK(), left_on_last_rank(profile)))


def penalised_text(who: str, side: Colour, counted: str, profile: Profile = FIDE_OVER_THE_BOARD) -> Said:
    """That the arbiter has penalised a player for what changes nothing on the board; `counted` is what that means."""
    cited = profile.cited(profile.articles.illegal_press)
    return joined((_whole(who, _PENALISED(side=SIDES[side]()), cited), counted))


def announced_text(who: str, played: str, announced: str, profile: Profile = FIDE_OVER_THE_BOARD) -> Said:
    """That another move was played than the one announced for a claim that failed."""
    return _whole(who, _ANNOUNCED(played=played, announced=announced), profile.cited(profile.articles.wrong_claim))


def touched_text(squares: Sequence[str], article: str) -> Said:
    """That pieces of the claimant are off their squares when the claim is made: a hint, no finding."""
    return _TOUCHED(squares=", ".join(squares), article=article)


def result_text(who: str, result: str, profile: Profile = FIDE_OVER_THE_BOARD) -> Said:
    """That the players show a result with the kings or a result piece."""
    return _whole(who, _SHOWN(result=result), profile.cited(profile.articles.result))


def early_draw_text(who: str, made: int, earliest: int, profile: Profile = FIDE_OVER_THE_BOARD) -> Said:
    """That a draw stands as the result before the move from which the event lets players agree to one."""
    return _whole(who, _EARLY_DRAW(made=made, earliest=earliest), profile.cited(profile.articles.agreed))
