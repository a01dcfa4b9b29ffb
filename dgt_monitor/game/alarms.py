"""The alarms of one board through time: what stood strangely and has not been explained since."""

from dgt_monitor.game import beginning, strange
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.changes import Change, Explained, Strange
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import Timing

_KINGS = frozenset("Kk")


class Alarms:
    """What was told of one board as strange, until it is explained."""

    __slots__ = ("_setup", "_timing", "standing")

    def __init__(self, setup: Setup, timing: Timing) -> None:
        self._setup = setup
        self._timing = timing
        self.standing: list[Strange] = []

    def judge(self, t_s: float, opinion: Opinion, *, at_rest: bool) -> list[Change]:
        """What is strange now in a game, if nobody was told of it yet."""
        timing = self._timing
        patience = strange.Patience(timing.in_hand_after_s, timing.missing_after_s, timing.strange_after_s)
        known = frozenset(square for alarm in self.standing for square in alarm.squares)
        found = strange.strangeness(opinion, t_s, patience, at_rest=at_rest)
        if found is None or known & frozenset(found.squares):
            return []  # what is strange stays so until it is explained: neither a reply nor more of it ends the alarm
        self.standing.append(found)
        return [found]

    def put(self, alarm: Strange) -> None:
        """An alarm in place of one of the same squares."""
        self.standing = [*(other for other in self.standing if other.squares != alarm.squares), alarm]

    def judge_setup(self, seen: list[str]) -> list[Change]:
        """What is wrong with pieces at rest before a game, if they are nearly set up."""
        wanted = beginning.wanted_array(self._setup)
        found = strange.faulty_setup(seen, wanted)
        if found is not None and found in self.standing:
            return []
        if self.standing and not strange.is_mended(self.standing[0], seen, wanted):
            return []  # pieces moved on from a faulty set-up have not mended it
        out = self.end_all()
        if found is not None:
            self.standing = [found]
            out.append(found)
        return out

    def end(self, story: Story, *, of_kings: bool = False) -> list[Change]:
        """End the alarms none of whose squares is wrong any more; or wrong only by kings that show a result."""
        wrong = set(story.debts)
        if of_kings:
            wrong -= {square for square in wrong if {story.seen[square], story.expected[square]} & _KINGS}
        ended = [alarm for alarm in self.standing if not wrong.intersection(alarm.squares)]
        self.standing = [alarm for alarm in self.standing if alarm not in ended]
        return [Explained(alarm.squares) for alarm in ended]

    def end_all(self) -> list[Change]:
        """Nothing of it is so any more."""
        ended, self.standing = self.standing, []
        return [Explained(alarm.squares) for alarm in ended]

    def forget(self) -> None:
        """What was wrong in the game before, or before it was joined, nobody has explained."""
        self.standing = []
