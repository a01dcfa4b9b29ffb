"""Where the time of an alarm goes: what each process notes on the way, and the parts that are made of it.

Each note is a moment by the clock of this machine. Of two alarms one after the other the first note after the one
before it on the way counts: they never overlap.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

DESK_NOTES: Final = """
import gc, time
from dgt_monitor.dashboard.app import Dashboard
notes = open({notes!r}, "a", buffering=1)
def note(what):
    notes.write(f"{{what}} {{time.monotonic():.6f}}\\n")
feed.on_call(lambda: note("woken"))
def collected(phase, _, begun=[0.0]):
    now_s = time.monotonic()
    if phase == "start":
        begun[0] = now_s
    elif now_s - begun[0] > 0.02:
        print("collecting", now_s - begun[0], file=notes)
gc.callbacks.append(collected)
hear = Dashboard.on_dashboard_called
def called(self):
    note("turn")
    hear(self)
    note("drawn")
Dashboard.on_dashboard_called = called
"""
"""Put before the dashboard is begun, it notes the moments of a desk."""


class Way(NamedTuple):
    """The moments of one alarm, in order; 0.0: never."""

    due: float
    """It follows from then on, by the hall's own time."""
    concluded: float
    """The loop had come to it."""
    told: float
    """The gate had let it out."""
    called: float
    """A view of the recorder's had it, and screens were woken."""
    written: float
    """The door had written it to the desk."""
    woken: float
    """The desk had it."""
    turn: float
    """The desk's loop had come to it."""
    drawn: float
    """What is to be drawn was handed to Textual."""
    screen: float
    """It had come out of the terminal."""


PARTS: Final = (
    "the loop comes to it",
    "the journal lets it out",
    "a view has it",
    "the door writes it",
    "the desk reads it",
    "the desk's turn",
    "the desk lays out",
    "Textual and terminal",
)


def desk_notes(path: Path) -> dict[str, list[float]]:
    """What a desk has noted."""
    out: dict[str, list[float]] = {"woken": [], "turn": [], "drawn": [], "collecting": []}
    for line in path.read_text(encoding="ascii").splitlines():
        what, at_s = line.split()
        out[what].append(float(at_s))
    return out


def after(moments: Sequence[float], since_s: float) -> float:
    """The first of these from then on."""
    place = bisect_left(moments, since_s)
    return moments[place] if since_s and place < len(moments) else 0.0


def parts_ms(way: Way) -> list[float]:
    """How long each part took."""
    return [1000 * (end_s - begin_s) for begin_s, end_s in pairwise(way)]
