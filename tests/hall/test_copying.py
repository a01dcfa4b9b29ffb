"""Copies of a board's state share what never changes, and nothing else."""

from collections import deque
from enum import Enum
from typing import Any, NamedTuple

import chess

from dgt_monitor.hall.copying import copied
from dgt_monitor.hall.refeeding import SLOTS
from tests.hall.correcting import CorrectedHall


class Colour(Enum):
    WHITE = 1


class Pair(NamedTuple):
    one: Any
    other: Any


class Base:
    __slots__ = ("first", "never_set")


class Thing(Base):
    __slots__ = ("second", "tell")

    def __init__(self) -> None:
        self.first = [1, 2]
        self.second = self.first
        self.tell = self.say

    def say(self) -> list[int]:
        return self.first


def test_what_was_one_object_is_one_object() -> None:
    thing = Thing()
    new = copied(thing, {})
    assert new is not thing
    assert new.first is new.second
    assert new.first is not thing.first
    assert new.say() is new.tell() is new.first
    assert not hasattr(new, "never_set")


def test_what_never_changes_is_shared_and_the_rest_is_not() -> None:
    value = {
        "letters": ["a", "b"], "plain": (1, "x"), "deep": Pair([1], None), "of": deque([[1]], 5), "set": {1, 2},
        Colour.WHITE: Colour.WHITE, "board": chess.Board(),
    }  # fmt: skip
    new = copied(value, {})
    assert new == value
    assert new["plain"] is value["plain"]
    assert new[Colour.WHITE] is Colour.WHITE
    for name in ("letters", "deep", "of", "set", "board"):
        assert new[name] is not value[name]
    assert type(new["deep"]) is Pair
    assert new["deep"].one is not value["deep"].one  # type: ignore[attr-defined]
    assert new["of"].maxlen == 5
    new["board"].push_san("e4")
    assert value["board"].fen() == chess.STARTING_FEN  # type: ignore[attr-defined]


def test_what_memo_knows_is_not_copied() -> None:
    shared = [1]
    assert copied({"it": shared}, {id(shared): shared})["it"] is shared


def test_a_board_that_goes_on_leaves_its_copy_as_it_was() -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Nf3")
    board = hall.hall.board_at("P1", None)
    assert board is not None
    new = copied({name: getattr(board, name) for name in SLOTS}, {})
    hall.moves("P1", "Nc6 Bb5 a6")
    hall.until(hall.t_s + 5)
    assert [ply.san for ply in new["tracker"].story.plies] == ["e4", "e5", "Nf3"]
    assert new["play"].ledger.ply == 3
    assert new["tracker"].seen != board.tracker.seen
    assert new["tracker"].seen is new["tracker"].story.seen
