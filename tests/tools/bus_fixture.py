"""Makes `hw_fixtures/bus-of-three.dgt`: three boards on one bus line, polled as a monitor would poll them.

    python -m tests.tools.bus_fixture

Discovery with two answers that collide, versions, dumps, marked starts, then three games. On the way a packet is
damaged and repeated, one is damaged twice and lost for good, with a dump after it, and one loses a byte. Address 01025
is an old board; 04711 a newer one with odd and even packets, which tells its serial number; 12000 lies turned round
and ends its packets with the end mark.
"""

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from random import Random

import chess

from dgt_monitor.game.placement import letters
from drivers.capture import CaptureWriter, Header
from drivers.dgt.bus_codec import encode_reply, encode_request
from drivers.dgt.bus_messages import (
    END_MARK,
    BusMessage,
    BusReply,
    BusRequest,
    Changes,
    FromStart,
    NoVersion,
    Ping,
    StartMarked,
)
from drivers.dgt.commands import BusCommand
from drivers.dgt.memory import Tag
from drivers.dgt.messages import BoardDump, ClockTimes, Serial, Version
from drivers.dgt.translate import codes_of, square_of
from drivers.readings import EMPTY, PIECES, Side
from tests.replay_fixtures import FIXTURES

PORT = "B1"
SEED = 11
BYTE_S = 1 / 960
"""One byte at 9600 baud, 8N1 (protocol 1.3)."""
LATENCY_S = 0.006
MARKING_S = 0.07
TIMEOUT_S = 0.08
PING_WITHIN_S = 1.1
CYCLE_S = 1.0
BASE_S = 5400
GAMES = {
    1025: "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
    4711: "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4",
    12000: "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O",
}


def clock_record(side: Side, time_s: int) -> bytes:
    """The log's record of a halted clock (protocol 3.2)."""
    digits = f"{time_s // 3600}{time_s // 60 % 60:02}{time_s % 60:02}"
    return bytes.fromhex(("6" if side == "right" else "7") + digits)


class BusBoard:
    """A virtual board on a bus: its squares, its clock, its log, and what it answers (protocol 3, 4)."""

    def __init__(self, address: int, serial: str | None = None, *, turned: bool = False, end_mark: bool = False):
        self.address = address
        self.serial = serial
        self.turned = turned
        self.end_mark = end_mark
        self.squares = letters(chess.Board())
        self.left_s = self.right_s = float(BASE_S)
        self.running: Side | None = None
        self._since_s = 0.0
        self._packet = Changes(b"")
        self._from_start = b""
        array = Tag.BEGIN_POSITION_ROTATED if turned else Tag.BEGIN_POSITION
        self.waiting = bytes((0x7F, 0x7F, 0x7F, Tag.POWER_UP)) + self._pieces() + bytes((array,))

    def _there(self, square: int) -> int:
        return square_of(63 - square if self.turned else square)

    def _record(self, square: int, piece: str) -> bytes:
        return bytes((0x40 | PIECES.index(piece), self._there(square)))

    def _pieces(self) -> bytes:
        occupied = ((square, piece) for square, piece in enumerate(self.squares) if piece != EMPTY)
        return b"".join(self._record(square, piece) for square, piece in occupied)

    def touch(self, square: int, piece: str) -> None:
        """A square changes, as the players see it."""
        self.squares[square] = piece
        self.waiting += self._record(square, piece)

    def start_clock(self, t_s: float) -> None:
        """White's clock runs."""
        self.running, self._since_s = "right" if self.turned else "left", t_s

    def press(self, t_s: float) -> None:
        """The lever goes over."""
        self._run_to(t_s)
        halted = self.running
        assert halted is not None
        self.waiting += clock_record(halted, int(self.left_s if halted == "left" else self.right_s))
        self.running = "right" if halted == "left" else "left"

    def _run_to(self, t_s: float) -> None:
        if self.running == "left":
            self.left_s -= t_s - self._since_s
        elif self.running == "right":
            self.right_s -= t_s - self._since_s
        self._since_s = t_s

    def _clock(self, t_s: float) -> ClockTimes:
        self._run_to(t_s)
        right = self.running == "right" or (self.running is None and self.turned)
        return ClockTimes(int(self.left_s), int(self.right_s), self.running is not None, right, not right, right)

    def answer(self, t_s: float, command: int) -> bytes:
        """The bytes of the answer; none where the board stays silent."""
        message = self._answer(t_s, command)
        if message is None:
            return b""
        frame = encode_reply(BusReply(self.address, message))
        return frame + bytes((END_MARK,)) if self.end_mark and isinstance(message, Changes) else frame

    def _answer(self, t_s: float, command: int) -> BusMessage | None:
        match command:
            case BusCommand.SEND_CLK:
                return self._clock(t_s)
            case BusCommand.SEND_BRD:
                seen = reversed(self.squares) if self.turned else self.squares
                return BoardDump(codes_of("".join(seen)))
            case BusCommand.SEND_CHANGES:
                self._packet = Changes(self.waiting, even=self.serial is not None and not self._packet.even)
                self._from_start += self.waiting
                self.waiting = b""
                return self._packet
            case BusCommand.REPEAT_CHANGES:
                return self._packet
            case BusCommand.SET_START_GAME:
                self.waiting += bytes((Tag.START_GAME,)) + self._pieces()
                self._from_start = b""
                return StartMarked()
            case BusCommand.SEND_FROM_START:
                return FromStart(self._from_start)
            case BusCommand.PING | BusCommand.IGNORE_NEXT_BUS_PING:
                return Ping()
            case BusCommand.SEND_VERSION:
                return NoVersion() if self.end_mark else Version(1, 3 if self.serial is None else 9)
            case BusCommand.SEND_SERIALNR if self.serial is not None:
                return Serial(self.serial)
        return None


