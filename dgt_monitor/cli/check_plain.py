"""A checked game in plain lines for people: what the Laws say ply by ply, and a verdict at the end."""

from collections.abc import Iterator
from typing import Final

from dgt_monitor.cli.check_claim import CheckedClaim, Questions
from dgt_monitor.cli.check_game import CheckedGame
from dgt_monitor.cli.check_mates import mating
from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.language import say, words
from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD
from dgt_monitor.laws.texts import BLACK, START_POSITION, WHITE, listed
from dgt_monitor.wording import Sentence, joined, word

_MARKS: Final = {Level.ACT: "!", Level.CHECK: "*", Level.INFO: " "}
_NAMES: Final = {
    Rule.CHECKMATE: Sentence("checkmate"),
    Rule.STALEMATE: Sentence("stalemate"),
    Rule.DEAD_POSITION: Sentence("dead position"),
    Rule.FIVEFOLD: Sentence("fivefold repetition"),
    Rule.SEVENTYFIVE: Sentence("seventy-five moves"),
    Rule.THREEFOLD: Sentence("threefold repetition"),
    Rule.FIFTY: Sentence("fifty moves"),
}
_THREEFOLD: Final = Sentence("threefold")
_CLAIM_PLIES_SHOWN: Final = 6
"""Places named where a draw could have been claimed; the others are counted."""
_GAME: Final = Sentence("Game {number}{players}, {plies}, {result}")
_BY: Final = Sentence("By {title}")
_CLAIM: Final = Sentence("Claim:")
_VERDICT: Final = Sentence("Verdict: {text}")
_PLIES: Final = Sentence("{n} ply", "{n} plies")
_AT_MOST: Final = Sentence("No position stood more than {n} time.", "No position stood more than {n} times.")
_NOT_OVER: Final = Sentence("the Laws did not end this game by themselves.")
_OVER: Final = Sentence("over after {label} by {what}{later}.")
_OVER_AT_ONCE: Final = Sentence("over from the start by {what}{later}.")
_LATER: Final = Sentence(", {plies} played since")
_COULD: Final = Sentence("A draw could be claimed {where}.")
_WHERE: Final = Sentence("after {labels} by {rule}")
_MORE: Final = Sentence("and {n} more", "and {n} more")
_WRITING: Final = Sentence("{side}, to move, could claim by writing {moves}.")
_ONLY: Final = Sentence("All this only up to {last}, where the score breaks off.")


class PlainGame:
    """The lines for one game, to be told once, with the answer to a claim if one is asked about."""

    def __init__(self, game: CheckedGame, questions: Questions) -> None:
        self._game = game
        self._questions = questions
        self.claim: CheckedClaim | None = None

    def __iter__(self) -> Iterator[str]:
        game = self._game
        yield _heading(game)
        if game.ledger.profile is not FIDE_OVER_THE_BOARD:
            yield words(_BY, title=word(game.ledger.profile.title))
        for event in game.events():
            if isinstance(event, Alert):
                quiet = event.rule in {Rule.THREEFOLD, Rule.FIFTY} and event.until is not None
                yield f"{' ' if quiet else _MARKS[event.level]} {say(event.text)}"
        if self._questions.claim is not None:
            self.claim = CheckedClaim(game, self._questions.claim)
            yield say(joined((_CLAIM(), self.claim.told.text)))
        if self._questions.mates:
            yield from (say(told.text) for told in mating(game, self._questions.ply))
        yield words(_VERDICT, text=_verdict(game))
        yield ""


def _heading(game: CheckedGame) -> str:
    players = f" {game.players}" if game.players else ""
    plies = _PLIES(n=len(game.game.moves))
    return words(_GAME, number=game.game.number, players=players, plies=plies, result=game.game.result)


def _verdict(game: CheckedGame) -> str:
    parts = [_ending(game), _claims(game), _intended(game), _broken(game)]
    parts.append(words(_AT_MOST, n=game.ledger.max_count))
    return " ".join(part for part in parts if part)


def _ending(game: CheckedGame) -> str:
    end, profile = game.ledger.end, game.ledger.profile
    if end is None:
        return words(_NOT_OVER)
    ply, finding = end
    since = game.ledger.ply - ply
    later = _LATER(plies=_PLIES(n=since)) if since else ""
    what = joined((_NAMES[finding.rule](), joined(("(", profile.cited(finding.article), ")"), "")))
    return (
        words(_OVER, label=game.labels[ply], what=what, later=later)
        if ply
        else words(_OVER_AT_ONCE, what=what, later=later)
    )


def _claims(game: CheckedGame) -> str:
    """Where a draw could have been claimed, each rule with its plies."""
    parts = []
    for rule in (Rule.THREEFOLD, Rule.FIFTY):
        plies = [ply for ply, finding in game.ledger.findings() if finding.rule is rule and finding.is_claim]
        if plies:
            more = len(plies) - _CLAIM_PLIES_SHOWN
            labels = joined(
                (*(listed(game.labels[ply]) for ply in plies[:_CLAIM_PLIES_SHOWN]), _MORE(n=more) if more > 0 else "")
            )
            parts.append(_WHERE(labels=labels, rule=_NAMES[rule]()))
    return words(_COULD, where=joined(parts, ", ")) if parts else ""


def _intended(game: CheckedGame) -> str:
    now = claimable(game.board, game.ledger)
    rules = (_THREEFOLD, _NAMES[Rule.FIFTY])
    parts = [joined((*sans, joined(("(", name(), ")"), ""))) for sans, name in zip(now, rules, strict=True) if sans]
    if not parts:
        return ""
    side = WHITE() if game.board.turn else BLACK()
    return words(_WRITING, side=side, moves=joined(parts, ", "))


def _broken(game: CheckedGame) -> str:
    if game.game.broken is None:
        return ""
    return words(_ONLY, last=game.labels[-1] if game.sans else START_POSITION())
