"""A round of a simulated hall out to PGN and into the stand-in for lichess; how far both are what was played."""

import time
from pathlib import Path
from typing import Final, NamedTuple

from dgt_monitor.broadcast.lichess.client import Client
from dgt_monitor.broadcast.lichess.way import LichessWay
from dgt_monitor.broadcast.ways import Complain, FolderWay, Way
from dgt_monitor.tournament.outs import Out
from tests.broadcast.a_round import Round, play_round
from tests.broadcast.lichess import TOKEN, Chapter, StandIn

FASTER: Final = 10.0
"""The time of the pushes is that of a hall that is played as fast as can be (chosen)."""
PASSING: Final = ("is not in the answer", "again", "lichess deletes nothing and still shows")
"""What is told of games meanwhile and is no fault: names that come later, moves that were taken back."""


class Held(NamedTuple):
    """What became of the round there."""

    round: Round
    chapters: list[Chapter]
    pushes: int
    most_together: int

    @property
    def otherwise(self) -> list[str]:
        """Boards whose moves or result are there otherwise than they were played, or not at all, or twice."""
        found = [(each.tags["Board"], tuple(each.moves), each.tags["Result"]) for each in self.chapters]
        played, results = self.round.played, self.round.results
        return [board for board in played if found.count((board, played[board], results[board])) != 1]

    @property
    def faults(self) -> list[str]:
        """What was told and is a fault."""
        return [told for told in self.round.complaints if not any(passing in told for passing in PASSING)]


def play_to_lichess(url: str, root: Path) -> Held:
    """Play it to its end."""
    standin = StandIn()

    def way_of(out: Out, complain: Complain) -> Way:
        if out.kind == "pgn":
            return FolderWay(out, complain)
        post = Client(out.server, out.broadcast, TOKEN)
        return LichessWay(out, complain, post, clock=lambda: FASTER * time.monotonic())

    out = Out(kind="lichess", broadcast="AbCdEfGh", round=5, server=standin.url)
    try:
        found = play_round(url, root, (out,), way_of)
    finally:
        standin.close()
    return Held(found, standin.round.chapters, len(standin.bodies), standin.most_together)
