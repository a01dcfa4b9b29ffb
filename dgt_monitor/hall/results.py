"""What stands as the result of one game: what was signalled or follows from the Laws, and what was ruled of it. Pure.

Nothing is ever taken out: a ruling that was undone counts no more, and what stands follows from the others.
"""

from collections.abc import Iterator, Mapping, Set
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from dgt_monitor.events import How
from dgt_monitor.game.ruled import Ended
from dgt_monitor.game.showing import Shown
from dgt_monitor.game.timing import NEVER_S

RULED: Final[Mapping[str, tuple[str, How | None]]] = MappingProxyType(
    {
        "1-0": ("1-0", None),
        "0-1": ("0-1", None),
        "1/2-1/2": ("1/2-1/2", None),
        "0-0": ("0-0", None),
        "1/2-0": ("1/2-0", None),
        "0-1/2": ("0-1/2", None),
        "+/-": ("1-0", "forfeit"),
        "-/+": ("0-1", "forfeit"),
        "-/-": ("0-0", "forfeit"),
        "unplayed": ("*", "unplayed"),
    }
)
"""What a person may rule a result to be, and how it stands in the stream."""

CONFIRMED_BY_TIME: Final = frozenset({"kings", "piece", "checkmate"})
"""What may be confirmed by the mere passing of time, if the event says so (issue): both players showed or saw it."""


_OF_ROUNDS: Final = frozenset({"closed", "started"})
"""Decisions that say nothing of the result."""


class Standing(NamedTuple):
    """A result, and on what it rests."""

    result: str
    """As the stream has it; `*` of a game that was not played."""
    by: str
    confirmed: bool
    ply: int = 0
    """It falls with the plies from this one on; 0: with none."""
    how: How | None = None


class Decision(NamedTuple):
    """One ruling on the game."""

    number: int
    kind: Literal["result", "drawn", "clear", "resume", "closed", "started"]
    """`started`: the next round has, after it. `drawn`: at the end of a claim; the board is held, so nothing
    else has to be ended."""
    standing: Standing | None = None
    """Of `result` and `drawn`."""
    refuted: int = 0
    """Of `clear` and `resume`: proposals up to this one are no more."""
    shown: Shown | None = None
    """What the players showed when play was resumed."""
    ended: Ended | None = None
    """Of `result`, `closed` and `resume`: how the game stood."""


class Results:
    """The result of one game, through time."""

    __slots__ = ("_after_s", "_decided", "_proposals", "_undone", "due_s", "proposed")

    def __init__(self, undone: Set[int] = frozenset(), after_s: float | None = None) -> None:
        self._undone = undone
        """Numbers of rulings; the hall adds to them."""
        self._after_s = after_s
        """So long after it was made a proposal may be confirmed by time alone; None: never."""
        self._proposals = 0
        """So many were made."""
        self._decided: list[Decision] = []
        self.proposed: Standing | None = None
        """What the board or the Laws say last, whatever was ruled."""
        self.due_s = NEVER_S
        """When that is confirmed."""

    def held_in_common(self) -> dict[int, object]:
        """What a copy has in common with this one, as `copying` wants it."""
        return {id(self._undone): self._undone}

    def is_of_hall(self, memo: Mapping[int, object]) -> bool:
        """Whether in copies so made the same rulings count."""
        return memo.get(id(self._undone), self._undone) is self._undone

    # --- proposals ------------------------------------------------------------------------------------------

    def propose(self, t_s: float, result: str, by: str, ply: int) -> None:
        """The board or the Laws say that this is the result."""
        self.proposed = Standing(result, by, confirmed=False, ply=ply)
        self._proposals += 1
        may = self._after_s is not None and by in CONFIRMED_BY_TIME
        self.due_s = t_s + (self._after_s or 0.0) if may else NEVER_S

    def withdraw(self) -> None:
        """They do not any more."""
        self.proposed, self.due_s = None, NEVER_S

    def fall(self, number: int) -> None:
        """The plies from this one on are withdrawn."""
        if self.proposed is not None and self.proposed.ply >= number:
            self.withdraw()

    def confirm(self) -> None:
        """The time has passed: it counts as confirmed."""
        if self.proposed is not None:
            self.proposed = self.proposed._replace(confirmed=True)
        self.due_s = NEVER_S

    # --- rulings --------------------------------------------------------------------------------------------

    def rule(self, number: int, text: str, ended: Ended | None = None) -> None:
        """A person rules the result to be this, by the words of `RULED`; empty: there is none."""
        if not text:
            self._decided.append(Decision(number, "clear", refuted=self._proposals))
            return
        result, how = RULED[text]
        proposed = self.proposal
        same = proposed is not None and how is None and proposed.result == result
        by = proposed.by if same and proposed is not None else "arbiter"
        self._decided.append(Decision(number, "result", Standing(result, by, confirmed=True, how=how), ended=ended))

    def rule_drawn(self, number: int) -> None:
        """A claim ends with a draw."""
        self._decided.append(Decision(number, "drawn", Standing("1/2-1/2", "arbiter", confirmed=True)))

    def resume(self, number: int, shown: Shown | None = None, ended: Ended | None = None) -> None:
        """Play goes on; what the players show is no result."""
        self._decided.append(Decision(number, "resume", refuted=self._proposals, shown=shown, ended=ended))

    def close(self, number: int, ended: Ended | None = None) -> None:
        """The round is closed, and the game over, whatever its result."""
        self._decided.append(Decision(number, "closed", ended=ended))

    def start(self, number: int) -> None:
        """A round has started, after this game was ended."""
        self._decided.append(Decision(number, "started"))

    def decision(self, number: int) -> Decision | None:
        """What this ruling said of the game."""
        return next((each for each in self._decided if each.number == number), None)

    # --- what stands ----------------------------------------------------------------------------------------

    @property
    def standing(self) -> Standing | None:
        """The result that stands."""
        if not self._decided:
            return self.proposed if self._proposals else None
        for decision in self._in_effect():
            if decision.standing is not None:
                return decision.standing
            if decision.kind not in _OF_ROUNDS:
                break
        return self.proposal

    @property
    def proposal(self) -> Standing | None:
        """What is proposed, unless a ruling since has said that it is none; whatever else was ruled."""
        refuted = max((each.refuted for each in self._in_effect()), default=0)
        return self.proposed if self._proposals > refuted else None

    @property
    def is_drawn_by_claim(self) -> bool:
        """Whether the result that stands is that of a claim."""
        return next((each.kind for each in self._in_effect() if each.kind not in _OF_ROUNDS), None) == "drawn"

    @property
    def ended(self) -> Ended | None:
        """How the game stood when a ruling ended it; None: it is not over, or only by what the players show.

        Cleared is what was ruled a result, not that a round is closed.
        """
        ruled: Ended | None = None
        closed: Ended | None = None
        for decision in reversed(list(self._in_effect())):
            if decision.kind == "result":
                ruled = ruled or decision.ended
            elif decision.kind == "closed":
                closed = closed or decision.ended
            elif decision.kind == "clear":
                ruled = None
            elif decision.kind == "resume":
                ruled = closed = None
        if ruled is None or closed is None:
            return ruled or closed
        return min(ruled, closed, key=lambda ended: len(ended.plies))

    @property
    def is_unplayed(self) -> bool:
        """Whether the game is over by a ruling before its first move, and its round goes on."""
        ended = self.ended
        return ended is not None and not ended.plies and not any(each.kind in _OF_ROUNDS for each in self._in_effect())

    def _in_effect(self) -> Iterator[Decision]:
        """The last first."""
        return (each for each in reversed(self._decided) if each.number not in self._undone)
