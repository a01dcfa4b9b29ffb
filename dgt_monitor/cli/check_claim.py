"""A claim tested in a game of a PGN: what the command line asks, and the answer."""

import re
from typing import Final, NamedTuple

import chess

from dgt_monitor.cli.check_game import GAME, CheckedGame, unknown_text
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import STREAM_VERSION, Colour, Rule
from dgt_monitor.laws.alike import alike_text
from dgt_monitor.laws.claim import INTENDED, Answer, Claim, Route, examine, examine_written
from dgt_monitor.laws.claim_texts import claim_text
from dgt_monitor.wording import Sentence

_AMBIGUOUS: Final = Sentence("{move} can be {moves}: the claimant must write which.")
_TURNS: tuple[Colour, Colour] = ("black", "white")


class Asked(NamedTuple):
    """The claim that the command line asks about; the same for every game of the file."""

    san: str | None
    """The move the claimant has written."""
    route: Route | None = None
    """None: he wrote a move and named no rule."""
    claimant: Colour | None = None
    """None: the player to move."""
    ply: int | None = None
    """Plies played when it was made; None: all of the game."""


class Questions(NamedTuple):
    """What the command line asks of every game."""

    claim: Asked | None = None
    mates: bool = False
    """Whether each side can still mate."""
    ply: int | None = None
    """After how many plies that is asked; None: at the end."""


class Told(NamedTuple):
    """The answer in one game, as the stream tells it."""

    board: str
    supported: bool | None
    rule: Rule | None
    plies: tuple[int, ...]
    text: str
    claimant: Colour | None = None
    route: Route | None = None
    move: str | None = None
    possible: bool = True
    """Whether it can be made as it was."""
    ply: int = 0
    alike: tuple[dict[str, object], ...] = ()
    """Plies after which the same stood and was another position, each with what tells it apart."""

    def to_dict(self) -> dict[str, object]:
        """The claim as an object of the stream."""
        head: dict[str, object] = {"v": STREAM_VERSION, "t": 0.0, "board": self.board, "kind": "claim", "game": GAME}
        return head | self._asdict()


class CheckedClaim:
    """A claim in one game that has been played through; `answer` is None where none could be given."""

    def __init__(self, game: CheckedGame, asked: Asked) -> None:
        self.game = game
        self._asked = asked
        self.answer: Answer | None = None
        self.at = game.at(asked.ply)
        self.written = "" if asked.san is None else safe(asked.san)
        self.told = self._examined()

    def _examined(self) -> Told:
        game, asked, at = self.game, self._asked, self.at
        unknown = unknown_text(game, asked.ply)
        if unknown is not None:
            return self._unknown(unknown)
        move: chess.Move | None = None
        try:
            move = at.board.parse_san(asked.san) if asked.san is not None else None
        except chess.AmbiguousMoveError:
            return self._unknown(self._ambiguous(asked.san or ""))
        except ValueError:
            move = None
        if move is not None:
            self.written = at.board.san(move)
        return self._answered(move)

    def _answered(self, move: chess.Move | None) -> Told:
        asked, at = self._asked, self.at
        claimant: Colour = asked.claimant or _TURNS[at.board.turn]
        if asked.route is None and move is not None and claimant == _TURNS[at.board.turn]:
            answer = examine_written(at.board, at.ledger, move)
        else:
            route = asked.route or Route.REPETITION_INTENDED
            answer = examine(at.board, at.ledger, Claim(claimant, route, move, self.written))
        claim = answer.claim._replace(written=self.written)
        self.answer = answer = answer._replace(claim=claim)
        alike = tuple({"ply": each.ply, "why": alike_text(each, self.label)} for each in answer.alikes)
        return Told(
            self.game.name,
            answer.supported,
            answer.rule,
            () if answer.defect in ("illegal_move", "no_move") else answer.plies,
            claim_text(answer, self.label, at.ledger.profile),
            claimant,
            claim.route,
            self.written if claim.route in INTENDED and self.written else None,
            answer.defect is None,
            at.ledger.ply,
            alike,
        )

    def label(self, ply: int) -> str:
        """A ply as a scoresheet of this game names it, the written move included."""
        return self.game.labels[ply] if ply <= self.at.ledger.ply else self.game.label(ply, self.written)

    def _unknown(self, text: str) -> Told:
        return Told(self.game.name, None, None, (), text, ply=self.at.ledger.ply)

    def _ambiguous(self, san: str) -> str:
        """Several pieces can make the move as written: the claimant must say which."""
        board = self.at.board
        target = chess.parse_square(re.sub(r"(=?[QRBNqrbn])?[+#]?$", "", san)[-2:])
        meant = [board.san(move) for move in board.legal_moves if move.to_square == target]
        meant = [named for named in meant if named[0] == san[0]]
        return _AMBIGUOUS(move=self.label(self.at.ledger.ply + 1), moves=" / ".join(meant))
