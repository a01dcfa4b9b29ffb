"""TOML into typed objects: what is taken, and how what is wrong is told."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import pytest

from dgt_monitor.fields import FieldError, FileError, build, line_of, located, parse


class Leg(NamedTuple):
    length: int
    wood: str = "oak"


class Table(NamedTuple):
    name: str
    top: Literal["round", "square"] = "round"
    price: int | None = 5
    legs: tuple[Leg, ...] = ()
    best: Leg = Leg(1)
    folds: bool = False


TEXT = """\
# a comment
name = "kitchen"

price = false
legs = [
  { length = 3 },
  { length = 4, wood = "ash" },
]
[best]
# another
wood = "elm"
length = 7
"""


def read(text: str) -> Table:
    try:
        return build(Table, parse(text, "t.toml"))
    except FieldError as error:
        raise located(error, text, "t.toml") from None


def test_what_is_right_is_taken() -> None:
    assert read(TEXT) == Table("kitchen", "round", None, (Leg(3), Leg(4, "ash")), Leg(7, "elm"))


def test_what_is_not_given_is_as_before() -> None:
    assert build(Table, {"best": {"length": 9}}, (), read(TEXT)).best == Leg(9, "elm")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda t: t.replace("price = false", 'price = "dear"'), "line 4: price: a whole number is wanted, not 'dear'"),
        (lambda t: t.replace("price = false", "price = true"), "line 4: price: a whole number is wanted, not true"),
        (
            lambda t: t.replace("price", "prize"),
            "line 4: prize: there is no such key; did you mean price? Known are name, top, price, legs",
        ),
        (lambda t: t.replace("length = 4, ", ""), "line 5: legs[2].length: is missing"),
        (lambda t: t.replace("length = 7", "length = 7.5"), "line 12: best.length: a whole number is wanted, not 7.5"),
        (lambda t: t.replace("length = 7", ""), "line 9: best.length: is missing"),
        (lambda t: 'top = "oval"\n' + t, "line 1: top: 'oval' is none of round, square"),
        (lambda t: t.replace('name = "kitchen"', ""), "t.toml: name: is missing"),
        (lambda t: t.replace("price = false", "legs2 = 1 =\n"), "not TOML: "),
        (lambda t: t.replace("price = false", "folds = 1"), "line 4: folds: true or false is wanted, not 1"),
        (lambda _: 'name = "x"\nlegs = 4', "line 2: legs: a list is wanted, not 4"),
        (lambda _: 'name = "x"\nbest = 4', "line 2: best: a table is wanted"),
        (lambda _: 'name = "x"\n[[legs]]\nlength=1\n\n[[legs]]\nlength="a"', "line 6: legs[2].length: a whole number"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_key(change: Callable[[str], str], fault: str) -> None:
    with pytest.raises(FileError) as told:
        read(change(TEXT))
    assert fault in str(told.value)
    assert str(told.value).startswith("t.toml")


def test_lines_of_keys_over_several_lines() -> None:
    text = 'a = """\nb = 1\n"""\n[c]\n\n# d = 2\nd = [\n 1,\n 2,\n]\ne = 3\n'
    assert [line_of(text, path) for path in (("a",), ("b",), ("c",), ("c", "d"), ("c", "d", 1), ("c", "e"))] == [
        1, None, 4, 7, 7, 11,
    ]  # fmt: skip
