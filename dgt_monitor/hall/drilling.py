"""The alarm of a drill: whether it reaches who is to hear it is what is tried."""

from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.hall.holding import Holding
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.restoring_texts import drill_text


def drill_alert(t_s: float, board: str, alert_id: str, who: str, held: Holding, play: Play) -> Alert:
    """The alert of a drill that has rung just now. `who`: the board as sentences name it."""
    held.rung_id, ply = alert_id, play.ledger.ply
    return Alert(
        t_s, board, alert_id, play.game, ply, Rule.DRILL, None, Level.ACT, True, (ply,), drill_text(who), held.named()
    )  # fmt: skip
