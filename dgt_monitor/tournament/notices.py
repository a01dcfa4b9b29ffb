"""How an alarm reaches the arbiter beside the screen: nothing is switched on unless somebody does it. Pure."""

from typing import Final, Literal, NamedTuple

from dgt_monitor.fields import FieldError, Path

Way = Literal["bell", "desktop", "push"]
"""The bell of each terminal with a desk; a notice on the desktop of the machine that records; a push to phones."""
Bell = Literal["off", "once", "repeat"]


class Notices(NamedTuple):
    """The table of the tournament file."""

    act: tuple[Way, ...] = ()
    """By which an alert to act on (`!`) is told."""
    look: tuple[Way, ...] = ()
    """By which one to look at (`*`)."""
    bell: Literal["once", "repeat"] = "repeat"
    """Where it rings: once, or until the alert is acknowledged."""
    addresses: str = ""
    """The file with the addresses for `push`, one a line: they are secrets, and stand neither here nor in a journal."""

    def has(self, way: Way) -> bool:
        """Whether this way is switched on for anything."""
        return way in self.act or way in self.look

    def without(self, ways: frozenset[Way]) -> "Notices":
        """The same where these ways do not work."""
        act, look = (tuple(way for way in kept if way not in ways) for kept in (self.act, self.look))
        return self._replace(act=act, look=look)


NO_NOTICES: Final = Notices()


def check_notices(notices: Notices, path: Path) -> None:
    """FieldError for a push that leads nowhere."""
    if not notices.addresses.isprintable():
        raise FieldError((*path, "addresses"), "holds a character that cannot be printed")
    if notices.has("push") and not notices.addresses.strip():
        raise FieldError((*path, "addresses"), "is missing: the file with the addresses for push, one a line")
