"""Makes `hw_fixtures/next-game.dgt`: two games on one board, with all that happens between them.

    python -m tests.tools.next_game

A short game, the kings put to the centre for 0-1, one of them first where it could be a move; pieces analysed with,
swept and set up again in no order, the board turned; then a second game, cut off by the end of the recording.
"""

import random
from pathlib import Path

import chess

from dgt_monitor.game.placement import letters
from drivers.capture import CaptureWriter, Header
from drivers.dgt.codec import encode
from drivers.dgt.messages import BoardDump, FieldUpdate, Serial, Version
from drivers.dgt.translate import codes_of, square_of
from drivers.readings import PIECES
from tests.replay_fixtures import FIXTURES

PORT = "P1"
FIRST = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Kf1 Nxe4"
SECOND = "d4 Nf6 c4 e6 Nc3 Bb4"
SEED = 9


class _Recording:
    """Writes what a board would say, with time between its touches."""

    def __init__(self, out: CaptureWriter) -> None:
        self.out = out
        self.t_s = 0.0
        self.squares = letters(chess.Board())
        self.turned = False

    def wait(self, by_s: float) -> None:
        self.t_s = round(self.t_s + by_s, 3)

    def say(self, data: bytes) -> None:
        self.out.write(self.t_s, PORT, "rx", data)

    def put(self, square: int, piece: str, by_s: float = 0.3) -> None:
        self.wait(by_s)
        self.squares[square] = piece
        there = 63 - square if self.turned else square
        self.say(encode(FieldUpdate(square_of(there), PIECES.index(piece))))

    def play(self, sans: str, board: chess.Board) -> None:
        for san in sans.split():
            before = letters(board)
            board.push_san(san)
            after = letters(board)
            self.wait(2.0)
            for lifting in (True, False):
                for square in chess.SQUARES:
                    if before[square] != after[square] and (after[square] == ".") is lifting:
                        self.put(square, after[square])

    def rearrange(self, wanted: list[str], rng: random.Random) -> None:
        """Take off what stands wrong and put down what is missing, in no order."""
        for taking in (True, False):
            wrong = [
                s for s in chess.SQUARES if self.squares[s] != wanted[s] and (self.squares[s] != "." or not taking)
            ]
            rng.shuffle(wrong)
            for square in wrong:
                self.put(square, "." if taking else wanted[square], 0.4)


def record(path: Path) -> None:
    comments = ("synthetic: yes", f"made by: python -m tests.tools.next_game, seed {SEED}")
    with CaptureWriter(path, Header(comments=comments)) as out:
        rng, hand = random.Random(SEED), _Recording(out)
        out.write(0.0, PORT, "up")
        hand.wait(0.1)
        for message in (Version(1, 8), Serial("30007"), BoardDump(codes_of("".join(hand.squares)))):
            hand.say(encode(message))
        board = chess.Board()
        hand.play(FIRST, board)
        hand.wait(8.0)
        for square, piece in ((chess.F1, "."), (chess.D4, "."), (chess.D4, "K"), (chess.E8, "."), (chess.E5, "k")):
            hand.put(square, piece, 0.8)
        hand.wait(15.0)
        hand.put(chess.H2, ".")
        hand.put(chess.H4, "P")
        hand.rearrange(letters(chess.Board())[::-1], rng)
        hand.squares.reverse()
        hand.turned = True
        hand.wait(60.0)
        hand.play(SECOND, chess.Board())
        hand.wait(5.0)
        out.write(hand.t_s, PORT, "down")


if __name__ == "__main__":
    record(FIXTURES / "next-game.dgt")
