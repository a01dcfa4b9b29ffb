"""A watch and a desk as plain lines before a person: lines go out, and what he types is answered between them."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from dgt_monitor.cli.linear.happenings import Happenings, Line
from dgt_monitor.cli.linear.keyboard import Keyboard
from dgt_monitor.cli.linear.linear import Linear
from dgt_monitor.cli.output import EventWriter, OutputError, standard_output, write_lines
from dgt_monitor.cli.plain import plain_line
from dgt_monitor.dashboard.alarm import CLAIMABLE
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.events import Alert, Event, Level, Notice
from dgt_monitor.hall.calling import Calls

LOOK_S: Final = 0.25
"""So often a desk looks at its recorder, as one with a screen does."""


class LinearWriter(EventWriter):
    """Writes events as plain lines, and makes room for a person who chooses something."""

    def __init__(self, put: Callable[[bytes], None] | None = None) -> None:
        super().__init__(as_json=False, put=put)
        self._linear: Linear | None = None
        self._loud: frozenset[str | None] = frozenset()

    def __call__(self, events: list[Event]) -> None:
        """Write all that has a line."""
        self._loud = frozenset(plain_line(event) for event in events if _is_loud(event))
        super().__call__(events)

    def passes(self, t_s: float) -> None:
        """It is now `t_s`."""
        super().passes(t_s)
        if self._linear is not None:
            self._linear.passes()

    def _write(self, lines: list[str]) -> None:
        if self._linear is None:
            super()._write(lines)
        else:
            self._linear.happened(Line(line, line in self._loud) for line in lines)

    @contextmanager
    def answering(self, feed: Feed, leave: Callable[[], None]) -> Iterator[None]:
        """While this lasts, what is typed is answered."""
        self._linear = Linear(feed, super()._write, leave)
        with typed_at(self._linear):
            yield


def _is_loud(event: Event) -> bool:
    if isinstance(event, Alert):
        return event.level is Level.ACT and event.rule not in CLAIMABLE
    return isinstance(event, Notice) and event.level is Level.ACT


@contextmanager
def typed_at(linear: Linear) -> Iterator[None]:
    """While this lasts, what is typed at the terminal is told to this."""

    def take(text: str) -> None:
        with suppress(OSError, OutputError):  # nobody reads any more: who writes what happens hears of it, too
            linear.typed(text)

    keyboard = Keyboard(take, lambda: None)
    linear.invite()
    keyboard.start()
    try:
        yield
    finally:
        keyboard.stop()


def follow_as_lines(
    feed: Feed, left: threading.Event, sectors: Sequence[str], *, typing: bool, look_s: float = LOOK_S
) -> None:
    """What happens in the hall of a recorder, until `left`; with `typing` what is typed is answered.

    It is looked every `look_s`, and at once where the feed says that there is something to act on.
    """
    happenings, woken = Happenings(sectors), threading.Event()
    if isinstance(feed, Calls):
        feed.on_call(woken.set)

    def leave() -> None:
        left.set()
        woken.set()

    linear = Linear(feed, write_lines, leave)

    def run() -> None:
        while not left.is_set():
            woken.clear()
            linear.happened(happenings(feed.view(), feed.status()))
            linear.passes()
            woken.wait(look_s)

    with standard_output():
        if not typing:
            run()
            return
        with typed_at(linear):
            run()
