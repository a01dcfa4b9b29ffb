"""The words of a claim sheet, the same in every form of it."""

from typing import Final, NamedTuple

from dgt_monitor.events import Provenance, Times
from dgt_monitor.hall.evidence import Alike, Ended, Evidence, Stood
from dgt_monitor.language import chosen, is_draft, say, words
from dgt_monitor.laws.alike import MORE
from dgt_monitor.laws.claim import INTENDED, REPETITIONS, Route
from dgt_monitor.laws.labels import START_LABEL
from dgt_monitor.laws.texts import BLACK, SIDES, WHITE
from dgt_monitor.safe_text import safe
from dgt_monitor.sheets.rule_fields import rule_told
from dgt_monitor.wording import Sentence

ALIKES_DRAWN: Final = 2
"""Look-alikes with diagrams, so that the sheet stays one page."""
ALIKES_TOLD: Final = 4
"""Look-alikes told; of the others only how many there are."""
OCCURRENCES_TOLD: Final = 12
"""Lines of the table: more than twice what ends a game by itself (chosen)."""
HEADING: Final = Sentence("Claim of a draw")
ROUTES: Final[dict[Route, Sentence]] = {
    Route.REPETITION_INTENDED: Sentence("same position three times, the last by a written move"),
    Route.REPETITION: Sentence("same position three times, just appeared"),
    Route.MOVES_INTENDED: Sentence("fifty moves without pawn move or capture, the last by a written move"),
    Route.MOVES: Sentence("fifty moves without pawn move or capture"),
}
VERDICTS: Final[dict[bool | None, Sentence]] = {
    True: Sentence("Supported by the record"),
    False: Sentence("Not supported by the record"),
    None: Sentence("The record cannot tell"),
}
_WAS_OVER: Final = Sentence("The game was over before the claim")
_NOT_POSSIBLE: Final = Sentence("Not possible as made")
_DECISIONS: Final = (
    Sentence("found correct, game drawn"),
    Sentence("offer accepted, game drawn"),
    Sentence("found incorrect, minutes added: {minutes} to: {player}"),
)
_ARBITER: Final = Sentence("Arbiter")
_FOOT: Final = (
    Sentence("The board's record is evidence beside the scoresheets, not one of them (8.1)."),
    Sentence("Checking the claim is the duty of the players under the arbiter's supervision (11.12)."),
)
PROVENANCES: Final[dict[Provenance, Sentence]] = {
    "seen": Sentence("seen by the board"),
    "inferred": Sentence("worked out, not seen"),
    "memory": Sentence("from the board's own memory"),
    "claimed": Sentence("from a score, no board"),
    "corrected": Sentence("corrected by the arbiter"),
}
_POSITION: Final = Sentence("start position")
_WRITTEN: Final = Sentence("written, not played")
_NOT_CERTAIN: Final = Sentence("NOT CERTAIN")
_NONE: Final = Sentence("none")
_NOT_KNOWN: Final = Sentence("not known")
_COLUMNS: Final = (
    Sentence("After"),
    Sentence("To move"),
    Sentence("Clocks W / B"),
    Sentence("Castling W; B"),
    Sentence("En passant"),
    Sentence("How it is known"),
)
_EVENT, _ROUND, _BOARD, _WHEN = Sentence("Event"), Sentence("Round"), Sentence("Board"), Sentence("Date, time")
_CLAIMED_BY, _CLAIM, _MOVE = Sentence("Claimed by"), Sentence("Claim"), Sentence("Written move")
_CLOCKS, _RULES = Sentence("Clocks W / B"), Sentence("Rules")
_BY: Final = Sentence("{side}, after {last}")
_EVENT_RULES: Final = Sentence("The event's own rules, and in brackets what the set of rules says itself: {rules}.")
_TABLE: Final = Sentence(
    "The position claimed, {n} time by the record", "The position claimed, {n} times by the record"
)
_TABLE_BOARD: Final = Sentence(
    "The position on the board, {n} time by the record", "The position on the board, {n} times by the record"
)
_NO_PROGRESS: Final = Sentence(
    "No pawn move or capture since, {n} half-move by the record",
    "No pawn move or capture since, {n} half-moves by the record",
)
_ENDED: Final = Sentence("What had ended the game: {rule}, {cited}")
_MAY_HAVE_ENDED: Final = Sentence("What may have ended the game: {rule}, {cited}")
_END_POSITION: Final = Sentence("the end of the game, {last}")
_NOT_SAME: Final = Sentence("Not the same: {told}.")
_MORE_ALIKE: Final = Sentence("{n} more looks the same and is not.", "{n} more look the same and are not.")
_ALIKE: Final = Sentence("Looks the same and is not")
_THE_CLAIMED: Final = Sentence("the position claimed, {last}")
_THE_POSITION: Final = Sentence("the position claimed")
_CLAIMED: Final = Sentence("claimed, {last}")
_THE_BOARD: Final = Sentence("the position on the board, {last}")
_ON_BOARD: Final = Sentence("on the board, {last}")
_DECISION: Final = Sentence("Decision")
_PAGE: Final = Sentence("Claim of a draw, board {board}")
_DRAFT: Final = "This translation is a draft that no national arbiter has checked."
"""Said in English too, on a sheet that is not: who signs it should know."""


