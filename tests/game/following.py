"""A tracker driven by a short notation, and a reader of its changes that holds the present opinion."""

import chess

from dgt_monitor.game.beginning import Setup
from dgt_monitor.game.changes import (
    Began,
    Certain,
    Change,
    Explained,
    Made,
    Restated,
    Signalled,
    Started,
    Strange,
    Turned,
    Uncertain,
    Weighed,
    Withdrawn,
)
from dgt_monitor.game.placement import letters
from dgt_monitor.game.timing import Timing
from dgt_monitor.game.tracker import Tracker


def placement(fen: str) -> str:
    return "".join(letters(chess.Board(fen)))


class Following:
    """One board: `play("1.0 e2. 1.2 e4P")` is e2 emptied after one second and a white pawn seen on e4 at 1.2 s."""

    def __init__(self, fen: str = chess.STARTING_FEN, *, rotated: bool = False, timing: Timing | None = None) -> None:
        self.tracker = Tracker(Setup(fen), timing)
        self.rotated = rotated
        self.log: list[tuple[float, Change]] = []
        self.sans: list[str] = []
        self.statuses: list[str] = []
        self.strange: Strange | None = None
        self.result: str | None = None
        self.games = 0
        self.last_game: list[str] = []
        self.uncertain: list[Uncertain] = []
        self.dump(0.0, placement(fen))

    def dump(self, t_s: float, squares: str) -> None:
        self.until(t_s)
        self._take(t_s, self.tracker.dump(t_s, squares[::-1] if self.rotated else squares))

    def play(self, text: str) -> "Following":
        words = text.split()
        for time, touch in zip(words[::2], words[1::2], strict=True):
            t_s, square, piece = float(time), chess.parse_square(touch[:2]), touch[2]
            self.until(t_s)
            self._take(t_s, self.tracker.field(t_s, 63 - square if self.rotated else square, piece))
        return self

    def lever(self, t_s: float, *, white_to_move: bool) -> None:
        self.until(t_s)
        self._take(t_s, self.tracker.lever(t_s, white_to_move))

    def away(self, from_s: float, to_s: float, squares: str) -> None:
        self.until(from_s)
        self.tracker.line_down(from_s)
        self.tracker.line_up()
        self.dump(to_s, squares)

    def until(self, t_s: float) -> "Following":
        while (due_s := self.tracker.due_s) <= t_s:
            self._take(due_s, self.tracker.tick(due_s))
        return self

    def reasons(self) -> list[str]:
        return [change.reason for _, change in self.log if isinstance(change, Withdrawn)]

    def _take(self, t_s: float, changes: "list[Change] | tuple[Change, ...] | object") -> None:
        assert isinstance(changes, list | tuple)
        for change in changes:
            self.log.append((t_s, change))
            self._apply(change)

    def _apply(self, change: Change) -> None:
        if isinstance(change, Made):
            assert change.number == len(self.sans) + 1
            assert change.board.peek() == change.ply.move if change.board.move_stack else True
            self.sans.append(change.ply.san)
            self.statuses.append(change.ply.status)
        elif isinstance(change, Restated):
            assert self.sans[change.number - 1] == change.ply.san
            self.statuses[change.number - 1] = change.ply.status
        elif isinstance(change, Withdrawn):
            assert 1 <= change.number <= len(self.sans)
            del self.sans[change.number - 1 :], self.statuses[change.number - 1 :]
        elif isinstance(change, Began):
            self.games += 1
            self.last_game = self.sans
            self.sans, self.statuses = [], []
        elif not isinstance(change, Weighed):
            self._mark(change)

    def _mark(self, change: Strange | Explained | Uncertain | Certain | Started | Turned | Signalled) -> None:
        if isinstance(change, Strange):
            self.strange = change
        elif isinstance(change, Explained):
            assert self.strange is not None
            if self.strange.squares == change.squares:
                self.strange = None
        elif isinstance(change, Signalled):
            self.result = change.result
        elif isinstance(change, Certain):
            self.uncertain = [doubt for doubt in self.uncertain if doubt.number < change.number]
        elif isinstance(change, Uncertain):
            self.uncertain.append(change)
