"""Who is woken, and for what; what goes ahead of the views that are laid out."""

from collections.abc import Callable

from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.hall.calling import Ahead, Calling
from dgt_monitor.hall.views import AlertView
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


LAID_OUT = hall_of([board("1"), board("2")])
LATER_S = NOW_S + 0.1


def told(view: AlertView, t_s: float = LATER_S) -> Alert:
    return Alert(
        t_s, view.board, view.id, view.game, view.ply, view.rule, view.article, view.level, view.sure, (), view.text
    )  # fmt: skip


def listing(*alerts: AlertView) -> Callable[[str], list[AlertView]]:
    return lambda board: [alert for alert in alerts if alert.board == board]


def test_an_alert_that_was_told_is_in_the_view_before_one_is_laid_out_with_it() -> None:
    ahead = Ahead(LAID_OUT)
    view = ahead.call([told(ACT)], listing(ACT))
    assert view is not None
    assert (view.alerts, view.t_s) == ((ACT,), LATER_S)
    assert all(one is other for one, other in zip(view.boards, LAID_OUT.boards, strict=True))


def test_a_view_laid_out_before_takes_no_alert_back_and_one_laid_out_after_it_knows_best() -> None:
    ahead = Ahead(LAID_OUT)
    ahead.call([told(ACT)], listing(ACT))
    assert ahead.onto(hall_of([board("1")], NOW_S + 0.05)).alerts == (ACT,)
    assert ahead.onto(hall_of([board("1")], LATER_S + 0.05)).alerts == ()
    assert ahead.onto(hall_of([board("1")], NOW_S + 0.05)).alerts == ()


def test_what_somebody_has_seen_or_nobody_has_to_act_on_does_not_go_ahead() -> None:
    look = alert("2", Rule.BOARD_LOST, Level.CHECK)
    seen = ACT._replace(acknowledged_t_s=NOW_S)
    ahead = Ahead(LAID_OUT)
    assert ahead.call([told(ACT), told(look)], listing(seen, look)) is None
    assert ahead.call([told(ACT)], listing()) is None
    assert ahead.onto(LAID_OUT) is LAID_OUT


def test_a_draw_that_is_played_on_stays_one_entry_on_each_board() -> None:
    other = ACT._replace(id="2/1", board="2")
    sixth = ACT._replace(id="1/2", times=2)
    seventh = ACT._replace(id="1/3", times=3)
    ahead = Ahead(hall_of([board("1", alerts=(ACT,)), board("2", alerts=(other,))]))
    for latest in (sixth, seventh):
        view = ahead.call([told(latest)], listing(latest, other))
        assert view is not None
        assert set(view.alerts) == {latest, other}
