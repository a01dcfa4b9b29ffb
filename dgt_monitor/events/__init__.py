"""What the monitor says: the objects of the event stream, and their JSON.

An event is made on the hot path and only written where somebody reads; so what costs (FEN, JSON) is done by
`to_json`, never before.
"""

from dgt_monitor.events.care import Alert, AlertCleared, Board, Claim, Notice, Ruled, Square
from dgt_monitor.events.lines import STREAM_VERSION, Event, to_dict, to_json
from dgt_monitor.events.play import Clock, GameStart, Gone, Memory, Move, Result, Retract, Seated, Summary
from dgt_monitor.events.words import (
    Claimable,
    ClearReason,
    Colour,
    Ending,
    Fen,
    Held,
    How,
    Level,
    LinkState,
    MemoryState,
    Outcome,
    Provenance,
    RetractReason,
    Rule,
    Since,
    SquareFault,
    Status,
    Times,
)

__all__ = [
    "STREAM_VERSION",
    "Alert",
    "AlertCleared",
    "Board",
    "Claim",
    "Claimable",
    "ClearReason",
    "Clock",
    "Colour",
    "Ending",
    "Event",
    "Fen",
    "GameStart",
    "Gone",
    "Held",
    "How",
    "Level",
    "LinkState",
    "Memory",
    "MemoryState",
    "Move",
    "Notice",
    "Outcome",
    "Provenance",
    "Result",
    "Retract",
    "RetractReason",
    "Rule",
    "Ruled",
    "Seated",
    "Since",
    "Square",
    "SquareFault",
    "Status",
    "Summary",
    "Times",
    "to_dict",
    "to_json",
]
