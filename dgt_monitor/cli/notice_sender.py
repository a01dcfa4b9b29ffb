"""Notices by Apprise (the extra `[notices]`): to the desktop of this machine, and pushed to addresses of a file."""

import logging
import platform
import shutil
import subprocess
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final, Protocol

from dgt_monitor.language import words
from dgt_monitor.recorder.noticing import Notice
from dgt_monitor.safe_text import safe
from dgt_monitor.tournament.notices import Notices, Way
from dgt_monitor.wording import Sentence

TITLE: Final = Sentence("Chess arbiter")
"""Of every notice: nothing of the event."""
DESKTOP: Final = {"Windows": ("windows://",), "Darwin": ("macosx://",)}
"""Apprise's names of the desktops, by system."""
_LINUX: Final = ("dbus://", "gnome://")
_WAYS: Final[tuple[Way, ...]] = ("desktop", "push")
_LACKING: Final = "notices need the extra: pip install 'dgt-tournament-monitor[notices]'"


_NOTIFY_SEND: Final = "notify-send"
"""Of most Linux desktops; for where Apprise has no D-Bus to speak by."""
_COMMAND_S: Final = 10.0


class _Command:
    """Notices on the desktop by the command for that."""

    def notify(self, title: str, body: str, body_format: str) -> bool:  # noqa: ARG002 - it has one format
        """Show one; whether it was taken."""
        command = [_NOTIFY_SEND, "--urgency=critical", "--", title, body]
        done = subprocess.run(command, capture_output=True, check=False, timeout=_COMMAND_S)  # noqa: S603
        return done.returncode == 0


class _Sends(Protocol):
    """What gives a notice."""

    def notify(self, title: str, body: str, body_format: str) -> bool | None:
        """Give one; whether that could be."""


class NoticeSender:
    """Sends by the ways that a tournament file switches on, as far as they work here."""

    def __init__(self, notices: Notices) -> None:
        self._by_way: dict[Way, _Sends] = {}
        self.faults: list[str] = []
        """Why ways that are switched on do not work."""
        for way in _WAYS:
            if notices.has(way):
                self._open(way, notices)
        self.works = notices.without(frozenset(way for way in _WAYS if way not in self._by_way))
        """The notices that can be given."""

    def _open(self, way: Way, notices: Notices) -> None:
        try:
            from apprise import Apprise  # only a watch with notices needs it, and it is an extra
        except ImportError:
            if _LACKING not in self.faults:
                self.faults.append(_LACKING)
            return
        quiet = logging.getLogger("apprise")  # what it tells may hold addresses, and would be written over the screen
        quiet.propagate, quiet.disabled = False, True
        to: Any = Apprise()
        if way == "desktop":
            if not any(to.add(each) for each in DESKTOP.get(platform.system(), _LINUX)) and shutil.which(_NOTIFY_SEND):
                self._by_way[way] = _Command()
                return
        else:
            self._add_addresses(to, Path(notices.addresses))
        if len(to) == 0:
            self.faults.append(f"notices by {way} do not work here: nobody is told that way")
        else:
            self._by_way[way] = to

    def _add_addresses(self, to: Any, file: Path) -> None:
        """The addresses are secrets: what is told of them is their line."""
        try:
            addresses = addresses_in(file)
        except (OSError, UnicodeError) as error:
            self.faults.append(f"the addresses for push cannot be read: {safe(str(error))}")
            return
        refused = [number for number, each in enumerate(addresses, 1) if not to.add(each)]
        self.faults += [f"address {number} for push is none that Apprise knows" for number in refused]

    def __call__(self, notice: Notice) -> str:
        """Send one; why it was not sent."""
        to = self._by_way.get(notice.way)
        if to is None:
            return f"notices by {notice.way} do not work here"
        sent = bool(to.notify(title=words(TITLE), body=_shown(notice), body_format="text"))
        return "" if sent else f"no notice by {notice.way}: the service did not take it"


def addresses_in(file: Path) -> Sequence[str]:
    """The addresses of a file, one a line; blank lines and those that begin with # are none."""
    lines = (line.strip() for line in file.read_text("utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def _shown(notice: Notice) -> str:
    """Its text as it is handed on: the desktops of Linux take the body for markup, other ways as they are told."""
    text = safe(notice.text)
    return escape(text, quote=False) if notice.way == "desktop" and platform.system() == "Linux" else text
