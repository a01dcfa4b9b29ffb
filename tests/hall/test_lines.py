"""All of a line is away: one alert of the line names its boards, and is acknowledged in one."""

import pytest

from dgt_monitor.events import Alert, AlertCleared, Rule
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.lines import LEFT_S
from dgt_monitor.hall.texts import boards_text
from dgt_monitor.hall.views import AlertView
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import Asked, BoardDump, Complaint, Identity, LineDown, LineUp
from tests.hall.hall_driver import START, DrivenHall
from tests.hall.test_bus import LINE, bus

BOARDS = tuple(range(1, 25))
LABELLED = Known(tournament=TournamentFile(labels={f"{n:05d}": str(n) for n in BOARDS}))


def of_24() -> DrivenHall:
    return bus(*BOARDS, known=LABELLED)


def cut(hall: DrivenHall, t_s: float = 10) -> str:
    """The line is cut; the alert of it."""
    hall.read(t_s, LINE, LineDown("pulled"))
    (alert,) = open_alerts(hall)
    return alert.id


def back(hall: DrivenHall, t_s: float, *boards: int) -> None:
    hall.read(t_s, LINE, LineUp())
    for address in boards:
        hall.read(t_s + 1, LINE, BoardDump(START), address)


def open_alerts(hall: DrivenHall) -> list[AlertView]:
    return list(hall.hall.view().alerts)


def told(hall: DrivenHall) -> list[tuple[str, Rule]]:
    return [(e.board, e.rule) for e in hall.stream if isinstance(e, Alert)]


def test_one_alert_names_the_boards_of_a_line_that_is_cut() -> None:
    hall = of_24()
    cut(hall)
    (alert,) = open_alerts(hall)
    assert (alert.board, alert.rule, alert.game) == (LINE, Rule.BOARD_LOST, None)
    assert alert.text.startswith("Line B1: boards 1 to 24 NOT WATCHED since 0:00:10: no signal.")
    assert {view.link for view in hall.hall.view().boards} == {"lost"}
    assert all(not view.alerts for view in hall.hall.view().boards)
    assert hall.board("7").states[-1] == "lost"


def test_it_is_acknowledged_in_one_and_that_is_undone_in_one() -> None:
    hall = of_24()
    alert_id = cut(hall)
    hall.acknowledge(11, alert_id)
    assert [alert.acknowledged_t_s for alert in open_alerts(hall)] == [11]
    hall.hall.apply(Ruling(12, "arbiter", "undo", undoes=1))
    assert [alert.acknowledged_t_s for alert in open_alerts(hall)] == [None]
    hall.hall.apply(Ruling(13, "arbiter", "undo", undoes=2))
    hall.hall.apply(Ruling(14, "arbiter", "unacknowledge", alert_id))
    assert [alert.acknowledged_t_s for alert in open_alerts(hall)] == [None]
    hall.acknowledge(15, alert_id)
    back(hall, 20, *BOARDS)
    assert open_alerts(hall) == []


def test_it_ends_when_the_last_of_its_boards_is_heard() -> None:
    hall = of_24()
    alert_id = cut(hall)
    back(hall, 20, *BOARDS[:-1])
    assert [alert.cleared_t_s for alert in open_alerts(hall)] == [None]
    hall.read(22, LINE, BoardDump(START), 24)
    assert [(a.id, a.cleared_t_s) for a in open_alerts(hall)] == [(alert_id, 22)], "nobody has seen it"
    assert told(hall) == [(LINE, Rule.BOARD_LOST)]


def test_who_stays_away_when_the_line_is_back_is_told_for_itself() -> None:
    hall = of_24()
    hall.acknowledge(11, cut(hall))
    back(hall, 20, *BOARDS[:-2])
    hall.until(21 + LEFT_S - 1)
    assert told(hall) == [(LINE, Rule.BOARD_LOST)]
    hall.until(21 + LEFT_S)
    assert told(hall)[1:] == [("23", Rule.BOARD_LOST), ("24", Rule.BOARD_LOST)]
    assert [e.id.partition("/")[0] for e in hall.stream if isinstance(e, AlertCleared)] == [LINE]
    hall.read(60, LINE, BoardDump(START), 23)
    assert hall.board("23").rules == set()
    assert {alert.board for alert in open_alerts(hall) if alert.cleared_t_s is None} == {"24"}


def test_acknowledged_and_cut_again_calls_again() -> None:
    hall = of_24()
    first = cut(hall)
    hall.acknowledge(11, first)
    back(hall, 20, *BOARDS)
    second = cut(hall, 30)
    assert second != first
    assert [alert.acknowledged_t_s for alert in open_alerts(hall)] == [None]


def test_a_loose_cable_fills_no_list() -> None:
    hall = of_24()
    for t_s in (10, 20, 30):
        cut(hall, t_s)
        back(hall, t_s + 2, *BOARDS)
    assert len(open_alerts(hall)) == 1


def test_cut_again_before_all_were_heard_names_all_that_are_away() -> None:
    hall = of_24()
    cut(hall)
    back(hall, 20, *BOARDS[:12])
    hall.read(25, LINE, LineDown("pulled again"))
    standing = [alert for alert in open_alerts(hall) if alert.cleared_t_s is None]
    assert [alert.text.partition(" NOT")[0] for alert in standing] == ["Line B1: boards 1 to 24"]
    back(hall, 30, *BOARDS)
    assert all(alert.cleared_t_s is not None for alert in open_alerts(hall))
    hall.until(100)
    assert {board for board, _ in told(hall)} == {LINE}


def test_a_board_alone_on_a_bus_or_on_its_own_line_is_told_for_itself() -> None:
    hall = bus(1025)
    hall.up("P2", serial="20002")
    hall.read(10, LINE, LineDown("pulled"))
    hall.read(11, "P2", LineDown("pulled"))
    assert told(hall) == [("01025", Rule.BOARD_LOST), ("20002", Rule.BOARD_LOST)]


