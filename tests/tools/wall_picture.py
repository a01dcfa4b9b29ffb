"""Pictures of the screen, made from the running program without a terminal."""

import asyncio
from collections.abc import Sequence

from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.dashboard.feed import Feed, FeedStatus
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView


class StillFeed:
    """One snapshot, for ever."""

    def __init__(self, view: HallView, status: FeedStatus) -> None:
        self._view = view
        self._status = status

    def view(self) -> HallView:
        return self._view

    def status(self) -> FeedStatus:
        return self._status

    def rule(self, ruling: Ruling) -> None:
        pass

    def preview(self, ruling: Ruling) -> None:
        """Nothing is ruled here."""

    def clock_sheet(self) -> tuple[str, str]:
        return "", ""

    def sheet(self, board: str) -> str:
        return board

    def acknowledge(self, alert_id: str) -> None:
        """Nothing changes in a picture."""


async def screen_svg(
    feed: Feed,
    size: tuple[int, int],
    keys: Sequence[str] = (),
    *,
    title: str = "dgt-monitor",
    environ: dict[str, str] | None = None,
) -> str:
    """The screen over this feed in a window of (columns, lines) after these keys, as SVG."""
    app = Dashboard(feed, ring=lambda: None, tick_s=None, environ=environ or {})
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return app.export_screenshot(title=title)


def wall_svg(view: HallView, size: tuple[int, int], status: FeedStatus | None = None) -> str:
    """The wall of this hall in a window of (columns, lines), as SVG."""
    feed = StillFeed(view, status or FeedStatus("live", None, None, 0, None))
    return asyncio.run(screen_svg(feed, size))
