"""One board's memory in the hall: what goes untold, when the memory is asked for, and what follows from it."""

from collections.abc import Callable

from dgt_monitor import events
from dgt_monitor.events import Event, MemoryState
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.game.untold import AWAY, READ_OUT
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.recalling import QUIET_S, Recalling
from drivers.readings import Memory


class BoardMemory:
    """Keeps tracker and clock told of what goes untold, and lays the memory over it when it comes.

    `ask` is called when the board is to be asked for its memory.
    """

    __slots__ = ("_clock", "_play", "_tracker", "ask", "recalling")

    def __init__(self, tracker: Tracker, clock: BoardClock, play: Play, ask: Callable[[], None]) -> None:
        self._tracker = tracker
        self._clock = clock
        self._play = play
        self.ask = ask
        self.recalling = Recalling()

    def belong_to(self, tracker: Tracker, clock: BoardClock) -> None:
        """What is read is laid over this tracker's game."""
        self._tracker, self._clock = tracker, clock

    @property
    def is_calm(self) -> bool:
        """Whether it is neither read nor waited for."""
        return not self.recalling.reading and self.recalling.due_s == NEVER_S

    def untold_from(self, t_s: float, why: str = AWAY) -> None:
        """From now on the board tells no changes."""
        self._tracker.line_down(t_s, why)
        self._clock.watch()

    def untold_while_held(self) -> None:
        """The same where what is moved is no play: it is if that is undone, so all that the clock says is kept."""
        if not self._clock.is_watched:
            self._clock.watch()

    def play_again(self) -> None:
        """What is moved is play again."""
        if self._tracker.untold.is_over:
            self._clock.unwatch()

    def line_down(self, t_s: float) -> None:
        """The line is away: what was asked before does not count any more."""
        self.untold_from(t_s)
        self.recalling.begin()

    def dumped(self, t_s: float, name: str, squares: str, out: list[Event]) -> None:
        """What stands on the board. Where nobody knows how it came to that, its memory is asked for."""
        clock, story = self._clock, self._tracker.story
        before = clock.running is None and self._play.game <= 1 and (story is None or not story.plies)
        changes = self._tracker.dump(t_s, squares, idle=before or clock.idle, stood=clock.stood)
        name = self._play.follow(t_s, name, changes, out)
        if self.recalling.reading:
            self._told(t_s, name, "not_read", out)
        if self._tracker.wants_memory:
            self.recalling.want(t_s, lost=self._tracker.lost_from_sight)
            self.tick(t_s)
        else:
            clock.unwatch()
            self.recalling.settled()

    def tick(self, t_s: float) -> None:
        """Ask for the memory if that is due."""
        if not self._tracker.wants_memory:
            self.recalling.settled()
            return
        over = self._play.is_over or self._clock.stands
        quiet = self._tracker.is_quiet(t_s, QUIET_S)
        if self.recalling.tick(t_s, quiet=quiet, over=over, lost=self._tracker.lost_from_sight):
            self.ask()

    def asked(self, t_s: float, name: str, out: list[Event], *, tells_meanwhile: bool) -> None:
        """The board is asked. Alone on its line it tells no changes while it reads its log out; on a bus they wait."""
        if not tells_meanwhile:
            self.untold_from(t_s, READ_OUT)
        elif self._tracker.untold.base is None:
            return  # nobody wants to know
        self._told(t_s, name, "reading", out)

    def came(self, t_s: float, name: str, memory: Memory, out: list[Event]) -> None:
        """The memory is there; passed over if nobody asked: such a board has been met (protocol 2.3)."""
        if not self.recalling.reading:
            return
        steps = self._tracker.lay_over(t_s, memory.records)
        if steps is None:
            self.recalling.hopeless()
            self._tracker.forget_memory()
            self._told(t_s, name, "does_not_fit", out)
            return
        for step in steps:
            name = self._play.follow(t_s, name, step.changes, out)
            if step.halted is not None:
                white_to_move = self._clock.halted(step.halted)
                name = self._play.follow(t_s, name, self._tracker.lever(step.t_s, white_to_move), out)
        now_white = self._clock.white_to_move
        if now_white is not None:
            name = self._play.follow(t_s, name, self._tracker.lever(t_s, now_white), out)
        self._told(t_s, name, "laid_over", out)

    def _told(self, t_s: float, name: str, state: MemoryState, out: list[Event]) -> None:
        self.recalling.reading = state == "reading"
        out.append(events.Memory(t_s, name, state, self._play.game))
