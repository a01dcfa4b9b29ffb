"""The sentences about flags, as fixed strings: what fell, what it decides, what to do (6.8, 6.9)."""

from typing import Final, Literal, NamedTuple

from dgt_monitor.events import Colour, Level, Rule


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
    over: tuple[str, Rule, str] | None
    """After which move the game was over before, by which rule and article."""
    other_before: bool
    """The opponent's flag had fallen before."""

    @property
    def met(self) -> bool | None:
        """Whether the moves required were made; None where they are not known."""
        return None if self.required is None else self.required != "all" and self.made >= self.required


_FALLEN: Final = "{side}'s flag has fallen after {made}{required} ({how})."
_HOW: Final = {
    True: "the clock stands at 0: by it no period follows",
    False: "the clock may run on: by it a period has ended, perhaps not the last",
}
_MET: Final = "The moves required were made: the game goes on."
_IF_NOT_MET: Final = " if the moves required were not made"
_CAN: Final = {
    True: "{other} can mate by legal moves: {side} loses{unless}.",
    False: "{other} cannot mate by any series of legal moves: the game is drawn{unless}.",
    None: "Whether {other} can mate by any series of legal moves is not proven: look at the position.",
}
_OVER: Final = "The game was over before, since {since}: {rule}, FIDE {article}. That stands."
_BOTH: Final = "{other}'s flag had fallen before."
_DO: Final = {
    Level.ACT: "Stop the clocks, compare the moves made with those required.",
    Level.CHECK: "Go and compare the moves.",
    Level.INFO: "",
}
_WORDS: Final = {Level.ACT: "ACT NOW", Level.CHECK: "LOOK", Level.INFO: "For the record"}


def flag_text(board: str, fall: Fall, level: Level) -> str:
    """What is said of a flag."""
    names = {"side": fall.side.capitalize(), "other": "Black" if fall.side == "white" else "White"}
    required = f" of {fall.required}" if isinstance(fall.required, int) else ""
    made = f"{fall.made} move{'s' * (fall.made != 1)}"
    parts = [_FALLEN.format(made=made, required=required, how=_HOW[fall.blocked], **names)]
    if fall.over is not None:
        since, rule, article = fall.over
        parts.append(_OVER.format(since=since, rule=rule.value.replace("_", " "), article=article))
    elif fall.met:
        parts.append(_MET)
    else:
        unless = _IF_NOT_MET if fall.met is None else ""
        parts.append(_CAN[fall.opponent_can_mate].format(unless=unless, **names))
    if fall.other_before:
        parts.append(_BOTH.format(**names))
    parts += [_DO[level], "FIDE 6.8, 6.9."]
    return f"Bd {board}. {_WORDS[level]}: {' '.join(part for part in parts if part)}"
