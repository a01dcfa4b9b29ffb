"""Sentences about histories and positions: their moves are named as people name them, known or not."""

import pytest

from dgt_monitor.game.changes import Strange
from dgt_monitor.hall.texts import strange_text, uncertain_text
from dgt_monitor.laws.labels import move_label


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
