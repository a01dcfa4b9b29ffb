import pytest

from dgt_monitor.dashboard.alarm import Severity, life, pressing, quiet, ranked, severity, urgency, wanting
from dgt_monitor.events import Level, Rule
from tests.dashboard.fake_hall import alert, board

ACT, CHECK, INFO = Level.ACT, Level.CHECK, Level.INFO


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("rule", [Rule.THREEFOLD, Rule.FIFTY])
def test_what_only_a_player_may_claim_is_quiet_at_every_level(rule: Rule, level: Level) -> None:
    made = alert("7", rule, level)
    assert severity(made) is Severity.QUIET
    assert not wanting(made)
    assert not pressing(made)
    assert ranked([made]) == []
    assert quiet([made]) == [made]


def test_levels_become_severities() -> None:
    assert severity(alert("7", Rule.FIVEFOLD, ACT)) is Severity.ACT
    assert severity(alert("7", Rule.BOARD_LOST, CHECK)) is Severity.LOOK
    assert severity(alert("7", Rule.CHECKMATE, INFO)) is Severity.QUIET


def test_a_life() -> None:
    made = alert("7", Rule.ILLEGAL_MOVE, ACT)
    assert (life(made), wanting(made), pressing(made)) == ("new", True, True)
    gone = made._replace(cleared_t_s=5.0)
    assert (life(gone), wanting(gone), pressing(gone)) == ("gone", True, False)
    seen = made._replace(acknowledged_t_s=5.0)
    assert (life(seen), wanting(seen), pressing(seen)) == ("acknowledged", False, False)


def test_a_draw_calls_until_it_is_acknowledged_even_when_the_position_is_gone() -> None:
    for rule in (Rule.FIVEFOLD, Rule.SEVENTYFIVE):
        gone = alert("7", rule, ACT, cleared_t_s=5.0)
        assert pressing(gone)
        assert not pressing(gone._replace(acknowledged_t_s=6.0))


def test_the_list_begins_with_unseen_draws_and_ends_with_what_was_seen() -> None:
    made = [
        alert("1", Rule.FIVEFOLD, ACT, acknowledged_t_s=1.0, raised_t_s=1.0),
        alert("2", Rule.BOARD_LOST, CHECK, raised_t_s=2.0),
        alert("3", Rule.ILLEGAL_MOVE, ACT, raised_t_s=3.0),
        alert("4", Rule.SEVENTYFIVE, ACT, raised_t_s=9.0),
        alert("5", Rule.FIVEFOLD, ACT, raised_t_s=8.0),
        alert("6", Rule.ILLEGAL_MOVE, ACT, raised_t_s=1.0, cleared_t_s=2.0),
        alert("7", Rule.THREEFOLD, CHECK, raised_t_s=0.0),
    ]
    assert [each.board for each in ranked(made)] == ["5", "4", "3", "6", "2", "1"]


def test_urgency_of_boards() -> None:
    states = ["fivefold", "illegal", "gone", "lost", "playing", "threefold", "acknowledged"]
    assert [urgency(board("7", state)) for state in states] == [5, 4, 3, 2, 0, 0, 0]
    assert urgency(board("7", link="lost")) == 1
    assert urgency(board("7", "over", link="lost")) == 0
    both = (alert("7", Rule.ILLEGAL_MOVE, ACT), alert("7", Rule.FIVEFOLD, ACT))
    assert urgency(board("7", alerts=both)) == 5
