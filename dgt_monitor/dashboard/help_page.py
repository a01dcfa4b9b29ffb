"""The help: the keys that do something here, and what the wall says. Made from the tables that make them so. Pure."""

from dgt_monitor.dashboard.actions import Place, here
from dgt_monitor.dashboard.cells import CODES
from dgt_monitor.dashboard.lines import EMPTY, Line, Span, beside, line
from dgt_monitor.dashboard.safe import fit, wrap

_KEY_CELLS = 10
_CODE_CELLS = 9
_PLACES: dict[Place, str] = {
    "wall": "on the wall of boards",
    "board": "on the page of a board",
    "inbox": "in the list of alerts",
    "faults": "in the list of faults",
    "help": "in this help",
    "ask": "before a question",
    "claim": "where a claim is made",
    "write": "where a move is typed",
    "close": "where a claim is closed",
}
_CELL = ("!  7 5x  38b Kg7", "mark, board, state, move, last move")
_MARKS = (("!", "act now (reverse video)"), ("*", "go and look (bold)"))
_LIFE = (
    ("NEW", "an alert nobody has seen"),
    ("GONE", "over, but nobody saw it"),
    ("seen", "acknowledged, still so"),
)


def help_lines(place: Place, cells: int) -> list[Line]:
    """The whole help, in one column or two; `place` is where the user came from."""
    if cells < 2 * 38:
        return [*_keys(place, cells), EMPTY, *_legend(cells)]
    half = cells // 2
    return beside(_keys(place, half - 1), _legend(cells - half), half)


def _keys(place: Place, cells: int) -> list[Line]:
    out = [line(f" KEYS {_PLACES[place]}", "strong")]
    for action in here(place):
        out += _entry(action.shown, action.help, _KEY_CELLS, cells)
    return out


def _legend(cells: int) -> list[Line]:
    out = [line(" WHAT A BOARD'S CELL SAYS", "strong"), line(f"  {_CELL[0]}"), line(f"  {_CELL[1]}", "dim")]
    for mark, text in _MARKS:
        out += _entry(mark, text, _CODE_CELLS, cells)
    for code, text in CODES:
        out += _entry(code, text, _CODE_CELLS, cells)
    for word, text in _LIFE:
        out += _entry(word, text, _CODE_CELLS, cells)
    return out


def _entry(key: str, text: str, key_cells: int, cells: int) -> list[Line]:
    first, *rest = wrap(text, cells - key_cells - 2, 3)
    return [
        (Span(f"  {fit(key, key_cells - 1)} ", "strong"), Span(first)),
        *(line(" " * (key_cells + 2) + more) for more in rest),
    ]
