"""What the user copies from the page of a board: FEN, PGN or the claim sheet, for the clipboard of his terminal."""

from typing import Final, Protocol

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.clipboard import fen_of, pgn_of
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.hall.views import HallView
from dgt_monitor.language import words
from dgt_monitor.sheets.plain import plain_sheet
from dgt_monitor.wording import Sentence

PLACES: Final = frozenset[Place]({"copy"})
"""Where the page of the board is still seen."""
_COPIED: Final = Sentence("Copied: {what} ({n} character).", "Copied: {what} ({n} characters).")
_NO_POSITION: Final = Sentence("Nothing is known of this board yet.")
_NO_CLAIM: Final = Sentence("There is no claim on this board.")


class Screen(Protocol):
    """What this part of a desk needs of the whole."""

    cursor: Cursor
    view: HallView

    def say(self, note: str) -> None:
        """Tell the user something."""

    def go(self, place: Place) -> None:
        """Go to another place."""


class Copying:
    """The part of a desk that copies."""

    def __init__(self, desk: Screen) -> None:
        self._desk = desk
        self._text = ""

    def take(self) -> str:
        """What is to be copied now; empty: nothing. It is given once."""
        text, self._text = self._text, ""
        return text

    def fen(self) -> None:
        """The position."""
        view = self._desk.cursor.view
        self._copy("FEN", "" if view is None else fen_of(view), _NO_POSITION)

    def pgn(self) -> None:
        """The game."""
        view = self._desk.cursor.view
        text = "" if view is None or not view.game else pgn_of(view, self._desk.view.title)
        self._copy("PGN", text, _NO_POSITION)

    def sheet(self) -> None:
        """The claim sheet."""
        view = self._desk.cursor.view
        evidence = None if view is None or view.claim is None else view.claim.evidence
        self._copy("sheet", "" if evidence is None else plain_sheet(evidence), _NO_CLAIM)

    def cancel(self) -> None:
        """Nothing."""
        self._desk.go("board")

    def _copy(self, what: str, text: str, why_not: Sentence) -> None:
        self._text = text
        self._desk.go("board")
        self._desk.say(words(_COPIED, what=what, n=len(text)) if text else words(why_not))


class CopyKeys:
    """The keys of a desk that copy: each is told to its part for that."""

    copying: Copying

    def do_copy_fen(self) -> None:
        """The position as FEN."""
        self.copying.fen()

    def do_copy_pgn(self) -> None:
        """The game as PGN."""
        self.copying.pgn()

    def do_copy_sheet(self) -> None:
        """The claim sheet as text."""
        self.copying.sheet()

    def do_not_copied(self) -> None:
        """Back to the page of the board."""
        self.copying.cancel()
