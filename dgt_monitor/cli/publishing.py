"""A watch's live games: what its ways out are told, those of its options and those of its tournament file."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol

from dgt_monitor import events
from dgt_monitor.broadcast.sending import Anew, Learnt, Now, Step, Told
from dgt_monitor.broadcast.station import Station
from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.journal_input import local
from dgt_monitor.cli.real_outs import real_out
from dgt_monitor.cli.watch_notices import WatchNotices
from dgt_monitor.cli.ways import open_way
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.journal.rows import Row
from dgt_monitor.journal.schema import JournalError
from dgt_monitor.recorder.awake import Awake
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.live_source import LiveSource
from dgt_monitor.recorder.past import TimesOfDay
from dgt_monitor.recorder.record import Record
from dgt_monitor.recorder.told import Again, Before, SureTimes, rows_before, told_in

RulingOf = Callable[[int], Ruling | None]
NO_NOTICES = WatchNotices(None, lambda _: None)
"""Nobody is told beside the screens."""
BEFORE_S = 10.0
"""At the start it is waited so long for the journal to be on the disk (chosen)."""


class NoPublishing:
    """A watch without ways out. One that the tournament file gets later would not know what was before."""

    def __init__(self, complain: Callable[[str], None], notices: WatchNotices = NO_NOTICES) -> None:
        self._complain = complain
        self.notices = notices

    def learn(self, _: float, known: Known) -> None:
        """This is known from now on."""
        self.notices.learn(_, known)
        if known.tournament.out:
            self._complain("live games ([[out]] in the tournament file) go out when this watch is begun again")


class Publishing:
    """What a watch tells of its games to the ways out."""

    def __init__(self, station: Station, times: SureTimes, notices: WatchNotices = NO_NOTICES) -> None:
        self._station = station
        self.notices = notices
        self._times = times
        self.ruling_of: RulingOf = lambda _: None

    def __call__(self, news: list[Event]) -> None:
        """The hall said this; called in the loop."""
        rulings = {}
        for event in news:
            if type(event) is events.Ruled:
                number = event.undoes or event.number
                ruling = self.ruling_of(number)
                if ruling is not None:
                    rulings[number] = ruling
        self._station.put(Told(self._timed(news), rulings))

    def passes(self, t_s: float) -> None:
        """It is now so late; called in the loop."""
        self._station.put(Now(self._times.of(t_s)))

    def learn(self, t_s: float, known: Known) -> None:
        """This is known from now on; called in the loop."""
        self._station.put(Learnt(self._times.of(t_s), known.tournament))
        self.notices.learn(t_s, known)

    def _timed(self, news: list[Event]) -> list[Event]:
        times = self._times
        if not times.differ:
            return news
        return [event._replace(t=times.of(event.t)) for event in news]


@contextmanager
def published(
    kept: Record | None, journal: Path | None, known: Known, began: datetime, complaints: LiveComplaints
) -> Iterator[Publishing | NoPublishing]:
    """The ways out of a watch. `known`: what it begins with; `began`: when that was, by the day."""
    notices = WatchNotices(None if kept is None else kept.gate, complaints)
    notices.learn(0.0, known)
    try:
        with _published(kept, journal, known, began, complaints, notices) as out:
            yield out
    finally:
        notices.close()


@contextmanager
def _published(
    kept: Record | None, journal: Path | None, known: Known, began: datetime, complain: LiveComplaints,
    notices: WatchNotices,
) -> Iterator[Publishing | NoPublishing]:  # fmt: skip
    if not known.tournament.out:
        yield NoPublishing(complain, notices)
        return
    times, steps, days, base_s = SureTimes(), list[Step](), TimesOfDay([]), 0.0
    if kept is not None and journal is not None:
        base_s, rows = kept.base_s, _rows_before(kept, journal, complain)
        steps = list(steps_of(told_in(rows, times)))
        days = TimesOfDay(row._replace(t_s=times.of(row.t_s)) for row in rows if row.kind == "shown")
    begins_s = times.of(base_s)
    steps.append(Learnt(begins_s, known.tournament))

    def date(t_s: float) -> datetime:
        return began + timedelta(seconds=t_s - begins_s) if t_s >= begins_s else local(days.of(t_s))

    station = Station(date, complain, steps, partial(open_way, notice=complain.notice), is_kept=journal is not None)
    try:
        yield Publishing(station, times, notices)
    finally:
        station.close()


def _rows_before(kept: Record, journal: Path, complain: Callable[[str], None]) -> list[Row]:
    """What watches before this one told, and what this one had to say as it began."""
    added = kept.writer.added
    kept.writer.wait(added, BEFORE_S)
    try:
        return rows_before(read_journal(journal).rows, added)
    except JournalError as error:
        complain(f"{error}; live games begin with what is played from now on")
        return []


def steps_of(told: Iterable[Before]) -> Iterator[Step]:
    """What watches before told, as a broadcast takes it in."""
    return (_step(before) for before in told)


def _step(before: Before) -> Step:
    what = before.what
    if isinstance(what, Known):
        # a journal may have folders as they were spelled
        outs = tuple(real_out(out) if Path(out.folder).is_absolute() else out for out in what.tournament.out)
        return Learnt(before.t_s, what.tournament._replace(out=outs))
    if isinstance(what, Again):
        return Anew(what.board)
    if isinstance(what, Ruling):
        return Told([], {what.number: what})
    return Told([what])


class Writer(Protocol):
    """Who writes lines of what is told."""

    def __call__(self, events: list[Event]) -> None:
        """Write these."""

    def passes(self, t_s: float) -> None:
        """It is now so late."""


def session_of(
    source: LiveSource, known: Known, kept: Record | None, out: Publishing | NoPublishing, awake: Awake | None,
    writer: Writer | None = None,
) -> LiveSession:  # fmt: skip
    """A watch that tells a writer of lines, the ways out, and by notices whom it may."""
    ways = (writer, out, out.notices)
    listening = [each for each in ways if each is not None and not isinstance(each, NoPublishing)]

    def passes(t_s: float) -> None:
        for each in listening:
            each.passes(t_s)

    session = LiveSession(source, listening, known, on_time=passes, record=kept, awake=awake, on_known=out.learn)
    if isinstance(out, Publishing):
        out.ruling_of = session.ruling
    return session
