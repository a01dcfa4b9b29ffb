"""The on-board log against slow oracles, and read back by the parser of real logs."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.memory import RawRecord, Tag, parse_log
from drivers.dgt.messages import LOG_BYTES, ClockTimes, FieldUpdate, MemoryDump, Message
from drivers.readings import HaltedClock, LogChange, Side
from drivers.simulator.channel import BYTE_S
from drivers.simulator.clock import TimeControl
from drivers.simulator.log import LEVER_S, MoveLog, Ring
from drivers.simulator.table import Game, Table, maker_of
from drivers.simulator.wire import Wire
from tests.drivers.simulator.lines import joined, until
from tests.drivers.simulator.positions import random_game

ARRAY = list("rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR")
PLACES = st.integers(0, 63)
LETTERS = st.sampled_from(".PRNBKQprnbkq")
Step = tuple[float, int, str]


def records(log: MoveLog) -> list[RawRecord]:
    return parse_log(log.ring.dump())


def begun(squares: Sequence[str] = ARRAY, *, merges: bool = False) -> MoveLog:
    log = MoveLog(merges=merges)
    log.power_up(squares, Random(1))
    return log


@given(st.lists(st.tuples(st.binary(min_size=2, max_size=1500), st.booleans()), max_size=30))
def test_a_ring_keeps_what_was_written_last(writes: list[tuple[bytes, bool]]) -> None:
    ring, written = Ring(), b""
    for data, back in writes:
        ring.append(data)
        written += data
        if back:
            ring.drop_last(2)
            written = written[:-2]
        assert ring.end == len(written)
        assert ring.dump() == (b"\x7f" * LOG_BYTES + written)[1 - LOG_BYTES :] + b"\x6b"
    for begin in range(0, len(written), 777):
        lost = max(0, len(written) - (LOG_BYTES - 1))
        assert ring.between(begin, begin + 1000) == written[max(begin, lost) : max(begin + 1000, lost)]


def test_the_power_comes_with_three_fillers_and_every_piece_in_any_order() -> None:
    dump = begun().ring.dump()
    assert len(dump) == LOG_BYTES
    at = dump.index(b"\x7f\x7f\x7f\x6a")
    assert set(dump[:at]) == {0x7F}
    power, *pieces, array = parse_log(dump)
    assert (power, array) == (Tag.POWER_UP, Tag.BEGIN_POSITION)
    listed = {piece.square: piece.piece for piece in pieces if isinstance(piece, LogChange)}
    assert listed == {square ^ 56: piece for square, piece in enumerate(ARRAY) if piece != "."}
    assert list(listed) != sorted(listed)


@given(st.lists(st.tuples(st.floats(0.0, 0.6), PLACES, LETTERS), max_size=60))
def test_changes_are_read_back_with_their_order_and_haste(steps: list[Step]) -> None:
    log = begun(["."] * 64)
    t_s, before_s = 0.0, -9.0
    expected = []
    for wait_s, square, piece in steps:
        t_s += wait_s
        log.changed(t_s, square, piece)
        expected.append(LogChange(square ^ 56, piece, t_s - before_s < 0.25))
        before_s = t_s
    assert [record for record in records(log) if isinstance(record, LogChange)] == expected


@given(st.lists(st.tuples(st.floats(0.0, 0.6), st.integers(0, 3), LETTERS), max_size=60))
def test_where_changes_of_one_square_are_merged_its_last_value_stands(steps: list[Step]) -> None:
    merging, plain = begun(["."] * 64, merges=True), begun(["."] * 64)
    t_s = 0.0
    for wait_s, square, piece in steps:
        t_s += wait_s
        merging.changed(t_s, square, piece)
        plain.changed(t_s, square, piece)
    merged: list[RawRecord] = []
    for record in records(plain):
        last = merged[-1] if merged else None
        if isinstance(record, LogChange) and isinstance(last, LogChange) and last.square == record.square:
            merged.pop()
        merged.append(record)
    assert [record[:2] for record in records(merging) if isinstance(record, LogChange)] == [
        record[:2] for record in merged if isinstance(record, LogChange)
    ]


def test_what_was_handed_out_as_news_is_not_overwritten() -> None:
    log = begun(merges=True)
    log.changed(1.0, 52, ".")
    log.told = log.ring.end
    log.changed(2.0, 52, "P")
    assert [record[:2] for record in records(log)[-2:] if isinstance(record, LogChange)] == [(12, "."), (12, "P")]


def swapped(*pairs: tuple[int, int]) -> list[str]:
    squares = ARRAY.copy()
    for one, other in pairs:
        squares[one], squares[other] = squares[other], squares[one]
    return squares


@given(st.lists(st.lists(st.sampled_from([48, 49, 50, 57, 58, 32]), max_size=5, unique=True), max_size=12))
def test_a_begin_position_is_marked_again_only_after_three_pieces_had_left_it(lifts: list[list[int]]) -> None:
    """Pieces are taken off and put back; on the fourth rank, where none belongs, a queen is put and taken away."""
    log, squares = begun(), ARRAY.copy()
    t_s, expected = 0.0, 1
    for lifted in lifts:
        for square in (*lifted, *reversed(lifted)):
            squares[square] = ("q" if square == 32 else ".") if squares[square] == ARRAY[square] else ARRAY[square]
            log.changed(t_s := t_s + 1.0, square, squares[square])
        expected += len([square for square in lifted if square != 32]) > 2
        tags = [record for record in records(log) if isinstance(record, Tag)]
        assert tags.count(Tag.BEGIN_POSITION) == expected
        assert set(tags) == {Tag.POWER_UP, Tag.BEGIN_POSITION}


@pytest.mark.parametrize(
    ("squares", "tag"),
    [
        (ARRAY, Tag.BEGIN_POSITION),
        (ARRAY[::-1], Tag.BEGIN_POSITION_ROTATED),
        (swapped((0, 1)), Tag.FOUR_ROWS),
        (["."] * 64, Tag.EMPTY_BOARD),
        (swapped((52, 36)), None),
    ],
)
def test_positions_that_are_marked(squares: list[str], tag: Tag | None) -> None:
    last = records(begun(squares))[-1]
    assert last is tag if tag else isinstance(last, LogChange)
    log = begun(["."] * 32 + ["K"] + ["."] * 31)
    for square in (*range(32), *range(33, 64), 32):
        if squares[square] != ("K" if square == 32 else "."):
            log.changed(float(square), square, squares[square])
    assert (records(log)[-1] is tag) is (tag is not None)


def test_a_marked_start_lists_all_pieces() -> None:
    log = begun()
    log.changed(1.0, 52, ".")
    log.start_game()
    assert log.ring.dump()[log.start - log.ring.end - 1] == 0x7B
    found = records(log)
    listed = found[found.index(Tag.START_GAME) + 1 :]
    assert len(listed) == 31
    assert all(isinstance(record, LogChange) and record.square != 12 for record in listed)


@given(st.lists(st.tuples(st.floats(0.0, 1.5), st.integers(0, 35_999)), max_size=20))
def test_presses_of_the_lever_leave_the_time_of_the_side_halted(presses: list[tuple[float, int]]) -> None:
    log, t_s, before_s = begun(), 0.0, -9.0
    expected = []
    for number, (wait_s, time_s) in enumerate(presses):
        t_s += wait_s
        side: Side = "left" if number % 2 else "right"
        log.halted(t_s, side, time_s)
        if t_s - before_s >= LEVER_S:
            expected.append((side, time_s))
        before_s = t_s
    assert [tuple(record) for record in records(log) if isinstance(record, HaltedClock)] == expected


# --- with a board and players ----------------------------------------------------------------------------------------


def played(seed: int, plies: int) -> tuple[Table, list[Message]]:
    """A table whose game is over, and all that its board said meanwhile."""
    game = Game(chess.Board(), random_game(Random(seed), plies), control=TimeControl(600, 2), rotated=seed % 2 == 1)
    table = Table(game, maker_of(1, 0), Random(seed), start_s=1.0, think=0.2)
    table.board.receive(0.0, b"\x4b")
    framer = message_framer()
    said = []
    while not table.over:
        said += [message for _, data in table.advance(table.due_s) for message in framer.feed(data)]
    said += [message for _, data in table.advance(table.due_s + 1.0) for message in framer.feed(data)]
    return table, said


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_log_tells_what_was_played(seed: int) -> None:
    table, said = played(seed, 40)
    dump = table.board.log.ring.dump()
    _, *rest = parse_log(dump)
    while isinstance(rest[0], LogChange):
        rest.pop(0)  # the pieces the power found
    begin = Tag.BEGIN_POSITION_ROTATED if table.game.rotated else Tag.BEGIN_POSITION
    assert rest.pop(0) is begin
    changes = [record[:2] for record in rest if isinstance(record, LogChange)]
    updates = [message for message in said if isinstance(message, FieldUpdate)]
    assert changes == [(update.square ^ 56, ".PRNBKQprnbkq"[update.code]) for update in updates]
    clocks = [message for message in said if isinstance(message, ClockTimes)]
    flips = [
        ("left", now.left_s) if before.left_turn else ("right", now.right_s)
        for before, now in pairwise(clocks)
        if before.left_turn != now.left_turn
    ]
    halted = [tuple(record) for record in rest if isinstance(record, HaltedClock)]
    assert set(halted) <= set(flips)
    assert len(flips) - 3 <= len(halted) <= len(flips) == len(table.game.moves)


def test_a_wrapped_log_is_the_end_of_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the ring lost its beginning, what is read of it is what a ring without end would end with."""
    whole, appended = bytearray(), Ring.append

    def keep(ring: Ring, data: bytes) -> None:
        whole.extend(data)
        appended(ring, data)

    monkeypatch.setattr(Ring, "append", keep)
    rng = Random(1)
    log, squares = begun(), ARRAY.copy()
    starts = set()
    for n in range(6000):
        square = rng.randrange(64)
        piece = "." if squares[square] != "." else rng.choice(".PRNBKQprnbkq")
        if piece != squares[square]:
            squares[square] = piece
            log.changed(n * 0.4, square, piece)
        if n % 3 == 0:
            log.halted(n * 0.4, rng.choice(["left", "right"]), rng.randrange(36_000))
        if n > 3000 and n % 7 == 0:
            dump = log.ring.dump()
            assert len(dump) == LOG_BYTES
            found = parse_log(dump)
            starts.add(dump[0])
            assert len(found) > 2000
            assert found == parse_log(bytes(whole) + b"\x6b")[-len(found) :]
    assert any(first < 0x40 for first in starts), "in the middle of a record"
    assert any(0x60 <= first < 0x6A for first in starts)


