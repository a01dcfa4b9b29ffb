"""A board that keeps what its present game follows from, so that a ruling can change the past of the game."""

from collections.abc import Iterator
from math import inf

from dgt_monitor.events import Alert, Event, Summary
from dgt_monitor.game.timing import CLOSE_S
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.board_rulings import ruled_of
from dgt_monitor.hall.differing import Difference, difference, take_other, take_over
from dgt_monitor.hall.endings import Stood
from dgt_monitor.hall.entries import Known, Ruling, WhiteClock
from dgt_monitor.hall.games_before import GameBefore, keep_before, tried
from dgt_monitor.hall.learning import learn, take
from dgt_monitor.hall.link import LinkChange
from dgt_monitor.hall.parted_game import Followed, PartedGame, SliceBefore
from dgt_monitor.hall.placing import Stretch, placed
from dgt_monitor.hall.refeeding import Checkpoint, FedBoard, Feeding, Fresh
from dgt_monitor.hall.refusing import RefusedError, faults_refuse
from dgt_monitor.hall.reopening import follows_anew, lets_go_on
from dgt_monitor.hall.slices import Arrived, Away, Exchanged, Left, Placed, Silent, Slice
from dgt_monitor.hall.undone_claims import closes_a_draw
from dgt_monitor.wording import Said
from drivers.readings import MEMORY_ASKED, Asked, BoardDump, Clock, FieldUpdate, Identity, Reading, Score

_HEARD = frozenset({"up", "noisy"})
_TOLD_AGAIN = frozenset({BoardDump, Identity, Score})
MOST_BEFORE = 512
"""Entries kept of a board on which there is no game: then it begins anew with how it is (chosen: a position set
up and some hours of moves of a game that turns out to have come here)."""


