"""Which recorder a desk attaches to: the one it is told, or the only one; and afterwards no other."""

from collections.abc import Callable
from pathlib import Path

from dgt_monitor.viewing.place import About, Place, PlaceError, living, told_path

Opener = Callable[[], Place]


def found(
    journal: Path | None = None,
    event: Path | None = None,
    tell: Callable[[str], None] = lambda _: None,
    among: list[Path] | None = None,
    *,
    process: int | None = None,
) -> Place:
    """The recorder of this journal, event or process, or the only one; PlaceError, with what to do, where there is not
    one. Each recorder to choose from stands on a line of its own in that text.
    """

    def wanted(about: About) -> bool:
        return (
            (journal is None or about.journal == told_path(journal))
            and (event is None or about.event == told_path(event))
            and (process is None or about.pid == process)
        )

    places = living(tell, among, wanted)
    if len(places) == 1:
        return places[0]
    if places:
        each = sorted(f"  {_choice(place.about)}" for place in places)
        raise PlaceError("\n".join([f"{len(places)} recorders are running here, name one of them:", *each]))
    of = f" of {journal or event or f'process {process}'}" if journal or event or process else ""
    raise PlaceError(f"no recorder{of} is running here; begin one: dgt-monitor watch --headless --journal FILE")


def _choice(about: About) -> str:
    """How a recorder is named to a desk."""
    return f"--journal {about.journal}" if about.journal else f"--process {about.pid}  (it keeps no journal)"


class Staying:
    """Finds a recorder, and from then on the same: that of its journal, or without one no other process.

    Whoever sits at a desk rules on the hall that he sees; another hall must never take its place unasked.
    """

    def __init__(self, find: Opener, among: list[Path] | None = None) -> None:
        self._find = find
        self._among = among
        self._kept: Place | None = None

    def __call__(self) -> Place:
        """Where it is now; PlaceError, which says what else runs, if it has ended."""
        if self._kept is None:
            self._kept = self._find()
            return self._kept
        others = []
        for place in living(among=self._among):
            if _same(place.about, self._kept.about):
                return place
            others.append(place.name)
        raise PlaceError(f"the recorder of this desk has ended ({self._kept.name}); {_running(others)}")


def _same(one: About, other: About) -> bool:
    if other.journal:
        return one.journal == other.journal
    return not one.journal and (one.pid, one.token) == (other.pid, other.token)


def _running(others: list[str]) -> str:
    if not others:
        return "no other is running here"
    return f"running here: {', '.join(sorted(others))}; for another one begin another desk"
