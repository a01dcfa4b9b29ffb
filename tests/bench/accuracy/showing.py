"""A wrong game, told so that one can see why: what was right, what came next, what the monitor has, and the squares."""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import chess

from dgt_monitor.events import Alert, AlertCleared, Clock, Event, GameStart, Move, Result, Retract
from drivers.readings import EMPTY, BoardDump, FieldUpdate
from drivers.readings import Clock as ClockReading
from tests.bench.accuracy.evidence import situations
from tests.bench.accuracy.following import Heard, Told
from tests.bench.accuracy.judging import is_same, is_true, line_of, right_plies
from tests.bench.accuracy.playing import Played
from tests.bench.accuracy.truth import DRAWS, Truth, label

NEXT = 4
"""Plies that are shown from the first wrong one on."""
BEFORE_S, AFTER_S = 0.3, 2.5
"""The time table begins so long before the hand of the last right ply, and ends so long after the last one shown."""
MOST_LINES = 150
ASIDE = "taken back"
"""What is told of plies that are not of the game."""


MOST_ODD = 8
"""Oddities that are told of one game."""


class Row(NamedTuple):
    """Something that happened, in the column of who did it."""

    t_s: float
    column: int
    text: str


class Case(NamedTuple):
    """A game of a bench: its name, and the command that shows it."""

    name: str
    again: str


def one_line(case: Case, played: Played, truth: Truth, heard: Heard) -> str:
    """Which game is wrong, and from where on."""
    right = _right(truth, heard)
    sure = " SURE BUT WRONG" if any(s.sure and list(s.uci) != truth.uci for s in heard.summaries) else ""
    games = "" if len(heard.games) == 1 else f", told as {len(heard.games)} games"
    control = played.game.control
    clock = f"clock {control.base_s}+{control.increment_s}" if control else "no clock"
    how = f"hands {played.conditions.profile.name}, {clock}{', rotated' if played.game.rotated else ''}"
    return f"{case.name} ({how}): {right} of {len(truth.uci)} plies right{games}{sure}"


def _right(truth: Truth, heard: Heard) -> int:
    return right_plies([told.last.uci for told in line_of(heard, truth)], truth.uci)


def show(case: Case, played: Played, truth: Truth, heard: Heard) -> str:
    """The first difference with all that happened around it."""
    line, right = line_of(heard, truth), _right(truth, heard)
    odd = list(odds(truth, heard))
    if right == len(truth.uci) == len(line) and odd:
        right = max(0, min(number for number, _ in odd) - 1)
    out = [f"WRONG {one_line(case, played, truth, heard)}", f"  again: {case.again}"]
    out += [f"  {text}" for _, text in odd[:MOST_ODD]]
    out += [f"  and {len(odd) - MOST_ODD} more that should not be"] * (len(odd) > MOST_ODD)
    out.append(f"  last right ply: {_name(played, truth, right) if right else 'none'}; the position after it:")
    board = chess.Board(truth.epd[right] + " 0 1", chess960=played.game.start.chess960)
    out += [f"      {row}" for row in str(board).splitlines()]
    out.append(f"      {truth.epd[right]}")
    shown = range(right + 1, min(right + NEXT, len(truth.uci)) + 1)
    out.append(f"  the first wrong ply: {', '.join(situations(played, right + 1))}")
    out.append("  played next:  " + (", ".join(_name(played, truth, number) for number in shown) or "nothing more"))
    out.append("  monitor has:  " + (", ".join(map(_told, line[right : right + NEXT])) or "nothing more"))
    out += _table(played, truth, heard, right)
    return "\n".join(out)


def odds(truth: Truth, heard: Heard) -> Iterator[tuple[int, str]]:
    """What should never be, and at which ply: a breach of contract, certain and wrong, a count outside its interval."""
    if heard.broken:
        yield len(truth.uci), f"the stream broke its contract: {heard.broken}"
    line = line_of(heard, truth)
    game = heard.games.index(line) + 1 if heard.games else 0
    for raised in heard.raised.values():
        alert = raised.alert
        if alert.sure and alert.rule in DRAWS and not is_true(alert, game, truth):
            ended = f", ended at {raised.ended.t:.3f} s as {raised.ended.reason}" if raised.ended else ", stands"
            yield alert.ply or 0, f"{alert.rule} at ply {alert.ply} told as certain at {alert.t:.3f} s{ended}: not so"
    for number, told in enumerate(line[: len(truth.uci)], 1):
        move, true = told.last, truth.counts[number]
        if not move.count <= true <= (true if move.count_max is None else move.count_max):
            sure = "surely " if move.sure else ""
            yield number, f"ply {number} stood {sure}{move.count} to {move.count_max} times, in truth {true}"
        if move.sure and not is_same(told, number, truth):
            yield number, f"ply {number} is told as sure, and is wrong"


def _name(played: Played, truth: Truth, number: int) -> str:
    return f"{number} = {label(played.game.start, number)}{truth.san[number - 1]} ({truth.uci[number - 1]})"


def _told(told: Told) -> str:
    move = told.last
    doubt = "sure" if move.sure else "not sure"
    return f"{move.ply} = {move.san} ({move.uci}; {move.provenance}, {move.status}, {doubt}, last told {move.t:.3f} s)"


def _table(played: Played, truth: Truth, heard: Heard, right: int) -> Iterator[str]:
    turns = played.turns
    first = turns[max(0, right - 1)] if turns else None
    last = turns[min(right + NEXT - 1, len(turns) - 1)] if turns else None
    from_s = first.touches[0].t_s - BEFORE_S if first else 0.0
    to_s = max(touch.t_s for touch in last.touches) + AFTER_S if last else played.end_s
    rows = [*_hands(played, truth), *_board(played), *_monitor(heard)]
    rows = sorted((row for row in rows if from_s <= row.t_s <= to_s), key=lambda row: (row.t_s, row.column))
    yield f"  {'seconds':>10}  {'hand':<34}{'board says':<22}monitor"
    for row in rows[:MOST_LINES]:
        cells = ["", "", ""]
        cells[row.column] = row.text
        yield f"  {row.t_s:10.3f}  {cells[0]:<34}{cells[1]:<22}{cells[2]}".rstrip()
    if len(rows) > MOST_LINES:
        yield f"  ({len(rows) - MOST_LINES} more lines)"


def _hands(played: Played, truth: Truth) -> Iterator[Row]:
    number = 0
    for turn in played.all_turns:
        number += turn.stands
        name = f"ply {number} {truth.san[number - 1]}" if turn.stands else f"{turn.uci or 'back'} ({ASIDE})"
        begin = " ".join(("", name, *turn.habits))
        for place, touch in enumerate(turn.touches):
            yield Row(touch.t_s, 0, _square(touch.square, touch.piece) + (f" {number}" if place else begin))
        if played.game.control and turn.pressed_s < inf:
            yield Row(turn.pressed_s, 0, f"press {name}")


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
