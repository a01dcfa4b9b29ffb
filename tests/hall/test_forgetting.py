"""What was seen and is over is forgotten with the games that nobody can rule on any more, and no sooner."""

from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.alerts import AlertBook
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.refusing import MOST_KEPT


def seen_and_over(book: AlertBook, game: int) -> str:
    alert_id = book.next_id("1")
    book.add(
        Alert(game, "1", alert_id, game, 9, Rule.POSITION_UNEXPLAINED, None, Level.ACT, True, (), "no move explains it")
    )
    book.acknowledge(game, Ruling(game, "Ada", "acknowledge", alert_id, number=game), 9)
    book.retire(game + 0.5)
    return alert_id


def test_it_goes_with_its_game() -> None:
    book, ids = AlertBook(AlertNumbers()), list[str]()
    for game in range(1, MOST_KEPT + 4):
        book.begin_game()
        ids.append(seen_and_over(book, game))
    assert book.open() == ()
    gone, kept = ids[:2], ids[2:]
    assert len(kept) == MOST_KEPT + 1
    for number, alert_id in enumerate(gone, 1000):
        assert not book.unacknowledge(alert_id, number)
        assert book.ever(alert_id)
    for number, alert_id in enumerate(kept, 2000):
        assert book.unacknowledge(alert_id, number)
    assert {view.id for view in book.open()} == set(kept)


def test_what_nobody_has_seen_stays() -> None:
    book = AlertBook(AlertNumbers())
    book.begin_game()
    unseen = book.add(
        Alert(1, "1", book.next_id("1"), 1, 9, Rule.POSITION_UNEXPLAINED, None, Level.ACT, True, (), "look")
    )
    for _ in range(MOST_KEPT + 4):
        book.begin_game()
    assert [view.id for view in book.open()] == [unseen.id]
