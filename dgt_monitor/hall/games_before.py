"""The games that were on a board before the present one: their moves are corrected as its own are, and told anew."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import nextafter
from typing import Final

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.contradicting import Contradiction, end_of
from dgt_monitor.hall.differing import Difference, difference, is_other, said_of, told_moves
from dgt_monitor.hall.entries import Known, Ruling, WhiteClock
from dgt_monitor.hall.learning import take
from dgt_monitor.hall.placing import Stretch, placed, placed_where_told
from dgt_monitor.hall.refeeding import Checkpoint, FedBoard, Feeding
from dgt_monitor.hall.refusing import MOST_KEPT, RefusedError, faults_refuse, not_kept
from dgt_monitor.hall.slices import Placed, Slice
from dgt_monitor.tournament.event import TournamentFile

CORRECTED: Final = frozenset({"replace", "settle", "position", "illegal"})
"""Kinds of rulings that correct the moves of a game."""


class GameBefore:
    """One game from its beginning to when the next one began."""

    def __init__(self, kept: Slice, begun: Checkpoint, over: events.Summary) -> None:
        self.kept = kept
        self._begun = begun
        self._over = over
        """What was told of it at its end."""
        self._until = bisect_left(kept.times, over.t)
        """So many entries came before the one with which the next game began."""
        self.learnt: Known | None = None
        self.white_clock: WhiteClock | None = None
        self.tournament: TournamentFile | None = None
        self.told: Sequence[events.Alert] = ()
        self.contradiction = Contradiction()
        self._moves: list[events.Move] | None = None
        """As they were told last, if that was worked out."""

    def preview(self, ruling: Ruling) -> tuple[Difference, int]:
        """What a ruling on its moves would change, and how many there are; RefusedError where it cannot be."""
        was, now = self._with(ruling)
        self.kept.placed.pop()
        return difference(was, now), len(was.play.plies)

    def correct(self, t_s: float, ruling: Ruling, result: str, out: list[Event]) -> None:
        """Carry out a ruling on its moves; RefusedError where that cannot be."""
        _, now = self._with(ruling)
        self.tell(t_s, now, result, out)

    def _with(self, ruling: Ruling) -> tuple[FedBoard, FedBoard]:
        """The board as it was at the end of the game, and with this ruling, which is placed."""
        fed = self.fed()
        self._look(fed)
        one = self._placed(fed, ruling)
        with tried(self.kept.placed, one):
            return fed, self.fed(ruling)

    def _placed(self, fed: FedBoard, ruling: Ruling) -> Placed:
        if ruling.kind == "illegal":
            return placed_where_told(self.kept, ruling, self.told)
        there = Stretch(self.kept, self._begun.raw, fed.tracker.rotated, 0, self._until, float("-inf"))
        return placed([there], fed, ruling)[1]

    @property
    def game(self) -> int:
        """The board's number of it."""
        return self._over.game

    @property
    def uci(self) -> tuple[str | None, ...]:
        """Its moves, as they were told at its end."""
        return self._over.uci

    def rests_on(self, number: int) -> bool:
        """Whether a ruling of this number has corrected its moves, then or since."""
        return any(ruling.number == number and ruling.kind in CORRECTED for ruling in self.kept.rulings())

    def look(self) -> None:
        """Keep in mind what was told of it, while it follows so; RefusedError where it does not."""
        if self._moves is None:
            self._look(self.fed())

    def of_hall(self, numbers: AlertNumbers) -> "GameBefore":
        """The same game, found in a hall that was made to find it: here these rulings count no more."""
        self.kept.undone = numbers.undone
        self._begun = self._begun.of_hall(numbers)
        return self

    def fed(self, newest: Ruling | None = None) -> FedBoard:
        """The board as it was when the game was over, as that follows now."""
        begun = self._begun.board()
        if self.learnt is not None:
            take(begun, self.learnt)
        if self.white_clock is not None:
            begun.clock.learn(self.white_clock)
        if self.tournament is not None:
            begun.sit_as(self.tournament)
        with faults_refuse():
            board = Feeding(self.kept, newest, self._until).board(begun, self.told, nextafter(self._over.t, 0))
            board.play.follow(self._over.t, board.name, board.tracker.swept_home(self._over.t), [])
        return board

    def _look(self, fed: FedBoard) -> None:
        """What was told of it last, which has to follow."""
        if self._moves is not None:
            return
        moves = told_moves(fed)
        if tuple(move.uci for move in moves) != self._over.uci:
            raise RefusedError(not_kept(self._over.game))
        self._moves = moves

    def tell(self, t_s: float, fed: FedBoard, result: str, out: list[Event]) -> None:
        """Tell what of its moves is otherwise now, and sum it up again."""
        board, game, was = self._over.board, self._over.game, self._moves or []
        now = [move._replace(t=t_s, board=board, game=game) for move in told_moves(fed)]
        pairs = zip(was, now, strict=False)
        same = next((n for n, (one, other) in enumerate(pairs) if is_other(one, other)), min(len(was), len(now)))
        if len(was) > same:
            out.append(events.Retract(t_s, board, game, same + 1, "arbiter"))
        out += [now[n] for n in range(same) if said_of(was[n]) != said_of(now[n])]
        out += now[same:]
        self._moves = now
        corrected = any(r.kind in CORRECTED and r.number not in self.kept.undone for r in self.kept.rulings())
        self.contradiction.end = end_of(fed) if corrected else None
        (summary,) = (each for each in fed.play.summary(t_s, board) if isinstance(each, events.Summary))
        out.append(summary._replace(game=game, result=result))


def keep_before(games: dict[int, GameBefore], one: GameBefore) -> None:
    """Keep one more of a board's games, and of all the last ones."""
    games[one.game] = one
    for number in sorted(games)[:-MOST_KEPT]:
        del games[number]


@contextmanager
def tried(rulings: list[Placed], one: Placed) -> Iterator[None]:
    """A ruling is in effect, unless that cannot be."""
    rulings.append(one)
    try:
        yield
    except Exception:
        rulings.remove(one)
        raise
