"""Claims by the keys of a board's page: opened, typed, closed, and their sheet."""

import chess
import pytest

from dgt_monitor.dashboard.actions import for_footer
from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.dashboard.bars import footer_line
from dgt_monitor.dashboard.board_page import Sight, board_page, furthest
from dgt_monitor.dashboard.claiming import PLACES
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.evidence import Titles, gather
from dgt_monitor.hall.views import BoardView, ClaimView, RulingView
from dgt_monitor.laws.claim import Claim, Route, examine
from dgt_monitor.laws.ledger import Ledger
from tests.dashboard.fake_hall import NOW_S, FakeFeed, board, hall_of
from tests.dashboard.test_desk import desk_over


def claimed(name: str, state: str = "open", text: str = "Not supported by the record") -> BoardView:
    start = chess.Board()
    ledger = Ledger(start)
    answer = examine(start, ledger, Claim("white", Route.REPETITION))
    evidence = gather(Titles(name), ledger, answer, (), str, None)
    return board(name)._replace(claim=ClaimView("claim", state, NOW_S - 41, text, evidence))  # type: ignore[arg-type]


def test_a_claim_of_what_has_just_appeared() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for key in ("open", "claim", "claim_position"):
        desk.do(key)
    side = "White" if feed.now_view.boards[0].white_to_move else "Black"
    assert desk.note.startswith(f"Enter: Board 7: {side} claims a draw by 9.2.2. Until it is closed, what is moved")
    assert feed.ruled == []
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "claim", board="7", route="9.2.2")]
    assert (desk.place, desk.note) == ("board", "Board 7: opened.")


def test_a_claim_by_a_written_move_of_the_player_who_does_not_have_it() -> None:
    desk, feed, _ = desk_over(hall_of([board("7", plies=40)]))
    for key in ("open", "claim", "claim_other", "claim_written"):
        desk.do(key)
    for letter in "Qe3":
        desk.type(letter)
    desk.do("erase")
    desk.type("2")
    assert desk.note.startswith("The move as it is written: Qe2_")
    desk.do("send")
    assert "Black claims a draw by 9.2.1. The written move: Qe2." in desk.note
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "claim", board="7", claimant="black", route="9.2.1", move="Qe2")]


@pytest.mark.parametrize("outcome", ["drawn", "rejected", "over", "reinstated", "as_it_stands"])
def test_what_is_open_is_closed(outcome: str) -> None:
    desk, feed, _ = desk_over(hall_of([claimed("7")]))
    for each in ("open", "claim", f"close_{outcome}", "carry_out"):
        desk.do(each)
    assert feed.ruled == [Ruling(0.0, "arbiter", "close", board="7", outcome=outcome)]  # type: ignore[arg-type]


def test_one_opened_by_mistake_is_undone_from_where_it_is_closed() -> None:
    opened = RulingView(3, NOW_S - 41, "Ada", "claim", "7", "claim by the player to move, 9.2.2", "", "", False, 0)
    desk, feed, _ = desk_over(hall_of([claimed("7")])._replace(rulings=(opened,)))
    for each in ("open", "claim", "undo"):
        desk.do(each)
    assert desk.note.startswith("Enter: Board 7: ruling 3 (claim by the player to move, 9.2.2, Ada, 41 s ago)")
    desk.do("carry_out")
    assert feed.ruled == [Ruling(0.0, "arbiter", "undo", undoes=3)]
    assert desk.place == "board"


def test_illegal_moves_are_ruled_on_from_the_same_place() -> None:
    desk, feed, _ = desk_over(hall_of([board("7", "illegal")]))
    (alert,) = feed.now_view.boards[0].alerts
    for key in ("open", "claim", "illegal_stands", "claim", "penalise_white", "claim", "penalise_black"):
        if key == "claim" and desk.place == "sure":
            desk.do("carry_out")
        desk.do(key)
    desk.do("carry_out")
    assert feed.ruled == [
        Ruling(0.0, "arbiter", "stands", alert.id, "7"),
        Ruling(0.0, "arbiter", "penalise", board="7", claimant="white"),
        Ruling(0.0, "arbiter", "penalise", board="7", claimant="black"),
    ]
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for key in ("open", "claim", "illegal_stands"):
        desk.do(key)
    assert (feed.ruled, desk.note) == ([], "There is no illegal move on this board.")


def test_the_page_counts_illegal_moves() -> None:
    page = board_page(board("7")._replace(illegal_moves=(2, 0)), NOW_S, Sight(80, 30))
    assert any("White 2, Black 0" in text_of(each) for each in page)


def test_one_goes_back_without_having_ruled() -> None:
    desk, feed, _ = desk_over(hall_of([board("7")]))
    for key in ("open", "claim", "claim_fifty_written", "cancel"):
        desk.do(key)
    assert (desk.place, feed.ruled) == ("board", [])


def test_where_there_is_no_game_nothing_is_claimed_and_without_a_claim_there_is_no_sheet() -> None:
    desk, feed, _ = desk_over(hall_of([board("7", "waiting")]))
    for key in ("open", "claim"):
        desk.do(key)
    assert (desk.place, desk.note, feed.ruled) == ("board", "There is no game on this board.", [])
    desk.do("sheet")
    assert desk.note == "There is no claim on this board."


def test_the_sheet_of_a_claim_that_is_closed_can_still_be_written() -> None:
    desk, _, _ = desk_over(hall_of([claimed("7", "closed")]))
    for key in ("open", "sheet"):
        desk.do(key)
    assert desk.note == "Written: the sheet of 7"
    desk.do("claim")
    assert desk.place == "claim"


@pytest.mark.parametrize(
    ("state", "word"), [("open", "OPEN"), ("restoring", "does not stand yet"), ("over", "the game is over")]
)
def test_the_page_says_that_a_claim_is_open_and_what_the_record_says(state: str, word: str) -> None:
    view = claimed("7", state, "Not supported by the record: evil \x1b[31m [bold]")
    sight = Sight(80, 22)
    page = [text_of(each) for each in board_page(view, NOW_S, sight)]
    assert any("CLAIM" in each and word in each for each in page)
    assert "Not supported by the record" in " ".join(" ".join(page).split())
    assert not any("\x1b" in each for each in page)
    assert len(page) <= 22
    assert furthest(view, sight) >= furthest(board("7"), sight)
    closed = claimed("7", "closed")
    assert not any("CLAIM CLOSED" in text_of(each) for each in board_page(closed, NOW_S, sight))


@pytest.mark.parametrize("place", sorted(PLACES))
def test_the_keys_of_a_claim_fit_the_footer(place: str) -> None:
    told = text_of(footer_line(place, 120))  # type: ignore[arg-type]
    for action in for_footer(place):  # type: ignore[arg-type]
        assert action.label in told


async def test_a_move_is_typed_with_letters_that_are_keys_elsewhere() -> None:
    feed = FakeFeed(hall_of([board("7")]))
    app = Dashboard(feed, tick_s=None, environ={})
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("enter", "c", "w", "N", "f", "3", "q", "backspace", "enter", "enter")
        assert [ruling.move for ruling in feed.ruled] == ["Nf3"]
        await pilot.press("c", "i", "enter", "c", "escape")
    assert [ruling.kind for ruling in feed.ruled] == ["claim", "intervene"]
    assert app.desk.place == "board"
