"""From the facts of one ply (count, clock, moves left) to the rules that apply, by a profile."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import chess

from dgt_monitor.events import Colour, Level, Rule
from dgt_monitor.laws.dead.deadness import Deadness, dead_at_a_glance, deadness
from dgt_monitor.laws.occurrences import ELSEWHERE_PLY, Chain, Occurrence, chain_plies, totals
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.verdict import Finding

NEVER: Final = 1 << 62
"""A threshold that no count reaches: a rule the profile switches off."""

FIVE: Final = 5
"""Occurrences from which a draw by repetition is called fivefold; below, where rules end a game there, threefold."""

FIFTY_HALFMOVES: Final = 100
"""Half-moves up to which a draw without progress is called fifty moves; above, seventy-five moves."""

A_ROW_PLY: Final = 4
"""Plies from a position to its next occurrence at consecutive moves: two by each player, who cannot be back sooner."""


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
    progress: bool
    """Whether this is the time for proofs that cost more: a capture or pawn move was just made."""


class Judge:
    """Applies a profile."""

    __slots__ = ("_claim", "_draw", "_halfmoves_claim", "_halfmoves_draw", "_lowest_clock", "profile")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._claim = profile.repetition_claim or NEVER
        self._draw = profile.repetition_draw or NEVER
        self._halfmoves_claim = 2 * (profile.moves_claim or NEVER)
        self._halfmoves_draw = 2 * (profile.moves_draw or NEVER)
        self._lowest_clock = min(self._halfmoves_claim, self._halfmoves_draw)

    @property
    def lowest_count(self) -> int:
        """Below this many occurrences no rule on repetition applies."""
        return min(self._claim, self._draw)

    @property
    def lowest_clock(self) -> int:
        """Below this many half-moves no rule on moves without progress applies."""
        return self._lowest_clock

    def findings(self, board: chess.Board, stuck: bool, may_end: bool, facts: Facts) -> tuple[Finding, ...]:
        """The rules that apply, in the order of their precedence: what ends the game first, claims last.

        `stuck`: the side to move has no legal move; `may_end`: that, or a dead position is worth asking for.
        Mate beats seventy-five moves; a claim of fifty moves dies with the game that ends on the same ply.
        """
        found = self._end(board, stuck, facts) if may_end else []
        ended = any(finding.proved for finding in found)
        least, most = facts.least, facts.most
        if most >= self._draw:
            if self.profile.repetition_draw_consecutive:
                least, most = in_a_row(facts.chain, self._draw)
            if most >= self._draw:
                found.append(self._repetition_draw(facts, least))
        if facts.clock >= self._lowest_clock:
            found += self._no_progress(board, facts, ended)
        if facts.most >= self._claim and (least < self._draw or not self.profile.draws_by_itself):
            found += self._repetition_claim(board, facts, may_be_drawn=most >= self._draw)
        return tuple(found)

    def _end(self, board: chess.Board, stuck: bool, facts: Facts) -> list[Finding]:
        articles, sure = self.profile.articles, facts.sure
        if stuck:
            mate = board.is_check()
            rule = Rule.CHECKMATE if mate else Rule.STALEMATE
            article = articles.checkmate if mate else articles.stalemate
            return [_finding(facts, rule, article, Level.INFO, sure, _to_move(board), ends=True)]
        return [] if facts.was_dead else self._dead(board, facts)

    def _dead(self, board: chess.Board, facts: Facts) -> list[Finding]:
        article = self.profile.articles.dead_position
        known = deadness(board) if facts.progress else dead_at_a_glance(board)
        if known is Deadness.DEAD:
            return [_finding(facts, Rule.DEAD_POSITION, article, _act(facts.sure), facts.sure, ends=True)]
        if known is Deadness.PROBABLY:
            found = _finding(facts, Rule.DEAD_POSITION, article, Level.CHECK, sure=False)
            return [found._replace(proved=False)]
        return []

    def _repetition_draw(self, facts: Facts, least: int) -> Finding:
        sure = facts.sure and least >= self._draw
        rule = Rule.FIVEFOLD if facts.most >= FIVE else Rule.THREEFOLD
        return self._draws(facts, rule, self.profile.articles.repetition_draw, sure)

    def _draws(self, facts: Facts, rule: Rule, article: str | None, sure: bool) -> Finding:
        """A draw that nobody has to claim; what only may be declared asks for no more than a look."""
        ends = self.profile.draws_by_itself
        return _finding(facts, rule, article, _act(sure and ends), sure, ends=ends)

    def elsewhere(self, found: Sequence[Finding], chains: Sequence[Chain | None]) -> tuple[Finding, ...]:
        """The draw by repetition that another story of the same game has at this ply, if this one has none.

        `chains`: of the positions that may have stood instead. It is told only of one that this story has known before.
        """
        rule = Rule.FIVEFOLD if self._draw >= FIVE else Rule.THREEFOLD
        if self._draw == NEVER or self.profile.repetition_draw_consecutive or any(one.rule is rule for one in found):
            return ()
        for chain in chains:
            least, most = totals(chain)
            if chain is not None and most >= self._draw and chain_plies(chain):
                article, ends = self.profile.articles.repetition_draw, self.profile.draws_by_itself
                return (Finding(rule, article, Level.CHECK, chain, None, None, False, least, most, ends),)
        return ()

    def _no_progress(self, board: chess.Board, facts: Facts, ended: bool) -> list[Finding]:
        found = []
        articles, sure = self.profile.articles, facts.clock_sure
        mated = ended and board.is_checkmate()
        if facts.clock_before < self._halfmoves_draw <= facts.clock and not mated:
            rule = Rule.SEVENTYFIVE if self._halfmoves_draw > FIFTY_HALFMOVES else Rule.FIFTY
            found.append(self._draws(facts, rule, articles.moves_draw, sure))
        if facts.clock_before < self._halfmoves_claim <= facts.clock and not ended:
            until, side = self.profile.moves_claim_until, _to_move(board)
            found.append(_finding(facts, Rule.FIFTY, articles.moves_claim, Level.CHECK, sure, side, until))
        return found

    def _repetition_claim(self, board: chess.Board, facts: Facts, *, may_be_drawn: bool) -> list[Finding]:
        enough = facts.least >= self._claim
        if not enough and may_be_drawn:
            return []  # that it may be drawn already is the greater thing to say
        articles, sure = self.profile.articles, facts.sure and enough
        until, side = self.profile.repetition_claim_until, _to_move(board)
        return [_finding(facts, Rule.THREEFOLD, articles.repetition_claim, Level.CHECK, sure, side, until)]


def in_a_row(chain: Chain, enough: int) -> tuple[int, int]:
    """How often a position has certainly, and at most, stood at consecutive moves of each player, this time included.

    No more than `enough` is counted: a row may be as long as the game.
    This time counts as certain, as in `Facts.least`. What may have stood in other stories is taken to fit into the row.
    """
    least, most, ply, certain = 0, 0, None, True
    node: Chain | None = chain
    while node is not None and (most < enough or (certain and least < enough)):
        here, before, is_sure = _link(node)
        if here == ELSEWHERE_PLY:
            most += 1
        elif ply is not None and ply - here != A_ROW_PLY:
            break
        else:
            certain = certain and (is_sure or ply is None)
            least, most, ply = least + certain, most + 1, here
        node = before
    return least, most


def _link(node: Chain) -> tuple[int, Chain | None, bool]:
    """Of an occurrence its ply, those before it, and whether it is certain."""
    if not isinstance(node, Occurrence):
        return node, None, True
    return node.ply, node.before, node.least > totals(node.before)[0]


def _act(sure: bool) -> Level:
    """What the Laws require to be done is done only on what is certain."""
    return Level.ACT if sure else Level.CHECK


def _finding(
    facts: Facts,
    rule: Rule,
    article: str | None,
    level: Level,
    sure: bool,
    side: Colour | None = None,
    until: str | None = None,
    *,
    ends: bool = False,
) -> Finding:
    return Finding(rule, article, level, facts.chain, side, until, sure, facts.least, facts.count_max, ends)


def _to_move(board: chess.Board) -> Colour:
    return "white" if board.turn else "black"
