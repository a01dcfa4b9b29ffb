"""Choices by number: everything can be reached, nothing is ruled that was not read, and the words are plain."""

import random

import pytest

from dgt_monitor.cli.linear.choices import MOST, Choices
from dgt_monitor.cli.linear.pages import Page
from dgt_monitor.dashboard.alarm import wanting
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import ResultView
from tests.dashboard.fake_hall import STATES, FakeFeed, alert, board, calm_hall, hall_of, make_hall
from tests.drawn import drawn

PROPOSED = ResultView(1, "1-0", "kings", confirmed=False, how=None)


def go(feed: FakeFeed, *typed: str) -> Page:
    """The page after these lines, from the beginning."""
    page = Choices(feed).main()
    for text in typed:
        page = page.answer(text)
    return page


def number(page: Page, words: str) -> str:
    """The number of the choice that says this."""
    (found,) = (line.split()[0] for line in page.told if line[:1].isdigit() and words in line and line[0] != "0")
    return found


def two_fivefolds() -> FakeFeed:
    return FakeFeed(hall_of([board("12", "fivefold"), board("3", "fivefold", seed=2), board("7", "lost", seed=3)]))


def test_an_alert_is_told_in_full_before_it_is_acknowledged() -> None:
    feed = two_fivefolds()
    page = go(feed, "1")
    assert page.lines[0] == "Alerts. Which one? 0: back."
    assert [each.told for each in page.choices] == [
        "! board 12, FIVEFOLD, NEW, 41 s ago",
        "! board 3, FIVEFOLD, NEW, 41 s ago",
        "* board 7, NOT WATCHED, NEW, 41 s ago",
    ]
    page = page.answer("2")
    assert any("stop the clocks" in line for line in page.lines)
    assert feed.acknowledged == []
    page.answer(number(page, "acknowledge"))
    assert feed.acknowledged == ["3:fivefold:1"]


def test_what_is_acknowledged_is_what_was_read_however_the_list_has_changed() -> None:
    feed = two_fivefolds()
    page = go(feed, "1")
    feed.put(board("1", "fivefold", seed=9))
    page = page.answer("1")
    feed.put(board("2", "seventyfive", seed=8))
    page.answer(number(page, "acknowledge"))
    assert feed.acknowledged == ["12:fivefold:1"]


def test_what_has_gone_meanwhile_is_not_acknowledged() -> None:
    feed = two_fivefolds()
    page = go(feed, "1", "1")
    feed.change_alert("12:fivefold:1", acknowledged_t_s=3599.0)
    assert page.answer(number(page, "acknowledge")).told == ["That is not so any more: nothing was ruled."]
    assert feed.acknowledged == []


@pytest.mark.parametrize("typed", ["37", "1.37", "20037"])
def test_a_board_is_found_by_its_number_and_told_in_sentences(typed: str) -> None:
    feed = FakeFeed(hall_of([board("1.37", seed=37), board("1.38", seed=38)]))
    lines = go(feed, "2", typed).told
    assert lines[0] == "Board 1.37, game 1: ? - ?. playing."
    assert any(line.startswith("White: K") for line in lines)
    assert any(line.startswith("Clocks: White ") for line in lines)


def test_a_number_that_several_boards_end_in_is_asked_for() -> None:
    feed = FakeFeed(hall_of([board("12", seed=1), board("22", seed=2)]))
    page = go(feed, "2", "2")
    assert [each.told for each in page.choices] == ["Board 12", "Board 22"]
    assert page.answer("2").told[0].startswith("Board 22,")


def test_a_board_that_is_not_there_is_asked_for_again() -> None:
    page = go(FakeFeed(calm_hall(3)), "2", "99")
    assert page.told[0] == "There is no board 99."
    assert page.answer("2").told[0].startswith("Board 2,")


def test_a_result_is_confirmed_after_what_it_changes_was_told() -> None:
    feed = FakeFeed(hall_of([board("5", outcome=PROPOSED), board("6", seed=2)]))
    page = go(feed, "3")
    assert [each.told for each in page.choices] == ["board 5: 1-0, proposed by kings"]
    page = page.answer("1")
    assert page.lines[0].startswith("Board 5: result 1-0 by kings, not confirmed -> 1-0, confirmed")
    assert feed.ruled == []
    page.answer("1")
    assert feed.ruled == [Ruling(0.0, "arbiter", "result", board="5", result="1-0")]


def test_the_result_of_the_game_before_is_confirmed_for_that_game() -> None:
    feed = FakeFeed(hall_of([board("5", "ready", before=PROPOSED, game=2)]))
    go(feed, "3", "1", "1")
    assert [(each.result, each.game) for each in feed.ruled] == [("1-0", 1)]


