"""What a filter or a sector leaves out, and what nothing leaves out."""

from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.dashboard.choosing import Look, besides, chosen, never_hidden, sector_name, sectors
from dgt_monitor.dashboard.filtering import EVERY, MEASURES, WORDS, Filter, read_filter
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import AlertView, BoardView
from tests.dashboard.fake_hall import NOW_S, STATES, alert, board, make_hall

TYPED = st.one_of(
    st.sampled_from(["", "nobody", *WORDS, *(f"!{word}" for word in WORDS)]),
    st.sampled_from([measure.example for measure in MEASURES.values()]),
    st.text(max_size=20),
)
SECTORS = st.frozensets(st.sampled_from(["", "A", "B"]))
TIMES = st.one_of(st.none(), st.just(10.0))
ALERTS = st.builds(
    lambda rule, level, gone, seen: alert("1", rule, level, cleared_t_s=gone, acknowledged_t_s=seen),
    st.sampled_from(Rule),
    st.sampled_from(Level),
    TIMES,
    TIMES,
).filter(lambda each: each.open)
BOARDS = st.builds(
    lambda state, sector, alerts: board("1", state, sector=sector)._replace(alerts=tuple(alerts)),
    st.sampled_from(STATES),
    st.sampled_from(["", "A", "B"]),
    st.lists(ALERTS, max_size=3),
)


def look_for(typed: str, wanted: frozenset[str] = frozenset()) -> Look:
    found = read_filter(typed)
    return Look(only=found if isinstance(found, Filter) else EVERY, sectors=wanted)


def must_stay(each: AlertView) -> bool:
    """Said over again, in the words of the task."""
    drawn = each.rule in (Rule.FIVEFOLD, Rule.SEVENTYFIVE)
    quiet = each.rule in (Rule.THREEFOLD, Rule.FIFTY)
    return drawn or (each.level is Level.ACT and not quiet and each.acknowledged_t_s is None)


@given(BOARDS, TYPED, SECTORS)
def test_nothing_hides_a_board_that_is_drawn_or_wants_somebody_to_act(
    view: BoardView, typed: str, wanted: frozenset[str]
) -> None:
    shown = chosen([view], look_for(typed, wanted), NOW_S)
    if any(map(must_stay, view.alerts)):
        assert shown == [view]
    assert never_hidden(view) is any(map(must_stay, view.alerts))


@given(TYPED, SECTORS)
def test_boards_that_are_left_out_are_neither_wanted_nor_urgent(typed: str, wanted: frozenset[str]) -> None:
    boards = [each._replace(sector="AB"[n % 2]) for n, each in enumerate(make_hall(60).boards)]
    look = look_for(typed, wanted)
    shown = chosen(boards, look, NOW_S)
    assert [each for each in boards if each in shown] == shown
    fitting = [each for each in boards if look.only.holds(each, NOW_S) and (not wanted or each.sector in wanted)]
    assert all(each in shown for each in fitting)
    assert len(shown) == len(fitting) + (besides(boards, look, NOW_S) if look.narrowed else 0)


def test_a_board_that_was_gone_to_is_shown_besides() -> None:
    boards = [board("1"), board("2"), board("3", "lost")]
    assert [each.board for each in chosen(boards, look_for("lost"), NOW_S)] == ["3"]
    assert [each.board for each in chosen(boards, look_for("lost"), NOW_S, also="2")] == ["2", "3"]


def test_sectors_are_listed_with_their_boards_and_those_of_none_last() -> None:
    boards = [board("1"), board("2", sector="B"), board("3", sector="A"), board("4", sector="B")]
    assert sectors(boards) == [("B", 2), ("A", 1), ("", 1)]
    assert [sector_name(each) for each in ("B", "", "\x1b[2J")] == ["B", "no sector", "?[2J"]


def test_what_is_chosen_is_told_in_words() -> None:
    assert look_for("lost  3x", frozenset({"B", "A"})).told() == "A, B: lost 3x"
    assert look_for("lost").told() == "lost"
    assert not Look().narrowed
