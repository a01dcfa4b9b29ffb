"""How the games of one board end: what is proposed as a result, confirmed, ruled, taken back."""

from collections.abc import Mapping
from typing import Final

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.game.changes import Signalled
from dgt_monitor.game.claimed import BY
from dgt_monitor.game.timing import CLOSE_S, NEVER_S
from dgt_monitor.hall.aftermath import Over
from dgt_monitor.hall.claimed_texts import claimed_result_text
from dgt_monitor.hall.ended_results import EndedResults
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.results import RULED, Results, Standing
from dgt_monitor.hall.ruled_play import RuledPlay
from dgt_monitor.hall.settling import Settling
from dgt_monitor.hall.texts import early_draw_text, result_text
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.texts import goes_on_text
from dgt_monitor.laws.verdict import Verdict
from dgt_monitor.tournament.event import TournamentFile

_ENDS = (Rule.CHECKMATE, Rule.STALEMATE, Rule.DEAD_POSITION, Rule.FIVEFOLD, Rule.SEVENTYFIVE)
"""What ends a game by itself, in the order of precedence on one ply (5.1.1, 5.2.1, 5.2.2, 9.6.1, 9.6.2)."""
_NO_MOVE_LEFT: Final = frozenset({Rule.CHECKMATE.value, Rule.STALEMATE.value})
_OF_A_RESULT: Final = frozenset({Rule.RESULT_SIGNALLED, Rule.EARLY_DRAW})
Past = events.Alert | events.AlertCleared | events.GameStart | events.Result | Ruling
"""What may be taken over from games before."""
Stood = Mapping[int, Standing | None]
"""The results of a board's games, by their numbers, at one moment."""