class KeptBoard(HallBoard):
    """A board of the hall with the slice of its game."""

    __slots__ = ("_checkpoint", "before", "joined", "kept", "learnt", "named_clock")

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
        self.kept = Slice(alert_numbers.undone)
        self.before: dict[int, GameBefore] = {}
        """The games before the present one, by their numbers."""
        self.joined: SliceBefore | None = None
        """Of a game that was joined in its middle: what was said before that, and what has been since."""
        self.learnt: Known | None = None
        """What was learnt since the slice began: by that its game is fed again, too."""
        self.named_clock: WhiteClock | None = None
        """The side that was named last since then: White's time stays there where none is named any more."""
        self._checkpoint: Checkpoint | Fresh = Fresh(number, port, address, known, alert_numbers.undone)

    def learn(self, t_s: float, known: Known, out: list[Event]) -> None:
        """Take over what is known now."""
        self.learnt = known
        self.named_clock = known.white_clock or self.named_clock
        learn(self, t_s, known, out)

    # --- readings -------------------------------------------------------------------------------------------

    def read(self, t_s: float, reading: Reading, out: list[Event]) -> bool:
        """Take one reading in and keep it, if anything follows from it."""
        plain, begun = self.held is None and not self.link.waits, self.play.begun
        if isinstance(reading, FieldUpdate):
            kept = self.kept
            kept.times.append(t_s)
            kept.words.append(reading[0] | ord(reading[1]) << 8)
            self.changed = True
            sooner = self._square(t_s, reading, out) if plain else HallBoard.read(self, t_s, reading, out)
        elif isinstance(reading, Clock):
            if plain and self.clock.counts_down(t_s, reading):
                self.changed = True  # as in what is overridden here, at once: nine clock readings in ten
                self.link.heard_s = t_s
                self.link.spoken += 1
                if t_s >= self.clock.tell_at_s - CLOSE_S:
                    self._tell_clock(t_s, out)
                return False
            sooner = self._clock_changed(t_s, reading, out, plain=plain)
        else:
            self._keep(t_s, reading)
            sooner = HallBoard.read(self, t_s, reading, out)
        if self.play.begun != begun:
            self._game_begins(t_s, out)
        return sooner

    def _clock_changed(self, t_s: float, reading: Clock, out: list[Event], *, plain: bool) -> bool:
        if self.held is None or not self.clock.would_count_down(reading):  # also by which a silent board is heard
            self._keep(t_s, reading)
        self.changed = True
        return self._clock(t_s, reading, out) if plain else HallBoard.read(self, t_s, reading, out)

    def _keep(self, t_s: float, reading: Reading) -> None:
        if type(reading) is Asked and reading.what != MEMORY_ASKED:
            return  # what follows from it is kept: that the board went silent
        if type(reading) in _TOLD_AGAIN and self.link.heard_as in _HEARD and self.is_no_news(reading):
            if isinstance(reading, Identity) and (reading.serial or reading.long_serial):
                self.kept.sure_s = t_s
            return
        if self.tracker.opinion is None and len(self.kept) >= MOST_BEFORE and not self.kept.rulings():
            self.begin_slice(t_s)
        self.kept.add(t_s, reading)

    def tick(self, t_s: float, out: list[Event]) -> None:
        """Do what is due at this time."""
        begun = self.play.begun
        HallBoard.tick(self, t_s, out)
        if self.play.begun != begun:
            self._game_begins(t_s, out)

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

    def _game_begins(self, t_s: float, out: list[Event]) -> None:
        """From here on the game follows from its own slice; the one before from what there was."""
        over = next((each for each in reversed(out) if isinstance(each, Summary) and each.board == self.name), None)
        if over is None or over.game != self.play.game - 1:
            self.before = {}  # games are numbered by the name under which they were told
        elif isinstance(self._checkpoint, Checkpoint) and not self.kept.goings:
            before = GameBefore(self.kept, self._checkpoint, over)
            before.learnt, before.white_clock, before.tournament = self.learnt, self.named_clock, self.tournament
            before.told = self.alerts.told
            keep_before(self.before, before)
        self.alerts.begin_game()
        self.rounds = {}
        self.last_claim = self.claim_told = None  # a game before may have had the same number, by another name
        was = self.slice_now
        self.begin_slice(t_s)
        self.joined = SliceBefore(was, self.kept) if self.play.is_joined and over is None else None

    @property
    def slice_now(self) -> Followed:
        """What its game is fed again from."""
        return self.kept, self._checkpoint, self.learnt, self.named_clock

    def begin_slice(self, t_s: float) -> None:
        """What comes from now on follows from how the board is now."""
        self.kept, self.learnt, self.named_clock = Slice(self.alerts.undone, t_s), None, None
        self._checkpoint = Checkpoint(self)

    # --- rulings --------------------------------------------------------------------------------------------

    def ruled(self, t_s: float, ruling: Ruling, out: list[Event]) -> Said | None:
        """Carry out what was ruled of this board as it is now; why not, where that cannot be."""
        self.kept.add(t_s, ruling)
        begun = self.play.begun
        if self._is_let_go_on(t_s, ruling, out):
            return None
        try:
            why_not = ruled_of(self, t_s, ruling, out)
        except RefusedError as refused:
            why_not = refused.why
        if why_not is not None:
            self.kept.drop_last()
        elif self.play.begun != begun:
            self._game_begins(t_s, out)
        return why_not

    def _is_let_go_on(self, t_s: float, ruling: Ruling, out: list[Event]) -> bool:
        """Whether play goes on by this ruling after an end that was ruled, with all that was moved since."""
        if self.tracker.story is None or not lets_go_on(self.kept, self.play, ruling):
            return False
        try:
            fed = self.fed(t_s)
        except RefusedError:
            return False
        told = len(out)
        self.take_over(t_s, fed, out)
        for event in out[told:]:
            if isinstance(event, Alert):
                self.alerts.raised_now(event)
        return True

    def follows_anew(self, number: int) -> bool:
        """Whether its game has to be fed again where this ruling on its end or its start counts no more, or again."""
        if self.tracker.story is None:
            return False
        start = self.rounds.get(number)
        if start is not None and start.game == self.play.game:
            return self.kept.has(number)
        return follows_anew(self.kept, self.play, number) or closes_a_draw(self.kept, number)

    def without(self, t_s: float, number: int, before: Stood | None, out: list[Event]) -> None:
        """The board is as it follows without this ruling, in which the program failed."""
        goings = self.kept.goings
        if self.kept.forget(number) or self.tracker.story is not None:
            self.take_over(t_s, self.fed(t_s), out, before, other=self.kept.goings != goings)

    def correct(self, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """Carry out a ruling on the past; RefusedError where that cannot be."""
        kept, one = self._placed(ruling)
        with tried(kept.placed, one):
            fed = self.fed(t_s, ruling)
        self.take_over(t_s, fed, out)

    def preview(self, t_s: float, ruling: Ruling) -> Difference:
        """What a ruling on the past would change; nothing is changed. RefusedError where it cannot be carried out."""
        kept, one = self._placed(ruling)
        with tried(kept.placed, one):
            fed = self.fed(t_s, ruling)
        kept.placed.pop()
        fed.renumber(self.play.game)
        return difference(self, fed)

    def fed(self, t_s: float, newest: Ruling | None = None, *, may_begin: bool = False) -> FedBoard:
        """The board as it follows from its slice; RefusedError where a ruling cannot be carried out.

        `may_begin`: also where a game begins in it.
        """
        begun = self._checkpoint.board()
        if self.learnt is not None:
            take(begun, self.learnt)
        if self.named_clock is not None:
            begun.clock.learn(self.named_clock)
        begun.name = self.name
        begun.sit_as(self.tournament)
        with faults_refuse():
            board = Feeding(self.kept, newest, may_begin=may_begin).board(begun, self.alerts.told, t_s)
        if self.learnt is not None:
            board.clock.learn(self.learnt.white_clock)
        return board

    def take_over(
        self, t_s: float, fed: FedBoard, out: list[Event], stood: Stood | None = None, *, other: bool = False
    ) -> None:
        """The board is as it follows now, and what is different is told, of results against those that `stood`.

        `other`: it is another game.
        """
        if other:
            take_other(t_s, self, fed, out)
        else:
            take_over(t_s, self, fed, out, stood)
        self._plan_held()

    def _placed(self, ruling: Ruling) -> tuple[Slice, Placed]:
        return placed(list(self._stretches()), self, ruling)

    # --- a game comes and goes ------------------------------------------------------------------------------

    def parted(self, t_s: float, ruling: Ruling) -> PartedGame:
        """The game as it would leave the board; nothing is changed. RefusedError where it cannot."""
        game = PartedGame(t_s, self, self.kept, self._checkpoint)
        self.try_entry(t_s, Left(ruling))
        return game

    def try_entry(self, t_s: float, what: Left | Arrived) -> None:
        """RefusedError where the board cannot follow from its slice with this entry; nothing is changed."""
        self.kept.add(t_s, what)
        try:
            self.fed(t_s)
        finally:
            self.kept.drop_last()

    def part(self, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """The game leaves the board."""
        self.kept.add(t_s, Left(ruling))
        take_other(t_s, self, self.fed(t_s), out, aside=ruling.kind == "set_aside")
        self._plan_held()

    def receive(self, t_s: float, ruling: Ruling, game: PartedGame, out: list[Event]) -> None:
        """A game comes to the board."""
        self.alerts.taken_back.update(game.seen)
        self.kept.add(t_s, Arrived(ruling, game))
        self.take_over(t_s, self.fed(t_s), out, other=True)

    def _stretches(self) -> Iterator[Stretch]:
        """What tells of the present game, board by board."""
        came, begun = self.kept.came, self._checkpoint.raw
        game = None if came is None else came[1].game
        if isinstance(game, PartedGame):
            yield from game.stretches()
        first, since_s = (0, -inf) if came is None else (came[0] + 1, self.kept.times[came[0]])
        yield Stretch(self.kept, begun, self.tracker.rotated, first, len(self.kept), since_s)

    def slices(self, goings: list[tuple[int, Left | Arrived]]) -> Iterator[Slice]:
        """Those from which the game on the board follows, and others that came and went: by these goings."""
        yield self.kept
        for _, what in goings:
            if isinstance(what, Arrived) and isinstance(what.game, PartedGame):
                yield from (stretch.kept for stretch in what.game.stretches())
