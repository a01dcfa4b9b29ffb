"""The games of one board: what the reconstruction says becomes moves, counts, draws and alerts."""

from collections.abc import Callable, Iterable, Sequence

import chess

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.game.changes import (
    Began,
    Certain,
    Change,
    Explained,
    Made,
    Ply,
    Restated,
    Signalled,
    Started,
    Strange,
    Turned,
    Uncertain,
    Weighed,
    Withdrawn,
)
from dgt_monitor.game.tracker import Tracker, plies_of
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.claimed_texts import who_of
from dgt_monitor.hall.clocks import BoardClock
from dgt_monitor.hall.endings import Endings
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.illegal_moves import IllegalMoves
from dgt_monitor.hall.left_illegal import LeftOnceMore
from dgt_monitor.hall.moments import Moments
from dgt_monitor.hall.ruled_play import NOTHING_PLAYED
from dgt_monitor.hall.settling import OF_THE_POSITION, Settling
from dgt_monitor.hall.shown_again import ShownAgain
from dgt_monitor.hall.texts import illegal_stands_text, joined_text, strange_text, uncertain_text
from dgt_monitor.laws.identity import PositionKey, moved_by, position_key
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.texts import text as draw_text
from dgt_monitor.laws.verdict import Finding, Verdict
from dgt_monitor.tournament.event import NOBODY
from dgt_monitor.wording import joined

STRANGE = frozenset({Rule.ILLEGAL_MOVE, Rule.POSITION_UNEXPLAINED, Rule.SETUP})
DRAW_RULES = frozenset(
    {Rule.THREEFOLD, Rule.FIVEFOLD, Rule.FIFTY, Rule.SEVENTYFIVE, Rule.CHECKMATE, Rule.STALEMATE, Rule.DEAD_POSITION}
)
_OF_A_PLY = DRAW_RULES | {Rule.ANNOUNCED_MOVE}
"""What is said of a ply, and falls with it."""

"""What is said of a result that the players show, and falls with it."""

_CHECKED = {"+": True, "#": None}
"""What the end of a SAN tells of a check (`laws.ends.surely_goes_on`); where nothing is told there is none."""


