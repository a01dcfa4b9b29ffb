"""The next game of a board: when it is out, and when it takes the place of the one before."""

from dgt_monitor.broadcast.showing import Showing
from dgt_monitor.tournament.outs import Out
from tests.broadcast.reading import one
from tests.broadcast.telling import TellingHall


def two_games(delay: str) -> TellingHall:
    """One of four moves, and one begun after it with no word of a result."""
    hall = TellingHall(Out("live", delay=delay))
    hall.start()
    hall.moves("e4 e5 Nf3 Nc6")
    hall.at(100.0).start(game=2)
    hall.moves("d4 d5 c4", game=2)
    return hall


def test_a_proposed_result_changes_nothing() -> None:
    hall, showing = two_games("15 min"), Showing()
    hall.at(2000.0)
    (output,) = hall.sending.wanted
    showing.follow(output)
    before = dict(hall.live)
    assert one(hall.text()).moves == ("d2d4", "d7d5", "c2c4")
    hall.result("1-0", confirmed=False)
    assert hall.live == before
    assert showing.follow(output) == ([], [])


def test_a_confirmed_result_changes_the_game_after_its_delay() -> None:
    hall = two_games("15 min")
    hall.at(2000.0).result("1-0")
    hall.at(2899.9)
    assert one(hall.text()).moves == ("d2d4", "d7d5", "c2c4")
    hall.at(2900.0)
    assert (one(hall.text()).tags["Result"], len(one(hall.text()).moves)) == ("1-0", 4)


def test_a_proposal_of_before_the_next_game_that_is_withdrawn_holds_no_place() -> None:
    hall = TellingHall()
    hall.start()
    hall.moves("e4 e5")
    hall.result("1-0", confirmed=False)
    hall.start(game=2)
    hall.moves("d4 d5", game=2)
    assert one(hall.text()).moves == ("e2e4", "e7e5")
    hall.result("*", confirmed=False)
    assert one(hall.text()).moves == ("d2d4", "d7d5")
