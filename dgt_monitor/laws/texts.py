"""The sentences about draws and ends of games, as fixed strings.

In this order: board and players, what happened, certain or the one doubt, what to do, what not to do, article.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from dgt_monitor.events import Colour, Rule, Times
from dgt_monitor.laws.ends import LeftIllegal
from dgt_monitor.laws.labels import START_LABEL
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.verdict import Finding
from dgt_monitor.wording import Said, Sentence, joined, stopped, word

LABELS_SHOWN: Final = 6
"""Occurrences named in a sentence; a longer list loses its middle, never its last."""
_SECONDS_PER_MINUTE: Final = 60


class Since(NamedTuple):
    """The ply at which a game was drawn, and what is known of that moment."""

    label: str
    time: str = ""
    """The time of day if it is known, else of the recording."""
    clock: Times | None = None
    played: int = 0
    """Plies made after it."""


class Doubt(NamedTuple):
    """What decides whether something is so."""

    labels: tuple[str, ...]
    """The occurrences that are only possible; or the last ply that is certain."""
    time: str = ""
    why: str = ""
    afterwards: bool = False
    """Everything after that ply is in doubt."""
    decides: bool = False
    """One occurrence more makes it certain."""


WHITE: Final = Sentence("White")
BLACK: Final = Sentence("Black")
PLAYER: Final = Sentence("The player")
_MOVER = Sentence("The player who moved")
SIDES: Final[dict[Colour | None, Sentence]] = {"white": WHITE, "black": BLACK, None: PLAYER}
_OTHERS: Final[dict[Colour | None, Sentence]] = {"white": BLACK, "black": WHITE, None: _MOVER}
BOARD: Final = Sentence("Bd {who}.")
START_POSITION: Final = Sentence("the start position")
START: Final = Sentence("start")
_MORE: Final = Sentence("({n} more)", "({n} more)")
_AT_LEAST: Final = Sentence("at least {least}")
_OR: Final = Sentence("{least} or {most}")
_TO: Final = Sentence("{least} to {most}")

_CERTAIN: Final = Sentence("Certain.")
_HAPPENED: Final[dict[Rule, Sentence]] = {
    Rule.FIVEFOLD: Sentence("DRAW: same position {times} times, after {stood}."),
    Rule.SEVENTYFIVE: Sentence(
        "DRAW: {moves} moves by each player without pawn move or capture, complete after {last}."
    ),
    Rule.DEAD_POSITION: Sentence("DRAW: dead position after {last}, neither side can mate by any legal moves."),
    Rule.THREEFOLD: Sentence("For the arbiter only: position has stood {times} times ({stood})."),
    Rule.FIFTY: Sentence(
        "For the arbiter only: {moves} moves by each player without pawn move or capture, complete after {last}."
    ),
    Rule.CHECKMATE: Sentence("Checkmate after {last}."),
    Rule.STALEMATE: Sentence("Stalemate: {side} has no legal move after {last}."),
}
_MAY_HAVE: Final[dict[Rule, Sentence]] = {
    Rule.FIVEFOLD: Sentence("LOOK: same position {times} times, after {stood}."),
    Rule.SEVENTYFIVE: Sentence(
        "LOOK: {moves} moves by each player without pawn move or capture, complete after {last}."
    ),
    Rule.DEAD_POSITION: Sentence("LOOK: dead position after {last}, neither side can mate by any legal moves."),
}
"""Where what is not certain is begun in other words."""
_GOES_ON: Final[dict[Rule, Sentence]] = {
    Rule.CHECKMATE: Sentence("LOOK: checkmate after {last}, and the clocks were not stopped."),
    Rule.STALEMATE: Sentence("LOOK: stalemate after {last}, and the clocks were not stopped."),
}

_LEFT: Final[dict[LeftIllegal, Sentence]] = {
    "pawn": Sentence(
        "DRAW: a pawn was left on the last rank, the next move was completed, and it is still there ({squares})."
    ),
    "kings": Sentence("DRAW: both kings were in check, the next move was completed, and they still are ({squares})."),
}

_DRAWN_SINCE: Final = Sentence("Drawn since {since}.")
_CLOCKS: Final = Sentence("(W {white}, B {black})")
_PLAYED: Final = Sentence("{n} ply played since", "{n} plies played since")
_WON: Final = Sentence("{winner} has won.")
_DRAWN: Final = Sentence("Drawn.")

_MOVES_IN_DOUBT: Final = Sentence("Not certain: moves that led to it are in doubt.")
_TIMES_IN_DOUBT: Final = Sentence("Not certain that it stood each time.")
_TIMES_UNSEEN: Final = Sentence("Not certain, perhaps more often: moves may have been played while nobody watched.")
_DOUBT: Final = Sentence("Not certain. Doubt: did it stand after {stood}{when}?")
_IF_YES: Final = Sentence("If yes, drawn since {last}.")
_DOUBT_AFTER: Final = Sentence("Not certain. Doubt: what was played after {last}{when}?")

_PROBABLY_DEAD: Final = Sentence(
    "LOOK: probably a dead position after {last}: the pawns are locked and no way to mate was found for either side."
)
_NOT_PROVED: Final = Sentence("Not certain: not proved.")
_ANY_MATE: Final = Sentence("Look whether any series of legal moves can mate.")
_IF_ONE: Final = Sentence("If one can, the game goes on; do not stop it on this alone.")
_COMPARE: Final = Sentence("Compare the scoresheets.")
_COMPARE_OR_WAIT: Final = Sentence("Compare the scoresheets; one more occurrence makes it certain.")
_DO_NOT_STOP: Final = Sentence("Do not stop the game on this alone.")
_RECORD: Final = Sentence("Record the result.")
_STAY_OUT: Final = Sentence("Do not step in unless play goes on.")
_GO: Final = Sentence("Go and look, stop the clocks, record the result.")
_NO_MORE: Final = Sentence("Do not let play go on.")
_TO_MOVE: Final = Sentence("{side}, to move, may claim until {until}.")
_ON_HIS_TURN: Final = Sentence("{side}, to move, may claim, and either player on his turn until {until}.")
_BEFORE_CLOCK: Final = Sentence("{other}, who moved, may claim until the clock is pressed.")

_ENDED_BY_POSITION: Final = Sentence("the same position {times} times")
_ENDED_BY_MOVES: Final = Sentence("{moves} moves by each player without pawn move or capture")
_DRAWS: Final = {Rule.THREEFOLD: Rule.FIVEFOLD, Rule.FIFTY: Rule.SEVENTYFIVE}
"""Where rules end a game at three or at fifty moves, that is told as five or seventy-five are elsewhere."""
_OVER: Final = frozenset({Rule.CHECKMATE, Rule.STALEMATE})


def text(
    finding: Finding,
    labels: Sequence[str],
    board: str,
    *,
    players: str = "",
    profile: Profile = FIDE_OVER_THE_BOARD,
    unseen: bool = False,
    since: Since | None = None,
    doubt: Doubt | None = None,
) -> Said:
    """The sentence for a finding of `profile`; `unseen`: some of the game before it was not watched.

    `labels` name the plies of the finding as a scoresheet does (`labels.move_label`), in their order; `board`
    and `players` (`Petrov-Silva`) are taken as they are. `since` and `doubt` say more where it is known.
    """
    rule = finding.rule if finding.is_claim else _DRAWS.get(finding.rule, finding.rule)
    said = _Words(finding, rule, labels, profile)
    if not finding.proved:
        parts = [_PROBABLY_DEAD(last=named(labels[-1])), _NOT_PROVED(), _ANY_MATE(), _IF_ONE()]
        return _whole(joined((board, players)), parts, profile.cited(finding.article))
    if finding.sure:
        parts = [said.happened(), _CERTAIN(), *said.consequence(since)]
    else:
        parts = [said.happened(), *said.doubts(doubt, unseen=unseen)]
    return _whole(joined((board, players)), [*parts, *said.to_do(doubt)], profile.cited(_articles(finding, profile)))


def end_text(rule: Rule, profile: Profile) -> Said:
    """What ends a game by itself, by its name in the middle of a sentence."""
    if rule in (Rule.FIVEFOLD, Rule.THREEFOLD) and profile.repetition_draw is not None:
        return _ENDED_BY_POSITION(times=profile.repetition_draw)
    if rule in (Rule.SEVENTYFIVE, Rule.FIFTY) and profile.moves_draw is not None:
        return _ENDED_BY_MOVES(moves=profile.moves_draw)
    return word(rule.value.replace("_", " "))


def goes_on_text(rule: Rule, last: str, who: str, profile: Profile, article: str | None) -> Said:
    """That a game is over by checkmate or stalemate, and that its clocks were not stopped."""
    parts = [_GOES_ON[rule](last=named(last)), _CERTAIN(), _GO(), _NO_MORE()]
    return _whole(who, parts, profile.cited(article))


def left_illegal_text(who: str, what: LeftIllegal, squares: Sequence[str], profile: Profile) -> Said:
    """That a position which is not legal was left on the board once more (A.5.4)."""
    wording, cited = profile.wording, profile.cited(profile.articles.still_illegal)
    parts = [_LEFT[what](squares=", ".join(squares)), _CERTAIN(), word(wording.declare), word(wording.not_on)]
    return _whole(who, parts, cited)


def _whole(who: str, parts: Sequence[str], cited: str) -> Said:
    return joined((BOARD(who=who), *parts, stopped(cited)))


class _Words:
    """The parts of one sentence."""

    def __init__(self, finding: Finding, rule: Rule, labels: Sequence[str], profile: Profile) -> None:
        self._finding, self._rule, self._labels, self._profile = finding, rule, labels, profile
        self._last = named(labels[-1])
        self._side = SIDES[finding.side]()

    def happened(self) -> Said:
        """What is so, or may be."""
        finding, profile = self._finding, self._profile
        sentences = _HAPPENED if finding.sure else _HAPPENED | _MAY_HAVE
        return sentences[self._rule](
            times=_times(finding),
            stood=_stood(self._labels),
            last=self._last,
            moves=profile.moves_claim if finding.is_claim else profile.moves_draw,
            side=self._side,
        )

    def consequence(self, since: Since | None) -> list[Said]:
        """What has become of the game."""
        if self._rule is Rule.CHECKMATE:
            return [_WON(winner=_OTHERS[self._finding.side]())]
        if self._rule is Rule.STALEMATE:
            return [_DRAWN()]
        if self._finding.is_claim or not self._finding.ends:
            return []
        if since is None:
            if self._rule is not Rule.FIVEFOLD:
                return []
            since = Since(_drawn_at(self._finding, self._labels, self._profile))
        return [_DRAWN_SINCE(since=_moment(since))]

    def doubts(self, doubt: Doubt | None, *, unseen: bool) -> list[Said]:
        """Why it is not certain."""
        repeated = self._rule in (Rule.FIVEFOLD, Rule.THREEFOLD)
        if doubt is None:
            generic = _MOVES_IN_DOUBT if not repeated else _TIMES_UNSEEN if unseen else _TIMES_IN_DOUBT
            return [generic()]
        told = joined((doubt.time, word(doubt.why) if doubt.why else ""), ", ")
        when = joined((" (", told, ")"), "") if told else ""
        if doubt.afterwards or not repeated:
            return [_DOUBT_AFTER(last=named(doubt.labels[-1]), when=when)]
        asked = _DOUBT(stood=_stood(doubt.labels), when=when)
        return [asked, _IF_YES(last=self._last)] if self._rule is Rule.FIVEFOLD else [asked]

    def to_do(self, doubt: Doubt | None) -> list[Said]:
        """What the arbiter is to do, and what not."""
        finding, wording = self._finding, self._profile.wording
        if finding.is_claim:
            return [*self._claim(), word(wording.silence)]
        if self._rule in _OVER:
            return [_RECORD(), _STAY_OUT()]
        if finding.sure:
            return [word(wording.declare), word(wording.not_on)]
        return [_COMPARE_OR_WAIT() if doubt is not None and doubt.decides else _COMPARE(), _DO_NOT_STOP()]

    def _claim(self) -> list[Said]:
        sentence = _TO_MOVE if self._rule is Rule.THREEFOLD else _ON_HIS_TURN
        said = [sentence(side=self._side, until=word(self._finding.until or ""))]
        if self._profile.claimant == "to_move_or_before_clock":
            said.append(_BEFORE_CLOCK(other=_OTHERS[self._finding.side]()))
        return said


def _articles(finding: Finding, profile: Profile) -> str | None:
    parts = (finding.article, profile.articles.silence if finding.is_claim else None)
    return ", ".join(part for part in parts if part) or None


def named(label: str) -> str:
    """A ply in the middle of a sentence."""
    return START_POSITION() if label == START_LABEL else label


def listed(label: str) -> str:
    """A ply in a list."""
    return START() if label == START_LABEL else label


def _times(finding: Finding) -> str:
    """How often the position has stood: `5`, `at least 5`, and where that is in doubt `4 or 5`, `3 to 5`."""
    least, most = finding.count, finding.count_max
    if most == least:
        return str(least)
    if finding.sure or most is None:
        return _AT_LEAST(least=least)
    return (_OR if most == least + 1 else _TO)(least=least, most=most)


def _drawn_at(finding: Finding, labels: Sequence[str], profile: Profile) -> str:
    draw = profile.repetition_draw
    # With occurrences in doubt among them the one that drew the game is not told by its place in the list.
    if draw is None or len(labels) != finding.count or len(labels) < draw:
        return labels[-1]
    return labels[draw - 1]


def _moment(since: Since) -> Said:
    """`41...Kg8, 14:31:50 (W 4:12, B 2:51); 2 plies played since`."""
    clock = since.clock
    when = joined((named(since.label), since.time), ", ")
    clocks = "" if clock is None else _CLOCKS(white=_left(clock.white), black=_left(clock.black))
    played = _PLAYED(n=since.played) if since.played else ""
    return joined((joined((when, clocks)), played), "; ")


def _left(seconds: int) -> str:
    """Clock time as a clock shows it: `4:12`, `1:04:12`."""
    minutes, rest = divmod(seconds, _SECONDS_PER_MINUTE)
    hours, minutes = divmod(minutes, _SECONDS_PER_MINUTE)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _stood(labels: Sequence[str]) -> str:
    if len(labels) <= LABELS_SHOWN:
        return joined(map(listed, labels))
    first = map(listed, labels[: LABELS_SHOWN - 1])
    return joined((*first, _MORE(n=len(labels) - LABELS_SHOWN), listed(labels[-1])))
