from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.simulator.scan import LONGEST_SCAN_S, SHORTEST_SCAN_S, Rhythm, Scan, Seen

EMPTY_BOARD = ["."] * 64
QUARTER = Rhythm(period_s=0.256, phase_s=0.0)
"""Square n is read at n * 4 ms, n * 4 ms + 0.256 s, .."""


def every_sample(rhythm: Rhythm, until_s: float) -> list[tuple[float, int]]:
    """All samples of a board, one scan after the other: the slow way to say what a scan is."""
    samples = []
    scan = -2
    while rhythm.phase_s + scan * rhythm.period_s <= until_s:
        began_s = rhythm.phase_s + scan * rhythm.period_s
        samples += [(began_s + square * rhythm.period_s / 64, square) for square in range(64)]
        scan += 1
    return [sample for sample in samples if sample[0] <= until_s]


def slow_scan(rhythm: Rhythm, changes: list[tuple[float, int, str]], until_s: float) -> list[Seen]:
    truth, said, seen = EMPTY_BOARD.copy(), EMPTY_BOARD.copy(), []
    todo = list(changes)
    for t_s, square in every_sample(rhythm, until_s):
        while todo and todo[0][0] <= t_s:
            _, changed, piece = todo.pop(0)
            truth[changed] = piece
        if truth[square] != said[square]:
            said[square] = truth[square]
            seen.append(Seen(t_s, square, truth[square]))
    return seen


def test_a_change_is_told_when_its_square_is_read() -> None:
    scan = Scan(EMPTY_BOARD, QUARTER)
    scan.touch(1.0, 10, "P")
    assert scan.due_s == pytest.approx(0.04 + 4 * 0.256)
    assert scan.advance(1.05) == []
    assert scan.said[10] == "."
    (seen,) = scan.advance(1.1)
    assert seen.t_s == pytest.approx(1.064)
    assert seen[1:] == (10, "P")
    assert scan.said[10] == "P"
    assert scan.due_s is None


def test_arrival_is_told_before_departure_where_the_scan_has_it_so() -> None:
    scan = Scan([".", "R", *EMPTY_BOARD[2:]], QUARTER)
    scan.touch(0.002, 1, ".")  # square 1 is read at 0.004 and 0.26
    scan.touch(0.001 + 0.0015, 0, "R")  # square 0 is read at 0 and 0.256
    assert [(seen.square, seen.piece) for seen in scan.advance(1.0)] == [(1, "."), (0, "R")]
    scan = Scan(["R", *EMPTY_BOARD[1:]], QUARTER)
    scan.touch(0.001, 0, ".")
    scan.touch(0.002, 1, "R")
    assert [(seen.square, seen.piece) for seen in scan.advance(1.0)] == [(1, "R"), (0, ".")]


def test_a_capture_shorter_than_a_scan_shows_no_empty_square() -> None:
    scan = Scan(["p", *EMPTY_BOARD[1:]], QUARTER)
    scan.touch(0.01, 0, ".")
    scan.touch(0.2, 0, "N")
    assert [seen.piece for seen in scan.advance(1.0)] == ["N"]


def test_what_comes_and_goes_between_two_readings_was_never_there() -> None:
    scan = Scan(EMPTY_BOARD, QUARTER)
    scan.touch(0.01, 0, "Q")
    scan.touch(0.25, 0, ".")
    assert scan.advance(5.0) == []
    assert scan.due_s is None


def test_what_stays_for_a_scan_is_seen() -> None:
    scan = Scan(EMPTY_BOARD, QUARTER)
    scan.touch(0.01, 0, "Q")
    scan.touch(0.27, 0, ".")
    assert [seen.piece for seen in scan.advance(5.0)] == ["Q", "."]


def test_reports_wait_until_somebody_asks() -> None:
    scan = Scan(EMPTY_BOARD, QUARTER)
    scan.touch(0.0, 0, "Q")
    scan.touch(1.0, 1, "Q")
    assert scan.due_s == 0.0
    assert len(scan.advance(2.0)) == 2


def test_time_does_not_go_back() -> None:
    scan = Scan(EMPTY_BOARD, QUARTER)
    scan.advance(2.0)
    with pytest.raises(ValueError, match="time went back"):
        scan.touch(1.0, 0, "Q")


def test_a_board_has_64_squares() -> None:
    with pytest.raises(ValueError, match="64"):
        Scan(["."] * 63, QUARTER)


def test_rhythms_are_those_of_the_protocol() -> None:
    rng = Random(5)
    for _ in range(100):
        rhythm = Rhythm.draw(rng)
        assert SHORTEST_SCAN_S <= rhythm.period_s <= LONGEST_SCAN_S
        assert 0 <= rhythm.phase_s <= rhythm.period_s


CHANGES = st.lists(
    st.tuples(st.floats(0, 3, allow_nan=False), st.integers(0, 63), st.sampled_from([".", "P", "q", "N"])),
    max_size=40,
).map(lambda changes: sorted(changes, key=lambda change: change[0]))


@given(CHANGES, st.integers(0, 2**32), st.lists(st.floats(0, 4), max_size=5))
@settings(max_examples=200, deadline=None)
def test_the_scan_is_what_a_scan_of_all_squares_sees(
    changes: list[tuple[float, int, str]], seed: int, asked: list[float]
) -> None:
    rhythm = Rhythm.draw(Random(seed))
    scan = Scan(EMPTY_BOARD, rhythm)
    seen: list[Seen] = []
    pauses = sorted(asked)
    for t_s, square, piece in changes:
        while pauses and pauses[0] < t_s:
            seen += scan.advance(pauses.pop(0))
        scan.touch(t_s, square, piece)
    seen += scan.advance(5.0)
    expected = slow_scan(rhythm, changes, 5.0)
    assert [(s.square, s.piece) for s in seen] == [(s.square, s.piece) for s in expected]
    assert [s.t_s for s in seen] == pytest.approx([s.t_s for s in expected])
    _check_no_news_is_repeated_and_none_is_late(changes, seen, rhythm)


def _check_no_news_is_repeated_and_none_is_late(
    changes: list[tuple[float, int, str]], seen: list[Seen], rhythm: Rhythm
) -> None:
    said = EMPTY_BOARD.copy()
    for report in seen:
        assert said[report.square] != report.piece
        said[report.square] = report.piece
        since_s = max(t_s for t_s, square, _ in changes if square == report.square and t_s <= report.t_s + 1e-9)
        piece = [piece for t_s, square, piece in changes if square == report.square and t_s <= report.t_s + 1e-9]
        assert piece[-1] == report.piece
        assert report.t_s - since_s <= rhythm.period_s + 1e-9
