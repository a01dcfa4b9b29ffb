"""Draws are latched with their first moment, doubts are named, and a mate calls only while the clock runs on."""

import json

import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, Rule, Times
from dgt_monitor.hall.aftermath import GRACE_S
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.moments import time_text
from drivers.readings import BoardDump, Clock, LineUp, Side
from tests.hall.hall_driver import DrivenHall
from tests.hall.hall_tests import placement

CYCLE = "Nf3 Nf6 Ng1 Ng8 "
NOON_S = 12 * 3600.0
MATE = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7"


def clock(hall: DrivenHall, t_s: float, to_move: Side, *, running: bool = True, left_s: int = 300) -> None:
    hall.read(t_s, "P1", Clock(left_s, 300, running, to_move))


def fivefolds(hall: DrivenHall) -> list[events.Alert]:
    return [a for a in hall.stream if isinstance(a, events.Alert) and a.rule is Rule.FIVEFOLD]


@pytest.mark.parametrize(
    ("t_s", "day_s", "told"),
    [
        (220.9, None, "0:03:40"),
        (36_061.0, None, "10:01:01"),
        (61.0, NOON_S, "12:01:01"),
        (61.0, 86_399.5, "00:01:00"),
        (0.0, 0.0, "00:00:00"),
        (float("inf"), NOON_S, ""),
        (float("-inf"), None, ""),
    ],
)
def test_times(t_s: float, day_s: float | None, told: str) -> None:
    assert time_text(t_s, day_s) == told


def played_with_clocks(cycles: int, **known: object) -> DrivenHall:
    """Each ply is pressed half a second after it lands."""
    hall = DrivenHall(Known(day_s=NOON_S, **known))  # type: ignore[arg-type]  # fields of a NamedTuple
    hall.up("P1")
    clock(hall, 0.5, "left")
    sides: tuple[Side, Side] = ("right", "left")
    for number, san in enumerate((CYCLE * cycles).split()):
        hall.move("P1", san, 10.0 * number + 5)
        clock(hall, 10.0 * number + 5.6, sides[number % 2], left_s=300 - 5 * (number // 2))
    hall.until(hall.t_s + 0.5)
    return hall


def test_a_draw_is_latched_with_its_ply_time_and_clocks() -> None:
    first = fivefolds(played_with_clocks(4))[0]
    assert first.since == events.Since(16, 155.1, Times(265, 300))
    assert first.text.endswith(
        "Certain. Drawn since 8...Ng8, 12:02:35 (W 4:25, B 5:00). Stop the clocks, declare the draw. Do not let the "
        "game go on. FIDE 9.6.1."
    )
    since = json.loads(events.to_json(first))["since"]
    assert since == {"ply": 16, "t": 155.1, "clock": {"white": 265, "black": 300}}


def test_the_first_moment_is_kept_while_play_goes_on() -> None:
    alerts = fivefolds(played_with_clocks(5))
    assert [alert.ply for alert in alerts] == [16, 17, 18, 19, 20]
    assert {alert.since for alert in alerts} == {alerts[0].since}
    assert "Drawn since 8...Ng8, 12:02:35 (W 4:25, B 5:00); 1 ply played since." in alerts[1].text
    assert "Drawn since 8...Ng8, 12:02:35 (W 4:25, B 5:00); 4 plies played since." in alerts[4].text


def test_clocks_that_were_not_pressed_are_not_told() -> None:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", CYCLE * 4)
    hall.until(hall.t_s + 2)
    (alert,) = fivefolds(hall)
    assert alert.since is not None
    assert (alert.since.ply, alert.since.clock) == (16, None)
    assert "Drawn since 8...Ng8, 0:00:33. Stop the clocks" in alert.text


def test_what_decides_is_named_where_the_board_was_away() -> None:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", CYCLE * 3)
    hall.down("P1", hall.t_s + 2)
    hall.t_s += 5
    hall.read(hall.t_s, "P1", LineUp())
    for san in ("Nf3", "Nf6"):
        hall.games["P1"].push_san(san)
    hall.read(hall.t_s + 0.1, "P1", BoardDump(placement(hall.games["P1"].fen())))
    hall.moves("P1", "Ng1 Ng8")
    hall.until(hall.t_s + 2)
    alert = fivefolds(hall)[-1]
    assert (alert.level, alert.sure, alert.since) == (Level.CHECK, False, None)
    assert alert.text.startswith("Bd P1. LOOK: same position ")
    assert "Not certain. Doubt: what was played after 6...Ng8 (0:00:32, the line was away for 5 s)?" in alert.text
    assert alert.text.endswith("Compare the scoresheets. Do not stop the game on this alone. FIDE 9.6.1.")


def mated() -> DrivenHall:
    hall = DrivenHall(Known(white_clock="left"))
    hall.up("P1")
    clock(hall, 0.5, "left")
    sides: tuple[Side, Side] = ("right", "left")
    for number, san in enumerate(MATE.split()):
        hall.move("P1", san, 10.0 * number + 5)
        clock(hall, 10.0 * number + 5.6, sides[number % 2])
    hall.until(hall.t_s + 2)
    return hall


def test_a_mate_is_for_the_record_as_long_as_the_clock_is_stopped_soon() -> None:
    hall = mated()
    clock(hall, hall.t_s + 5, "right", running=False)
    hall.until(hall.t_s + 500)
    assert {alert.level for alert in hall.reader.ever} == {Level.INFO}


def test_a_mate_rises_when_the_clock_runs_on_and_settles_when_it_is_stopped() -> None:
    hall = mated()
    hall.until(hall.t_s + GRACE_S + 1)
    (alert,) = (alert for alert in hall.reader.ever if alert.level is Level.CHECK)
    assert (alert.rule, alert.ply, alert.article, alert.sure) == (Rule.CHECKMATE, 7, "5.1.1", True)
    assert alert.text == (
        "Bd P1. LOOK: checkmate after 4.Qxf7#, and the clocks were not stopped. Certain. Go and look, stop the clocks, "
        "record the result. Do not let play go on. FIDE 5.1.1."
    )
    clock(hall, hall.t_s + 5, "right", running=False)
    ended = [event for event in hall.stream if isinstance(event, events.AlertCleared)]
    assert [(event.id, event.reason) for event in ended] == [(alert.id, "resolved")]
    assert hall.board("P1").rules == {Rule.CHECKMATE}  # the record of it stays


def test_a_clock_started_again_after_the_mate_is_none_of_that_game() -> None:
    hall = mated()
    clock(hall, hall.t_s + 5, "right", running=False)
    clock(hall, hall.t_s + 60, "left", running=True)
    hall.until(hall.t_s + 500)
    assert {alert.level for alert in hall.reader.ever} == {Level.INFO}
