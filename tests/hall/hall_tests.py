"""The hall as a function: entries in, events and due times out. What these tests share."""

import chess

from dgt_monitor.game.placement import letters

CYCLE = "Nf3 Nf6 Ng1 Ng8 "


def placement(fen: str) -> str:
    return "".join(letters(chess.Board(fen)))
