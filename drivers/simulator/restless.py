"""Players with habits: plies that overlap, clocks pressed early, late or at first not, plies taken back by agreement.

Two hands are at work on one board, and never on one square at a time: what a ply does on a square comes after all that
earlier plies do there. So in the end, and for every square whenever its ply is finished, the board stands as the game
says, though between two plies it need not stand so for a moment.
"""

from collections.abc import Iterator, Sequence
from math import inf
from random import Random

import chess

from drivers.readings import EMPTY
from drivers.simulator.changes import later
from drivers.simulator.hand import Hand, Touch
from drivers.simulator.mishaps import Draft, draft
from drivers.simulator.profiles import HandProfile
from drivers.simulator.turn import SHARE_OF_TIME, Pace, Turn

_AFTER_S = 0.02
"""A square that one hand has left is not touched by the other before this. Judgement: hands that nearly meet."""
_LANDS_AFTER_S = 0.05
"""A reply lands so long after what it replies to, at the earliest. Judgement."""
_PRESS_AFTER_S = 0.05
"""Between two presses of the clock. Judgement."""
_LETS_GO_S = 0.15
"""An early press comes at most so long before the hand is done. Judgement: the other hand is on its way meanwhile."""
_BOTH_WAYS = 0.5
"""Of the plies taken back by agreement, this share are two at a time. Judgement."""


def restless(
    board: chess.Board, moves: Sequence[chess.Move], start_s: float, pace: Pace, profile: HandProfile, rng: Random
) -> Iterator[Turn]:
    """The plies of a game in their order, though touches of one may lie between those of the next."""
    players = _Players(board, start_s, pace, profile, rng)
    held: Turn | None = None
    tail: tuple[Touch, ...] = ()
    for ply, move in enumerate(moves):
        if held is None or not tail:
            for turn in players.digress(move):
                if held is not None:
                    yield held
                held = turn
        reply = moves[ply + 1] if ply + 1 < len(moves) else None
        plan = draft(players.board, move, profile, rng, taboo={one.square for one in tail}, reply=reply)
        turn = players.make(plan, move)
        if held is not None:
            yield held._replace(touches=held.touches + players.finish(tail)) if tail else held
        held, tail = turn, plan.tail
    if held is not None:
        yield held


