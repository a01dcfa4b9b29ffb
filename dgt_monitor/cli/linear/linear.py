"""Lines of what happens, and choices by number between them: one after the other, so that they can be heard.

While something is being chosen, what happens waits, and is told after it; what is loud waits for nobody. A choice that
is left alone for `LEFT_S` is given up.
"""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from dgt_monitor.cli.linear.choices import Choices
from dgt_monitor.cli.linear.happenings import Line
from dgt_monitor.cli.linear.pages import Page
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

LEFT_S: Final = 60.0
"""Seconds after which a choice that nobody makes is given up (chosen: long enough to hear a whole list)."""
HELD: Final = 200
"""So many lines wait for a choice at most (chosen: some minutes of a large hall); of older ones it is told how many."""
_INVITED: Final = Sentence("Enter: what can be done. q and Enter: quit.")
_QUIETER: Final = Sentence("Enter: what can be done.")
_GIVEN_UP: Final = Sentence("Nothing was chosen; what happens is told again.")
_PASSED_OVER: Final = Sentence("{n} older line is not told.", "{n} older lines are not told.")


class Linear:
    """What one person hears and chooses; its methods may be called from any thread.

    `put` writes lines, in order, and may raise what writing raises; `quit` is asked for by `q`, None: not from here.
    """

    def __init__(
        self,
        feed: Feed,
        put: Callable[[list[str]], None],
        leave: Callable[[], None] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._feed = feed
        self._choices = Choices(feed)
        self._put = put
        self._leave = leave
        self._now = now
        self._page = Page(())
        self._typed_s = now()
        self._held: list[str] = []
        self._lost = 0
        self._lock = threading.RLock()

    def invite(self) -> None:
        """Tell how to begin."""
        with self._lock:
            self._put([words(_QUIETER if self._leave is None else _INVITED)])

    def happened(self, lines: Iterable[Line]) -> None:
        """Tell this now; or after what is being chosen, if it is not loud."""
        with self._lock:
            every = list(lines)
            if not self._page.asks:
                self._write([line.text for line in every])
                return
            self._write([line.text for line in every if line.loud])
            self._held += [line.text for line in every if not line.loud]
            over = len(self._held) - HELD
            if over > 0:
                self._lost += over
                del self._held[:over]

    def typed(self, text: str) -> None:
        """A line was typed."""
        with self._lock:
            self._typed_s = self._now()
            if self._leave is not None and text.strip().lower() == "q":
                self._leave()
                return
            if self._page.asks:
                self._show(self._page.answer(text))
            else:
                self._show(self._choices.main())

    def passes(self) -> None:
        """Time goes on: to be told now and then."""
        self._feed.view()  # only a view that somebody looks at is kept up, and the next choice must be of now
        with self._lock:
            if self._page.asks and self._now() - self._typed_s >= LEFT_S:
                self._show(Page([words(_GIVEN_UP)]))

    def _show(self, page: Page) -> None:
        self._page = page
        self._write(page.told)
        if not page.asks:
            lost = [words(_PASSED_OVER, n=self._lost)] if self._lost else []
            held, self._held, self._lost = [*lost, *self._held], [], 0
            self._write(held)

    def _write(self, lines: Sequence[str]) -> None:
        if lines:
            self._put(list(lines))
