"""`check --mates`: whether each side can mate at all from a position of a game (6.9, 7.5.5)."""

from typing import Final, NamedTuple

import chess

from dgt_monitor.cli.check_game import GAME, CheckedGame, Position, unknown_text
from dgt_monitor.events import STREAM_VERSION, Colour
from dgt_monitor.laws.dead.mates import Ground, can_mate
from dgt_monitor.laws.dead.texts import Game, mating_text
from dgt_monitor.laws.texts import end_text
from dgt_monitor.wording import Sentence, joined, stopped

_WAS_OVER: Final = Sentence("The game is over since {since}: {rule}, {cited}. No flag that falls later changes that.")
_THE_START: Final = Sentence("the start")
_HAS_ENDED: Final = Sentence("By its score the game has ended {result}.")
_SIDES: Final[dict[chess.Color, Colour]] = {chess.WHITE: "white", chess.BLACK: "black"}


class Mating(NamedTuple):
    """The answer for one side, as the stream tells it."""

    board: str
    ply: int
    side: Colour
    can: bool | None
    """None: unknown."""
    ground: Ground | None
    """On what that rests; None where the record cannot tell what stood there."""
    line: tuple[str, ...]
    positions: int
    over: dict[str, object] | None
    """Ply and rule of the end of the game by itself, if that came before."""
    text: str

    def to_dict(self) -> dict[str, object]:
        """The answer as an object of the stream."""
        head: dict[str, object] = {"v": STREAM_VERSION, "t": 0.0, "board": self.board, "kind": "can_mate", "game": GAME}
        return head | self._asdict()


def mating(game: CheckedGame, ply: int | None = None) -> list[Mating]:
    """The answers for White and for Black, after a ply; None: the last."""
    at, unknown = game.at(ply), unknown_text(game, ply)
    if unknown is not None:
        return [Mating(game.name, at.ledger.ply, side, None, None, (), 0, None, unknown) for side in _SIDES.values()]
    return [_side(game, at, side) for side in _SIDES]


def _side(game: CheckedGame, at: Position, side: chess.Color) -> Mating:
    answer, end, profile = can_mate(at.board, side), at.ledger.end, at.ledger.profile
    became, before = _became(game, at)
    cited = profile.cited(profile.articles.cannot_mate)
    return Mating(
        game.name,
        at.ledger.ply,
        _SIDES[side],
        answer.can,
        answer.ground,
        tuple(move.uci() for move in answer.line),
        answer.positions,
        None if end is None else {"ply": end[0], "rule": end[1].rule},
        joined((before, mating_text(answer, at.board, side, became), stopped(cited))),
    )


def _became(game: CheckedGame, at: Position) -> tuple[Game, str]:
    """What had become of the game by then, and what is said of it first."""
    profile, end = at.ledger.profile, at.ledger.end
    if end is not None:
        ply, finding = end
        since = game.labels[ply] if ply else _THE_START()
        rule = end_text(finding.rule, profile)
        return "was over", _WAS_OVER(since=since, rule=rule, cited=profile.cited(finding.article))
    if game.game.result != "*" and at.ledger.ply == game.ledger.ply:
        return "has ended", _HAS_ENDED(result=game.game.result)
    return "goes on", ""
