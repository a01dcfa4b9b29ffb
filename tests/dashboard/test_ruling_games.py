"""Rulings by keys on games as a whole, their players, turn and rights, and illegal moves; each previewed first."""

import pytest

from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.dashboard.cell_lines import compact_line
from dgt_monitor.dashboard.cells import cell_text
from dgt_monitor.dashboard.desk import Desk
from dgt_monitor.dashboard.help_page import help_lines
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.ordering import rank
from dgt_monitor.dashboard.ready_page import missing_in
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AsideView, HallView
from dgt_monitor.tournament.event import NOBODY, Players
from tests.dashboard.fake_hall import FakeFeed, board, hall_of
from tests.dashboard.test_deciding import press
from tests.dashboard.test_desk import desk_over

PLAYERS = Players("Petrov, A", "Silva, B")
ASIDE = AsideView("9", 2, PLAYERS, 31)


def hall() -> HallView:
    """Boards 7 (40 half-moves), 12 and 22 (nothing played), and 33 with an illegal move."""
    fresh = [board(name, plies=0, moves=()) for name in ("12", "22")]
    return hall_of([board("7", players=PLAYERS), *fresh, board("33", "illegal")])


def begun(*keys: str, view: HallView | None = None, typed: str = "") -> tuple[Desk, FakeFeed]:
    """A desk on whose first board these keys were pressed, and this was typed."""
    desk, feed, _ = desk_over(hall() if view is None else view)
    for each in ("open", "rule", *keys):
        desk.do(each)
    for letter in typed:
        desk.type(letter)
    if typed:
        desk.do("moves_typed")
    return desk, feed


def ruled(desk: Desk, feed: FakeFeed, reason: str = "") -> Ruling:
    for letter in reason:
        desk.type(letter)
    desk.do("carry_out")
    (ruling,) = feed.ruled
    return ruling


def test_a_game_is_carried_to_a_board_named_by_its_end() -> None:
    desk, feed = begun("carry", typed="12")
    assert desk.note.startswith(
        "Enter: Board 7: game 1 goes on on board 12, with its players: set it up there. It has 40"
    )
    assert ruled(desk, feed, "defect") == Ruling(0.0, "arbiter", "carry", board="7", to_board="12", reason="defect")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("8", "There is no board 8."),
        ("2", "Several boards end with 2."),
        ("7", "That is this board."),
        ("33", "A game with moves is on board 33: set it aside first."),
    ],
)
def test_where_a_game_cannot_go_is_told_and_nothing_ruled(typed: str, told: str) -> None:
    desk, feed = begun("carry", typed=typed)
    assert (desk.note.startswith(f"{told} "), desk.place, feed.ruled) == (True, "moves", [])


def test_a_spare_takes_the_place_of_a_board() -> None:
    desk, feed = begun("spare", typed="12")
    assert desk.note.startswith("Enter: Board 7: 12 stands in its place from now on, with its label, players, results")
    assert "Game 1 (40 half-moves) goes on there." in desk.note
    assert "squares differ there" in desk.note
    assert ruled(desk, feed, "its cable is torn") == Ruling(
        0.0, "arbiter", "spare", board="7", to_board="12", reason="its cable is torn"
    )


def test_where_the_position_stands_on_the_spare_already() -> None:
    first = board("7", players=PLAYERS)
    stands = board("12", plies=0, moves=(), physical=first.understood[::-1])
    desk, _ = begun("spare", view=hall_of([first, stands]), typed="12")
    assert "Its position stands there." in desk.note


def test_a_game_is_set_aside() -> None:
    desk, feed = begun("set_aside")
    assert desk.note.startswith(
        "Enter: Board 7: game 1 is set aside with its players until it is fetched. It has 40 half-"
    )
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "set_aside", board="7")


def test_the_only_game_set_aside_is_fetched_also_where_no_game_began() -> None:
    empty = hall_of([board("7", "waiting")])._replace(aside=(ASIDE,))
    desk, feed = begun("fetch", view=empty)
    assert desk.note.startswith(
        "Enter: Board 7: game 2 of board 9 goes on here, with its players: set it up. It has 31"
    )
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "fetch", board="7", to_board="9", game=2)


def test_of_several_games_set_aside_one_is_named() -> None:
    several = hall()._replace(aside=(ASIDE, ASIDE._replace(board="7", game=3), ASIDE._replace(board="8")))
    desk, _ = begun("fetch", view=several)
    assert desk.note == "Which game goes on here (9/2, 7/3, 8/2): _"
    desk, feed = begun("fetch", view=several, typed="7/3")
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "fetch", board="7", game=3)
    desk, feed = begun("fetch", view=several, typed="7/4")
    assert (desk.note.startswith("No such game is set aside. "), feed.ruled) == (True, [])


def test_without_a_game_set_aside_none_is_fetched() -> None:
    desk, feed = begun("fetch")
    assert (desk.note, desk.place, feed.ruled) == ("No game is set aside.", "board", [])


