from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor.dashboard.ringer import GAP_S, MUTE_S, REPEAT_S, Ringer


def test_rings_at_once_and_again_until_nothing_calls() -> None:
    ringer = Ringer()
    assert not ringer.due(set(), 0)
    assert ringer.due({"a"}, 1)
    assert not ringer.due({"a"}, 1 + REPEAT_S - 0.1)
    assert ringer.due({"a"}, 1 + REPEAT_S)
    assert not ringer.due(set(), 100)


def test_a_second_call_rings_when_the_gap_is_over() -> None:
    ringer = Ringer()
    assert ringer.due({"a"}, 0)
    assert not ringer.due({"a", "b"}, 0.5)
    assert ringer.due({"a", "b"}, GAP_S)
    assert not ringer.due({"a", "b"}, GAP_S + 1)


def test_the_same_call_come_back_rings_again() -> None:
    ringer = Ringer()
    assert ringer.due({"a"}, 0)
    assert not ringer.due(set(), 5)
    assert ringer.due({"a"}, 6)


def test_silence_ends_with_a_ring_for_what_came_meanwhile() -> None:
    ringer = Ringer()
    ringer.toggle_mute(0)
    assert ringer.muted_s(60) == MUTE_S - 60
    assert not ringer.due({"a"}, 60)
    assert ringer.due({"a"}, MUTE_S)
    ringer.toggle_mute(MUTE_S + 1)
    ringer.toggle_mute(MUTE_S + 2)
    assert ringer.muted_s(MUTE_S + 2) is None


def test_off_is_off() -> None:
    assert not Ringer(on=False).due({"a"}, 0)


@given(st.lists(st.tuples(st.frozensets(st.sampled_from("abc")), st.integers(0, 40)), max_size=60))
def test_never_two_rings_within_the_gap_and_never_silence_beyond_the_repeat(
    steps: list[tuple[frozenset[str], int]],
) -> None:
    ringer, now, rang = Ringer(), 0.0, None
    for calling, quarters in steps:
        now += quarters / 4
        due = ringer.due(calling, now)
        assert not (due and not calling)
        assert not (due and rang is not None and now - rang < GAP_S)
        if calling and not due:
            assert rang is not None
            assert now - rang < REPEAT_S
        rang = now if due else rang
