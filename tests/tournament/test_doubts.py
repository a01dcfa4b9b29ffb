"""What in a tournament file is likely a mistake: told, and taken all the same."""

import pytest

from dgt_monitor.tournament.doubts import doubts, look_of


def told(labels: dict[str, str], *players: str) -> list[tuple[tuple[str | int, ...], str]]:
    given = ((("labels", serial), serial, label) for serial, label in labels.items())
    return [(doubt.path, doubt.fault) for doubt in doubts(given, players)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("10", "1O"), ("12", "12 "), ("12", " 1 2"), ("1", "01"), ("1", "l"), ("A1", "a1"), ("10", "1О"), ("３", "3")],
)
def test_labels_that_look_alike(one: str, other: str) -> None:
    ((path, fault),) = told({"100": one, "200": other})
    assert path == ("labels", "200")
    assert fault == f"the label {other!r} looks like {one!r}, which is another board"


@pytest.mark.parametrize(("one", "other"), [("1", "2"), ("1.1", "11"), ("10", "100"), ("A1", "B1"), ("0", "O1")])
def test_labels_that_do_not(one: str, other: str) -> None:
    assert told({"100": one, "200": other}) == []


def test_players_of_a_board_that_no_label_names() -> None:
    labels = {"100": "10", "200": "12 "}
    assert told(labels, "10", "12 ") == []
    assert told(labels, "77", "12", "1O", "200") == [
        (("players", "77"), "no board has this label"),
        (("players", "12"), "no board has this label; '12 ' looks like it"),
        (("players", "1O"), "no board has this label; '10' looks like it"),
        (("players", "200"), "no board has this label: it is the number of the board with the label '12 '"),
    ]


def test_where_no_board_has_a_label_players_are_named_by_what_boards_are_called() -> None:
    assert told({}, "77") == []


def test_every_label_has_a_look() -> None:
    assert [look_of(label) for label in ("", "0", "00", "O", "7")] == ["", "0", "00", "0", "7"]