def test_colours_and_players_are_exchanged() -> None:
    desk, feed = begun("colours")
    assert desk.note.startswith("Enter: Board 7: colours exchanged. White: Silva, B; Black: Petrov, A.")
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "exchange", board="7")
    desk, feed = begun("players", typed="12")
    assert "Board 7: nobody named; board 12: Petrov, A - Silva, B." in desk.note
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "exchange", board="7", to_board="12")


@pytest.mark.parametrize(
    ("typed", "turn", "castling", "en_passant"),
    [("b Kq e3", "black", "Kq", "e3"), ("w - -", "white", "-", ""), ("b", "black", "KQkq", "")],
)
def test_turn_and_rights_are_said_and_worked_out(typed: str, turn: str, castling: str, en_passant: str) -> None:
    desk, feed = begun("position", typed=typed)
    assert desk.note.startswith("Enter: Working out what changes ..")
    desk.do("carry_out")
    assert feed.ruled == []
    feed.answer = "All moves stay."
    assert desk.note.startswith("Enter: All moves stay.")
    ruling = ruled(desk, feed)
    assert ruling.kind == "position"
    assert (ruling.turn, ruling.castling, ruling.en_passant) == (turn, castling, en_passant)


@pytest.mark.parametrize(
    ("typed", "ply", "game", "castling"),
    [("12... w Kq", 24, 0, "Kq"), ("g1 3. b KQ", 5, 1, "KQ"), ("3... w", 6, 0, "-")],
)
def test_rights_are_said_after_a_move(typed: str, ply: int, game: int, castling: str) -> None:
    desk, feed = begun("position", typed=typed)
    feed.answer = "All moves stay."
    ruling = ruled(desk, feed)
    assert (ruling.ply, ruling.game, ruling.castling) == (ply, game, castling)


def test_a_turn_that_is_none_is_told() -> None:
    desk, feed = begun("position", typed="KQkq")
    assert (desk.note.startswith("It begins with w or b: w KQkq e3. "), feed.asked) == (True, [])


@pytest.mark.parametrize("ending", ["restored", "explained", "queened", "stands", "penalised"])
def test_what_an_illegal_move_ended_as(ending: str) -> None:
    desk, feed = begun("illegal", f"ended_{ending}", view=hall_of([board("33", "illegal")]))
    assert desk.note.startswith('Enter: Board 33: "Ng1-e3 is not a legal move" ')
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "illegal", board="33", outcome=ending)  # type: ignore[arg-type]


@pytest.mark.parametrize(("typed", "ply"), [("3.", 5), ("3...Nf6", 6), ("0", 0)])
def test_a_position_further_back_was_restored(typed: str, ply: int) -> None:
    desk, feed = begun("illegal", "ended_further_back", typed=typed)
    assert f"the last illegal move is over: the position after half-move {ply} stands again" in desk.note
    assert ruled(desk, feed) == Ruling(0.0, "arbiter", "illegal", board="7", outcome="restored_further_back", ply=ply)


def test_a_position_further_back_needs_its_move() -> None:
    desk, feed = begun("illegal", "ended_further_back", typed="Nf3")
    assert "needs its number" in desk.note
    assert feed.ruled == []


def test_the_menu_has_its_help() -> None:
    desk, _ = begun("menu_help")
    assert (desk.place, desk.came_from) == ("help", "rule")
    told = "\n".join(text_of(each) for each in help_lines("rule", 100))
    for each in ("set the game aside", "another board", "exchange the colours", "whose move it is", "illegal move"):
        assert each in told
    desk.do("back")
    assert desk.place == "rule"


async def test_by_the_keys_themselves() -> None:
    feed = FakeFeed(hall())
    app = Dashboard(feed, tick_s=None, ring=lambda: None, environ={})
    async with app.run_test(size=(120, 30)) as pilot:
        await press(pilot, "enter r g 1 2 enter o k enter")
        await press(pilot, "r question_mark escape i s enter")
        await press(pilot, "r h escape r s enter")
    assert feed.ruled == [
        Ruling(0.0, "arbiter", "carry", board="7", to_board="12", reason="ok"),
        Ruling(0.0, "arbiter", "illegal", board="7", outcome="stands"),
        Ruling(0.0, "arbiter", "set_aside", board="7"),
    ]


def test_nobody_named_is_nobody() -> None:
    desk, _ = begun("colours", view=hall_of([board("7", players=NOBODY)]))
    assert "White: nobody named; Black: nobody named." in desk.note


def test_a_board_out_of_use_is_marked_and_asks_for_nothing() -> None:
    dead = board("10005", plies=0, moves=(), link="unused", phase="waiting", game=0)
    view = hall_of([board("7"), dead])
    assert "10005" not in {each.board for each in missing_in(view)}
    assert "out of use" in text_of(compact_line(cell_text(dead)))
    assert rank(dead) == 0
