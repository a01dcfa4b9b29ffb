"""The sentences about flags, as fixed strings: what fell, what it decides, what to do (6.8, 6.9)."""

from typing import Final, Literal, NamedTuple

from dgt_monitor.events import Colour, Level, Rule
from dgt_monitor.hall.texts import SIDES
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.texts import BOARD, end_text
from dgt_monitor.wording import Said, Sentence, joined, stopped


class Fall(NamedTuple):
    """A flag that has fallen, and what hangs on it."""

    side: Colour
    blocked: bool
    """The clock stands at 0: by the clock no period follows."""
    made: int
    """Moves the side has made."""
    required: int | Literal["all"] | None
    """Moves it had to make by then; None where the time control is not known."""
    opponent_can_mate: bool | None
    over: tuple[str, Rule, str | None] | None
    """After which move the game was over before, by which rule and article."""
    other_before: bool
    """The opponent's flag had fallen before."""

    @property
    def met(self) -> bool | None:
        """Whether the moves required were made; None where they are not known."""
        return None if self.required is None else self.required != "all" and self.made >= self.required


_FALLEN: Final = Sentence(
    "{side}'s flag has fallen after {n} move{required} ({how}).",
    "{side}'s flag has fallen after {n} moves{required} ({how}).",
)
_OF: Final = Sentence(" of {number}")
_HOW: Final = {
    True: Sentence("the clock stands at 0: by it no period follows"),
    False: Sentence("the clock may run on: by it a period has ended, perhaps not the last"),
}
_MET: Final = Sentence("The moves required were made: the game goes on.")
_IF_NOT_MET: Final = Sentence(" if the moves required were not made")
_CAN: Final = {
    True: Sentence("{other} can mate by legal moves: {side} loses{unless}."),
    False: Sentence("{other} cannot mate by any series of legal moves: the game is drawn{unless}."),
    None: Sentence("Whether {other} can mate by any series of legal moves is not proven: look at the position."),
}
_OVER: Final = Sentence("The game was over before, since {since}: {rule}, {cited}. That stands.")
_BOTH: Final = Sentence("{other}'s flag had fallen before.")
_DO: Final = {
    Level.ACT: Sentence("ACT NOW: {what} Stop the clocks, compare the moves made with those required."),
    Level.CHECK: Sentence("LOOK: {what} Go and compare the moves."),
    Level.INFO: Sentence("For the record: {what}"),
}


def flag_text(who: str, fall: Fall, level: Level, profile: Profile = FIDE_OVER_THE_BOARD) -> Said:
    """What is said of a flag."""
    names = {"side": SIDES[fall.side](), "other": SIDES["black" if fall.side == "white" else "white"]()}
    required = _OF(number=fall.required) if isinstance(fall.required, int) else ""
    parts: list[str] = [_FALLEN(n=fall.made, required=required, how=_HOW[fall.blocked](), **names)]
    if fall.over is not None:
        since, rule, article = fall.over
        parts.append(_OVER(since=since, rule=end_text(rule, profile), cited=profile.cited(article)))
    elif fall.met:
        parts.append(_MET())
    else:
        unless = _IF_NOT_MET() if fall.met is None else ""
        parts.append(_CAN[fall.opponent_can_mate](unless=unless, **names))
    if fall.other_before:
        parts.append(_BOTH(**names))
    return joined((BOARD(who=who), _DO[level](what=joined(parts)), stopped(profile.cited(profile.articles.flag))))
