"""Boards on bus lines in the hall: their names, and what concerns a whole line."""

import chess

from dgt_monitor.events import Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Known
from drivers.readings import Asked, BoardDump, Complaint, Identity, LineDown, LineUp
from tests.hall.hall_driver import START, DrivenHall

LINE = "B1"


def bus(*addresses: int, known: Known | None = None) -> DrivenHall:
    """A hall in which these boards were heard on one line."""
    hall = DrivenHall(known)
    for address in addresses:
        hall.read(0, LINE, LineUp(), address)
        hall.read(0, LINE, BoardDump(START), address)
    return hall


def letters_after(*sans: str) -> str:
    """What stands after these moves."""
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return "".join(letters(board))


def names(hall: DrivenHall) -> list[str]:
    return [view.board for view in hall.hall.view().boards]


def test_the_line_goes_down_and_comes_up_for_every_board_on_it() -> None:
    hall = bus(1025, 4711)
    hall.up("P2", serial="20002")
    hall.read(5, LINE, LineDown("pulled"))
    assert [hall.board(name).states[-1] for name in ("01025", "04711", "20002")] == ["lost", "lost", "identified"]
    hall.read(9, LINE, LineUp())
    assert hall.board("01025").states == ["connected", "lost", "connected"]
    assert names(hall) == ["01025", "04711", "20002"]


def test_the_history_after_an_outage_of_the_line_is_not_sure() -> None:
    hall = bus(1025)
    hall.read(3, LINE, BoardDump(letters_after("e4")), 1025)
    hall.read(5, LINE, LineDown("pulled"))
    hall.read(50, LINE, LineUp())
    hall.read(51, LINE, BoardDump(letters_after("e4")), 1025)
    assert Rule.HISTORY_UNCERTAIN in hall.board("01025").rules


def test_after_a_time_without_power_the_history_is_not_sure() -> None:
    hall = bus(1025, 4711)
    hall.read(5, LINE, Complaint("restarted", 0, "text"), 1025)
    assert [ask.address for ask in hall.hall.requests()] == [1025]
    hall.read(6, LINE, BoardDump(letters_after("e4", "e5")), 1025)
    assert hall.board("01025").rules == {Rule.HISTORY_UNCERTAIN}
    assert hall.board("04711").rules == set()
    hall.until(9)
    assert [(move.san, move.sure) for move in hall.board("01025").moves] == [("e4", False), ("e5", False)]


def test_changes_lost_in_one_poll_are_made_good_by_the_dump() -> None:
    hall = bus(1025)
    hall.read(0.3, LINE, Complaint("lost_changes", 0, "text"), 1025)
    hall.read(0.6, LINE, BoardDump(letters_after("e4")), 1025)
    hall.until(9)
    assert [(move.san, move.sure) for move in hall.board("01025").moves] == [("e4", True)]


def test_a_restart_before_the_first_position_leaves_no_doubt() -> None:
    hall = DrivenHall()
    hall.read(0, LINE, LineUp(), 1025)
    hall.read(1, LINE, Complaint("restarted", 0, "text"), 1025)
    hall.read(2, LINE, BoardDump(START), 1025)
    assert hall.board("01025").rules == set()


def test_damage_that_is_nobodys_makes_every_board_be_asked_for_a_dump() -> None:
    hall = bus(1025, 4711)
    hall.read(5, LINE, Complaint("noise", 3, "3 bytes"))
    assert {(ask.port, ask.address) for ask in hall.hall.requests()} == {(LINE, 1025), (LINE, 4711)}
    assert names(hall) == ["01025", "04711"]


def test_damage_of_one_board_is_its_own() -> None:
    hall = bus(1025, 4711)
    hall.read(5, LINE, Complaint("bad_checksum", 70, "70 bytes"), 4711)
    assert [ask.address for ask in hall.hall.requests()] == [4711]
    assert hall.board("04711").states[-1] == "noisy"
    assert hall.board("01025").states == ["connected"]


def test_one_board_is_silent_and_the_others_are_not() -> None:
    hall = bus(1025, 4711)
    for t_s in (1, 2):
        hall.read(t_s, LINE, Asked("changes"), 1025)
        hall.read(t_s, LINE, Asked("changes"), 4711)
        hall.read(t_s, LINE, Identity(address=4711), 4711)
    hall.until(6)
    assert hall.board("01025").states[-1] == "silent"
    assert hall.board("04711").states == ["connected"]
    hall.read(7, LINE, Identity(address=1025), 1025)
    assert hall.board("01025").states[-1] == "connected"


