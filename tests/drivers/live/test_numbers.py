"""Two boards that answer with one number are told, once; and a port that gives one number after another."""

from drivers.live.numbers import MOST, NOTHING, WITHIN_S, Numbers, Told
from drivers.readings import Identity, LineDown


def test_a_number_told_at_two_places_is_told_once() -> None:
    numbers = Numbers()
    assert numbers.take(0.0, "P1", None, Identity(serial="12345")) == NOTHING
    assert numbers.take(0.0, "P1", None, Identity(serial="12345")) == NOTHING
    said = numbers.take(0.0, "B1", 7, Identity(serial="12345")).trouble
    assert said is not None
    assert "number 12345" in said
    assert "P1" in said
    assert numbers.take(0.0, "P1", None, Identity(serial="12345")) == NOTHING
    assert numbers.take(0.0, "B1", 7, Identity(serial="12345")) == NOTHING


def test_two_boards_of_one_bus_are_told_apart_by_their_addresses() -> None:
    numbers = Numbers()
    numbers.take(0.0, "B1", 7, Identity(long_serial="3000012345"))
    said = numbers.take(0.0, "B1", 8, Identity(long_serial="3000012345")).trouble
    assert said is not None
    assert "B1, address 00007" in said


def test_a_board_that_was_moved_while_its_line_was_away_is_no_second_one() -> None:
    numbers = Numbers()
    numbers.take(0.0, "P1", None, Identity(serial="12345"))
    numbers.take(0.0, "P1", None, LineDown("pulled"))
    assert numbers.take(0.0, "P2", None, Identity(serial="12345")) == NOTHING


def test_a_place_that_gives_one_number_after_another_is_not_followed_until_it_keeps_to_one() -> None:
    numbers = Numbers()
    for n in range(MOST + 1):
        assert numbers.take(1.0 * n, "P1", None, Identity(serial=f"{n:05d}")) == NOTHING
    trouble, follow = numbers.take(6.5, "P1", None, Identity(serial="00099"))
    assert trouble is not None
    assert "one serial number after another" in trouble
    assert follow is False
    for n in range(20_000):
        assert numbers.take(7.0, "P1", None, Identity(serial=f"{n:05d}")) == NOTHING
    assert numbers.restless == {("P1", None)}
    assert numbers.take(7.0 + WITHIN_S - 0.1, "P1", None, Identity(serial="19999")) == NOTHING
    assert numbers.take(7.0 + WITHIN_S, "P1", None, Identity(serial="19999")) == Told(follow=True)
    assert not numbers.restless
    assert numbers.take(70.0, "P2", None, Identity(serial="19999")).trouble is not None


def test_boards_tried_one_after_the_other_on_one_plug_are_followed() -> None:
    numbers = Numbers()
    for n in range(500):
        t_s = n * (WITHIN_S / MOST)
        assert numbers.take(t_s, "P1", None, Identity(serial=f"{n:05d}")) == NOTHING
        assert numbers.take(t_s + 0.1, "P1", None, Identity(long_serial=f"30000{n:05d}")) == NOTHING
    assert len(numbers._places) == 2


def test_a_line_opened_anew_is_followed_again() -> None:
    numbers = Numbers()
    for n in range(MOST + 2):
        numbers.take(1.0, "P1", None, Identity(serial=f"{n:05d}"))
    assert numbers.restless
    numbers.take(2.0, "P1", None, LineDown("pulled"))
    assert not numbers.restless
    assert not numbers._places


def test_a_number_that_was_exchanged_for_another_is_free_for_another_place() -> None:
    numbers = Numbers()
    numbers.take(0.0, "P1", None, Identity(serial="00001"))
    numbers.take(1.0, "P1", None, Identity(serial="00002"))
    assert numbers.take(2.0, "P2", None, Identity(serial="00001")) == NOTHING
