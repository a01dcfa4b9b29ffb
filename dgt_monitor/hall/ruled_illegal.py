"""What an illegal move ended as, and which position was restored, as the arbiter rules (7.5, A.5)."""

from typing import Final

from dgt_monitor.events import Ending, Event
from dgt_monitor.game.correcting import restore
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.illegal_moves import Incident
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.refusing import NO_ILLEGAL_MOVE, RefusedError, no_ply

_ENDINGS: Final[dict[str, Ending]] = {
    "": "restored",
    "restored": "restored",
    "restored_further_back": "restored_further_back",
    "queened": "queened",
    "explained": "explained",
    "penalised": "penalised",
    "stands": "stands",
}
"""By the outcome that is ruled; where none is, the position before it was restored."""


def rule_illegal(t_s: float, board: str, ruling: Ruling, tracker: Tracker, play: Play, out: list[Event]) -> None:
    """The last illegal move, or the one of the alert that is named, has ended so; RefusedError where there is none."""
    incident = _incident(play, ruling)
    ending = _ENDINGS.get(ruling.outcome)
    if incident is None or ending is None:
        raise RefusedError(NO_ILLEGAL_MOVE())
    ply = _restored_ply(incident, ruling, ending)
    if ply is not None and not 0 <= ply <= len(play.plies):
        raise RefusedError(no_ply(ply))
    if ending == "stands":
        play.rule_stands(t_s, board, incident.alert_ids[-1], out)
        return
    play.rule_ended(t_s, incident, ending, out)
    if ply is not None:
        play.follow(t_s, board, restore(tracker, t_s, ply), out)


def _incident(play: Play, ruling: Ruling) -> Incident | None:
    if ruling.alert_id:
        return play.illegal.of_alert(ruling.alert_id)
    known = [incident for incident in play.illegal.incidents if incident.alert_ids]
    still_open = [incident for incident in known if incident.ending is None]
    return next(reversed(still_open or known), None)


def _restored_ply(incident: Incident, ruling: Ruling, ending: Ending) -> int | None:
    """After which ply the position stood that was restored; None where none was."""
    if ending == "restored":
        return ruling.ply or incident.number
    return ruling.ply if ending == "restored_further_back" else None