class Column(NamedTuple):
    """One line of the table of occurrences, as text."""

    after: str
    to_move: str
    clocks: str
    rights: str
    en_passant: str
    known: str


def columns() -> Column:
    """What stands above the table."""
    return Column(*map(words, _COLUMNS))


def title(evidence: Evidence) -> str:
    """What stands above all."""
    return f"{words(HEADING)} ({say(evidence.cited)})"


def page_name(evidence: Evidence) -> str:
    """What the sheet is called where it is one of many."""
    board = evidence.titles.board
    return words(_PAGE, board=named(board)) if board else words(HEADING)


def decisions() -> list[str]:
    """What the arbiter can have decided, with room for the rest."""
    return [words(decision, minutes="____", player="________") for decision in _DECISIONS]


def sign() -> tuple[str, ...]:
    """Who signs."""
    return words(WHITE), words(BLACK), words(_ARBITER)


def foot() -> str:
    """What the sheet is, and what it is not."""
    draft = [_DRAFT] if is_draft(chosen()) else []
    return " ".join([*map(words, _FOOT), *draft])


def nothing() -> str:
    """Where a list is empty."""
    return words(_NONE)


def alike_heading() -> str:
    """What stands above the look-alikes."""
    return words(_ALIKE)


def decision_heading() -> str:
    """What stands above the room for the decision."""
    return words(_DECISION)


def claimed_caption(evidence: Evidence) -> str:
    """Under the diagram of the position claimed."""
    return words(_THE_BOARD if evidence.answer.is_of_board else _THE_CLAIMED, last=named(evidence.claimed.label))


def position_caption(evidence: Evidence) -> str:
    """The same, shorter."""
    return claimed_caption(evidence) if evidence.answer.is_of_board else words(_THE_POSITION)


def beside_caption(evidence: Evidence) -> str:
    """Under the same diagram beside that of a look-alike."""
    return words(_ON_BOARD if evidence.answer.is_of_board else _CLAIMED, last=named(evidence.claimed.label))


def occurrence(stood: Stood) -> Column:
    """A position of the table."""
    if stood.provenance is not None:
        known = words(PROVENANCES[stood.provenance])
    else:
        known = words(_WRITTEN if stood.ply else _POSITION)
    return Column(
        named(stood.label),
        words(SIDES[stood.to_move]),
        clocks(stood.clock),
        say(stood.rights),
        stood.en_passant or nothing(),
        known if stood.sure else f"{known}; {words(_NOT_CERTAIN)}",
    )


