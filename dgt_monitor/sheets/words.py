"""The words of a claim sheet, the same in every form of it."""

from typing import Final, NamedTuple

from dgt_monitor.events import Provenance, Times
from dgt_monitor.hall.evidence import Evidence, Stood
from dgt_monitor.hall.views import MoveView
from dgt_monitor.laws.claim import INTENDED, REPETITIONS, Route
from dgt_monitor.laws.labels import START_LABEL
from dgt_monitor.safe_text import safe

ALIKES_DRAWN: Final = 2
"""Look-alikes with diagrams, so that the sheet stays one page."""
ALIKES_TOLD: Final = 4
"""Look-alikes told; of the others only how many there are."""
OCCURRENCES_TOLD: Final = 12
"""Lines of the table: more than twice what ends a game by itself (chosen)."""
HEADING: Final = "Claim of a draw"
ROUTES: Final[dict[Route, str]] = {
    Route.REPETITION_INTENDED: "same position three times, the last by a written move",
    Route.REPETITION: "same position three times, just appeared",
    Route.MOVES_INTENDED: "fifty moves without pawn move or capture, the last by a written move",
    Route.MOVES: "fifty moves without pawn move or capture",
}
VERDICTS: Final[dict[bool | None, str]] = {
    True: "Supported by the record",
    False: "Not supported by the record",
    None: "The record cannot tell",
}
DECISIONS: Final = (
    "found correct, game drawn",
    "offer accepted, game drawn",
    "found incorrect, minutes added: ____ to: ________",
)
SIGN: Final = ("White", "Black", "Arbiter")
FOOT: Final = (
    "The board's record is evidence beside the scoresheets, not one of them (8.1). Checking the claim is the duty of "
    "the players under the arbiter's supervision (11.12)."
)
_MARKS: Final[dict[Provenance, str]] = {"seen": "", "inferred": "i", "memory": "m", "claimed": "c", "corrected": "r"}
_PROVENANCES: Final[dict[Provenance, str]] = {
    "seen": "seen by the board",
    "inferred": "worked out, not seen",
    "memory": "from the board's own memory",
    "claimed": "from a score, no board",
    "corrected": "corrected by the arbiter",
}
_NOT_SURE: Final = "?"
_NOT_LEGAL: Final = "!"


class Column(NamedTuple):
    """One line of the table of occurrences, as text."""

    after: str
    to_move: str
    clocks: str
    rights: str
    en_passant: str
    known: str


COLUMNS: Final = Column("After", "To move", "Clocks W / B", "Castling W; B", "En passant", "How it is known")


def occurrence(stood: Stood) -> Column:
    """A position of the table."""
    if stood.provenance is not None:
        known = _PROVENANCES[stood.provenance]
    else:
        known = "start position" if stood.ply == 0 else "written, not played"
    return Column(
        named(stood.label),
        stood.to_move.capitalize(),
        clocks(stood.clock),
        stood.rights,
        stood.en_passant or "none",
        known if stood.sure else f"{known}; NOT CERTAIN",
    )


def occurrences(evidence: Evidence) -> list[tuple[bool, Column]]:
    """The lines of the table, each with whether it is certain; of very many the middle is only counted."""
    told = [(stood.sure, occurrence(stood)) for stood in evidence.stood]
    more = len(told) - OCCURRENCES_TOLD
    if more > 0:
        told[OCCURRENCES_TOLD - 1 : -1] = [(True, Column(f"({more} more)", "", "", "", "", ""))]
    return told


def named(label: str) -> str:
    """A ply's name, made harmless."""
    return "start position" if label == START_LABEL else safe(label)


def clocks(times: Times | None) -> str:
    """Both clocks as they are read, White's first."""
    return "not known" if times is None else f"{_clock(times.white)} / {_clock(times.black)}"


def _clock(seconds: int) -> str:
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def head(evidence: Evidence) -> list[tuple[str, str]]:
    """What stands at the top, name and value; an empty value is a line to write on."""
    titles, claim = evidence.titles, evidence.answer.claim
    out = [
        ("Event", titles.event),
        ("Round", titles.round),
        ("Board", titles.board),
        ("Date, time", titles.when),
        ("White", titles.white),
        ("Black", titles.black),
        ("Claimed by", f"{claim.claimant.capitalize()}, after {named(evidence.labels[evidence.answer.ply])}"),
        ("Claim", f"{evidence.cited}: {ROUTES[claim.route]}"),
        ("Clocks W / B", "" if evidence.clock is None else clocks(evidence.clock)),
        ("Rules", evidence.rules),
    ]
    if claim.route in INTENDED:
        out.insert(8, ("Written move", claim.written))
    return [(name, safe(value)) for name, value in out]


def verdict(evidence: Evidence) -> str:
    """The answer in a few words."""
    over = evidence.answer.over
    if over is not None and over[1].sure:
        return "The game was over before the claim"
    return "Not possible as made" if evidence.answer.defect is not None else VERDICTS[evidence.answer.supported]


def table_heading(evidence: Evidence) -> str:
    """What the table of positions lists."""
    if evidence.answer.claim.route in REPETITIONS:
        return f"The position claimed, {len(evidence.stood)} time{'s' * (len(evidence.stood) != 1)} by the record"
    return f"No pawn move or capture since, {evidence.answer.halfmove_clock} half-moves by the record"


def moves_heading(evidence: Evidence) -> str:
    """Which moves are listed."""
    first = evidence.first_ply
    since = "from the start" if first == 0 else f"after {named(evidence.labels[first])}"
    return f"The moves {since} ({evidence.answer.ply - first} half-moves)"


def alikes_told(evidence: Evidence) -> list[str]:
    """The look-alikes that are not drawn."""
    told = [f"Not the same: {safe(alike.why)}." for alike in evidence.alikes[ALIKES_DRAWN:ALIKES_TOLD]]
    more = len(evidence.alikes) - ALIKES_TOLD
    return [*told, f"{more} more look the same and are not."] if more > 0 else told


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
        out.append(Written("", f"({named(evidence.labels[-1])} written)", ""))
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
        told = [f"All of them: {_PROVENANCES[listed[0].provenance]}"]
    else:
        told = [
            f"{mark or 'no mark'}: {_PROVENANCES[provenance]}"
            for provenance, mark in _MARKS.items()
            if any(move.provenance == provenance for move in listed)
        ]
    if any(not move.sure for move in listed):
        told.append(f"{_NOT_SURE}: not certain")
    if any(not move.legal for move in listed):
        told.append(f"{_NOT_LEGAL}: not a legal move, and it stands")
    told += [
        f"{named(evidence.labels[move.ply])}: {move.inferred_from} of its squares were seen to change"
        for move in listed
        if move.inferred_from is not None
    ]
    return told
