"""What watches before this one told, as their journal keeps it: events, rulings, what was learnt, each on its time."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, NoReturn

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.forms import ShownMove
from dgt_monitor.journal.note_forms import Anew, Session
from dgt_monitor.journal.reading import value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.journal.ruling_forms import PlayedFor


class Again(NamedTuple):
    """A board was told anew from here on."""

    board: str


class Before(NamedTuple):
    """Something that was told, ruled or learnt."""

    t_s: float
    """Not the hall's time: see `SureTimes`."""
    what: Event | Ruling | Known | Again


class SureTimes:
    """The hall's time less what may not have passed.

    Between two watches the hall's time goes on by the time of day, which somebody may set. Here it goes on by no more
    than the machine's own clock vouches for: that since the watch before began, or, if it stood still or began anew
    with the machine, since the machine is up.
    """

    def __init__(self) -> None:
        self._less: list[tuple[float, float]] = [(0.0, 0.0)]
        """From which time of the hall on how much less it is."""
        self._last_s = 0.0
        self._session: tuple[float, float] | None = None
        """Of the last watch, when it began: by the hall and by the machine."""

    def begin(self, t_s: float, monotonic_s: float) -> None:
        """A watch begins."""
        if self._session is not None:
            began_s, then_s = self._session
            began_anew = monotonic_s < then_s
            sure_s = monotonic_s if began_anew else monotonic_s - then_s - (self._last_s - began_s)
            self._less.append((t_s, self._less[-1][1] + max(0.0, t_s - self._last_s - max(0.0, sure_s))))
        self._session = t_s, monotonic_s

    @property
    def differ(self) -> bool:
        """Whether they are others than the hall's."""
        return self._less[-1][1] > 0

    def of(self, t_s: float) -> float:
        """A time of the hall, in whichever watch."""
        return t_s - next((less_s for from_s, less_s in reversed(self._less) if from_s <= t_s), 0.0)

    def pass_on(self, t_s: float) -> None:
        """The watch has come to this time of the hall."""
        self._last_s = max(self._last_s, t_s)


class _NotKept:
    """A position that no journal keeps: it follows from the moves."""

    def fen(self) -> NoReturn:
        raise ValueError("a journal keeps no positions")


_NOT_KEPT: Final = _NotKept()


def told_in(rows: Iterable[Row], times: SureTimes) -> Iterator[Before]:
    """All that was told, ruled and learnt, in the order of the rows; what cannot be read is left out."""
    for row in rows:
        try:
            value = value_of(row) if row.kind != "reading" else None
        except UnreadableError:
            continue
        if isinstance(value, Session):
            times.begin(row.t_s, value.monotonic_s)
        times.pass_on(row.t_s)
        what = _what(row, value)
        if what is not None:
            t_s = times.of(row.t_s)
            yield Before(t_s, what._replace(t=times.of(what.t)) if row.kind == "shown" else what)  # type: ignore[union-attr, call-arg]


def _what(row: Row, value: object) -> Event | Ruling | Known | Again | None:
    if row.kind == "shown":
        return _event(value)
    if isinstance(value, Anew):
        return Again(row.board or "")
    return value if isinstance(value, Ruling | Known) else None


def _event(value: object) -> Event | None:
    if isinstance(value, ShownMove):
        t, board, game, ply, uci, san, least, most, status, sure, provenance, legal, inferred_from, clock = value
        return events.Move(
            t, board, game, ply, uci, san, _NOT_KEPT, least, most, status, sure, provenance, clock, legal,  # type: ignore[arg-type]
            inferred_from=inferred_from,
        )  # fmt: skip
    return value.event if isinstance(value, PlayedFor) else value  # type: ignore[return-value]


def rows_before(rows: list[Row], added: int) -> list[Row]:
    """The rows that stood when the last watch had begun and had added so many."""
    begun = next((row.seq for row in reversed(rows) if row.form == Session.__name__), 0)
    return [row for row in rows if row.seq < begun + added]
