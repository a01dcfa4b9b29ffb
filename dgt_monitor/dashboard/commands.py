"""All that can be done at a place, found by a part of its name: the list, and the keys that go through it. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from dgt_monitor.dashboard.actions import LOOKING, Action, Place, here
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.dashboard.filtering import fold
from dgt_monitor.dashboard.help_page import MORE
from dgt_monitor.dashboard.lines import Line, Span, line
from dgt_monitor.dashboard.safe import clean, fit
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

LONGEST: Final = 40
"""Letters that can be typed."""
PLACES: Final = frozenset[Place]({"commands"})
_PROMPT: Final = Sentence("What? {typed}_   a part of its name; Enter does it, Esc goes back")
_NONE: Final = Sentence("Nothing is called so here.")
_KEY_CELLS: Final = 10
_HEAD_LINES: Final = 1


class Commands:
    """The list, as one user goes through it."""

    def __init__(self) -> None:
        self.origin: Place = "wall"
        self.typed = ""
        self.row = 0

    def begin(self, origin: Place) -> None:
        """All that can be done there is listed."""
        self.origin, self.typed, self.row = origin, "", 0

    def type(self, letter: str) -> None:
        """A letter of its name."""
        self.typed, self.row = (self.typed + letter)[:LONGEST], 0

    def erase(self) -> None:
        """Take one back."""
        self.typed, self.row = self.typed[:-1], 0

    def step(self, by: int, *, looks_only: bool) -> None:
        """Up or down the list."""
        self.row = max(0, min(self.row + by, len(self.listed(looks_only=looks_only)) - 1))

    def listed(self, *, looks_only: bool) -> list[Action]:
        """What is called so, in the order of the table; what is told together is listed once."""
        parts = fold(self.typed).split()
        every = {(each.shown, each.help): each for each in reversed(here(self.origin)) if each.id not in _NOT_LISTED}
        found = [each for each in reversed(every.values()) if not looks_only or each.id in LOOKING]
        return [each for each in found if all(part in fold(f"{say(each.label)} {say(each.help)}") for part in parts)]

    @property
    def note(self) -> str:
        """What the footer says meanwhile."""
        return words(_PROMPT, typed=clean(self.typed))


_NOT_LISTED: Final = frozenset({"commands", "goto", "up", "down", "left", "right", "page_up", "page_down"})
"""What is done by its key alone."""


def commands_page(commands: Commands, cells: int, height: int, *, looks_only: bool) -> list[Line]:
    """At most `height` lines, scrolled so that what is pointed at is among them."""
    listed: Sequence[Action] = commands.listed(looks_only=looks_only)
    room = max(1, height - _HEAD_LINES)
    last_row = len(listed) - 1
    below = 1 if room > 1 and commands.row < last_row else 0
    first = max(0, commands.row - room + 1 + below)
    out: list[Line] = [line(f" {say('ALL THAT CAN BE DONE HERE')}", "strong")]
    if not listed:
        out.append(line(f" {words(_NONE)}", "dim"))
    for place in range(first, min(first + room, len(listed))):
        action, is_here = listed[place], place == commands.row
        key = fit(action.shown, _KEY_CELLS - 1)
        lead = Span(f" {'>' if is_here else ' '} {key} ", "strong")
        out.append(
            (
                lead,
                Span(fit(say(action.help), max(1, cells - _KEY_CELLS - 4)).rstrip(), "strong" if is_here else "plain"),
            )
        )
    left = len(listed) - first - room
    if left > 0 and room > 1:
        out[-1] = line(f" {words(MORE, n=left + 1)}", "key")
    return out[: max(1, height)]


class CommandKeys(ABC):
    """The keys of a desk that find what can be done by its name."""

    place: Place
    status: FeedStatus

    def __init__(self) -> None:
        self.commands = Commands()

    @abstractmethod
    def go(self, place: Place) -> None:
        """Go to another place."""

    @abstractmethod
    def do(self, action: str, argument: str = "") -> None:
        """Do what a key asks."""

    def do_commands(self) -> None:
        """List what can be done here."""
        self.commands.begin(self.place)
        self.go("commands")

    def do_command_do(self) -> None:
        """Do what is pointed at."""
        listed = self.commands.listed(looks_only=self.status.looks_only is not None)
        self.go(self.commands.origin)
        if self.commands.row < len(listed):
            self.do(listed[self.commands.row].id)

    def do_command_up(self) -> None:
        """Point at the one before."""
        self.commands.step(-1, looks_only=self.status.looks_only is not None)

    def do_command_down(self) -> None:
        """Point at the next one."""
        self.commands.step(1, looks_only=self.status.looks_only is not None)

    def do_command_erase(self) -> None:
        """Take a letter back."""
        self.commands.erase()

    def do_command_back(self) -> None:
        """Back to where one came from."""
        self.go(self.commands.origin)
