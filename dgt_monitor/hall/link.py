"""The health of one board's line: connected, identified, silent, noisy, lost."""

from collections import deque
from typing import Final, NamedTuple

from dgt_monitor.events import LinkState, Rule
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.hall.views import Link as LinkView

SILENT_AFTER_S = 3.0
"""Two requests, each unanswered for so long, make a board silent (stream format)."""
SILENT_REQUESTS = 2
UNANSWERED_S = 1.0
"""A question without an answer for so long is kept in the record (chosen: answers take 0.1 s)."""
NOT_RUNNING = "the monitor was not running"
"""The reason of a board's loss between two watches: nothing is wrong with its cable or its power."""
FAILED_AT = "the monitor itself failed at what this board said"
"""How the reason begins where a board is not followed any more through no fault of its own."""
OUT_OF_USE = "out of use: another board stands in its place"
"""The reason told with the state of a board that a spare has replaced."""
OPEN_AND_UNHEARD = "the line is open again, and the board has not answered yet"
MOST_WORDS = 50
"""Of what is understood in noise the last so many are counted: enough for the noise of a full line (chosen)."""
NOISY_WITHIN_S = 10.0
"""Window in which dropped bytes are counted (chosen)."""
NOISY_BYTES = 30
"""Dropped bytes in that window that make a line noisy: six field updates' worth (chosen)."""
NOISE_PER_WORD = 200
"""Dropped bytes beside one understood that are more noise than any board's line (chosen: half of a board's bytes
damaged drop some 20). Of random bytes one in millions begins what looks like a message."""
QUIET_AFTER_S = 30.0
"""Without a dropped byte for so long a line is good again (chosen)."""


_ALERTS: Final = {"lost": Rule.BOARD_LOST, "silent": Rule.BOARD_SILENT, "noisy": Rule.LINE_NOISY}


class LinkChange(NamedTuple):
    """The link has a new state, and with it an alert begins or ends."""

    state: LinkState
    raised: Rule | None = None
    ended: Rule | None = None
    reason: str | None = None
    """Of `lost`: why, where that is known."""


