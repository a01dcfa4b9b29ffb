"""A branch: a legal line of play from a root, what it costs, and what it still owes to the sensors."""

from typing import NamedTuple

import chess

from dgt_monitor.game.castling import is_legal_castling
from dgt_monitor.game.placement import CASTLINGS, EMPTY, Change, castling_squares, changes
from dgt_monitor.game.plain import OWN, PROMOTIONS, plain_name
from dgt_monitor.game.putting import put
from dgt_monitor.game.reach import BETWEEN, BITS, REACH
from dgt_monitor.game.weighing import costs

NEVER_S = float("-inf")
MAX_PASSED = 4
"""Squares that a piece in a hand was seen on and that are remembered until it lands (chosen)."""


class Debt(NamedTuple):
    """A square that does not show what the branch expects."""

    since_s: float
    shown_s: float
    """Since when it shows what it shows now."""
    first: str
    """What it showed first since it disagrees."""
    turns: int
    """How often it has shown yet another thing."""
    late: bool
    """A ply of the line has left it so, and it should come right by itself."""
    landed_s: float
    """When what it shows came there, for the order of plies; `NEVER_S` if a dump told it, which does not say."""
    shown: str = EMPTY
    """What it shows now."""
    charged: bool = False
    """A ply has landed beside it, and its line has paid for that."""


class Passed(NamedTuple):
    """A piece was seen on a square and went on, at a cost that a move over that square makes less."""

    square: int
    piece: str
    for_s: float
    cost: float


class Link(NamedTuple):
    """A ply of a line, and the position before it; both are never changed."""

    before: "Link | None"
    move: chess.Move
    landed_s: float
    lifted_s: float
    board: chess.Board
    expected: list[str]
    hidden: bool
    """Nobody saw it land."""
    number: int
    """1 is the first ply after the root."""


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


NO_PRESSES = Presses([], 0.0)


class Rival(NamedTuple):
    """Another line that led where a line stood at `link`."""

    dearer: float
    other: "Link | None"
    link: "Link | None"


