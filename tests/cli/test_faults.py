"""What was wrong with an input, for a screen."""

from typing import cast

from dgt_monitor.cli.complaints import Complaints, LiveComplaints
from dgt_monitor.cli.faults import FRESH_S, KEPT
from dgt_monitor.cli.screen_feed import NEWS_S, LiveFeed
from dgt_monitor.dashboard.bars import Modes, status_line
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.events import Level, Notice
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.tournament.event import TournamentFile
from drivers.readings import Request
from drivers.source import Stamped


class Clock:
    """A clock that moves when the test says so."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_a_fault_of_a_line_is_kept_once_and_counts_until_it_is_long_past() -> None:
    clock, told = Clock(), list[str]()
    complaints = LiveComplaints(clock, told.append)
    complaints("A: is not there")
    clock.now_s += 1
    complaints("B: is held")
    clock.now_s += 1
    complaints("A: is not there")
    assert complaints.fresh == 2
    assert complaints.aged() == [("A: is not there", 2, 0.0), ("B: is held", 1, 1.0)]
    clock.now_s += FRESH_S - 1
    assert complaints.fresh == 1
    clock.now_s += 1
    assert complaints.fresh == 0
    assert [text for text, _, _ in complaints.aged()] == ["A: is not there", "B: is held"]
    assert told == ["A: is not there", "B: is held"]


def test_no_more_are_kept_than_anybody_reads() -> None:
    complaints = Complaints()
    complaints.held = []
    for n in range(KEPT + 5):
        complaints(f"line {n}")
    kept = complaints.faults.latest_first()
    assert len(kept) == KEPT
    assert (kept[0].text, kept[-1].text) == (f"line {KEPT + 4}", "line 5")


class Session:
    """A watch of which only the view is asked."""

    ended, error, warning = False, None, None

    def __init__(self, *news: Notice) -> None:
        self.news = news

    def view(self) -> HallView:
        return HallView(91.0, (), ())


def test_a_simulated_hall_is_told_by_its_own_time_and_a_real_one_by_the_clock_on_the_wall() -> None:
    session = cast("LiveSession", Session())
    simulated = LiveFeed(session, LiveComplaints(), simulated=True, speed=5.0)
    assert simulated.status()[:3] == ("simulated", 5.0, None)
    assert text_of(status_line(simulated.view(), simulated.status(), Modes(), 80)).startswith(" 0:01:31 |")
    real = LiveFeed(session, LiveComplaints()).status()
    assert real.mode == "live"
    assert real.clock_text is not None


def test_news_of_the_tournament_file_stand_where_warnings_do_and_longer_among_the_faults() -> None:
    def news(t_s: float, text: str) -> Notice:
        return Notice(t_s, "", "event", "changed", Level.INFO, text)

    session = cast("LiveSession", Session(news(20.0, "round 1"), news(40.0, "the pairings")))
    feed = LiveFeed(session, LiveComplaints(), simulated=True)
    status = feed.status()
    assert (status.news, status.troubles, status.warning) == ("the pairings", 0, None)
    assert [(fault.text, fault.age_s) for fault in status.faults] == [("the pairings", 51.0), ("round 1", 71.0)]
    assert "the pairings" in text_of(status_line(feed.view(), status, Modes(), 80))
    warned = status._replace(warning="disk full")
    assert "the pairings" not in text_of(status_line(feed.view(), warned, Modes(), 80))
    old = cast("LiveSession", Session(news(91.0 - NEWS_S, "round 1")))
    assert LiveFeed(old, LiveComplaints(), simulated=True).status().news is None


def test_a_watch_keeps_what_is_told_of_the_tournament_file() -> None:
    class NoLines:
        now_s = 0.0

        def poll(self, timeout_s: float) -> list[Stamped]:
            self.now_s += timeout_s
            if self.now_s > 1:
                session.stop()
            return []

        def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:
            raise AssertionError((port, request, address))

        def close(self) -> None:
            pass

    session = LiveSession(NoLines())
    session.learn(Known(tournament=TournamentFile(event="Open", round=2)))
    session.run()
    assert [(notice.about, notice.text) for notice in session.news] == [
        ("event", "the tournament file has changed: Open, round 2")
    ]
