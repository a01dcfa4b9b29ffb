"""Which boards are wanted, in plain words: `3x`, `lost`, `clock<5`, a name. Several words hold together. Pure.

What can be said is data: `WORDS` for what a board is, `MEASURES` for what is compared.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, NamedTuple

from dgt_monitor.dashboard.alarm import pressing, wanting
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import held
from dgt_monitor.events import Rule
from dgt_monitor.hall.views import BoardView
from dgt_monitor.wording import Said, Sentence

Test = Callable[[BoardView, float], bool]
"""Whether a board is meant, at this time of the hall."""
LONGEST: Final = 60
"""Letters of a filter that are taken; more is a slip of the hand (chosen)."""
_MINUTE_S: Final = 60
_UNITS_S: Final = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_MEASURE: Final = re.compile(r"([^\W\d]+)(<=|>=|<|>|=)(.*)")
_NUMBER: Final = re.compile(r"(\d{1,6})(s|min|m|h)?")
_RANGE: Final = re.compile(r"(\d{1,6})-(\d{1,6})")
_TIMES: Final = re.compile(r"(\d{1,3})x")
_NOT_COMPARED: Final = Sentence("{word} cannot be compared; these can: {known}.")
_NO_NUMBER: Final = Sentence("{word} wants a number, as in {example}.")
_NOTHING: Final = Sentence("! wants a word behind it, as in !over.")
_NOBODY: Final = Sentence("No board, player or sector is called {word}.")
_NOBODY_BUT: Final = Sentence("No board, player or sector is called {word}. Do you mean {near}?")


def _over(board: BoardView) -> bool:
    return board.phase == "over"


def _paused(board: BoardView, _: float) -> bool:
    known = board.white_s is not None or board.black_s is not None
    return board.phase == "playing" and bool(board.moves) and board.running is None and known


def _no_result(board: BoardView, _: float) -> bool:
    before = board.before
    return (_over(board) and board.result in (None, "*")) or (before is not None and before.result == "*")


def _unconfirmed(board: BoardView, _: float) -> bool:
    both = (board.outcome, board.before)
    return any(each is not None and each.result != "*" and not each.confirmed for each in both)


def _told(rule: Rule) -> Test:
    return lambda board, _: any(alert.rule is rule for alert in board.alerts)


WORDS: Final[dict[str, tuple[Test, str]]] = {
    "lost": (lambda board, _: board.link == "lost" and not _over(board), "not watched"),
    "silent": (lambda board, _: board.link == "silent", "does not answer"),
    "noisy": (lambda board, _: board.link == "noisy", "damaged data on the line"),
    "nomove": (lambda board, _: not _over(board) and not board.moves, "no move made yet"),
    "paused": (_paused, "both clocks stand"),
    "noresult": (_no_result, "over, and no result"),
    "unconfirmed": (_unconfirmed, "the result is only proposed"),
    "playing": (lambda board, _: board.phase == "playing" and bool(board.moves), "a game goes on"),
    "over": (lambda board, _: _over(board), "the game is over"),
    "alert": (lambda board, _: any(map(wanting, board.alerts)), "something wants an eye"),
    "act": (lambda board, _: any(map(pressing, board.alerts)), "act now"),
    "claim": (lambda board, _: held(board) is not None, "claim or intervention is open"),
    "unsure": (lambda board, _: any(not move.sure for move in board.moves), "moves not sure"),
    "illegal": (_told(Rule.ILLEGAL_MOVE), "an illegal move"),
    "unexplained": (_told(Rule.POSITION_UNEXPLAINED), "no move explains what stands"),
    "flag": (_told(Rule.FLAG), "a flag has fallen"),
    "50m": (lambda board, _: board.halfmove_clock >= 100, "50 moves without progress"),
    "75m": (lambda board, _: board.halfmove_clock >= 150, "75 moves without progress"),
}
"""What a board can be, and what that says."""
_CODES: Final = {"--": "lost", "..": "silent", "??": "unexplained", "~~": "unsure", "##": "over"}
"""What stands on the wall for a state may be typed for its word."""


def _least_clock_s(board: BoardView, _: float) -> float | None:
    times = [each for each in (board.white_s, board.black_s) if each is not None]
    return None if _over(board) else min(times, default=None)


def _unheard_s(board: BoardView, now_s: float) -> float | None:
    return None if board.heard_t_s is None else now_s - board.heard_t_s


def _idle_s(board: BoardView, now_s: float) -> float | None:
    return None if _over(board) or not board.moves else now_s - board.moves[-1].t_s


class Measure(NamedTuple):
    """Something of a board that is compared with a number."""

    value: Callable[[BoardView, float], float | None]
    """None where it is not known; then no comparison holds."""
    unit_s: float
    """What a number without a unit is, in seconds; 0: no time but a plain number."""
    example: str
    told: str


MEASURES: Final[dict[str, Measure]] = {
    "clock": Measure(_least_clock_s, _MINUTE_S, "clock<5", "minutes on a clock, the lesser"),
    "age": Measure(_unheard_s, 1, "age>120", "seconds since the board was heard"),
    "idle": Measure(_idle_s, _MINUTE_S, "idle>20", "minutes since the last move"),
    "move": Measure(lambda board, _: float(board.fullmove) if board.game else None, 0, "move>40", "number of the move"),
    "quiet": Measure(
        lambda board, _: board.halfmove_clock / 2 if board.game else None, 0, "quiet>40", "moves without progress"
    ),
}
_COMPARED: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": lambda value, limit: value < limit,
    ">": lambda value, limit: value > limit,
    "<=": lambda value, limit: value <= limit,
    ">=": lambda value, limit: value >= limit,
    "=": lambda value, limit: value == limit,
}
OTHERS: Final = (
    ("3x", "stands at least so often, perhaps"),
    ("1-20", "boards by their numbers"),
    ("nowak", "a name: board, player, sector"),
    ("!over", "not what the word says"),
)
"""What is said otherwise, by examples."""


class Filter(NamedTuple):
    """Which boards are wanted."""

    text: str
    """As it was typed, made harmless."""
    tests: tuple[Test, ...]
    names: tuple[str, ...]
    """The words among them that are names."""

    def holds(self, board: BoardView, now_s: float) -> bool:
        """Whether this board is wanted."""
        return all(test(board, now_s) for test in self.tests)


EVERY: Final = Filter("", (), ())
"""All boards."""


def read_filter(typed: str) -> Filter | Said:
    """The filter that is meant; or what is wrong with a word of it."""
    text = " ".join(clean(typed[:LONGEST]).split())
    tests: list[Test] = []
    names: list[str] = []
    for word in text.split():
        found = _read_word(fold(word))
        if isinstance(found, Said):
            return found
        tests.append(found)
        if fold(word) not in WORDS and isinstance(found, _Named):
            names.append(word)
    return Filter(text, tuple(tests), tuple(names))


class _Named:
    """A test for a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, board: BoardView, _: float) -> bool:
        return any(self.name in each for each in _names(board))


