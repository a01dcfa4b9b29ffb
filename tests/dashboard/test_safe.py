import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from dgt_monitor.dashboard.safe import clean, fit, fit_name, width, wrap

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x07\x9b\u202e\u2066\u200b\u200d\ufe0f\u0301\u20dd\U0001f3fd\U0001f1e9漢한👩"),
    )
)


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("Board 7", "Board 7"),
        ("[bold]7[/]", "[bold]7[/]"),
        ("\x1b[31mred\x07", "?[31mred?"),
        ("\x9b2J", "?2J"),
        ("a\u202eb\u2066c\u200bd\ufeff", "abcd"),
        ("two\nlines\tand\u2028more", "two lines and more"),
        ("Müller", "Müller"),
        ("Mu\u0308ller", "Müller"),
        ("z" + "\u0336" * 40, "z\u0336\u0336"),
        ("\u0301x", "x"),
        ("👩\u200d🚀\ufe0f", "👩🚀"),
        ("👍\U0001f3fd", "👍"),
        ("\U0001f1e9\U0001f1ea", "DE"),
        ("東京", "東京"),
        ("\ud800", "?"),
        ("x" * 10_000, "x" * 400),
    ],
)
def test_foreign_text_becomes_one_harmless_line(text: str, harmless: str) -> None:
    assert clean(text) == harmless


@given(HOSTILE)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    bad = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"}
    assert not [char for char in clean(text) if unicodedata.category(char) in bad]


@given(HOSTILE, st.integers(0, 60), st.booleans())
def test_a_fitted_text_has_exactly_its_width(text: str, cells: int, right: bool) -> None:
    fitted = fit(clean(text), cells, right=right)
    assert cell_len(fitted) == cells == width(fitted)


@given(HOSTILE, st.integers(1, 20))
def test_a_fitted_name_has_exactly_its_width(text: str, cells: int) -> None:
    assert cell_len(fit_name(clean(text), cells)) == cells


def test_a_cut_name_keeps_the_end_that_tells_boards_apart() -> None:
    assert fit_name("ttyUSB12", 6) == "~USB12"
    assert fit_name("Sicilian room", 6) == "Sicil~"
    assert fit_name("7", 3) == "  7"


def test_a_cut_wide_letter_leaves_no_half() -> None:
    assert fit("東京都", 4) == "東~ "
    assert fit("東京", 4) == "東京"


@given(HOSTILE, st.integers(2, 40), st.integers(1, 5))
def test_wrapped_lines_keep_width_and_number(text: str, cells: int, most: int) -> None:
    lines = wrap(clean(text), cells, most)
    assert len(lines) <= most
    assert all(cell_len(line) <= cells for line in lines)


def test_wrapping_breaks_at_blanks_and_marks_what_was_cut() -> None:
    assert wrap("one two three four", 9, 5) == ["one two", "three", "four"]
    assert wrap("one two three four", 9, 2) == ["one two", "three fo~"]
    assert wrap("", 9, 2) == []