Spoil = Callable[[bytes], bytes]


def flipped(frame: bytes) -> bytes:
    """One bit of a data byte is wrong."""
    return frame[:6] + bytes((frame[6] ^ 0x08,)) + frame[7:]


def short(frame: bytes) -> bytes:
    """One data byte is lost."""
    return frame[:6] + frame[7:]


class Line:
    """The wire with its boards, written down as it is used; time passes as bytes go over it."""

    def __init__(self, out: CaptureWriter, boards: Iterable[BusBoard], rng: Random) -> None:
        self.out = out
        self.boards = {board.address: board for board in boards}
        self.rng = rng
        self.t_s = 0.0
        self.hands: list[tuple[float, int, Callable[[], None]]] = []
        """What players do, and when; in order of time."""

    def wait(self, by_s: float) -> None:
        self.t_s = round(self.t_s + by_s, 6)
        while self.hands and self.hands[0][0] <= self.t_s:
            self.hands.pop(0)[2]()

    def hear(self, data: bytes) -> None:
        """Bytes arrive, in reads of some size."""
        while data:
            size = self.rng.randint(1, 24)
            self.wait(min(size, len(data)) * BYTE_S)
            self.out.write(self.t_s, PORT, "rx", data[:size])
            data = data[size:]

    def send(self, command: int, address: int) -> None:
        data = encode_request(BusRequest(command, address))
        self.out.write(self.t_s, PORT, "tx", data)
        self.wait(len(data) * BYTE_S)

    def ask(self, command: int, address: int, spoil: Spoil = bytes) -> bytes:
        """Ask one board and wait for its answer; answers what came."""
        self.send(command, address)
        self.wait(MARKING_S if command == BusCommand.SET_START_GAME else LATENCY_S)
        answer = spoil(self.boards[address].answer(self.t_s, command))
        self.hear(answer)
        if not answer or spoil is not bytes:
            self.wait(TIMEOUT_S)
        return answer

    def ping_all(self, answering: Iterable[int], collide: bool = False) -> None:
        """A ping to all boards; those that were not told to ignore it answer at random."""
        self.send(BusCommand.PING, 0)
        begun_s = self.t_s
        answers = [self.boards[address].answer(self.t_s, BusCommand.PING) for address in answering]
        if collide:
            one, other = answers.pop(), answers.pop()
            answers.append(bytes(a | b for a, b in zip(one[:5], other[1:], strict=True)))
        for answer in answers:
            self.wait(self.rng.uniform(0.05, 0.25))
            self.hear(answer)
        self.wait(begun_s + PING_WITHIN_S + 0.1 - self.t_s)