class Link:
    """What the traffic of one line says about the line."""

    __slots__ = (
        "_asked",
        "_dropped",
        "_left_s",
        "_unheard",
        "_words",
        "due_s",
        "heard_s",
        "identified",
        "lost",
        "noisy",
        "out_of_use",
        "reason",
        "silent",
        "spoken",
        "waits",
    )

    def __init__(self) -> None:
        self.heard_s: float | None = None
        self.spoken = 0
        """How many words were heard."""
        self.identified = False
        self.lost = False
        self.out_of_use = False
        """A spare stands in its place: that it is not heard alarms nobody."""
        self.reason: str | None = None
        """Why nothing is heard, where that is known."""
        self._unheard = False
        """The line is open again, and nothing was heard of the board yet: it is as lost as before."""
        self.silent = False
        self.waits = False
        """The board has an answer to give, or gave none."""
        self.noisy = False
        self._left_s = NEVER_S
        """Until when it is told with all of its line, though others of the line are heard again."""
        self.due_s = NEVER_S
        self._asked: list[float] = []
        self._dropped: deque[tuple[float, int]] = deque()
        self._words: deque[float] = deque(maxlen=MOST_WORDS)
        """When something was understood while the board was silent and the line noisy."""

    @property
    def view(self) -> LinkView:
        """The worst that is true."""
        if self.out_of_use:
            return "unused"
        return self.heard_as

    @property
    def heard_as(self) -> LinkView:
        """The same, in use or not."""
        return "lost" if self.lost or self._unheard else "silent" if self.silent else "noisy" if self.noisy else "up"

    @property
    def is_away(self) -> bool:
        """Whether the board is told as one that is not heard."""
        return self.lost or self._unheard or self.silent

    def left_until(self, left_s: float | None) -> None:
        """At this time a board that is away is told for itself; None: it is told already, or heard."""
        self._left_s = NEVER_S if left_s is None else left_s
        self._plan()

    def is_left(self, t_s: float) -> bool:
        """Whether others of its line have been heard for long."""
        return t_s >= self._left_s - 1e-9

    def is_unanswered(self, t_s: float) -> bool:
        """Whether a question has been without an answer for so long that it is in the record."""
        return bool(self._asked) and self._asked[0] <= t_s - UNANSWERED_S

    def fall_silent(self) -> LinkChange:
        """Nobody on its line answers, so neither does this board."""
        self.silent = self.waits = True
        self._asked.clear()
        self._plan()
        return LinkChange("silent")

    def _good(self) -> LinkState:
        return "identified" if self.identified else "connected"

    def _left(self) -> LinkState:
        """What is still wrong when one thing has ended, else that it is good."""
        view = self.heard_as
        return self._good() if view == "up" or view == "recalling" or view == "unused" else view

    def up(self) -> list[LinkChange]:
        """The line was opened. A board that was lost is lost until it is heard: an open port may lead nowhere."""
        if not self.lost:
            return [LinkChange(self._good())]
        self.lost = False
        self.reason = OPEN_AND_UNHEARD
        self.waits = self._unheard = True
        return [LinkChange("connected")]

    def down(self, reason: str = "") -> list[LinkChange]:
        """The line was lost, or could not be opened: for this reason, or now for another one."""
        before, self.reason = self.reason, reason or None
        if self.lost:
            return [LinkChange("lost", reason=reason)] if reason and reason != before else []
        self.lost = True
        self._asked.clear()
        still, self._unheard = self._unheard, False
        ended = Rule.BOARD_SILENT if self.silent else None
        self.silent = False
        return [LinkChange("lost", raised=None if still else Rule.BOARD_LOST, ended=ended, reason=self.reason)]

    def heard(self, t_s: float) -> list[LinkChange]:
        """The board said something; needs telling only while the link `waits`."""
        self.heard_s = t_s
        if self.silent and self.noisy and self._is_noise(t_s):
            return []
        self.waits = False
        self._asked.clear()
        if self._unheard:
            self._unheard = False
            self.reason = None
            return [LinkChange(self._left(), ended=Rule.BOARD_LOST)]
        if not self.silent:
            return []
        self.silent = False
        self._words.clear()
        return [LinkChange(self._left(), ended=Rule.BOARD_SILENT)]

    def _is_noise(self, t_s: float) -> bool:
        """Whether what was understood is more likely an accident of the noise than the voice of a silent board."""
        self._words.append(t_s)
        while self._words[0] < t_s - NOISY_WITHIN_S:
            self._words.popleft()
        noise = sum(count for at_s, count in self._dropped if at_s >= t_s - NOISY_WITHIN_S)
        return noise > NOISE_PER_WORD * len(self._words)

    def asked(self, t_s: float) -> None:
        """A request that demands an answer went out."""
        if not self.silent and len(self._asked) < SILENT_REQUESTS:
            self._asked.append(t_s)
            self.waits = True
            self._plan()

    def dropped(self, t_s: float, count: int) -> list[LinkChange]:
        """Bytes came that nobody understands."""
        self._dropped.append((t_s, count))
        while self._dropped and self._dropped[0][0] < t_s - NOISY_WITHIN_S:
            self._dropped.popleft()
        self._plan()
        if self.noisy or sum(n for _, n in self._dropped) < NOISY_BYTES:
            return []
        self.noisy = True
        self._plan()
        return [LinkChange("noisy", raised=Rule.LINE_NOISY)]

    @property
    def state(self) -> LinkState:
        """What a line of the stream says of it as it is now."""
        return self._left()

    @property
    def wrong(self) -> Rule | None:
        """The alert that tells of it as it is now; None: nothing is wrong, or it is out of use."""
        return _ALERTS.get(self.view)

    def _plan(self) -> None:
        dues = [self._left_s]
        if len(self._asked) >= SILENT_REQUESTS:
            dues.append(self._asked[-1] + SILENT_AFTER_S)
        if self.noisy and self._dropped:
            dues.append(self._dropped[-1][0] + QUIET_AFTER_S)
        self.due_s = min(dues)

    def tick(self, t_s: float) -> list[LinkChange]:
        """Do what is due."""
        out = []
        if len(self._asked) >= SILENT_REQUESTS and t_s >= self._asked[-1] + SILENT_AFTER_S - 1e-9:
            self._asked.clear()
            if not self._unheard:  # else it is told as lost already
                self.silent = True
                out.append(LinkChange("silent", raised=Rule.BOARD_SILENT))
        if self.noisy and self._dropped and t_s >= self._dropped[-1][0] + QUIET_AFTER_S - 1e-9:
            self._dropped.clear()
            self.noisy = False
            out.append(LinkChange(self._left(), ended=Rule.LINE_NOISY))
        if self.is_left(t_s):
            away = self.lost or self._unheard
            out.append(LinkChange(self._left(), Rule.BOARD_LOST if away else Rule.BOARD_SILENT, reason=self.reason))
        self._plan()
        return out
