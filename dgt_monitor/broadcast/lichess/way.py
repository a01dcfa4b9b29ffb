"""The way out to a round of a broadcast: a thread that sends, and waits for nobody but lichess."""

import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Final

from dgt_monitor.broadcast.folder import replace_file
from dgt_monitor.broadcast.lichess.pushing import Answer, GameAnswer, Push, Pushing
from dgt_monitor.broadcast.lichess.surplus import DELETE
from dgt_monitor.broadcast.names import in_order
from dgt_monitor.broadcast.output import File, Output
from dgt_monitor.broadcast.sending import Step
from dgt_monitor.broadcast.ways import Complain
from dgt_monitor.tournament.outs import Out, boards_of

LONGEST_LOOK_S: Final = 3600.0
"""A condition waits no longer at once."""
NONE_AFTER_S: Final = 60.0
"""So long games may begin on other boards before it is told that none is of a board that goes there (chosen)."""
Post = Callable[[Push], Answer]


class DryRun:
    """Puts what would be sent into a file, each time in place of what was there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, push: Push) -> Answer:
        """Write it."""
        try:
            replace_file(self._path, push.body.encode("utf-8", "replace"))
        except OSError as error:
            return Answer(None, error=f"{self._path}: {error.strerror or error}")
        return Answer(200, tuple(GameAnswer({"Board": board}) for board in push.boards))


class LichessWay:
    """Sends the games of one round of the event, always the newest, in the order of their boards."""

    def __init__(
        self, out: Out, complain: Complain, post: Post, clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:  # fmt: skip
        self._post = post
        self._tell = complain
        self._name = out.name
        self._clock = clock
        self._jitter = jitter
        self._out: Out | None = None
        self._pushing = Pushing(holds=not isinstance(post, DryRun))
        self._closing = False
        self._none_s: float | None = None
        """Since when there are games, and none of a board that goes there."""
        self._told_none = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="lichess", daemon=True)
        self._thread.start()

    def hear(self, step: Step) -> None:
        """What is sent is made of what may be out, and of nothing else."""

    def put(self, output: Output, files: list[File], now_s: float) -> None:
        """The round is to be so from now on, if it has changed."""
        if self._none_s is not None and now_s - self._none_s >= NONE_AFTER_S and not self._told_none:
            self._told_none = True
            self._tell(f"{self._name}: {self._none_named()}")
        if not files and output.out == self._out:
            return
        self._out = output.out
        number = str(output.out.round)
        found = output.games_at(number)
        games = chosen(found, output.out.boards)
        begun = {board: text for board, text in found.items() if (number, board) not in output.paired}
        self._none_s = None if chosen(begun, output.out.boards) or not begun else self._none_s or now_s
        with self._changed:
            told = self._pushing.want(games)
            self._changed.notify_all()
        for sentence in told:
            self._tell(sentence)

    def close(self, patience_s: float) -> str:
        """Send what can be sent now."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(patience_s)
        with self._changed:
            left, beyond = self._pushing.waiting, self._pushing.surplus.boards
        if self._none_s is not None and not self._told_none:
            return self._none_named()
        said = [f"of {left} games lichess has not the newest"] * bool(left)
        said += [f"lichess shows moves that were taken back on {', '.join(beyond)}: {DELETE}"] * bool(beyond)
        return "; ".join(said)

    def _none_named(self) -> str:
        boards = "" if self._out is None else self._out.boards
        return f'no board of this hall is in boards = "{boards}": nothing goes there'

    # --- in the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while (push := self._next()) is not None:
                answer = self._post(push)
                with self._changed:
                    told = self._pushing.answered(self._clock(), answer, self._jitter())
                for sentence in told:
                    self._tell(sentence)
        except Exception as error:  # noqa: BLE001 - a fault must not be silent; its text might show what was sent
            self._tell(f"nothing is sent to lichess any more: {type(error).__name__}")
        close = getattr(self._post, "close", None)
        if close is not None:
            with suppress(OSError):
                close()

    def _next(self) -> Push | None:
        """Wait for the next push; None at the end, when there is none that would soon be sent."""
        with self._changed:
            while True:
                now_s, due_s = self._clock(), self._pushing.due_s
                push = self._pushing.next(now_s)
                if push is not None:
                    return push
                if self._closing and (due_s == inf or due_s - now_s > 2.0):
                    return None
                self._changed.wait(None if due_s == inf else min(LONGEST_LOOK_S, due_s - now_s))


def chosen(games: dict[str, str], boards: str) -> list[tuple[str, str]]:
    """The games of these boards, in their order."""
    found = boards_of(boards)
    first, last = (in_order(each) for each in found) if found is not None else (None, None)
    names = [name for name in games if first is None or last is None or first <= in_order(name) <= last]
    return [(name, games[name]) for name in sorted(names, key=in_order)]
