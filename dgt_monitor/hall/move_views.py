"""One ply of a game as it is shown."""

from typing import Protocol

from dgt_monitor.game.changes import Ply
from dgt_monitor.hall.views import MoveView
from dgt_monitor.laws.identity import moved_by
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.verdict import Verdict


class Played(Protocol):
    """What is known of a game beside its plies."""

    ledger: Ledger

    def is_sure(self, number: int, ply: Ply, verdict: Verdict) -> bool:
        """Whether no other line of play explains the evidence as well up to this ply."""


def move_view(play: Played, ply: Ply, number: int) -> MoveView:
    """The ply of this number of a game."""
    verdict = play.ledger.at(number)
    fullmove, white = moved_by(verdict.standing)
    return MoveView(
        ply=number,
        number=fullmove,
        colour="white" if white else "black",
        san=ply.san,
        uci=ply.uci,
        status=ply.status,
        sure=play.is_sure(number, ply, verdict),
        provenance=ply.provenance,
        count=verdict.count,
        count_max=verdict.count_max,
        t_s=ply.t_s,
        clock=ply.clock,
        legal=ply.legal,
        inferred_from=ply.inferred_from,
    )
