import pytest

from dgt_monitor.dashboard.attention import CHOSEN_S, LOOK_FIRST_S, PATIENCE_S, Attention
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import AlertView
from tests.dashboard.fake_hall import alert

FIVE = alert("7", Rule.FIVEFOLD, Level.ACT)
ILLEGAL = alert("3", Rule.ILLEGAL_MOVE, Level.ACT)
LOST = alert("9", Rule.BOARD_LOST, Level.CHECK)
THREE = alert("4", Rule.THREEFOLD, Level.CHECK)


def looking_at(*alerts: AlertView, now_s: float = 0.0) -> Attention:
    attention = Attention()
    attention.update(alerts, now_s)
    return attention


def test_the_most_urgent_is_shown_first() -> None:
    assert looking_at(THREE, LOST, ILLEGAL, FIVE).alert == FIVE
    assert looking_at(THREE).alert is None


def test_what_is_shown_stays_shown_when_something_worse_comes() -> None:
    attention = looking_at(ILLEGAL)
    attention.update([FIVE, ILLEGAL, LOST], 1.0)
    assert attention.alert == ILLEGAL
    assert attention.acknowledge(1.0) == ILLEGAL
    assert attention.alert == FIVE


@pytest.mark.parametrize("comes", [FIVE, ILLEGAL])
@pytest.mark.parametrize("chosen", [False, True])
def test_what_calls_aloud_takes_the_place_of_what_does_not_and_must_be_read_first(
    comes: AlertView, chosen: bool
) -> None:
    attention = looking_at(LOST)
    if chosen:
        attention.show(LOST.id)
        attention.update([LOST], 0.5)
    attention.update([comes, LOST], 1.0)
    assert attention.alert == comes
    assert isinstance(attention.acknowledge(1.0 + LOOK_FIRST_S / 2), str)
    assert attention.acknowledge(1.0 + LOOK_FIRST_S) == comes
    assert attention.alert == LOST


def test_the_user_may_pass_over_what_calls_for_a_while() -> None:
    attention = looking_at(FIVE, LOST)
    attention.step(1)
    attention.update([FIVE, LOST], 1.0)
    attention.update([FIVE, LOST], 1.0 + CHOSEN_S / 2)
    assert attention.alert == LOST
    attention.update([FIVE, LOST], 1.0 + CHOSEN_S)
    assert attention.alert == FIVE


def test_what_was_acknowledged_in_vain_calls_again_over_what_is_less() -> None:
    attention = looking_at(FIVE, LOST)
    attention.acknowledge(1.0)
    attention.update([FIVE, LOST], 1.25)
    assert attention.alert == LOST
    attention.update([FIVE, LOST], 1.0 + PATIENCE_S)
    assert attention.alert == FIVE


def test_an_alert_that_came_up_by_itself_must_be_read_first() -> None:
    attention = looking_at(FIVE, ILLEGAL)
    assert attention.acknowledge(1.0) == FIVE
    assert isinstance(attention.acknowledge(1.0 + LOOK_FIRST_S - 0.1), str)
    assert attention.acknowledge(1.0 + LOOK_FIRST_S) == ILLEGAL


def test_an_alert_that_comes_where_none_was_must_be_read_first() -> None:
    attention = looking_at(LOST)
    attention.update([], 0.5)
    attention.update([FIVE], 1.0)
    assert isinstance(attention.acknowledge(1.0), str)
    assert isinstance(attention.acknowledge(1.0 + LOOK_FIRST_S - 0.1), str)
    attention.update([FIVE], 1.0 + LOOK_FIRST_S)
    assert attention.acknowledge(1.0 + LOOK_FIRST_S) == FIVE


def test_a_key_held_down_while_the_list_is_empty_takes_nothing_that_comes() -> None:
    attention = looking_at(LOST)
    assert attention.acknowledge(5.0) == LOST
    attention.update([], 5.05)
    assert isinstance(attention.acknowledge(5.06), str)
    attention.update([FIVE], 5.07)
    assert isinstance(attention.acknowledge(5.09), str)
    assert attention.wants(FIVE)


def test_an_alert_that_the_user_chose_is_his_at_once() -> None:
    attention = looking_at(FIVE, ILLEGAL, LOST)
    attention.acknowledge(1.0)
    attention.step(1)
    assert attention.acknowledge(1.0) == LOST


def test_there_is_nothing_to_acknowledge() -> None:
    assert isinstance(looking_at().acknowledge(0), str)
    seen = FIVE._replace(acknowledged_t_s=1.0)
    attention = looking_at(seen)
    attention.show(seen.id)
    assert isinstance(attention.acknowledge(0), str)


def test_an_acknowledgement_without_effect_comes_back() -> None:
    attention = looking_at(FIVE)
    attention.acknowledge(1.0)
    attention.update([FIVE], 1.25)
    assert attention.asked(FIVE)
    assert attention.calling() == []
    attention.update([FIVE], 1.0 + PATIENCE_S)
    assert attention.calling() == [FIVE]


def test_stepping_goes_round_those_that_want_an_eye() -> None:
    attention = looking_at(FIVE, ILLEGAL, LOST, THREE, alert("8", Rule.ILLEGAL_MOVE, Level.ACT, acknowledged_t_s=1.0))
    shown = [attention.step(1) for _ in range(4)]
    assert [each and each.board for each in shown] == ["3", "9", "7", "3"]
    back = attention.step(-1)
    assert back is not None
    assert back.board == "7"


def test_stepping_through_everything_stops_at_the_ends_and_the_pointer_stays() -> None:
    seen = alert("8", Rule.ILLEGAL_MOVE, Level.ACT, acknowledged_t_s=1.0)
    attention = looking_at(FIVE, seen)
    for _ in range(5):
        attention.step(1, everything=True)
    attention.update([FIVE, seen], 1.0)
    assert attention.alert == seen
    attention.release()
    attention.update([FIVE, seen], 2.0)
    assert attention.alert == FIVE


def test_an_alert_that_leaves_gives_way_to_the_next() -> None:
    attention = looking_at(FIVE, ILLEGAL)
    attention.update([ILLEGAL], 1.0)
    assert attention.alert == ILLEGAL
    attention.update([], 2.0)
    assert attention.alert is None
    assert attention.step(1) is None
