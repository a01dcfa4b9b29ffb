"""The tournament file: what stands in it, and how what is wrong is told."""

import pytest

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.event import NO_TOURNAMENT, read_tournament
from dgt_monitor.tournament.people import Pairing, Person, Players

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
        (
            "[rules]",
            "[rule]",
            "e.toml, line 6: rule: there is no such key; did you mean rules? Known are profile, event,",
        ),
        ('"Table 3"\n', '"12"\n', "e.toml, line 11: labels.01025: '12' is the label of 55816 already"),
        ('"01025"', '"055816"', "e.toml, line 11: labels.055816: is the same number as 55816"),
        ('"12"', "3.2", "e.toml, line 10: labels.55816: a text is wanted, not 3.2"),
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


WHOLE = """\
event = "City Open"
site = "Riga LAT"
round = 5
chess960 = true
no_draw_before_move = 30
pairings = "round-{round}.pgn"

[[rounds]]
number = 4
date = "2026-11-29"

[[rounds]]
number = 5
date = 2026-11-30
start = 14:30:00

[[period]]
moves = 40
minutes = 90
increment_s = 30

[[period]]
moves = 20
minutes = 50
increment_s = 30

[[period]]
minutes = 15
increment_s = 30

[labels]
55816 = 12

[[board]]
label = "3.2"
serial = 1025
sector = "A"

[[board]]
label = 12
sector = "B"

[[player]]
name = "Petrov, Ivan"
title = "GM"
rating = 2611
federation = "LAT"
fide_id = 11600001

[players.12]
white = "petrov,  Ivan"
black = "Silva, Ana"
"""


class TestTheWholeFile:
    def test_all_of_it(self) -> None:
        made = read_tournament(WHOLE, "e.toml")
        assert (made.site, made.date, made.chess960, made.no_draw_before_move) == ("Riga LAT", "2026-11-30", True, 30)
        assert made.moves_required == (40, 60)
        assert made.time_control == "40/5400+30:20/3000+30:900+30"
        assert [made.label(number) for number in ("055816", "01025", "7")] == ["12", "3.2", None]
        assert [made.sector(label) for label in ("3.2", "12", "4")] == ["A", "B", ""]
        assert made.pairings_file == "round-5.pgn"
        assert made.rounds[1].start == "14:30:00"

    def test_a_player_is_known_by_name(self) -> None:
        made = read_tournament(WHOLE, "e.toml")
        white = made.person("12", "white")
        assert white == Person("petrov,  Ivan", "GM", 2611, "LAT", "11600001")
        assert made.person("12", "black") == Person("Silva, Ana")
        assert made.person("7", "black") == Person("")

    def test_pairings_fill_what_the_file_leaves_open(self) -> None:
        paired = (
            Pairing("12", Person("PETROV, Ivan", rating=2500, team="Riga"), Person("Other")),
            Pairing("3.2", Person("Kim"), Person("Lee", fide_id="7")),
        )
        made = read_tournament(WHOLE, "e.toml").with_pairings(paired)
        assert made.players == {"12": Players("petrov,  Ivan", "Silva, Ana"), "3.2": Players("Kim", "Lee")}
        assert made.person("12", "white") == Person("petrov,  Ivan", "GM", 2611, "LAT", "11600001", "Riga")
        assert made.person("12", "black") == Person("Silva, Ana")
        assert made.person("3.2", "black").fide_id == "7"

    def test_without_periods_no_moves_are_required(self) -> None:
        assert NO_TOURNAMENT.moves_required is None
        assert read_tournament("[[period]]\nminutes = 90\nincrement_s = 30", "e.toml").moves_required == ()

    @pytest.mark.parametrize(
        ("before", "after", "fault"),
        [
            ("minutes = 50", "minute = 50", "line 24: period[2].minute: there is no such key; did you mean minutes?"),
            ("moves = 20\n", "", "line 22: period[2].moves: is missing: only the last period"),
            ("minutes = 15", "minutes = 15\nmoves = 9", "line 29: period[3].moves: the last period is for all moves"),
            ("minutes = 15", "minutes = 1500", "line 28: period[3].minutes: 1500 is not between 0 and 1440"),
            ("minutes = 15", "minutes = 15\ndelay_s = 5", "line 29: period[3].delay_s: a period has an increment or"),
            ("number = 5", "number = 4", "line 13: rounds[2].number: round 4 is there twice"),
            ('"2026-11-29"', '"2026-02-29"', "line 10: rounds[1].date: '2026-02-29' is no date"),
            ("14:30:00", '"25:00"', "line 15: rounds[2].start: '25:00' is no time of day"),
            ("serial = 1025", "serial = 55816", "line 36: board[1].serial: has the label '12' already"),
            ('"3.2"', "12", "line 36: board[1].serial: '12' is the label of 55816 already"),
            ("serial = 1025", "serial = 10.5", "line 36: board[1].serial: a text is wanted, not 10.5"),
            ("no_draw_before_move = 30", "no_draw_before_move = 0", "line 5: no_draw_before_move: 0 is not between"),
            ("rating = 2611", "rating = 26110", "line 46: player[1].rating: 26110 is not between"),
            ("chess960 = true", 'chess960 = "maybe"', "line 4: chess960: true or false is wanted, not 'maybe'"),
            ("chess960 = true", "paired = []", "line 4: paired: there is no such key"),
            ('"Petrov, Ivan"', '"\\u0007"', "line 44: player[1].name: holds a character that cannot be printed"),
        ],
    )
    def test_what_is_wrong(self, before: str, after: str, fault: str) -> None:
        assert WHOLE.count(before) == 1
        with pytest.raises(FileError) as told:
            read_tournament(WHOLE.replace(before, after), "e.toml")
        assert fault in str(told.value)
