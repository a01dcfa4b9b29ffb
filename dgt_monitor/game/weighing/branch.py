"""A branch: a legal line of play from a root, what it costs, and what it still owes to the sensors."""

import chess

from dgt_monitor.game.placement import EMPTY, Change, castling_squares, changes
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.lines import NEVER_S, Link, moved, number_of
from dgt_monitor.game.weighing.noted import NO_PRESSES, Passed, Presses, Trip
from dgt_monitor.game.weighing.owing import MAX_TRIPS, Owing
from dgt_monitor.game.weighing.ply_costs import hurried, lingers, on_the_way, out_of_order, went_over
from dgt_monitor.game.weighing.standing import Debt

MAX_AWAY = 4
"""Squares that differ while two pieces are away from theirs: where more do, pieces are swept, not played."""


class Branch(Owing):
    """One story. `board` and `expected` are never changed: a move makes a new branch."""

    __slots__ = ()

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two branches one story with two pasts; what is still to come right is to cost either the same."""
        board = self.board
        late = tuple(square for square, debt in self.debts.items() if debt.late) if self.debts else ()
        if len(late) > 1:
            late = tuple(sorted(late))
        placement = self._placement
        if placement is None:
            self._placement = placement = "".join(self.expected)
        return (placement, board.turn, board.castling_rights, board.ep_square, late)

    def twin(self) -> "Branch":
        """The same branch, to go another way."""
        twin = Branch(self.board, self.expected, self.seen, self.debts.copy(), self.cost, self.line)
        twin.passed, twin.rivals, twin.checked = self.passed, self.rivals, self.checked
        twin.restless, twin.restless_white, twin.unsure = self.restless, self.restless_white, self.unsure
        twin.trips, twin.to_and_fro, twin.blurred = self.trips, self.to_and_fro, self.blurred
        twin.strayed = self.strayed
        return twin

    # --- a ply further ------------------------------------------------------------------------------------------

    def after(
        self, t_s: float, move: chess.Move, *, hidden: float = 0.0, stands: bool = False, dearer: float = 0.0,
        presses: Presses = NO_PRESSES,
    ) -> "Branch":  # fmt: skip
        """The branch in which this legal move was made as the next ply.

        `hidden`: what it costs that nobody saw it; `dearer`: what else it costs.
        """
        before, line, seen, debts = self.board, self.line, self.seen, self.debts
        changed = changes(before, move, self.expected)
        board, expected = moved(before, move, self.expected, changed), self.expected.copy()
        landing, origin_debt = self._landing(move), debts.get(move.from_square)
        before_s = NEVER_S if line is None else line.landed_s
        landed_s = before_s if hidden or landing is None or landing.landed_s == NEVER_S else landing.landed_s
        lifted_s = t_s if origin_debt is None else origin_debt.since_s
        unpressed = self._unpressed_ply(landed_s, presses) if presses.missing else 0
        number = 1 if line is None else line.number + 1
        # tuple.__new__ leaves out the Python frame of the generated constructors.
        link = tuple.__new__(
            Link, (line, move, landed_s, lifted_s, before, self.expected, bool(hidden), number, self.cost, unpressed)
        )
        cost = self.cost + costs.MOVE + hidden + dearer
        if stands:
            cost += costs.PAWN_STANDS + (0.0 if move.promotion == chess.QUEEN else costs.UNDERPROMOTES)
        child = Branch(board, expected, seen, debts := debts.copy(), cost, link)
        child.rivals, child.restless, child.restless_white = self.rivals, self.restless, self.restless_white
        child.to_and_fro, child.blurred = self.to_and_fro, self._blurred(link)
        child.unsure = _doubtful(link, self.unsure, child.blurred)
        if unpressed:
            child.cost += presses.missing * max(1, unpressed - costs.UNPRESSED_ONCE_PLY + 1)
        if presses.told:
            child._hear(landed_s, presses, before.turn)
        for square, letter in changed:
            expected[square] = letter
            debt, shown = debts.get(square), seen[square]
            if debt is not None and debt.charged and not debt.late and debt.since_s < before_s:
                since = child._since(debt)
                if min(since, default=number) < number - 1:  # else it is a reply, seen before what it replies to
                    child.unsure |= since  # what stood wrong there was never explained
                    child.cost += lingers(t_s - debt.since_s)
            if shown != letter:
                shown_s, came_s = (t_s, NEVER_S) if debt is None else (debt.shown_s, debt.landed_s)
                debts[square] = tuple.__new__(Debt, (t_s, shown_s, shown, 0, True, came_s, shown, False, 0))
            elif debt is not None:
                del debts[square]
        landing_cost = child._at_landing(link, changed) if debts else child._in_order(link)
        child.cost += landing_cost + hurried(link, presses.pace_s)
        if self.passed:
            child._settle_passed(self.passed, link)
            child.trips = self._trips_until(link)
        return child

    def _trips_until(self, link: Link) -> tuple[Trip, ...]:
        """The trips before a ply whose piece had stood on its goal already, and that one's own; none if it had not."""
        target, piece = link.move.to_square, self.expected[link.move.from_square]
        left_s = [one.until_s for one in self.passed if one.square == target and one.piece == piece]
        if not left_s or not self.trips:
            return ()
        return (*self.trips[1 - MAX_TRIPS :], Trip(piece.isupper(), left_s[-1], link.landed_s, seen=False))

    def _blurred(self, link: Link) -> frozenset[int]:
        """The plies whose piece was seen elsewhere too, as far as that is known when the next one lands."""
        blurred, expected, target = self.blurred, self.expected, link.move.to_square
        for square, debt in self.debts.items():
            shown = debt.shown
            if EMPTY != shown != expected[square] and square != target:
                for own in (link, self.line, self.line and self.line.before):
                    if own is not None and own.expected[own.move.from_square] == shown:
                        blurred |= {own.number}
        if not self.passed:
            return blurred
        piece = expected[link.move.from_square]
        if any(one.piece == piece and on_the_way(link, one.square, piece, one.for_s) is None for one in self.passed):
            blurred |= {link.number}
        return blurred

    def _hear(self, landed_s: float, presses: Presses, turn: chess.Color) -> None:
        """What the presses say of the ply that this side has just made."""
        for press in reversed(presses.told):
            if press.t_s + costs.PRESSED_AFTER_S < landed_s:
                break
            if press.white_to_move != turn:
                self.cost -= press.cost
            elif landed_s <= press.t_s:
                self.cost += press.cost  # what is seen soon after a press may be a quick reply as well

    def _unpressed_ply(self, landed_s: float, presses: Presses) -> int:
        """How many plies in a row a side moved again that did not press the clock after its last ply, with this one."""
        answered = self.line
        own = None if answered is None else answered.before
        if answered is None or own is None or own.landed_s == NEVER_S or not presses.missing:
            return 0
        since_s, until_s = own.landed_s - costs.PRESSED_AFTER_S, landed_s + costs.PRESSED_AFTER_S
        for press in reversed(presses.told):
            if press.t_s < since_s:
                break
            if press.t_s <= until_s and press.white_to_move != self.board.turn:
                return 0
        return answered.unpressed + 1

    def _landing(self, move: chess.Move) -> Debt | None:
        target = move.to_square
        if self.expected[move.from_square] in "Kk" and self.board.is_castling(move):
            king_to, _, rook_to = castling_squares(self.board, move)
            target = rook_to if king_to == move.from_square else king_to
        return self.debts.get(target)

    def _at_landing(self, link: Link, changed: list[Change]) -> float:
        """What else is wrong when a ply lands, and in which order it came."""
        cost, mover, early, beside = 0.0, not self.board.turn, 0, ""
        now_s, own = link.landed_s, [square for square, _ in changed]
        for square, debt in self.debts.items():
            if square in own or debt.charged or debt.since_s > now_s:
                continue  # its own, paid for, or come after the landing
            shown = self.seen[square]
            price = 0.0
            if debt.late:
                price = costs.LEFT_BEHIND if now_s - debt.since_s > costs.SCAN_S else 0.0
            elif shown == EMPTY:
                is_own = self.expected[square].isupper() == mover
                early += not is_own
                price = costs.SECOND_IN_HAND if is_own or early > 1 else 0.0
            else:
                price = costs.SMEARED if shown in beside or went_over(link, square, shown) else costs.FOREIGN
                beside += shown if shown.isupper() != mover else ""
            if price:
                self.debts[square] = debt._replace(charged=True)
                cost += price
        return cost + self._in_order(link)

    def _in_order(self, link: Link) -> float:
        """What it costs in which order a ply came after the one before, if that was seen."""
        before = link.before
        return 0.0 if before is None or before.landed_s == NEVER_S else self._order(link, before)

    def _order(self, link: Link, before: Link) -> float:
        """What it costs in which order a ply and the one before it came."""
        cost = self._again(link, before) + out_of_order(before.landed_s - link.landed_s)
        return cost + (costs.LIFTED_EARLY if link.lifted_s < before.landed_s - costs.SCAN_S else 0.0)

    @staticmethod
    def _again(link: Link, before: Link) -> float:
        """What it costs that a side moves twice in a hurry, and more if it is the same piece."""
        own = before.before
        if own is None or own.landed_s == NEVER_S:
            return 0.0
        quick_s = costs.QUICK_S - (link.landed_s - own.landed_s)
        cost = 0.0
        if quick_s > 0 and not (link.hidden or own.hidden):
            cost = min(costs.QUICK_PER_S * quick_s, costs.QUICK_MOST)
        if own.move.to_square != link.move.from_square:
            return cost
        stood_s = link.lifted_s - own.landed_s
        return cost + (costs.AGAIN * (1 - stood_s / costs.AGAIN_S) if stood_s < costs.AGAIN_S else 0.0)

    def _settle_passed(self, passed: tuple[Passed, ...], link: Link) -> None:
        """What was passed costs what it is now that a piece has landed."""
        for one in passed:
            cheap = on_the_way(link, one.square, one.piece, one.for_s)
            if cheap is None:
                self.cost += self._stray(one.white)
            self.cost += (costs.IN_HAND if cheap is None else min(cheap, costs.IN_HAND)) - one.cost

    # --- back ---------------------------------------------------------------------------------------------------

    def taken_back(self, t_s: float) -> "Branch | None":
        """The branch in which the last ply is taken back, if its piece is home again."""
        last = self.line
        if last is None:
            return None
        origin = last.move.from_square
        if self.seen[origin] != last.expected[origin]:
            return None
        debts: dict[int, Debt] = {}
        for square in range(64):
            shown = self.seen[square]
            if shown != last.expected[square]:
                debt = self.debts.get(square)
                # Its piece is home before a scan has seen it leave, as with any move.
                leaves = square == last.move.to_square and shown == self.expected[square]
                fresh = Debt(t_s, t_s, shown, 0, leaves, t_s, shown)
                debts[square] = fresh if debt is None else debt._replace(late=False)
        back = Branch(last.board, last.expected, self.seen, debts, self.cost + costs.TAKE_BACK, last.before)
        back.restless, back.restless_white = self.restless, self.restless_white
        back.blurred = self.blurred
        gone = Trip(last.board.turn, last.lifted_s, t_s, seen=True)
        back.trips = (*self.trips[1 - MAX_TRIPS :], gone) if len(debts) <= MAX_AWAY else ()
        back.unsure = frozenset(number for number in self.unsure if number < last.number)
        back.to_and_fro = frozenset(number for number in self.to_and_fro if number <= last.number)
        back.rivals = tuple(rival for rival in self.rivals if number_of(rival.link) < last.number)
        return back


