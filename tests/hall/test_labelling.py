"""Labels by lifting the white king: readings in, labels out."""

from random import Random

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.hall.labelling import LONGEST_LIFT_S, SHORTEST_LIFT_S, Labelling, labels_from
from drivers.readings import BoardDump, FieldUpdate, Identity, LineDown, LineUp, Reading
from tests.drawn import drawn

START = "".join(letters(chess.Board()))
DRAWN = drawn()
TWICE = "board {} has {} already: its king was lifted twice; next is {}"


class Walk:
    """Somebody walks from table to table. Boards 1, 2, .. have the numbers 00101, 00102, .. on the ports P1, P2, .."""

    def __init__(self, boards: int = 3, labels: dict[str, str] | None = None, **options: bool) -> None:
        self.labelling = Labelling(labels_from("1"), labels or {}, **options)
        self.told: list[str] = []
        self.t_s = 0.0
        for board in range(1, boards + 1):
            self.read(board, LineUp())
            self.read(board, Identity(serial=f"{100 + board:05d}"))
            self.read(board, BoardDump(START))

    def read(self, board: int, reading: Reading, after_s: float = 0.0) -> None:
        self.t_s += after_s
        self.told += self.labelling.read(self.t_s, f"P{board}", None, reading)

    def up(self, board: int, square: int = chess.E1) -> None:
        self.read(board, FieldUpdate(square, "."), 1.0)

    def down(self, board: int, square: int = chess.E1, after_s: float = 0.8) -> None:
        self.read(board, FieldUpdate(square, "K"), after_s)

    def lift(self, *boards: int) -> None:
        for board in boards:
            self.up(board)
            self.down(board)

    @property
    def labels(self) -> dict[str, str]:
        return {serial.removeprefix("00"): label for serial, label in self.labelling.labels.items()}


def test_table_by_table() -> None:
    walk = Walk()
    walk.lift(2, 1, 3)
    assert walk.labels == {"102": "1", "101": "2", "103": "3"}
    assert walk.told == ["1 = board 00102; next is 2", "2 = board 00101; next is 3", "3 = board 00103; next is 4"]


def test_taken_back_and_skipped() -> None:
    walk = Walk()
    walk.lift(1, 3)
    walk.told = walk.labelling.take_back()
    assert walk.told == ["2 is taken back from board 00103; it is next"]
    walk.lift(2)
    assert walk.labelling.skip() == ["3 is left out; next is 4"]
    walk.lift(3)
    assert walk.labels == {"101": "1", "102": "2", "103": "4"}
    for text in (
        "4 is taken back from board 00103; it is next",
        "3 is not left out; it is next",
        "2 is taken back from board 00102; it is next",
        "1 is taken back from board 00101; it is next",
        "nothing was done that could be taken back",
    ):
        assert walk.labelling.take_back() == [text]
    assert walk.labels == {}


def test_a_board_lifted_twice_is_told_and_gets_no_second_label() -> None:
    walk = Walk()
    walk.lift(1, 1, 2)
    assert walk.told[1] == TWICE.format("00101", "1", "2")
    assert walk.labels == {"101": "1", "102": "2"}


def test_two_kings_up_at_once_get_no_label_and_are_told_once() -> None:
    walk = Walk()
    walk.up(1)
    walk.up(2)
    walk.down(1)
    walk.down(2)
    assert walk.told == [
        "kings are up on several boards at once (00101 and 00102): none gets a label; lift them one after the other"
    ]
    assert walk.labels == {}
    walk.lift(2)
    assert walk.labels == {"102": "1"}


def test_a_king_that_lies_beside_its_board_holds_nobody_up() -> None:
    walk = Walk()
    walk.up(3)
    walk.t_s += LONGEST_LIFT_S
    walk.lift(1)
    walk.down(3)
    assert walk.labels == {"101": "1"}


@pytest.mark.parametrize("after_s", [SHORTEST_LIFT_S - 0.01, LONGEST_LIFT_S + 0.01])
def test_a_flicker_and_a_king_that_was_away_for_long_are_no_lift(after_s: float) -> None:
    walk = Walk()
    walk.up(1)
    walk.down(1, after_s=after_s)
    assert not walk.told
    walk.lift(1)
    assert walk.labels == {"101": "1"}


def test_what_is_no_king_put_back_where_it_stood_is_no_lift() -> None:
    walk = Walk()
    walk.up(1, chess.D1)
    walk.read(1, FieldUpdate(chess.D1, "Q"), 1.0)
    walk.up(1)
    walk.read(1, FieldUpdate(chess.E2, "."), 0.5)
    walk.down(1, chess.E2)  # put elsewhere
    walk.down(1)
    walk.up(2)
    walk.read(2, FieldUpdate(chess.E1, "Q"), 1.0)
    walk.up(2)
    walk.down(2)
    assert not walk.told
    assert walk.labels == {}


