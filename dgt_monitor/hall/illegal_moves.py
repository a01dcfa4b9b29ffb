"""The illegal moves of one game: whose, how far each went, what it ended as. Counts are proposed, never set."""

from collections.abc import Sequence
from typing import Final, Literal

from dgt_monitor.events import Colour, Ending
from dgt_monitor.game.changes import Ply, Strange

State = Literal["pending", "complete", "answered"]
_RANK: Final = {"pending": 0, "complete": 1, "answered": 2}


class Incident:
    """One illegal move, from when it stood on the board until it has ended."""

    __slots__ = ("alert_ids", "ending", "fault", "name", "number", "side", "squares", "state")

    def __init__(self, number: int, side: Colour, strange: Strange | None) -> None:
        self.number = number
        """The last ply that stood before it."""
        self.side = side
        self.name = None if strange is None else strange.move
        self.fault = None if strange is None else strange.fault
        self.squares: tuple[int, ...] = () if strange is None else strange.squares
        self.state: State = "complete" if strange is None else strange.state
        self.ending: Ending | None = None
        self.alert_ids: list[str] = []

    @property
    def counts(self) -> bool:
        """Whether it is one by 7.5.5: it was completed, and no legal move explains it."""
        return self.state != "pending" and self.ending != "explained"


class IllegalMoves:
    """Those of the present game."""

    __slots__ = ("incidents",)

    def __init__(self) -> None:
        self.incidents: list[Incident] = []

    def told(self, strange: Strange, side: Colour, alert_id: str) -> Incident:
        """One is told, or is told to have gone further."""
        for incident in self.incidents:
            if incident.ending is None and (incident.number, incident.name) == (strange.number, strange.move):
                break
        else:
            incident = Incident(strange.number, side, strange)
            self.incidents.append(incident)
        if _RANK[strange.state] > _RANK[incident.state]:
            incident.state = strange.state
        incident.alert_ids.append(alert_id)
        return incident

    def explained(self, squares: tuple[int, ...], plies: Sequence[Ply]) -> None:
        """What stood on these squares is explained or put back: what it ended as."""
        for incident in self.incidents:
            if incident.ending is None and incident.squares == squares:
                incident.ending = _ending(incident, plies)

    def penalised(self, number: int, side: Colour) -> Incident:
        """The arbiter has ruled that there was one by which nothing on the board changes (7.5.3, 7.5.4)."""
        incident = Incident(number, side, None)
        incident.ending = "penalised"
        self.incidents.append(incident)
        return incident

    def of_alert(self, alert_id: str) -> Incident | None:
        """The one that an alert tells of."""
        return next((each for each in self.incidents if alert_id in each.alert_ids), None)

    def count(self, side: Colour) -> int:
        """How many completed ones this record has of a player."""
        return sum(incident.side == side and incident.counts for incident in self.incidents)


def _ending(incident: Incident, plies: Sequence[Ply]) -> Ending:
    if len(plies) < incident.number:
        return "restored_further_back"
    if len(plies) == incident.number:
        return "restored"
    ply = plies[incident.number]
    if incident.fault == "unpromoted" and ply.move.promotion is not None:
        return "queened"
    # Where it was answered, a legal line that explains all is what was played; else another move was made instead.
    return "explained" if incident.state == "answered" and ply.legal else "restored"


_FIRST: Final = (
    "If so it is {side}'s first completed illegal move by this record: {minutes} more for {other}, FIDE 7.5.5."
)
_MORE: Final = "If so it is {side}'s {nth} by this record: {side} loses{unless}, FIDE 7.5.5."
_UNLESS: Final = {
    True: ", for {other} can mate by legal moves",
    False: " not, for {other} cannot mate by any series of legal moves: the game is drawn",
    None: ", unless {other} cannot mate by any series of legal moves",
}
_NTH: Final = {2: "second", 3: "third", 4: "fourth"}


def count_text(count: int, side: Colour, minutes: int, opponent_can_mate: bool | None) -> str:
    """What a completed illegal move means, by how many there are of the player."""
    names = {"side": side.capitalize(), "other": "Black" if side == "white" else "White"}
    if count < 2:
        return _FIRST.format(minutes=f"{minutes} minute{'s' * (minutes != 1)}", **names)
    unless = _UNLESS[opponent_can_mate].format(**names)
    return _MORE.format(nth=_NTH.get(count, f"{count}th"), unless=unless, **names)
