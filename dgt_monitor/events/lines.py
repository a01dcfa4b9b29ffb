"""Events as the JSON lines of the stream.

The stream's contract is fixed for other programs: keys are added, never changed.
"""

import json
from json.encoder import encode_basestring as _text
from typing import Any

from dgt_monitor.events.care import Alert, AlertCleared, Board, Claim, Notice, Ruled, Square
from dgt_monitor.events.play import Clock, GameStart, Gone, Memory, Move, Result, Retract, Seated, Summary

STREAM_VERSION = 1

Event = (
    Board
    | GameStart
    | Move
    | Retract
    | Alert
    | AlertCleared
    | Clock
    | Memory
    | Square
    | Result
    | Claim
    | Ruled
    | Seated
    | Gone
    | Summary
    | Notice
)

# Keys that stand in the stream only where they apply; every other key is always there, null or not.
_OPTIONAL = ("white", "black", "squares", "side", "until", "profile", "since", "reason", "outcome", "how", "undoes")

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_dict(event: Event) -> dict[str, Any]:
    """The event as the JSON object of the stream, keys in a fixed order."""
    out: dict[str, Any] = {"v": STREAM_VERSION, "t": round(event.t, 6), "board": event.board, "kind": event.kind}
    out.update(zip(event._fields[2:-1], event[2:-1], strict=True))
    if isinstance(event, Move):
        _finish_move(event, out)
    elif isinstance(event, AlertCleared) and event.ending is None:
        del out["ending"]
    elif isinstance(event, Alert | Board | GameStart | Claim | Result | Ruled):
        if isinstance(event, Claim):
            out["clock"] = None if event.clock is None else event.clock._asdict()
        for key in _OPTIONAL:
            if key in out and out[key] is None:
                del out[key]
    if isinstance(event, Alert) and event.since is not None:
        ply, t, clock = event.since
        out["since"] = {"ply": ply, "t": None if t is None else round(t, 6), "clock": clock and clock._asdict()}
    return out


def _finish_move(event: Move, out: dict[str, Any]) -> None:
    out["fen"] = event.fen.fen()
    clock = event.clock
    out["clock"] = None if clock is None else {"white": clock.white, "black": clock.black}
    if event.legal:
        del out["legal"]
    if event.claimable is None:
        del out["claimable"]
    else:
        out["claimable"] = event.claimable._asdict()
    if event.inferred_from is None:
        del out["inferred_from"]


def to_json(event: Event) -> str:
    """One line of the event stream, without its newline."""
    if isinstance(event, Move) and event.legal and event.claimable is None and event.inferred_from is None:
        return _move_line(event)
    if isinstance(event, Clock):
        return _clock_line(event)
    return _ENCODER.encode(to_dict(event))


# Nearly all lines are moves and clocks: written out, they take a third of the time. A test holds them to `to_dict`.


def _move_line(event: Move) -> str:
    t, board, game, ply, uci, san, fen, count, count_max, status, sure, provenance, clock = event[:13]
    times = "null" if clock is None else f'{{"white":{clock.white},"black":{clock.black}}}'
    return (
        f'{{"v":{STREAM_VERSION},"t":{round(t, 6)!r},"board":{_text(board)},"kind":"move","game":{game},"ply":{ply},'
        f'"uci":{_or_null(uci)},"san":{_or_null(san)},"fen":"{fen.fen()}","count":{count},'
        f'"count_max":{"null" if count_max is None else count_max},"status":"{status}",'
        f'"sure":{"true" if sure else "false"},"provenance":"{provenance}","clock":{times}}}'
    )


def _clock_line(event: Clock) -> str:
    t, board, white, black, running, _ = event
    return (
        f'{{"v":{STREAM_VERSION},"t":{round(t, 6)!r},"board":{_text(board)},"kind":"clock",'
        f'"white":{"null" if white is None else white},"black":{"null" if black is None else black},'
        f'"running":{_or_null(running)}}}'
    )


def _or_null(text: str | None) -> str:
    return "null" if text is None else _text(text)
