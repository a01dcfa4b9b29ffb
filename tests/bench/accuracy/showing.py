"""A wrong game, told so that one can see why: what was right, what came next, what the monitor has, and the squares."""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from dgt_monitor.events import Alert, AlertCleared, Clock, Event, GameStart, Move, Result, Retract
from drivers.readings import EMPTY, BoardDump, FieldUpdate
from drivers.readings import Clock as ClockReading
from tests.bench.accuracy.following import Heard, Told
from tests.bench.accuracy.games import Task
from tests.bench.accuracy.judging import line_of, right_plies
from tests.bench.accuracy.playing import Played
from tests.bench.accuracy.truth import Truth, label

NEXT = 4
"""Plies that are shown from the first wrong one on."""
BEFORE_S, AFTER_S = 0.3, 2.5
"""The time table begins so long before the hand of the last right ply, and ends so long after the last one shown."""
MOST_LINES = 150


class Row(NamedTuple):
    """Something that happened, in the column of who did it."""

    t_s: float
    column: int
    text: str


def again(task: Task) -> str:
    """The command that shows this game."""
    clocks = "" if task.clocks else " --no-clock"
    return (
        f"python -m tests.bench.hands --seed {task.seed} --profiles {task.profile} --game {task.number}{clocks} --show"
    )


def one_line(task: Task, played: Played, truth: Truth, heard: Heard) -> str:
    """Which game is wrong, from where on, and how to see more."""
    line = line_of(heard, truth)
    right = right_plies([told.last.uci for told in line], truth.uci)
    sure = " SURE BUT WRONG" if any(summary.sure for summary in heard.summaries) else ""
    games = "" if len(heard.games) == 1 else f", told as {len(heard.games)} games"
    return f"{task.profile} {task.number} ({_kind(task, played)}): {right} of {len(truth.uci)} plies right{games}{sure}"


def _kind(task: Task, played: Played) -> str:
    control = played.game.control
    clock = f"clock {control.base_s}+{control.increment_s}" if control else "no clock"
    return f"{task.kind}, {clock}{', rotated' if played.game.rotated else ''}"


def show(task: Task, played: Played, truth: Truth, heard: Heard) -> str:
    """The first difference with all that happened around it."""
    line = line_of(heard, truth)
    right = right_plies([told.last.uci for told in line], truth.uci)
    out = [f"WRONG {one_line(task, played, truth, heard)}", f"  again: {again(task)}"]
    if heard.broken:
        out.append(f"  the stream broke its contract: {heard.broken}")
    out.append(f"  last right ply: {_name(played, truth, right) if right else 'none'}; the position after it:")
    board = chess.Board(truth.epd[right] + " 0 1", chess960=played.game.start.chess960)
    out += [f"      {row}" for row in str(board).splitlines()]
    out.append(f"      {truth.epd[right]}")
    shown = range(right + 1, min(right + NEXT, len(truth.uci)) + 1)
    out.append("  played next:  " + (", ".join(_name(played, truth, number) for number in shown) or "nothing more"))
    out.append("  monitor has:  " + (", ".join(map(_told, line[right : right + NEXT])) or "nothing more"))
    out += _table(played, truth, heard, right)
    return "\n".join(out)


def _name(played: Played, truth: Truth, number: int) -> str:
    return f"{number} = {label(played.game.start, number)}{truth.san[number - 1]} ({truth.uci[number - 1]})"


def _told(told: Told) -> str:
    move = told.last
    doubt = "sure" if move.sure else "not sure"
    return f"{move.ply} = {move.san} ({move.uci}; {move.provenance}, {move.status}, {doubt}, told {move.t:.3f} s)"


def _table(played: Played, truth: Truth, heard: Heard, right: int) -> Iterator[str]:
    turns = played.turns
    first = turns[max(0, right - 1)] if turns else None
    last = turns[min(right + NEXT - 1, len(turns) - 1)] if turns else None
    from_s = first.touches[0].t_s - BEFORE_S if first else 0.0
    to_s = max(touch.t_s for touch in last.touches) + AFTER_S if last else played.end_s
    rows = [*_hands(played, truth), *_board(played), *_monitor(heard)]
    rows = sorted((row for row in rows if from_s <= row.t_s <= to_s), key=lambda row: (row.t_s, row.column))
    yield f"  {'seconds':>10}  {'hand':<26}{'board says':<22}monitor"
    for row in rows[:MOST_LINES]:
        cells = ["", "", ""]
        cells[row.column] = row.text
        yield f"  {row.t_s:10.3f}  {cells[0]:<26}{cells[1]:<22}{cells[2]}".rstrip()
    if len(rows) > MOST_LINES:
        yield f"  ({len(rows) - MOST_LINES} more lines)"


def _hands(played: Played, truth: Truth) -> Iterator[Row]:
    for number, turn in enumerate(played.turns, 1):
        begin = f"  ply {number} {truth.san[number - 1]}"
        for place, touch in enumerate(turn.touches):
            yield Row(touch.t_s, 0, _square(touch.square, touch.piece) + ("" if place else begin))
        if played.game.control:
            yield Row(turn.pressed_s, 0, f"press (ply {number})")


def _square(square: int, piece: str) -> str:
    return f"{chess.square_name(square)} {'empty' if piece == EMPTY else piece}"


def _board(played: Played) -> Iterator[Row]:
    turned = 63 if played.game.rotated else 0
    before: ClockReading | None = None
    for t_s, _, reading in played.entries:
        if isinstance(reading, FieldUpdate):
            yield Row(t_s, 1, _square(reading.square ^ turned, reading.piece))
        elif isinstance(reading, BoardDump):
            yield Row(t_s, 1, "dump")
        elif isinstance(reading, ClockReading):
            if before is None or (before.running, before.to_move) != (reading.running, reading.to_move):
                yield Row(t_s, 1, f"lever {reading.to_move}, {'runs' if reading.running else 'stands'}")
            before = reading


def _monitor(heard: Heard) -> Iterator[Row]:
    for event in heard.events:
        text = _event(event)
        if text:
            yield Row(event.t, 2, text)


def _event(event: Event) -> str | None:
    if isinstance(event, Move):
        count = f"{event.count}" if event.count == event.count_max else f"{event.count} to {event.count_max}"
        doubt = "" if event.sure else ", NOT SURE"
        times = "" if count == "1" else f", stood {count} times"
        return f"{event.ply} {event.san} {event.status} ({event.provenance}{doubt}{times})"
    if isinstance(event, Retract):
        return f"RETRACT from {event.ply} on ({event.reason})"
    if isinstance(event, Alert):
        return f"ALERT {event.id} {event.level} {event.rule} at {event.ply}{'' if event.sure else ' (possible)'}"
    if isinstance(event, AlertCleared):
        return f"alert {event.id} {event.rule} cleared ({event.reason})"
    return _seldom(event)


def _seldom(event: Event) -> str | None:
    if isinstance(event, GameStart):
        return f"GAME {event.game} begins at {event.start_fen}"
    if isinstance(event, Result):
        return f"result {event.result} by {event.by}"
    return None if isinstance(event, Clock) else event.kind
