"""A game is not its board: it leaves one, and goes on on another, or on another day (7.2.1, 7.2.2, 7.3)."""

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.game.placement import turned
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.aftermath import Aftermath
from dgt_monitor.hall.belonging import Belonging
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.differing_alerts import OF_THE_LINE, renamed
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.evidence import Titles, titles_of
from dgt_monitor.hall.holding import Holding
from dgt_monitor.hall.memory import BoardMemory
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.refusing import GONE_ON, RefusedError
from dgt_monitor.hall.restoring_texts import NotRestored


class Resettling(Holding):
    """A game that has come to this board and has to be set up here: that is no play, and no occurrence."""

    __slots__ = ()

    def __init__(self, t_s: float, ruling: Ruling, tracker: Tracker, play: Play, titles: Titles, stands: str) -> None:
        super().__init__(t_s, ruling, tracker, play, titles)
        self.state = "restoring"
        self.placement, self.known = list(stands), bool(stands)
        self._lie()

    @property
    def of(self) -> NotRestored:
        """What it is."""
        return "game"

    @property
    def is_set_up_anew(self) -> bool:
        """An array that stands on its way is none of a next game."""
        return False

    def is_put_back(self, t_s: float) -> bool:
        """Whether the position of the game stands, whatever way the board lies."""
        self._lie()
        return super().is_put_back(t_s)

    def _lie(self) -> None:
        """This board may lie the other way than the one before: as it fits better."""
        expected, squares = self._story.expected, self.squares
        if not self.known:
            return
        plain, other = (_far(expected, placed) for placed in (squares, turned(squares)))
        if plain != other:
            self._tracker.rotated = other < plain


def _far(expected: list[str], placed: str) -> int:
    return sum(one != other for one, other in zip(expected, placed, strict=True))


def leave(board: HallBoard, t_s: float) -> None:
    """The game is gone from this board, which waits for the array of a next one."""
    board.tracker.begin_nothing(t_s)
    board.play.begin_nothing()
    board.play.leave_results()
    board.flags.forget()
    board.aftermath, board.held, board.last_claim, board.claim_told = Aftermath(), None, None, None
    board.followed_s = t_s
    board.memory.recalling.settled()
    standing = board.alerts.standing
    for alert_id in [key for key, alert in standing.items() if alert.rule not in OF_THE_LINE]:
        del standing[alert_id]


def take_place(board: HallBoard, t_s: float, game: HallBoard, ruling: Ruling, out: list[Event]) -> None:
    """This board stands in the place of the game's own from now on: name, number and alerts stay as they are."""
    if game.tracker.story is None:
        raise RefusedError(GONE_ON())
    stands = board.tracker.raw
    board.name, board.alerts, board.rounds = game.name, game.alerts, game.rounds
    alert_id = None if game.held is None else game.held.alert_id
    for alert in [a for a in board.alerts.standing.values() if a.rule in OF_THE_LINE or a.id == alert_id]:
        del board.alerts.standing[alert.id]
    _go_on(board, t_s, game)
    board.last_claim = game.last_claim
    if is_closed(game):
        board.held = None
        return  # nothing has to be set up; what stands is told next
    titles = titles_of(board.tournament, board.name)
    board.hold(t_s, Resettling(t_s, ruling, board.tracker, board.play, titles, stands), out)


def is_closed(board: HallBoard) -> bool:
    """Whether nobody plays on in its game: a person has ended it, or confirmed how it ended."""
    results = board.play.results
    return results.ended is not None or (results.standing is not None and results.standing.confirmed)


def arrive(board: HallBoard, t_s: float, game: HallBoard, ruling: Ruling, out: list[Event]) -> None:
    """The game on a board that nobody else has goes on here: from now on this board's readings are its own."""
    if game.tracker.story is None:
        raise RefusedError(GONE_ON())
    stands, before = board.tracker.raw, board.play
    _go_on(board, t_s, game)
    tracker, play = board.tracker, board.play
    play.take_results_of(before)
    game.flags.come_to(board.alerts, board.clock)
    board.last_claim = None if game.last_claim is None else (play.game, game.last_claim[1])
    names = _alerts_come(board, t_s, game)
    play.illegal.rename(names)
    game.flags.rename(names)
    board.hold(t_s, Resettling(t_s, ruling, tracker, play, titles_of(board.tournament, board.name), stands), out)


def _go_on(board: HallBoard, t_s: float, game: HallBoard) -> None:
    """The game is this board's: it speaks through this board's alerts and reads this board's clock."""
    tracker, play = game.tracker, game.play
    tracker.come_to(t_s, board.tracker.trail)
    play.come_to(board.alerts, board.clock, board.tournament)
    game.flags.come_to(board.alerts, board.clock)
    board.memory = BoardMemory(tracker, board.clock, play, board.memory.ask)
    board.tracker, board.play, board.flags, board.aftermath = tracker, play, game.flags, game.aftermath
    board.belonging = Belonging(tracker)
    board.squares.belong_to(tracker)
    board.claim_told = game.claim_told


def _alerts_come(board: HallBoard, t_s: float, game: HallBoard) -> dict[str, str]:
    """What called somebody there calls here, by this board's name."""
    names: dict[str, str] = {}
    before, now = game.tournament.who(game.name), board.tournament.who(board.name)
    for alert in game.alerts.standing.values():
        if alert.rule not in OF_THE_LINE:
            names[alert.id] = board.alerts.next_id(board.name)
            text = renamed(alert.text, before, now)
            here: events.Alert = alert._replace(
                t=t_s, board=board.name, id=names[alert.id], game=board.play.game, text=text
            )
            board.alerts.add(here)
    return names