class Endings(RuledPlay):
    """The part of a board's games that has to do with how they end."""

    __slots__ = ("_ended", "game", "results", "results_due_s")

    _profile: Profile
    _tournament: TournamentFile
    settling: Settling

    def _before_any_game(self) -> None:
        self._ended = EndedResults()
        """Of the games before the present one."""
        self.results = Results()
        """Of the present game."""
        self.results_due_s = NEVER_S
        """When the next proposal is confirmed by time alone."""

    def _next_results(self) -> None:
        """A game begins, and has no result."""
        if self.game:
            self._ended.keep(self.game, self.results)
        self.results = Results(self._alerts.undone, self._tournament.confirm_results_after_s)

    def leave_results(self) -> None:
        """The game goes on elsewhere, and its result with it."""
        self.results = Results(self._alerts.undone, self._tournament.confirm_results_after_s)
        self._plan_results()

    def forget_results(self) -> None:
        """The games played until now were those of another name."""
        self._ended = EndedResults()
        self.leave_results()

    def take_results_of(self, before: "Endings") -> None:
        """The game goes on on the board whose games these were, after them."""
        self._ended = before._ended.copy()
        if before.game:
            self._ended.keep(before.game, before.results)
        self.game = before.game + 1
        self._plan_results()

    def results_of(self, game: int) -> Results | None:
        """The result of one of the board's games; None if it has no such game."""
        return self.results if game == self.game and game else self._ended.to_change(game)

    @property
    def last_ended(self) -> tuple[int, Standing | None] | None:
        """The game before the present one, and its result."""
        game = self.game - 1
        results = self._ended.look(game)
        return None if results is None else (game, results.standing)

    @property
    def result(self) -> str | None:
        """The result that stands, confirmed or proposed."""
        standing = self.results.standing
        return None if standing is None else standing.result

    @property
    def result_by(self) -> str:
        """On what that rests."""
        standing = self.results.standing
        return "" if standing is None else standing.by

    @property
    def is_over(self) -> bool:
        """Whether a result stands, or a ruling has ended the game without one."""
        return self.results.standing is not None or self.results.ended is not None

    @property
    def is_over_for_good(self) -> bool:
        """Whether it is over by itself, by a result that is confirmed, or by a ruling: nobody has to move any more."""
        standing = self.results.standing
        if standing is None:
            return self.results.ended is not None
        return standing.confirmed or standing.by in _ENDS or self.results.ended is not None

    # --- proposals ------------------------------------------------------------------------------------------

    def propose(self, t_s: float, board: str, result: str, by: str, ply: int, out: list[Event]) -> None:
        """A result for a person to confirm."""
        before = self.stood()
        self.results.propose(t_s, result, by, ply)
        self._plan_results()
        self.tell_results(t_s, board, before, out)

    def _end(self, t_s: float, board: str, number: int, verdict: Verdict, out: list[Event]) -> None:
        """What ends the game by itself is proposed as its result; a person confirms it."""
        if self.results.proposal is not None:
            return
        certain = {finding.rule for finding in verdict.findings if finding.sure and finding.ends}
        rule = next((rule for rule in _ENDS if rule in certain), None)
        if rule is None or self._unsure_at(number) or 0 < number == self.settling.number:
            return
        white_mated = verdict.standing.key.turn
        result = ("0-1" if white_mated else "1-0") if rule is Rule.CHECKMATE else "1/2-1/2"
        self.propose(t_s, board, result, rule.value, number, out)

    def _signalled(self, t_s: float, board: str, shown: Signalled, out: list[Event]) -> None:
        """The players show a result: a proposal, until the arbiter confirms it."""
        out.extend(self._alerts.clear(t_s, lambda alert: alert.rule in _OF_A_RESULT, "resolved"))
        if shown.result is None:
            self._withdraw_result(t_s, board, shown.by, out)
            return
        self.propose(t_s, board, shown.result, shown.by, 0, out)
        text = claimed_result_text if shown.by == BY else result_text
        sentence = text(self.who(board), shown.result, self._profile)
        alert_id = self._alerts.next_id(board)
        alert = events.Alert(
            t_s, board, alert_id, self.game, self.ledger.ply, Rule.RESULT_SIGNALLED,
            self._profile.articles.result, Level.INFO, True, (),
            sentence,
        )  # fmt: skip
        out.append(self._alerts.add(alert))
        self.tell_early_draw(t_s, board, out)

    def tell_early_draw(self, t_s: float, board: str, out: list[Event]) -> None:
        """Tell, where the players show a draw or one is ruled, that the event allows none to be agreed yet (9.1.1)."""
        earliest = self._tournament.no_draw_before_move
        told = self._alerts.is_standing((Rule.EARLY_DRAW,))
        if self.result != "1/2-1/2" or self.results.is_drawn_by_claim:
            out.extend(self._alerts.clear(t_s, lambda alert: alert.rule is Rule.EARLY_DRAW, "arbiter"))
            return
        made = self.ledger.at(self.ledger.ply).standing.fullmove - 1
        if told or earliest is None or made >= earliest or self.ledger.end is not None:
            return
        profile = self.ledger.profile
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, self.ledger.ply, Rule.EARLY_DRAW,
            profile.articles.agreed, Level.CHECK, True, (self.ledger.ply,),
            early_draw_text(self.who(board), made, earliest, profile),
        )  # fmt: skip
        out.append(self._alerts.add(alert))

    def _withdraw_result(self, t_s: float, board: str, by: str, out: list[Event], number: int | None = None) -> None:
        """What was proposed is proposed no more; `number`: if it falls with the plies from this one on."""
        before = self.results.standing
        if number is None:
            self.results.withdraw()
        else:
            self.results.fall(number)
        self._plan_results()
        if before is not None and self.results.standing is None:
            out.append(events.Result(t_s, board, self.game, "*", by, confirmed=False))

    # --- confirmed by time ----------------------------------------------------------------------------------

    def _plan_results(self) -> None:
        self.results_due_s = min((each.due_s for each in self._all_results().values()), default=NEVER_S)

    def confirm_results(self, t_s: float, board: str, out: list[Event]) -> None:
        """Proposals that have stood for as long as the event says count as confirmed."""
        before = self.stood()
        due = [game for game, each in self._all_results().items() if each.due_s <= t_s + CLOSE_S]
        for results in map(self.results_of, due):
            if results is not None:
                results.confirm()
        self._plan_results()
        self.tell_results(t_s, board, before, out)

    # --- rulings --------------------------------------------------------------------------------------------

    def rule_draw(self, t_s: float, board: str, number: int, out: list[Event]) -> None:
        """The arbiter has ruled, at the end of a claim, that the game is drawn."""
        before = self.stood()
        self.results.rule_drawn(number)
        self.tell_results(t_s, board, before, out)

    def rule_played_on(self, t_s: float, board: str, number: int, out: list[Event]) -> None:
        """The arbiter has taken that back."""
        before = self.stood()
        self.results.resume(number)
        self.tell_results(t_s, board, before, out)

    def _all_results(self) -> dict[int, Results]:
        """To be looked at."""
        return {**dict(self._ended.items()), self.game: self.results} if self.game else {}

    def stood(self) -> Stood:
        """The results of all games as they stand, to be held against what a ruling makes of them."""
        return {game: results.standing for game, results in self._all_results().items()}

    def tell_results(self, t_s: float, board: str, before: Stood, out: list[Event]) -> None:
        """Tell what stands otherwise now. What was confirmed is withdrawn before less is told."""
        for game, now in self.stood().items():
            was = before.get(game)
            if now == was:
                continue
            if now is None or (was is not None and was.confirmed and not now.confirmed):
                out.append(events.Result(t_s, board, game, "*", "arbiter", confirmed=True))
            if now is not None:
                out.append(events.Result(t_s, board, game, now.result, now.by, now.confirmed, now.how))

    def take_past(self, past: Past) -> None:
        """What was told or ruled of games that are over: their results are made again of it."""
        if isinstance(past, events.GameStart):
            self._next_results()
            self.game = past.game
        elif isinstance(past, Ruling):
            self._take_ruling(past)
        elif isinstance(past, events.Result):
            results = self.results_of(past.game)
            if results is not None:
                self._take_result(results, past)
        self._plan_results()

    @staticmethod
    def _take_result(results: Results, told: events.Result) -> None:
        """A proposal, or what became of it; what was told because of a ruling follows from that."""
        if told.by == "arbiter":
            return
        if not told.stands:
            results.withdraw()
        elif not told.confirmed:
            results.propose(told.t, told.result, told.by, 0)
        elif results.due_s <= told.t + CLOSE_S:
            results.confirm()

    def _take_ruling(self, ruling: Ruling) -> None:
        results = self.results_of(ruling.game or self.game)
        if results is None:
            return
        if ruling.kind == "result" and (not ruling.result or ruling.result in RULED):
            results.rule(ruling.number, ruling.result)
        elif ruling.kind == "resume":
            results.resume(ruling.number)
        elif ruling.kind == "round_closed":
            results.close(ruling.number)
        elif ruling.kind == "close" and ruling.end == "drawn":
            results.rule_drawn(ruling.number)
        elif ruling.kind == "close" and results.is_drawn_by_claim:
            results.resume(ruling.number)

    # --- over and running on --------------------------------------------------------------------------------

    @property
    def mated(self) -> Over | None:
        """The checkmate or stalemate that stands as the end of this game."""
        proposed = self.results.proposed
        if proposed is None or proposed.by not in _NO_MOVE_LEFT:
            return None  # first, on the way of every press of a clock
        standing = self.results.standing
        if standing is None or standing.by != proposed.by:
            return None
        return Over(self.game, proposed.ply, Rule(proposed.by))

    def goes_on(self, t_s: float, board: str, over: Over, out: list[Event]) -> None:
        """The game is over and its clock still runs: somebody has to look."""
        article = getattr(self._profile.articles, over.rule.value)
        sentence = goes_on_text(over.rule, self.label(over.ply), self.who(board), self._profile, article)
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), over.game, over.ply, over.rule, article, Level.CHECK, True,
            (over.ply,), sentence,
        )  # fmt: skip
        out.append(self._alerts.add(alert))

    def stopped(self, t_s: float, over: Over, out: list[Event]) -> None:
        """Its clock was stopped at last."""
        told = (over.game, over.ply, over.rule, Level.CHECK)
        out.extend(self._alerts.clear(t_s, lambda a: (a.game, a.ply, a.rule, a.level) == told and a.sure, "resolved"))
