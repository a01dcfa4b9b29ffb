"""Games to play on virtual boards, from a PGN file whose every game can be played, or from those that come with it.

A person's file of any kind is the command line's business (`dgt_monitor.cli`); here a fault is an error at once.
"""

import io
from functools import cache
from importlib.resources import files
from pathlib import Path

import chess
import chess.pgn

from drivers.simulator.clock import TimeControl
from drivers.simulator.table import Game

CLASSICAL = TimeControl(5400, 30)
"""Where a game does not say otherwise: 90 minutes and 30 seconds a move (chosen: as at most title tournaments)."""
LARGEST_BYTES = 1 << 24
"""Of a file of games (chosen): some twenty thousand games, of which a hall has boards for a thousand."""
NAME_MAX_CHARS = 60
"""Kept of a player's name (chosen)."""


class GamesError(Exception):
    """Games that cannot be played; says which file, which game, and why."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text


@cache
def built_in_games() -> tuple[Game, ...]:
    """The games that come with the simulator; the first has a fivefold after 28 plies, and goes on.

    Castling on both sides, promotions to several pieces, mates, draws by threefold and fivefold: made by
    `tests/tools/make_games.py`, synthetic, the names invented.
    """
    text = files("drivers.simulator").joinpath("games.pgn").read_text(encoding="utf-8")
    return tuple(_games("built-in games", text, most=1000))


def read_games(path: str, most: int) -> list[Game]:
    """The first games of a PGN file, at most so many; GamesError if it cannot be read or one of them not be played."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in a path
        raise GamesError(path, getattr(error, "strerror", None) or str(error)) from error
    if len(data) > LARGEST_BYTES:
        raise GamesError(path, f"larger than {LARGEST_BYTES} bytes; take a part of it")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return _games(path, text, most)


def _games(path: str, text: str, most: int) -> list[Game]:
    stream, games = io.StringIO(text), list[Game]()
    while len(games) < most:
        try:
            game = chess.pgn.read_game(stream, Visitor=_Strict)
        except ValueError as error:
            raise GamesError(path, f"game {len(games) + 1}: {str(error)[:200]}") from error
        if game is None:
            break
        games.append(_game(path, len(games) + 1, game))
    if not games:
        raise GamesError(path, "no game in it")
    return games


class _Strict(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Stops at what it cannot read."""

    def handle_error(self, error: Exception) -> None:
        raise ValueError(str(error)) from error


def _game(path: str, number: int, game: chess.pgn.Game) -> Game:
    start, moves = game.board(), list(game.mainline_moves())
    if type(start) is not chess.Board or start.status() & ~chess.STATUS_BAD_CASTLING_RIGHTS:
        raise GamesError(path, f"game {number}: it begins where no game can (tag FEN or Variant)")
    if not moves:
        raise GamesError(path, f"game {number}: no moves in it")
    tags = game.headers
    white, black = (tags.get(colour, "?")[:NAME_MAX_CHARS] for colour in ("White", "Black"))
    over = tags.get("Result", "*") != "*" or game.end().board().is_game_over()
    return Game(start, moves, f"{white} - {black}", _control(tags.get("TimeControl", "")), over=over)


def _control(tag: str) -> TimeControl:
    try:
        return TimeControl.parse(tag)
    except ValueError:
        return CLASSICAL
