"""`check --mates`: whether each side can mate at all from the last position of a game (6.9, 7.5.5)."""

import chess

from dgt_monitor.cli.check_game import GAME, CheckedGame
from dgt_monitor.events import STREAM_VERSION
from dgt_monitor.laws.dead.mates import can_mate
from dgt_monitor.laws.dead.texts import mating_text


def mating(game: CheckedGame) -> list[dict[str, object]]:
    """One object of the stream for White and one for Black."""
    head: dict[str, object] = {"v": STREAM_VERSION, "t": 0.0, "board": game.name, "kind": "can_mate", "game": GAME}
    profile = game.ledger.profile
    cited = profile.cited(profile.articles.cannot_mate)
    return [head | _side(game.board, side, cited) for side in (chess.WHITE, chess.BLACK)]


def _side(board: chess.Board, side: chess.Color, cited: str) -> dict[str, object]:
    answer = can_mate(board, side)
    return {
        "side": "white" if side else "black",
        "can": answer.can,
        "ground": answer.ground.value,
        "line": [move.uci() for move in answer.line],
        "positions": answer.positions,
        "text": f"{mating_text(answer, board, side)} {cited}.",
    }
