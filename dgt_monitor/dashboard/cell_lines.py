"""A board's cell as lines with their looks: one line where space is short, three where there is plenty. Pure."""

from dgt_monitor.dashboard.alarm import pressing, ranked
from dgt_monitor.dashboard.cells import Cell, Tone, cell_text
from dgt_monitor.dashboard.lines import EMPTY, Line, Role, Span, fit_line, line
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import BLACK_LETTER, CLAIM_KINDS, WHITE_LETTER, clock, held, rule_title
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import words

ROOMY_LINES = 3
"""A roomy cell: the compact line; what is the matter and who plays; both clocks and the moves without progress."""
ROOMY_REST_CELLS = 23
"""A roomy cell without the name: wide enough for both clocks and `44/50`."""
_CLOCKS_CELLS = 19
_PLY_PER_MOVE = 2

_Looks = tuple[Role, Role, Role, Role]  # of the name, the code, the move number, the last move
_LOOKS: dict[Tone, _Looks] = {
    "look": ("look", "look", "dim", "plain"),
    "lost": ("strong", "lost", "lost", "lost"),
    "draw": ("strong", "draw", "dim", "dim"),
    "count": ("strong", "count", "dim", "plain"),
    "done": ("dim", "done", "dim", "dim"),
    "dim": ("dim", "dim", "dim", "dim"),
    "plain": ("strong", "dim", "dim", "plain"),
}


def cell_lines(view: BoardView, name_cells: int, cells: int, *, roomy: bool) -> tuple[Line, ...]:
    """The cell in exactly `cells` columns: one line, or `ROOMY_LINES` of them."""
    cell = cell_text(view, name_cells)
    first = fit_line(compact_line(cell), cells)
    if not roomy:
        return (first,)
    indent = Span(" ")
    who = (indent, *_matter(view), *_players(view))
    times = (indent, *_clocks(view), *_progress(view))
    return first, fit_line(who, cells), fit_line(times, cells)


def compact_line(cell: Cell) -> Line:
    """The parts of a cell with their looks; a cell that calls aloud is one block in reverse video."""
    if cell.tone == "act":
        gap = cell.text.endswith(" ")
        return (Span(cell.text[:-1], "act"), Span(" ")) if gap else line(cell.text, "act")
    name, code, move, san = _LOOKS[cell.tone]
    if cell.pending and san == "plain":
        san = "dim"
    joint: Role = "lost" if cell.tone == "lost" else "plain"
    return (
        Span(cell.mark + cell.name, name),
        Span(" "),
        Span(cell.code, code if cell.code.strip() else "plain"),
        Span(" ", joint),
        Span(cell.move, move),
        *_last(cell.san, san),
    )


def _last(san: str, role: Role) -> Line:
    """The last move; blanks after it stay plain, so that a badge ends where its words do."""
    words = san.rstrip()
    return Span(words, role), Span(" " * (len(san) - len(words)))


def _clocks(view: BoardView) -> Line:
    if view.white_s is None and view.black_s is None:
        return (Span(" " * _CLOCKS_CELLS),)
    return (
        *_side(words(WHITE_LETTER), view.white_s, running=view.running == "white"),
        Span(" "),
        *_side(words(BLACK_LETTER), view.black_s, running=view.running == "black"),
    )


def _side(letter: str, seconds: int | None, *, running: bool) -> Line:
    role: Role = "plain" if running else "dim"
    return (Span(f"{letter}{'>' if running else ' '}{clock(seconds)}", role),)


def progress(view: BoardView) -> str:
    """`44/50`: moves without capture or pawn move, and at how many a draw can be claimed or is one; empty at none."""
    if not view.game or view.phase == "over" or not view.halfmove_clock:
        return ""
    limit = "" if view.next_ply is None else f"/{view.next_ply // _PLY_PER_MOVE}"
    return f"{view.halfmove_clock // _PLY_PER_MOVE}{limit}"


def _progress(view: BoardView) -> Line:
    role: Role = "dim" if view.passed_ply is None else "count"
    return Span(" "), Span(progress(view), role)


def _matter(view: BoardView) -> Line:
    """What is the matter; a blank behind it."""
    loud, what = ranked(view.alerts), held(view)
    if what is not None and not (loud and pressing(loud[0])):
        return line(f"{words(CLAIM_KINDS[what][1])} ", "look")
    if loud:
        return line(f"{rule_title(loud[0].rule)} ", "look")
    return line(f"{clean(view.result)} ", "strong") if view.result else EMPTY


def _players(view: BoardView) -> Line:
    return line(clean(view.players.short), "dim") if any(view.players) else EMPTY
