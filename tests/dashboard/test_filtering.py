"""The language of the filter: what each word keeps, and what is said of a word that means nothing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.dashboard.filtering import EVERY, MEASURES, OTHERS, WORDS, Filter, fold, nobody, read_filter
from dgt_monitor.events import How, Level, Rule
from dgt_monitor.hall.views import BoardView, ClaimView, ResultView
from dgt_monitor.language import say
from dgt_monitor.tournament.event import Players
from dgt_monitor.wording import Said
from tests.dashboard.fake_hall import NOW_S, STATES, alert, board, make_hall, repeated

HALL = make_hall(60).boards
TEXTS = st.text(st.characters(), max_size=80)
SAID = st.sampled_from(
    [*WORDS, *(measure.example for measure in MEASURES.values()), *(word for word, _ in OTHERS), "2x", "clock>1h"]
)


def the(typed: str) -> Filter:
    found = read_filter(typed)
    assert isinstance(found, Filter), say(found)
    return found


def kept(typed: str, *boards: BoardView) -> list[str]:
    return [each.board for each in boards if the(typed).holds(each, NOW_S)]


def proposed(*, confirmed: bool, result: str = "1-0") -> ResultView:
    how: How | None = None
    return ResultView(1, result, "kings", confirmed, how)


CASES: list[tuple[str, BoardView, BoardView]] = [
    ("3x", board("1", "threefold"), board("1", "twofold")),
    ("3x", board("1", "fivefold"), board("1")),
    ("3x", board("1", "uncertain"), board("1", "joined late")),
    ("lost", board("1", "lost"), board("1", "over", link="lost")),
    ("silent", board("1", "silent"), board("1")),
    ("noisy", board("1", "noisy"), board("1")),
    ("clock<5", board("1", white_s=4000, black_s=299), board("1", white_s=300, black_s=4000)),
    ("clock<30s", board("1", white_s=29), board("1", white_s=31)),
    ("clock>=1h", board("1", white_s=3600, black_s=3600), board("1", white_s=3599)),
    ("clock<5", board("1", white_s=None, black_s=10), board("1", white_s=None, black_s=None)),
    ("clock<5", board("1", white_s=10), board("1", "over", white_s=10)),
    ("nomove", board("1", "ready"), board("1")),
    ("nomove", board("1", moves=()), board("1", "over", moves=())),
    ("paused", board("1", running=None), board("1")),
    ("paused", board("1", running=None), board("1", running=None, white_s=None, black_s=None)),
    ("noresult", board("1", phase="over"), board("1", "over")),
    ("noresult", board("1", before=proposed(confirmed=False, result="*")), board("1")),
    ("unconfirmed", board("1", outcome=proposed(confirmed=False)), board("1", outcome=proposed(confirmed=True))),
    ("age>120", board("1", heard_t_s=NOW_S - 121), board("1", heard_t_s=NOW_S - 119)),
    ("age>2min", board("1", heard_t_s=NOW_S - 121), board("1", heard_t_s=None)),
    ("idle>20", board("1", plies=2), board("1", plies=80)),
    ("move>40", board("1", fullmove=41), board("1", fullmove=40)),
    ("move=7", board("1", fullmove=7), board("1", fullmove=8)),
    ("quiet>40", board("1", halfmove_clock=82), board("1", halfmove_clock=80)),
    ("50m", board("1", "fifty"), board("1", halfmove_clock=99)),
    ("75m", board("1", "seventyfive"), board("1", "fifty")),
    ("act", board("1", "fivefold"), board("1", "acknowledged")),
    ("alert", board("1", "lost"), board("1", "threefold")),
    ("claim", board("1", claim=ClaimView("claim", "open", 1.0, "", None)), board("1")),
    ("unsure", board("1", "unfinished"), board("1")),
    ("playing", board("1"), board("1", "over")),
    ("over", board("1", "over"), board("1")),
    ("illegal", board("1", "illegal"), board("1", "unexplained")),
    ("unexplained", board("1", "unexplained"), board("1", "illegal")),
    ("flag", board("1", alerts=(alert("1", Rule.FLAG, Level.CHECK),)), board("1", "illegal")),
    ("??", board("1", "unexplained"), board("1")),
    ("--", board("1", "lost"), board("1", "silent")),
    ("!##", board("1"), board("1", "over")),
    ("state:lost", board("1", "lost"), board("1")),
    ("!over", board("1"), board("1", "over")),
    ("12", board("A12"), board("112")),
    ("1-20", board("20"), board("21")),
    ("20-1", board("B3"), board("B30")),
    ("NOWAK", board("1", players=Players("Nowak, Anna", "x")), board("1", players=Players("Novák, Anna", "x"))),
    ("lukasz", board("1", players=Players("x", "\u0141ukasz, W")), board("1")),
    ("garcia", board("1", players=Players("x", "Garc\u00eda")), board("1")),
    ("west", board("1", sector="Hall West"), board("1", sector="East")),
    ("a12", board("A12"), board("B12")),
    ("lost 1-20", board("7", "lost"), board("21", "lost")),
    ("nowak clock<5", board("1", players=Players("Nowak"), white_s=9), board("1", players=Players("Nowak"))),
]


@pytest.mark.parametrize(("typed", "meant", "other"), CASES, ids=[typed for typed, _, _ in CASES])
def test_a_word_keeps_the_boards_that_are_meant(typed: str, meant: BoardView, other: BoardView) -> None:
    assert kept(typed, meant) == [meant.board]
    assert kept(typed, other) == []


def test_every_word_is_tried_above() -> None:
    tried = {word for typed, _, _ in CASES for word in typed.split()}
    assert set(WORDS) <= tried
    assert all(any(each.startswith(name) for each in tried) for name in MEASURES)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("clok<5", "clok cannot be compared; these can: clock, age, idle, move, quiet."),
        ("3x clock<", "clock wants a number, as in clock<5."),
        ("clock<five", "clock wants a number, as in clock<5."),
        ("move>3min", "move wants a number, as in move>40."),
        ("over !", "! wants a word behind it, as in !over."),
        ("!clock>x", "clock wants a number, as in clock<5."),
    ],
)
def test_a_wrong_word_is_explained(typed: str, told: str) -> None:
    wrong = read_filter(typed)
    assert isinstance(wrong, Said)
    assert say(wrong) == told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("lsot", "No board, player or sector is called lsot. Do you mean lost?"),
        ("nwak", "No board, player or sector is called nwak. Do you mean nowak?"),
        ("qqqqqq", "No board, player or sector is called qqqqqq."),
        ("nowak lost", None),
        ("", None),
    ],
)
def test_a_name_that_nobody_has_is_told_with_the_nearest_word(typed: str, told: str | None) -> None:
    said = nobody(the(typed), [board("1", players=Players("Nowak, Anna", "Silva"))])
    assert (None if said is None else say(said)) == told


def test_nothing_typed_is_every_board() -> None:
    assert the("   ") == EVERY
    assert kept("", *HALL) == [each.board for each in HALL]


@given(TEXTS)
def test_whatever_is_typed_is_a_filter_or_told(typed: str) -> None:
    found = read_filter(typed)
    text = say(found) if isinstance(found, Said) else found.text
    assert text.isprintable()
    if isinstance(found, Filter):
        for each in HALL[: len(STATES)]:
            found.holds(each, NOW_S)
        nobody(found, HALL)


@given(st.lists(SAID, max_size=5))
def test_several_words_hold_together_in_any_order(said: list[str]) -> None:
    alone = [{*kept(word, *HALL)} for word in said]
    together = {each.board for each in HALL}.intersection(*alone)
    assert set(kept(" ".join(said), *HALL)) == together
    assert set(kept(" ".join(reversed(said)), *HALL)) == together


@given(SAID)
def test_a_word_and_its_contrary_share_the_hall(word: str) -> None:
    said = word.removeprefix("!")
    assert sorted(kept(said, *HALL) + kept("!" + said, *HALL)) == sorted(each.board for each in HALL)


@given(TEXTS)
def test_names_are_compared_without_capitals_and_accents(text: str) -> None:
    assert fold(text) == fold(text.swapcase()) or not text.isascii()
    assert fold(fold(text)) == fold(text)


def test_what_stands_perhaps_so_often_is_kept() -> None:
    maybe: Any = repeated(board("1"), 2, count_max=4)
    assert kept("4x", maybe) == ["1"]
    assert kept("5x", maybe) == []
