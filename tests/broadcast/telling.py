"""A hall that says what a test wants it to say: the stream of one board after another, moves by SAN."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import chess

from dgt_monitor import events
from dgt_monitor.broadcast.sending import Learnt, Now, Sending, Told
from dgt_monitor.events import Event, Provenance, RetractReason, Status, Times
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out

BEGAN = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)
HOUR_S = 3600.0


def dates(t_s: float) -> datetime:
    """The day of a time."""
    return BEGAN + timedelta(seconds=t_s)


class Fen:
    """A position nobody asks for."""

    def fen(self) -> str:
        raise AssertionError("live games need no position")


class TellingHall:
    """Says events at `t_s`, which the test sets; `sending` hears each at once, and `files` is what stands then."""

    def __init__(self, *outs: Out, tournament: TournamentFile | None = None) -> None:
        self.sending = Sending(dates)
        self.t_s = 0.0
        self.told: list[Told | Learnt | Now] = []
        self.files: dict[str, dict[str, str]] = {}
        self.written: list[str] = []
        """Names in the order in which files were written."""
        self.boards: dict[tuple[str, int], chess.Board] = {}
        self.learn((tournament or TournamentFile(event="Open", round=5))._replace(out=outs or (Out("live"),)))

    def learn(self, tournament: TournamentFile) -> None:
        self.tournament = tournament
        self.step(Learnt(self.t_s, tournament))

    def delay(self, text: str) -> None:
        """Another delay of the only way out."""
        (out,) = self.tournament.out
        self.learn(self.tournament._replace(out=(out._replace(delay=text),)))

    def step(self, step: Told | Learnt | Now) -> None:
        self.told.append(step)
        self.sending.take(step)
        self.look()

    def look(self) -> None:
        for folder, files in self.sending.due():
            for file in files:
                there = self.files.setdefault(folder, {})
                assert there.get(file.name) != file.text, "written though it is the same"
                self.written.append(file.name)
                if file.text is None:
                    del there[file.name]
                else:
                    there[file.name] = file.text

    def at(self, t_s: float) -> "TellingHall":
        self.t_s = t_s
        self.step(Now(t_s))
        return self

    def say(self, *news: Event, rulings: Mapping[int, Ruling] | None = None) -> None:
        self.step(Told(list(news), rulings or {}))

    def start(self, board: str = "12", game: int = 1, fen: str | None = None, *, chess960: bool = False) -> None:
        there = chess.Board(fen or chess.STARTING_FEN, chess960=chess960)
        self.boards[board, game] = there
        white, black = self.tournament.names(board)
        self.say(events.GameStart(self.t_s, board, game, there.fen(), False, chess960, white, black))

    def move(
        self, san: str, board: str = "12", game: int = 1, *, status: Status = "confirmed", sure: bool = True,
        clock: Times | None = None, legal: bool = True, provenance: Provenance = "seen",
    ) -> None:  # fmt: skip
        there = self.boards[board, game]
        ply = len(there.move_stack) + 1
        move = there.parse_san(san) if legal else chess.Move.from_uci(san)
        name = there.san(move) if legal else f"N{san[:2]}-{san[2:]}"
        there.push(move)
        self.say(
            events.Move(
                self.t_s, board, game, ply, move.uci(), name, Fen(), 1, 1, status, sure, provenance, clock, legal
            )
        )

    def moves(self, sans: str, board: str = "12", game: int = 1, every_s: float = 1.0) -> None:
        for san in sans.split():
            self.t_s += every_s
            self.move(san, board, game)

    def again(self, board: str = "12", game: int = 1, *, status: Status = "confirmed", sure: bool = True) -> None:
        """The last ply is told once more."""
        there = self.boards[board, game]
        ply, move = len(there.move_stack), there.pop()
        san = there.san(move)
        there.push(move)
        self.say(events.Move(self.t_s, board, game, ply, move.uci(), san, Fen(), 1, 1, status, sure, "seen", None))

    def retract(self, ply: int, reason: RetractReason, board: str = "12", game: int = 1) -> None:
        there = self.boards[board, game]
        while len(there.move_stack) >= ply:
            there.pop()
        self.say(events.Retract(self.t_s, board, game, ply, reason))

    def clock(self, white: int, black: int, board: str = "12") -> None:
        self.say(events.Clock(self.t_s, board, white, black, "white"))

    def result(self, result: str, board: str = "12", game: int = 1, *, confirmed: bool = True) -> None:
        self.say(events.Result(self.t_s, board, game, result, "arbiter" if confirmed else "kings", confirmed))

    @property
    def live(self) -> dict[str, str]:
        """The files of the only folder."""
        (files,) = self.files.values()
        return files

    def text(self, board: str = "12", round_: str = "5") -> str:
        """The file of a board."""
        return self.live[f"round-{round_}/game-{board}.pgn"]
