import pytest

from dgt_monitor.dashboard.words import RULES, age, clock, count_code, count_words, hms, minutes, told
from dgt_monitor.events import Level, Rule
from tests.dashboard.fake_hall import alert


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


@pytest.mark.parametrize(
    ("text", "article", "says"),
    [
        ("Bd 7. DRAW: stop the clocks. FIDE 9.6.1.", "9.6.1", "DRAW: stop the clocks. FIDE 9.6.1."),
        ("Bd 7. DRAW: stop the clocks. FIDE 9.6.1.", "FIDE 9.6.1", "DRAW: stop the clocks. FIDE 9.6.1."),
        ("Bd 71. Look.", None, "Bd 71. Look."),
        ("Stop\x1b the clocks.", "9.6\x07", "9.6?: Stop? the clocks."),
    ],
)
def test_an_alert_tells_board_and_article_once(text: str, article: str | None, says: str) -> None:
    assert told(alert("7", Rule.FIVEFOLD, Level.ACT, text=text, article=article)) == says