class _Players:
    """What both are doing."""

    def __init__(self, board: chess.Board, start_s: float, pace: Pace, profile: HandProfile, rng: Random) -> None:
        self.board = board.copy(stack=False)
        self._pace, self._profile, self._habits, self._rng = pace, profile, profile.habits, rng
        full_s = pace.control.base_s + pace.control.increment_s if pace.control else 0
        self._left_s = {chess.WHITE: float(full_s), chess.BLACK: float(full_s)}
        self._thinks_s = start_s
        """Since when the player to move can think."""
        self._pressed_s = start_s
        self._began_s = self._landed_s = self._done_s = start_s
        """Of the last ply, without its tail."""
        self._free_s = {chess.WHITE: start_s, chess.BLACK: start_s}
        """From when on a player's hand can begin a ply of his own."""
        self._touched_s: dict[int, float] = {}
        self._first = True

    def make(self, plan: Draft, move: chess.Move, *, stands: bool = True) -> Turn:
        """The player to move plays, as soon as thought, hand, opponent and squares allow."""
        mover = self.board.turn
        touches = self._place(plan)
        shift_s = touches[-1].t_s - plan.touches[-1].t_s
        self._began_s, self._landed_s, self._done_s = touches[0].t_s, plan.landed_s + shift_s, touches[-1].t_s
        habits = (*plan.habits, *self._press())
        self._free_s[mover] = max(self._pressed_s, self._done_s) + self._rng.uniform(*self._habits.recover_s)
        self._note(touches)
        turn = Turn(touches, self._pressed_s, move.uci(), stands, self._began_s, habits)
        self.board.push(move)
        self._first = False
        return turn

    def finish(self, tail: tuple[Touch, ...]) -> tuple[Touch, ...]:
        """What the player now to move left undone, done after the reply that was just made."""
        start_s = max(self._landed_s, self._free_s[self.board.turn]) + self._rng.uniform(*self._habits.late_s)
        done = tuple(later(tail, start_s))
        self._note(done)
        self._free_s[self.board.turn] = done[-1].t_s + self._rng.uniform(*self._habits.recover_s)
        return done

    def digress(self, move: chess.Move) -> Iterator[Turn]:
        """Perhaps one or two other plies, played and pressed, and taken back."""
        if self._habits.takeback <= 0 or self._rng.random() >= self._habits.takeback:
            return
        before, moves = self.board.copy(), list[chess.Move]()
        for _ in range(2 if self._rng.random() < _BOTH_WAYS else 1):
            among = [one for one in _plain_moves(self.board) if one != move or moves]
            if not among:
                break
            moves.append(self._rng.choice(among))
            yield self.make(draft(self.board, moves[-1], self._profile, self._rng), moves[-1], stands=False)
        if moves:
            yield self._take_back(before, moves)

    def _take_back(self, before: chess.Board, moves: list[chess.Move]) -> Turn:
        """The last ply goes home first; after one ply the lever is put back too."""
        boards = [before.copy(stack=False)]
        for move in moves:
            boards.append(boards[-1].copy(stack=False))
            boards[-1].push(move)
        start_s = max(self._pressed_s, *self._touched_s.values()) + self._rng.uniform(*self._habits.agree_s)
        hand = Hand(start_s, self._profile, self._rng)
        for move, board in zip(reversed(moves), reversed(boards[:-1]), strict=True):
            _go_home(hand, board, move)
            hand.wait(self._profile.between_s)
        self.board = before
        touches = tuple(hand.touches)
        self._note(touches)
        self._began_s = self._landed_s = self._done_s = touches[-1].t_s
        pressed_s = inf
        if len(moves) % 2:
            pressed_s = self._pressed_s = self._done_s + self._rng.uniform(*self._profile.press_s)
        self._thinks_s = max(self._pressed_s, self._done_s)
        for colour in chess.COLORS:
            self._free_s[colour] = self._thinks_s + self._rng.uniform(*self._habits.recover_s)
        return Turn(touches, pressed_s, "", stands=False, since_s=self._began_s, habits=("takeback",))

    # --- when -----------------------------------------------------------------------------------------------

    def _place(self, plan: Draft) -> tuple[Touch, ...]:
        """The ply's touches at their times: not before squares are free, nor landing before what it replies to."""
        start_s = self._start(plan)
        first, *rest = later(plan.touches, start_s)
        late_s = max(0.0, self._landed_s + _LANDS_AFTER_S - plan.landed_s - start_s) if not self._first else 0.0
        for one in rest:
            late_s = max(late_s, self._square_free_s(one.square) - one.t_s)
        own_s = max(0.0, self._square_free_s(first.square) - first.t_s)
        if not plan.lifts_first:
            own_s = max(own_s, late_s)
        return (first._replace(t_s=first.t_s + own_s), *later(rest, max(own_s, late_s)))

    def _start(self, plan: Draft) -> float:
        early = not self._first and self._rng.random() < self._habits.early
        think_s = self._rng.lognormvariate(0.0, self._profile.think_spread) * self._profile.think_s * self._pace.think
        if self._pace.control:
            think_s = min(think_s, max(0.0, self._left_s[self.board.turn]) * SHARE_OF_TIME)
        start_s = max(self._thinks_s + think_s, self._done_s + self._profile.rest_s * (not self._first))
        if early:
            start_s = self._landed_s + self._rng.uniform(*self._habits.early_s)
            start_s -= plan.touches[0].t_s
        return max(start_s, self._free_s[self.board.turn], self._began_s)

    def _square_free_s(self, square: int) -> float:
        return self._touched_s.get(square, -inf) + _AFTER_S

    def _press(self) -> list[str]:
        """When the clock is pressed for the ply just made; which habit shows in that. The other player may think."""
        habits, rng = self._habits, self._rng
        shown = next((one for one in ("press_early", "press_late", "forget") if _shows(habits, one, rng)), "")
        press_s = self._done_s + rng.uniform(*self._profile.press_s)
        if shown == "press_early":
            press_s = max(self._landed_s, self._done_s - _LETS_GO_S) - rng.uniform(0.0, _LETS_GO_S)
        elif shown:
            press_s = self._done_s + rng.uniform(*(habits.forget_s if shown == "forget" else habits.press_late_s))
        press_s = max(press_s, self._pressed_s + _PRESS_AFTER_S, self._began_s)
        if self._pace.control:
            self._left_s[self.board.turn] += self._pace.control.increment_s - (press_s - self._pressed_s)
        self._pressed_s = press_s
        self._thinks_s = self._done_s if shown == "forget" else press_s
        return [shown] if shown else []

    def _note(self, touches: Sequence[Touch]) -> None:
        for touch in touches:
            self._touched_s[touch.square] = touch.t_s


def _shows(habits: object, name: str, rng: Random) -> bool:
    odds: float = getattr(habits, name)
    return odds > 0 and rng.random() < odds


def _plain_moves(board: chess.Board) -> list[chess.Move]:
    """Those that two hands take back without thinking, and that do not end the game."""
    plain = list[chess.Move]()
    for move in board.legal_moves:
        if board.is_castling(move) or board.is_en_passant(move) or move.promotion:
            continue
        board.push(move)
        if any(board.legal_moves):
            plain.append(move)
        board.pop()
    return plain


def _go_home(hand: Hand, before: chess.Board, move: chess.Move) -> None:
    """A plain move is undone, and what it captured is put back, before the piece lands at home or after."""
    pieces = before.piece_map()
    origin, to = move.from_square, move.to_square
    hand.take(to)
    hand.wait(hand.profile.air_s)
    victim = pieces[to].symbol() if to in pieces else EMPTY
    victim_first = hand.rng.random() < 0.5  # either hand may be the quicker
    if victim != EMPTY and victim_first:
        hand.put(to, victim)
        hand.wait(hand.profile.between_s)
    hand.put(origin, pieces[origin].symbol())
    if victim != EMPTY and not victim_first:
        hand.wait(hand.profile.between_s)
        hand.put(to, victim)
