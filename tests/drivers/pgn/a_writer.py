"""A program that writes a folder of PGN, in a process of its own: half a line at a time, at random moments.

    python -m tests.drivers.pgn.a_writer FOLDER SEED

It truncates and writes anew, replaces, appends, changes moves of the past, exchanges games, goes on to the next round,
and removes what it wrote. At the end every file is whole; what the boards then stand at is printed as JSON.
"""

import json
import sys
import time
from pathlib import Path
from random import Random

from tests.drivers.pgn.writing import MOVES, game_text

BOARDS = ("1", "2", "3", "4")
TURNS = 120
OTHER = ("d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5", "Be7")


class Writer:
    """The folder, and what is played."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = Random(seed)
        self.round = 1
        self.games: dict[str, tuple[str, ...]] = dict.fromkeys(BOARDS, ())
        for board in BOARDS:
            self.write(board)

    def path(self, board: str) -> Path:
        path = self.folder / f"round-{self.round}" / f"game-{board}.pgn"
        path.parent.mkdir(exist_ok=True)
        return path

    def write(self, board: str) -> None:
        """Half a line at a time, in place or beside; now and then removed first, or torn and written once more."""
        text = game_text(self.games[board], round_board=f"{self.round}.{board}").encode()
        path, way = self.path(board), self.random.random()
        if way < 0.25:
            beside = path.with_suffix(".part")
            self.pieces(beside, text)
            beside.replace(path)
            return
        if way < 0.35:
            path.unlink(missing_ok=True)
        elif way < 0.5:
            self.pieces(path, text[: self.random.randrange(len(text))])
        self.pieces(path, text)

    def pieces(self, path: Path, text: bytes) -> None:
        with path.open("wb", buffering=0) as stream:
            at = 0
            while at < len(text):
                size = self.random.randrange(1, 60)
                stream.write(text[at : at + size])
                at += size
                if self.random.random() < 0.1:
                    time.sleep(self.random.choice((0.0, 0.0005, 0.002)))

    def turn(self) -> None:
        board, what = self.random.choice(BOARDS), self.random.random()
        sans = self.games[board]
        if what < 0.6:
            self.games[board] = (*sans, *(MOVES if sans == MOVES[: len(sans)] else OTHER)[len(sans) :][:2])
        elif what < 0.75:
            self.games[board] = sans[: self.random.randrange(len(sans) + 1)]
        elif what < 0.85:
            self.games[board] = OTHER[: len(sans)]
        elif what < 0.95:
            other = self.random.choice(BOARDS)
            self.games[board], self.games[other] = self.games[other], sans
            self.write(other)
        elif self.round < 3:
            self.round += 1
            self.games = dict.fromkeys(BOARDS, ())
            for each in BOARDS:
                self.write(each)
        self.write(board)


if __name__ == "__main__":
    writer = Writer(Path(sys.argv[1]), int(sys.argv[2]))
    for _ in range(TURNS):
        writer.turn()
    print(json.dumps({board: list(sans) for board, sans in writer.games.items()}))