# --- over a line -----------------------------------------------------------------------------------------------------


def busy_table() -> Table:
    game = Game(chess.Board(), random_game(Random(3), 60), control=TimeControl(600, 2))
    return Table(game, maker_of(1, 0), Random(3), start_s=1.0, think=0.1)


def test_reading_the_log_keeps_the_line_busy_and_is_noted_in_the_next() -> None:
    wire, framer = Wire([busy_table()]), message_framer()
    wire.receive(5.0, b"\x40\x49")
    until(wire, 5.1)
    wire.receive(5.1, b"\x49")
    pieces = until(wire, 13.0)
    assert framer.feed(joined(pieces)) == []
    assert all(len(data) <= 16 for _, data in pieces)
    end = until(wire, 14.0)
    assert 5.1 + 7939 * BYTE_S < end[-1][0] < 5.2 + 7939 * BYTE_S
    (first,) = framer.feed(joined(end))
    wire.receive(14.0, b"\x49")
    (second,) = framer.feed(joined(until(wire, 30.0)))
    assert isinstance(first, MemoryDump)
    assert isinstance(second, MemoryDump)
    before, after = parse_log(first.log), parse_log(second.log)
    assert after[: len(before) + 1] == [*before, Tag.DOWNLOADED]
    assert len(after) > len(before) + 1, "it went on writing meanwhile"


def test_updates_that_fall_into_the_dump_come_after_it() -> None:
    wire, framer = Wire([busy_table()]), message_framer()
    wire.receive(0.5, b"\x44")
    said = framer.feed(joined(until(wire, 5.0)))
    wire.receive(5.0, b"\x49")
    said += framer.feed(joined(until(wire, 60.0)))
    at = next(number for number, message in enumerate(said) if isinstance(message, MemoryDump))
    dump = said.pop(at)
    assert isinstance(dump, MemoryDump)
    assert 0 < at < len(said) - 20
    updates = [
        (message.square ^ 56, ".PRNBKQprnbkq"[message.code]) for message in said if isinstance(message, FieldUpdate)
    ]
    logged = [record[:2] for record in parse_log(dump.log) if isinstance(record, LogChange)][32:]
    assert updates[: len(logged)] == logged
    assert len(logged) == at
