"""Boards at which a script's hands move: on real lines, so `dgt-monitor watch` opens them as it opens any board."""

import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import Final, Self

import chess

from drivers.simulator.clock import TimeControl
from drivers.simulator.hand import Touch
from drivers.simulator.serve import HallServer, open_tcp
from drivers.simulator.table import Game, Planned, Table, maker_of
from drivers.simulator.wire import Wire

SEED: Final = 1
LOOK_S: Final = 0.1
"""So often a line looks whether a hand is to do something (chosen)."""
STEP_S: Final = 0.15
"""From one touch of a hand to the next (chosen: a quick player's)."""
_KINGS: Final = {"1-0": ("e4", "d5"), "0-1": ("d4", "e5"), "1/2-1/2": ("e4", "e5")}
"""Where the kings are put: on white squares White has won, on black ones Black (hands.md: signs of a result)."""
CONTROL: Final = TimeControl(5400, 30)


class HandTable(Table):
    """A table whose players do what they are told, and nothing else."""

    def __init__(self, index: int, *, clock: bool = True) -> None:
        self._wanted: list[Planned] = []
        self._number = count()
        self.position = chess.Board()
        """As the last move that was ordered leaves it."""
        self.free_s = 0.0
        """When the hands have done all that was ordered."""
        game = Game(chess.Board(), [], control=CONTROL if clock else None, over=False)
        super().__init__(game, maker_of(SEED, index), Random(index), start_s=inf)

    @property
    def act_s(self) -> float:
        """When the hands do something next."""
        return self._wanted[0][0] if self._wanted else inf

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """What the hands do up to and at `t_s`, and what the board says by itself."""
        said: list[tuple[float, bytes]] = []
        while self.act_s <= t_s:
            at_s, _, act = heappop(self._wanted)
            said += self.board.advance(at_s)
            act()
        return said + self.board.advance(t_s)

    def at(self, t_s: float, act: Callable[[], None]) -> None:
        """This is to be done then."""
        heappush(self._wanted, (t_s, next(self._number), act))

    def put(self, t_s: float, squares: Sequence[tuple[int, str]]) -> float:
        """Pieces are put there, one after the other; when the last one stands."""
        for number, (square, piece) in enumerate(squares):
            touch = Touch(t_s + number * STEP_S, square, piece)
            self.at(touch.t_s, partial(self.board.touch, touch))
        return t_s + len(squares) * STEP_S

    def start(self, t_s: float) -> None:
        """White's clock is started."""
        if self._clock:
            self.at(t_s, partial(self._clock.start, t_s))

    def stop(self, t_s: float) -> None:
        """The clock is stopped."""
        if self._clock:
            self.at(t_s, partial(self._clock.stop, t_s))

    def play(self, now_s: float, moves: Sequence[str], rest_s: float) -> None:
        """These moves, each with its press, `rest_s` apart."""
        t_s = max(now_s, self.free_s)
        for san in moves:
            move = self.position.parse_san(san)
            t_s = self.put(t_s, touches_of(self.position, move)) + STEP_S
            if self._clock:
                self.at(t_s, partial(self._clock.press, t_s))
            self.position.push(move)
            t_s += rest_s
        self.free_s = t_s


def touches_of(board: chess.Board, move: chess.Move) -> list[tuple[int, str]]:
    """What a careful hand does on the squares for this move."""
    after = board.copy(stack=False)
    after.push(move)
    changed = [square for square in chess.SQUARES if board.piece_at(square) != after.piece_at(square)]
    lifted = [(square, ".") for square in changed if board.piece_at(square)]
    lifted.sort(key=lambda each: board.color_at(each[0]) == board.turn)  # what is captured goes first
    placed = [(square, piece.symbol()) for square in changed if (piece := after.piece_at(square))]
    return lifted + placed


