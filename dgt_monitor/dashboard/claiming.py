"""What the user does of claims and interventions on the page of a board: open one, write its sheet, close it."""

from typing import Final, Literal, Protocol

from dgt_monitor.dashboard.actions import Place
from dgt_monitor.dashboard.cursor import Cursor
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.events import Colour, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.language import words
from dgt_monitor.wording import Sentence

AUTHOR: Final = "arbiter"
"""Who rules before this screen."""
MOVE_MAX_CHARS: Final = 12
"""No move in letters is longer (chosen)."""
PLACES: Final = frozenset[Place]({"claim", "write", "close"})
"""Where the page of the board is still seen."""

_DONE: Final = {
    "claim": Sentence("Board {board}: opened."),
    "intervene": Sentence("Board {board}: opened."),
    "close": Sentence("Board {board}: closed."),
    "stands": Sentence("Board {board}: the illegal move stands."),
    "penalise": Sentence("Board {board}: recorded."),
}
_WRITTEN: Final = Sentence("The move as it is written: {typed}_   Enter shows what changes, Esc goes back")
_NO_GAME: Final = Sentence("There is no game on this board.")
_NO_ILLEGAL: Final = Sentence("There is no illegal move on this board.")
_NO_CLAIM: Final = Sentence("There is no claim on this board.")
_CLAIMED_BY: Final = {
    "white": Sentence("Claimed by White."),
    "black": Sentence("Claimed by Black."),
    "": Sentence("Claimed by the player to move."),
}

Outcome = Literal["drawn", "rejected", "over", "reinstated", "as_it_stands"]


class Claims(Protocol):
    """What this part of a desk needs of the whole."""

    cursor: Cursor
    place: Place

    def say(self, note: str) -> None:
        """Tell the user something."""

    def go(self, place: Place) -> None:
        """Go to another place."""

    def offer(self, ruling: Ruling, done: str) -> None:
        """Show what a ruling will change, and carry it out if the user says so; `done` is told then."""


class Claiming:
    """The part of a desk that makes claims."""

    def __init__(self, feed: Feed, desk: Claims) -> None:
        self._feed = feed
        self._desk = desk
        self._board = ""
        self._claimant: Colour | Literal[""] = ""
        self._route = ""
        self.typed = ""

    @property
    def note(self) -> str:
        """What the footer has to say while a move is typed."""
        return words(_WRITTEN, typed=self.typed)

    def begin(self) -> None:
        """Ask what is claimed on the board under the cursor, or how what is open there has ended."""
        view = self._desk.cursor.view
        if view is None or not view.game:
            self._desk.say(words(_NO_GAME))
            return
        self._board, self._claimant, self.typed = view.board, "", ""
        is_open = view.claim is not None and view.claim.state != "closed"
        self._desk.go("close" if is_open else "claim")

    def other(self) -> None:
        """The claimant is the player who does not have the move; asked again, the other one."""
        view = self._desk.cursor.view
        sides: tuple[Colour, Colour] = ("white", "black")
        waiting = sides[1] if view is None or view.white_to_move else sides[0]
        self._claimant = "" if self._claimant else waiting
        self._desk.say(words(_CLAIMED_BY[self._claimant]))

    def claim(self, route: str, *, written: bool = False) -> None:
        """A claim by this route; by a written move, ask for that first."""
        self._route = route
        if written:
            self._desk.go("write")
        else:
            self._rule(Ruling(0.0, AUTHOR, "claim", board=self._board, claimant=self._claimant, route=route))

    def type(self, letter: str) -> None:
        """A letter of the move."""
        self.typed = (self.typed + letter)[:MOVE_MAX_CHARS]

    def erase(self) -> None:
        """Take the last letter back."""
        self.typed = self.typed[:-1]

    def send(self) -> None:
        """The move is typed: claim by it."""
        move = self.typed.strip()
        claim = Ruling(0.0, AUTHOR, "claim", board=self._board, claimant=self._claimant, route=self._route, move=move)
        self._rule(claim)

    def intervene(self) -> None:
        """The arbiter steps in."""
        self._rule(Ruling(0.0, AUTHOR, "intervene", board=self._board))

    def close(self, outcome: Outcome) -> None:
        """What is open has ended so."""
        self._rule(Ruling(0.0, AUTHOR, "close", board=self._board, outcome=outcome))

    def stands(self) -> None:
        """The illegal move on this board stands."""
        view = self._desk.cursor.view
        alerts = () if view is None else view.alerts
        illegal = [each for each in alerts if each.rule is Rule.ILLEGAL_MOVE and each.cleared_t_s is None]
        if not illegal:
            self._desk.say(words(_NO_ILLEGAL))
            return
        self._rule(Ruling(0.0, AUTHOR, "stands", illegal[0].id, self._board))

    def penalise(self, side: Colour) -> None:
        """A player is penalised without change on the board."""
        self._rule(Ruling(0.0, AUTHOR, "penalise", board=self._board, claimant=side))

    def _rule(self, ruling: Ruling) -> None:
        self._desk.offer(ruling, words(_DONE[ruling.kind], board=clean(self._board)))

    def sheet(self) -> None:
        """Write the sheet of the claim on the board under the cursor."""
        view = self._desk.cursor.view
        if view is None or view.claim is None or view.claim.evidence is None:
            self._desk.say(words(_NO_CLAIM))
        else:
            self._desk.say(self._feed.sheet(view.board))

    def cancel(self) -> None:
        """Back to the page of the board."""
        self._desk.go("board")