def occurrences(stood: tuple[Stood, ...]) -> list[tuple[bool, Column]]:
    """The lines of a table, each with whether it is certain; of very many the middle is only counted."""
    more = len(stood) - OCCURRENCES_TOLD
    shown = stood if more <= 0 else (*stood[: OCCURRENCES_TOLD - 1], stood[-1])
    told = [(each.sure, occurrence(each)) for each in shown]
    if more > 0:
        told.insert(-1, (True, Column(words(MORE, n=more), "", "", "", "", "")))
    return told


def end_heading(ended: Ended) -> str:
    """What had ended the game before the claim, or may have."""
    return words(_ENDED if ended.sure else _MAY_HAVE_ENDED, rule=ended.rule, cited=ended.cited)


def end_caption(ended: Ended) -> str:
    """Under the diagram of the position with which it ended."""
    return words(_END_POSITION, last=named(ended.stood[-1].label))


def named(label: str) -> str:
    """A ply's name, made harmless."""
    return words(_POSITION) if label == START_LABEL else safe(label)


def clocks(times: Times | None) -> str:
    """Both clocks as they are read, White's first."""
    return words(_NOT_KNOWN) if times is None else f"{_clock(times.white)} / {_clock(times.black)}"


def _clock(seconds: int) -> str:
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def head(evidence: Evidence) -> list[tuple[str, str]]:
    """What stands at the top, name and value; an empty value is a line to write on."""
    titles, claim = evidence.titles, evidence.answer.claim
    claimed_by = words(_BY, side=SIDES[claim.claimant](), last=named(evidence.labels[evidence.answer.ply]))
    out = [
        (_EVENT, titles.event),
        (_ROUND, titles.round),
        (_BOARD, titles.board),
        (_WHEN, titles.when),
        (WHITE, titles.white),
        (BLACK, titles.black),
        (_CLAIMED_BY, claimed_by),
        (_CLAIM, f"{say(evidence.cited)}: {words(ROUTES[claim.route])}"),
        (_CLOCKS, "" if evidence.clock is None else clocks(evidence.clock)),
        (_RULES, say(evidence.rules)),
    ]
    if claim.route in INTENDED:
        out.insert(8, (_MOVE, claim.written))
    return [(words(name), safe(value)) for name, value in out]


def event_rules(evidence: Evidence) -> str:
    """What the event's own regulations say otherwise than the set of rules; empty where they say nothing."""
    told = [rule_told(rule) for rule in evidence.event_rules]
    return words(_EVENT_RULES, rules=safe("; ".join(told))) if told else ""


def verdict(evidence: Evidence) -> str:
    """The answer in a few words."""
    over = evidence.answer.over
    if over is not None and over[1].sure:
        return words(_WAS_OVER)
    return words(_NOT_POSSIBLE if evidence.answer.defect is not None else VERDICTS[evidence.answer.supported])


def answer(evidence: Evidence) -> tuple[str, str]:
    """The answer in a few words, and all of it, which does not begin with the same words once more."""
    heading, text = verdict(evidence), safe(say(evidence.text))
    if text.startswith(f"{heading}: "):
        return f"{heading}:", text[len(heading) + 2 :]
    return heading, text


def table_heading(evidence: Evidence) -> str:
    """What the table of positions lists."""
    if evidence.answer.claim.route in REPETITIONS:
        return words(_TABLE_BOARD if evidence.answer.is_of_board else _TABLE, n=len(evidence.stood))
    return words(_NO_PROGRESS, n=evidence.answer.halfmove_clock)


def not_same(alike: Alike) -> str:
    """A look-alike, and why it is not the same."""
    return safe(words(_NOT_SAME, told=alike.why))


def alikes_told(evidence: Evidence) -> list[str]:
    """The look-alikes that are not drawn."""
    told = [not_same(alike) for alike in evidence.alikes[ALIKES_DRAWN:ALIKES_TOLD]]
    more = len(evidence.alikes) - ALIKES_TOLD
    return [*told, words(_MORE_ALIKE, n=more)] if more > 0 else told
