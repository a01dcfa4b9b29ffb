"""The draw record of one line of play: told the board after every ply, it answers what the Laws say of it."""

from collections.abc import Iterator, Sequence

import chess

from dgt_monitor.events import Rule
from dgt_monitor.laws.dead.deadness import may_be_locked
from dgt_monitor.laws.ends import first_legal_move, has_both_kings, may_be_dead, surely_goes_on
from dgt_monitor.laws.identity import PositionKey, Standing, position_key
from dgt_monitor.laws.judge import Facts, Judge
from dgt_monitor.laws.occurrences import Chain, Occurrence, Occurrences, chain_plies, totals
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.verdict import Finding, Repetition, Verdict


class Ledger:
    """The draw record of one line of play, with undo; the start position is ply 0 and counts (9.2.3).

    `joined_late`: what was played before ply 0 is unknown. Then `count_max` is None throughout and the counts
    are true lower bounds provided the first board has every castling right its placement allows: rights lost
    later are lost in truth and in the record alike, so positions the record calls equal are equal.

    The record never keeps a reference to a board it is shown.
    """

    __slots__ = (
        "_chess960",
        "_clocks",
        "_dead_ply",
        "_findings",
        "_fullmoves",
        "_judge",
        "_lowest_clock",
        "_lowest_count",
        "_occurrences",
        "_tip",
        "joined_late",
    )

    def __init__(
        self, board: chess.Board, profile: Profile = FIDE_OVER_THE_BOARD, *, joined_late: bool = False
    ) -> None:
        self.joined_late = joined_late
        self._chess960 = board.chess960
        self.rule_by(profile)
        self._occurrences = Occurrences()
        self._clocks: list[int] = []
        self._fullmoves: list[int] = []
        self._findings: dict[int, tuple[Finding, ...]] = {}
        self._dead_ply: int | None = None
        self._tip: Verdict | None = None
        self.push(board)

    def rule_by(self, profile: Profile) -> None:
        """From the next ply on these rules apply; what was found before stays found."""
        self._judge = Judge(profile)
        self._lowest_count = self._judge.lowest_count
        self._lowest_clock = self._judge.lowest_clock

    def copy(self) -> "Ledger":
        """An independent record with the same content, for a story that parts from this one."""
        other: Ledger = object.__new__(Ledger)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other._occurrences = self._occurrences.copy()
        other._clocks = self._clocks.copy()
        other._fullmoves = self._fullmoves.copy()
        other._findings = self._findings.copy()
        return other

    def push(
        self,
        board_after: chess.Board,
        *,
        sure: bool = True,
        may_also: Sequence[PositionKey] = (),
        checked: bool | None = None,
        legal: bool = True,
    ) -> Verdict:
        """Record one ply by the board after it.

        `sure=False`: that this position stood now is only possible. In its own verdict it counts once in
        `count` (it stands), in every later one only in `count_max`. `may_also`: positions that may have stood
        instead in other stories of the same game; each mention counts once in that position's `count_max`.
        `checked`: what is known already of a check (`laws.ends.surely_goes_on`). `legal=False`: the move that led
        here is not legal and stands; its position counts like any other, but only a legal move mates, stalemates or
        leaves a dead position (5.1.1, 5.2.1, 5.2.2).
        """
        key = position_key(board_after)
        clock, fullmove = board_after.halfmove_clock, board_after.fullmove_number
        chain = self._occurrences.push(key, sure, may_also)
        count, most = (1, 1) if type(chain) is int else _counts(chain, sure)
        no_move = may_end = False
        # A capture or a pawn move, what follows one (a right to take en passant has lapsed), or the first position.
        progress = clock <= 1 or not self._clocks
        if progress and clock and self._findings and self._smelled():
            progress = False
        locked = progress and may_be_locked(board_after)
        if legal and (locked or not surely_goes_on(board_after, checked)) and has_both_kings(board_after):
            move = first_legal_move(board_after)
            no_move = move is None
            may_end = locked or move is None or may_be_dead(board_after, move, progress)
        findings: tuple[Finding, ...] = ()
        if most >= self._lowest_count or clock >= self._lowest_clock or may_end:
            facts = self._facts(chain, count, most, clock, sure, progress)
            findings = self._judge.findings(board_after, no_move, may_end, facts)
        if may_also:
            findings += self._judge.elsewhere(findings, [self._occurrences.chain(other) for other in may_also])
        if findings:
            self._keep(findings)
        self._clocks.append(clock)
        self._fullmoves.append(fullmove)
        standing = Standing(key, clock, fullmove, self._chess960)
        # tuple.__new__ leaves out the Python frame of the generated constructor.
        self._tip = verdict = tuple.__new__(
            Verdict, (standing, count, None if self.joined_late else most, chain, findings)
        )
        return verdict

    def _smelled(self) -> bool:
        """Whether the ply before was told as probably dead; without a capture or pawn move nothing has changed."""
        return any(not finding.proved for finding in self._findings.get(len(self._clocks) - 1, ()))

    def _facts(self, chain: Chain, count: int, most: int, clock: int, sure: bool, progress: bool) -> Facts:
        ply = len(self._clocks)
        return Facts(
            chain,
            count,
            most,
            None if self.joined_late else most,
            clock,
            self._clocks[-1] if ply else -1,
            sure,
            self._occurrences.sure(ply - clock, ply),
            self._dead_ply is not None,
            progress,
        )

    def _keep(self, findings: tuple[Finding, ...]) -> None:
        ply = len(self._clocks)
        self._findings[ply] = findings
        if findings[0].rule is Rule.DEAD_POSITION and findings[0].proved:
            self._dead_ply = ply

    def pop(self) -> None:
        """Take the last ply back; IndexError if only the start position is left."""
        if len(self._clocks) < 2:
            raise IndexError("no ply to take back")
        self._occurrences.pop()
        self._clocks.pop()
        self._fullmoves.pop()
        ply = len(self._clocks)
        self._findings.pop(ply, None)
        if self._dead_ply == ply:
            self._dead_ply = None
        self._tip = None

    def truncate(self, ply: int) -> None:
        """Take plies back until this one is the last; ValueError if it was never reached."""
        if not 0 <= ply <= self.ply:
            raise ValueError(f"ply {ply} of a line of {self.ply}")
        while self.ply > ply:
            self.pop()

    @property
    def profile(self) -> Profile:
        """The rules that are applied."""
        return self._judge.profile

    @property
    def ply(self) -> int:
        """Plies since the start position."""
        return len(self._clocks) - 1

    @property
    def verdict(self) -> Verdict:
        """What the Laws say of the position that stands now."""
        tip = self._tip = self.at(self.ply)
        return tip

    @property
    def start_verdict(self) -> Verdict:
        """What the Laws say of the start position: what a set-up position already is."""
        return self.at(0)

    def at(self, ply: int) -> Verdict:
        """What the Laws said when this ply was the last; IndexError if it was never reached."""
        last = len(self._clocks) - 1
        if ply == last and self._tip is not None:
            return self._tip
        if not 0 <= ply <= last:
            raise IndexError(f"ply {ply} of a line of {last}")
        chain = self._occurrences.chain_at(ply)
        count, most = _counts(chain, self._occurrences.sure(ply, ply))
        count_max = None if self.joined_late else most
        return Verdict(self.standing(ply), count, count_max, chain, self._findings.get(ply, ()))

    def standing(self, ply: int) -> Standing:
        """What stood after a ply, without how often: that is found at the same cost in a game of any length."""
        return Standing(self._occurrences.key(ply), self._clocks[ply], self._fullmoves[ply], self._chess960)

    def key(self, ply: int) -> PositionKey:
        """The position after a ply; 0 is the start."""
        return self._occurrences.key(ply)

    def sure(self, first_ply: int, last_ply: int) -> bool:
        """Whether every ply of a stretch, both ends included, is certain."""
        return self._occurrences.sure(first_ply, last_ply)

    @property
    def is_sure(self) -> bool:
        """Whether every ply is."""
        return self._occurrences.all_sure

    def occurrences(self, key: PositionKey) -> tuple[int, ...]:
        """After which plies of this line a position has stood; empty if it never did."""
        return chain_plies(self._occurrences.chain(key))

    def sure_count(self, key: PositionKey) -> int:
        """How often a position has certainly stood."""
        return totals(self._occurrences.chain(key))[0]

    def most_count(self, key: PositionKey) -> int:
        """How often a position can have stood in this line, the merely possible occurrences included."""
        return totals(self._occurrences.chain(key))[1]

    @property
    def end(self) -> tuple[int, Finding] | None:
        """The first certain end of the game by itself, with its ply; None while the game goes on."""
        return next(((ply, told) for ply, told in self.findings() if told.ends and told.sure), None)

    def drawn_since(self, rule: Rule) -> int | None:
        """The first ply after which the game was certainly drawn by this rule; None if it is not."""
        return next((ply for ply, told in self.findings() if told.rule is rule and told.ends and told.sure), None)

    def findings(self) -> Iterator[tuple[int, Finding]]:
        """Every finding of this line with its ply, in the order of the plies."""
        for ply, findings in self._findings.items():
            for finding in findings:
                yield ply, finding

    @property
    def max_count(self) -> int:
        """The highest `count` any position of this line has reached."""
        return self._occurrences.max_count

    @property
    def any_repeated(self) -> bool:
        """Whether any position has, or may have, stood more than once."""
        return self._occurrences.any_repeated

    @property
    def repeated_number(self) -> int:
        """How many positions have, or may have, stood more than once."""
        return self._occurrences.repeated_number

    def repeated_keys(self) -> Iterator[PositionKey]:
        """Those positions, in the order in which they did."""
        return self._occurrences.repeated_keys()

    def repeated(self) -> tuple[Repetition, ...]:
        """The positions that have, or may have, stood at least twice, in the order in which they did."""
        return tuple(self._repetition(key) for key in self._occurrences.repeated)

    def _repetition(self, key: PositionKey) -> Repetition:
        chain = self._occurrences.chain(key)
        count, most = totals(chain)
        return Repetition(key, count, None if self.joined_late else most, chain_plies(chain))


def _counts(chain: Chain, sure: bool) -> tuple[int, int]:
    if isinstance(chain, Occurrence):
        return chain.least if sure else chain.least + 1, chain.most
    return 1, 1
