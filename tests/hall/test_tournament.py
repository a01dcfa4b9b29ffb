"""Boards under the labels of a tournament file, with their players."""

from dgt_monitor import events
from dgt_monitor.hall.entries import Known
from dgt_monitor.tournament.event import Players, read_tournament
from drivers.readings import BoardDump, Identity, LineUp
from tests.hall.hall_driver import START, DrivenHall

FILE = read_tournament(
    """
    event = "Open"
    round = 2
    labels = { 55816 = "12", 01025 = "3" }
    players = { 12 = { white = "Petrov, I", black = "Silva" } }
    """,
    "e.toml",
)


def hall() -> DrivenHall:
    return DrivenHall(Known(tournament=FILE))


def test_a_board_has_its_label_from_the_moment_its_number_is_known() -> None:
    driven = hall()
    driven.up("P1", serial="55816")
    driven.moves("P1", "e4")
    assert {event.board for event in driven.stream if isinstance(event, events.Move)} == {"12"}
    view = driven.hall.view()
    assert (view.title, view.boards[0].board, view.boards[0].players) == (
        "Open, round 2",
        "12",
        Players("Petrov, I", "Silva"),
    )
    assert view.boards[0].serial == "55816"


def test_a_number_learned_after_the_game_began_names_nothing_anew() -> None:
    driven = hall()
    driven.up("P1")
    driven.moves("P1", "e4")
    driven.read(5.0, "P1", Identity(serial="55816"))
    assert driven.hall.view().boards[0].board == "P1"


def test_a_board_without_a_number_is_known_by_its_bus_address() -> None:
    driven = hall()
    driven.read(0.0, "B1", LineUp(), 1025)
    driven.read(0.1, "B1", BoardDump(START), 1025)
    assert driven.hall.view().boards[0].board == "3"


def test_a_second_board_with_that_number_keeps_the_name_of_its_port() -> None:
    driven = hall()
    driven.up("P1", serial="55816")
    driven.moves("P1", "e4")
    driven.up("P2", 10.0, serial="55816")
    assert sorted(view.board for view in driven.hall.view().boards) == ["12", "P2"]


def test_every_text_names_the_players() -> None:
    driven = hall()
    driven.up("P1", serial="55816")
    driven.moves("P1", "e4")
    driven.down("P1", 10.0)
    driven.finish(20.0)
    texts = [event.text for event in driven.stream if isinstance(event, events.Alert)]
    assert texts
    assert all(text.startswith("Bd 12 Petrov-Silva. ") for text in texts)
