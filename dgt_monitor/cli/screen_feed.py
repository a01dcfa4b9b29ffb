"""A replay or a watch as the screen wants it: the wiring between recorder and dashboard."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from dgt_monitor.cli.claim_sheet import write_sheet
from dgt_monitor.cli.clocks_file import write_clocks
from dgt_monitor.cli.complaints import Complaints, LiveComplaints
from dgt_monitor.cli.plain import clock_text
from dgt_monitor.dashboard.feed import Fault, Feed, FeedStatus
from dgt_monitor.hall.calling import Calls, Wake
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.replay import ReplaySource
from dgt_monitor.recorder.session import ReplaySession
from dgt_monitor.tournament.notices import NO_NOTICES, Notices

NEWS_S: Final = 60.0
"""So long news of the tournament file stand where warnings do (chosen: somebody who changed it looks up by then)."""


class ReplayFeed:
    """What `dashboard.feed.Feed` asks for, of a replay running in its own thread."""

    def __init__(self, source: ReplaySource, speed: float | None, complaints: Complaints) -> None:
        self._source = source
        self._faults = complaints.faults
        self._session = ReplaySession(source, speed)

    def start(self) -> None:
        """Begin the replay."""
        self._session.start()

    def stop(self) -> None:
        """End it."""
        self._session.stop()

    def view(self) -> HallView:
        """The latest snapshot."""
        return self._session.view()

    def acknowledge(self, alert_id: str) -> None:
        """Ask that this alert be marked as seen."""
        self._session.acknowledge(alert_id)

    def rule(self, ruling: Ruling) -> None:
        """Ask for a ruling."""
        self._session.rule(ruling)

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling on the moves would change; None while that is worked out."""
        return self._session.preview(ruling)

    def sheet(self, board: str) -> str:
        """Write the sheet of the claim on a board."""
        return write_sheet(self.view(), board, None)

    def clock_sheet(self) -> tuple[str, str]:
        """Write the sheet of all clocks."""
        return write_clocks(self.view(), None)

    def status(self) -> FeedStatus:
        """How the replay is doing."""
        session = self._session
        return FeedStatus(
            mode="ended" if session.ended else "replay",
            speed=session.speed,
            clock_text=clock_text(session.view().t_s),
            troubles=self._source.troubles,
            error=session.error,
            faults=tuple(Fault(each.text, each.times, None) for each in self._faults.latest_first()),
        )


class LiveFeed:
    """What `dashboard.feed.Feed` asks for, of a watch running in its own thread.

    A `simulated` hall has a time of its own, by which everything on the screen is told: so is the time of day.
    """

    def __init__(
        self,
        session: LiveSession,
        complaints: LiveComplaints,
        *,
        simulated: bool = False,
        speed: float | None = None,
        notices: Callable[[], Notices] = lambda: NO_NOTICES,
    ) -> None:
        self._notices = notices
        self._simulated = simulated
        self._speed = speed
        self._session = session
        self._complaints = complaints

    def view(self) -> HallView:
        """The latest snapshot."""
        return self._session.view()

    def on_call(self, wake: Wake) -> None:
        """Wake this when there is something new to act on."""
        self._session.on_call(wake)

    def acknowledge(self, alert_id: str) -> None:
        """Ask that this alert be marked as seen."""
        self._session.acknowledge(alert_id)

    def rule(self, ruling: Ruling) -> None:
        """Ask for a ruling."""
        self._session.rule(ruling)

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling on the moves would change; None while that is worked out."""
        return self._session.preview(ruling)

    def sheet(self, board: str) -> str:
        """Write the sheet of the claim on a board."""
        return write_sheet(self.view(), board, None if self._simulated else datetime.now().astimezone())

    def clock_sheet(self) -> tuple[str, str]:
        """Write the sheet of all clocks."""
        return write_clocks(self.view(), None if self._simulated else datetime.now().astimezone())

    def status(self) -> FeedStatus:
        """How the watch is doing."""
        session = self._session
        now_s = session.view().t_s
        news = [Fault(each.text, 1, max(0.0, now_s - each.t)) for each in reversed(list(session.news))]
        return FeedStatus(
            mode="ended" if session.ended else "simulated" if self._simulated else "live",
            speed=self._speed,
            clock_text=None if self._simulated else datetime.now().astimezone().strftime("%H:%M:%S"),
            troubles=self._complaints.fresh,
            error=session.error,
            faults=(*(Fault(*each) for each in self._complaints.aged()), *news),
            warning=session.warning,
            news=next((each.text for each in news if (each.age_s or 0.0) < NEWS_S), None),
            notices=self._notices(),
        )


class OwnScreen:
    """A watch's feed for its own dashboard: what is ruled there is ruled in the name of who sits before it."""

    def __init__(self, feed: Feed, author: str) -> None:
        self._feed = feed
        self._author = author
        self.view, self.status, self.sheet = feed.view, feed.status, feed.sheet
        self.clock_sheet = feed.clock_sheet
        if isinstance(feed, Calls):
            self.on_call = feed.on_call

    def acknowledge(self, alert_id: str) -> None:
        """Ask that this alert be marked as seen."""
        self.rule(Ruling(0.0, self._author, "acknowledge", alert_id))

    def rule(self, ruling: Ruling) -> None:
        """Ask for a ruling in this name."""
        self._feed.rule(ruling._replace(author=self._author))

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling would change; None while that is worked out."""
        return self._feed.preview(ruling._replace(author=self._author))
