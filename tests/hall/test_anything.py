"""Whatever boards say, in whatever order: the hall answers, and its stream keeps the contract."""

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from drivers.readings import (
    PIECES,
    Asked,
    BoardDump,
    Clock,
    Complaint,
    FieldUpdate,
    Identity,
    LineDown,
    LineUp,
    Memory,
    Reading,
    Score,
)
from tests.drawn import drawn
from tests.hall.hall_driver import START
from tests.stream_contract import StreamReader

PIECE = st.sampled_from(PIECES + "=<>")
SIDE = st.sampled_from(["left", "right", None])
READING: st.SearchStrategy[Reading] = st.one_of(
    st.builds(FieldUpdate, st.integers(0, 63), PIECE),
    st.text(PIECE, min_size=64, max_size=64).map(BoardDump),
    st.sampled_from([BoardDump(START), BoardDump(START[::-1]), BoardDump("." * 64)]),
    st.builds(
        Clock,
        st.none() | st.integers(0, 36000),
        st.integers(0, 36000),
        st.booleans(),
        SIDE,
        st.booleans(),
        st.booleans(),
    ),
    st.builds(
        Identity, serial=st.sampled_from([None, "01234", "05678", ""]), long_serial=st.none() | st.text(max_size=3)
    ),
    st.just(LineUp()),
    st.just(LineDown("pulled")),
    st.just(Asked("dump")),
    st.builds(Complaint, st.text(max_size=5), st.integers(1, 100), st.text(max_size=5)),
    st.just(Memory(())),
    st.builds(
        Score,
        st.lists(st.sampled_from(["e4", "e5", "Nf3", "Ke2", "Nc6", "Ke4", "O-O", "--"]), max_size=6).map(tuple),
        st.sampled_from([None, "1-0", "x"]),
        st.sampled_from([{}, {"White": "A"}, {"Round": "2", "White": "B"}, {"FEN": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}]),
        st.lists(st.sampled_from(["", "900", "9+1", "x"]), max_size=6).map(tuple),
    ),
)
PLACE = st.sampled_from([("P1", None), ("P2", None), ("B", 1025), ("B", 7)])
FENS = st.sampled_from([None, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "7k/4P3/8/8/8/8/3p4/K7 w - - 98 1"])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0.0, 0.05, 0.4, 1.2, 5.0, 40.0]), PLACE, READING), max_size=60), FENS)
def test_any_readings(entries: list[tuple[float, tuple[str, int | None], Reading]], fen: str | None) -> None:
    hall = Hall(Known(positions={} if fen is None else {"P1": fen}))
    reader = StreamReader()
    t_s = 0.0
    for wait_s, (port, address), reading in entries:
        t_s += wait_s
        reader.read(hall.read(t_s, port, address, reading))
        assert hall.due_s > t_s
    hall.view()
    reader.read(hall.finish(t_s + 100))


def scramble(seed: int, plies: int) -> None:
    """Legal moves with hands that flicker, slide, misplace and put back; now and then the line is away."""
    rng = random.Random(seed)
    hall, reader, board, t_s = Hall(), StreamReader(), chess.Board(), 0.0
    shown = letters(board)

    def say(reading: Reading) -> None:
        nonlocal t_s
        t_s += rng.choice([0.01, 0.05, 0.2, 0.5, 1.5, 4.0])
        reader.read(hall.read(t_s, "P1", None, reading))
        story = next(iter(hall._boards)).tracker.story
        if story is not None:
            seen = next(iter(hall._boards)).tracker.seen
            assert set(story.debts) == {s for s in range(64) if seen[s] != story.expected[s]}
            assert story.expected == letters(story.board)

    def show(square: int, piece: str) -> None:
        shown[square] = piece
        say(FieldUpdate(square, piece))

    say(BoardDump("".join(shown)))
    for _ in range(plies):
        if board.is_game_over():
            break
        if rng.random() < 0.2:
            square = rng.randrange(64)
            kept = shown[square]
            show(square, rng.choice(PIECES))
            show(square, kept)
        board.push(rng.choice(list(board.legal_moves)))
        after = letters(board)
        differing = [s for s in range(64) if shown[s] != after[s]]
        rng.shuffle(differing)
        if rng.random() < 0.05:
            say(LineDown("pulled"))
            say(LineUp())
            shown[:] = after
            say(BoardDump("".join(shown)))
        for square in differing:
            show(square, after[square])
    reader.read(hall.finish(t_s + 60))


@pytest.mark.parametrize("seed", [1, 2, 3, drawn()])
def test_scrambled_play(seed: int) -> None:
    print(f"seed {seed}")
    for n in range(8):
        scramble(seed + n, 60)
