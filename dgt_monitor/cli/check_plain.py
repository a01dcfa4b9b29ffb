"""A checked game in plain lines for people: what the Laws say ply by ply, and a verdict at the end."""

from collections.abc import Iterator
from typing import Final

from dgt_monitor.cli.check_claim import Asked, CheckedClaim
from dgt_monitor.cli.check_game import CheckedGame
from dgt_monitor.cli.check_mates import mating
from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.laws.claims import claimable

_MARKS: Final = {Level.ACT: "!", Level.CHECK: "*", Level.INFO: " "}
_NAMES: Final = {
    Rule.CHECKMATE: "checkmate",
    Rule.STALEMATE: "stalemate",
    Rule.DEAD_POSITION: "dead position",
    Rule.FIVEFOLD: "fivefold repetition",
    Rule.SEVENTYFIVE: "seventy-five moves",
    Rule.THREEFOLD: "threefold repetition",
    Rule.FIFTY: "fifty moves",
}
_CLAIM_PLIES_SHOWN: Final = 6
"""Places named where a draw could have been claimed; the others are counted."""


class PlainGame:
    """The lines for one game, to be told once, with the answer to a claim if one is asked about."""

    def __init__(self, game: CheckedGame, asked: Asked | None, *, mates: bool = False) -> None:
        self._game = game
        self._asked = asked
        self._mates = mates
        """Whether it is told who can still mate."""
        self.claim: CheckedClaim | None = None

    def __iter__(self) -> Iterator[str]:
        game = self._game
        yield _heading(game)
        for event in game.events():
            if isinstance(event, Alert):
                quiet = event.rule in {Rule.THREEFOLD, Rule.FIFTY}
                yield f"{' ' if quiet else _MARKS[event.level]} {event.text}"
        if self._asked is not None:
            self.claim = CheckedClaim(game, self._asked)
            yield f"Claim: {self.claim.told.text}"
        if self._mates:
            yield from (str(told["text"]) for told in mating(game))
        yield f"Verdict: {_verdict(game)}"
        yield ""


def _heading(game: CheckedGame) -> str:
    players = f" {game.players}" if game.players else ""
    return f"Game {game.game.number}{players}, {_counted(len(game.game.moves), 'ply', 'plies')}, {game.game.result}"


def _verdict(game: CheckedGame) -> str:
    parts = [_ending(game), _claims(game), _intended(game), _broken(game)]
    parts.append(f"No position stood more than {_counted(game.ledger.max_count, 'time', 'times')}.")
    return " ".join(part for part in parts if part)


def _ending(game: CheckedGame) -> str:
    end, profile = game.ledger.end, game.ledger.profile
    if end is None:
        return "the Laws did not end this game by themselves."
    ply, finding = end
    since = game.ledger.ply - ply
    later = f", {_counted(since, 'ply', 'plies')} played since" if since else ""
    what = f"{_NAMES[finding.rule]} ({profile.authority} {finding.article})"
    return f"over {f'after {game.labels[ply]}' if ply else 'from the start'} by {what}{later}."


def _claims(game: CheckedGame) -> str:
    """Where a draw could have been claimed, each rule with its plies."""
    parts = []
    for rule in (Rule.THREEFOLD, Rule.FIFTY):
        plies = [ply for ply, finding in game.ledger.findings() if finding.rule is rule]
        if plies:
            more = len(plies) - _CLAIM_PLIES_SHOWN
            named = " ".join(game.labels[ply] for ply in plies[:_CLAIM_PLIES_SHOWN])
            parts.append(f"after {named}{f' and {more} more' if more > 0 else ''} by {_NAMES[rule]}")
    return f"A draw could be claimed {', '.join(parts)}." if parts else ""


def _intended(game: CheckedGame) -> str:
    now = claimable(game.board, game.ledger)
    parts = [f"{' '.join(sans)} ({name})" for sans, name in zip(now, ("threefold", "fifty moves"), strict=True) if sans]
    if not parts:
        return ""
    side = "White" if game.board.turn else "Black"
    return f"{side}, to move, could claim by writing {', '.join(parts)}."


def _broken(game: CheckedGame) -> str:
    if game.game.broken is None:
        return ""
    last = game.labels[-1] if game.sans else "the start position"
    return f"All this only up to {last}, where the score breaks off."


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
