import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.simulator.clock import DgtClock, Face, TimeControl

BLITZ = TimeControl(180, 2)


def faces(clock: DgtClock, t_s: float) -> list[Face]:
    return [face for _, face in clock.advance(t_s)]


def test_the_first_increment_is_there_before_the_clock_runs() -> None:
    assert DgtClock(BLITZ, "left").face() == Face(182, 182, False, "left", False, False)


def test_one_change_a_second_while_it_runs() -> None:
    clock = DgtClock(BLITZ, "left")
    clock.start(5.0)
    changes = clock.advance(8.5)
    assert [t_s for t_s, _ in changes] == [5.0, 6.0, 7.0, 8.0]
    assert [face.left_s for _, face in changes] == [182, 181, 180, 179]
    assert all(face.running and face.right_s == 182 and face.turn == "left" for _, face in changes)


def test_the_lever_shows_the_increment_in_the_same_display() -> None:
    clock = DgtClock(BLITZ, "left")
    clock.start(0.0)
    clock.press(3.4)
    changes = clock.advance(5.0)
    assert changes[-3] == (3.0, Face(179, 182, True, "left", False, False))
    assert changes[-2] == (3.4, Face(181, 182, True, "right", False, False))
    assert changes[-1] == (4.4, Face(181, 181, True, "right", False, False))


def test_parts_of_seconds_are_kept() -> None:
    clock = DgtClock(TimeControl(10, 0), "left")
    clock.start(0.0)
    for press in range(1, 8):
        clock.press(press * 0.25)
    clock.stop(2.0)
    assert clock.face()[:2] == (9, 9)


def test_stopped_it_keeps_turn_and_times() -> None:
    clock = DgtClock(BLITZ, "right")
    clock.start(0.0)
    clock.stop(2.5)
    assert faces(clock, 100.0)[-1] == Face(182, 180, False, "right", False, False)
    assert clock.due_s is None


def test_a_lever_pressed_while_stopped_gives_no_increment() -> None:
    clock = DgtClock(BLITZ, "left")
    clock.press(1.0)
    assert faces(clock, 1.0) == [Face(182, 182, False, "right", False, False)]


def test_the_flag_falls_at_zero_and_the_clock_stands() -> None:
    clock = DgtClock(TimeControl(3, 0), "left")
    clock.start(0.0)
    assert clock.advance(60.0)[-1] == (3.0, Face(0, 3, False, "left", True, False))
    clock.press(61.0)
    clock.start(62.0)
    assert faces(clock, 70.0) == [Face(0, 3, False, "right", True, False)]


def test_who_hears_late_misses_nothing() -> None:
    clock = DgtClock(BLITZ, "left")
    clock.start(0.0)
    clock.press(1.5)
    assert [t_s for t_s, _ in clock.advance(1.2)] == [0.0, 1.0]
    assert [t_s for t_s, _ in clock.advance(1.5)] == [1.5]
    assert clock.due_s == 2.5


def test_time_does_not_go_back() -> None:
    clock = DgtClock(BLITZ, "left")
    clock.start(2.0)
    with pytest.raises(ValueError, match="time went back"):
        clock.press(1.0)


def test_more_than_the_display_holds_is_shown_as_its_most() -> None:
    clock = DgtClock(TimeControl(35_990, 9), "left")
    clock.start(0.0)
    clock.press(0.5)
    assert clock.face().left_s == 35_999


@pytest.mark.parametrize(
    ("text", "control"),
    [("180+2", (180, 2)), ("5400", (5400, 0)), (" 40/5400+30:1800+30 ", (7200, 30)), ("0+5", (0, 5))],
)
def test_time_controls_are_read(text: str, control: tuple[int, int]) -> None:
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize(
    "text",
    ["", "-", "?", "3 min", "180+2+2", "180,2", "0", "36000", "999999+9", "*60", "١٨٠", "1:" * 50, "-5"],
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"control|clock"):
        TimeControl.parse(text)


@given(st.lists(st.integers(0, 4_000), max_size=40), st.integers(1, 30), st.integers(0, 3))
def test_a_display_falls_by_one_and_rises_by_the_increment_only(
    gaps_ms: list[int], base_s: int, increment_s: int
) -> None:
    clock = DgtClock(TimeControl(base_s, increment_s), "left")
    before = clock.face()
    clock.start(0.0)
    now_ms = 0
    for gap_ms in gaps_ms:
        now_ms += gap_ms
        clock.press(now_ms / 1000)
    for _, face in clock.advance(now_ms / 1000 + 100.0):
        assert face != before
        rose = {"left": face.left_s - before.left_s, "right": face.right_s - before.right_s}
        other = "right" if before.turn == "left" else "left"
        assert rose[other] == 0
        if face.turn == before.turn:
            assert rose[before.turn] in {0, -1}
        else:
            assert rose[before.turn] == (increment_s if before.running else 0)
        before = face
