"""What stands on a board beside what a line of play has there, and the moves that may explain it."""

from typing import NamedTuple

import chess

from dgt_monitor.game.castling import is_legal_castling
from dgt_monitor.game.placement import CASTLINGS, EMPTY, castling_squares
from dgt_monitor.game.plain import OWN, PROMOTIONS, named_move, plain_name
from dgt_monitor.game.putting import men_of
from dgt_monitor.game.reach import BITS, REACH, is_attacked, is_open

SWAPPED_S = 0.1
"""Two pieces are missing for longer before it is asked whether both took on one square (chosen: what a hand needs)."""


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
    pressed: int = 0
    """The ply whose piece stood here, and not where its line has it, when its side pressed the clock."""


class Standing:
    """A position, what the sensors show beside it, and where they differ. It knows moves, not what they cost."""

    __slots__ = ("board", "checked", "debts", "expected", "seen")

    def __init__(self, board: chess.Board, expected: list[str], seen: list[str], debts: dict[int, Debt]) -> None:
        self.board, self.expected, self.seen, self.debts = board, expected, seen, debts
        self.checked: bool | None = None

    def is_checked(self) -> bool:
        """Whether the side to move is in check."""
        if self.checked is None:
            board = self.board
            others = board.occupied_co[not board.turn]
            king = board.kings & ~others
            self.checked = bool(king) and is_attacked(board, king.bit_length() - 1, others, board.occupied)
        return self.checked

    def moves_to(self, target: int, only_from: int = chess.BB_ALL) -> list[tuple[chess.Move, str, bool]]:
        """Legal moves that bring what is seen on a square there: the move, the letter after it, a pawn stands there.

        Of pieces on squares that are not in the mask `only_from` none need be found.
        """
        letter, board, expected = self.seen[target], self.board, self.expected
        own = OWN[board.turn]
        if letter not in own or expected[target] in own:
            return self._castlings(target) if letter in "Kk" and letter in own else []
        if letter in "Pp":
            return self._pawn_moves(target, letter)
        found = []
        checked = self.is_checked()
        mask = men_of(board, letter) & board.occupied_co[board.turn] & REACH[letter][target] & only_from
        while mask:
            origin = mask.bit_length() - 1
            mask ^= BITS[origin]
            if plain_name(board, expected, origin, target, letter, checked):
                found.append((named_move(origin, target)[0], letter, False))
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
                found.append((named_move(origin, target)[0], letter, False))
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
        """Whether a piece of the side that is not to move stands where it may come next; a quick look, not exact.

        What the side to move has lifted stands in no way: a move of it comes between.
        """
        board, seen, other = self.board, self.seen, OWN[not self.board.turn]
        came = [square for square in self.debts if seen[square] in other]
        if not came:
            return False
        lifted = sum([BITS[square] for square in self.debts])
        for square in came:
            letter = seen[square]
            if letter in "PpKk" or board.chess960 or square >> 3 in (0, 7):
                return True  # en passant, castling, a promotion
            men = men_of(board, letter) & board.occupied_co[not board.turn] & REACH[letter][square]
            if is_open(square, men, board.occupied & ~lifted):
                return True
        return False

    def may_be_exchanged(self, target: int, *, plain: bool) -> bool:
        """Whether both sides may have taken on a square before the piece that stands there; `plain`: it moved there."""
        expected, seen, own = self.expected, self.seen, OWN[self.board.turn]
        mine = theirs = 0
        for square in self.debts:
            if square != target and seen[square] == EMPTY and expected[square] != EMPTY:
                if expected[square] in own:
                    mine += 1
                else:
                    theirs += 1
        return theirs > 0 and mine > plain

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

    def swaps(self, t_s: float) -> list[tuple[chess.Move, chess.Move]]:
        """Captures by a piece that was lifted, of a piece like one of the other side that was lifted and took back."""
        board, expected, seen, own = self.board, self.expected, self.seen, OWN[self.board.turn]
        mine: list[int] = []
        theirs: list[int] = []
        for square, debt in self.debts.items():
            if seen[square] == EMPTY and expected[square] not in "Kk." and t_s - debt.since_s > SWAPPED_S:
                (mine if expected[square] in own else theirs).append(square)
        found = []
        for back in theirs if mine else ():
            for origin in mine:
                for target in chess.scan_forward(board.attacks_mask(origin) & board.occupied_co[not board.turn]):
                    if target != back and expected[target] == expected[back] == seen[target]:
                        name = plain_name(board, expected, origin, target, expected[origin], self.is_checked())
                        if name and target >> 3 not in (0, 7):
                            found.append((chess.Move(origin, target), chess.Move(back, target)))
        return found

    def stop_overs(self, target: int) -> list[chess.Move]:
        """Moves of a lifted piece to where nobody saw it, and from where it could have gone on to where it is seen."""
        letter, board, expected = self.seen[target], self.board, self.expected
        if letter not in OWN[board.turn]:
            return []
        origins = [square for square in self.debts if expected[square] == letter != self.seen[square]]
        free, found = self._free_or_taken() if origins else 0, []
        for origin in origins:
            between = _pawn_stops(origin, target) if letter in "Pp" else REACH[letter][origin] & REACH[letter][target]
            between &= free
            while between:
                stop = between.bit_length() - 1
                between ^= BITS[stop]
                if plain_name(board, expected, origin, stop, letter, self.is_checked()):
                    found.append(named_move(origin, stop)[0])
        return found

    def _free_or_taken(self) -> int:
        """Where a piece may have stopped: on free squares, and where one of the other side's was and is no more."""
        theirs, mask = OWN[not self.board.turn], ~self.board.occupied
        for square in self.debts:
            if self.seen[square] == EMPTY and self.expected[square] in theirs:
                mask |= BITS[square]
        return mask


def _pawn_stops(origin: int, target: int) -> int:
    """Where a pawn may stop on its way: on the square before the one it comes to by its next step."""
    ahead = 8 if target > origin else -8
    stops = (target - ahead, target - ahead - 1, target - ahead + 1)
    return sum(
        BITS[stop] for stop in stops if 0 <= stop < 64 and abs((stop & 7) - (target & 7)) <= 1 and stop != origin
    )


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
