"""Sets of rules as data: the numbers, who may claim, what is automatic, the articles to cite."""

from typing import Final, Literal, NamedTuple

Claimant = Literal["to_move", "to_move_or_before_clock"]


class Articles(NamedTuple):
    """Where each rule stands in the text the profile names."""

    checkmate: str
    stalemate: str
    dead_position: str
    repetition_claim: str
    """The position has just appeared."""
    repetition_claim_intended: str
    """The position is about to appear: the move is written, not played."""
    repetition_draw: str
    moves_claim: str
    moves_claim_intended: str
    moves_draw: str
    correct_claim: str
    wrong_claim: str
    silence: str
    """Why the arbiter tells the players nothing of a possible claim."""
    claim_is_offer: str = "9.1.2.3"
    """A claim is also an offer of a draw."""
    touched: str = "9.4"
    """Who has touched a piece cannot claim on that move."""


class Profile(NamedTuple):
    """One named set of rules. Nothing in it is code; None switches a rule off."""

    name: str
    """Short and stable, for files and command lines."""
    title: str
    """For people, with the edition."""
    authority: str
    """Printed before an article: `FIDE 9.6.1`."""
    articles: Articles
    repetition_claim: int | None = 3
    """Occurrences from which the draw may be claimed."""
    repetition_draw: int | None = 5
    """Occurrences at which the game is drawn without a claim."""
    repetition_draw_consecutive: bool = False
    """Whether the occurrences must come at consecutive moves of each player to draw without a claim."""
    moves_claim: int | None = 50
    """Moves by each player without pawn move or capture from which the draw may be claimed."""
    moves_draw: int | None = 75
    """Moves by each player without pawn move or capture at which the game is drawn without a claim."""
    claimant: Claimant = "to_move"
    """Who may claim: the player having the move; or also he who moved and has not pressed the clock."""
    repetition_claim_until: str = "he moves"
    moves_claim_until: str = "a pawn move or capture"
    wrong_claim_penalty_minutes: int = 2
    """Added to the opponent's time for an incorrect claim."""


FIDE_OVER_THE_BOARD: Final = Profile(
    name="fide-otb",
    title="FIDE Laws of Chess, over the board, in force from 1 January 2023",
    authority="FIDE",
    articles=Articles(
        checkmate="5.1.1",
        stalemate="5.2.1",
        dead_position="5.2.2",
        repetition_claim="9.2.2",
        repetition_claim_intended="9.2.1",
        repetition_draw="9.6.1",
        moves_claim="9.3.2",
        moves_claim_intended="9.3.1",
        moves_draw="9.6.2",
        correct_claim="9.5.2",
        wrong_claim="9.5.3",
        silence="12.6",
    ),
)
