"""A page of plain lines: sentences, and what can be chosen or typed then. Pure."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dgt_monitor.dashboard.safe import clean
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

DO_SO: Final = Sentence("rule so")
BACK: Final = Sentence("0 back")
ASKED: Final = Sentence("Asked. What comes of it is told.")
OVERTAKEN: Final = Sentence("That is not so any more: nothing was ruled.")
_NO_SUCH: Final = Sentence("There is no choice {typed}.")


class Choice(NamedTuple):
    """One line to choose."""

    told: str
    lead: "Callable[[], Page]"
    """To where it leads."""


class Page(NamedTuple):
    """What is told at once, and what can be chosen then."""

    lines: Sequence[str]
    choices: Sequence[Choice] = ()
    back: "Callable[[], Page] | None" = None
    """To where 0 leads; None: there is nothing to choose, and happenings are told again."""
    take: "Callable[[str], Page] | None" = None
    """What takes the text that is typed, where something else than a choice is asked for."""

    @property
    def asks(self) -> bool:
        """Whether something is to be chosen or typed."""
        return bool(self.choices) or self.take is not None

    @property
    def told(self) -> list[str]:
        """The lines as they are written, choices with their numbers."""
        return [*self.lines, *(f"{number} {each.told}" for number, each in enumerate(self.choices, 1))]

    def answer(self, typed: str) -> "Page":
        """Where this leads."""
        text = typed.strip()
        if self.take is not None:
            return self.take(text) if text else (self.back() if self.back else Page(()))
        if text == "0" and self.back is not None:
            return self.back()
        if not text:
            return Page(())
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        if 1 <= number <= len(self.choices):
            return self.choices[number - 1].lead()
        return self._replace(lines=[words(_NO_SUCH, typed=clean(text)), *self.lines])
