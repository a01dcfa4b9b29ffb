"""Which board a typed number means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.dashboard.numbers import begun, numbered, typed_note, undecided
from tests.dashboard.fake_hall import board

MATCHES = [board(name, serial=None) for name in ("3.1", "3.2", "13.2", "M4-2", "A12", "7")]
TYPED = st.text("0123456789.", max_size=8)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("3.2", ["3.2"]),
        ("03.02", ["3.2"]),
        ("4.2", ["M4-2"]),
        ("13.2", ["13.2"]),
        ("2", ["3.2", "13.2", "M4-2"]),
        ("12", ["A12"]),
        ("3.", []),
        (".", []),
        ("9.9", []),
    ],
)
def test_a_point_parts_the_numbers_of_a_label(typed: str, found: list[str]) -> None:
    assert numbered(MATCHES, typed) == found


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("3.2", "Board 3.2_   Enter opens it"),
        ("4.2", "Board 4.2_   M4-2: Enter opens it"),
        ("3.", "Board 3._   go on"),
        ("3.9", "Board 3.9_   there is none of this number"),
        ("9.", "Board 9._   there is none of this number"),
    ],
)
def test_what_is_typed_is_told(typed: str, note: str) -> None:
    assert typed_note(MATCHES, typed) == note


@given(TYPED)
def test_whatever_is_typed_finds_boards_of_the_hall_or_none(typed: str) -> None:
    assert set(numbered(MATCHES, typed)) <= {each.board for each in MATCHES}
    typed_note(MATCHES, typed)
    begun(MATCHES, typed)


def test_a_number_waits_only_where_more_digits_could_mean_another_board() -> None:
    hall = [board(str(n), serial=None) for n in range(1, 51)]
    assert undecided(hall, "3")
    assert not undecided(hall, "37")
    assert not undecided(hall, "9")
    assert undecided(MATCHES, "3")
    assert not undecided(MATCHES, "13.2")
