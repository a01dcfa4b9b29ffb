"""A watch that desks may attach to: its place is opened, it is said how to attach, and it is closed again."""

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from dgt_monitor.cli.output import say
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.journal.note_forms import Delivered, Screen

May = Literal["rule", "look", "none"]
"""What desks may do."""


class Desks(NamedTuple):
    """Whether and how desks attach to a watch."""

    may: May = "none"
    headless: bool = False
    """The watch has no screen of its own."""
    journal: Path | None = None
    event: Path | None = None
    tell: Callable[[str], None] = say
    """How somebody who has no screen is told how to attach."""

    @property
    def command(self) -> str:
        """How to attach."""
        name = ["--process", str(os.getpid())] if self.journal is None else ["--journal", str(self.journal)]
        return shlex.join(["dgt-monitor", "desk", *name])


NO_DESKS = Desks()


@contextmanager
def attachable(
    feed: Feed, desks: Desks, complain: Callable[[str], None], announce: Callable[[Screen | Delivered], None]
) -> Iterator[None]:
    """Desks may attach while this lasts; where that cannot be, it is told, and boards are followed all the same.

    `announce` hears of each that comes and goes, and of the alerts to act on that each has got.
    """
    if desks.may == "none":
        yield
        return
    from dgt_monitor.viewing.door import Host  # a watch without desks needs none of it
    from dgt_monitor.viewing.place import PlaceError, open_door

    try:
        door = open_door(desks.journal, desks.event)
    except PlaceError as error:
        complain(str(error))
        yield
        return
    if door.stale is not None:
        complain(door.stale)
    host = Host(feed, door, may_rule=desks.may == "rule", complain=complain, announce=announce)
    host.start()
    if desks.headless:
        desks.tell(f"recording without a screen; a desk attaches by: {desks.command}")
    try:
        yield
    finally:
        host.close()