class Play(Endings):
    """The present game of a board, and the change from one game to the next."""

    __slots__ = (
        "_doubted",
        "_joined",
        "_moments",
        "_profile",
        "_rotated",
        "_shown_again",
        "_tracker",
        "begins_as",
        "begun",
        "chess960",
        "games_before",
        "leaves_drawn",
        "settling",
    )

    def __init__(self, tracker: Tracker, alerts: AlertBook, clock: BoardClock, known: Known) -> None:
        self._tournament = known.tournament
        self._profile = known.profile
        self._moments = Moments(self.label, known.day_s)
        self.leaves_drawn = known.profile.illegal_move_stands and known.profile.articles.still_illegal is not None
        """Whether an illegal position that is left once more is drawn (A.5.4)."""
        self.belong_to(tracker, clock)
        self._alerts = alerts
        self._unsure_from: int | None = None
        self._illegal_from: int | None = None
        """The first illegal move that stands; from it on nothing is sure until the arbiter has ruled."""
        self._gaps, self.announced, self.illegal, self.left = [], None, IllegalMoves(), LeftOnceMore()
        self.settling = Settling()
        self._plies: list[Ply] = []
        """Those of the present game; the tracker may be a game ahead when the last one is summed up."""
        self._rotated = False
        self._doubted = False
        """Plies were told as not sure because the clock has not run yet."""
        self._joined = False
        self.begins_as: Callable[[float, list[Event]], str] | None = None
        """Asked when the next game begins: the board has another name from then on, which this answers."""
        self.games_before: int | None = None
        """The number of the game before the next one, where that is not this one: the board has another name."""
        self.game = 0
        self.begun = 0
        """So many games have begun here; their numbers begin anew with another name."""
        self.ledger = NOTHING_PLAYED.copy()
        self.start_fen = ""
        self.start_fullmove = 1
        self.white_first = True
        self.chess960 = False
        self._before_any_game()
        self.valid_views = 0
        """Plies whose views a screen may keep: those before the last one that changed."""

    def belong_to(self, tracker: Tracker, clock: BoardClock) -> None:
        """What is played is understood by this tracker and this clock from now on."""
        self._tracker, self._shown_again, self._clock = tracker, ShownAgain(tracker), clock

    def follow(self, t_s: float, board: str, changes: Iterable[Change], out: list[Event]) -> str:
        """Tell what the reconstruction's changes mean; the board's name then, another one where a game has begun."""
        for change in changes:
            if isinstance(change, Restated):
                self._restated(t_s, board, change, out)
            elif isinstance(change, Made):
                self._made(t_s, board, change, out)
            elif isinstance(change, Withdrawn):
                self._withdrawn(t_s, board, change, out)
            elif isinstance(change, Began):
                board = self._began(t_s, board, change, out)
            else:
                self._seldom(t_s, board, change, out)
        return board

    def _seldom(self, t_s: float, board: str, change: Change, out: list[Event]) -> None:
        if isinstance(change, Strange):
            self._strange(t_s, board, change, out)
        elif isinstance(change, Explained):
            self._explained(t_s, change, out)
        elif isinstance(change, Uncertain):
            self._uncertain(t_s, board, change, out)
        elif isinstance(change, Certain):
            self._certain(t_s, board, change.number, out)
        elif isinstance(change, Weighed):
            self._weighed(t_s, board, change, out)
        elif isinstance(change, Turned):
            self._rotated = change.rotated
        elif isinstance(change, Started):
            self._started(t_s, board, out)
        elif isinstance(change, Signalled):
            self._signalled(t_s, board, change, out)

    def _explained(self, t_s: float, change: Explained, out: list[Event]) -> None:
        named = tuple(chess.square_name(square) for square in change.squares)
        self.illegal.explained(change.squares, self._plies)
        out.extend(
            self._alerts.clear(
                t_s,
                lambda alert: alert.rule in STRANGE and alert.squares == named,
                "resolved",
                self._ending_of,
            )
        )

    # --- a game ---------------------------------------------------------------------------------------------

    def _began(self, t_s: float, board: str, began: Began, out: list[Event]) -> str:
        """The next game; answers the board's name from now on."""
        out.extend(self.summary(t_s, board))
        self._alerts.retire(t_s)
        if self.begins_as is not None:
            board = self.begins_as(t_s, out)
        start = began.board
        self._plies, self._rotated = plies_of(self._tracker.story), began.rotated
        self._next_results()
        self.game = (self.game if self.games_before is None else self.games_before) + 1
        self.games_before, self.begun = None, self.begun + 1
        self._moments.begin()
        self.ledger = Ledger(start, self._profile, joined_late=began.joined)
        self._joined = began.joined
        self.chess960 = start.chess960
        self.start_fen = self.ledger.start_verdict.standing.fen()
        self.start_fullmove, self.white_first = start.fullmove_number, start.turn
        self._unsure_from = self._illegal_from = None
        self._gaps, self.announced, self.illegal, self.left = [], None, IllegalMoves(), LeftOnceMore()
        self.settling = Settling()
        self.valid_views, self._doubted = 0, False
        self._clock.lies(rotated=began.rotated)
        white, black = self._tournament.players.get(board, NOBODY)
        out.append(
            events.GameStart(
                t_s, board, self.game, self.start_fen, began.rotated, start.chess960, white or None, black or None
            )
        )
        self._draws(t_s, board, 0, self.ledger.start_verdict, out)
        return board

    def learn(self, known: Known) -> None:
        """What is known has changed; the moves and what was found of them stay."""
        if known.profile != self._profile:
            self._profile = known.profile
            self._alerts.rule_by(known.profile)
            self.ledger.rule_by(known.profile)
        self._tournament = known.tournament

    def summary(self, t_s: float, board: str) -> list[Event]:
        """The game as it stands, for the end of the game or of the input; its alerts end with it quietly."""
        if not self.start_fen:
            return []
        plies = self._plies
        out: list[Event] = []
        self.settle(t_s, board, out)
        mine = [alert for alert in self._alerts.standing.values() if alert.game == self.game]
        rules = tuple(dict.fromkeys(alert.rule for alert in mine))
        sure = (
            not self._joined
            and (self.result is not None or not self._tracker.is_blind(t_s))
            and not self._alerts.is_standing(STRANGE)
            and self._unsure_from is None
            and not self._began_too_early
            and not self._tracker.is_lost
            and self._illegal_from is None
            and all(ply.sure for ply in plies)
        )
        return [
            *out,
            events.Summary(
                t_s, board, self.game, tuple(ply.san for ply in plies), tuple(ply.uci for ply in plies),
                self.result or "*", self.ledger.max_count, self._rotated, sure, rules,
            ),
        ]  # fmt: skip

    @property
    def _began_too_early(self) -> bool:
        """Whether more than one ply was made and the clock has not run: perhaps it is no game at all."""
        mine = plies_of(self._tracker.story) is self._plies  # else the tracker is in the next game
        return mine and len(self._plies) > 1 and self._tracker.may_be_no_game

    # --- moves ----------------------------------------------------------------------------------------------

    def _made(self, t_s: float, board: str, made: Made, out: list[Event]) -> None:
        number, ply, position = made
        if 0 < self.settling.number < number:
            self.settle(t_s, board, out)
        if number == 1 and self._clock.first_move(by_white=self.white_first):
            ply.timed = False
        if not ply.timed:
            ply.clock = self._clock.times
        verdict = self._record(ply, position)
        first_illegal = ply.misstep is not None and self._illegal_from is None
        if first_illegal:
            self._illegal_from = number
        if number <= self.valid_views:
            self.valid_views = number - 1
        # The ply may have been confirmed since by the next one of the same reading; that is told after it.
        out.append(self._move(t_s, board, number, ply, verdict, "provisional"))
        if first_illegal:
            self._contains_illegal(t_s, board, number, out)
        if self._doubted and not self._tracker.may_be_no_game and number == len(self._plies):
            self._doubted = False
            self._tell_anew(t_s, board, 2, self._draws_of(lambda a: not a.sure), out)

    def pressed(self, t_s: float, *, white_to_move: bool, running: bool) -> None:
        """The clock was read as its lever moved: its times are those of the ply this closed, whenever that is told."""
        self.settling.pressed(t_s, white_to_move=white_to_move)
        if self.leaves_drawn and running:
            self.left.lever(t_s, white_to_move=white_to_move)
        if self._plies and (ply := self._plies[-1]).pressed and not ply.timed:
            ply.clock, ply.timed = self._clock.times, True

    def _record(self, ply: Ply, position: chess.Board) -> Verdict:
        others: tuple[PositionKey, ...] = ()
        if ply.unlike:
            others = tuple({position_key(other) for other in ply.unlike} - {position_key(position)})
        if not (ply.sure and self._unsure_from is None and self.ledger.is_sure):
            others += self._shown_again.more(self.ledger, position, position_key(position))
        checked, legal = _CHECKED.get(ply.san[-1], False), ply.misstep is None
        if not legal or self._illegal_from is not None:
            checked = None  # of what an illegal move leaves behind nothing is known
        return self.ledger.push(position, sure=ply.sure, may_also=others, checked=checked, legal=legal)

    def _weighed(self, t_s: float, board: str, weighed: Weighed, out: list[Event]) -> None:
        """Which plies are sure has changed from this one on: counted and told anew."""
        number, last, story = weighed.number, self.ledger.ply, self._tracker.story
        if story is None or number > last:
            return
        before = [self.ledger.at(n) for n in range(number, last + 1)]
        self.ledger.truncate(number - 1)
        self.valid_views = min(self.valid_views, number - 1)
        for n, was in enumerate(before, number):
            ply, position = self._plies[n - 1], story.before(len(self._plies) - n)[0]
            verdict = self._record(ply, position)
            if n not in weighed.told and (ply.status != "confirmed" or verdict[1:3] == was[1:3]):
                continue
            out.append(self._move(t_s, board, n, ply, verdict, ply.status))
            if verdict.findings != was.findings:
                self._draws_again(t_s, board, n, verdict, out)

    def _draws_again(
        self, t_s: float, board: str, number: int, verdict: Verdict, out: list[Event], *, settled: bool = False
    ) -> None:
        """What the Laws say of a ply has changed with what is sure of it."""
        told = verdict.findings
        if not settled:
            told = self.settling.told_now(t_s, number, verdict, self._plies)
        found = {finding.rule: finding.sure for finding in told}
        out.extend(
            self._alerts.clear(
                t_s,
                lambda a: a.game == self.game and a.ply == number and a.rule in DRAW_RULES
                and found.get(a.rule) != a.sure,
                "withdrawn",
            )
        )  # fmt: skip
        standing = {a.rule for a in self._alerts.standing.values() if a.game == self.game and a.ply == number}
        out.extend(self._draw_alert(t_s, board, number, f) for f in told if f.rule not in standing)
        self._end(t_s, board, number, verdict, out)

    def settles(self, t_s: float, board: str, out: list[Event]) -> None:
        """The last ply that was waited for has stood for long enough, if the board still shows it."""
        opinion = self._tracker.opinion
        if opinion is None or opinion.last_ply_stands(t_s):
            self.settle(t_s, board, out)
        else:
            self.settling.wait(t_s)

    def settle(self, t_s: float, board: str, out: list[Event]) -> None:
        """The last ply that was waited for stands: it is told what follows from it."""
        number = self.settling.number
        self.settling.forget()
        if 0 < number <= self.ledger.ply:
            self._draws_again(t_s, board, number, self.ledger.at(number), out, settled=True)

    def _move(
        self, t_s: float, board: str, number: int, ply: Ply, verdict: Verdict, status: events.Status
    ) -> events.Move:
        count, count_max, unsure_from = verdict.count, verdict.count_max, self._unsure_from
        sure = ply.sure and count == count_max and (unsure_from is None or number < unsure_from)
        if number > 1 and self._tracker.waits and self._tracker.may_be_no_game:
            sure, self._doubted = False, True
        if self._illegal_from is not None:
            sure = sure and number < self._illegal_from
        # tuple.__new__ leaves out the Python frame of the generated constructor; `claimable` and `kind` are always the
        # same.
        return tuple.__new__(
            events.Move,
            (
                t_s, board, self.game, number, ply.uci, ply.san, verdict.standing, count, count_max, status, sure,
                ply.provenance, ply.clock, ply.misstep is None, None, ply.inferred_from, "move",
            ),
        )  # fmt: skip

    def is_sure(self, number: int, ply: Ply, verdict: Verdict) -> bool:
        """Whether no other line of play explains the evidence as well up to this ply."""
        return ply.sure and verdict.count == verdict.count_max and not self._unsure_at(number)

    def _unsure_at(self, number: int) -> bool:
        if number > 1 and self._tracker.waits and self._tracker.may_be_no_game:
            return True
        unsure_from, illegal_from = self._unsure_from, self._illegal_from
        return (unsure_from is not None and number >= unsure_from) or (
            illegal_from is not None and number >= illegal_from
        )

    def _restated(self, t_s: float, board: str, told: Restated, out: list[Event]) -> None:
        number, ply = told
        if ply.pressed and not ply.timed:
            ply.clock = self._clock.times
        verdict = self.ledger.at(number)
        if number <= self.valid_views:
            self.valid_views = number - 1
        out.append(self._move(t_s, board, number, ply, verdict, ply.status))
        if ply.status == "confirmed":
            if self._alerts.standing:
                self._lapse(t_s, number, verdict, out)
            if verdict.findings:
                self._draws(t_s, board, number, verdict, out)
            if self.announced is not None:
                self._held_to_it(t_s, board, number, ply, out)
            if self.leaves_drawn and not self._clock.showing:
                self.left_again(t_s, board, out)  # nobody can see a press: what stands is as good as completed

    def _withdrawn(self, t_s: float, board: str, withdrawn: Withdrawn, out: list[Event]) -> None:
        number = withdrawn.number
        out.append(events.Retract(t_s, board, self.game, number, withdrawn.reason))
        self._moments.forget(number)
        self.settling.forget(number)
        self.ledger.truncate(number - 1)
        self.valid_views = min(self.valid_views, number - 1)
        self._gaps = [gap for gap in self._gaps if gap <= number]
        if self._unsure_from is not None and number < self._unsure_from:
            self._gaps = [] if withdrawn.seen else [number]
            # Back before what nobody saw, if that was seen; else the doubt begins there.
            self._unsure_from = None if withdrawn.seen else number
        if self._illegal_from is not None and number <= self._illegal_from:
            self._illegal_from = None
        back = number if withdrawn.reason == "taken_back" else 0
        if not back:
            self._alerts.read_otherwise(t_s, number)
        out.extend(self._alerts.clear(t_s, lambda a: self._goes_with(a, number), "withdrawn", taken_back=back))
        self._withdraw_result(t_s, board, self.result_by, out, number)
        self._claim_again(t_s, board, number - 1, out)

    def _goes_with(self, alert: events.Alert, number: int) -> bool:
        """Whether an alert falls with the plies from this number on."""
        if alert.game != self.game or alert.ply is None:
            return False
        if alert.rule is Rule.HISTORY_UNCERTAIN:
            if alert.article is not None:
                return alert.ply >= number  # an illegal move that was answered, and is no more
            kept = self._unsure_from is not None or (alert.ply == 1 and self._joined)
            return alert.ply >= number and not kept
        return alert.rule in _OF_A_PLY and alert.ply >= number

    # --- draws ----------------------------------------------------------------------------------------------

    def _draws(self, t_s: float, board: str, number: int, verdict: Verdict, out: list[Event]) -> None:
        told = self.settling.told_now(t_s, number, verdict, self._plies)
        out.extend(self._draw_alert(t_s, board, number, finding) for finding in told)
        self._end(t_s, board, number, verdict, out)

    def _draw_alert(self, t_s: float, board: str, number: int, finding: Finding) -> events.Alert:
        # What stands after a ply that may have been another one is only possible itself.
        stands = not 0 < number <= len(self._plies) or self._plies[number - 1].sure
        pending = finding.rule in OF_THE_POSITION and 0 < number == self.settling.number
        sure = finding.sure and stands and not self._unsure_at(number) and not pending
        level = Level.CHECK if finding.level is Level.ACT and not sure else finding.level
        finding = finding._replace(sure=sure, level=level)
        labels = [self.label(ply) for ply in finding.plies]
        since, doubt = None, None
        if sure and finding.ends:
            since = self._moments.since(finding.rule, self.ledger, self._plies)
        elif not sure:
            doubt = self._moments.doubt(finding, number, self._unsure_from, self.ledger, self._plies)
        sentence = draw_text(
            finding,
            labels,
            self.who(board),
            profile=self._profile,
            unseen=self._unsure_at(number),
            since=since and since[0],
            doubt=doubt,
        )
        return self._alerts.add(
            events.Alert(
                t_s, board, self._alerts.next_id(board), self.game, number, finding.rule, finding.article, level,
                sure, finding.plies, sentence, None, finding.side, finding.until, None, since and since[1],
            )
        )  # fmt: skip

    def _lapse(self, t_s: float, number: int, verdict: Verdict, out: list[Event]) -> None:
        """Claims end: threefold when the next move is made (9.2.2), fifty with a pawn move or capture (9.3.2)."""
        broken = verdict.standing.halfmove_clock == 0

        def over(alert: events.Alert) -> bool:
            if alert.game != self.game or alert.ply is None or alert.ply >= number:
                return False
            if alert.until is None:
                return False  # no claim, but a draw by the event's rules
            return alert.rule is Rule.THREEFOLD or (broken and alert.rule is Rule.FIFTY)

        out.extend(self._alerts.clear(t_s, over, "lapsed"))

    def _claim_again(self, t_s: float, board: str, number: int, out: list[Event]) -> None:
        """A confirmed position stands again after a retract: a claim that had lapsed is open once more."""
        plies = self._plies
        if not 0 < number <= len(plies) or plies[number - 1].status != "confirmed":
            return
        standing = {(alert.rule, alert.ply) for alert in self._alerts.standing.values() if alert.game == self.game}
        lapsed = [f for f in self.ledger.at(number).findings if f.rule is Rule.THREEFOLD and f.is_claim]
        if lapsed and (Rule.THREEFOLD, number) not in standing:
            out.extend(self._draw_alert(t_s, board, number, finding) for finding in lapsed)

    # --- what is not right ----------------------------------------------------------------------------------

    def _strange(self, t_s: float, board: str, strange: Strange, out: list[Event]) -> None:
        names = tuple(chess.square_name(square) for square in strange.squares)
        rule = Rule(strange.kind)
        articles = self._profile.articles
        article = (
            articles.illegal_move
            if rule is Rule.ILLEGAL_MOVE
            else articles.setup
            if rule is Rule.SETUP
            else articles.displaced
        )
        sure = rule is not Rule.ILLEGAL_MOVE or self._stood_before(t_s, strange.number)
        sentence = strange_text(self.who(board), names, self.label(strange.number), strange, self._profile, sure=sure)
        alert_id = self._alerts.next_id(board)
        if rule is Rule.ILLEGAL_MOVE and self.game:
            sentence = joined([sentence, self._counted(strange, alert_id)])
        # A pawn left on the last rank is often exchanged late: to be looked at first.
        complete = sure and strange.state == "complete" and strange.fault != "unpromoted"
        level = Level.ACT if complete else Level.CHECK
        game = self.game or None
        ply = strange.number if game else None
        plies: Sequence[int] = () if ply is None else (ply,)
        alert = events.Alert(t_s, board, alert_id, game, ply, rule, article, level, sure, tuple(plies), sentence, names)
        out.append(self._alerts.add(alert))

    def _stood_before(self, t_s: float, number: int) -> bool:
        """Whether the position after this ply was there beyond doubt: no line is near, no memory is waited for."""
        if t_s < self._tracker.untold.memory_until_s or self._tracker.story is None:
            return False
        plies = self._plies
        return not 0 < number <= len(plies) or (plies[number - 1].sure and plies[number - 1].provenance != "inferred")

    def _uncertain(self, t_s: float, board: str, uncertain: Uncertain, out: list[Event]) -> None:
        number = uncertain.number
        self._moments.doubted(number, uncertain.why)
        if uncertain.lasting:
            self._gaps.append(number)
        if uncertain.lasting and (self._unsure_from is None or number < self._unsure_from):
            self._unsure_from = number
        joined = self._joined and number == 1
        sentence = (
            joined_text(self.who(board))
            if joined
            else uncertain_text(self.who(board), self.label(number - 1), uncertain.why)
        )
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, number, Rule.HISTORY_UNCERTAIN, None, Level.CHECK,
            False, (), sentence,
        )  # fmt: skip
        out.append(self._alerts.add(alert))
        if uncertain.lasting and number <= self.ledger.ply:
            self._tell_anew(t_s, board, number, self._draws_of(lambda a: a.sure and (a.ply or 0) >= number), out)

    def _draws_of(self, which: Callable[[events.Alert], bool]) -> list[events.Alert]:
        """The alerts of draws in this game that stand and that `which` names."""
        standing = self._alerts.standing.values()
        return [a for a in standing if a.game == self.game and a.rule in DRAW_RULES and which(a)]

    def _tell_anew(self, t_s: float, board: str, number: int, draws: Sequence[events.Alert], out: list[Event]) -> None:
        """The plies from this one on are sure now, or are not any more, and with them these alerts."""
        self.valid_views = min(self.valid_views, number - 1)
        ids, again = {a.id for a in draws}, {(a.rule, a.ply) for a in draws}
        out.extend(self._alerts.clear(t_s, lambda a: a.id in ids, "withdrawn"))
        for n in range(number, self.ledger.ply + 1):
            ply, verdict = self._plies[n - 1], self.ledger.at(n)
            out.append(self._move(t_s, board, n, ply, verdict, ply.status))
            out.extend(self._draw_alert(t_s, board, n, f) for f in verdict.findings if (f.rule, n) in again)

    def _contains_illegal(self, t_s: float, board: str, number: int, out: list[Event]) -> None:
        """The history is marked: an illegal move was answered, and only the arbiter can say whether it stands."""
        sentence = illegal_stands_text(self.who(board), self.label(number), self._profile)
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, number, Rule.HISTORY_UNCERTAIN,
            self._profile.articles.illegal_move, Level.CHECK,
            False, (), sentence,
        )  # fmt: skip
        out.append(self._alerts.add(alert))

    def _certain(self, t_s: float, board: str, number: int, out: list[Event]) -> None:
        """What was not sure from this ply on is known now: told anew, and no alert of that doubt stands any more."""
        self._moments.forget(number)
        self._gaps = [gap for gap in self._gaps if gap < number]
        before, self._unsure_from = self._unsure_from, None
        if before is None or before < number:
            self._unsure_from = before
            return
        out.extend(
            self._alerts.clear(
                t_s,
                lambda a: (
                    a.rule is Rule.HISTORY_UNCERTAIN
                    and a.article is None
                    and a.game == self.game
                    and (a.ply or 0) >= number
                ),
                "resolved",
            )
        )
        self._doubted = False
        self._tell_anew(t_s, board, before, self._draws_of(lambda a: not a.sure), out)

    def _started(self, t_s: float, board: str, out: list[Event]) -> None:
        """The clock runs for the first time: what stands is the game, and told as sure from ply 2 on."""
        self._doubted = False
        self._tell_anew(t_s, board, 2, self._draws_of(lambda a: not a.sure), out)

    def who(self, board: str) -> str:
        """The board and who plays there, as sentences name them."""
        return who_of(board, self._tournament, self._tracker)

    def label(self, number: int) -> str:
        """A ply as a scoresheet says it."""
        if number == 0:
            return "start"
        plies = self._plies
        san = plies[number - 1].san if number <= len(plies) else "?"
        if self._illegal_from is None or not self._illegal_from <= number <= self.ledger.ply:
            return move_label(number, self.start_fullmove, self.white_first, san)
        fullmove, by_white = moved_by(self.ledger.at(number).standing)
        return f"{fullmove}{'.' if by_white else '...'}{san}"
