"""What a claim rests on, put together once: for the sheet that the players sign, and for the screen."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import chess

from dgt_monitor.events import Colour, Provenance, Rule, Times
from dgt_monitor.hall.views import MoveView
from dgt_monitor.laws.alike import Namer, alike_text
from dgt_monitor.laws.claim import REPETITIONS, Answer
from dgt_monitor.laws.claim_texts import claim_text
from dgt_monitor.laws.identity import PositionKey, Standing
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import EventRule, Profile
from dgt_monitor.laws.texts import end_text
from dgt_monitor.laws.verdict import Finding
from dgt_monitor.tournament.event import NOBODY, TournamentFile
from dgt_monitor.wording import Said, Sentence, joined, word

_SHORT: Final = Sentence("short")
_LONG: Final = Sentence("long")
_NONE: Final = Sentence("none")


class Titles(NamedTuple):
    """What stands at the head of a sheet; empty where it is not known. Text from outside."""

    board: str
    white: str = ""
    black: str = ""
    event: str = ""
    round: str = ""
    when: str = ""
    """Date and time of the claim, as it is to be read."""


def titles_of(event: TournamentFile, board: str) -> Titles:
    """The head of a claim sheet of this board, as far as a tournament file names it."""
    white, black = event.players.get(board, NOBODY)
    return Titles(board, white, black, event.event, str(event.round))


class Stood(NamedTuple):
    """A position as it stood once."""

    ply: int
    label: str
    fen: str
    to_move: Colour
    clock: Times | None
    """Both clocks after the move that led to it."""
    rights: str
    """Who may still castle to which side, in words."""
    en_passant: str
    """The square on which a pawn can be taken in passing, or empty."""
    sure: bool
    provenance: Provenance | None
    """Of the move that led to it; None for the start position and a move that is only written."""


class Alike(NamedTuple):
    """A position that looks like the one claimed, and why it is another."""

    stood: Stood
    why: str
    squares: tuple[str, ...]
    """Where the difference is to be seen."""


class Ended(NamedTuple):
    """What had ended the game, or may have, before it was claimed."""

    rule: str
    """In words."""
    cited: str
    """By which article."""
    sure: bool
    stood: tuple[Stood, ...]
    """Every occurrence of a position; for a number of moves the first position of them and the last; else the last."""


class Evidence(NamedTuple):
    """Everything a claim sheet tells. Immutable; texts from outside stand in it as they came."""

    titles: Titles
    rules: str
    """Title of the set of rules."""
    event_rules: tuple[EventRule, ...]
    """What the event's own regulations changed in it."""
    authority: str
    answer: Answer
    text: str
    """The answer in words."""
    claimed: Stood
    stood: tuple[Stood, ...]
    """Every occurrence of the claimed position; for fifty moves the position after the last pawn move or capture."""
    alikes: tuple[Alike, ...]
    moves: tuple[MoveView, ...]
    """All moves of the game up to the claim."""
    first_ply: int
    """From the move after this ply on the moves belong to the claim."""
    clock: Times | None
    """Both clocks when it was made."""
    ended: Ended | None
    labels: tuple[str, ...]
    """The names of all plies, the start position first, a written move last."""

    @property
    def cited(self) -> str:
        """The article of the claim as it is printed; where there is none, whose rules these are."""
        article = self.answer.article
        return joined((self.authority, article or ""))


