"""A branch: a legal line of play from a root, what it costs, and what it still owes to the sensors."""

from typing import NamedTuple

import chess

from dgt_monitor.game.placement import EMPTY, Change, castling_squares, changes
from dgt_monitor.game.reach import BETWEEN, BITS
from dgt_monitor.game.weighing import costs
from dgt_monitor.game.weighing.lines import NEVER_S, Link, Rival, moved, number_of
from dgt_monitor.game.weighing.ply_costs import hurried, lingers, on_the_way, out_of_order, stopped, went_over
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


class Passed(NamedTuple):
    """A piece in a hand was seen on a square and went on: cheap if its move then leads over that square, else not."""

    square: int
    piece: str
    for_s: float
    cost: float
    """What was paid for it so far."""
    until_s: float
    """When it was seen to be gone from there."""

    @property
    def white(self) -> bool:
        """Whose piece it is."""
        return self.piece.isupper()


class Trip(NamedTuple):
    """A piece was missing from its square for a while, and came back."""

    white: bool
    since_s: float
    until_s: float
    seen: bool
    """It stood elsewhere meanwhile."""


class Press(NamedTuple):
    """The lever was moved."""

    t_s: float
    white_to_move: bool
    cost: float
    """What it costs a line that has the other side to move: less where the clock has been wrong before."""


class Presses(NamedTuple):
    """What a clock tells."""

    told: list[Press]
    """Each press, by time."""
    missing: float
    """What it costs that a side moves again without one: less where players forget it, or press as they like."""
    pace_s: float = 0.0
    """How long a ply took of late, as far as is known; of that the clock tells nothing, but it counts like it."""


NO_PRESSES = Presses([], 0.0)


class Branch(Standing):
    """One story. `board` and `expected` are never changed: a move makes a new branch."""

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
        blurred = self.blurred
        for square, debt in self.debts.items():
            if square != link.move.to_square and EMPTY != debt.shown != self.expected[square]:
                for own in (link, self.line, self.line and self.line.before):
                    if own is not None and own.expected[own.move.from_square] == debt.shown:
                        blurred |= {own.number}
        piece = self.expected[link.move.from_square]
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
        back.trips = (*self.trips[1 - MAX_TRIPS :], gone)
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
