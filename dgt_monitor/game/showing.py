"""The result that the players of one board show, through time: shown, corrected, withdrawn; and that it is over by a
ruling."""

from math import inf
from typing import Final

from dgt_monitor.game import gesture
from dgt_monitor.game.changes import Change, Signalled

Shown = tuple[str, str]
"""A result, and by what it is shown."""
RULED: Final[Shown] = ("", "arbiter")
"""The players show nothing: the arbiter has ended the game."""


class Showing:
    """What the players show now."""

    __slots__ = ("_let_be_s", "_players", "_since_s", "lost", "result", "ruled")

    def __init__(self) -> None:
        self.result: Shown | None = None
        """Not None: the game is over; what is moved after it belongs to no game."""
        self.ruled = False
        """It is over by a ruling, whatever the players show and withdraw."""
        self._players: Shown | None = None
        """What they show while it is `ruled`."""
        self._since_s = 0.0
        self._let_be_s = -inf
        """What has stood there since before then is no result: the arbiter has let play go on."""
        self.lost = False
        """The game was lost from sight before."""

    @property
    def players(self) -> Shown | None:
        """The result that they show, whatever was ruled."""
        return self._players if self.ruled else self.result

    def begin(self) -> None:
        """A game begins."""
        self.result = self._players = None
        self.ruled, self._let_be_s = False, -inf

    def news(self, changed_s: float, seen: list[str]) -> Shown | None:
        """A result that stands on the board at rest since `changed_s`, if it is new or, within seconds, another one."""
        shown, before = gesture.shown_result(seen), self.players
        if shown is None or shown == before or changed_s <= self._let_be_s:
            return None
        return shown if before is None or self.in_time(changed_s) else None

    def show(self, t_s: float, shown: Shown) -> Change:
        """This result is shown from now on."""
        self._set(shown)
        self._since_s = t_s
        return Signalled(*shown)

    def in_time(self, t_s: float) -> bool:
        """Whether what is shown may still be corrected or withdrawn by the players."""
        return t_s - self._since_s <= gesture.SECOND_THOUGHTS_S

    def withdraw(self) -> list[Change]:
        """It is shown no more."""
        shown = self.players
        self._set(None)
        if shown is None and self.ruled:
            return []  # there was nothing but a ruling, and that stands
        return [Signalled(None, "kings" if shown is None else shown[1])]

    def back_to(self, shown: Shown | None) -> list[Change]:
        """Be again as when this was shown."""
        out = self.withdraw() if self.players is not None and shown is None else []
        self._set(shown)
        return out

    def end(self) -> None:
        """The game is over by a ruling."""
        if not self.ruled:
            self._players, self.ruled = self.result, True
            self.result = self._players or RULED

    def reopen(self) -> None:
        """It is not, any more."""
        if self.ruled:
            self.result, self.ruled = self._players, False

    def let_be(self, t_s: float) -> None:
        """The game goes on, whatever still stands there."""
        self._let_be_s = t_s
        self._set(None)

    def show_again(self, shown: Shown | None) -> None:
        """That was taken back: this is shown, as before."""
        self._let_be_s = -inf
        self._set(shown)

    def _set(self, shown: Shown | None) -> None:
        if self.ruled:
            self._players, self.result = shown, shown or RULED
        else:
            self.result = shown
