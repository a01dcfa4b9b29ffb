"""How the screen says times, counts and rules: one place for the words that several parts use."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from dgt_monitor.dashboard.alarm import Life
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.events import Held, Rule
from dgt_monitor.hall.views import AlertView, BoardView
from dgt_monitor.language import say, words
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Said, Sentence


class RuleWords(NamedTuple):
    """A rule in two letters for the wall, and in words."""

    code: str
    title: str
    meaning: str


RULES = {
    Rule.FIVEFOLD: RuleWords("5x", "FIVEFOLD", "fifth occurrence of a position: drawn"),
    Rule.SEVENTYFIVE: RuleWords("75", "75 MOVES", "75 moves without capture or pawn move: drawn"),
    Rule.CHECKMATE: RuleWords("##", "CHECKMATE", "checkmate"),
    Rule.STALEMATE: RuleWords("##", "STALEMATE", "stalemate"),
    Rule.DEAD_POSITION: RuleWords("##", "DEAD POSITION", "nobody can win"),
    Rule.ILLEGAL_MOVE: RuleWords("IL", "ILLEGAL MOVE", "illegal move"),
    Rule.POSITION_UNEXPLAINED: RuleWords("??", "UNEXPLAINED", "position not explained by any move"),
    Rule.HISTORY_UNCERTAIN: RuleWords("~~", "NOT SURE", "the moves of this game are not sure"),
    Rule.FLAG: RuleWords("FL", "FLAG", "a flag has fallen"),
    Rule.SETUP: RuleWords("SU", "SET-UP", "pieces set up wrongly"),
    Rule.BOARD_LOST: RuleWords("--", "NOT WATCHED", "no link to the board"),
    Rule.BOARD_SILENT: RuleWords("..", "SILENT", "board does not answer"),
    Rule.LINE_NOISY: RuleWords("NZ", "NOISY LINE", "damaged data on the line"),
    Rule.CLOCK_MISSING: RuleWords("CK", "NO CLOCK", "no clock connected"),
    Rule.CLOCK_BATTERY: RuleWords("BT", "CLOCK BATTERY", "the clock's battery is low"),
    Rule.RESULT_SIGNALLED: RuleWords("RS", "RESULT", "the players signalled a result"),
    Rule.ANNOUNCED_MOVE: RuleWords("AM", "ANNOUNCED MOVE", "a move announced for a claim was not played"),
    Rule.DRILL: RuleWords("DR", "DRILL", "a drill: whether alarms reach you"),
    Rule.EARLY_DRAW: RuleWords("ED", "EARLY DRAW", "a draw before the move from which it may be agreed"),
    Rule.THREEFOLD: RuleWords("3x", "threefold", "third or fourth occurrence: a player may claim"),
    Rule.FIFTY: RuleWords("50", "fifty moves", "50 moves without capture or pawn move: a player may claim"),
}


CLAIM_KINDS: dict[Held, tuple[str, Sentence]] = {
    "claim": ("CL", Sentence("CLAIM")),
    "intervention": ("IV", Sentence("INTERVENTION")),
    "drill": ("DR", Sentence("DRILL")),
}
"""A claim or an intervention in two letters for the wall, and in words."""


def held(board: BoardView) -> Held | None:
    """What keeps moves on this board from being play: open, or closed and the position not put back."""
    claim = board.claim
    return None if claim is None or claim.state not in ("open", "restoring") else claim.what


LIVES: Final[Mapping[Life, str]] = MappingProxyType(
    {"new": "NEW", "acknowledged": "seen", "gone": "GONE", "shelved": "aside"}
)
"""Where an alert is in its life, in a word."""


def life_word(life: Life) -> str:
    """The same in the user's language."""
    return say(LIVES[life])


def rule_title(rule: Rule) -> str:
    """What a rule is called on the screen, in the user's language."""
    return say(RULES[rule].title)


def told(alert: AlertView) -> str:
    """What an alert says, without the board's name and the rule's title, which stand beside it, and with its article.

    Each of these is told once.
    """
    text = clean(say(alert.text))
    board = clean(words(BOARD, who=alert.board)).rstrip(".")
    if text.startswith((f"{board}.", f"{board} ")):
        text = text[len(board) :].lstrip(". ")  # the players stay
    title = rule_title(alert.rule)
    if text.upper().startswith((f"{title.upper()}: ", f"{title.upper()} ")):
        text = text[len(title) :].removeprefix(":").lstrip()
    text = _without_title(text, title)
    article = clean(alert.article or "")
    return text if not article or article.removeprefix("FIDE ") in text else f"{article}: {text}"


def _without_title(text: str, title: str) -> str:
    """`Adler-Ito. NOT WATCHED since 14:31: no signal.` behind this title: `Adler-Ito, since 14:31: no signal.`"""
    players, stop, rest = text.partition(". ")
    if not stop or not rest.upper().startswith(title.upper()):
        return text
    after = rest[len(title) :]
    if after.startswith(": "):
        return f"{players}{after}"
    return f"{players},{after}" if after.startswith(" ") else text


WHITE_LETTER = Sentence("W")
BLACK_LETTER = Sentence("B")
"""The players where there is room for a letter: the same as beside the clocks in alerts and on sheets."""
_ONCE = Sentence("once")
_ONCE_OR_MORE = Sentence("once or more")
_OR_MORE = Sentence("{n} time or more", "{n} times or more")
_TO_TIMES = Sentence("{least} to {most} times")
_TIMES = Sentence("{n} time", "{n} times")
_HOUR_S = 3600
_MINUTE_S = 60


def hms(seconds: float) -> str:
    """`1:02:03`; a time below zero is shown with its sign."""
    whole = int(abs(seconds))
    sign = "-" if seconds <= -1 else ""
    return f"{sign}{whole // _HOUR_S}:{whole // _MINUTE_S % 60:02}:{whole % 60:02}"


def minutes(seconds: float) -> str:
    """`4:05`, for countdowns."""
    whole = max(0, int(seconds))
    return f"{whole // _MINUTE_S}:{whole % 60:02}"


def age(seconds: float) -> str:
    """`41 s`, `7 min`, `2 h`: how long ago, as coarse as the eye needs it."""
    whole = max(0, int(seconds))
    if whole < 2 * _MINUTE_S:
        return f"{whole} s"
    return f"{whole // _MINUTE_S} min" if whole < 2 * _HOUR_S else f"{whole // _HOUR_S} h"


def clock(seconds: int | None) -> str:
    """A chess clock's time, `-:--:--` when it is not known."""
    return "-:--:--" if seconds is None else hms(seconds)


def count_code(count: int, count_max: int | None) -> str:
    """How often a position has stood, in two letters.

    `3x` for sure; `5?` five times at the most, fewer for sure; `3+` three times or more, no upper limit known;
    blank where there is nothing to tell; `>9` from ten on.
    """
    if count_max is None:
        return f"{count}+" if count <= 9 else ">9"
    if count_max <= 1:
        return ""
    if count_max > 9:
        return ">9"
    return f"{count_max}x" if count_max == count else f"{count_max}?"


def count_words(count: int, count_max: int | None) -> Said:
    """The same in words: `3 times`, `3 to 5 times`, `3 times or more`; to be said alone or in a sentence."""
    if count_max is None:
        return _ONCE_OR_MORE() if count == 1 else _OR_MORE(n=count)
    if count_max != count:
        return _TO_TIMES(least=count, most=count_max)
    return _ONCE() if count == 1 else _TIMES(n=count)
