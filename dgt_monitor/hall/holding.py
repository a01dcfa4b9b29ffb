"""A board on which a claim or an intervention is open: what is moved there is no play.

The players replay the game on it, half of it backwards, and set the clock. From the opening on the tracker is told
nothing; what stands is kept here. After the closing it is told again as soon as the position of the game stands, or
the position one legal move after it: so nothing that was moved meanwhile is a move, a takeback or a new game.
"""

from collections.abc import Sequence
from typing import Final, Literal

import chess

from dgt_monitor import events
from dgt_monitor.events import Outcome
from dgt_monitor.game.placement import EMPTY, changes, turned
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.evidence import Evidence, Titles, gather
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.restoring_texts import NotRestored
from dgt_monitor.hall.ruled_play import Announced
from dgt_monitor.hall.texts import touched_text
from dgt_monitor.hall.views import ClaimState, ClaimView
from dgt_monitor.laws.claim import Answer, Route, examine, written_claim
from dgt_monitor.wording import joined

MOST_OF_A_MOVE = 4
"""Squares that one legal move can change (castling)."""
REST_S = 3.0
"""So long the position after one more move must stand before it is taken for that move (chosen: as long as anything
must stand to be told as strange)."""

_WHAT: Final[dict[str, events.Held]] = {"claim": "claim", "intervene": "intervention", "drill": "drill"}
"""By the kind of ruling that opens it; a game that comes from another board is held as by an intervention."""


