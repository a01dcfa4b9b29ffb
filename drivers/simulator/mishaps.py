"""A ply as restless hands make it: the plain move (`hands`), and what goes before it, into it and after it.

Everything that is put wrong here is put right within the same ply; what is left undone for later is its tail.
Where a piece code says rook, a rook it is: a rook that is meant as a queen comes only from a game that promotes to one.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import chess

from drivers.readings import EMPTY
from drivers.simulator import changes, knocking
from drivers.simulator.hand import Hand, Touch
from drivers.simulator.hands import castling_squares, touches, way_of
from drivers.simulator.profiles import HandProfile, Odds
from drivers.simulator.squares import concerned, free_beside

_STOPS = 0.7
"""A slow slide of two squares or more rests on one of them besides. Judgement."""
_STRAIGHT_ON = 0.5
"""Who changes his mind takes the piece from where it stands to where it goes; otherwise home first. Judgement."""


class Draft(NamedTuple):
    """A ply with times from 0 on: when it begins is not known yet."""

    touches: tuple[Touch, ...]
    tail: tuple[Touch, ...]
    """What is left undone until after the reply, with times of its own from 0 on."""
    landed_s: float
    """The moved piece stands where the reply may count on it."""
    lifts_first: bool
    """The first touch lifts the moving piece: it may be long in the air before the rest."""
    habits: tuple[str, ...]
    """Which habits show, by the names of `Habits`."""


def draft(
    board: chess.Board,
    move: chess.Move,
    profile: HandProfile,
    rng: Random,
    *,
    taboo: Iterable[int] = (),
    reply: chess.Move | None = None,
) -> Draft:
    """What these hands make of a legal move. Nothing but the move itself comes to squares that are `taboo`.

    Only where the `reply` is known, and keeps off what is left undone, is anything left undone.
    """
    return _Drafting(board, move, profile, rng, frozenset(taboo)).make(reply)


class _Drafting:
    def __init__(
        self, board: chess.Board, move: chess.Move, profile: HandProfile, rng: Random, taboo: frozenset[int]
    ) -> None:
        self.board, self.move, self.profile, self.rng = board, move, profile, rng
        self.after = board.copy(stack=False)
        self.after.push(move)
        self.own = concerned(board, move)
        self.taboo = taboo
        self.habits: list[str] = []
        self.castles = board.is_castling(move)
        self.plain = not (self.castles or move.promotion or board.is_en_passant(move))
        self.to = _goal(board, move)

    def make(self, reply: chess.Move | None) -> Draft:
        before, begins_s = self._before()
        main, tail = self._main(reply)
        touched = [*before, *changes.later(main, begins_s)]
        touched, landed_s = self._put_wrong(touched, touched[-len(main) :])
        touched = self._afterwards(touched, landed_s)
        first_s = touched[0].t_s
        return Draft(
            tuple(changes.later(touched, -first_s)),
            tuple(changes.later(tail, -tail[0].t_s)) if tail else (),
            landed_s - first_s,
            not before and touched[0].piece == EMPTY and touched[0].square == self.move.from_square,
            tuple(self.habits),
        )

    def _shows(self, habit: str) -> bool:
        """Whether a habit shows this time."""
        odds: float = getattr(self.profile.habits, habit)
        if odds <= 0 or self.rng.random() >= odds:
            return False
        self.habits.append(habit)
        return True

    def _undo_note(self) -> None:
        self.habits.pop()

    # --- before the move ------------------------------------------------------------------------------------

    def _before(self) -> tuple[list[Touch], float]:
        """Pieces touched and put back, from time 0 on, and when the hand is free for the move."""
        hand = Hand(0.0, self.profile, self.rng)
        habits, origin = self.profile.habits, self.move.from_square
        if self._shows("adjust"):
            self._lift_one(hand, self.board.occupied & ~chess.BB_SQUARES[origin], habits.adjust_s)
        if self._shows("touch_other"):
            own = self.board.occupied_co[self.board.turn]
            self._lift_one(hand, own & ~chess.SquareSet(self.own).mask, habits.adjust_s)
        return hand.touches, hand.t_s

    def _lift_one(self, hand: Hand, mask: int, held_s: tuple[float, float]) -> None:
        among = [square for square in chess.scan_forward(mask) if square not in self.taboo]
        if not among:
            self._undo_note()
            return
        square = self.rng.choice(among)
        hand.take(square)
        hand.wait(held_s)
        hand.put(square, self.board.piece_map()[square].symbol())
        hand.wait(self.profile.between_s)

    # --- the move -------------------------------------------------------------------------------------------

    def _main(self, reply: chess.Move | None) -> tuple[list[Touch], list[Touch]]:
        """The move, and what of it is left for later."""
        late = self._leaves(reply)
        way = way_of(self.board, self.move.from_square, self.to)
        profile = self._manner(self.profile if late is None else _leaving(self.profile), way)
        if profile is self.profile and way is not None and (far := self._beyond(way)) and self._shows("overshoot"):
            return self._too_far(way, far), []
        main = self._minded(touches(self.board, self.move, 0.0, profile, self.rng))
        if late is None:
            return main, []
        done_s = next(one.t_s for one in main if one.square == self.to and one.piece != EMPTY)
        tail = [one for one in main if one.square in late and (one.t_s > done_s or not self.move.promotion)]
        return [one for one in main if one not in tail], tail

    def _manner(self, profile: HandProfile, way: list[int] | None) -> HandProfile:
        """How this move is made: as always, with the piece held long, or pushed slowly."""
        if self._shows("hold"):
            return profile._replace(air_s=profile.habits.hold_s, slide=0.0)
        if way is not None and not self.move.promotion and self._shows("slow_slide"):
            slowly = profile.habits.slow_s
            return profile._replace(slide=1.0, stop_over=_STOPS, transit_s=slowly, capture=Odds(1, 0, 0, 1))
        return profile

    def _leaves(self, reply: chess.Move | None) -> frozenset[int] | None:
        """The squares on which something is left undone; None: nothing is."""
        if reply is None:
            return None
        if self.castles:
            king, king_to, *rook = castling_squares(self.board, self.move)
            habit, late = "rook_late", frozenset(rook)
            if king == king_to or late & {king, king_to} or len(late) == 1:
                return None  # of castling by the rook alone nothing would be done
        elif self.move.promotion:
            habit, late = "pawn_left", frozenset({self.to})
        elif self.board.is_en_passant(self.move):
            habit, late = "victim_late", frozenset(self.own - {self.move.from_square, self.to})
        else:
            return None
        return late if not late & concerned(self.after, reply) and self._shows(habit) else None

    def _minded(self, main: list[Touch]) -> list[Touch]:
        """Perhaps another move of the same piece before, which stands for a while."""
        origin = self.move.from_square
        elsewhere = [
            move.to_square
            for move in self.board.legal_moves
            if move.from_square == origin
            and move.to_square != self.move.to_square
            and not (self.board.is_capture(move) or self.board.is_castling(move) or move.promotion)
            and not concerned(self.board, move) & self.taboo
        ]
        if not self.plain or not elsewhere or not self._shows("change_mind"):
            return main
        piece = self.board.piece_map()[origin].symbol()
        hand = Hand(0.0, self.profile, self.rng)
        there = self.rng.choice(elsewhere)
        hand.carry(origin, there, piece)
        hand.wait(self.profile.habits.mind_s)
        if self._carried(main, main[-1]) and self.rng.random() < _STRAIGHT_ON:
            return hand.touches + changes.later(changes.from_elsewhere(main, origin, there), hand.t_s)
        hand.carry(there, origin, piece)
        hand.wait(self.profile.between_s)
        return hand.touches + changes.later(main, hand.t_s)

    def _carried(self, main: list[Touch], landing: Touch) -> bool:
        """Whether a piece came to its landing through the air: its home is not left only afterwards."""
        pieces = self.board.piece_map()
        leaves_later = any(
            one.t_s > landing.t_s and one.square in pieces and pieces[one.square].symbol() == landing.piece
            for one in main
        )
        return not leaves_later and changes.put_down(main, landing)

    def _beyond(self, way: list[int]) -> list[int]:
        """The free squares just beyond a way, two at most, where there is nothing but the way to be gone."""
        if not self.plain or self.board.is_capture(self.move):
            return []
        step, far = way[-1] - way[-2], list[int]()
        while len(far) < 2:
            here = (far or way)[-1]
            there = here + step
            if there not in chess.SQUARES or chess.square_distance(here, there) != 1:
                break
            if there in self.taboo or chess.BB_SQUARES[there] & self.board.occupied:
                break
            far.append(there)
        return far

    def _too_far(self, way: list[int], far: list[int]) -> list[Touch]:
        piece = self.board.piece_map()[way[0]].symbol()
        hand = Hand(0.0, self.profile, self.rng)
        far = far[: self.rng.randint(1, len(far))]
        hand.slide([*way, *far], piece)
        hand.wait(self.profile.stop_s)
        hand.slide([*reversed(far), way[-1]], piece)
        return changes.in_order(hand.touches)

    # --- put wrong and put right ----------------------------------------------------------------------------

    def _put_wrong(self, touched: list[Touch], main: list[Touch]) -> tuple[list[Touch], float]:
        """Perhaps a wrong square or a wrong piece first; and when the moved piece then stands."""
        landings = [one for one in main if one.square == self.to and one.piece != EMPTY]
        landing = landings[0] if self.move.promotion else landings[-1]
        wrong = self._wrong_promotion(landings[-1].piece)
        if wrong:
            return changes.wrong_piece(touched, landings[-1], wrong, self.profile, self.rng), landing.t_s
        beside = free_beside(self.board, self.after, self.to, self.taboo | {one.square for one in touched})
        if beside and self._carried(main, landing) and self._shows("wrong_square"):
            wrong_square = self.rng.choice(beside)
            touched, delay_s = changes.wrong_square(touched, landing, wrong_square, self.profile, self.rng)
            return touched, landing.t_s + delay_s
        return touched, landing.t_s

    def _wrong_promotion(self, right: str) -> str:
        """The piece that a pawn is exchanged for first; empty where it is the right one."""
        if not self.move.promotion or right.lower() == "p":
            return ""
        if self._shows("promotion_changed"):
            other = self.rng.choice([kind for kind in "qrbn" if kind != right.lower()])
            return other.upper() if self.board.turn else other
        standing = self.board.piece_map().get(self.to)
        if standing is not None and standing.symbol() == right.swapcase():
            return ""  # the captured piece itself would only stay where it is: nothing is put wrong
        return right.swapcase() if self._shows("wrong_colour") else ""

    # --- after the move -------------------------------------------------------------------------------------

    def _afterwards(self, touched: list[Touch], landed_s: float) -> list[Touch]:
        """Perhaps it stands between two squares, perhaps neighbours are knocked over."""
        end_s = touched[-1].t_s
        beside = free_beside(self.board, self.after, self.to, self.taboo | self.own, straight=True)
        stands = next((one.piece for one in reversed(touched) if one.square == self.to), EMPTY)
        if beside and stands != EMPTY and self._shows("between"):
            hand = Hand(end_s, self.profile, self.rng)
            knocking.flicker(hand, self.to, self.rng.choice(beside), stands)
            touched, end_s = [*touched, *hand.touches], hand.t_s
        kept = self.taboo | self.own | {one.square for one in touched}
        fallen = knocking.neighbours(self.after, self.to, kept, self.rng)
        if fallen and self._shows("knock"):
            hand = Hand(end_s, self.profile, self.rng)
            knocking.knock(hand, self.board, self.after, fallen, kept, landed_s)
            touched = changes.in_order([*touched, *hand.touches])
        return touched


def _leaving(profile: HandProfile) -> HandProfile:
    """What is left for later comes last: the rook after the king, the victim after the pawn, the queen after both."""
    return profile._replace(castling=Odds(1), en_passant=Odds(1), promotion=Odds(0, 1, 1))


def _goal(board: chess.Board, move: chess.Move) -> int:
    """Where the moved piece lands; of castling the king, or the rook where only that moves (Chess960)."""
    if not board.is_castling(move):
        return move.to_square
    king, king_to, _, rook_to = castling_squares(board, move)
    return king_to if king != king_to else rook_to
