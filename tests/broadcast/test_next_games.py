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


def games_out(hall: TellingHall) -> set[int]:
    (output,) = hall.sending.wanted
    return {number for _, number in output.shown}


def board_12(hall: TellingHall, showing: Showing) -> tuple[str, int, list[str]]:
    (output,) = hall.sending.wanted
    showing.follow(output)
    (board,) = showing.page()
    return board["round"], board["game"], board["moves"]


def test_the_next_round_is_out_after_its_delay() -> None:
    """The complaint: a board set up for the next round told at once that its game was over."""
    hall, showing = TellingHall(Out("live", delay="15 min")), Showing()
    hall.start()
    hall.moves("e4 e5 Nf3 Nc6")
    hall.at(200.0).result("1-0")
    hall.at(210.0)
    hall.learn(hall.tournament._replace(round=6))
    hall.start(game=2)
    for now_s in (211.0, 1099.9, 1109.9):
        hall.at(now_s)
        assert not any(name.startswith("round-6") for name in hall.live)
        assert board_12(hall, showing)[:2] == ("5", 1)
        assert hall.sending.wanted[0].title == "Open, round 5"
    assert one(hall.text()).tags["Result"] == "1-0"
    hall.at(1110.0)
    assert one(hall.text(round_="6")).moves == ()
    assert board_12(hall, showing) == ("6", 2, [])
    assert hall.sending.wanted[0].title == "Open, round 6"


def test_a_game_begun_again_is_out_after_its_delay() -> None:
    hall, showing = TellingHall(Out("live", delay="15 min")), Showing()
    hall.start()
    hall.moves("e4 e5")
    hall.at(1000.0).start(game=2)
    hall.at(1899.9)
    assert games_out(hall) == {1}
    hall.at(1900.0)
    assert games_out(hall) == {1, 2}
    hall.moves("d4", game=2)
    assert board_12(hall, showing) == ("5", 1, ["e4", "e5"])
    hall.at(2801.0)
    assert one(hall.text()).moves == ("d2d4",)


def test_with_a_delay_in_moves_the_next_game_begins_when_so_many_followed() -> None:
    hall = TellingHall(Out("live", delay="1 move"))
    hall.start()
    hall.moves("e4 e5 Nf3 Nc6")
    hall.start(game=2)
    hall.moves("d4", game=2)
    assert games_out(hall) == {1}
    hall.moves("d5", game=2)
    assert games_out(hall) == {1, 2}
    hall.moves("c4", game=2)
    assert one(hall.text()).moves == ("d2d4",)


def test_the_first_game_of_a_board_is_there_at_once() -> None:
    hall = TellingHall(Out("live", delay="15 min"))
    hall.start()
    assert one(hall.text()).moves == ()


def test_without_a_delay_the_next_game_is_there_at_once() -> None:
    hall, showing = TellingHall(), Showing()
    hall.start()
    hall.moves("e4 e5")
    hall.result("1-0")
    hall.learn(hall.tournament._replace(round=6))
    hall.start(game=2)
    assert board_12(hall, showing) == ("6", 2, [])
