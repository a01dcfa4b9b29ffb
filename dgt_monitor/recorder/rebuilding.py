"""A hall made again from its journal: the same function, fed the same entries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from dgt_monitor.events import Event, Ruled
from dgt_monitor.hall.entries import Known, Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.forms import KNOWN_FORMS, shown, without_clock
from dgt_monitor.journal.note_forms import End, Session
from dgt_monitor.journal.reading import Damage, Journal, value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.recorder.collecting import not_collecting
from dgt_monitor.recorder.comparing import Comparison, Conclusions
from dgt_monitor.recorder.shortening import Cut, NotShortenedError, shorten


class Entry(NamedTuple):
    """A row that goes into a hall."""

    t_s: float
    row: Row
    value: object


class Rebuilt(NamedTuple):
    """A hall as its journal leaves it."""

    hall: Hall
    events: list[Event]
    """All that follows from the journal, in order."""
    comparison: Comparison
    damage: list[Damage]

    def events_without_clocks(self) -> list[tuple[str, str]]:
        """The events as they would be kept, without what the clocks said."""
        kept = (shown(event) for event in self.events)
        return [(told[0], without_clock(*told)) for told in kept if told is not None]


def empty_hall(journal: Journal, known: Known | None = None) -> Hall:
    """The hall before the first row, with what was known of it; `known` where the journal does not tell."""
    return Hall(_known(journal.rows) or known)


def rebuild(journal: Journal, known: Known | None = None) -> Rebuilt:
    """Feed a hall all that stands in a journal; what cannot be read is passed over and told."""
    damage = list(journal.damage)
    hall = empty_hall(journal, known)
    told: list[Event] = []
    conclusions = Conclusions()
    with not_collecting():
        for _, news in feed(hall, journal.rows, damage):
            told += news
            conclusions.take(news)
        return Rebuilt(hall, told, conclusions.against(journal.rows), damage)


def rebuild_last_games(journal: Journal, known: Known | None = None) -> Rebuilt:
    """The same of every board's last game only; the whole of it where that does not lead to what was shown."""
    try:
        rebuilt = _rebuild_shortened(journal, known)
    except NotShortenedError:
        return rebuild(journal, known)
    if rebuilt.comparison.differences or rebuilt.damage:
        return rebuild(journal, known)
    return rebuilt


def _rebuild_shortened(journal: Journal, known: Known | None) -> Rebuilt:
    damage = list(journal.damage)
    hall = empty_hall(journal, known)
    told: list[Event] = []
    conclusions = Conclusions()
    with not_collecting():
        short = shorten(journal.rows)
        short.resume(hall)
        waiting = set(short.since)  # boards whose last game has not begun yet
        for entry, news in feed(hall, short.rows, damage, short.cuts):
            if entry is not None and isinstance(entry.value, Cut):
                waiting.discard(entry.value.start.board)
            mine = [event for event in news if event.board not in waiting] if waiting else news
            told += mine
            conclusions.take(mine)
        return Rebuilt(hall, told, conclusions.against(short.rows, short.since), damage)


class Step(NamedTuple):
    """An entry given to a hall, and what it said; None: time has passed."""

    entry: Entry | None
    told: list[Event]


def feed(
    hall: Hall, rows: Sequence[Row], damage: list[Damage], cuts: Mapping[int, Cut] | None = None
) -> Iterator[Step]:
    """Give a hall the entries of these rows, each on its time; `cuts`: games that begin at rows of what was shown."""
    hall.rulings.refused_then = dict(_refused(rows))
    for session in _sessions(rows):
        for entry in entries(session, damage, cuts or {}):
            yield Step(entry, _apply(hall, entry))
        last_s = max((row.t_s for row in session if row.kind == "shown"), default=0.0)
        yield Step(None, hall.advance(max(last_s, hall.t_s)))
        for _ in hall.requests():
            pass  # what boards were to be asked was asked then


def _refused(rows: Iterable[Row]) -> Iterator[tuple[int, str]]:
    """Rulings that were not carried out, by their numbers, and why."""
    for row in rows:
        if row.kind == "shown" and row.form == "ruling":
            try:
                told: Ruled = value_of(row)
            except UnreadableError:
                continue
            if told.state == "refused":
                yield told.number, told.text


def _apply(hall: Hall, entry: Entry) -> list[Event]:
    t_s, row, value = entry
    t_s = max(t_s, hall.t_s)
    if isinstance(value, End):
        return hall.finish(t_s)
    if isinstance(value, Cut):
        return value.apply(hall, t_s)
    if isinstance(value, Ruling):
        return hall.apply(value._replace(t_s=t_s))
    if isinstance(value, Known):
        return hall.learn(t_s, value)
    return hall.read(t_s, row.port or "", row.address, value)  # type: ignore[arg-type]


def entries(rows: Iterable[Row], damage: list[Damage], cuts: Mapping[int, Cut] = MappingProxyType({})) -> list[Entry]:
    """What of these rows of one watch goes into a hall, in order of time: some were written late (`keeping`)."""
    out = []
    for row in rows:
        if row.seq in cuts:
            out.append(Entry(row.t_s, row, cuts[row.seq]))
        if row.kind == "shown" or (row.kind == "note" and row.form != "End" and row.form not in KNOWN_FORMS):
            continue
        try:
            out.append(Entry(row.t_s, row, value_of(row)))
        except UnreadableError as error:
            damage.append(Damage(row.seq, f"row {row.seq} is passed over: {error}"))
    out.sort(key=lambda entry: entry.t_s)
    return out


def _sessions(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each watch; what was written in one never goes behind what was written in another."""
    session: list[Row] = []
    for row in rows:
        if row.form == Session.__name__ and session:
            yield session
            session = []
        session.append(row)
    if session:
        yield session


def knowns(rows: Iterable[Row]) -> Iterator[tuple[Row, Known]]:
    """What was known of the hall before its first reading, and each change of it since."""
    for row in rows:
        if row.form in KNOWN_FORMS:
            try:
                value = value_of(row)
            except UnreadableError:
                continue
            if isinstance(value, Known):
                yield row, value


def _known(rows: Iterable[Row]) -> Known | None:
    """What was known of the hall before its first reading."""
    return next((known for _, known in knowns(rows)), None)
