"""Boards for the bench of many lines: play worked out beforehand, told at an even pace, and answers to what is asked.

A process of its own, so that its time is nobody else's. It holds the far ends of pseudo terminals and is told by a pipe
what to do: `converse` until every board is followed, then `play`; each is answered when it is done.
"""

import os
import selectors
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

import chess

from drivers.dgt.codec import encode
from drivers.dgt.commands import Command
from drivers.dgt.messages import BoardDump, FieldUpdate
from drivers.dgt.translate import codes_of, square_of
from drivers.readings import PIECES, Side
from drivers.simulator.cable import clock_message
from drivers.simulator.clock import Face
from drivers.simulator.hands import touches
from drivers.simulator.profiles import CLEAN
from drivers.simulator.table import maker_of, placement
from tests.virtual_lines import fixture_games

SEED = 1
PLAYS = 40
"""So many different games; of more boards several play the same one (chosen)."""
UPDATES_A_S = 10
"""Field updates a second and board in lively play (issue)."""
AT_ONCE = 3
"""Field updates in one piece on a full line: what a USB adapter hands on at a time (chosen: 15 bytes in 16 ms)."""
PIECES_A_S = 64
"""Pieces of `AT_ONCE` updates a second: 192 updates, 960 bytes, a full line of 9600 baud."""
UPDATE_BYTES = 5
FULL_S = 5400
"""On both clocks at the start."""
FRAME_S = 0.001
"""Where lines come in frames: all that is due in one is written at once, as full-speed USB brings it. And so often the
feeder looks for commands."""
STILL_S = 1.0
"""The boards are followed when nothing was asked for so long (chosen: above the monitor's pauses between commands)."""
QUICK_HAND = CLEAN._replace(slide=0.0)
"""At an even pace nobody can push a piece from square to square."""


class Load(NamedTuple):
    """What the boards do."""

    boards: int
    seconds: float
    full: bool = False
    """A full line of lifts and put-backs instead of a game."""
    frames: bool = False
    """What comes within a millisecond comes at once."""

    @property
    def pace(self) -> int:
        """Pieces of bytes a second and board, clock messages aside."""
        return PIECES_A_S if self.full else UPDATES_A_S

    @property
    def pieces(self) -> int:
        """About so many a board."""
        return int(self.seconds * self.pace)


class Play(NamedTuple):
    """What happens on one board; what is sent piece by piece, each with what stands on the board after it."""

    pieces: list[bytes]
    updates: int
    codes: list[bytes]
    """The squares after each piece, as they go into a dump."""
    turns: list[bool]
    """White is to move after each piece."""
    uci: tuple[str, ...]
    landed: list[int]
    """Of each ply the piece that completes it."""


def play_of(number: int, load: Load) -> Play:
    """What happens on the board of this number."""
    return _play(number % PLAYS, load.pieces, load.full)


@cache
def _play(number: int, count: int, full: bool) -> Play:
    rng = Random(f"{SEED}/{number}")
    return _fidget(count, rng) if full else _game(number, count, rng)


