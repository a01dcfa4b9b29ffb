"""A claim of a draw held against the record (9.2, 9.3); counts are never changed by it.

The answer says what the record supports. Whether the claim is correct is for the players and the arbiter (11.12).
"""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from typing import Final, Literal, NamedTuple

import chess

from dgt_monitor.events import Colour, Rule
from dgt_monitor.laws.alike import LookAlike, look_alikes, only_rights
from dgt_monitor.laws.identity import Standing, position_key
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.verdict import Finding


class Route(StrEnum):
    """On what a claim rests, by the numbers of the FIDE Laws; the profile names the article to cite."""

    REPETITION_INTENDED = "9.2.1"
    """The position is about to appear: the move is written, not played."""
    REPETITION = "9.2.2"
    """The position has just appeared."""
    MOVES_INTENDED = "9.3.1"
    """Fifty moves are about to be complete: the move is written, not played."""
    MOVES = "9.3.2"
    """Fifty moves are complete."""


INTENDED: Final = frozenset({Route.REPETITION_INTENDED, Route.MOVES_INTENDED})
REPETITIONS: Final = frozenset({Route.REPETITION_INTENDED, Route.REPETITION})

Defect = Literal["no_such_claim", "not_on_move", "no_move", "unclear_move", "illegal_move"]
"""Why a claim is not possible as made: the rules have none of this kind, the claimant is not to move, no move is
written, the written move can be that of several pieces, or is not legal."""

Doubt = Literal["illegal", "joined", "unseen", "plies"]
"""Why a record cannot tell: an illegal move stands that nobody has ruled on; it begins in the middle of the game;
moves may have been played unseen; some of its moves may have been others."""


class Claim(NamedTuple):
    """What a player claims."""

    claimant: Colour
    route: Route
    move: chess.Move | None = None
    """What he has written, where the route needs it and it is legal."""
    written: str = ""
    """The same as he wrote it. Text from outside may stand here."""
    unclear: bool = False
    """What is written can be the move of several pieces."""


def written_claim(board: chess.Board, claimant: Colour, route: Route, written: str) -> Claim:
    """A claim made in this position with a move as it was written, in SAN or UCI; empty: none was."""
    move, unclear = None, False
    if route in INTENDED and written:
        try:
            move = board.parse_san(written)
        except chess.AmbiguousMoveError:
            unclear = True
        except ValueError:
            with suppress(ValueError):
                move = board.parse_uci(written)
    return Claim(claimant, route, move or None, board.san(move) if move else written, unclear)


class Doubts(NamedTuple):
    """What is known to be in doubt of a record beside the plies that its ledger holds as not sure."""

    unseen_from: int | None = None
    """The first ply that may have been another one, or may not be the next, since nobody saw it."""
    seen_from: int = 0
    """After this ply everything was seen again."""
    illegal_from: int | None = None
    """The first ply that is not legal and stands unruled."""


NO_DOUBTS: Final = Doubts()


class Answer(NamedTuple):
    """What the record says of a claim."""

    claim: Claim
    ply: int
    """Plies that had been played when it was made."""
    article: str | None
    """Of the rule by which it is made; None where the rules cite none."""
    defect: Defect | None
    """Why it is not possible as made; the rest of the answer then tells what the record has all the same."""
    supported: bool | None
    """None: the record cannot tell."""
    doubt: Doubt | None
    """Why it cannot, or could not if more depended on it."""
    standing: Standing
    """The position claimed, the written move made."""
    plies: tuple[int, ...]
    """After which plies it has stood, the written move's last."""
    sure_plies: tuple[int, ...]
    """Those of them that are certain."""
    times: int
    """The least number of times it can have stood."""
    times_max: int | None
    """The most; None where more may have been played than was seen."""
    halfmove_clock: int
    """Half-moves without pawn move or capture by the record, the written move included."""
    halfmoves: int
    """As many of them as are certain."""
    halfmoves_max: int | None
    alikes: tuple[LookAlike, ...]
    """What looks like the claimed position and is another; empty for claims of fifty moves."""
    over: tuple[int, Finding] | None
    """What had ended, or may have ended, the game before, with its ply."""

    @property
    def is_of_board(self) -> bool:
        """Whether no position is claimed that can come about: then what stands on the board is told instead."""
        return self.claim.route in INTENDED and not (self.plies and self.plies[-1] > self.ply)

    @property
    def rule(self) -> Rule | None:
        """The rule under which the record supports it."""
        if not self.supported:
            return None
        return Rule.THREEFOLD if self.claim.route in REPETITIONS else Rule.FIFTY


class _Known(NamedTuple):
    """The least and the most that the record allows of what is counted."""

    least: int
    most: int | None


def examine(board: chess.Board, ledger: Ledger, claim: Claim, doubts: Doubts = NO_DOUBTS) -> Answer:
    """Hold a claim made in this position against the record that led to it; both are left as they were."""
    defect = _defect(board, ledger.profile, claim)
    if claim.route in INTENDED and claim.move is not None and board.is_legal(claim.move):
        # Also where the claim is not possible as made: what is claimed stands only after that move.
        board.push(claim.move)
        answer = _held_against(board, ledger, claim, doubts, 1)
        board.pop()
    else:
        answer = _held_against(board, ledger, claim, doubts, 0)
    if defect is not None:
        return answer._replace(defect=defect, supported=False)
    return answer


