"""A board that keeps what its present game follows from, so that a ruling can change the past of the game."""

from typing import Final

from dgt_monitor.events import Event
from dgt_monitor.hall.alerts import AlertNumbers
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.differing import Difference, difference, take_over
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.placing import placed
from dgt_monitor.hall.refeeding import Checkpoint, FedBoard, Feeding, keep_times
from dgt_monitor.hall.refusing import RefusedError
from dgt_monitor.hall.slices import Away, Exchanged, Placed, Silent, Slice
from drivers.readings import MEMORY_ASKED, Asked, BoardDump, Clock, FieldUpdate, Identity, Reading

ON_THE_PAST: Final = frozenset({"replace", "settle", "position"})
"""Rulings that are applied where the moves were made of which they speak."""


class KeptBoard(HallBoard):
    """A board of the hall with the slice of its game."""

    __slots__ = ("_checkpoint", "_known", "kept")

    def __init__(
        self,
        number: int,
        port: str,
        address: int | None,
        known: Known,
        alert_numbers: AlertNumbers,
        asking: set["HallBoard"],
    ) -> None:
        super().__init__(number, port, address, known, alert_numbers, asking)
        self.kept = Slice()
        self._known = known
        self._checkpoint: Checkpoint | None = None
        """None: before the first game there is nothing to begin with."""

    # --- readings -------------------------------------------------------------------------------------------

    def read(self, t_s: float, reading: Reading, out: list[Event]) -> bool:
        """Take one reading in and keep it, if anything follows from it."""
        if type(reading) is FieldUpdate:
            kept = self.kept
            kept.times.append(t_s)
            kept.words.append(reading[0] | ord(reading[1]) << 8)
        elif type(reading) is not Clock or not self.clock.would_count_down(reading):
            self._keep(t_s, reading)
        game = self.play.game
        sooner = HallBoard.read(self, t_s, reading, out)
        if self.play.game != game:
            self._game_begins(t_s)
        return sooner

    def _keep(self, t_s: float, reading: Reading) -> None:
        if type(reading) is Asked and reading.what != MEMORY_ASKED:
            return  # what follows from it is kept: that the board went silent
        if type(reading) in (BoardDump, Identity) and not self.link.waits and self.is_no_news(reading):
            if isinstance(reading, Identity) and (reading.serial or reading.long_serial):
                self.kept.sure_s = t_s
            return
        self.kept.add(t_s, reading)

    def tick(self, t_s: float, out: list[Event]) -> None:
        """Do what is due at this time."""
        game = self.play.game
        HallBoard.tick(self, t_s, out)
        if self.play.game != game:
            self._game_begins(t_s)

    def exchanged(self, t_s: float, out: list[Event]) -> None:
        """Another board is found to answer in its place."""
        self.kept.add(t_s, Exchanged(self.kept.sure_s))
        HallBoard.exchanged(self, t_s, out)

    def away_since(self, t_s: float, since_s: float) -> None:
        """It is found elsewhere; nothing is known of it since then."""
        self.kept.add(t_s, Away(since_s))
        self.tracker.line_down(since_s)

    def _link_changed(self, t_s: float, change: LinkChange, out: list[Event]) -> None:
        if change.state == "silent" and self.link.heard_s is not None:
            self.kept.add(t_s, Silent(self.link.heard_s))
        HallBoard._link_changed(self, t_s, change, out)

    def _game_begins(self, t_s: float) -> None:
        """From here on the game follows from its own slice."""
        self.kept = Slice(t_s)
        self.alerts.begin_game()
        self._checkpoint = Checkpoint(self)

    # --- rulings --------------------------------------------------------------------------------------------

    def rule(self, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """What the arbiter rules of this board; RefusedError where that cannot be carried out."""
        if ruling.kind in ON_THE_PAST:
            one = self._placed(ruling)
            fed = self._fed(t_s, one, self.kept.undone)
            self.kept.placed.append(one)
            self._taken_over(t_s, fed, out)
            return
        self.kept.add(t_s, ruling)
        game = self.play.game
        try:
            HallBoard.rule(self, t_s, ruling, out)
        except RefusedError:
            self.kept.drop_last()
            raise
        if self.play.game != game:
            self._game_begins(t_s)

    def undo(self, t_s: float, number: int, out: list[Event], *, undone: bool = True) -> None:
        """A ruling of the present game is as if it had not been made; or, with `undone` False, is in effect again."""
        now = self.kept.undone | {number} if undone else self.kept.undone - {number}
        fed = self._fed(t_s, None, now)
        self.kept.undone = now
        self._taken_over(t_s, fed, out)

    def preview(self, t_s: float, ruling: Ruling) -> Difference:
        """What a ruling would change; nothing is changed. RefusedError where it cannot be carried out."""
        fed = self._fed(t_s, self._placed(ruling), self.kept.undone)
        keep_times(fed, self)
        return difference(self, fed)

    def _placed(self, ruling: Ruling) -> Placed:
        return placed(self.kept, self._begun().tracker.raw, self, ruling)

    def _fed(self, t_s: float, newest: Placed | None, undone: set[int]) -> FedBoard:
        return Feeding(self.kept, newest, undone).board(self._begun(), self.alerts.told, t_s)

    def _begun(self) -> FedBoard:
        """A board as this one was when its game had begun."""
        if self._checkpoint is not None:
            return self._checkpoint.board()
        return Checkpoint(HallBoard(self.number, self.port, self.address, self._known, AlertNumbers(), set())).board()

    def _taken_over(self, t_s: float, fed: FedBoard, out: list[Event]) -> None:
        take_over(t_s, self, fed, out)
        self._plan_held()
