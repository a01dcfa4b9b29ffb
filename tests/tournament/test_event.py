"""The tournament file: what stands in it, and how what is wrong is told."""

import pytest

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.event import NO_TOURNAMENT, Players, read_tournament

TEXT = """\
profile = "fide-rapid-a5"
event = "City Open"
round = 5
white_clock = "left"

[rules]
wrong_claim_penalty_minutes = 2

[labels]
55816 = "12"
"01025" = "Table 3"

[players]
12 = { white = "Petrov, Ivan", black = "Silva, João" }
"Table 3" = { white = "Aaron" }
"""


def test_everything_in_it() -> None:
    made = read_tournament(TEXT, "e.toml")
    assert (made.profile, made.title, made.white_clock) == ("fide-rapid-a5", "City Open, round 5", "left")
    assert made.rules == {"wrong_claim_penalty_minutes": 2}
    assert [made.label(number) for number in ("55816", "1025", "01025", "9", None)] == [
        "12", "Table 3", "Table 3", None, None,
    ]  # fmt: skip
    assert made.label(None, "0055816") == "12"
    assert [made.who(board) for board in ("12", "Table 3", "7")] == ["12 Petrov-Silva", "Table 3 Aaron-?", "7"]


def test_an_empty_file_says_nothing() -> None:
    assert read_tournament("", "e.toml") == NO_TOURNAMENT
    assert NO_TOURNAMENT.title == ""


def test_results_are_confirmed_by_time_only_where_it_says_so() -> None:
    assert read_tournament("confirm_results_after_s = 600", "e.toml").confirm_results_after_s == 600
    assert NO_TOURNAMENT.confirm_results_after_s is None
    for text, fault in (("-1", "is less than 0"), ("true", "whole number"), ('"600"', "whole number")):
        with pytest.raises(FileError, match=f"line 1: confirm_results_after_s: .*{fault}"):
            read_tournament(f"confirm_results_after_s = {text}", "e.toml")


def test_short_names() -> None:
    assert Players("van der Berg, Jan", "St. John").short == "van der Berg-St. John"
    assert Players(" , Jan", "").short == "?-?"
    assert Players().short == ""


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("round = 5", "round = 5.5", "e.toml, line 3: round: a text or a whole number is wanted, not 5.5"),
        ("round = 5", "round = [5]", "e.toml, line 3: round: a text or a whole number is wanted, not a list"),
        ('"left"', '"top"', "e.toml, line 4: white_clock: 'top' is none of left, right"),
        ("[rules]", "[rule]", "e.toml, line 6: rule: there is no such key; known are profile, event, round,"),
        ('"Table 3"\n', '"12"\n', "e.toml, line 11: labels.01025: '12' is the label of 55816 already"),
        ('"01025"', '"055816"', "e.toml, line 11: labels.055816: is the same number as 55816"),
        ('"12"', "12", "e.toml, line 10: labels.55816: a text is wanted, not 12"),
        ('"12"', '" "', "e.toml, line 10: labels.55816: is empty"),
        ("Petrov", "Petrov\\u001b[2J", "line 14: players.12.white: holds a character that cannot be printed"),
        ("Petrov", "P" * 90, "e.toml, line 14: players.12.white: has 96 characters; at most 80 are taken"),
        ("black =", "blue =", "e.toml, line 14: players.12.blue: there is no such key; known are white, black"),
        ('event = "City Open"', 'event = "City', "e.toml: not TOML: "),
        ("[players]", "[players]\n3 = 4", "e.toml, line 14: players.3: a table is wanted"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_key(before: str, after: str, fault: str) -> None:
    assert TEXT.count(before) == 1
    with pytest.raises(FileError) as told:
        read_tournament(TEXT.replace(before, after), "e.toml")
    assert fault in str(told.value)
