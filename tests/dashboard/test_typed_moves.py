"""Moves typed from one on: where they begin, what will change, and that nothing is ruled before that is known."""

import pytest

from dgt_monitor.dashboard.deciding import WORKED_OUT
from dgt_monitor.dashboard.typed_moves import typed_game, typed_moves
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.language import words
from tests.dashboard.fake_hall import board, hall_of
from tests.dashboard.test_desk import desk_over

BLACK_BEGINS = "4k3/8/8/8/8/8/8/4K2R b K - 0 31"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1.e4", (1, ("e4",))),
        ("1...e5 2.Nf3", (2, ("e5", "Nf3"))),
        (" 12. Nf3 Nc6 13. Bb5 ", (23, ("Nf3", "Nc6", "Bb5"))),
        ("12\u2026Nc6", (24, ("Nc6",))),
        ("Nf3", None),
        ("12.", None),
        ("0.e4", None),
        ("", None),
    ],
)
def test_a_number_says_where_they_begin(text: str, found: object) -> None:
    assert typed_moves(board("7"), text) == found


def test_a_game_that_black_began() -> None:
    view = board("7")._replace(start_fen=BLACK_BEGINS)
    assert typed_moves(view, "31...Kd7 32.O-O") == (1, ("Kd7", "O-O"))
    assert typed_moves(view, "32.O-O") == (2, ("O-O",))
    assert typed_moves(view, "31.O-O") is None


def test_what_changes_is_shown_before_it_is_ruled() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for each in ("open", "rule", "moves"):
        desk.do(each)
    for letter in "1.d4 d55":
        desk.type(letter)
    desk.do("erase_moves")
    assert desk.note.endswith("1.d4 d5_")
    desk.do("moves_typed")
    assert words(WORKED_OUT) in desk.note
    desk.do("carry_out")
    assert feed.ruled == []
    feed.answer = "2 half-moves are other ones."
    assert desk.note == "Enter: 2 half-moves are other ones. (a reason may be typed)"
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "replace", board="7", ply=1, moves=("d4", "d5"))]


@pytest.mark.parametrize(
    ("typed", "ply"), [("5...Nb4", 10), ("5 ...Nb4", 10), ("5 Nb4", 9), ("5. Nb4 Nf6 6 Bd3", 9), ("5.Nf3 ...Nc6", 9)]
)
def test_numbers_as_people_write_them(typed: str, ply: int) -> None:
    found = typed_moves(board("7"), typed)
    assert found is not None
    assert found[0] == ply
    assert not any(move.strip(".").isdecimal() for move in found[1])


def test_without_a_number_nothing_is_asked() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for each in ("open", "rule", "moves"):
        desk.do(each)
    for letter in "d4":
        desk.type(letter)
    desk.do("moves_typed")
    assert "needs its number" in desk.note
    assert feed.asked == []
    assert desk.note.endswith("d4_"), "what was typed stays, to be mended"
    desk.do("erase_moves")
    assert "needs its number" not in desk.note


@pytest.mark.parametrize(("typed", "game", "ply"), [("g1 12.Nf3", 1, 23), ("G2: 3...Nc6", 2, 6), ("12.Nf3", 0, 23)])
def test_a_game_before_is_named_in_front(typed: str, game: int, ply: int) -> None:
    assert typed_game(typed)[0] == game
    desk, feed, _ = desk_over(hall_of([board("7", plies=40)]))
    for each in ("open", "rule", "moves"):
        desk.do(each)
    for letter in typed:
        desk.type(letter)
    desk.do("moves_typed")
    feed.answer = "All moves stay."
    desk.do("carry_out")
    assert [(each.kind, each.game, each.ply) for each in feed.ruled] == [("replace", game, ply)]