class ClaimKeys:
    """The keys of a desk that make claims: each is told to its part for that."""

    claiming: Claiming

    def do_claim(self) -> None:
        """Open a claim or an intervention on this board, or close it."""
        self.claiming.begin()

    def do_sheet(self) -> None:
        """Write the sheet of the claim."""
        self.claiming.sheet()

    def do_claim_written(self) -> None:
        """The same position is about to appear (9.2.1)."""
        self.claiming.claim("9.2.1", written=True)

    def do_claim_position(self) -> None:
        """The same position has just appeared (9.2.2)."""
        self.claiming.claim("9.2.2")

    def do_claim_fifty_written(self) -> None:
        """Fifty moves are about to be complete (9.3.1)."""
        self.claiming.claim("9.3.1", written=True)

    def do_claim_fifty(self) -> None:
        """Fifty moves are complete (9.3.2)."""
        self.claiming.claim("9.3.2")

    def do_claim_other(self) -> None:
        """Claimed by the player who does not have the move."""
        self.claiming.other()

    def do_intervene(self) -> None:
        """The arbiter steps in."""
        self.claiming.intervene()

    def do_illegal_stands(self) -> None:
        """An illegal move stands."""
        self.claiming.stands()

    def do_penalise_white(self) -> None:
        """White is penalised without change on the board."""
        self.claiming.penalise("white")

    def do_penalise_black(self) -> None:
        """Black is."""
        self.claiming.penalise("black")

    def do_send(self) -> None:
        """Claim by the move typed."""
        self.claiming.send()

    def do_erase(self) -> None:
        """Take a letter back."""
        self.claiming.erase()

    def do_close_drawn(self) -> None:
        """The game is drawn."""
        self.claiming.close("drawn")

    def do_close_rejected(self) -> None:
        """The claim has failed, play goes on."""
        self.claiming.close("rejected")

    def do_close_over(self) -> None:
        """It is over, play goes on."""
        self.claiming.close("over")

    def do_close_reinstated(self) -> None:
        """An earlier position of the game was set up."""
        self.claiming.close("reinstated")

    def do_close_as_it_stands(self) -> None:
        """What stands on the board is the game now."""
        self.claiming.close("as_it_stands")

    def do_cancel(self) -> None:
        """Back to the page of the board."""
        self.claiming.cancel()
