"""What is left for somebody to acknowledge when an alert has ended."""

import pytest

from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.alerts import AlertBook


def book_with(rule: Rule, level: Level) -> AlertBook:
    book = AlertBook(AlertNumbers())
    book.add(Alert(1.0, "7", book.next_id("7"), 1, 3, rule, None, level, False, (), "Bd 7. Look."))
    return book


@pytest.mark.parametrize("retired", [False, True])
@pytest.mark.parametrize(
    ("rule", "level", "asks"),
    [
        (Rule.HISTORY_UNCERTAIN, Level.CHECK, False),
        (Rule.THREEFOLD, Level.CHECK, False),
        (Rule.ILLEGAL_MOVE, Level.CHECK, True),
        (Rule.FIVEFOLD, Level.ACT, True),
    ],
)
def test_a_doubt_that_is_over_asks_for_no_look_any_more(rule: Rule, level: Level, asks: bool, retired: bool) -> None:
    book = book_with(rule, level)
    assert [view.rule for view in book.open()] == [rule]
    if retired:
        book.retire(2.0)
    else:
        book.clear(2.0, lambda _: True, "resolved")
    assert [view.rule for view in book.open()] == [rule] * asks