def discover(line: Line) -> None:
    """Ping until nothing new answers, twice (protocol 4.4)."""
    one, two, three = line.boards
    found: list[int] = []
    for answering, collide in (([one, two, three], True), ([two, three], False), ([], False), ([], False)):
        for address in found:
            line.ask(BusCommand.IGNORE_NEXT_BUS_PING, address)
        line.ping_all(answering, collide)
        found = [one] if collide else [one, two, three]
    for address in found:
        for command in (BusCommand.PING, BusCommand.SEND_VERSION, BusCommand.SEND_SERIALNR, BusCommand.SEND_BRD):
            line.ask(command, address)
    for address in found:
        for command in (BusCommand.SEND_CHANGES, BusCommand.SET_START_GAME, BusCommand.SEND_CLK):
            line.ask(command, address)


def play(line: Line, board: BusBoard, sans: str, begin_s: float) -> None:
    """Plan what the players of one board do."""
    hands: list[tuple[float, Callable[[], None]]] = [(begin_s, lambda: board.start_clock(begin_s))]
    game, t_s = chess.Board(), begin_s
    for san in sans.split():
        t_s += line.rng.uniform(1.5, 4.5)
        before = letters(game)
        game.push_san(san)
        after = letters(game)
        differing = [square for square in chess.SQUARES if before[square] != after[square]]
        for square in sorted(differing, key=lambda square: (after[square] != EMPTY, after[square] not in {"K", "k"})):
            hands.append((t_s, lambda square=square, piece=after[square]: board.touch(square, piece)))  # type: ignore[misc]
            t_s += 0.3
        hands.append((t_s, lambda at_s=t_s: board.press(at_s)))  # type: ignore[misc]
    line.hands += [(at_s, board.address, hand) for at_s, hand in hands]
    line.hands.sort(key=lambda hand: hand[:2])


def poll(line: Line, rounds: int) -> None:
    """Ask every board in turn for changes and clock, and mend what is damaged (protocol 4.5)."""
    busy = {address: count(1) for address in line.boards}
    for _ in range(rounds):
        round_s = line.t_s
        for address, board in line.boards.items():
            packet = next(busy[address]) if board.waiting else 0
            lost = address == 4711 and packet == 6
            spoil = flipped if lost or (address == 1025 and packet == 4) else bytes
            spoil = short if address == 12000 and packet == 5 else spoil
            line.ask(BusCommand.SEND_CHANGES, address, spoil)
            if spoil is not bytes:
                line.ask(BusCommand.REPEAT_CHANGES, address, short if lost else bytes)
            if lost:
                line.ask(BusCommand.SEND_CHANGES, address)
                line.ask(BusCommand.SEND_BRD, address)
            line.ask(BusCommand.SEND_CLK, address)
        line.wait(max(round_s + CYCLE_S - line.t_s, 0.01))


def record(path: Path) -> None:
    comments = ("synthetic: yes", f"made by: python -m tests.tools.bus_fixture, seed {SEED}")
    with CaptureWriter(path, Header(comments=comments, bus=frozenset({PORT}))) as out:
        boards = (BusBoard(1025), BusBoard(4711, "47110"), BusBoard(12000, turned=True, end_mark=True))
        line = Line(out, boards, Random(SEED))
        out.write(0.0, PORT, "up")
        line.wait(0.5)
        discover(line)
        for number, board in enumerate(boards):
            play(line, board, GAMES[board.address], line.t_s + 2 + number / 4)
        poll(line, 85)
        for board in boards:
            line.ask(BusCommand.SEND_FROM_START, board.address)
        out.write(line.t_s, PORT, "down")


if __name__ == "__main__":
    record(FIXTURES / "bus-of-three.dgt")