class HandLine:
    """The far end of one line: what hands are told from another thread is done when it is next looked at."""

    def __init__(self, table: HandTable) -> None:
        self.table = table
        self._wire = Wire([table])
        self._orders: queue.SimpleQueue[Callable[[float], object]] = queue.SimpleQueue()
        self._looked_s = 0.0

    @property
    def up(self) -> bool:
        """Whether the cable is in."""
        return self._wire.up

    @property
    def due_s(self) -> float:
        """When it is looked at next."""
        return min(self._wire.due_s, self._looked_s + LOOK_S)

    def receive(self, t_s: float, data: bytes) -> None:
        """The monitor asks."""
        self._wire.receive(t_s, data)

    def advance(self, t_s: float) -> list[tuple[float, bytes]]:
        """What has come over the line, and what was ordered."""
        self._looked_s = t_s
        out = self._wire.advance(t_s)
        while not self._orders.empty():
            self._orders.get()(t_s)
        return out

    def order(self, act: Callable[[float], object]) -> None:
        """From any thread: do this soon, told the time."""
        self._orders.put(act)

    def cut(self) -> None:
        """The cable is pulled; the board keeps its power."""
        self.order(self._wire.cut)

    def join(self) -> None:
        """It is put back."""
        self.order(self._wire.join)


class HandHall:
    """A hall of such boards, served in a thread of its own. Boards are counted from 1."""

    def __init__(self, boards: int, *, no_clock: frozenset[int] = frozenset()) -> None:
        tables = [HandTable(number, clock=number not in no_clock) for number in range(1, boards + 1)]
        self.lines = [HandLine(table) for table in tables]
        self._server = HallServer(self.lines, open_tcp(boards))
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Self:
        self._server.begin()
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.stop()
        self._thread.join()
        self._server.close()

    @property
    def urls(self) -> list[str]:
        """What `dgt-monitor watch` is given."""
        return self._server.urls

    def serial(self, board: int) -> str:
        """The number by which the monitor knows it."""
        return self._line(board).table.board.maker.long_serial

    def _line(self, board: int) -> HandLine:
        return self.lines[board - 1]

    def play(self, board: int, moves: str, rest_s: float = 0.4) -> None:
        """These moves in SAN, separated by spaces."""
        line = self._line(board)
        line.order(lambda t_s: line.table.play(t_s, moves.split(), rest_s))

    def put(self, board: int, **squares: str) -> None:
        """Pieces are put on squares: `e1="K"`, `e4="."`."""
        line = self._line(board)
        wanted = [(chess.parse_square(name), piece) for name, piece in squares.items()]
        line.order(lambda t_s: line.table.put(t_s, wanted))

    def kings(self, board: int, result: str) -> None:
        """Both kings are put in the centre, as players do at the end."""
        white, black = _KINGS[result]
        line = self._line(board)

        def show(t_s: float) -> None:
            table = line.table
            found = {side: table.position.king(side) for side in (chess.WHITE, chess.BLACK)}
            lifted = [(square, ".") for square in found.values() if square is not None]
            placed = [(chess.parse_square(white), "K"), (chess.parse_square(black), "k")]
            table.free_s = table.put(max(t_s, table.free_s), lifted + placed)

        line.order(show)

    def take_position(self, board: int, other: int) -> None:
        """What stands on the other board is set up on this one, whose hands go on from there."""
        line, wanted = self._line(board), self._line(other).table.position

        def set_up(t_s: float) -> None:
            table = line.table
            before, table.position = table.position, wanted.copy()
            changed = [s for s in chess.SQUARES if before.piece_at(s) != wanted.piece_at(s)]
            pieces = [(s, piece.symbol() if (piece := wanted.piece_at(s)) else ".") for s in changed]
            table.free_s = table.put(max(t_s, table.free_s), pieces)

        line.order(set_up)

    def start(self, board: int) -> None:
        """The clock is started."""
        line = self._line(board)
        line.order(line.table.start)

    def stop(self, board: int) -> None:
        """The clock is stopped."""
        line = self._line(board)
        line.order(line.table.stop)

    def plug(self, board: int, *, clock: bool) -> None:
        """The clock's cable is put in, or pulled."""
        line = self._line(board)
        line.order(line.table.board.plug_clock if clock else line.table.board.unplug_clock)

    def cable(self, board: int, *, there: bool) -> None:
        """The board's cable is put in, or pulled."""
        line = self._line(board)
        (line.join if there else line.cut)()