def test_a_serial_number_names_the_board_before_the_address_does() -> None:
    hall = DrivenHall()
    hall.read(0, LINE, LineUp(), 1025)
    hall.read(0, LINE, Identity(serial="27642"), 1025)
    hall.read(0, LINE, BoardDump(START), 1025)
    assert names(hall) == ["27642"]


def test_the_name_stays_once_a_game_has_begun() -> None:
    hall = bus(1025)
    hall.read(3, LINE, Identity(serial="27642"), 1025)
    assert names(hall) == ["01025"]
    assert hall.hall.view().boards[0].serial == "27642"


def test_one_address_on_two_lines_has_the_port_in_front() -> None:
    hall = bus(1025, 4711)
    hall.read(1, "B2", LineUp(), 1025)
    hall.read(1, "B2", LineUp(), 12000)
    assert names(hall) == ["01025", "04711", "12000", "B2/01025"]
    hall.read(2, "B2", LineDown("pulled"))
    assert [hall.board(name).states[-1] for name in names(hall)] == ["connected", "connected", "lost", "lost"]


def test_a_board_that_answers_on_another_line_is_not_awaited_on_the_first() -> None:
    hall = DrivenHall()
    hall.read(0, LINE, LineUp(), 1025)
    hall.read(0, LINE, Identity(serial="27642"), 1025)
    hall.read(0, LINE, BoardDump(START), 1025)
    hall.read(5, LINE, LineDown("pulled"))
    hall.read(9, "B2", LineUp(), 1025)
    hall.read(9, "B2", Identity(serial="27642"), 1025)
    hall.read(10, LINE, LineUp())
    hall.read(10, LINE, Asked("changes"), 1025)
    hall.read(11, LINE, LineDown("pulled again"))
    assert names(hall) == ["27642"]
    assert hall.board("27642").states[-1] == "identified"


def test_a_port_that_turns_out_to_be_a_bus_is_no_board() -> None:
    hall = DrivenHall()
    hall.read(0, LINE, LineUp())
    hall.read(0, LINE, Complaint("noise", 99, "99 bytes"))
    hall.read(1, LINE, LineUp(), 1025)
    assert names(hall) == ["01025"]
    assert hall.board(LINE).rules == set()
    hall.read(2, LINE, LineDown("pulled"))
    assert hall.board(LINE).states == ["connected", "noisy"]
    assert hall.board("01025").states == ["connected", "lost"]


def test_a_board_that_was_alone_on_a_port_is_lost_when_the_port_is_a_bus() -> None:
    hall = DrivenHall()
    hall.up(LINE)
    hall.read(5, LINE, LineUp(), 1025)
    assert hall.board(LINE).states == ["connected", "lost"]
    hall.read(6, LINE, LineUp())
    assert hall.board(LINE).states == ["connected", "lost"]


def test_a_position_is_that_of_line_and_address() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40"
    hall = DrivenHall(Known({f"{LINE}/04711": fen}))
    for address in (1025, 4711):
        hall.read(0, LINE, LineUp(), address)
        hall.read(0, LINE, BoardDump("....K.......P" + "." * 47 + "k..."), address)
    assert hall.board("04711").game == 1
    assert hall.board("01025").game == 0


def test_a_bus_that_comes_back_on_another_port_keeps_its_games() -> None:
    hall = bus(1025, 4711)
    hall.read(3, LINE, BoardDump(letters_after("e4")), 1025)
    hall.read(5, LINE, LineDown("pulled"))
    for address in (1025, 4711):
        hall.read(6, "B2", LineUp(), address)
        hall.read(6, "B2", BoardDump(letters_after("e4") if address == 1025 else START), address)
    assert names(hall) == ["01025", "04711"]
    assert {view.port for view in hall.hall.view().boards} == {"B2"}
    hall.read(9, "B2", BoardDump(letters_after("e4", "e5")), 1025)
    hall.until(20)
    assert [move.san for move in hall.board("01025").moves][-1] == "e5"
    assert hall.board("01025").states[-1] == "connected"


def test_a_board_with_the_address_of_one_that_is_there_is_another_one() -> None:
    hall = bus(1025)
    hall.read(6, "B2", LineUp(), 1025)
    hall.read(6, "B2", BoardDump(START), 1025)
    assert names(hall) == ["01025", "B2/01025"]


def test_a_board_that_told_its_number_is_known_by_that_alone() -> None:
    hall = bus(1025)
    hall.read(1, LINE, Identity(serial="27642"), 1025)
    hall.read(5, LINE, LineDown("pulled"))
    hall.read(6, "B2", LineUp(), 1025)
    hall.read(6, "B2", Identity(serial="99999"), 1025)
    assert len(names(hall)) == 2
