"""Files of live games as a reader of PGN has them: anything that is not whole and legal is an error."""

import io
import re
from typing import NamedTuple

import chess.pgn

NAME = re.compile(r"(round-[0-9-]+/)?(games|game-[0-9-]+)\.pgn")


class ReadGame(NamedTuple):
    """One game of a file."""

    tags: dict[str, str]
    moves: tuple[str, ...]
    """UCI."""
    clocks: tuple[float | None, ...]


def read_file(text: str) -> list[ReadGame]:
    """All games of a file."""
    assert not text.startswith("\ufeff")
    assert "\r" not in text
    stream, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        nodes = list(game.mainline())
        assert not any(node.variations[1:] for node in [game, *nodes]), "a variation"
        tags = dict(game.headers)
        assert tags["Result"] in {"1-0", "0-1", "1/2-1/2", "*"}
        games.append(ReadGame(tags, tuple(node.move.uci() for node in nodes), tuple(node.clock() for node in nodes)))
    ends = re.findall(r"(?:^|\s)(1-0|0-1|1/2-1/2|\*)\n(?:\n|$)", text)
    assert ends == [game.tags["Result"] for game in games], "a game without its end"
    return games


def one(text: str) -> ReadGame:
    """The only game of a file."""
    (game,) = read_file(text)
    return game
