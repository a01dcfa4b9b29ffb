"""Where each man can come to at most, whatever legal moves both sides make: more than the truth, never less.

The method is that of M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022), section 3.1, told anew.
A man reaches a square from a neighbouring one that it reaches, if an own man that stands there now can ever be gone.
A man can be gone if it can move, or if an enemy reaches its square. A pawn steps onto the square of an enemy only if
that one can be gone, takes only where an enemy other than a king can come, and goes anywhere once it promotes. A king
steps on no square next in the attack of an enemy that can never be gone. Beyond the paper: two pawns that face each
other on a file stay in that order until one leaves the file or the other is taken there; and castling is granted to
whoever has the right. The smallest solution of these rules holds every legal line: take the first move of a line that
it does not hold; the rule for that man gives a contradiction. En passant on the very first move is beyond the rules.
"""

from typing import Final

import chess

from dgt_monitor.laws.dead import steps

_LAST_RANK: Final = {chess.WHITE: chess.BB_RANK_8, chess.BLACK: chess.BB_RANK_1}
_CASTLED: Final = ((chess.BB_FILE_G, chess.BB_FILE_F), (chess.BB_FILE_C, chess.BB_FILE_D))
"""Files of king and rook after castling: short, long."""


class Man:
    """One man of the position and all squares it can ever stand on."""

    __slots__ = ("colour", "file", "kind", "reach", "square")

    def __init__(self, square: int, kind: chess.PieceType, colour: chess.Color) -> None:
        self.square = square
        """As a bitboard of one bit."""
        self.kind = kind
        self.colour = colour
        self.file = chess.BB_FILES[(square.bit_length() - 1) & 7]
        self.reach = square

    def attacked(self) -> int:
        """Every square this man can ever attack."""
        if self.reach == steps.ALL:
            return steps.ALL
        return steps.attacks(self.kind, self.colour, self.reach)


def mobility(board: chess.Board) -> list[Man]:
    """All men with their reach, by the rules above; the board must have no legal en passant."""
    return _Rules(board).men


class _Rules:
    """The rules applied again and again until nothing more comes of them."""

    def __init__(self, board: chess.Board) -> None:
        self.men = [
            Man(chess.BB_SQUARES[square], piece.piece_type, piece.color) for square, piece in board.piece_map().items()
        ]
        if board.castling_rights:
            self._grant_castling(board)
        self._stuck = {colour: board.occupied_co[colour] for colour in chess.COLORS}
        """Squares of men that, as far as is known, can never be gone."""
        self._facing = self._pairs()
        while self._once():
            pass

    def _grant_castling(self, board: chess.Board) -> None:
        for man in self.men:
            own = board.clean_castling_rights() & (chess.BB_RANK_1 if man.colour else chess.BB_RANK_8)
            if own and (man.kind == chess.KING or man.square & own):
                rank = chess.BB_RANK_1 if man.colour else chess.BB_RANK_8
                which = 0 if man.kind == chess.KING else 1
                man.reach |= (_CASTLED[0][which] | _CASTLED[1][which]) & rank

    def _pairs(self) -> dict[int, list[Man]]:
        """For each pawn's square the enemy pawns that face it further on its file."""
        pawns = [man for man in self.men if man.kind == chess.PAWN]
        return {
            pawn.square: [
                other
                for other in pawns
                if other.colour != pawn.colour
                and other.file == pawn.file
                and (other.square > pawn.square) == pawn.colour
            ]
            for pawn in pawns
        }

    def _once(self) -> bool:
        changed = False
        comes = {colour: self._union(colour, with_king=False) for colour in chess.COLORS}
        guarded = {colour: self._guarded(colour) for colour in chess.COLORS}
        for man in self.men:
            before = man.reach
            if before != steps.ALL:
                if man.kind == chess.PAWN:
                    self._spread_pawn(man, comes[not man.colour])
                else:
                    shut = self._stuck[man.colour] & ~man.square
                    self._spread(man, shut | guarded[not man.colour] if man.kind == chess.KING else shut)
                changed |= man.reach != before
        return self._release() or changed

    def _union(self, colour: chess.Color, *, with_king: bool) -> int:
        squares = 0
        for man in self.men:
            if man.colour == colour and (with_king or man.kind != chess.KING):
                squares |= man.reach
        return squares

    def _guarded(self, colour: chess.Color) -> int:
        """Squares next in the attack of a man of this colour that can never be gone."""
        squares, stuck = 0, self._stuck[colour]
        for man in self.men:
            if man.square & stuck:
                squares |= steps.attacks(man.kind, colour, man.square)
        return squares

    @staticmethod
    def _spread(man: Man, shut: int) -> None:
        step, reach = steps.STEPS[man.kind], man.reach
        while (grown := reach | step(reach) & ~shut) != reach:
            reach = grown
        man.reach = reach

    def _spread_pawn(self, man: Man, enemies: int) -> None:
        colour, own = man.colour, self._stuck[man.colour] & ~man.square
        shut = own | self._stuck[not colour] | self._faced(man)
        reach = man.reach
        while True:
            grown = reach | steps.forward(reach, colour) & ~shut | steps.pawn_takes(reach, colour) & enemies & ~own
            if grown == reach:
                break
            reach = grown
        man.reach = steps.ALL if reach & _LAST_RANK[colour] else reach

    def _faced(self, man: Man) -> int:
        """Squares of enemy pawns it cannot pass: both keep to the file, and none takes the other one on the way."""
        if man.reach & ~man.file:
            return 0
        shut = 0
        for other in self._facing[man.square]:
            if not other.reach & ~other.file and not self._can_be_taken(other, man):
                shut |= other.square
        return shut

    def _can_be_taken(self, pawn: Man, facing: Man) -> bool:
        """Whether a man on the side of `facing` may take the pawn on the file before `facing`."""
        low, high = sorted((pawn.square, facing.square))
        between = facing.file & (high * 2 - 1) & ~(low - 1) & ~facing.square
        return any(
            man.colour == facing.colour and man.reach & between and (man.kind != chess.PAWN or man.reach & ~man.file)
            for man in self.men
        )

    def _release(self) -> bool:
        """Notes who can be gone by now; whether anybody new can."""
        before = self._stuck[chess.WHITE] | self._stuck[chess.BLACK]
        come = {colour: self._union(colour, with_king=True) for colour in chess.COLORS}
        for man in self.men:
            if man.reach != man.square or come[not man.colour] & man.square:
                self._stuck[man.colour] &= ~man.square
        return (self._stuck[chess.WHITE] | self._stuck[chess.BLACK]) != before
