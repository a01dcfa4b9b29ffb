"""What the tournament file says of the boards that are to be there, and of their clocks, stands in the view."""

import pytest

from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.tournament.control import Period, starting_times_s
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.places import Place


@pytest.mark.parametrize(
    ("periods", "times"),
    [
        ((), ()),
        ((Period(90, increment_s=30),), (5400, 5430)),
        ((Period(3, increment_s=2),), (180, 182)),
        ((Period(100, moves=40), Period(50, moves=20), Period(15)), (6000,)),
        ((Period(120, delay_s=5),), (7200,)),
    ],
)
def test_what_clocks_may_show_before_move_1(periods: tuple[Period, ...], times: tuple[int, ...]) -> None:
    assert starting_times_s(periods) == times


def test_labels_as_people_count_and_as_the_file_has_them_now() -> None:
    file = TournamentFile(labels={"1": "10", "2": "9"}, board=(Place("2", serial="3"),), period=(Period(90),))
    hall = Hall(Known(tournament=file))
    assert (hall.view().labels, hall.view().starts_s) == (("2", "9", "10"), (5400,))
    hall.learn(1.0, Known(tournament=file._replace(labels={"1": "10"}, period=())))
    assert (hall.view().labels, hall.view().starts_s) == (("2", "10"), ())
