"""The moves of a claim sheet, each with the marks of what is to be known of it, the same in every form of it."""

from typing import Final, NamedTuple

from dgt_monitor.events import Provenance
from dgt_monitor.hall.evidence import Evidence
from dgt_monitor.hall.views import MoveView
from dgt_monitor.language import words
from dgt_monitor.safe_text import safe
from dgt_monitor.sheets.words import PROVENANCES, named
from dgt_monitor.wording import Sentence

_MARKS: Final[dict[Provenance, str]] = {"seen": "", "inferred": "i", "memory": "m", "claimed": "c", "corrected": "r"}
_NOT_SURE: Final = "?"
_NOT_LEGAL: Final = "!"
_MOVES: Final = Sentence("The moves from the start ({n} half-move)", "The moves from the start ({n} half-moves)")
_MOVES_AFTER: Final = Sentence("The moves after {last} ({n} half-move)", "The moves after {last} ({n} half-moves)")
_IS_WRITTEN: Final = Sentence("({last} written)")
_ALL: Final = Sentence("All of them: {known}")
_NO_MARK: Final = Sentence("no mark")
_IN_DOUBT: Final = Sentence("not certain")
_STANDS: Final = Sentence("not a legal move, and it stands")
_SQUARES: Final = Sentence(
    "{move}: {n} of its squares was seen to change", "{move}: {n} of its squares were seen to change"
)


def moves_heading(evidence: Evidence) -> str:
    """Which moves are listed."""
    first = evidence.first_ply
    number = evidence.answer.ply - first
    return words(_MOVES_AFTER, last=named(evidence.labels[first]), n=number) if first else words(_MOVES, n=number)


class Written(NamedTuple):
    """One move of the list."""

    number: str
    """`12.` or, at the head of the list, `12...`; empty where Black's move follows White's."""
    san: str
    marks: str


def moves(evidence: Evidence) -> list[Written]:
    """The moves that belong to the claim, each with the marks of what is to be known of it; a written one last."""
    listed = _listed(evidence)
    alike = _are_alike(listed)
    out = []
    before: MoveView | None = None
    for move in listed:
        follows = before is not None and before.colour == "white" and move.colour == "black"
        number = "" if follows else f"{move.number}{'.' if move.colour == 'white' else '...'}"
        out.append(Written(number, safe(move.san), "" if alike else marks(move)))
        before = move
    if len(evidence.labels) > evidence.answer.ply + 1:
        out.append(Written("", words(_IS_WRITTEN, last=named(evidence.labels[-1])), ""))
    return out


def _listed(evidence: Evidence) -> tuple[MoveView, ...]:
    return evidence.moves[evidence.first_ply :]


def _are_alike(listed: tuple[MoveView, ...]) -> bool:
    """Whether all moves are known in the same way, and none is in doubt."""
    return len({move.provenance for move in listed}) == 1 and all(move.sure and move.legal for move in listed)


def marks(move: MoveView) -> str:
    """The marks of a move: how it is known, whether it is in doubt, whether the Laws do not allow it."""
    return _MARKS[move.provenance] + ("" if move.sure else _NOT_SURE) + ("" if move.legal else _NOT_LEGAL)


def legend(evidence: Evidence) -> list[str]:
    """How every move of the list is known, and what the marks mean."""
    listed = _listed(evidence)
    if _are_alike(listed):
        told = [words(_ALL, known=PROVENANCES[listed[0].provenance]())]
    else:
        there = {move.provenance for move in listed}
        told = [
            f"{mark or words(_NO_MARK)}: {words(PROVENANCES[provenance])}"
            for provenance, mark in _MARKS.items()
            if provenance in there
        ]
    if any(not move.sure for move in listed):
        told.append(f"{_NOT_SURE}: {words(_IN_DOUBT)}")
    if any(not move.legal for move in listed):
        told.append(f"{_NOT_LEGAL}: {words(_STANDS)}")
    told += [
        words(_SQUARES, move=named(evidence.labels[move.ply]), n=move.inferred_from)
        for move in listed
        if move.inferred_from is not None
    ]
    return told
