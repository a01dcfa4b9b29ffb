"""What a watch is made of, and the three ways it is shown: as lines, to desks alone, on a screen of its own."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import NamedTuple, Protocol, runtime_checkable

from dgt_monitor.cli.attaching import NO_DESKS, Desks, attachable
from dgt_monitor.cli.author import NOBODY_NAMED
from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.ending import ScreenLeaver, ended_by_signals
from dgt_monitor.cli.ends import GOOD_END, End, fault_of, read_to_the_end
from dgt_monitor.cli.event_news import EventNews
from dgt_monitor.cli.foreign import DEBUG
from dgt_monitor.cli.linear.keyboard import is_terminal
from dgt_monitor.cli.linear.watching import LinearWriter
from dgt_monitor.cli.outlet import Outlet, unbuffered
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EventWriter, OutputError, PublicWriter
from dgt_monitor.cli.publishing import NoPublishing, Publishing, session_of
from dgt_monitor.cli.screen_feed import LiveFeed, OwnScreen
from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.note_forms import Screen, Written
from dgt_monitor.recorder.awake import Awake
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.live_source import LiveSource
from dgt_monitor.recorder.record import Record
from dgt_monitor.tournament.notices import Bell, Notices
from drivers.capture import CaptureFolder


@runtime_checkable
class HallThatEnds(Protocol):
    """A simulated hall, whose last game is over some time; boards on real lines can always play another one."""

    on_over: Callable[[], None] | None
    speed: float | None
    """Seconds of it in a real one; None: as fast as can be."""


class Watched(NamedTuple):
    """What is watched, what is kept of it, and who else hears of it."""

    source: LiveSource
    folder: CaptureFolder | None
    kept: Record | None
    known: Known
    news: EventNews
    complaints: LiveComplaints
    early: threading.Event
    """Set by a signal that came before there was anything to stop."""
    desks: Desks
    out: Publishing | NoPublishing

    def session(self, writer: EventWriter | PublicWriter | None = None) -> LiveSession:
        """The session that watches it; `writer` hears what it says."""
        awake = None if isinstance(self.source, HallThatEnds) else Awake()  # a simulated hall sleeps with its machine
        return session_of(self.source, self.known, self.kept, self.out, awake, writer)

    def feed(self, session: LiveSession) -> LiveFeed:
        """What screens see of it."""
        source, out = self.source, self.out

        def notices() -> Notices:
            return out.notices.works

        if isinstance(source, HallThatEnds):
            return LiveFeed(session, self.complaints, simulated=True, speed=source.speed, notices=notices)
        return LiveFeed(session, self.complaints, notices=notices)


class Lines(NamedTuple):
    """What the lines are."""

    as_json: bool
    public: bool
    author: str = NOBODY_NAMED
    """Who rules, where a person may choose between them."""

    def writer(self, put: Callable[[bytes], None] | None) -> EventWriter | PublicWriter:
        """Who writes them."""
        if self.public:
            return PublicWriter(put)
        return LinearWriter(put) if not self.as_json and is_terminal() else EventWriter(as_json=self.as_json, put=put)


def shown_as_lines(on: Watched, how: Lines) -> End:
    """Watch as lines until a signal, or until nobody can read them."""

    def nobody_reads() -> None:
        session.stop()

    stream = unbuffered(sys.stdout)
    outlet = None if stream is None else Outlet(stream, nobody_reads, complain=on.complaints)
    writer = how.writer(None if outlet is None else outlet.put)
    session = on.session(writer)
    if isinstance(on.source, HallThatEnds):
        on.source.on_over = session.stop
    with ended_by_signals(session.stop), on.news.told_to(session.learn):
        if on.early.is_set():
            session.stop()
        try:
            _begin(on, how, session, writer)
            _run_with_its_readers(on, how, session, writer)
            if on.folder is not None:
                on.folder.close()  # before anybody is waited for
            return GOOD_END if outlet is None else read_to_the_end(outlet)
        except BrokenPipeError:
            return GOOD_END  # the reader has had enough (`| head`)
        except OutputError as error:
            return End(EXIT_FAULTY_INPUT, f"standard output cannot be written: {error}")
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            return fault_of(error)


def _begin(on: Watched, how: Lines, session: LiveSession, writer: EventWriter | PublicWriter) -> None:
    """Write what stands; it is noted that somebody is shown it, where alerts are."""
    if not how.public:
        session.screen(Written("the event stream" if how.as_json else "plain lines"))
        session.opened([] if on.kept is None else on.kept.opening)
    if on.kept is not None:
        writer.again(on.kept.opening)


def _run_with_its_readers(on: Watched, how: Lines, session: LiveSession, writer: EventWriter | PublicWriter) -> None:
    """Run to the end, with desks at the door where these are wanted, and a person who types where there is one."""
    feed = on.feed(session)
    typing: AbstractContextManager[None] = nullcontext()
    if isinstance(writer, LinearWriter):
        typing = writer.answering(OwnScreen(feed, how.author), session.stop)
    shown = on.desks if on.desks.headless else NO_DESKS
    with attachable(feed, shown, on.complaints, session.screen), typing:
        session.run()


def shown_to_desks(on: Watched) -> End:
    """Watch for desks alone, until a signal."""
    session = on.session()
    with ended_by_signals(session.stop), on.news.told_to(session.learn):
        if on.early.is_set():
            session.stop()
        try:
            with attachable(on.feed(session), on.desks, on.complaints, session.screen):
                session.run()
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            return fault_of(error)
    return GOOD_END


def shown_on_screen(on: Watched, author: str, bell: Bell | None) -> End:
    """Watch on the dashboard until q, or until its terminal has gone."""
    from dgt_monitor.dashboard.app import DashboardError, run_dashboard

    session = on.session()
    session.screen(Screen(author, "attached", looks_only=False))
    session.start()
    door = ExitStack()

    def finish() -> None:
        door.close()
        session.screen(Screen(author, "left", looks_only=False))
        session.stop()
        session.join()
        if on.folder is not None:
            on.folder.close()
        if on.kept is not None:
            on.kept.close()

    leaver = ScreenLeaver(finish)
    feed = on.feed(session)
    with ended_by_signals(session.stop), on.news.told_to(session.learn), door:
        door.enter_context(attachable(feed, on.desks, on.complaints, session.screen))
        try:
            with ended_by_signals(leaver):
                if on.early.is_set():
                    leaver()
                run_dashboard(OwnScreen(feed, author), bell=bell, leaving=leaver.wanted)
        except DashboardError as error:
            return End(EXIT_FAULTY_INPUT, str(error))
        finally:
            finish()
    if session.fault is None:
        return GOOD_END
    if os.environ.get(DEBUG):
        raise session.fault
    return fault_of(session.fault)
