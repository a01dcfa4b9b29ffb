"""A board on which the arbiter rules; and what a reader and a screen hold of it, to be compared before and after."""

from typing import Any

import chess

from dgt_monitor.events import Event, Ruled
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.views import BoardView
from dgt_monitor.tournament.event import TournamentFile
from tests.hall.touching import PORT, Touched

KINGS_WHITE_WINS = "e1. e4K e8. d5k"
"""The kings on e4 and d5 after the usual start (both on white squares: hands, 5.6)."""


class RuledBoard(Touched):
    """Rulings get their numbers as a recorder gives them."""

    def __init__(self, fen: str = chess.STARTING_FEN, *, confirm_after_s: int | None = None) -> None:
        begun = {PORT: fen} if "k" in fen else {}
        known = Known(begun, tournament=TournamentFile(confirm_results_after_s=confirm_after_s))
        super().__init__(fen, known=known)

    def rule(self, t_s: float, kind: Any, *, board: str = PORT, **fields: Any) -> list[Event]:
        self.t_s = t_s
        ruling = self.hall.rulings.numbered(Ruling(t_s, "Ada", kind, board=board, **fields))
        return self._told(self.hall.apply(ruling))

    def undo(self, t_s: float, number: int, **fields: Any) -> list[Event]:
        return self.rule(t_s, "undo", board="", undoes=number, **fields)

    @property
    def last(self) -> int:
        """The number of the last ruling."""
        return self.hall.view().rulings[-1].number

    def refused(self, t_s: float, kind: Any, **fields: Any) -> str:
        """Why it was not carried out; nothing else may be told."""
        (told,) = self.rule(t_s, kind, **fields)
        assert isinstance(told, Ruled)
        assert told.state == "refused"
        return told.text

    @property
    def view(self) -> BoardView:
        return self.hall.view().boards[0]

    @property
    def held(self) -> object:
        """All that a screen and a reader of the stream hold, and what the Laws count.

        Without the numbers of alerts and when they were raised: one that falls with a ply comes back as a new one. And
        without the status of the last ply, which a ruling may have confirmed.
        """
        there = self.hall.board_at(PORT, None)
        assert there is not None
        ledger, told, view = there.play.ledger, self.told, self.view
        moves = [move._replace(t=0.0, fen=move.fen.fen()) for move in told.moves]  # type: ignore[arg-type]
        shown = [move._replace(t_s=0.0) for move in view.moves]
        if moves:
            moves[-1], shown[-1] = moves[-1]._replace(status="confirmed"), shown[-1]._replace(status="confirmed")
        alerts = [each._replace(id="", raised_t_s=0.0) for each in view.alerts if each.cleared_t_s is None]
        return (
            view._replace(moves=tuple(shown), alerts=tuple(sorted(alerts, key=lambda alert: alert.text))),
            moves,
            {game: result._replace(t=0.0) for game, result in told.results.items()},
            told.result,
            sorted(alert.text for alert in told.alerts.values()),
            [(ledger.at(ply).count, ledger.at(ply).count_max) for ply in range(ledger.ply + 1)],
            ledger.verdict.standing.key,
        )
