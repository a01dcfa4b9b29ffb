"""What a branch is told, and what it owes to the sensors and pays."""

import chess

from dgt_monitor.game.placement import EMPTY
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.lines import Link, Rival
from dgt_monitor.game.weighing.noted import Passed, Press, Trip
from dgt_monitor.game.weighing.ply_costs import lingers, on_the_way, stopped
from dgt_monitor.game.weighing.standing import Debt, Standing

MOST_BESIDE = 4
"""Plies that landed before a debt was there, and beyond which none is looked for that landed beside it (chosen)."""
MAX_PASSED = 7
"""Squares that a piece in a hand was seen on and that are remembered until it lands: a slide passes six, and may go
beyond its goal."""

MOST_LATE = costs.LATE_MOST - costs.OPEN_LATE
"""What a late debt grows by while it is open, at most: it never costs more than when it comes right."""
MAX_TRIPS = 4
"""Pieces that came home and are remembered until the next ply (chosen: of two two may hesitate)."""


class Owing(Standing):
    """A line beside the sensors; which plies it grows by, `branch` says."""

    __slots__ = (
        "_placement",
        "blurred",
        "cost",
        "line",
        "passed",
        "restless",
        "restless_white",
        "rivals",
        "strayed",
        "to_and_fro",
        "trips",
        "unsure",
    )

    def __init__(
        self,
        board: chess.Board,
        expected: list[str],
        seen: list[str],
        debts: dict[int, Debt],
        cost: float,
        line: Link | None,
    ) -> None:
        # As in `Standing`, without the call: several are made with each landing.
        self.board, self.expected, self.seen, self.debts = board, expected, seen, debts
        self.checked = None
        self.cost, self.line = cost, line
        self._placement: str | None = None
        """`expected` in one, once somebody asked."""
        self.passed: tuple[Passed, ...] = ()
        self.restless: tuple[int, ...] = ()
        """Squares whose noise was paid for since the other side put a piece down, each as often as it was."""
        self.restless_white = True
        """Whose piece it was."""
        self.rivals: tuple[Rival, ...] = ()
        """Other lines that came to a position of this line, and were dearer."""
        self.unsure: frozenset[int] = frozenset()
        """Plies of the line that are not sure whatever else there is: something about them was never seen."""
        self.trips: tuple[Trip, ...] = ()
        """Pieces that left their squares since the last ply and came back."""
        self.strayed: tuple[bool, ...] = ()
        """Whose pieces were in a hand since the last ply, and seen where no move of theirs leads over."""
        self.blurred: frozenset[int] = frozenset()
        """Plies of the line whose piece, or one like it, was seen beside the square it went to as well."""
        self.to_and_fro: frozenset[int] = frozenset()
        """Plies of the line before which both sides may have moved and moved back, as far as that was seen."""

    # --- what is told -------------------------------------------------------------------------------------------

    def tell(self, t_s: float, square: int, piece: str, landed_s: float) -> None:
        """A square has changed; `seen` holds its new letter already. `landed_s`: when it did, as in a debt."""
        debt = self.debts.get(square)
        if self.restless and piece != EMPTY and piece.isupper() != self.restless_white:
            self.restless = ()  # the other side has moved: what comes back now is no flicker
        expected = self.expected[square]
        if piece != expected and piece != EMPTY != expected and piece.isupper() == expected.isupper():
            self.unsure |= self._promoted_on(square)
        if piece == expected:
            if debt is not None:
                del self.debts[square]
                if debt.pressed and t_s - debt.shown_s > costs.LINGERS_AFTER_S:
                    self.unsure |= self._gone_on(debt.pressed)
                brief = not debt.late and t_s - debt.since_s <= costs.RESTLESS_S
                if piece != EMPTY and not debt.late and t_s - debt.since_s > costs.SCAN_S:
                    seen = any(one.piece == piece for one in self.passed)
                    self.trips = (*self.trips[1 - MAX_TRIPS :], Trip(piece.isupper(), debt.since_s, t_s, seen))
                self.cost += self._paid(t_s, square, debt) * (self._share(square) if brief else 1.0)
                if brief:
                    letter = piece if piece != EMPTY else debt.first
                    self.restless, self.restless_white = (*self.restless, square), letter.isupper()
        elif debt is None:
            self.debts[square] = Debt(t_s, t_s, piece, 0, False, landed_s, piece)
        else:
            self.cost += self._changed(t_s, square, debt)
            self.debts[square] = debt._replace(
                shown_s=t_s, turns=debt.turns + 1, late=debt.late and piece == EMPTY, landed_s=landed_s, shown=piece
            )

    def _promoted_on(self, square: int) -> frozenset[int]:
        """The ply by which a pawn became what should stand on a square, if it was one of the last."""
        line = self.line
        for _ in range(MOST_BESIDE):
            if line is not None and line.move.to_square == square:
                return frozenset({line.number} if line.move.promotion else ())
            line = None if line is None else line.before
        return frozenset()

    def _changed(self, t_s: float, square: int, debt: Debt) -> float:
        """What it costs that a square that is not as expected shows yet another thing."""
        if self._is_wrong(square, debt):
            return costs.WRONG_CODE + lingers(t_s - debt.shown_s)  # else whatever stood there would be forgotten
        return costs.CHANGE_OF_MIND * self._share(square) / (2 if debt.turns == 0 else debt.turns)

    def _is_wrong(self, square: int, debt: Debt) -> bool:
        """Whether a square shows another piece than it should, and no pawn that a promotion has left."""
        strange = debt.shown != EMPTY and self.expected[square] != EMPTY
        return strange and not (debt.late and debt.shown in "Pp")

    def _share(self, square: int) -> float:
        return costs.RESTLESS ** self.restless.count(square) if self.restless else 1.0

    def _paid(self, t_s: float, square: int, debt: Debt) -> float:
        """What it costs that a square shows again what is expected there."""
        for_s = t_s - debt.since_s
        if debt.late:
            if for_s <= costs.SCAN_S:
                return costs.LATE_IN_SCAN
            return min(costs.LATE + costs.LATE_PER_S * (for_s - costs.SCAN_S), costs.LATE_MOST)
        longer = lingers(for_s)
        expected = self.expected[square]
        if expected != EMPTY:
            longer += self._come_home(expected)
            if debt.first != EMPTY:
                return costs.WRONG_CODE + longer
            return costs.FLICKER if for_s <= costs.SCAN_S else costs.LIFT_AND_RETURN + longer
        return self._ghost_paid(t_s, square, debt.first, for_s) + longer

    def _come_home(self, piece: str) -> float:
        """What it costs that a piece is back on its square, and passed others in vain."""
        if not self.passed:
            return 0.0
        gone = [one for one in self.passed if one.piece == piece]
        self.passed = tuple(one for one in self.passed if one.piece != piece)
        return sum(costs.IN_HAND - one.cost for one in gone) + (self._stray(piece.isupper()) if gone else 0.0)

    def _stray(self, white: bool) -> float:
        """What it costs that a piece wandered, if one of the other side did so before: that looks like an answer."""
        answered = bool(self.strayed) and self.strayed[-1] != white
        self.strayed = (*self.strayed, white)
        return costs.ANSWERED if answered else 0.0

    def _slides(self, square: int, piece: str) -> bool:
        """Whether a square is the next on a straight way of a piece that is missing from its own."""
        for home in self.debts:
            if self.expected[home] == piece and self.seen[home] != piece:
                way = BETWEEN[home][square]
                before = [one for one in self.passed if one.piece == piece]
                if before and all(way & BITS[one.square] for one in before):
                    return True
        return False

    def _ghost_paid(self, t_s: float, square: int, piece: str, for_s: float) -> float:
        """A piece stood where nothing belongs, and is gone."""
        last = self.line
        self._blur(piece)
        for _ in range(2):
            if last is not None:
                cost = on_the_way(last, square, piece, for_s)
                if cost is not None:
                    return cost
                last = last.before
        in_hand = any(
            self.expected[other] == piece and self.seen[other] != piece for other in self.debts if other != square
        )
        if not in_hand:
            return costs.GHOST + self._stray(piece.isupper())
        cost = stopped(for_s) if self._slides(square, piece) else costs.IN_HAND
        self.passed = (*self.passed, Passed(square, piece, for_s, cost, t_s))
        if len(self.passed) <= MAX_PASSED:
            return cost
        dropped, self.passed = self.passed[0], self.passed[1:]
        return cost + costs.IN_HAND - dropped.cost

    def _blur(self, piece: str) -> None:
        """A piece like this stood where the line has none: perhaps the one that its side moved last."""
        link = self.line
        for _ in range(2):
            if link is not None and link.expected[link.move.from_square] == piece:
                self.blurred |= {link.number}
            link = None if link is None else link.before

    def pressed(self, press: Press) -> None:
        """The clock was pressed; what has landed by now should be that side's ply."""
        if self.debts:
            self._note_elsewhere(press)
        if press.white_to_move != self.board.turn:
            self.cost += press.cost
            return
        share = press.cost / costs.LEVER
        for square, debt in list(self.debts.items()):
            shown = self.seen[square]
            if not debt.charged and shown != EMPTY and shown.isupper() != press.white_to_move:
                self.debts[square] = debt._replace(charged=True)
                self.cost += share * costs.LEFT_AT_PRESS

    def _note_elsewhere(self, press: Press) -> None:
        """Note where else the piece of the last ply of the side that has pressed stands then."""
        own = self.line
        if own is not None and self.board.turn != press.white_to_move:
            own = own.before
        target = 0 if own is None else own.move.to_square
        if own is None or target not in self.debts or self.seen[target] != EMPTY:
            return
        letter = self.expected[target]
        for square, debt in self.debts.items():
            if self.seen[square] == letter and self.expected[square] == EMPTY:
                self.debts[square] = debt._replace(pressed=own.number)

    def _gone_on(self, number: int) -> frozenset[int]:
        """A ply after which its side pressed with the piece elsewhere, if it has not come home since."""
        line = self.line
        while line is not None and line.number > number:
            line = line.before
        home = line is None or self.seen[line.move.to_square] != EMPTY
        return frozenset() if home else frozenset({number})

    # --- what is owed -------------------------------------------------------------------------------------------

    def total(self, t_s: float) -> float:
        """The cost at this time, with what is open."""
        cost = self.cost
        if not self.debts:
            return cost
        for square, debt in self.debts.items():
            grown = costs.OPEN_AT_REST_PER_S * (t_s - debt.shown_s)
            if debt.late and grown > MOST_LATE:
                grown = MOST_LATE
            elif grown > costs.OPEN_MOST:
                most = costs.WRONG_MOST if self._is_wrong(square, debt) else costs.OPEN_MOST
                grown = min(grown, most)
            elif grown < 0:  # the board's memory is told in a time of its own
                grown = 0.0
            cost += (costs.OPEN_LATE if debt.late else costs.OPEN) + grown
        return cost

    def _since(self, debt: Debt) -> frozenset[int]:
        """The plies that landed while a debt stood beside them that the line does not explain; none if it is late."""
        found, line, others = [], self.line, 0
        while not debt.late and line is not None and others < MOST_BESIDE:
            if line.landed_s >= debt.since_s:
                found.append(line.number)
            else:
                others += 1
            line = line.before
        return frozenset(found)

    def owed_since(self) -> frozenset[int]:
        """The plies that landed while something stood wrong that does so still, and has been paid for."""
        return frozenset().union(*(self._since(debt) for debt in self.debts.values() if debt.charged))