class Branch:
    """One story. `board` and `expected` are never changed: a move makes a new branch."""

    __slots__ = (
        "board",
        "checked",
        "cost",
        "debts",
        "expected",
        "line",
        "passed",
        "restless",
        "restless_white",
        "rivals",
        "seen",
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
        self.board, self.expected, self.seen = board, expected, seen
        self.debts, self.cost, self.line = debts, cost, line
        self.checked: bool | None = None
        self.passed: tuple[Passed, ...] = ()
        self.restless: tuple[int, ...] = ()
        """Squares whose noise was paid for since the other side put a piece down, each as often as it was."""
        self.restless_white = True
        """Whose piece it was."""
        self.rivals: tuple[Rival, ...] = ()
        """Other lines that came to a position of this line, and were dearer."""

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two branches one story with two pasts."""
        board = self.board
        return ("".join(self.expected), board.turn, board.castling_rights, board.ep_square)

    def twin(self) -> "Branch":
        """The same branch, to go another way."""
        twin = Branch(self.board, self.expected, self.seen, self.debts.copy(), self.cost, self.line)
        twin.passed, twin.rivals, twin.checked = self.passed, self.rivals, self.checked
        twin.restless, twin.restless_white = self.restless, self.restless_white
        return twin

    def is_checked(self) -> bool:
        """Whether the side to move is in check."""
        if self.checked is None:
            self.checked = self.board.is_check()
        return self.checked

    # --- what is told -------------------------------------------------------------------------------------------

    def tell(self, t_s: float, square: int, piece: str, landed_s: float) -> None:
        """A square has changed; `seen` holds its new letter already. `landed_s`: when it did, as in a debt."""
        debt = self.debts.get(square)
        if self.restless and piece != EMPTY and piece.isupper() != self.restless_white:
            self.restless = ()  # the other side has moved: what comes back now is no flicker
        if piece == self.expected[square]:
            if debt is not None:
                del self.debts[square]
                brief = not debt.late and t_s - debt.since_s <= costs.RESTLESS_S
                self.cost += self._paid(t_s, square, debt) * (self._share(square) if brief else 1.0)
                if brief:
                    letter = piece if piece != EMPTY else debt.first
                    self.restless, self.restless_white = (*self.restless, square), letter.isupper()
        elif debt is None:
            self.debts[square] = Debt(t_s, t_s, piece, 0, False, landed_s, piece)
        else:
            self.cost += self._changed(t_s, square, debt)
            self.debts[square] = debt._replace(shown_s=t_s, turns=debt.turns + 1, landed_s=landed_s, shown=piece)

    def _changed(self, t_s: float, square: int, debt: Debt) -> float:
        """What it costs that a square that is not as expected shows yet another thing."""
        if self._is_wrong(square, debt):
            return costs.WRONG_CODE + _lingers(t_s - debt.shown_s)  # else whatever stood there would be forgotten
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
        lingers = _lingers(for_s)
        expected = self.expected[square]
        if expected != EMPTY:
            if debt.first != EMPTY:
                return costs.WRONG_CODE + lingers
            return costs.FLICKER if for_s <= costs.SCAN_S else costs.LIFT_AND_RETURN + lingers
        return self._ghost_paid(square, debt.first, for_s) + lingers

    def _ghost_paid(self, square: int, piece: str, for_s: float) -> float:
        """A piece stood where nothing belongs, and is gone."""
        last = self.line
        for _ in range(2):
            if last is not None:
                cost = _on_the_way(last, square, piece, for_s)
                if cost is not None:
                    return cost
                last = last.before
        in_hand = any(
            self.expected[other] == piece and self.seen[other] != piece for other in self.debts if other != square
        )
        cost = costs.IN_HAND if in_hand else costs.GHOST
        if in_hand:
            self.passed = (*self.passed[-MAX_PASSED:], Passed(square, piece, for_s, cost))
        return cost

    # --- what is owed -------------------------------------------------------------------------------------------

    def total(self, t_s: float) -> float:
        """The cost at this time, with what is open."""
        cost = self.cost
        for square, debt in self.debts.items():
            grown = costs.OPEN_AT_REST_PER_S * (t_s - debt.shown_s)
            if grown > costs.OPEN_MOST:
                most = costs.WRONG_MOST if self._is_wrong(square, debt) else costs.OPEN_MOST
                grown = min(grown, most)
            elif grown < 0:  # the board's memory is told in a time of its own
                grown = 0.0
            cost += (costs.OPEN_LATE if debt.late else costs.OPEN) + grown
        return cost

    def pressed(self, press: Press) -> None:
        """The clock was pressed; what has landed by now should be that side's ply."""
        if press.white_to_move != self.board.turn:
            self.cost += press.cost
            return
        share = press.cost / costs.LEVER
        for square, debt in list(self.debts.items()):
            shown = self.seen[square]
            if not debt.charged and shown != EMPTY and shown.isupper() != press.white_to_move:
                self.debts[square] = debt._replace(charged=True)
                self.cost += share * costs.LEFT_AT_PRESS

    # --- moves --------------------------------------------------------------------------------------------------

    def moves_to(self, target: int) -> list[tuple[chess.Move, str, bool]]:
        """Legal moves that bring what is seen on a square there: the move, the letter after it, a pawn stands there."""
        letter, board, expected = self.seen[target], self.board, self.expected
        own = OWN[board.turn]
        if letter not in own or expected[target] in own:
            return self._castlings(target) if letter in "Kk" and letter in own else []
        if letter in "Pp":
            return self._pawn_moves(target, letter)
        found = []
        checked = self.is_checked()
        mask = board.pieces_mask(PROMOTIONS[letter.upper()] if letter not in "Kk" else chess.KING, board.turn)
        mask &= REACH[letter][target]
        while mask:
            origin = mask.bit_length() - 1
            mask ^= BITS[origin]
            if plain_name(board, expected, origin, target, letter, checked):
                found.append((chess.Move(origin, target), letter, False))
        if letter in "Kk":
            found += self._castlings(target)
        elif letter in "Rr" and board.chess960:
            found += self._castlings_in_place(target)
        if letter not in "Kk" and target >> 3 in (0, 7):
            found += self._promotions(target, letter, stands=False)
        return found

    def _pawn_moves(self, target: int, letter: str) -> list[tuple[chess.Move, str, bool]]:
        board, found = self.board, []
        if target >> 3 in (0, 7):
            pieces = "QRBN" if board.turn else "qrbn"
            return [found for piece in pieces for found in self._promotions(target, piece, stands=True)]
        for origin in _pawn_origins(target, board.turn):
            if self.expected[origin] != letter:
                continue
            if plain_name(board, self.expected, origin, target, letter, self.is_checked()):
                found.append((chess.Move(origin, target), letter, False))
            elif target == board.ep_square and (origin ^ target) & 7:
                move = chess.Move(origin, target)
                if board.is_legal(move):
                    found.append((move, letter, False))
        return found

    def _promotions(self, target: int, letter: str, *, stands: bool) -> list[tuple[chess.Move, str, bool]]:
        board, expected, checked = self.board, self.expected, self.is_checked()
        pawn, kind = "P" if board.turn else "p", PROMOTIONS.get(letter.upper())
        if target >> 3 != (7 if board.turn else 0):
            return []
        return [
            (chess.Move(origin, target, kind), letter, stands)
            for origin in _pawn_origins(target, board.turn)
            if expected[origin] == pawn and plain_name(board, expected, origin, target, letter, checked)
        ]

    def _castlings(self, target: int) -> list[tuple[chess.Move, str, bool]]:
        board = self.board
        if not board.castling_rights & board.occupied_co[board.turn]:
            return []
        letter = self.seen[target]
        if not board.chess960:
            origin = 4 if board.turn else 60
            usual = (origin, target) in CASTLINGS and self.expected[origin] == letter
            legal = usual and is_legal_castling(board, origin, target)
            return [(chess.Move(origin, target), letter, False)] if legal else []
        return [
            (move, letter, False)
            for move in board.generate_castling_moves()
            if castling_squares(board, move)[0] == target
        ]

    def _castlings_in_place(self, target: int) -> list[tuple[chess.Move, str, bool]]:
        """Castling in which the king stays on its square (Chess960, Guidelines II.3): the rook alone shows it."""
        board = self.board
        return [
            (move, self.seen[target], False)
            for move in board.generate_castling_moves()
            if castling_squares(board, move)[0] == move.from_square and castling_squares(board, move)[2] == target
        ]

    def hidden_moves(self, target: int) -> list[tuple[chess.Move, str, bool]]:
        """Moves of a piece that was lifted to a square where nobody saw it land, since it was captured there."""
        board, expected, found = self.board, self.expected, []
        for origin in self._may_have_gone(target):
            letter = expected[origin]
            if letter in "Pp":
                found += self._hidden_pawn_moves(origin, target, letter)
            elif plain_name(board, expected, origin, target, letter, self.is_checked()):
                found.append((chess.Move(origin, target), letter, False))
        return found

    def _may_have_gone(self, target: int) -> list[int]:
        """Squares that a piece has left; and, where a victim was taken off the target, of those that may take there."""
        expected, seen, own = self.expected, self.seen, OWN[self.board.turn]
        found = [square for square in self.debts if expected[square] in own and seen[square] not in own]
        victim = self.debts.get(target)
        if victim is not None and victim.first == EMPTY and expected[target] in OWN[not self.board.turn]:
            takers = self.board.attackers_mask(self.board.turn, target)
            found += [square for square in chess.scan_forward(takers) if square not in self.debts]
        return [square for square in found if expected[square] not in "Kk"]

    def has_twin_for(self, square: int) -> bool:
        """Whether another piece of the kind that stands on a square could come there; a quick look, not exact."""
        letter = self.expected[square]
        if letter in "Pp":
            return True
        return any(self.expected[origin] == letter for origin in chess.scan_forward(REACH[letter][square]))

    def is_answered(self) -> bool:
        """Whether a piece of the side that is not to move stands where this line does not have it."""
        other = OWN[not self.board.turn]
        return any(self.seen[square] in other for square in self.debts)

    def _hidden_pawn_moves(self, origin: int, target: int, letter: str) -> list[tuple[chess.Move, str, bool]]:
        """To the square where it was captured, as a queen too; or two steps, and captured in passing (3.7.3.1)."""
        board, expected, checked = self.board, self.expected, self.is_checked()
        queen = "Q" if board.turn else "q"
        ahead = 8 if board.turn else -8
        if target >> 3 in (0, 7):
            promotes = plain_name(board, expected, origin, target, queen, checked)
            return [(chess.Move(origin, target, chess.QUEEN), queen, False)] if promotes else []
        goals = [target]
        if target == origin + ahead and origin >> 3 == (1 if board.turn else 6):
            goals.append(target + ahead)
        return [
            (chess.Move(origin, goal), letter, False)
            for goal in goals
            if plain_name(board, expected, origin, goal, letter, checked)
        ]

    def stop_overs(self, target: int) -> list[chess.Move]:
        """Moves of a lifted piece to where nobody saw it, and from where it could have gone on to where it is seen."""
        letter, board, expected = self.seen[target], self.board, self.expected
        if letter not in OWN[board.turn] or letter in "Pp":
            return []
        reach, found = REACH[letter], []
        for origin in self.debts:
            if expected[origin] != letter or self.seen[origin] == letter:
                continue
            between = reach[origin] & reach[target] & ~board.occupied
            while between:
                stop = between.bit_length() - 1
                between ^= BITS[stop]
                if plain_name(board, expected, origin, stop, letter, self.is_checked()):
                    found.append(chess.Move(origin, stop))
        return found

    def after(
        self, t_s: float, move: chess.Move, *, hidden: float = 0.0, stands: bool = False, dearer: float = 0.0,
        presses: Presses = NO_PRESSES,
    ) -> "Branch":  # fmt: skip
        """The branch in which this legal move was made as the next ply.

        `hidden`: what it costs that nobody saw it; `dearer`: what else it costs.
        """
        changed = changes(self.board, move, self.expected)
        board = _moved(self.board, move, self.expected, changed)
        expected, debts = self.expected.copy(), self.debts.copy()
        landing = self._landing(move)
        origin_debt = self.debts.get(move.from_square)
        before_s = NEVER_S if self.line is None else self.line.landed_s
        landed_s = before_s if hidden or landing is None or landing.landed_s == NEVER_S else landing.landed_s
        lifted_s = t_s if origin_debt is None else origin_debt.since_s
        link = Link(
            self.line, move, landed_s, lifted_s, self.board, self.expected, bool(hidden),
            1 if self.line is None else self.line.number + 1,
        )  # fmt: skip
        cost = self.cost + costs.MOVE + hidden + dearer
        if stands:
            cost += costs.PAWN_STANDS + (0.0 if move.promotion == chess.QUEEN else costs.UNDERPROMOTES)
        child = Branch(board, expected, self.seen, debts, cost, link)
        child.rivals, child.restless, child.restless_white = self.rivals, self.restless, self.restless_white
        child.cost += self._unpressed(landed_s, presses)
        for press in reversed(presses.told):
            if press.t_s + costs.PRESSED_AFTER_S < landed_s:
                break
            if press.white_to_move != self.board.turn:
                child.cost -= press.cost
            elif landed_s <= press.t_s:
                child.cost += press.cost  # what is seen soon after a press may be a quick reply as well
        for square, letter in changed:
            expected[square] = letter
            child._expects(t_s, square, letter)
        child.cost += child._at_landing(link, {square for square, _ in changed})
        child._refund(self.passed, link)
        return child

    def _unpressed(self, landed_s: float, presses: Presses) -> float:
        """What it costs that a side moves again that did not press the clock after its last ply."""
        answered = self.line
        own = None if answered is None else answered.before
        if own is None or own.landed_s == NEVER_S or not presses.missing:
            return 0.0
        since_s, until_s = own.landed_s - costs.PRESSED_AFTER_S, landed_s + costs.PRESSED_AFTER_S
        for press in reversed(presses.told):
            if press.t_s < since_s:
                break
            if press.t_s <= until_s and press.white_to_move != self.board.turn:
                return 0.0
        return presses.missing

    def _landing(self, move: chess.Move) -> Debt | None:
        target = move.to_square
        if self.board.is_castling(move):
            king_to, _, rook_to = castling_squares(self.board, move)
            target = rook_to if king_to == move.from_square else king_to
        return self.debts.get(target)

    def _expects(self, t_s: float, square: int, letter: str) -> None:
        shown = self.seen[square]
        if shown == letter:
            self.debts.pop(square, None)
            return
        debt = self.debts.get(square)
        if debt is None:
            self.debts[square] = Debt(t_s, t_s, shown, 0, True, NEVER_S, shown)
        else:
            self.debts[square] = Debt(t_s, debt.shown_s, shown, 0, True, debt.landed_s, shown)

    def _at_landing(self, link: Link, own: set[int]) -> float:
        """What else is wrong when a ply lands, and in which order it came."""
        cost, mover, early = 0.0, not self.board.turn, 0
        now_s = link.landed_s
        for square, debt in list(self.debts.items()):
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
                price = costs.SMEARED if _went_over(link, square, shown) else costs.FOREIGN
            if price:
                self.debts[square] = debt._replace(charged=True)
                cost += price
        before = link.before
        return cost if before is None or before.landed_s == NEVER_S else cost + self._order(link, before)

    def _order(self, link: Link, before: Link) -> float:
        """What it costs in which order a ply and the one before it came."""
        cost, back_s = self._again(link, before), before.landed_s - link.landed_s
        if back_s > costs.SCAN_S:
            cost += min(costs.ORDER_IN_SCAN + costs.ORDER_PER_S * (back_s - costs.SCAN_S), costs.ORDER_MOST)
        elif back_s > 0:
            cost += costs.ORDER_IN_SCAN * back_s / costs.SCAN_S
        return cost + (costs.LIFTED_EARLY if link.lifted_s < before.landed_s - costs.SCAN_S else 0.0)

    @staticmethod
    def _again(link: Link, before: Link) -> float:
        """What it costs that a side moves the same piece twice in a hurry."""
        own = before.before
        if own is None or own.move.to_square != link.move.from_square:
            return 0.0
        stood_s = link.lifted_s - own.landed_s
        return costs.AGAIN * (1 - stood_s / costs.AGAIN_S) if stood_s < costs.AGAIN_S else 0.0

    def _refund(self, passed: tuple[Passed, ...], link: Link) -> None:
        for one in passed:
            cheap = _on_the_way(link, one.square, one.piece, one.for_s)
            if cheap is not None:
                self.cost -= max(0.0, one.cost - cheap)

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
                fresh = Debt(t_s, t_s, shown, 0, False, t_s, shown)
                debts[square] = fresh if debt is None else debt._replace(late=False)
        back = Branch(last.board, last.expected, self.seen, debts, self.cost + costs.TAKE_BACK, last.before)
        back.restless, back.restless_white = self.restless, self.restless_white
        back.rivals = tuple(rival for rival in self.rivals if number_of(rival.link) < last.number)
        return back


def number_of(link: Link | None) -> int:
    """Plies of a line."""
    return 0 if link is None else link.number


def _lingers(for_s: float) -> float:
    """What noise costs more for lasting so long."""
    return min(costs.LINGERS_PER_S * max(0.0, for_s - costs.LINGERS_AFTER_S), costs.LINGERS_MOST)


def _moved(board: chess.Board, move: chess.Move, expected: list[str], changed: list[Change]) -> chess.Board:
    """The position after a legal move; `changed` is what it changes, `expected` the placement before it."""
    after, origin, target = board.copy(stack=False), move.from_square, move.to_square
    goes = len(changed) == 2 and changed[0] == (origin, EMPTY) and changed[1][0] == target
    if goes and expected[target] not in OWN[board.turn]:
        put(after, origin, target, expected[origin], changed[1][1], expected[target])
    else:  # castling, en passant
        after.push(move)
        after.clear_stack()
    return after


def _went_over(link: Link, square: int, piece: str) -> bool:
    """Whether a ply's piece passed a square on its way, as this piece."""
    if link.expected[link.move.from_square] != piece:
        return False
    return bool(BETWEEN[link.move.from_square][link.move.to_square] & BITS[square])


def _on_the_way(link: Link, square: int, piece: str, for_s: float) -> float | None:
    """What it costs that a ply's piece was seen on a square on or just beyond its way; None if it is not there."""
    if _went_over(link, square, piece):
        if for_s <= costs.SLIDE_S:
            return costs.SLID_OVER
        return min(costs.STOPPED_OVER + costs.STOPPED_PER_S * (for_s - costs.SLIDE_S), costs.IN_HAND)
    origin, target = link.move.from_square, link.move.to_square
    beyond = BETWEEN[origin][square] & BITS[target] and link.expected[origin] == piece
    return costs.OVERSHOT if beyond and for_s <= 2 * costs.SCAN_S else None


def _pawn_origins(target: int, white: bool) -> list[int]:
    back = -8 if white else 8
    rank, file = target >> 3, target & 7
    origins = [target + back]
    if rank == (3 if white else 4):
        origins.append(target + 2 * back)
    if file > 0:
        origins.append(target + back - 1)
    if file < 7:
        origins.append(target + back + 1)
    return [origin for origin in origins if 0 <= origin < 64]
