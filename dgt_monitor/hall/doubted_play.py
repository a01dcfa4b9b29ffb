"""What is not right with a game, or not sure: told, and told anew when it is known."""

from collections.abc import Sequence

import chess

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.game.changes import (
    Explained,
    Ply,
    Strange,
    Uncertain,
    Weighed,
)
from dgt_monitor.hall.drawn_play import DrawnPlay
from dgt_monitor.hall.shown_again import ShownAgain
from dgt_monitor.hall.texts import illegal_stands_text, joined_text, strange_text, uncertain_text
from dgt_monitor.laws.identity import PositionKey, position_key
from dgt_monitor.laws.verdict import Verdict
from dgt_monitor.wording import joined

_CHECKED = {"+": True, "#": None}
"""What the end of a SAN tells of a check (`laws.ends.surely_goes_on`); where nothing is told there is none."""
STRANGE = frozenset({Rule.ILLEGAL_MOVE, Rule.POSITION_UNEXPLAINED, Rule.SETUP})


class DoubtedPlay(DrawnPlay):
    """The part of a game that has to do with what is strange on the board and in doubt of its moves."""

    __slots__ = ("_doubted", "_joined", "_shown_again")

    _doubted: bool
    _joined: bool
    _shown_again: ShownAgain

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

    def _tell_anew(self, t_s: float, board: str, number: int, draws: Sequence[events.Alert], out: list[Event]) -> None:
        """The plies from this one on are sure now, or are not any more, and with them these alerts."""
        self.valid_views = min(self.valid_views, number - 1)
        ids, again = {a.id for a in draws}, {(a.rule, a.ply) for a in draws}
        out.extend(self._alerts.clear(t_s, lambda a: a.id in ids, "withdrawn"))
        for n in range(number, self.ledger.ply + 1):
            ply, verdict = self._plies[n - 1], self.ledger.at(n)
            out.append(self._move(t_s, board, n, ply, verdict, ply.status))
            out.extend(self._draw_alert(t_s, board, n, f) for f in verdict.findings if (f.rule, n) in again)

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

    def _contains_illegal(self, t_s: float, board: str, number: int, out: list[Event]) -> None:
        """The history is marked: an illegal move was answered, and only the arbiter can say whether it stands."""
        sentence = illegal_stands_text(self.who(board), self.label(number), self._profile)
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, number, Rule.HISTORY_UNCERTAIN,
            self._profile.articles.illegal_move, Level.CHECK,
            False, (), sentence,
        )  # fmt: skip
        out.append(self._alerts.add(alert))

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
        if story is None or number > last or story.plies is not self._plies:
            return  # or the next game begins with the same reading: by its story nothing of this one is weighed
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