def test_a_turned_board_and_a_dump_that_tells_the_king_put_back() -> None:
    walk = Walk(1)
    walk.read(1, LineDown(""))
    walk.read(1, LineUp())
    walk.read(1, BoardDump(START[::-1]))
    walk.up(1, chess.D8)
    away = START[::-1][: chess.D8] + "." + START[::-1][chess.D8 + 1 :]
    walk.read(1, BoardDump(away), 0.5)
    walk.read(1, BoardDump(START[::-1]), 0.5)
    assert walk.labels == {"101": "1"}


def test_in_chess960_the_king_stands_anywhere_on_the_first_rank() -> None:
    array = "".join(letters(chess.Board.from_chess960_pos(0)))
    walk = Walk(0, chess960=True)
    for reading in (LineUp(), Identity(serial="00101"), BoardDump(array)):
        walk.read(1, reading)
    walk.up(1, array.index("K"))
    walk.down(1, array.index("K"))
    assert walk.labels == {"101": "1"}


def test_labels_from_before_move_to_the_board_that_stands_there_now() -> None:
    walk = Walk(labels={"777": "1", "00102": "9", "888": "20"})
    walk.lift(1, 2)
    assert walk.labels == {"888": "20", "101": "1", "102": "2"}
    assert walk.told == [
        "1 = board 00101; next is 2",
        "board 777 was 1 before, and has no label now",
        "2 = board 00102; next is 3",
        "board 00102 was 9 before",
    ]
    for _ in range(2):
        walk.labelling.take_back()
    assert walk.labels == {"777": "1", "102": "9", "888": "20"}


def test_a_board_that_came_to_another_port_is_the_same_and_one_that_came_in_its_place_another() -> None:
    walk = Walk(1)
    walk.lift(1)
    for reading in (LineUp(), Identity(serial="00101"), BoardDump(START)):
        walk.read(2, reading)
    walk.lift(2)
    assert walk.told[-1] == TWICE.format("00101", "1", "2")
    walk.read(1, Identity(serial="00109"))
    walk.lift(1)
    assert walk.labels == {"101": "1", "109": "2"}


def test_without_a_number_there_is_no_label_but_an_address_is_one() -> None:
    walk = Walk(0)
    walk.read(1, BoardDump(START))
    walk.lift(1)
    assert walk.told == ["this board tells no serial number: it can have no label"]
    labelling = walk.labelling
    for t_s, reading in (
        (90.0, BoardDump(START)),
        (91.0, FieldUpdate(chess.E1, ".")),
        (92.0, FieldUpdate(chess.E1, "K")),
    ):
        labelling.read(t_s, "B1", 1025, reading)
    assert labelling.labels == {"01025": "1"}


@pytest.mark.parametrize(
    ("first", "boards", "labels"),
    [
        ("1", None, ["1", "2", "3"]),
        ("041", None, ["041", "042", "043"]),
        ("A9", None, ["A9", "A10", "A11"]),
        ("1.1", 2, ["1.1", "1.2", "2.1"]),
        ("3.4", 4, ["3.4", "4.1", "4.2"]),
    ],
)
def test_labels_are_counted_up(first: str, boards: int | None, labels: list[str]) -> None:
    label_at = labels_from(first, boards)
    assert [label_at(n) for n in range(3)] == labels


@pytest.mark.parametrize(
    ("first", "boards"), [("", None), ("front", None), ("1.1", None), ("1.3", 2), ("7", 4), ("x.1", 4)]
)
def test_what_cannot_be_counted_up_from(first: str, boards: int | None) -> None:
    with pytest.raises(ValueError, match=r"no match and board|cannot be counted up"):
        labels_from(first, boards)


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_whatever_is_lifted_taken_back_and_skipped_no_label_stands_twice(seed: int) -> None:
    print(f"seed {seed}")
    rng = Random(seed)
    walk = Walk(6, {"55": "2", "00104": "3"})
    for _ in range(300):
        board = rng.randrange(1, 7)
        what = rng.choice(["lift", "lift", "up", "down", "skip", "back", "away"])
        if what == "lift":
            walk.lift(board)
        elif what == "up":
            walk.up(board)
        elif what == "down":
            walk.down(board, after_s=rng.random())
        elif what == "skip":
            walk.labelling.skip()
        elif what == "back":
            walk.labelling.take_back()
        else:
            walk.read(board, LineDown(""))
            walk.read(board, BoardDump(START))
        assert len(set(walk.labels.values())) == len(walk.labels)
    for _ in range(300):
        walk.labelling.take_back()
    assert walk.labels == {"55": "2", "104": "3"}
