"""The alarms of one board through time: what stood strangely and has not been explained since."""

from collections.abc import Sequence, Set
from math import inf

import chess

from dgt_monitor.game import setting_up, strange
from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.changes import Change, Explained, Strange
from dgt_monitor.game.clocked import MOST_MOVED, SHUFFLED_PLY
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.story import Story
from dgt_monitor.game.taken_back import is_going_back
from dgt_monitor.game.timing import CLOSE_S, Timing

MOST_KNOCKED = 11
"""More pieces missing than that, and both kings off the board: they were put away (chosen)."""
_KINGS = frozenset("Kk")


class Alarms:
    """What was told of one board as strange, until it is explained."""

    __slots__ = ("_disturbed_s", "_played_on", "_put_away", "_setup", "_timing", "standing")

    def __init__(self, setup: Setup, timing: Timing) -> None:
        self._setup = setup
        self._timing = timing
        self.standing: list[Strange] = []
        self._disturbed_s: tuple[float, float] = (inf, -inf)
        """When many pieces were first and last seen to stand wrong, as long as some of them do."""
        self._played_on: list[Strange] = []
        """Faults of the set-up with which the present game is played."""
        self._put_away = False
        """The pieces were put away, and have not come back."""

    def learn(self, setup: Setup) -> None:
        """What stands before a game is held against this from now on."""
        self._setup = setup

    def judge(self, t_s: float, rest_s: float, opinion: Opinion, *, waits: bool) -> list[Change]:
        """What is strange now in a game, if nobody was told of it yet; `waits`: its clock has not run yet."""
        timing, story = self._timing, opinion.story
        at_rest = rest_s >= timing.strange_after_s
        fault = self._fault(story, rest_s, waits=waits) if at_rest else None
        if fault is None and self._is_let_be(t_s, rest_s, story, waits=waits):
            return []
        patience = strange.Patience(timing.in_hand_after_s, timing.missing_after_s, timing.strange_after_s)
        known = frozenset(square for alarm in self.standing for square in alarm.squares)
        found = strange.strangeness(opinion, t_s, patience, at_rest=at_rest)
        if fault is not None and (found is not None or len(story.debts) > MOST_MOVED):
            found = fault
        if found is None or known & frozenset(found.squares):
            return []  # what is strange stays so until it is explained: neither a reply nor more of it ends the alarm
        self.standing.append(found)
        return [found]

    def judge_corrected(self, rest_s: float, story: Story, unknown: Set[tuple[str, ...] | None]) -> list[Change]:
        """What does not fit a position that a person has said just now, unless it is told, or a move on its way."""
        debts = story.debts
        resting = rest_s >= self._timing.strange_after_s
        in_hand = strange.on_its_way(story) and (not resting or all(story.seen[square] == EMPTY for square in debts))
        known = [alarm for alarm in self.standing if tuple(map(chess.square_name, alarm.squares)) not in unknown]
        if in_hand or any(not debts.keys().isdisjoint(alarm.squares) for alarm in known):
            return []
        out = self.back_to(known)
        found = Strange("position_unexplained", tuple(sorted(debts)), len(story.plies), corrected=True)
        self.standing.append(found)
        return [*out, found]

    def put(self, alarm: Strange) -> None:
        """An alarm in place of one of the same squares."""
        self.standing = [*(other for other in self.standing if other.squares != alarm.squares), alarm]

    def _fault(self, story: Story, rest_s: float, *, waits: bool) -> Strange | None:
        """What is wrong with pieces that are set up: before move 1, or for the next game.

        Who sets up for that one, and pauses with some pieces still in his hand, has done nothing wrong.
        """
        if story.plies and not waits:
            patience_s = self._timing.disturbed_after_s if setting_up.lacks_pieces(story.seen) else 0.0
            if len(story.debts) <= MOST_MOVED or rest_s < patience_s - CLOSE_S:
                return None
        return setting_up.faulty_setup(story.seen, self._setup)

    def _is_let_be(self, t_s: float, rest_s: float, story: Story, *, waits: bool) -> bool:
        """Whether nobody need look, or not yet: before the clock runs, pieces put away, restored or taken back."""
        if waits and len(story.plies) < SHUFFLED_PLY:
            return True
        debts, seen = story.debts, story.seen
        missing = sum(seen[square] == EMPTY for square in debts) if len(debts) > MOST_MOVED else 0
        off = missing > MOST_KNOCKED and not _KINGS.intersection(seen)
        self._put_away = off or (self._put_away and missing > MOST_MOVED)
        if self._put_away:
            return True
        return self._is_restored(t_s, debts) or (
            is_going_back(story) and rest_s < self._timing.disturbed_after_s - CLOSE_S
        )

    def _is_restored(self, t_s: float, debts: dict[int, float]) -> bool:
        """Whether many pieces stand wrong, or did and some still do, and there was no time yet to restore them."""
        oldest_s = min(debts.values(), default=inf)
        first_s, last_s = self._disturbed_s
        if oldest_s > last_s:
            first_s = inf  # that is over
        if len(debts) > MOST_MOVED:
            first_s, last_s = min(first_s, sorted(debts.values())[MOST_MOVED]), t_s
        self._disturbed_s = first_s, last_s
        return oldest_s <= last_s and t_s - first_s < self._timing.disturbed_after_s - CLOSE_S

    def is_lost(self, story: Story) -> bool:
        """Whether so much stands wrong that the story may be, and the pieces were not put away."""
        return len(story.debts) > MOST_MOVED and not self._put_away

    def judge_setup(self, seen: list[str]) -> list[Change]:
        """What is wrong with pieces at rest before a game, if they are nearly set up."""
        found = setting_up.faulty_setup(seen, self._setup)
        if found is not None and found in self.standing:
            return []
        if self.standing and not setting_up.is_mended(self.standing[0], seen, self._setup):
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

    def back_to(self, standing: Sequence[Strange]) -> list[Change]:
        """End those that were told since these stood."""
        ended = [alarm for alarm in self.standing if alarm not in standing]
        self.standing = [alarm for alarm in self.standing if alarm in standing]
        return [Explained(alarm.squares) for alarm in ended]

    def end_all(self) -> list[Change]:
        """Nothing of it is so any more."""
        ended, self.standing = self.standing, []
        return [Explained(alarm.squares) for alarm in ended]

    def end_faults(self) -> list[Change]:
        """The pieces are set up: no set-up is faulty any more."""
        ended = self._played_on + [alarm for alarm in self.standing if alarm.kind == "setup"]
        self.standing, self._played_on = [alarm for alarm in self.standing if alarm not in ended], []
        return [Explained(alarm.squares) for alarm in ended]

    def part(self) -> None:
        """The game has gone: nothing stands wrong any more."""
        self.standing, self._played_on, self._put_away = [], [], False

    def forget(self) -> None:
        """What was wrong in the game before, or before it was joined, nobody has explained."""
        self._played_on += [alarm for alarm in self.standing if alarm.kind == "setup"]
        self.standing, self._put_away = [], False