class Holding:
    """One claim or intervention, from its opening until play is followed again."""

    __slots__ = (
        "_changed_s",
        "_moved",
        "_play",
        "_ruling",
        "_titles",
        "_tracker",
        "alert_id",
        "answer",
        "due_s",
        "evidence",
        "known",
        "placement",
        "rung_id",
        "state",
        "t_s",
    )

    def __init__(self, t_s: float, ruling: Ruling, tracker: Tracker, play: Play, titles: Titles) -> None:
        self.t_s = t_s
        """When it was opened."""
        self.state: Literal["open", "restoring", "over"] = "open"
        self.placement = list(tracker.raw)
        """What stands on the board, in its own numbering."""
        self.known = True
        """False: the line was away or the board silent, and no dump has told since what stands."""
        self.answer: Answer | None = None
        self.evidence: Evidence | None = None
        self.alert_id: str | None = None
        """The alert that the position of the game does not stand."""
        self.rung_id: str | None = None
        """The alert by which a drill has rung."""
        self.due_s = NEVER_S
        """When it is to be asked again whether it `is_put_back`."""
        self._changed_s = t_s
        self._moved = False
        """Something was moved since the closing."""
        self._ruling = ruling
        self._tracker = tracker
        self._play = play
        self._titles = titles

    def seat(self, titles: Titles) -> None:
        """These names stand at the head of its sheet."""
        self._titles = titles
        if self.evidence is not None:
            when = self.evidence.titles.when
            self.evidence = self.evidence._replace(titles=titles._replace(when=when))

    # --- opening and closing --------------------------------------------------------------------------------

    def opened(self, t_s: float, name: str, clock: BoardClock) -> events.Claim:
        """Hold a claim against the record as it is now; what is told of it."""
        play, story = self._play, self._story
        if self._ruling.kind == "claim":
            claimant = self._ruling.claimant or ("white" if story.board.turn else "black")
            claim = written_claim(story.board, claimant, Route(self._ruling.route), self._ruling.move)
            self.answer = answer = examine(story.board, play.ledger, claim, play.doubts)
            views = play.move_views(answer.ply)
            evidence = gather(self._titles, play.ledger, answer, views, self._label, clock.times)
            touched, article = self._lifted(by_white=claimant == "white"), play.ledger.profile.articles.touched
            if touched and article is not None:
                evidence = evidence._replace(text=joined((evidence.text, touched_text(touched, article))))
            self.evidence = evidence
        return self._told(t_s, name, "opened", clock)

    def _lifted(self, *, by_white: bool) -> list[str]:
        """Where pieces of the claimant stood that are off their squares now."""
        story = self._story
        mine = (square for square in story.debts if story.seen[square] == EMPTY and story.expected[square] != EMPTY)
        return [chess.square_name(square) for square in sorted(mine) if story.expected[square].isupper() == by_white]

    def closed(self, t_s: float, name: str, clock: BoardClock, ruling: Ruling) -> events.Claim:
        """It is closed: how, and which squares differ from the game's position."""
        play = self._play
        self._moved = False
        self.state = "over" if ruling.end == "drawn" else "restoring"
        move = None if self.answer is None or self.answer.defect is not None else self.answer.claim.move
        if ruling.end == "rejected" and move is not None:
            ply, board = play.ledger.ply + 1, self._story.board
            play.announced = Announced(ply, board.uci(move), self._label(ply))
        return self._told(t_s, name, "closed", clock, ruling.end)

    def _told(
        self,
        t_s: float,
        name: str,
        state: Literal["opened", "closed"],
        clock: BoardClock,
        outcome: Outcome | None = None,
    ) -> events.Claim:
        answer, evidence, ruling = self.answer, self.evidence, self._ruling
        claim = None if answer is None else answer.claim
        return events.Claim(
            t_s,
            name,
            self._play.game,
            self._play.ledger.ply if answer is None else answer.ply,
            self._what,
            state,
            ruling.author,
            None if claim is None else claim.claimant,
            None if claim is None else claim.route.value,
            None if claim is None or not claim.written else claim.written,
            clock.times,
            None if answer is None else answer.defect is None,
            None if answer is None else answer.supported,
            None if answer is None else answer.rule,
            () if answer is None else answer.plies,
            "" if evidence is None or state == "closed" else evidence.text,
            outcome,
            None if state == "opened" else self.named(),
        )

    def _label(self, ply: int) -> str:
        """A ply of the game, or the written move that would be the next."""
        return self._play.label(ply) if ply <= self._play.ledger.ply else self._play.label_of(ply, self._written)

    @property
    def _written(self) -> str:
        return self._ruling.move if self.answer is None else self.answer.claim.written

    # --- what stands ----------------------------------------------------------------------------------------

    def field(self, t_s: float, square: int, piece: str) -> None:
        """One square has changed."""
        if self.placement[square] != piece:
            self._changed_s = t_s
            self.placement[square] = piece
            self._moved = True
            self._tracker.moved_aside(square, piece)

    def dump(self, t_s: float, squares: str) -> None:
        """All squares at once."""
        self.known = True
        for square, piece in enumerate(squares):
            self.field(t_s, square, piece)

    @property
    def squares(self) -> str:
        """What stands on the board, in its own numbering."""
        return "".join(self.placement)

    @property
    def seen(self) -> str:
        """The same with White's side nearest."""
        return turned(self.squares) if self._tracker.rotated else self.squares

    @property
    def differing(self) -> Sequence[int]:
        """Where it is not the position of the game."""
        seen = self.seen
        return [square for square, letter in enumerate(self._story.expected) if seen[square] != letter]

    def named(self) -> tuple[str, ...]:
        """The same by the squares' names."""
        return tuple(chess.square_name(square) for square in self.differing)

    @property
    def _story(self) -> Story:
        story = self._tracker.story
        assert story is not None  # noqa: S101 - only a board with a game is held
        return story

    # --- going on -------------------------------------------------------------------------------------------

    @property
    def is_set_up_anew(self) -> bool:
        """Whether the array of the next game was set up since the closing."""
        return self.state != "open" and self.known and self._moved and self._tracker.is_next_array(self.squares)

    def is_put_back(self, t_s: float) -> bool:
        """Whether the position of the game stands; or, and has for a while, the one after another legal move.

        What is one move away for a moment may be a piece on its way back; what has stood in the game before may be what
        the players went back to when they replayed it, unless it is the move that was announced.
        """
        self.due_s = NEVER_S
        if self.state != "restoring" or not self.known:
            return False
        differing = self.differing
        if not differing:
            return True
        far = len(differing) > MOST_OF_A_MOVE or self.of == "drill"  # of a drill nothing counts
        move = None if far else self._move_of(differing)
        if move is None or (self._stood_before() and not self._is_announced(move)):
            return False
        rests_s = self._changed_s + REST_S
        if t_s < rests_s - CLOSE_S:
            self.due_s = rests_s
            return False
        return True

    def _stood_before(self) -> bool:
        """Whether the same pieces stood on the same squares earlier in the game."""
        placed, seen = self._story.expected.copy(), list(self.seen)
        for ply in reversed(self._story.plies):
            for square, letter in ply.undo:
                placed[square] = letter
            if placed == seen:
                return True
        return False

    def _is_announced(self, move: chess.Move) -> bool:
        announced = self._play.announced
        return announced is not None and announced.uci == self._story.board.uci(move)

    def _move_of(self, differing: Sequence[int]) -> chess.Move | None:
        """The legal move that just these squares show."""
        seen, story = self.seen, self._story
        now = {square: seen[square] for square in differing}
        moves = story.board.legal_moves
        return next((move for move in moves if dict(changes(story.board, move, story.expected)) == now), None)

    @property
    def of(self) -> NotRestored:
        """What it is."""
        return self._what

    @property
    def _what(self) -> events.Held:
        return _WHAT.get(self._ruling.kind, "intervention")

    @property
    def rings(self) -> bool:
        """Whether it is a drill, and pieces were moved in it for the first time."""
        return self.of == "drill" and self.state == "open" and self.rung_id is None and self._moved

    @property
    def opened_by(self) -> int:
        """The number of the ruling by which it was opened."""
        return self._ruling.number

    @property
    def waits(self) -> bool:
        """Whether the position of the game is to be set up again: of a game that is over it need not be."""
        return self.state == "restoring" and not self._play.is_over_for_good

    def view(self) -> ClaimView:
        """As a screen shows it."""
        state: ClaimState = "over" if self.state == "restoring" and not self.waits else self.state
        text = "" if self.evidence is None else self.evidence.text
        return ClaimView(self._what, state, self.t_s, text, self.evidence)
