"""The help: the keys that do something here, and what the wall says. Made from the tables that make them so. Pure."""

from typing import Final

from dgt_monitor.dashboard.actions import LOOKING, Place, here
from dgt_monitor.dashboard.cells import CODES
from dgt_monitor.dashboard.lines import EMPTY, Line, Span, beside, line
from dgt_monitor.dashboard.safe import fit, wrap
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_MORE: Final = Sentence(".. {n} more line: Down", ".. {n} more lines: Down")
_KEY_CELLS = 10
_CODE_CELLS = 9
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
    "copy": "where something is copied",
}
CELL: Final = ("!  7 5x  38b Kg7", "mark, board, state, move, last move")
MARKS: Final = (("!", "act now (reverse video)"), ("*", "go and look (bold)"))
WHAT: Final = "WHAT A BOARD'S CELL SAYS"
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
        return [*_keys(place, cells, looks_only=looks_only), EMPTY, *_legend(cells)]
    half = cells // 2
    return beside(_keys(place, half - 1, looks_only=looks_only), _legend(cells - half), half)


def windowed(lines: list[Line], back: int, height: int) -> list[Line]:
    """So many lines from `back` on; the last says how many more there are."""
    shown = lines[back : back + height]
    more = len(lines) - back - height
    if more > 0 and shown:
        shown[-1] = line(f" {words(_MORE, n=more + 1)}", "key")
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


def _entry(key: str, text: str, key_cells: int, cells: int) -> list[Line]:
    first, *rest = wrap(text, cells - key_cells - 2, 3)
    return [
        (Span(f"  {fit(key, key_cells - 1)} ", "strong"), Span(first)),
        *(line(" " * (key_cells + 2) + more) for more in rest),
    ]
