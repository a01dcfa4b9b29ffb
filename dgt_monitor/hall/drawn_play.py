"""What the Laws say of the positions of a game becomes alerts: claims, draws, ends, and how sure each is."""

from collections.abc import Callable

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.game.changes import (
    Ply,
)
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.claimed_texts import who_of
from dgt_monitor.hall.endings import Endings
from dgt_monitor.hall.moments import Moments
from dgt_monitor.hall.settling import OF_THE_POSITION
from dgt_monitor.laws.identity import moved_by
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.texts import text as draw_text
from dgt_monitor.laws.verdict import Finding, Verdict

DRAW_RULES = frozenset(
    {Rule.THREEFOLD, Rule.FIVEFOLD, Rule.FIFTY, Rule.SEVENTYFIVE, Rule.CHECKMATE, Rule.STALEMATE, Rule.DEAD_POSITION}
)


class DrawnPlay(Endings):
    """The part of a game that has to do with draws and other ends by themselves."""

    __slots__ = ("_moments", "settling")

    _moments: Moments
    _tracker: Tracker

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

    def _draws_of(self, which: Callable[[events.Alert], bool]) -> list[events.Alert]:
        """The alerts of draws in this game that stand and that `which` names."""
        standing = self._alerts.standing.values()
        return [a for a in standing if a.game == self.game and a.rule in DRAW_RULES and which(a)]

    def _unsure_at(self, number: int) -> bool:
        if number > 1 and self._tracker.waits and self._tracker.may_be_no_game:
            return True
        unsure_from, illegal_from = self._unsure_from, self._illegal_from
        return (unsure_from is not None and number >= unsure_from) or (
            illegal_from is not None and number >= illegal_from
        )

    def is_sure(self, number: int, ply: Ply, verdict: Verdict) -> bool:
        """Whether no other line of play explains the evidence as well up to this ply."""
        return ply.sure and verdict.count == verdict.count_max and not self._unsure_at(number)

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
