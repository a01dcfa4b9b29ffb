"""What every driver must do: the same readings for the same play, in order, none twice.

For the author of a driver too: have your board (or a simulator of it) play something, say what was played as `Played`
for each port, and call `check_readings` with what your source gives. It raises AssertionError with the port and what
is wrong. `played` works that out for the virtual boards of `drivers.simulator`, without any line between.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from math import isfinite
from typing import NamedTuple

from drivers.dgt.commands import Command
from drivers.dgt.interpret import Interpreter
from drivers.readings import BoardDump, Clock, Complaint, FieldUpdate, Identity, LineDown, LineUp, Reading, Score
from drivers.simulator.table import Table
from drivers.source import Stamped

LOOK_AGAIN_S = 0.5
"""Steps in which a table is asked here what happened; a choice of no consequence."""
AFTER_S = 2.0
"""Seconds after the end of a game in which its board may still have something to say."""


class Played(NamedTuple):
    """What happened on one board, as it stands in its own lettering (`drivers.readings`)."""

    serial: str
    """The board's number, the long one if it has two."""
    start: str
    """What stood there at first: 64 letters, a1 first."""
    updates: tuple[FieldUpdate, ...]
    """Every change of a square, in order."""
    clocks: tuple[Clock, ...] = ()
    """Every state of the clock, each once; empty: not compared."""


def check_readings(stamps: Iterable[Stamped], expected: Mapping[str, Played]) -> None:
    """The readings of a source, to its end or as far as was waited for, are those of what was played on each port.

    Times never go back. Every line begins by `LineUp`, tells who is there, and does not go down. Every change of a
    square comes once, in order; every state of the clock likewise, though it may be told again while it lasts; every
    dump is what the changes told before it lead to. Nothing is complained of.
    """
    told: dict[str, list[Reading]] = {}
    last_s = 0.0
    for t_s, port, _, reading in stamps:
        assert isfinite(t_s), f"{port}: a time that is none: {t_s}"
        assert t_s >= last_s, f"{port}: time went back from {last_s} s to {t_s} s"
        last_s = t_s
        told.setdefault(port, []).append(reading)
    assert set(told) == set(expected), f"ports {sorted(told)} were told of, not {sorted(expected)}"
    for port, readings in told.items():
        _check_line(port, readings)
        _check_board(port, readings, expected[port])


def check_scores(stamps: Iterable[Stamped], expected: Mapping[str, tuple[str, ...]]) -> None:
    """The readings of a source that tells what another program claims, with the last moves of each port.

    Times never go back. Every port begins by `LineUp`, and goes up and down in turn. A score comes before anything
    else that tells of a game, and none is said twice, but again after an outage.
    """
    told: dict[str, list[Reading]] = {}
    last_s = 0.0
    for t_s, port, address, reading in stamps:
        assert isfinite(t_s), f"{port}: a time that is none: {t_s}"
        assert t_s >= last_s, f"{port}: time went back from {last_s} s to {t_s} s"
        assert address is None, f"{port}: an address on a line of one board"
        last_s = t_s
        told.setdefault(port, []).append(reading)
    assert set(told) == set(expected), f"ports {sorted(told)} were told of, not {sorted(expected)}"
    for port, readings in told.items():
        lines = [type(reading) for reading in readings if isinstance(reading, LineUp | LineDown)]
        assert isinstance(readings[0], LineUp), f"{port}: begins by {readings[0]}, not by a line that is up"
        assert all(one is not other for one, other in pairwise(lines)), f"{port}: up or down twice: {lines}"
        chess = [reading for reading in readings if isinstance(reading, Score | BoardDump | FieldUpdate | Clock)]
        heard = [reading for reading in readings if isinstance(reading, Score | LineUp)]
        assert isinstance(chess[0], Score), f"{port}: {chess[0]} comes before any score"
        scores = [reading for reading in chess if isinstance(reading, Score)]
        assert all(one != other for one, other in pairwise(heard)), f"{port}: a score is said twice"
        assert scores[-1].sans == expected[port], f"{port}: ends by {scores[-1].sans}, not {expected[port]}"


def played(tables: Sequence[Table]) -> list[Played]:
    """What is played at virtual tables, to the end of their games; the tables are used up by it."""
    return [_played(table) for table in tables]


def _played(table: Table) -> Played:
    interpreter = Interpreter()
    readings: list[Reading] = []
    t_s = over_s = 0.0
    for command in (Command.RETURN_LONG_SERIALNR, Command.SEND_BRD, Command.SEND_UPDATE_NICE):
        question = bytes((command,))
        readings += interpreter.tx(question)
        readings += interpreter.rx(table.board.receive(t_s, question))
    while not table.over or t_s < over_s + AFTER_S:
        over_s = over_s if table.over else t_s
        t_s += LOOK_AGAIN_S
        for _, data in table.advance(t_s):
            readings += interpreter.rx(data)
    (serial,) = (reading.long_serial for reading in readings if isinstance(reading, Identity))
    (start,) = (reading.squares for reading in readings if isinstance(reading, BoardDump))
    return Played(str(serial), start, _updates(readings), _clocks(readings))


def _updates(readings: Iterable[Reading]) -> tuple[FieldUpdate, ...]:
    return tuple(reading for reading in readings if isinstance(reading, FieldUpdate))


def _clocks(readings: Iterable[Reading]) -> tuple[Clock, ...]:
    """Each state once, however often it was told while it lasted."""
    return tuple(clock for clock, _ in groupby(reading for reading in readings if isinstance(reading, Clock)))


def _check_line(port: str, readings: Sequence[Reading]) -> None:
    assert isinstance(readings[0], LineUp), f"{port}: begins by {readings[0]}, not by a line that is up"
    again = [reading for reading in readings[1:] if isinstance(reading, LineUp | LineDown)]
    assert not again, f"{port}: the line did not stay up: {again}"
    complaints = [reading for reading in readings if isinstance(reading, Complaint)]
    assert not complaints, f"{port}: {complaints}"


def _check_board(port: str, readings: Sequence[Reading], expected: Played) -> None:
    serials = {reading.long_serial or reading.serial for reading in readings if isinstance(reading, Identity)} - {None}
    assert expected.serial in serials, f"{port}: {serials} say who is there, not {expected.serial}"
    _check_same(port, "change", _updates(readings), expected.updates)
    if expected.clocks:
        _check_same(port, "state of the clock", _clocks(readings), expected.clocks)
    squares = list(expected.start)
    for number, reading in enumerate(readings):
        if isinstance(reading, FieldUpdate):
            squares[reading.square] = reading.piece
        elif isinstance(reading, BoardDump):
            stands = "".join(squares)
            assert reading.squares == stands, f"{port}: dump at {number} is {reading.squares}, not {stands}"


def _check_same(port: str, what: str, told: Sequence[object], expected: Sequence[object]) -> None:
    for number, (one, other) in enumerate(zip(told, expected, strict=False), 1):
        assert one == other, f"{port}: {what} {number} is {one}, not {other}"
    assert len(told) == len(expected), f"{port}: {len(told)} times a {what}, not {len(expected)}"
