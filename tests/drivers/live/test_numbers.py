"""Two boards that answer with one number are told, once."""

from drivers.live.numbers import Numbers
from drivers.readings import Identity, LineDown


def test_a_number_told_at_two_places_is_told_once() -> None:
    numbers = Numbers()
    assert numbers.take("P1", None, Identity(serial="12345")) is None
    assert numbers.take("P1", None, Identity(serial="12345")) is None
    said = numbers.take("B1", 7, Identity(serial="12345"))
    assert said is not None
    assert "number 12345" in said
    assert "P1" in said
    assert numbers.take("P1", None, Identity(serial="12345")) is None
    assert numbers.take("B1", 7, Identity(serial="12345")) is None


def test_two_boards_of_one_bus_are_told_apart_by_their_addresses() -> None:
    numbers = Numbers()
    numbers.take("B1", 7, Identity(long_serial="3000012345"))
    said = numbers.take("B1", 8, Identity(long_serial="3000012345"))
    assert said is not None
    assert "B1, address 00007" in said


def test_a_board_that_was_moved_while_its_line_was_away_is_no_second_one() -> None:
    numbers = Numbers()
    numbers.take("P1", None, Identity(serial="12345"))
    numbers.take("P1", None, LineDown("pulled"))
    assert numbers.take("P2", None, Identity(serial="12345")) is None
