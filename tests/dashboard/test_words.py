import pytest

from dgt_monitor.dashboard.words import RULES, age, clock, count_code, count_words, hms, minutes
from dgt_monitor.events import Rule


def test_every_rule_has_its_words() -> None:
    assert set(RULES) == set(Rule)
    assert all(len(words.code) == 2 for words in RULES.values())


@pytest.mark.parametrize(
    ("count", "most", "code", "words"),
    [
        (0, 0, "", "0 times"),
        (1, 1, "", "once"),
        (2, 2, "2x", "2 times"),
        (3, 3, "3x", "3 times"),
        (5, 5, "5x", "5 times"),
        (12, 12, ">9", "12 times"),
        (1, 2, "2?", "1 to 2 times"),
        (3, 5, "5?", "3 to 5 times"),
        (3, 14, ">9", "3 to 14 times"),
        (1, None, "1+", "once or more"),
        (3, None, "3+", "3 times or more"),
        (10, None, ">9", "10 times or more"),
    ],
)
def test_counts_and_intervals(count: int, most: int | None, code: str, words: str) -> None:
    assert count_code(count, most) == code
    assert count_words(count, most) == words


def test_times() -> None:
    assert hms(3723.9) == "1:02:03"
    assert hms(-61) == "-0:01:01"
    assert minutes(245) == "4:05"
    assert [age(0), age(119), age(120), age(7200)] == ["0 s", "119 s", "2 min", "2 h"]
    assert clock(None) == "-:--:--"
    assert clock(59) == "0:00:59"