def silent(hall: DrivenHall, address: int, at_s: float) -> None:
    for t_s in (at_s, at_s + 0.5):
        hall.read(t_s, LINE, Asked("changes"), address)


def test_one_board_of_the_bus_that_is_silent_is_told_for_itself_and_stays_so_when_the_line_is_cut() -> None:
    hall = of_24()
    silent(hall, 7, 10)
    hall.read(12, LINE, BoardDump(START), 8)
    hall.until(14)
    assert told(hall) == [("7", Rule.BOARD_SILENT)]
    hall.read(20, LINE, LineDown("pulled"))
    assert told(hall)[1:] == [(LINE, Rule.BOARD_LOST)]
    assert [a.board for a in open_alerts(hall) if a.cleared_t_s is None] == [LINE]
    back(hall, 30, *[n for n in BOARDS if n != 7])
    hall.until(31 + LEFT_S)
    assert told(hall)[2:] == [("7", Rule.BOARD_LOST)]


def test_when_nobody_on_the_bus_answers_the_line_is_told_once() -> None:
    hall = of_24()
    for address in BOARDS:
        silent(hall, address, 10 + address / 100)
    hall.until(15)
    assert told(hall) == [(LINE, Rule.BOARD_SILENT)]
    assert {view.link for view in hall.hall.view().boards} == {"silent"}
    (alert,) = open_alerts(hall)
    assert alert.text.startswith("Line B1: boards 1 to 24 NOT WATCHED since 0:00:00: no answer from any board.")
    hall.until(500)
    for address in BOARDS[:-1]:
        hall.read(500 + address, LINE, BoardDump(START), address)
    hall.until(501 + LEFT_S)
    assert told(hall) == [(LINE, Rule.BOARD_SILENT), ("24", Rule.BOARD_SILENT)]


def test_a_line_that_was_silent_and_is_lost_is_one_alert_still() -> None:
    hall = of_24()
    for address in BOARDS:
        silent(hall, address, 10)
    hall.until(15)
    hall.read(20, LINE, LineDown("pulled"))
    assert told(hall) == [(LINE, Rule.BOARD_SILENT), (LINE, Rule.BOARD_LOST)]
    assert [a.rule for a in open_alerts(hall) if a.cleared_t_s is None] == [Rule.BOARD_LOST]


def test_a_board_of_the_line_that_is_found_on_another_port_is_not_away_any_more() -> None:
    hall = bus(1, 2)
    for address in (1, 2):
        hall.read(1, LINE, Identity(serial=f"{address:05d}"), address)
    cut(hall)
    for port, serial in (("P1", "00001"), ("P2", "00002")):
        hall.read(20, port, LineUp())
        hall.read(20, port, Identity(serial=serial))
        hall.read(20, port, BoardDump(START))
    assert all(alert.cleared_t_s is not None for alert in open_alerts(hall))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["1", "2", "3", "4"], "1 to 4"),
        (["1", "2", "4", "5", "6"], "1, 2, 4 to 6"),
        (["3.1", "3.2", "3.3"], "3.1, 3.2, 3.3"),
        (["01025", "01026", "01027"], "01025, 01026, 01027"),
        (["9", "10", "11", "x"], "9 to 11, x"),
    ],
)
def test_boards_are_named_as_people_count(names: list[str], said: str) -> None:
    assert boards_text(names) == said


def noisy(hall: DrivenHall, t_s: float) -> None:
    hall.read(t_s, LINE, Complaint("checksum", 40, "40 bytes: damaged"))


def test_a_noisy_line_is_told_once_and_not_board_by_board() -> None:
    hall = of_24()
    noisy(hall, 10)
    noisy(hall, 12)
    (alert,) = open_alerts(hall)
    assert (alert.board, alert.rule, alert.game) == (LINE, Rule.LINE_NOISY, None)
    assert alert.text.startswith("Line B1 (boards 1 to 24) is noisy: bytes arrive damaged")
    assert told(hall) == [(LINE, Rule.LINE_NOISY)]
    assert {view.link for view in hall.hall.view().boards} == {"noisy"}
    hall.acknowledge(13, alert.id)
    hall.until(41.9)
    assert not [event for event in hall.stream if isinstance(event, AlertCleared)]
    hall.until(42.1)
    (cleared,) = [event for event in hall.stream if isinstance(event, AlertCleared)]
    assert (cleared.id, cleared.reason) == (alert.id, "resolved")
    assert {view.link for view in hall.hall.view().boards} == {"up"}
    assert open_alerts(hall) == []


def test_noisy_and_then_cut_are_two_alerts_and_each_ends_for_itself() -> None:
    hall = of_24()
    noisy(hall, 10)
    hall.read(11, LINE, LineDown("pulled"))
    assert told(hall) == [(LINE, Rule.LINE_NOISY), (LINE, Rule.BOARD_LOST)]
    back(hall, 12, *BOARDS)
    assert [event.rule for event in hall.stream if isinstance(event, AlertCleared)] == [Rule.BOARD_LOST]
    hall.until(60)
    assert [event.rule for event in hall.stream if isinstance(event, AlertCleared)] == [
        Rule.BOARD_LOST, Rule.LINE_NOISY
    ]  # fmt: skip
    noisy(hall, 70)
    assert told(hall)[-1] == (LINE, Rule.LINE_NOISY)


def test_noise_of_a_board_alone_on_a_bus_is_its_own() -> None:
    hall = bus(7, known=LABELLED)
    noisy(hall, 10)
    assert told(hall) == [("7", Rule.LINE_NOISY)]
