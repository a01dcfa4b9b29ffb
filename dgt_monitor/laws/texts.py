"""The sentences about draws and ends of games, as fixed strings.

In this order: board, what happened, certain or the doubt, what to do, what not to do, article.
"""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.events import Colour, Rule
from dgt_monitor.laws.labels import START_LABEL
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.verdict import Finding

LABELS_SHOWN: Final = 6
"""Occurrences named in a sentence; a longer list loses its middle, never its last."""

_SIDES: Final[dict[Colour | None, str]] = {"white": "White", "black": "Black", None: "The player"}
_WINNERS: Final[dict[Colour | None, str]] = {"white": "Black", "black": "White", None: "The player who moved"}

_STOP = "Stop the clocks, declare the draw. Do not let the game go on."
_DO_NOT_STOP = "Compare the scoresheets. Do not stop the game on this alone."
_GOES_ON = "If one can, the game goes on; do not stop it on this alone."
_SILENCE = "Say nothing, do not approach."
_AT_THE_END = "Record the result. Do not step in unless play goes on."
_MOVES_IN_DOUBT = "Not certain: moves that led to it are in doubt."
_TIMES_IN_DOUBT = "Not certain that it stood each time."
_TIMES_UNSEEN = "Not certain, perhaps more often: moves may have been played while nobody watched."
_NO_PROGRESS = "moves by each player without pawn move or capture, complete after {last}."
_TO_MOVE = "{side}, to move, may claim until {until}."
_ON_HIS_TURN = "{side}, to move, may claim, and either player on his turn until {until}."

_CERTAIN: Final[dict[Rule, str]] = {
    Rule.FIVEFOLD: (f"DRAW: same position {{times}} times, after {{stood}}. Certain. Drawn since {{since}}. {_STOP}"),
    Rule.SEVENTYFIVE: f"DRAW: {{moves_draw}} {_NO_PROGRESS} Certain. {_STOP}",
    Rule.DEAD_POSITION: (
        f"DRAW: dead position after {{last}}, neither side can mate by any legal moves. Certain. {_STOP}"
    ),
    Rule.THREEFOLD: (
        f"For the arbiter only: position has stood {{times}} times ({{stood}}). Certain. {_TO_MOVE} {_SILENCE}"
    ),
    Rule.FIFTY: f"For the arbiter only: {{moves_claim}} {_NO_PROGRESS} Certain. {_ON_HIS_TURN} {_SILENCE}",
    Rule.CHECKMATE: f"Checkmate after {{last}}. Certain. {{winner}} has won. {_AT_THE_END}",
    Rule.STALEMATE: f"Stalemate: {{side}} has no legal move after {{last}}. Certain. Drawn. {_AT_THE_END}",
}
_POSSIBLE: Final[dict[Rule, str]] = {
    Rule.FIVEFOLD: f"LOOK: same position {{times}} times, after {{stood}}. {{doubt}} {_DO_NOT_STOP}",
    Rule.SEVENTYFIVE: f"LOOK: {{moves_draw}} {_NO_PROGRESS} {_MOVES_IN_DOUBT} {_DO_NOT_STOP}",
    Rule.DEAD_POSITION: (
        "LOOK: dead position after {last}, neither side can mate by any legal moves. "
        f"{_MOVES_IN_DOUBT} {_DO_NOT_STOP}"
    ),
    Rule.THREEFOLD: (
        f"For the arbiter only: position has stood {{times}} times ({{stood}}). {{doubt}} {_TO_MOVE} {_SILENCE}"
    ),
    Rule.FIFTY: (f"For the arbiter only: {{moves_claim}} {_NO_PROGRESS} {_MOVES_IN_DOUBT} {_ON_HIS_TURN} {_SILENCE}"),
    Rule.CHECKMATE: f"Checkmate after {{last}}. {_MOVES_IN_DOUBT} {_AT_THE_END}",
    Rule.STALEMATE: f"Stalemate: {{side}} has no legal move after {{last}}. {_MOVES_IN_DOUBT} {_AT_THE_END}",
}
_PROBABLY_DEAD: Final = (
    "LOOK: probably a dead position after {last}: the pawns are locked and no way to mate was found for either side. "
    f"Not certain: not proved. Look whether any series of legal moves can mate. {_GOES_ON}"
)


def text(
    finding: Finding,
    labels: Sequence[str],
    board: str,
    *,
    players: str = "",
    profile: Profile = FIDE_OVER_THE_BOARD,
    unseen: bool = False,
) -> str:
    """The English sentence for a finding of `profile`; `unseen`: some of the game before it was not watched.

    `labels` name the plies of the finding as a scoresheet does (`labels.move_label`), in their order; `board`
    and `players` (`Petrov-Silva`) are taken as they are.
    """
    template = (_CERTAIN if finding.sure else _POSSIBLE)[finding.rule] if finding.proved else _PROBABLY_DEAD
    sentence = template.format(
        times=_times(finding),
        stood=_stood(labels),
        since=_named(_drawn_since(finding, labels, profile)),
        last=_named(labels[-1]),
        moves_claim=profile.moves_claim,
        moves_draw=profile.moves_draw,
        side=_SIDES[finding.side],
        winner=_WINNERS[finding.side],
        until=finding.until,
        doubt=_TIMES_UNSEEN if unseen else _TIMES_IN_DOUBT,
    )
    who = f"Bd {board} {players}." if players else f"Bd {board}."
    return f"{who} {sentence} {profile.authority} {_articles(finding, profile)}."


def _articles(finding: Finding, profile: Profile) -> str:
    if finding.rule in (Rule.THREEFOLD, Rule.FIFTY):
        return f"{finding.article}, {profile.articles.silence}"
    return finding.article


def _named(label: str) -> str:
    return "the start position" if label == START_LABEL else label


def _times(finding: Finding) -> str:
    """How often the position has stood: `5`, `at least 5`, and where that is in doubt `4 or 5`, `3 to 5`."""
    least, most = finding.count, finding.count_max
    if most == least:
        return str(least)
    if finding.sure or most is None:
        return f"at least {least}"
    return f"{least} or {most}" if most == least + 1 else f"{least} to {most}"


def _drawn_since(finding: Finding, labels: Sequence[str], profile: Profile) -> str:
    draw = profile.repetition_draw
    # With occurrences in doubt among them the one that drew the game is not told by its place in the list.
    if draw is None or len(labels) != finding.count or len(labels) < draw:
        return labels[-1]
    return labels[draw - 1]


def _stood(labels: Sequence[str]) -> str:
    if len(labels) <= LABELS_SHOWN:
        return " ".join(labels)
    first = " ".join(labels[: LABELS_SHOWN - 1])
    return f"{first} ({len(labels) - LABELS_SHOWN} more) {labels[-1]}"
