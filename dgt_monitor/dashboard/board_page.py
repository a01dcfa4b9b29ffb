"""Everything about one board on one page. Pure.

Above stands what is open and what calls; at the left the diagram with what is to be seen at a glance beside it, and
under it the parts that are scrolled; at the right the moves. Where both do not fit side by side, all is one column.
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard import diagram as dia
from dgt_monitor.dashboard.board_counts import count_lines
from dgt_monitor.dashboard.board_facts import glance_lines, line_lines, wrong_lines
from dgt_monitor.dashboard.board_history import history_lines
from dgt_monitor.dashboard.board_top import top_lines
from dgt_monitor.dashboard.full_score import full_score
from dgt_monitor.dashboard.lines import EMPTY, Line, beside, line
from dgt_monitor.dashboard.safe import fit
from dgt_monitor.dashboard.score import furthest_back, score_lines
from dgt_monitor.dashboard.sight import LEFT_CELLS, Sight
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

__all__ = ["Sight", "board_page", "furthest", "furthest_down", "narrow"]

_MORE: Final = Sentence(".. {n} more line: Down", ".. {n} more lines: Down")
_MORE_BY_TAB: Final = Sentence(".. {n} more line: Tab, Down", ".. {n} more lines: Tab, Down")
_TOP_SHARE: Final = 2
"""What calls takes at most a half of the page."""


def board_page(board: BoardView, now_s: float, sight: Sight) -> list[Line]:
    """At most `sight.height` lines."""
    top = _top(board, now_s, sight)
    if sight.narrow:
        lines = [*top, *_left(board, now_s, sight), EMPTY, *_moves(board, sight.cells, len(board.moves) + 8, 0)]
        first = max(0, min(sight.back, len(lines) - sight.height))
        return lines[first : first + sight.height]
    height = sight.height - len(top)
    if sight.part == "score":
        return [*top, *full_score(board.moves, sight.cells, height, sight.back, sight.named)]
    left = _scrolled(_left(board, now_s, sight), height, sight)
    right = _moves(board, sight.cells - LEFT_CELLS, height, sight.back)
    return [*top, *beside(left, right[: max(0, height)], LEFT_CELLS)]


def _top(board: BoardView, now_s: float, sight: Sight) -> list[Line]:
    top = top_lines(board, now_s, sight.cells)
    return top if sight.narrow else top[: max(1, sight.height // _TOP_SHARE)]


def _moves(board: BoardView, cells: int, height: int, back: int) -> list[Line]:
    return score_lines(board.moves, cells, height, back)


def _scrolled(left: Sequence[Line], height: int, sight: Sight) -> list[Line]:
    """The diagram stays; what stands under it is scrolled, and says how much more there is."""
    fixed, rest = list(left[: dia.LINES]), list(left[dia.LINES :])
    room = max(0, height - len(fixed))
    down = max(0, min(sight.down, len(rest) - room))
    shown = rest[down : down + room]
    more = len(rest) - down - room
    if more > 0 and shown:
        text = words(_MORE if sight.part == "facts" else _MORE_BY_TAB, n=more + 1)
        shown[-1] = line(fit(f" {text}", LEFT_CELLS - 1).rstrip(), "key" if sight.part == "facts" else "dim")
    return [*fixed, *shown][: max(0, height)]


def furthest(board: BoardView, sight: Sight) -> int:
    """How far one can scroll back through the moves; down the page where it is narrow."""
    if sight.narrow:
        return max(0, len(board_page(board, 0, sight._replace(height=10_000, back=0))) - sight.height)
    height = sight.height - len(_top(board, 0, sight))
    if sight.part == "score":
        return max(0, len(board.moves) + 1 - height)
    return furthest_back(board.moves, sight.cells - LEFT_CELLS, height)


def furthest_down(board: BoardView, sight: Sight) -> int:
    """How far one can scroll down what stands under the diagram."""
    return max(0, len(_left(board, 0, sight)) - (sight.height - len(_top(board, 0, sight))))


def narrow(sight: Sight) -> bool:
    """Whether the moves stand below the diagram instead of beside it."""
    return sight.narrow


def _left(board: BoardView, now_s: float, sight: Sight) -> list[Line]:
    cells = min(LEFT_CELLS, sight.cells) - 1
    return [
        *_diagrams(board, now_s, sight),
        *wrong_lines(board, cells),
        *count_lines(board, cells, curtain=sight.curtain),
        *line_lines(board, now_s, cells, sight),
        *history_lines(board, sight.rulings, sight.named, cells),
    ]


def _diagrams(board: BoardView, now_s: float, sight: Sight) -> list[Line]:
    """Of the moves and, where it differs, of the board; beside a single one what is to be seen at a glance."""
    moved = dia.squares_of(board.moves[-1].uci) if board.moves else ()
    flip, figurines = sight.flip, sight.figurines
    two = sight.cells >= 2 * dia.CELLS
    after, there = say("AFTER THE MOVES"), say("ON THE BOARD")
    if not board.understood:
        title = there if board.physical else say("NO PICTURE YET")
        mine = dia.diagram(title, board.physical, flip=flip, figurines=figurines)
    else:
        mine = dia.diagram(
            after, board.understood, flip=flip, moved=moved, differing=board.differing, figurines=figurines
        )
        if board.differing and len(board.physical) == 64 and two:
            seen = dia.diagram(there, board.physical, flip=flip, differing=board.differing, figurines=figurines)
            return [*beside(mine, seen, dia.CELLS + 1), *glance_lines(board, now_s, LEFT_CELLS - 1, sight)]
    if not two:
        return [*mine, *glance_lines(board, now_s, max(1, sight.cells - 1), sight)]
    return beside(mine, [EMPTY, *glance_lines(board, now_s, dia.CELLS - 1, sight)], dia.CELLS + 1)
