"""Branches and weighers told things in a short notation."""

from collections.abc import Iterable

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.lines import Link, line_of
from dgt_monitor.game.weighing.noted import Press
from dgt_monitor.game.weighing.tape import Seen
from dgt_monitor.game.weighing.weigher import Weigher


def changes(text: str) -> list[Seen]:
    """`1.0 e2. 1.2 e4P`: as in `following`."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return [(float(t_s), chess.parse_square(touch[:2]), touch[2]) for t_s, touch in pairs]


def root(fen: str) -> Branch:
    board = chess.Board(fen)
    placed = letters(board)
    return Branch(board, placed, placed.copy(), {}, 0.0, None)


def tell(branch: Branch, text: str) -> Branch:
    for t_s, square, piece in changes(text):
        branch.seen[square] = piece
        branch.tell(t_s, square, piece, t_s)
    return branch


def weigh(text: str, fen: str = chess.STARTING_FEN, presses: Iterable[Press] = ()) -> Weigher:
    board = chess.Board(fen)
    placed = letters(board)
    weigher = Weigher(board, placed, placed.copy(), {})
    waiting = list(presses)
    for t_s, square, piece in changes(text):
        while waiting and waiting[0].t_s <= t_s:
            weigher.pressed(waiting.pop(0))
        weigher.seen[square] = piece
        weigher.field(t_s, square, piece, t_s)
    for press in waiting:
        weigher.pressed(press)
    return weigher


def moves(link: Link | None) -> str:
    return " ".join(link.move.uci() for link in line_of(link))


def cost_of(weigher: Weigher, line: str, t_s: float = 99.0) -> float:
    found = [cost for cost, branch in weigher.ranked(t_s) if moves(branch.line) == line]
    assert found, f"{line!r} is not among the stories"
    return found[0]  # the cheapest way to tell it
