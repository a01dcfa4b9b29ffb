"""One game of a PGN under the Laws: the events of the stream, and the answer to a claim."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import chess

from dgt_monitor.cli.pgn_input import PgnGame
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import STREAM_VERSION, Alert, AlertCleared, Event, Move, Rule, Summary
from dgt_monitor.laws.claim import examine_intended
from dgt_monitor.laws.claim_texts import claim_text, over_text
from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.labels import START_LABEL, move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.texts import text
from dgt_monitor.laws.verdict import Finding, Verdict

GAME: Final = 1
"""Each game of the file is the only one of its board."""


class Claim(NamedTuple):
    """The answer to `--move` in one game."""

    board: str
    supported: bool | None
    rule: Rule | None
    plies: tuple[int, ...]
    text: str

    def to_dict(self) -> dict[str, object]:
        """The claim as an object of the stream."""
        head: dict[str, object] = {"v": STREAM_VERSION, "t": 0.0, "board": self.board, "kind": "claim", "game": GAME}
        return head | self._asdict()


class CheckedGame:
    """A game that is played through once, by `events`; the rest can be asked afterwards."""

    def __init__(self, game: PgnGame, profile: Profile = FIDE_OVER_THE_BOARD) -> None:
        self.game = game
        self.name = f"pgn-{game.number}"
        self.players = safe(game.players)
        self.board = game.start.copy()
        self.ledger = Ledger(self.board, profile)
        self.labels = [START_LABEL]
        self.sans: list[str] = []
        self._standing: dict[str, Alert] = {}
        self._claims: list[Alert] = []

    def events(self) -> Iterator[Event]:
        """Moves and alerts; the summary is told apart, so that a claim can stand before it."""
        yield from self._raise(0, self.ledger.verdict)
        for ply, move in enumerate(self.game.moves, 1):
            san = self.board.san(move)
            self.sans.append(san)
            self.labels.append(self.label(ply, san))
            self.board.push(move)
            verdict = self.ledger.push(self.board)
            yield self._move(ply, move, san, verdict)
            if self._claims:
                yield from self._lapse(verdict)
            if verdict.findings:
                yield from self._raise(ply, verdict)

    def label(self, ply: int, san: str) -> str:
        """A ply as a scoresheet of this game names it."""
        return move_label(ply, self.game.start.fullmove_number, self.game.start.turn, san)

    def _move(self, ply: int, move: chess.Move, san: str, verdict: Verdict) -> Move:
        return Move(
            t=0.0,
            board=self.name,
            game=GAME,
            ply=ply,
            uci=move.uci(),
            san=san,
            fen=verdict.standing,
            count=verdict.count,
            count_max=verdict.count_max,
            status="confirmed",
            sure=True,
            provenance="claimed",
            clock=None,
            claimable=claimable(self.board, self.ledger),
        )

    def _raise(self, ply: int, verdict: Verdict) -> Iterator[Event]:
        for finding in verdict.findings:
            alert = self._alert(ply, finding)
            self._standing[alert.id] = alert
            if finding.is_claim:
                self._claims.append(alert)
            yield alert

    def _alert(self, ply: int, finding: Finding) -> Alert:
        plies = finding.plies
        labels = [self.labels[n] for n in plies]
        return Alert(
            t=0.0,
            board=self.name,
            id=f"{self.name}:{ply}:{finding.rule}",
            game=GAME,
            ply=ply,
            rule=finding.rule,
            article=finding.article,
            level=finding.level,
            sure=finding.sure,
            plies=plies,
            text=text(finding, labels, self.name, players=self.players, profile=self.ledger.profile),
            side=finding.side,
            until=finding.until,
            profile=self.ledger.profile.name,
        )

    def _lapse(self, verdict: Verdict) -> Iterator[Event]:
        """Claims end: threefold with the next move (9.2.2), fifty with a pawn move or capture (9.3.2)."""
        progress = verdict.standing.halfmove_clock == 0
        lapsed = [alert for alert in self._claims if progress or alert.rule is Rule.THREEFOLD]
        for alert in lapsed:
            self._claims.remove(alert)
            del self._standing[alert.id]
            yield AlertCleared(0.0, self.name, alert.id, GAME, alert.rule, alert.ply, "lapsed")

    def summary(self) -> Summary:
        """The game as it stands at its end."""
        return Summary(
            t=0.0,
            board=self.name,
            game=GAME,
            moves=tuple(self.sans),
            uci=tuple(move.uci() for move in self.game.moves),
            result=self.game.result,
            max_count=self.ledger.max_count,
            rotated=False,
            sure=self.game.broken is None,
            alerts=tuple(dict.fromkeys(alert.rule for alert in self._standing.values())),
        )

    def claim(self, san: str) -> Claim:
        """A claim by the player to move after the last move, with a move he writes and does not play."""
        end = self.ledger.end
        before = ""
        if end is not None:
            ply, finding = end
            before = over_text(finding.rule, finding.article, self.labels[ply], self.ledger.profile) + " "
        claim = self._claim(san)
        return claim._replace(text=f"{before}{claim.text}")

    def _ambiguous(self, san: str) -> Claim:
        """Several pieces can make the move as written: the claimant must say which."""
        target = chess.parse_square(re.sub(r"(=?[QRBNqrbn])?[+#]?$", "", san)[-2:])
        meant = [self.board.san(move) for move in self.board.legal_moves if move.to_square == target]
        meant = [named for named in meant if named[0] == san[0]]
        written = self.label(self.ledger.ply + 1, san)
        sentence = f"{written} can be {' or '.join(meant)}: the claimant must write which."
        return Claim(self.name, None, None, (), sentence)

    def _claim(self, san: str) -> Claim:
        last = self.labels[-1] if self.sans else "the start position"
        if self.game.broken is not None:
            return Claim(self.name, None, None, (), f"The record breaks off after {last} and cannot tell.")
        try:
            move = self.board.parse_san(san)
        except chess.AmbiguousMoveError:
            return self._ambiguous(san)
        except ValueError:
            move = chess.Move.null()
        ply = self.ledger.ply + 1
        if not move:
            return Claim(self.name, False, None, (), f"{self.label(ply, san)} is not a legal move after {last}.")
        answer = examine_intended(self.board, self.ledger, move)
        labels = [*(self.labels[n] for n in answer.plies[:-1]), self.label(ply, self.board.san(move))]
        sentence = claim_text(answer, labels, self.ledger.profile)
        return Claim(self.name, answer.supported, answer.rule, answer.plies, sentence)
