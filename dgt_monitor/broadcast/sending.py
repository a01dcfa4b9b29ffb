"""All ways out of a hall: what is told goes in, and the files that change come out. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from dgt_monitor import events
from dgt_monitor.broadcast.live import LiveGames
from dgt_monitor.broadcast.output import File, Output
from dgt_monitor.broadcast.texts import Dates, Texts
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.tournament.event import TournamentFile


class Told(NamedTuple):
    """The hall said this."""

    news: list[Event]
    rulings: Mapping[int, Ruling] = MappingProxyType({})
    """Those of which it speaks, by their numbers."""


class Learnt(NamedTuple):
    """This is known of the event from a time on, its ways out among it."""

    t_s: float
    tournament: TournamentFile


class Anew(NamedTuple):
    """What follows of this board is told anew."""

    board: str


class Now(NamedTuple):
    """So late it is, whether anything has happened or not."""

    t_s: float


Step = Told | Learnt | Anew | Now


class Sending:
    """Follows a hall by what it says, and says what goes out when."""

    def __init__(self, dates: Dates) -> None:
        self.games = LiveGames()
        self.now_s = -inf
        """Never goes back."""
        self.outputs: dict[str, Output] = {}
        """By their names; also those that are not wanted now, for what they still owe holds if they come back."""
        self._wanted: list[str] = []
        self._texts = Texts(self.games, dates)

    def take(self, step: Step) -> None:
        """Something more is known."""
        self._settle(step)
        if isinstance(step, Told):
            touched = self.games.take(step.news, step.rulings)
            self._pass(max((event.t for event in step.news), default=-inf))
        elif isinstance(step, Learnt):
            self._pass(step.t_s)
            touched = self.games.learn(step.t_s, step.tournament)
            self._change(step)
        elif isinstance(step, Anew):
            touched = self.games.forget(step.board)
        else:
            self._pass(step.t_s)
            return
        for output in self.outputs.values():
            output.touch(touched, self.now_s)

    def _settle(self, step: Step) -> None:
        """What was out before this is known hangs on no one's having looked: so it is the same after a start."""
        ends: list[tuple[float, str | None]] = []
        if isinstance(step, Told):
            boards = {event.board: event.t for event in reversed(step.news) if type(event) is not events.Clock}
            ends = [(t_s, board) for board, t_s in boards.items() if t_s >= self.now_s]
        elif isinstance(step, Learnt) and step.t_s >= self.now_s:
            ends = [(step.t_s, None)]
        for t_s, board in ends:
            for output in self.outputs.values():
                output.settle(t_s, board)

    def due(self) -> Iterator[tuple[str, list[File]]]:
        """By the names of their ways out the files that change now."""
        for name in self._wanted:
            files = self.outputs[name].due(self.now_s)
            if files:
                yield name, files

    @property
    def wanted(self) -> list[Output]:
        """The ways out of now."""
        return [self.outputs[name] for name in self._wanted]

    @property
    def waiting(self) -> int:
        """Of so many games something waits for its time."""
        return max((output.waiting for output in self.wanted), default=0)

    def _pass(self, t_s: float) -> None:
        self.now_s = max(self.now_s, t_s)

    def _change(self, step: Learnt) -> None:
        outs = step.tournament.out
        for out in outs:
            if out.name not in self.outputs:
                self.outputs[out.name] = Output(self.games, out, self._texts)
            self.outputs[out.name].change(step.t_s, out)
        self._wanted = list(dict.fromkeys(out.name for out in outs))


def files_at(sending: Sending, steps: Iterable[Step]) -> dict[str, dict[str, str]]:
    """What stands in every folder after these steps."""
    folders: dict[str, dict[str, str]] = {}
    for step in steps:
        sending.take(step)
        for folder, files in sending.due():
            for file in files:
                if file.text is None:
                    folders.setdefault(folder, {}).pop(file.name, None)
                else:
                    folders.setdefault(folder, {})[file.name] = file.text
    return folders
