"""From the facts of one ply (count, clock, moves left) to the rules that apply, by a profile."""

from typing import Final, NamedTuple

import chess

from dgt_monitor.events import Colour, Level, Rule
from dgt_monitor.laws.ends import is_dead
from dgt_monitor.laws.occurrences import Chain
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.verdict import Finding

NEVER: Final = 1 << 62
"""A threshold that no count reaches: a rule the profile switches off."""


class Facts(NamedTuple):
    """What is known of one ply before any rule is applied."""

    chain: Chain
    least: int
    """The least number of times the position can have stood, this time included."""
    most: int
    """As `least`, with every occurrence that is only possible."""
    count_max: int | None
    """What is told of `most`: None where the history is unknown."""
    clock: int
    """Half-moves since the last pawn move or capture."""
    clock_before: int
    """The same one ply earlier, -1 before the first."""
    sure: bool
    """Whether this occurrence is certain."""
    clock_sure: bool
    """Whether every ply since the last pawn move or capture is."""
    was_dead: bool
    """Whether an earlier ply of this line was found dead already."""


class Judge:
    """Applies a profile."""

    __slots__ = ("_claim", "_draw", "_halfmoves_claim", "_halfmoves_draw", "profile")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._claim = profile.repetition_claim or NEVER
        self._draw = profile.repetition_draw or NEVER
        self._halfmoves_claim = 2 * (profile.moves_claim or NEVER)
        self._halfmoves_draw = 2 * (profile.moves_draw or NEVER)

    @property
    def lowest_count(self) -> int:
        """Below this many occurrences no rule on repetition applies."""
        return min(self._claim, self._draw)

    @property
    def lowest_clock(self) -> int:
        """Below this many half-moves no rule on moves without progress applies."""
        return min(self._halfmoves_claim, self._halfmoves_draw)

    def findings(self, board: chess.Board, any_move: bool, facts: Facts) -> tuple[Finding, ...]:
        """The rules that apply, in the order of their precedence: what ends the game first, claims last.

        Mate beats seventy-five moves; a claim of fifty moves dies with the game that ends on the same ply.
        """
        end = self._end(board, any_move, facts)
        found = [] if end is None else [end]
        found += self._repetition_draw(facts)
        if end is None or end.rule is not Rule.CHECKMATE:
            found += self._moves_draw(facts)
        found += self._repetition_claim(board, facts)
        if end is None:
            found += self._moves_claim(board, facts)
        return tuple(found)

    def _end(self, board: chess.Board, any_move: bool, facts: Facts) -> Finding | None:
        articles = self.profile.articles
        if not any_move:
            mate = board.is_check()
            rule = Rule.CHECKMATE if mate else Rule.STALEMATE
            article = articles.checkmate if mate else articles.stalemate
            return _finding(facts, rule, article, Level.INFO, facts.sure, _to_move(board))
        if not facts.was_dead and is_dead(board):
            level = Level.ACT if facts.sure else Level.CHECK
            return _finding(facts, Rule.DEAD_POSITION, articles.dead_position, level, facts.sure)
        return None

    def _repetition_draw(self, facts: Facts) -> list[Finding]:
        if facts.most < self._draw:
            return []
        sure = facts.sure and facts.least >= self._draw
        level = Level.ACT if sure else Level.CHECK
        return [_finding(facts, Rule.FIVEFOLD, self.profile.articles.repetition_draw, level, sure)]

    def _moves_draw(self, facts: Facts) -> list[Finding]:
        if not facts.clock_before < self._halfmoves_draw <= facts.clock:
            return []
        level = Level.ACT if facts.clock_sure else Level.CHECK
        return [_finding(facts, Rule.SEVENTYFIVE, self.profile.articles.moves_draw, level, facts.clock_sure)]

    def _repetition_claim(self, board: chess.Board, facts: Facts) -> list[Finding]:
        enough = self._claim <= facts.least < self._draw
        if not enough and not facts.least < self._claim <= facts.most < self._draw:
            return []
        profile, sure = self.profile, facts.sure and enough
        finding = _finding(facts, Rule.THREEFOLD, profile.articles.repetition_claim, Level.CHECK, sure, _to_move(board))
        return [finding._replace(until=profile.repetition_claim_until)]

    def _moves_claim(self, board: chess.Board, facts: Facts) -> list[Finding]:
        if not facts.clock_before < self._halfmoves_claim <= facts.clock:
            return []
        profile, sure = self.profile, facts.clock_sure
        finding = _finding(facts, Rule.FIFTY, profile.articles.moves_claim, Level.CHECK, sure, _to_move(board))
        return [finding._replace(until=profile.moves_claim_until)]


def _finding(facts: Facts, rule: Rule, article: str, level: Level, sure: bool, side: Colour | None = None) -> Finding:
    return Finding(rule, article, level, facts.chain, side, None, sure, facts.least, facts.count_max)


def _to_move(board: chess.Board) -> Colour:
    return "white" if board.turn else "black"
