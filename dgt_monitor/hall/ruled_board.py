"""What the arbiter rules of a board: claims and interventions opened and closed, illegal moves, who sits there."""

from abc import ABC, abstractmethod

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.game.timing import CLOSE_S
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.belonging import Belonging
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.evidence import titles_of
from dgt_monitor.hall.flags import Flags
from dgt_monitor.hall.holding import Holding
from dgt_monitor.hall.link import Link, LinkChange
from dgt_monitor.hall.memory import BoardMemory
from dgt_monitor.hall.play import Play
from dgt_monitor.hall.remembered import RoundStart, ToldClaim
from dgt_monitor.hall.restoring_texts import not_restored_text
from dgt_monitor.hall.ruled_illegal import rule_illegal
from dgt_monitor.hall.squares import Squares
from dgt_monitor.hall.views import ClaimView
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import (
    Clock,
    Complaint,
    Identity,
    Request,
    Score,
)


class RuledBoard(ABC):
    """The part of a board that takes rulings."""

    __slots__ = (
        "_clock_runs",
        "changed",
        "claim_told",
        "due_s",
        "followed_s",
        "held",
        "last_claim",
        "rounds",
        "tournament",
        "waiting",
    )

    _clock_runs: bool | None
    name: str
    alerts: AlertBook
    belonging: Belonging
    changed: bool
    claim_told: ToldClaim | None
    """What was told last of a claim or an intervention."""
    clock: BoardClock
    due_s: float
    flags: Flags
    followed_s: float
    """Since when it is not held any more: what was due before that is due then."""
    held: Holding | None
    """A claim or an intervention is open here, or what it left behind is not put back yet."""
    last_claim: tuple[int, ClaimView] | None
    """The last one that is closed, with its game."""
    link: Link
    memory: BoardMemory
    others_due_s: float
    planned_s: float
    play: Play
    rounds: dict[int, RoundStart]
    """By the number of the ruling."""
    squares: Squares
    tournament: TournamentFile
    tracker: Tracker
    waiting: Score | None
    """What another program claims since."""

    @abstractmethod
    def _link_changed(self, t_s: float, change: LinkChange, out: list[Event]) -> None: ...

    @abstractmethod
    def _identified(self, t_s: float, told: Identity, out: list[Event]) -> None: ...

    @abstractmethod
    def _complained(self, t_s: float, complaint: Complaint, out: list[Event]) -> list[LinkChange]: ...

    @abstractmethod
    def _clock_health(self, t_s: float, reading: Clock, out: list[Event]) -> None: ...

    @abstractmethod
    def _clock_may_run(self, t_s: float, out: list[Event]) -> None: ...

    @abstractmethod
    def _tell_clock(self, t_s: float, out: list[Event]) -> None: ...

    @abstractmethod
    def _ask(self, request: Request) -> None: ...

    @abstractmethod
    def _plan(self) -> None: ...

    @abstractmethod
    def _goes_on(self, t_s: float, held: Holding, out: list[Event]) -> bool: ...

    @abstractmethod
    def _let_go(self, t_s: float, held: Holding, out: list[Event]) -> None: ...

    @abstractmethod
    def _play_on(self, t_s: float, held: Holding, out: list[Event]) -> None: ...

    @abstractmethod
    def _clock_again(self, t_s: float, out: list[Event]) -> None: ...

    @abstractmethod
    def _plan_held(self) -> None: ...

    def rule(self, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """What the arbiter rules of this board, but for alerts he has seen."""
        self.changed = True
        if ruling.kind == "stands":
            self.play.rule_stands(t_s, self.name, ruling.alert_id, out)
        elif ruling.kind == "illegal":
            rule_illegal(t_s, self.name, ruling, self.tracker, self.play, out)
        elif ruling.kind == "penalise" and ruling.claimant:
            self.play.rule_penalised(t_s, self.name, ruling.claimant, out)
        elif ruling.kind == "close":
            if self.held is not None:
                self._close(t_s, self.held, ruling, out)
        elif ruling.kind in ("claim", "intervene", "drill"):
            self._open(t_s, ruling, out)
        self._plan_held()

    def _open(self, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """A claim or an intervention is opened."""
        before = self.held
        self.held = held = Holding(t_s, ruling, self.tracker, self.play, titles_of(self.tournament, self.name))
        if before is not None:
            held.placement, held.known = before.placement, before.known
            out.extend(self.alerts.clear(t_s, lambda alert: alert.id == before.alert_id, "arbiter"))
        self._tell_claim(held, held.opened(t_s, self.name, self.clock), out)

    def _tell_claim(self, held: Holding, told: events.Claim, out: list[Event]) -> None:
        self.claim_told = ToldClaim(held.opened_by, told)
        out.append(told)

    def _close(self, t_s: float, held: Holding, ruling: Ruling, out: list[Event]) -> None:
        out.extend(self.alerts.clear(t_s, lambda alert: alert.id == held.rung_id, "arbiter"))
        again, drawn = held.state == "restoring", self.play.results.is_drawn_by_claim
        self._tell_claim(held, held.closed(t_s, self.name, self.clock, ruling), out)
        if ruling.end == "drawn":
            self.play.rule_draw(t_s, self.name, ruling.number, out)
        elif drawn:
            self.play.rule_played_on(t_s, self.name, ruling.number, out)
        self.last_claim = self.play.game, held.view()._replace(state="closed")
        if ruling.end == "reinstated" and held.known and self._reinstated(t_s, held, out):
            return
        taken = held.waits and (again or ruling.end == "as_it_stands") and held.known
        if taken and held.differing:
            why = "what stood on the board after a claim was taken for the game's position"
            self.play.follow(t_s, self.name, self.tracker.missed(why, for_good=True), out)
            self._play_on(t_s, held, out)
        elif not self._goes_on(t_s, held, out) and held.waits:
            self._not_restored(t_s, held, out)
        if not held.known:
            self._ask(Request.DUMP)

    def _reinstated(self, t_s: float, held: Holding, out: list[Event]) -> bool:
        """Whether an earlier position of the game stands, from which it goes on."""
        changes = self.tracker.reinstate(t_s, held.squares)
        if not changes:
            return False
        self._let_go(t_s, held, out)
        self.play.follow(t_s, self.name, changes, out)
        self._clock_again(t_s, out)
        return True

    def _not_restored(self, t_s: float, held: Holding, out: list[Event]) -> None:
        """The position of the game does not stand: which squares differ."""
        squares, ply = held.named(), self.play.ledger.ply
        who, articles = self.play.who(self.name), self.play.ledger.profile.articles
        sentence = not_restored_text(who, squares, self.play.label(ply), of=held.of)
        alert_id = held.alert_id = self.alerts.next_id(self.name)
        alert = events.Alert(
            t_s, self.name, alert_id, self.play.game, ply, Rule.POSITION_UNEXPLAINED, articles.displaced, Level.CHECK,
            True, (ply,), sentence, squares,
        )  # fmt: skip
        out.append(self.alerts.add(alert))

    def sit_as(self, tournament: TournamentFile) -> None:
        """Players sit as this says."""
        self.tournament, self.changed = tournament, True
        self.play.seat(tournament)
        self.sit_at_sheet()

    def sit_at_sheet(self) -> None:
        """The sheet of a claim that is open names who sits there now."""
        if self.held is not None and self.held.state == "open":
            self.held.seat(titles_of(self.tournament, self.name))

    def plan_ruled(self) -> None:
        """Something was ruled: when `tick` wants to be called next."""
        self._plan_held()

    def _confirm_results(self, t_s: float, out: list[Event]) -> None:
        """Results that have stood for as long as the event says."""
        if self.play.results_due_s <= t_s + CLOSE_S:
            self.play.confirm_results(t_s, self.name, out)

    @property
    def claim_view(self) -> ClaimView | None:
        """The claim or intervention that is open here, or the last one of the present game."""
        if self.held is not None:
            return self.held.view()
        return self.last_claim[1] if self.last_claim is not None and self.last_claim[0] == self.play.game else None

    @abstractmethod
    def heard_by(self, tracker: Tracker, clock: BoardClock) -> None:
        """This tracker and this clock are the board's from now on."""
