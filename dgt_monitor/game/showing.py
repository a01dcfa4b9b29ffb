"""The result that the players of one board show, through time: shown, corrected, withdrawn."""

from dgt_monitor.game import gesture
from dgt_monitor.game.changes import Change, Signalled


class Showing:
    """What the players show now."""

    __slots__ = ("_since_s", "result")

    def __init__(self) -> None:
        self.result: tuple[str, str] | None = None
        """The result that is shown, and by what; what is moved after it belongs to no game."""
        self._since_s = 0.0

    def news(self, changed_s: float, seen: list[str]) -> tuple[str, str] | None:
        """A result that stands on the board at rest since `changed_s`, if it is new or, within seconds, another one."""
        shown = gesture.shown_result(seen)
        if shown is None or shown == self.result:
            return None
        return shown if self.result is None or self.in_time(changed_s) else None

    def show(self, t_s: float, shown: tuple[str, str]) -> Change:
        """This result is shown from now on."""
        self.result, self._since_s = shown, t_s
        return Signalled(*shown)

    def in_time(self, t_s: float) -> bool:
        """Whether what is shown may still be corrected or withdrawn by the players."""
        return t_s - self._since_s <= gesture.SECOND_THOUGHTS_S

    def withdraw(self) -> list[Change]:
        """It is shown no more."""
        by = self.result[1] if self.result is not None else "kings"
        self.result = None
        return [Signalled(None, by)]
