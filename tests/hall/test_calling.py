"""Who is woken, and for what."""

from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.calling import Calling
from tests.dashboard.fake_hall import NOW_S, alert, board, hall_of

ACT = alert("1", Rule.FIVEFOLD, Level.ACT)


def test_something_new_to_act_on_wakes_once_and_again_when_it_calls_again() -> None:
    calling, woken = Calling(), list[int]()
    calling.on_call(lambda: woken.append(1))
    seen = ACT._replace(acknowledged_t_s=NOW_S)
    look = alert("2", Rule.BOARD_LOST, Level.CHECK)
    for alerts, wakes in (((), 0), ((look,), 0), ((ACT,), 1), ((ACT, look), 1), ((seen,), 1), ((ACT,), 2)):
        calling.look(hall_of([board("1", alerts=alerts)]))
        assert len(woken) == wakes, alerts


def test_two_boards_wake_one_after_the_other() -> None:
    calling, woken = Calling(), list[int]()
    calling.on_call(lambda: woken.append(1))
    other = alert("2", Rule.SEVENTYFIVE, Level.ACT)
    calling.look(hall_of([board("1", alerts=(ACT,))]))
    calling.look(hall_of([board("1", alerts=(ACT,)), board("2", alerts=(other,))]))
    assert len(woken) == 2