def _doubtful(link: Link, unsure: frozenset[int], blurred: frozenset[int]) -> frozenset[int]:
    """What is not sure, and what a ply makes doubtful.

    A piece of which nobody saw what the pawn became, or that was taken before it was sure to be let go of; or where its
    side stopped before, and what went on from there.
    """
    before = link.before
    if link.hidden and link.move.promotion:
        unsure |= {link.number}
    if before is not None and before.move.promotion and before.move.to_square == link.move.to_square:
        unsure |= {before.number} if link.landed_s - before.landed_s < costs.EXCHANGED_S else set()
    stop = None if before is None else before.before
    if stop is not None and link.move.from_square == stop.move.to_square:
        brief = (
            link.lifted_s - stop.landed_s < costs.SCAN_S
            and (stop.number in blurred or _may_be_one(stop.move, link.move))
            and stop.expected[stop.move.from_square] not in "Pp"
        )
        if stop.hidden or brief:
            unsure |= {stop.number, link.number}
    return unsure


def _may_be_one(stop: chess.Move, on: chess.Move) -> bool:
    """Whether a piece that rested briefly may have been put right: it went on by a step, or back on its way."""
    back = BETWEEN[stop.from_square][stop.to_square] & BITS[on.to_square]
    return bool(back) or chess.square_distance(stop.to_square, on.to_square) == 1
