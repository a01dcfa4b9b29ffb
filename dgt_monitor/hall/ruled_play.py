"""What the arbiter rules of a game, and what is asked for it: claims, announced moves, illegal moves, results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

import chess

from dgt_monitor import events
from dgt_monitor.events import Event, Level, Rule
from dgt_monitor.game.changes import Ply, Strange
from dgt_monitor.game.placement import on_board
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.illegal_moves import IllegalMoves, count_text
from dgt_monitor.hall.left_illegal import Left, LeftOnceMore
from dgt_monitor.hall.move_views import move_view
from dgt_monitor.hall.texts import announced_text, both_in_check, early_draw_text, left_on_last_rank, penalised_text
from dgt_monitor.hall.views import MoveView
from dgt_monitor.laws.claim import Doubts
from dgt_monitor.laws.ends import both_kings_attacked
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.mating import can_mate
from dgt_monitor.laws.texts import left_illegal_text
from dgt_monitor.laws.verdict import Verdict
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.wording import joined


class Announced(NamedTuple):
    """A move that was written for a claim which failed: it must be played."""

    ply: int
    uci: str
    label: str


class RuledPlay(ABC):
    """The part of a game that has to do with the arbiter's rulings."""

    __slots__ = ("_gaps", "_illegal_from", "announced", "illegal", "left", "result", "result_by", "result_ply")

    _alerts: AlertBook
    _gaps: list[int]
    """Each ply before which something may have been played that nobody saw."""
    _illegal_from: int | None
    _plies: list[Ply]
    _tournament: TournamentFile
    _tracker: Tracker
    announced: Announced | None
    """The move that must be played next, since the claim for which it was written has failed (9.5.3)."""
    game: int
    illegal: IllegalMoves
    left: LeftOnceMore
    ledger: Ledger
    result: str | None
    result_by: str
    result_ply: int
    start_fullmove: int
    white_first: bool

    @property
    @abstractmethod
    def _began_too_early(self) -> bool: ...

    @abstractmethod
    def is_sure(self, number: int, ply: Ply, verdict: Verdict) -> bool:
        """Whether no other line of play explains the evidence as well up to this ply."""

    @abstractmethod
    def label(self, number: int) -> str:
        """A ply as a scoresheet says it."""

    @abstractmethod
    def who(self, board: str) -> str:
        """The board and who plays there, as sentences name them."""

    @abstractmethod
    def _contains_illegal(self, t_s: float, board: str, number: int, out: list[Event]) -> None: ...

    @abstractmethod
    def _draws_of(self, which: Callable[[events.Alert], bool]) -> list[events.Alert]: ...

    @abstractmethod
    def _tell_anew(
        self, t_s: float, board: str, number: int, draws: Sequence[events.Alert], out: list[Event]
    ) -> None: ...

    # --- claims ---------------------------------------------------------------------------------------------

    @property
    def doubts(self) -> Doubts:
        """What of the moves is in doubt, beside the plies that the ledger holds as not sure."""
        last, illegal = len(self._plies), self._illegal_from
        if self._began_too_early:
            return Doubts(2, last, illegal)
        if not self._gaps:
            return Doubts(illegal_from=illegal)
        gap = max(self._gaps)
        inferred = (n for n in range(last, gap - 1, -1) if self._plies[n - 1].provenance == "inferred")
        return Doubts(min(self._gaps), next(inferred, gap - 1), illegal)

    def move_views(self, last: int) -> list[MoveView]:
        """The plies up to this one as they are shown."""
        return [move_view(self, self._plies[n - 1], n) for n in range(1, last + 1)]

    def propose(self, t_s: float, board: str, result: str, by: str, out: list[Event]) -> None:
        """A result for a person to confirm."""
        self.result, self.result_by, self.result_ply = result, by, self.ledger.ply
        out.append(events.Result(t_s, board, self.game, result, by, confirmed=False))

    def tell_early_draw(self, t_s: float, board: str, out: list[Event]) -> None:
        """Tell, where the result is a draw, that the event allows none to be agreed yet (9.1.1)."""
        earliest = self._tournament.no_draw_before_move
        made = self.ledger.at(self.ledger.ply).standing.fullmove - 1
        if self.result != "1/2-1/2" or earliest is None or made >= earliest or self.ledger.end is not None:
            return
        profile = self.ledger.profile
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, self.ledger.ply, Rule.EARLY_DRAW,
            profile.articles.agreed, Level.CHECK, True, (self.ledger.ply,),
            early_draw_text(self.who(board), made, earliest, profile),
        )  # fmt: skip
        out.append(self._alerts.add(alert))

    def rule_draw(self, t_s: float, board: str, out: list[Event]) -> None:
        """The arbiter has ruled that the game is drawn."""
        self.result, self.result_by, self.result_ply = "1/2-1/2", "arbiter", 0
        out.append(events.Result(t_s, board, self.game, self.result, self.result_by, confirmed=True))

    def rule_played_on(self, t_s: float, board: str, out: list[Event]) -> None:
        """The arbiter has taken that back."""
        self.result = None
        out.append(events.Result(t_s, board, self.game, "*", "arbiter", confirmed=True))

    def rule_stands(self, t_s: float, board: str, alert_id: str, out: list[Event]) -> None:
        """The arbiter has ruled that an illegal move stands (A.5.2): what follows it is sure again."""
        incident = self.illegal.of_alert(alert_id)
        if incident is None or incident.ending is not None:
            return
        incident.ending, number = "stands", incident.number + 1
        ids = set(incident.alert_ids)
        out.extend(self._alerts.clear(t_s, lambda alert: alert.id in ids, "arbiter", self._ending_of))
        if self._illegal_from != number:
            return
        later = (n for n in range(number + 1, len(self._plies) + 1) if not self._plies[n - 1].legal)
        self._illegal_from = next(later, None)
        out.extend(
            self._alerts.clear(
                t_s,
                lambda a: a.rule is Rule.HISTORY_UNCERTAIN and a.article is not None and a.ply == number,
                "arbiter",
            )
        )
        if number <= self.ledger.ply:
            self._tell_anew(t_s, board, number, self._draws_of(lambda a: not a.sure), out)
        if self._illegal_from is not None:
            self._contains_illegal(t_s, board, self._illegal_from, out)

    def rule_penalised(self, t_s: float, board: str, side: events.Colour, out: list[Event]) -> None:
        """The arbiter has penalised what changes nothing on the board: the clock pressed without a move, two hands."""
        story = self._tracker.story
        if story is None:
            return
        incident, alert_id = self.illegal.penalised(self.ledger.ply, side), self._alerts.next_id(board)
        incident.alert_ids.append(alert_id)
        profile = self.ledger.profile
        counted = count_text(self.illegal.count(side), side, profile, can_mate(story.board, side == "black"))
        alert = events.Alert(
            t_s, board, alert_id, self.game, self.ledger.ply, Rule.ILLEGAL_MOVE, profile.articles.illegal_press,
            Level.INFO, True, (self.ledger.ply,), penalised_text(self.who(board), side, counted, profile), None, side,
        )  # fmt: skip
        out.append(self._alerts.add(alert))
        out.extend(self._alerts.clear(t_s, lambda a: a.id == alert_id, "arbiter", self._ending_of))

    def _held_to_it(self, t_s: float, board: str, number: int, ply: Ply, out: list[Event]) -> None:
        """Whether the move that was announced for a claim is the one that was played (9.5.3)."""
        announced = self.announced
        if announced is None or announced.ply != number or announced.uci == ply.uci:
            return
        if any(a.rule is Rule.ANNOUNCED_MOVE and a.ply == number for a in self._alerts.standing.values()):
            return
        profile = self.ledger.profile
        article = profile.articles.wrong_claim
        sentence = announced_text(self.who(board), self.label(number), announced.label, profile)
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, number, Rule.ANNOUNCED_MOVE, article, Level.CHECK,
            self.is_sure(number, ply, self.ledger.at(number)), (number,), sentence,
        )  # fmt: skip
        out.append(self._alerts.add(alert))

    def left_again(self, t_s: float, board: str, out: list[Event]) -> None:
        """A move is completed: whether an illegal position stood before it, and still stands after it (A.5.4)."""
        now, again = self.left.completed(on_board(self._tracker.seen))
        if now is None:
            out.extend(self._alerts.clear(t_s, self._is_left, "resolved"))
            return
        if not again or not self._is_known(now) or any(map(self._is_left, self._alerts.standing.values())):
            return
        confirmed = (n for n in range(self.ledger.ply, 0, -1) if self._plies[n - 1].status == "confirmed")
        number, profile = next(confirmed, 0), self.ledger.profile
        squares = tuple(chess.square_name(square) for square in now.squares)
        sentence = left_illegal_text(self.who(board), now.what, squares, profile)
        alert = events.Alert(
            t_s, board, self._alerts.next_id(board), self.game, number, Rule.ILLEGAL_MOVE,
            profile.articles.still_illegal, Level.ACT, True, (number,), sentence, squares,
        )  # fmt: skip
        out.append(self._alerts.add(alert))

    def _is_known(self, now: Left) -> bool:
        """Whether a move led there, and no man that was put or seen where it does not belong."""
        if now.what == "kings":
            return any(incident.counts and incident.ending is None for incident in self.illegal.incidents)
        story, seen = self._tracker.story, self._tracker.seen
        if story is None:
            return False
        return all(
            story.expected[square].isalpha() and story.expected[square].isupper() == seen[square].isupper()
            for square in now.squares
        ) or any(
            incident.fault == "unpromoted" and incident.ending is None and set(now.squares) & set(incident.squares)
            for incident in self.illegal.incidents
        )

    def _is_left(self, alert: events.Alert) -> bool:
        article = self.ledger.profile.articles.still_illegal
        return alert.rule is Rule.ILLEGAL_MOVE and article is not None and alert.article == article

    def label_of(self, number: int, san: str) -> str:
        """A ply that is not made, as a scoresheet would say it."""
        if self._illegal_from is None:
            return move_label(number, self.start_fullmove, self.white_first, san)
        standing = self.ledger.at(self.ledger.ply).standing
        return f"{standing.fullmove}{'.' if standing.key.turn else '...'}{san}"

    # --- illegal moves --------------------------------------------------------------------------------------

    def _ending_of(self, alert_id: str) -> events.Ending | None:
        incident = self.illegal.of_alert(alert_id)
        return None if incident is None or incident.state == "pending" else incident.ending

    def _counted(self, strange: Strange, alert_id: str) -> str:
        """What a completed illegal move means, by how many this record has of the player."""
        turn = self.ledger.at(min(strange.number, self.ledger.ply)).standing.key.turn
        side: events.Colour = "white" if turn != (strange.fault == "turn") else "black"
        incident = self.illegal.told(strange, side, alert_id)
        story = self._tracker.story
        if not incident.counts or story is None:
            return ""
        profile = self.ledger.profile
        counted = count_text(self.illegal.count(side), side, profile, can_mate(story.board, side == "black"))
        if strange.fault == "unpromoted":
            return joined((left_on_last_rank(profile), counted))
        both = both_kings_attacked(on_board(self._tracker.seen))
        return joined((both_in_check(profile), counted)) if both else counted