def gather(
    titles: Titles, ledger: Ledger, answer: Answer, moves: Sequence[MoveView], name: Namer, clock: Times | None
) -> Evidence:
    """Put together what a claim that was held against a record rests on."""
    moves, profile = tuple(moves[: answer.ply]), ledger.profile

    def stood(ply: int) -> Stood:
        move = moves[ply - 1] if 0 < ply <= len(moves) else None
        standing = answer.standing if ply > len(moves) else ledger.standing(ply)
        sure = ply not in doubted and (ply > len(moves) or ledger.sure(ply, ply))
        return _stood(ply, name(ply), standing, move, sure=sure)

    doubted = set(answer.plies).difference(answer.sure_plies)
    alikes = tuple(
        Alike(
            stood(each.ply),
            alike_text(each, name),
            tuple(chess.square_name(told.square) for told in each.differences if told.square is not None),
        )
        for each in answer.alikes
    )
    repetition = answer.claim.route in REPETITIONS
    progress = max(0, answer.ply + (1 if answer.plies[-1:] > (answer.ply,) else 0) - answer.halfmove_clock)
    plies = answer.plies if repetition else (progress,)
    over = () if answer.over is None else _end_plies(ledger, *answer.over)
    first = min((*plies, *over, *(each.ply for each in answer.alikes)), default=answer.ply)
    claimed = answer.plies[-1] if answer.plies else answer.ply
    last = max(answer.ply, claimed)
    return Evidence(
        titles, word(profile.title), profile.event_rules(), profile.authority, answer,
        claim_text(answer, name, profile), stood(claimed), tuple(stood(ply) for ply in plies), alikes, moves,
        min(first, answer.ply), clock,
        None if answer.over is None else _ended(answer.over[1], profile, tuple(stood(ply) for ply in over)),
        tuple(name(ply) for ply in range(last + 1)),
    )  # fmt: skip


def as_told(now: Evidence | None, before: Evidence | None) -> Evidence | None:
    """The same with the names and, of the same moves, the clock's times as they were told: not all is in the record."""
    if now is None or before is None:
        return now
    told = {ply: (move.uci, move.clock) for ply, move in enumerate(before.moves, 1)}
    same = {ply: told[ply][1] for ply, move in enumerate(now.moves, 1) if ply in told and told[ply][0] == move.uci}

    def timed(stood: Stood) -> Stood:
        return stood._replace(clock=same.get(stood.ply, stood.clock))

    return now._replace(
        titles=before.titles,
        claimed=timed(now.claimed),
        stood=tuple(map(timed, now.stood)),
        alikes=tuple(each._replace(stood=timed(each.stood)) for each in now.alikes),
        moves=tuple(move._replace(clock=same.get(ply, move.clock)) for ply, move in enumerate(now.moves, 1)),
        clock=before.clock,
        ended=None if now.ended is None else now.ended._replace(stood=tuple(map(timed, now.ended.stood))),
    )


_BY_MOVES: Final = frozenset({Rule.SEVENTYFIVE, Rule.FIFTY})


def _end_plies(ledger: Ledger, ply: int, finding: Finding) -> tuple[int, ...]:
    """After which plies the positions stood on which the end of a game rests."""
    if finding.rule in _BY_MOVES:
        return max(0, ply - ledger.standing(ply).halfmove_clock), ply
    return tuple(finding.plies) if finding.rule in (Rule.FIVEFOLD, Rule.THREEFOLD) else (ply,)


def _ended(finding: Finding, profile: Profile, stood: tuple[Stood, ...]) -> Ended:
    return Ended(end_text(finding.rule, profile), profile.cited(finding.article), finding.sure, stood)


def _stood(ply: int, label: str, standing: Standing, move: MoveView | None, *, sure: bool) -> Stood:
    key = standing.key
    return Stood(
        ply,
        label,
        standing.fen(),
        "white" if key.turn else "black",
        None if move is None else move.clock,
        rights_text(key),
        "" if key.ep_square is None else chess.square_name(key.ep_square),
        sure,
        None if move is None else move.provenance,
    )


def rights_text(key: PositionKey) -> Said:
    """To which side White, and after it Black, may still castle: `short, long; none`."""
    told = []
    for rank in (chess.BB_RANK_1, chess.BB_RANK_8):
        king = key.kings & rank
        rooks = list(chess.scan_reversed(key.castling_rights & rank))
        sides = [_SHORT() if chess.BB_SQUARES[rook] > king else _LONG() for rook in rooks]
        told.append(joined(sides, ", ") if sides else _NONE())
    return joined(told, "; ")
