"""A game played by the simulator's hands: what went over the line, and what was really done, with times."""

from random import Random
from typing import NamedTuple

from dgt_monitor.hall.entries import Known
from drivers.dgt.interpret import Interpreter
from drivers.readings import FieldUpdate, Reading
from drivers.simulator.board import Sensors
from drivers.simulator.hall import Chunk, Conditions, Game, play
from drivers.simulator.players import Pace, Turn, turns
from drivers.simulator.recording import header_of

UP_S, SETTLE_S = 0.0, 2.0
"""As `drivers.simulator.hall` has it for its first board: when the line opens, and how long before play begins."""


class Entry(NamedTuple):
    """A reading of the board with its time."""

    t_s: float
    port: str
    reading: Reading


class Played(NamedTuple):
    """One game as it happened."""

    game: Game
    conditions: Conditions
    entries: list[Entry]
    """What a monitor hears, decoded."""
    turns: list[Turn]
    """Of each ply of the game."""
    all_turns: list[Turn]
    """With those that were taken back, and the taking back."""
    end_s: float
    known: Known

    @property
    def updates(self) -> list[tuple[float, int, str]]:
        """The field updates, from White's side of the board."""
        turned = 63 if self.game.rotated else 0
        return [
            (entry.t_s, entry.reading.square ^ turned, entry.reading.piece)
            for entry in self.entries
            if isinstance(entry.reading, FieldUpdate)
        ]


def play_out(game: Game, conditions: Conditions) -> Played:
    """Play it, alone in its hall."""
    chunks = [chunk for chunk in play([game], conditions) if chunk.kind != "over"]
    header = header_of([game], conditions, "")
    known = Known(header.positions, header.white_clock, header.chess960)
    all_turns = _turns(game, conditions)
    standing = [turn for turn in all_turns if turn.stands]
    return Played(game, conditions, decoded(chunks), standing, all_turns, chunks[-1].t_s, known)


def decoded(chunks: list[Chunk]) -> list[Entry]:
    """What goes over one line, as readings."""
    line = Interpreter()
    out: list[Entry] = []
    for t_s, port, kind, data in chunks:
        readings = line.up() if kind == "up" else line.rx(data) if kind == "rx" else line.tx(data)
        out.extend(Entry(t_s, port, reading) for reading in readings)
    return out


def _turns(game: Game, conditions: Conditions) -> list[Turn]:
    """What the players did: the hall's own chance, drawn once more in the same order."""
    rng = Random(f"{conditions.seed}/0")
    start_s = UP_S + SETTLE_S + rng.uniform(0.0, conditions.stagger_s)
    Sensors.draw(rng)
    pace = Pace(game.control, conditions.think)
    return list(turns(game.start, game.moves, start_s, pace, conditions.profile, rng))
