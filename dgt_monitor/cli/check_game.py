"""One game of a PGN under the Laws: the events of the stream."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, overload

import chess

from dgt_monitor.cli.pgn_input import PgnGame
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import Alert, AlertCleared, Event, Move, Rule, Summary, Times
from dgt_monitor.laws.claims import claimable
from dgt_monitor.laws.identity import PositionKey
from dgt_monitor.laws.labels import START_LABEL, move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, Profile
from dgt_monitor.laws.texts import START_POSITION, Since, text
from dgt_monitor.laws.verdict import Finding, Verdict
from dgt_monitor.wording import Said, Sentence

GAME: Final = 1
"""Each game of the file is the only one of its board."""
PLIES_TOLD: Final = 100
"""Occurrences that an alert lists, the first half and the last half of them: else its length would grow with the game
(chosen: many times what any rule asks for)."""


_TOO_FEW: Final = Sentence(
    "The record has {n} ply: it cannot tell what stood after {ply}.",
    "The record has {n} plies: it cannot tell what stood after {ply}.",
)
_BREAKS_OFF: Final = Sentence("The record breaks off after {last} and cannot tell.")


class Position(NamedTuple):
    """Where in a game something is asked."""

    board: chess.Board
    ledger: Ledger


class Labels(Sequence[str]):
    """The names of some plies of a game, each looked up when it is asked for."""

    def __init__(self, labels: Sequence[str], plies: Sequence[int]) -> None:
        self._labels = labels
        self._plies = plies

    def __len__(self) -> int:
        return len(self._plies)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self._labels[ply] for ply in self._plies[index]]
        return self._labels[self._plies[index]]


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
        self._stood: defaultdict[PositionKey, list[int]] = defaultdict(list)
        """After which plies each position has stood: asked for at every alert, however long the game."""
        self.counts: list[int] = []
        """How often what stands after each ply had stood by then."""

    def events(self) -> Iterator[Event]:
        """Moves and alerts; the summary is told apart, so that a claim can stand before it."""
        yield from self._raise(0, self._counted(0, self.ledger.verdict))
        for ply, move in enumerate(self.game.moves, 1):
            san = self.board.san(move)
            self.sans.append(san)
            self.labels.append(self.label(ply, san))
            self.board.push(move)
            verdict = self._counted(ply, self.ledger.push(self.board))
            yield self._move(ply, move, san, verdict)
            if self._claims:
                yield from self._lapse(verdict)
            if verdict.findings:
                yield from self._raise(ply, verdict)

    def label(self, ply: int, san: str) -> str:
        """A ply as a scoresheet of this game names it."""
        return move_label(ply, self.game.start.fullmove_number, self.game.start.turn, san)

    def times(self, ply: int) -> Times | None:
        """Both clocks after a ply, by the score; None where it does not tell the last time of each."""
        clocks = self.game.clocks
        if ply < 1 or ply not in clocks or ply - 1 not in clocks:
            return None
        mover, other = clocks[ply], clocks[ply - 1]
        return Times(other, mover) if self.ledger.standing(ply).key.turn else Times(mover, other)

    def _counted(self, ply: int, verdict: Verdict) -> Verdict:
        self.counts.append(verdict.count)
        self._stood[verdict.standing.key].append(ply)
        return verdict

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
            clock=self.times(ply),
            claimable=claimable(self.board, self.ledger),
        )

    def _raise(self, ply: int, verdict: Verdict) -> Iterator[Event]:
        for finding in verdict.findings:
            alert = self._alert(ply, finding, self._stood[verdict.standing.key])
            self._standing[alert.id] = alert
            if finding.is_claim:
                self._claims.append(alert)
            yield alert

    def _alert(self, ply: int, finding: Finding, stood: list[int]) -> Alert:
        half = PLIES_TOLD // 2
        plies = stood if len(stood) <= PLIES_TOLD else [*stood[:half], *stood[-half:]]
        labels = Labels(self.labels, stood)
        since = self._since(finding)
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
            plies=tuple(plies),
            text=text(finding, labels, self.name, players=self.players, profile=self.ledger.profile, since=since),
            side=finding.side,
            until=finding.until,
            profile=self.ledger.profile.name,
        )

    def _since(self, finding: Finding) -> Since | None:
        """Since when the game is drawn by the rule of a finding: its first moment, which later ones do not move."""
        number = self.ledger.drawn_since(finding.rule) if finding.sure and finding.ends else None
        return None if number is None else Since(self.labels[number], played=self.ledger.ply - number)

    def _lapse(self, verdict: Verdict) -> Iterator[Event]:
        """Claims end: threefold with the next move (9.2.2), fifty with a pawn move or capture (9.3.2)."""
        progress = verdict.standing.halfmove_clock == 0
        lapsed = [alert for alert in self._claims if progress or alert.rule is Rule.THREEFOLD]
        for alert in lapsed:
            self._claims.remove(alert)
            del self._standing[alert.id]
            yield AlertCleared(0.0, self.name, alert.id, GAME, alert.rule, alert.ply, "lapsed")

    def at(self, ply: int | None) -> "Position":
        """Where the game stood after this ply; None, or more than were played: at its end."""
        if ply is None or ply >= self.ledger.ply:
            return Position(self.board, self.ledger)
        board, ledger = self.game.start.copy(), self.ledger.copy()
        for move in self.game.moves[:ply]:
            board.push(move)
        ledger.truncate(ply)
        return Position(board, ledger)

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


def unknown_text(game: CheckedGame, ply: int | None) -> Said | None:
    """Why the record cannot tell what stood after a ply (None: the last); None where it can."""
    if ply is not None and ply > game.ledger.ply:
        return _TOO_FEW(n=game.ledger.ply, ply=ply)
    if game.game.broken is not None and ply is None:
        return _BREAKS_OFF(last=game.labels[-1] if game.ledger.ply else START_POSITION())
    return None
