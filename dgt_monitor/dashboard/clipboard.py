"""A position or a game of the screen as text to be pasted elsewhere. Pure."""

import chess
import chess.pgn

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.prospects import line_of
from dgt_monitor.hall.views import BoardView, MoveView


def fen_of(view: BoardView) -> str:
    """The position after the moves; where an illegal move stands in them, what is known of it."""
    line = line_of(view)
    if line is not None:
        return line.fen
    squares = view.understood or view.physical
    if len(squares) != 64:
        return ""
    board = chess.BaseBoard(None)
    for square, letter in enumerate(squares):
        if letter != ".":
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
    turn = "w" if view.white_to_move else "b"
    return f"{board.board_fen()} {turn} - - {view.halfmove_clock} {view.fullmove}"


def pgn_of(view: BoardView, title: str = "") -> str:
    """The game as far as its moves are legal, with clocks; the result only where one is known."""
    game = chess.pgn.Game()
    game.headers["Event"] = clean(title) or "?"
    game.headers["Board"] = clean(view.board)
    game.headers["White"], game.headers["Black"] = (clean(name) if name else "?" for name in view.players)
    board = chess.Board(view.start_fen, chess960=view.chess960) if view.start_fen else chess.Board()
    if board.fen() != chess.STARTING_FEN:
        game.setup(board)
    node: chess.pgn.GameNode = game
    for move in view.moves:
        try:
            made = node.board().parse_uci(move.uci)
        except ValueError:
            node.comment = _added(node.comment, f"{clean(move.san)} is not legal and stands; moves end here")
            break
        node = node.add_variation(made)
        _clock(node, move)
    game.headers["Result"] = view.result if view.result in ("1-0", "0-1", "1/2-1/2") else "*"
    return str(game.accept(chess.pgn.StringExporter(columns=80))) + "\n"


def _clock(node: chess.pgn.ChildNode, move: MoveView) -> None:
    seconds = getattr(move.clock, move.colour) if move.clock else None
    if seconds is not None:
        node.set_clock(seconds)


def _added(comment: str, more: str) -> str:
    return f"{comment} {more}".strip()