def test_a_result_that_changed_while_it_was_read_is_not_confirmed() -> None:
    feed = FakeFeed(hall_of([board("5", outcome=PROPOSED)]))
    page = go(feed, "3", "1")
    feed.put(board("5", outcome=PROPOSED._replace(result="0-1")))
    assert page.answer("1").told == ["That is not so any more: nothing was ruled."]
    assert feed.ruled == []


def test_a_result_is_ruled_from_the_page_of_its_board() -> None:
    feed = FakeFeed(calm_hall(3))
    page = go(feed, "2", "2")
    page = page.answer(number(page, "rule its result"))
    page = page.answer(number(page, "1/2-1/2"))
    page.answer("1")
    assert [(each.board, each.result) for each in feed.ruled] == [("2", "1/2-1/2")]


def test_who_only_looks_rules_nothing_and_is_told_why() -> None:
    why = "This desk only looks (--read-only)."
    feed = FakeFeed(hall_of([board("5", "fivefold", outcome=PROPOSED)]), looks_only=why)
    for typed in (["1", "1", "1"], ["3", "1", "1"]):
        assert go(feed, *typed).told == [why]
    assert (feed.acknowledged, feed.ruled) == ([], [])


def test_threefold_and_fifty_are_no_alerts_to_choose() -> None:
    feed = FakeFeed(hall_of([board("1", "threefold"), board("2", "fifty", seed=2)]))
    assert go(feed, "1").told == ["Nothing needs you now."]


def test_a_long_list_is_told_as_far_as_anybody_hears_it() -> None:
    feed = FakeFeed(make_hall(40, ("fivefold",)))
    page = go(feed, "1")
    assert len(page.choices) == MOST
    assert "And 20 more, less urgent." in page.lines


@pytest.mark.parametrize("nonsense", ["x", "-1", "999999999999", "²", "7", "\x1b[2J"])
def test_what_is_no_choice_is_told_and_asked_again(nonsense: str) -> None:
    page = go(two_fivefolds(), nonsense)
    assert page.told[0].startswith("There is no choice ")
    assert page.asks
    assert not any("\x1b" in line for line in page.told)


@pytest.mark.parametrize("seed", [7, drawn()])
def test_whatever_is_typed_no_page_is_lost_and_only_what_wants_it_is_acknowledged(seed: int) -> None:
    print("seed", seed)
    rng = random.Random(seed)
    hostile = "[b]\x1b[31m\u202e" + "x" * 300
    boards = [board(str(n), rng.choice(STATES), seed=n, outcome=rng.choice([None, PROPOSED])) for n in range(1, 9)]
    boards.append(board(hostile, "fivefold", alerts=(alert(hostile, Rule.FIVEFOLD, Level.ACT),)))
    feed = FakeFeed(hall_of(boards))
    wanted = {each.id for each in feed.view().alerts if wanting(each)}
    choices = Choices(feed)
    page = choices.main()
    for _ in range(200):
        page = page.answer(rng.choice(["", "0", *map(str, range(1, 10))])) if page.asks else choices.main()
        assert page.told or not page.asks
        assert all(line.isprintable() for line in page.told), page.told
    assert set(feed.acknowledged) <= wanted
    assert len(feed.acknowledged) == len(set(feed.acknowledged))


def test_a_spare_takes_the_place_of_a_board_that_is_not_heard() -> None:
    spare = board("10009", plies=0, moves=())
    feed = FakeFeed(hall_of([board("7", "lost"), spare, board("8")]))
    page = go(feed, "2", "7")
    page = page.answer(number(page, "spare"))
    assert page.lines == ["Which board stands in the place of 7 from now on? Type its number. Enter alone: back."]
    assert page.answer("17").lines[0] == "There is no board 17."
    page = page.answer("10009")
    assert page.lines[0].startswith("Board 7: 10009 stands in its place from now on, with its label")
    assert feed.ruled == []
    assert page.answer(number(page, "rule so")).lines == ["Asked. What comes of it is told."]
    (ruling,) = feed.ruled
    assert (ruling.kind, ruling.board, ruling.to_board) == ("spare", "7", "10009")


def test_a_spare_that_is_another_one_meanwhile_is_not_ruled_on() -> None:
    spare = board("10009", plies=0, moves=())
    feed = FakeFeed(hall_of([board("7", "lost"), spare]))
    page = go(feed, "2", "7")
    page = page.answer(number(page, "spare")).answer("10009")
    feed.put(spare._replace(serial="4711"))
    assert page.answer(number(page, "rule so")).lines == ["That is not so any more: nothing was ruled."]
    assert feed.ruled == []


def test_a_board_that_is_heard_needs_no_spare() -> None:
    feed = FakeFeed(hall_of([board("7"), board("8")]))
    assert not any("spare" in line for line in go(feed, "2", "7").told)
