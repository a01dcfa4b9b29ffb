"""Events as plain lines for somebody who has read those before: nothing twice, nothing that never was told.

A line goes out as soon as its event comes, except for two that others may overtake at once: who a board is comes in
pieces, and a line that is tried again in vain opens and closes. Those are held for `HOLD_S`.
"""

from math import inf
from typing import Final, NamedTuple

from dgt_monitor import events
from dgt_monitor.cli.plain import labelled, plain_line, withdrawn_line
from dgt_monitor.events import Event, Rule

HOLD_S: Final = 1.0
"""Longest time for which a line is held (chosen: a board says all of who it is within half a second)."""
_QUIET: Final = frozenset({Rule.THREEFOLD, Rule.FIFTY})
Place = tuple[str, int | None]
"""Port, and address on a bus."""


class _Held(NamedTuple):
    t_s: float
    board: str
    state: events.LinkState
    line: str


class PlainLines:
    """What is written of a stream of events."""

    def __init__(self) -> None:
        self._held: dict[Place, _Held] = {}
        self._lost: dict[Place, events.Board] = {}
        """Of boards that are lost what was told last."""
        self._told: dict[tuple[str, int], dict[int, tuple[str, str]]] = {}
        """Of each board's game the plies that were told: label and whole line without its time."""

    def __call__(self, news: list[Event]) -> list[str]:
        """The lines for these, and those that were held until now."""
        out: list[str] = []
        passing = _passing(news)
        for event in news:
            out += self.due(event.t)
            if isinstance(event, events.Board):
                self._of_link(event, out)
                continue
            self._release_of(event.board, out)
            if isinstance(event, events.Alert | events.AlertCleared) and event.id in passing:
                continue
            line = self._line(event)
            if line is not None:
                out.append(line)
        return out

    def due(self, t_s: float = inf) -> list[str]:
        """It is now `t_s`: what was held for long enough."""
        ripe = [place for place, held in self._held.items() if held.t_s + HOLD_S <= t_s]
        return [self._held.pop(place).line for place in ripe]

    def _release_of(self, board: str, out: list[str]) -> None:
        mine = [place for place, held in self._held.items() if held.board == board]
        out += [self._held.pop(place).line for place in mine]

    def _of_link(self, event: events.Board, out: list[str]) -> None:
        place, line = (event.port, event.address), plain_line(event)
        held, lost = self._held.pop(place, None), self._lost.get(place)
        if line is None:
            return
        if event.state == "lost" and lost is not None and held is not None and event.reason == lost.reason:
            return  # tried again, in vain, as before
        if event.state == "identified" or (event.state == "connected" and lost is not None):
            self._held[place] = _Held(event.t, event.board, event.state, line)
        else:
            out += [held.line, line] if held is not None else [line]
        if event.state == "lost":
            self._lost[place] = event
        elif event.state != "connected":
            self._lost.pop(place, None)

    def _line(self, event: Event) -> str | None:
        if isinstance(event, events.Move):
            return self._move(event)
        if isinstance(event, events.Retract):
            return self._withdrawn(event)
        if isinstance(event, events.GameStart):
            self._told = {key: told for key, told in self._told.items() if key[0] != event.board}
        elif isinstance(event, events.AlertCleared) and event.rule is Rule.BOARD_LOST:
            self._lost = {
                place: told for place, told in self._lost.items() if event.board not in (told.board, told.port)
            }
        return plain_line(event)

    def _move(self, event: events.Move) -> str | None:
        line = plain_line(event)
        if line is None:
            return None
        told = self._told.setdefault((event.board, event.game), {})
        untimed = line.partition("  ")[2]
        before = told.get(event.ply)
        told[event.ply] = labelled(event), untimed
        return None if before is not None and before[1] == untimed else line

    def _withdrawn(self, event: events.Retract) -> str | None:
        """Only of moves that were told: those that never were cannot be taken back."""
        told = self._told.get((event.board, event.game), {})
        plies = sorted(ply for ply in told if ply >= event.ply)
        if not plies:
            return None
        label = told[plies[0]][0]
        for ply in plies:
            del told[ply]
        return withdrawn_line(event, label)


def _passing(news: list[Event]) -> frozenset[str]:
    """Quiet alerts that come and go at once, as where a whole game is told in one go: nobody could act on them."""
    raised = {event.id for event in news if isinstance(event, events.Alert) and event.rule in _QUIET}
    return frozenset(event.id for event in news if isinstance(event, events.AlertCleared) and event.id in raised)
