"""Sentences about histories and positions: their moves are named as people name them, known or not."""

from typing import Any

import pytest

from dgt_monitor.game.changes import Strange
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.ruling_texts import ruling_text
from dgt_monitor.hall.texts import strange_text, uncertain_text
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.profile import profiles


@pytest.mark.parametrize(
    ("after", "moves", "position"),
    [
        (move_label(55, 1, True, "Na2"), "The moves after 28.Na2 are not", "the position after 28.Na2 does not"),
        (move_label(2, 1, True, "?"), "The moves after Black's move 1 are", "the position after Black's move 1 does"),
        (move_label(15, 1, True, "?"), "The moves after White's move 8 are", "the position after White's move 8 does"),
        (move_label(0, 1, True, "?"), "The moves from the start on are not", "the position at the start does not"),
    ],
)
def test_the_moves_are_named_also_where_they_are_not_known(after: str, moves: str, position: str) -> None:
    assert moves in uncertain_text("7", after, "why")
    assert position in strange_text("7", ["e2", "e4"], after, Strange("position_unexplained", (12, 28), 1))
    assert "?" not in uncertain_text("7", after, "why")


ANSWERED = Strange("illegal_move", (6, 20), 2, "Ng1-e3", "way", "answered")
SAID = (
    "Bd 7. LOOK: Ng1-e3 after 1...e5 is not a legal move (the piece does not move so), and the opponent has replied. "
)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "fide-otb",
            (
                "Restore the position before it; in rapid and blitz with one arbiter for many games it stands unless "
                "both players agree, A.5.2. FIDE 7.5.1."
            ),
        ),
        ("fide-rapid-a4", "Restore the position before it. FIDE rapid (A.4) 7.5.1."),
        ("fide-blitz-b3", "It stands unless both players agree. FIDE blitz (B.3) A.5.2."),
        ("us-chess", "Restore the position before it. US Chess 11A."),
    ],
)
def test_what_becomes_of_an_illegal_move_is_as_the_profile_says(name: str, told: str) -> None:
    assert strange_text("7", ["g1", "e3"], "1...e5", ANSWERED, profiles()[name]) == SAID + told


@pytest.mark.parametrize(
    ("strange", "name", "end"),
    [
        (Strange("setup", (0,), 0), "fide-otb", "Mend it before move 1. FIDE 7.2.1."),
        (Strange("setup", (0,), 0), "us-chess", "Mend it before move 1. US Chess 11F."),
        (Strange("position_unexplained", (0,), 0), "fide-rapid-a4", "Go and look. FIDE rapid (A.4) 7.6."),
        (Strange("illegal_move", (0,), 0, "Pa7-a8", "unpromoted", "complete"), "fide-otb", "a queen. FIDE 7.5.2."),
        (Strange("illegal_move", (0,), 0, "Pa7-a8", "way", "complete"), "fide-otb", "before it. FIDE 7.5.1."),
    ],
)
def test_no_article_of_other_rules_is_named(strange: Strange, name: str, end: str) -> None:
    assert strange_text("7", ["a1"], "start", strange, profiles()[name]).endswith(end)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"kind": "illegal"}, "illegal move ended: restored"),
        ({"kind": "illegal", "outcome": "queened"}, "illegal move ended: queened"),
        (
            {"kind": "illegal", "outcome": "restored_further_back", "ply": 5},
            "illegal move ended: restored further back, the position after half-move 5",
        ),
        (
            {"kind": "position", "turn": "black", "castling": "Kq", "en_passant": "e3"},
            "turn and rights said: Black to move, castling Kq, en passant e3",
        ),
        ({"kind": "position"}, "turn and rights said: the same side to move, castling -, en passant -"),
        ({"kind": "exchange"}, "colours exchanged"),
        ({"kind": "exchange", "to_board": "9"}, "players exchanged: board 9"),
    ],
)
def test_a_ruling_says_all_that_was_ruled(fields: dict[str, Any], text: str) -> None:
    assert ruling_text(Ruling(0.0, "Ada", board="7", **fields)) == text