def _read_word(word: str) -> Test | Said:
    if word.startswith("!"):
        if word == "!":
            return _NOTHING()
        inner = _read_word(word[1:])
        return inner if isinstance(inner, Said) else lambda board, now_s: not inner(board, now_s)
    word = word.removeprefix("state:") or word
    word = _CODES.get(word, word)
    if word in WORDS:
        return WORDS[word][0]
    if compared := _MEASURE.fullmatch(word):
        return _measured(*compared.groups())
    if times := _TIMES.fullmatch(word):
        return _stood(int(times[1]))
    if both := _RANGE.fullmatch(word):
        return _between(int(both[1]), int(both[2]))
    return _between(int(word), int(word)) if word.isascii() and word.isdigit() else _Named(word)


def _measured(name: str, sign: str, number: str) -> Test | Said:
    measure = MEASURES.get(name)
    if measure is None:
        return _NOT_COMPARED(word=name, known=", ".join(MEASURES))
    limit = _limit(number, measure.unit_s)
    if limit is None:
        return _NO_NUMBER(word=name, example=measure.example)
    compare = _COMPARED[sign]

    def test(board: BoardView, now_s: float) -> bool:
        value = measure.value(board, now_s)
        return value is not None and compare(value, limit)

    return test


def _limit(number: str, unit_s: float) -> float | None:
    found = _NUMBER.fullmatch(number)
    if found is None or not found[1].isascii() or (found[2] and not unit_s):
        return None
    return int(found[1]) * (_UNITS_S[found[2]] if found[2] else unit_s or 1)


def _stood(times: int) -> Test:
    def test(board: BoardView, _: float) -> bool:
        most = board.count if board.count_max is None else board.count_max
        return board.game > 0 and most >= times

    return test


def _between(one: int, other: int) -> Test:
    first, last = sorted((one, other))

    def test(board: BoardView, _: float) -> bool:
        label = clean(board.board)
        digits = label[len(label.rstrip("0123456789")) :]
        return bool(digits) and first <= int(digits) <= last

    return test


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """A text as it is compared: harmless, without capitals and without accents."""
    plain = unicodedata.normalize("NFKD", clean(text)).casefold()
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(char for char in parts if not unicodedata.combining(char)).replace("\u0142", "l")


def _names(board: BoardView) -> tuple[str, ...]:
    said = (board.board, board.players.white, board.players.black, board.sector, board.serial or "")
    return tuple(fold(each) for each in said if each)


def nobody(only: Filter, boards: Iterable[BoardView]) -> Said | None:
    """What to say of a name that nothing in the hall has; None where there is none such."""
    there = {name for board in boards for name in _names(board)}
    for word in only.names:
        if any(fold(word) in name for name in there):
            continue
        near = get_close_matches(fold(word), _sayable(there), 1)
        return _NOBODY_BUT(word=word, near=near[0]) if near else _NOBODY(word=word)
    return None


def _sayable(names: Iterable[str]) -> Sequence[str]:
    return [*WORDS, *MEASURES, *sorted({part for name in names for part in name.replace(",", " ").split()})]