def examine_written(board: chess.Board, ledger: Ledger, move: chess.Move, doubts: Doubts = NO_DOUBTS) -> Answer:
    """A claim by the player to move who wrote this move and named no rule: repetition, or else fifty moves."""
    claimant: Colour = "white" if board.turn else "black"
    first = examine(board, ledger, Claim(claimant, Route.REPETITION_INTENDED, move), doubts)
    if first.supported:
        return first
    second = examine(board, ledger, Claim(claimant, Route.MOVES_INTENDED, move), doubts)
    if second.supported or (second.supported is None and first.supported is False):
        return second
    return first


def _defect(board: chess.Board, profile: Profile, claim: Claim) -> Defect | None:
    if (profile.repetition_claim if claim.route in REPETITIONS else profile.moves_claim) is None:
        return "no_such_claim"
    on_move = (claim.claimant == "white") == board.turn
    before_clock = profile.claimant == "to_move_or_before_clock" and claim.route not in INTENDED
    if not on_move and not before_clock:
        return "not_on_move"
    if claim.route not in INTENDED:
        return None
    if claim.move is None:
        return "unclear_move" if claim.unclear else "illegal_move" if claim.written else "no_move"
    return None if board.is_legal(claim.move) else "illegal_move"


def _held_against(board: chess.Board, ledger: Ledger, claim: Claim, doubts: Doubts, more: int) -> Answer:
    """The answer, with the position claimed on the board; `more` is 1 where it is about to appear."""
    now, key, clock = ledger.ply, position_key(board), board.halfmove_clock
    repetition, profile = claim.route in REPETITIONS, ledger.profile
    alikes = look_alikes(ledger, key) if repetition else ()
    plies = (*ledger.occurrences(key), *((now + 1,) if more else ()))
    sure = tuple(ply for ply in plies if _is_sure(ledger, doubts, ply, bool(key.castling_rights)))
    most = ledger.most_count(key) + more
    if ledger.joined_late or doubts.unseen_from is not None:
        # Whether a right existed that was lost since is not known; without it they are the same.
        most += sum(1 for alike in alikes if only_rights(alike))
    known = _is_known(ledger, doubts, _progress(ledger, clock, more))
    times = _Known(len(sure), most if known else None)
    halfmoves = _halfmoves(ledger, doubts, clock=clock, more=more)
    needed = profile.repetition_claim if repetition else 2 * (profile.moves_claim or 0)
    articles = {
        Route.REPETITION_INTENDED: profile.articles.repetition_claim_intended,
        Route.REPETITION: profile.articles.repetition_claim,
        Route.MOVES_INTENDED: profile.articles.moves_claim_intended,
        Route.MOVES: profile.articles.moves_claim,
    }
    fullmove = board.fullmove_number
    doubt = _doubt(ledger, doubts, times if repetition else halfmoves)
    return Answer(
        claim, now, articles[claim.route], None, _supported(times if repetition else halfmoves, needed or 0, doubts),
        doubt, Standing(key, clock, fullmove, board.chess960), plies, sure, times.least, times.most, clock,
        halfmoves.least, halfmoves.most, alikes, _over(ledger),
    )  # fmt: skip


def _supported(known: _Known, needed: int, doubts: Doubts) -> bool | None:
    if doubts.illegal_from is not None:
        return None  # whether it stands decides what the moves after it are worth
    if known.least >= needed:
        return True
    return None if known.most is None or known.most >= needed else False


def _is_sure(ledger: Ledger, doubts: Doubts, ply: int, rights: bool) -> bool:
    """Whether the claimed position certainly stood after a ply.

    A right to castle may have been lost in what nobody saw: then it tells a position before it from one after it.
    """
    if rights and doubts.unseen_from is not None and ply < doubts.seen_from:
        return False
    return ledger.sure(min(ply, ledger.ply), min(ply, ledger.ply))


def _progress(ledger: Ledger, clock: int, more: int) -> int:
    """The ply of the last pawn move or capture; at most 0 if it was none of the record's."""
    return ledger.ply + more - clock


def _is_known(ledger: Ledger, doubts: Doubts, progress: int) -> bool:
    """Whether everything since the last pawn move or capture was seen; what was before it can come no more."""
    if not ledger.joined_late and doubts.unseen_from is None:
        return True
    return progress > doubts.seen_from and ledger.sure(min(progress, ledger.ply), min(progress, ledger.ply))


def _halfmoves(ledger: Ledger, doubts: Doubts, *, clock: int, more: int) -> _Known:
    """Pawn moves and captures that nobody saw show in what stands afterwards; quiet moves do not."""
    now, progress = ledger.ply, _progress(ledger, clock, more)
    first = max(0, progress)
    if first > now or ledger.sure(first, now):
        if _is_known(ledger, doubts, progress):
            return _Known(clock, clock)
        if doubts.unseen_from is None or progress < doubts.unseen_from:
            return _Known(clock, None)
        return _Known(min(clock, now + more - doubts.seen_from), None)
    last = next(ply for ply in range(now, first - 1, -1) if not ledger.sure(ply, ply))
    return _Known(min(clock, now + more - max(last, doubts.seen_from)), None)


def _doubt(ledger: Ledger, doubts: Doubts, known: _Known) -> Doubt | None:
    if doubts.illegal_from is not None:
        return "illegal"
    if known.least == known.most:
        return None
    if known.most is None and doubts.unseen_from is not None:
        return "unseen"
    return "joined" if known.most is None and ledger.joined_late else "plies"


def _ends(ledger: Ledger) -> Iterator[tuple[int, Finding]]:
    return ((ply, finding) for ply, finding in ledger.findings() if finding.ends)


def _over(ledger: Ledger) -> tuple[int, Finding] | None:
    return ledger.end or next(_ends(ledger), None)
