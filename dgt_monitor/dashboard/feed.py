"""What a screen needs from below: the latest snapshot, a way to ask for a ruling, and how the input is doing."""

from typing import Literal, NamedTuple, Protocol

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import HallView
from dgt_monitor.tournament.notices import NO_NOTICES, Notices

Mode = Literal["live", "simulated", "replay", "ended"]


class Fault(NamedTuple):
    """Something that was wrong with the input, as it was told. Text from outside stands in it."""

    text: str
    times: int
    """How often it was so."""
    age_s: float | None
    """Seconds since it was last so; None where the input is a recording."""


class FeedStatus(NamedTuple):
    """How the input behind the snapshots is doing."""

    mode: Mode
    speed: float | None
    """Times as fast as it was recorded, or as real hands are; None is as fast as possible."""
    clock_text: str | None
    """Time of the day of the latest snapshot, where the input knows it."""
    troubles: int
    """Faults of the input, all survived: of live lines those of the last minutes, of a recording all so far."""
    error: str | None
    """Why the input broke off; None while it has not."""
    faults: tuple[Fault, ...] = ()
    """What was wrong, the latest first; not more than anybody would read."""
    warning: str | None = None
    """What is wrong with the record of it now: boards are followed all the same."""
    news: str | None = None
    """What was told last of the tournament file, for a while; `faults` have it longer."""
    apart_since: str | None = None
    """Since which time of the day nothing comes from the recorder; None while it does, or is this program."""
    looks_only: str | None = None
    """Why nothing can be ruled from this screen; None where it can."""
    notices: Notices = NO_NOTICES
    """How alarms are told besides by the screen, as far as that works."""


class Feed(Protocol):
    """The source of a screen's snapshots; every method is cheap and safe to call from the screen's thread."""

    def view(self) -> HallView:
        """The latest snapshot; boards that did not change are the same objects as before."""

    def acknowledge(self, alert_id: str) -> None:
        """Ask that this alert be marked as seen; the effect shows in a later snapshot. Unknown ids are ignored."""

    def rule(self, ruling: Ruling) -> None:
        """Ask for a ruling on a board; the effect shows in a later snapshot. Its time is set when it is taken in."""

    def preview(self, ruling: Ruling) -> str | None:
        """What a ruling on the moves would change, in words; None while that is worked out: ask again."""

    def sheet(self, board: str) -> str:
        """Write the sheet of the claim on this board; what to tell the user of it."""

    def clock_sheet(self) -> tuple[str, str]:
        """Write the sheet of all clocks; its text, and what to tell the user of it."""

    def status(self) -> FeedStatus:
        """How the input is doing now."""
