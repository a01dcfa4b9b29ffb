"""The illegal moves of one game: whose, how far each went, what it ended as. Counts are proposed, never set."""

from collections.abc import Sequence
from typing import Final, Literal

from dgt_monitor.events import Colour, Ending
from dgt_monitor.game.changes import Ply, Strange
from dgt_monitor.hall.texts import SIDES
from dgt_monitor.laws.profile import Profile
from dgt_monitor.wording import Said, Sentence

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


_FIRST: Final = Sentence(
    "If so it is {side}'s {nth} completed illegal move by this record: {n} minute more for {other}, {cited}.",
    "If so it is {side}'s {nth} completed illegal move by this record: {n} minutes more for {other}, {cited}.",
)
_MORE: Final = Sentence("If so it is {side}'s {nth} by this record: {side} loses{unless}, {cited}.")
_UNLESS: Final = {
    True: Sentence(", for {other} can mate by legal moves"),
    False: Sentence(" not, for {other} cannot mate by any series of legal moves: the game is drawn"),
    None: Sentence(", unless {other} cannot mate by any series of legal moves"),
}
_NTH: Final = {1: Sentence("first"), 2: Sentence("second"), 3: Sentence("third"), 4: Sentence("fourth")}
_NTH_OF_MANY: Final = Sentence("{number}th")


def count_text(count: int, side: Colour, profile: Profile, opponent_can_mate: bool | None) -> Said:
    """What a completed illegal move means, by how many there are of the player."""
    names = {"side": SIDES[side](), "other": SIDES["black" if side == "white" else "white"]()}
    nth = _NTH[count]() if count in _NTH else _NTH_OF_MANY(number=count)
    cited = profile.cited(profile.articles.illegal_move_penalty)
    if profile.illegal_moves_to_lose is None or count < profile.illegal_moves_to_lose:
        return _FIRST(n=profile.illegal_move_penalty_minutes, nth=nth, cited=cited, **names)
    return _MORE(nth=nth, unless=_UNLESS[opponent_can_mate](**names), cited=cited, **names)
