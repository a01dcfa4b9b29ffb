"""The help: the keys that do something here, and what the wall says. Made from the tables that make them so. Pure."""

from typing import Final

from dgt_monitor.dashboard.actions import LOOKING, Place, here
from dgt_monitor.dashboard.cells import CODES
from dgt_monitor.dashboard.filtering import MEASURES, OTHERS, WORDS
from dgt_monitor.dashboard.lines import EMPTY, Line, Span, beside, line
from dgt_monitor.dashboard.safe import fit, wrap
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

MORE: Final = Sentence(".. {n} more line: Down", ".. {n} more lines: Down")
_KEY_CELLS = 10
_CODE_CELLS = 9
_WORD_CELLS = 12
PLACES: Final[dict[Place, str]] = {
    "wall": "on the wall of boards",
    "board": "on the page of a board",
    "inbox": "in the list of alerts",
    "faults": "in the list of faults",
    "help": "in this help",
    "ask": "before a question",
    "claim": "where a claim is made",
    "write": "where a move is typed",
    "close": "where a claim is closed",
    "rule": "where a board is ruled on",
    "illegal": "where an illegal move is ruled on",
    "round": "where the round is ruled on",
    "moves": "where a ruling is typed",
    "sure": "before a ruling",
    "shelf": "where an alert is put aside",
    "until": "where a time is typed",
    "copy": "where something is copied",
    "filter": "where a filter is typed",
    "sectors": "in the list of sectors",
    "commands": "in the list of all that can be done",
    "ready": "in the ready list",
    "clocks": "on the sheet of clocks",
    "results": "in the list of results",
    "closing": "before the round is closed",
}
CELL: Final = ("!  7 5x  38b Kg7", "mark, board, state, move, last move")
MARKS: Final = (("!", "act now (reverse video)"), ("*", "go and look (bold)"))
WHAT: Final = "WHAT A BOARD'S CELL SAYS"
FILTER: Final = "WORDS OF THE FILTER (/): several hold together"
LIFE: Final = (
    ("NEW", "an alert nobody has seen"),
    ("GONE", "over, but nobody saw it"),
    ("seen", "acknowledged, still so"),
    ("aside", "put aside for a while"),
)


def help_lines(place: Place, cells: int, *, looks_only: bool = False) -> list[Line]:
    """The whole help, in one column or two; `place` is where the user came from.

    `looks_only`: keys that rule something are left out.
    """
    if cells < 2 * 38:
        return [*_keys(place, cells, looks_only=looks_only), EMPTY, *_legend(cells), *_filter(place, cells)]
    half = cells // 2
    keys = _keys(place, half - 1, looks_only=looks_only)
    return [*beside(keys, _legend(cells - half), half), *_filter(place, cells)]


def windowed(lines: list[Line], back: int, height: int) -> list[Line]:
    """So many lines from `back` on; the last says how many more there are."""
    shown = lines[back : back + height]
    more = len(lines) - back - height
    if more > 0 and shown:
        shown[-1] = line(f" {words(MORE, n=more + 1)}", "key")
    return shown


def _keys(place: Place, cells: int, *, looks_only: bool) -> list[Line]:
    out = [line(f" {say('KEYS')} {say(PLACES[place])}", "strong")]
    if looks_only:
        out.append(line(f" {say('this screen only looks')}", "dim"))
    actions = [action for action in here(place) if not looks_only or action.id in LOOKING]
    for shown, told in dict.fromkeys((action.shown, action.help) for action in actions):
        out += _entry(shown, say(told), _KEY_CELLS, cells)
    return out


def _legend(cells: int) -> list[Line]:
    out = [line(f" {say(WHAT)}", "strong"), line(f"  {CELL[0]}"), line(f"  {say(CELL[1])}", "dim")]
    for mark, text in MARKS:
        out += _entry(mark, say(text), _CODE_CELLS, cells)
    for code, text in CODES:
        out += _entry(code, say(text), _CODE_CELLS, cells)
    for word, text in LIFE:
        out += _entry(say(word), say(text), _CODE_CELLS, cells)
    return out


def _filter(place: Place, cells: int) -> list[Line]:
    """The words of the filter, for who has the wall before him."""
    if place != "wall":
        return []
    half = cells // 2 if cells >= 2 * 38 else cells
    said = [line for word, text in filter_words() for line in _entry(word, say(text), _WORD_CELLS, half - 1)]
    rows = -(-len(said) // 2)
    both = beside(said[:rows], said[rows:], half) if half < cells else said
    return [EMPTY, line(f" {say(FILTER)}", "strong"), *both]


def filter_words() -> tuple[tuple[str, str], ...]:
    """Every word of the filter and what it says."""
    words = ((word, text) for word, (_, text) in WORDS.items())
    measures = ((measure.example, measure.told) for measure in MEASURES.values())
    return (*OTHERS, *measures, *words)


def _entry(key: str, text: str, key_cells: int, cells: int) -> list[Line]:
    first, *rest = wrap(text, cells - key_cells - 2, 3)
    return [
        (Span(f"  {fit(key, key_cells - 1)} ", "strong"), Span(first)),
        *(line(" " * (key_cells + 2) + more) for more in rest),
    ]