def _fidget(count: int, rng: Random) -> Play:
    """A piece is lifted and put back, and another one, without end; the last one is put back, too."""
    squares, pieces, codes = list(placement(chess.Board())), list[bytes](), list[bytes]()
    where, lifted = 0, ""
    for _ in range(count):
        piece = b""
        for _ in range(AT_ONCE):
            if not lifted:
                where = rng.choice([square for square in chess.SQUARES if squares[square] != "."])
            squares[where], lifted = (lifted, "") if lifted else (".", squares[where])
            piece += _update(where, squares[where])
        pieces.append(piece)
        codes.append(codes_of("".join(squares)))
    if lifted:
        squares[where] = lifted
        pieces.append(_update(where, lifted))
        codes.append(codes_of("".join(squares)))
    return Play(pieces, sum(map(len, pieces)) // UPDATE_BYTES, codes, [True] * len(pieces), (), [])


def _game(number: int, count: int, rng: Random) -> Play:
    return played(_moves(number, rng), count, rng)


def played(moves: Iterable[chess.Move], count: int, rng: Random) -> Play:
    """As many of these moves as fit into so many pieces."""
    board, pieces, codes, turns = chess.Board(), list[bytes](), list[bytes](), list[bool]()
    squares, uci, landed = list(placement(board)), list[str](), list[int]()
    for move in moves:
        hand = touches(board, move, 0.0, QUICK_HAND, rng)
        if len(pieces) + len(hand) > count:
            break
        for touch in hand:
            squares[touch.square] = touch.piece
            pieces.append(_update(touch.square, touch.piece))
            codes.append(codes_of("".join(squares)))
            turns.append(board.turn)
        board.push(move)
        turns[-1] = board.turn
        uci.append(move.uci())
        landed.append(len(pieces) - 1)
    return Play(pieces, len(pieces), codes, turns, tuple(uci), landed)


def _moves(number: int, rng: Random) -> Iterator[chess.Move]:
    """A game of the fixture hall as far as it goes, then legal moves that do not end it."""
    games = fixture_games()
    board = chess.Board()
    for move in list(games[number % len(games)].moves)[:-2]:
        yield move
        board.push(move)
    while True:
        legal = list(board.legal_moves)
        rng.shuffle(legal)
        for move in legal:
            board.push(move)
            if any(board.legal_moves):
                yield move
                break
            board.pop()
        else:
            return


@cache
def _update(square: int, piece: str) -> bytes:
    return encode(FieldUpdate(square_of(square), PIECES.index(piece)))


class Seat:
    """The far end of one line: a board that answers, and plays when it is told to."""

    def __init__(self, number: int, master: int, load: Load) -> None:
        self.master = master
        self.play = play_of(number, load)
        self.followed = False
        self.sent_s = array("d")
        """When each piece was written."""
        self.refused = 0
        """Pieces that the line did not take."""
        self._maker = maker_of(SEED, number)
        self._left_s = {True: FULL_S, False: FULL_S}
        self._answers: Mapping[int, Callable[[], bytes]] = {
            Command.RETURN_SERIALNR: lambda: encode(self._maker.serial_message()),
            Command.RETURN_LONG_SERIALNR: lambda: encode(self._maker.long_serial_message()),
            Command.SEND_VERSION: lambda: encode(self._maker.version_message()),
            Command.SEND_TRADEMARK: lambda: encode(self._maker.trademark_message()),
            Command.SEND_CLK: self.clock,
            Command.SEND_UPDATE_NICE: self.clock,
            Command.SEND_BRD: self._dump,
        }

    @property
    def name(self) -> str:
        """As the monitor calls it."""
        return self._maker.long_serial

    def begin(self) -> None:
        """A new round: the pieces stand at the beginning, and nobody has asked anything."""
        self.followed, self.refused, self.sent_s = False, 0, array("d")
        self._left_s = {True: FULL_S, False: FULL_S}

    def serve(self) -> bool:
        """Answer what was asked; False if nobody has the line open."""
        try:
            commands = os.read(self.master, 64)
        except BlockingIOError:
            return True
        except OSError:
            return False
        for command in commands:
            self.followed = self.followed or command == Command.SEND_UPDATE_NICE
            answer = self._answers.get(command)
            if answer is not None:
                self.write(answer())
        return True

    def step(self) -> None:
        """Send the next piece of the play, if there is one left."""
        at = len(self.sent_s)
        if at < len(self.play.pieces):
            self.sent_s.append(time.monotonic())
            self.write(self.play.pieces[at])

    def tick(self) -> None:
        """A second of the clock has passed."""
        self._left_s[self._turn] -= 1
        self.write(self.clock())

    @property
    def _turn(self) -> bool:
        return self.play.turns[len(self.sent_s) - 1] if self.sent_s else chess.WHITE

    def clock(self) -> bytes:
        """The clock, pressed as soon as a move was made; White sits at its left."""
        running = bool(self.sent_s)
        turn: Side = "left" if self._turn else "right"
        face = Face(self._left_s[True], self._left_s[False], running, turn, left_flag=False, right_flag=False)
        return encode(clock_message(face))

    def _dump(self) -> bytes:
        at = len(self.sent_s)
        return encode(BoardDump(self.play.codes[at - 1] if at else codes_of(placement(chess.Board()))))

    def write(self, data: bytes) -> None:
        """Send bytes; what the line does not take is lost, as on a real one."""
        try:
            self.refused += os.write(self.master, data) < len(data)
        except BlockingIOError:
            self.refused += 1


class Told(NamedTuple):
    """What one board sent in a round."""

    name: str
    sent_s: "array[float]"
    refused: int


def open_seats(load: Load) -> tuple[list[Seat], list[str]]:
    """Boards, and the paths of the line ends, which stand for as long as the process lives."""
    lines = [open_line() for _ in range(load.boards)]
    return [Seat(number, master, load) for number, (master, _) in enumerate(lines)], [path for _, path in lines]


def open_line() -> tuple[int, str]:
    """A far end, and the path of the line end."""
    import tty  # POSIX only

    master, line_end = os.openpty()
    os.set_blocking(master, False)
    tty.setraw(line_end)
    path = os.ttyname(line_end)
    os.close(line_end)
    return master, path


def feed(load: Load, pipe: Connection) -> None:
    """The process of the boards."""
    from drivers.serial_line import raise_descriptor_limit

    raise_descriptor_limit()
    seats, paths = open_seats(load)
    pipe.send(paths)
    while (order := pipe.recv()) != "end":
        if order == "begin":
            for seat in seats:
                seat.serve()  # what a monitor has asked that is gone
                seat.begin()
            pipe.send("begun")
        elif order == "converse":
            converse(seats)
            pipe.send("followed")
        elif order == "play":
            play(seats, load)
            pipe.send([Told(seat.name, seat.sent_s, seat.refused) for seat in seats])


def asked_of(seats: list[Seat]) -> selectors.BaseSelector:
    """Waits until a board is asked something."""
    selector = selectors.DefaultSelector()
    for seat in seats:
        selector.register(seat.master, selectors.EVENT_READ, seat)
    return selector


def converse(seats: list[Seat]) -> None:
    """Answer until every board is followed and nothing was asked for a while."""
    asked_s = time.monotonic()
    with asked_of(seats) as selector:
        while not all(seat.followed for seat in seats) or time.monotonic() < asked_s + STILL_S:
            ready = selector.select(0.05)
            there = [key.data.serve() for key, _ in ready]
            if any(there):
                asked_s = time.monotonic()
            if not all(there):
                time.sleep(0.02)  # a line that nobody has open is always ready


def play(seats: list[Seat], load: Load) -> None:
    """Every board at its own time between two pieces of a board, clocks half-way between updates."""
    count, half = len(seats), len(seats) // 2
    begin_s = looked_s = time.monotonic()
    with asked_of(seats) as selector:
        for turn in range(load.pieces):
            for number, seat in enumerate(seats):
                due_s = begin_s + (turn + number / count) / load.pace
                while (left_s := due_s - (now_s := time.monotonic())) > 0:
                    if now_s >= looked_s + FRAME_S:
                        looked_s = now_s
                        for key, _ in selector.select(0):
                            key.data.serve()
                    else:
                        time.sleep(FRAME_S if load.frames else min(FRAME_S, left_s))
                seat.step()
                clock = (number + half) % count
                if not load.full and (turn + clock) % UPDATES_A_S == 0:
                    seats[clock].tick()
