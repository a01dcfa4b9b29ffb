"""What is told of a line: each change once, the worst that is left, and noise that is not taken for a board."""

from dgt_monitor.events import Rule
from dgt_monitor.hall.link import (
    MOST_WORDS,
    NOISE_PER_WORD,
    NOISY_BYTES,
    QUIET_AFTER_S,
    SILENT_AFTER_S,
    Link,
    LinkChange,
)

FLOOD_BYTES = 100_000
"""A second of random bytes over a network."""


def silent_and_noisy(dropped: int) -> Link:
    """At 9 s, after so many bytes dropped in each second."""
    link = Link()
    link.up()
    told = []
    for second in range(10):
        if second < 2:
            link.asked(float(second))
        told += link.tick(float(second))
        told += link.dropped(float(second), dropped)
    assert {change.raised for change in told} == {Rule.BOARD_SILENT, Rule.LINE_NOISY}
    return link


def test_what_noise_says_by_accident_is_no_board() -> None:
    link = silent_and_noisy(FLOOD_BYTES)
    for second in range(10, 600):
        assert link.dropped(float(second), FLOOD_BYTES) == []
        if second % 3 == 0:
            assert link.heard(float(second)) == []
        assert link.tick(float(second)) == []
    assert link.view == "silent"


def test_a_board_that_comes_back_on_a_noisy_line_is_heard_by_its_second_word() -> None:
    link = silent_and_noisy(NOISY_BYTES)
    assert link.heard(9.5) == []
    assert link.heard(9.6) == [LinkChange("noisy", ended=Rule.BOARD_SILENT)]
    assert link.view == "noisy"


def test_on_the_noisiest_serial_line_there_is_a_board_that_goes_on_speaking_is_heard() -> None:
    full_line = 960  # bytes a second, protocol 1.1
    link = silent_and_noisy(full_line)
    told = [change for n in range(MOST_WORDS) for change in link.heard(9.0 + n / 100)]
    assert told == [LinkChange("noisy", ended=Rule.BOARD_SILENT)]
    assert 10 * full_line <= MOST_WORDS * NOISE_PER_WORD


def test_after_the_noise_a_word_is_enough() -> None:
    link = silent_and_noisy(FLOOD_BYTES)
    quiet_s = 9.0 + QUIET_AFTER_S
    assert link.tick(quiet_s) == [LinkChange("silent", ended=Rule.LINE_NOISY)]
    assert link.heard(quiet_s + 1) == [LinkChange("connected", ended=Rule.BOARD_SILENT)]


def test_a_line_that_is_away_stays_so_when_its_noise_has_ended() -> None:
    link = Link()
    link.up()
    link.dropped(1.0, NOISY_BYTES)
    link.down()
    assert link.tick(1.0 + QUIET_AFTER_S) == [LinkChange("lost", ended=Rule.LINE_NOISY)]


def test_silence_takes_two_questions() -> None:
    link = Link()
    link.up()
    link.asked(0.0)
    assert link.tick(SILENT_AFTER_S * 3) == []
    link.asked(10.0)
    assert link.tick(10.0 + SILENT_AFTER_S) == [LinkChange("silent", raised=Rule.BOARD_SILENT)]
