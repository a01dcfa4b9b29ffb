"""The title of the terminal's window."""

import pytest

from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.dashboard.window_title import GIVE_BACK, KEEP, WindowTitle, title_of
from dgt_monitor.hall.views import HallView
from tests.dashboard.fake_hall import board, calm_hall, hall_of
from tests.dashboard.test_bars import attention_on

STATUS = FeedStatus("live", None, "14:32:07", 0, None)


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (calm_hall(3), "DGT monitor"),
        (
            hall_of([board("1", "fivefold"), board("2", "lost"), board("3", "illegal")]),
            "! 2 act now, 1 look - DGT monitor",
        ),
        (hall_of([board("2", "lost")]), "* 1 look - DGT monitor"),
        (hall_of([board("1", "threefold"), board("2", "fifty")]), "DGT monitor"),
        (hall_of([board("1", "acknowledged")]), "DGT monitor"),
    ],
)
def test_it_says_how_many_call(view: HallView, title: str) -> None:
    assert title_of(attention_on(*view.alerts), STATUS) == title


def test_a_screen_that_hears_nothing_says_so() -> None:
    assert title_of(attention_on(), STATUS._replace(apart_since="14:00")) == "! NOT CONNECTED - DGT monitor"


def test_it_is_written_once_and_given_back() -> None:
    written: list[str] = []
    title = WindowTitle(written.append, {"TERM": "xterm"})
    for text in ("a", "a", "b"):
        title.show(text)
    title.give_back()
    title.give_back()
    assert written == [f"{KEEP}\x1b]2;a\x07", "\x1b]2;b\x07", GIVE_BACK]


@pytest.mark.skipif("__import__('os').name == 'nt'", reason="its console has a title whatever TERM says")
@pytest.mark.parametrize("term", ["linux", "dumb", ""])
def test_a_console_without_a_title_is_sent_none(term: str) -> None:
    written: list[str] = []
    title = WindowTitle(written.append, {"TERM": term})
    title.show("a")
    title.give_back()
    assert written == []
