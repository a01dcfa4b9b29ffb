"""The notices of a watch: what the hall says goes in, what became of each goes into the journal."""

import queue
from collections.abc import Callable

from dgt_monitor.cli.notice_sender import NoticeSender
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.note_forms import NOTES, Noticed
from dgt_monitor.journal.rows import storable
from dgt_monitor.recorder.journalled import JournalGate
from dgt_monitor.recorder.notice_post import NoticePost, Outcome
from dgt_monitor.recorder.noticing import Notice, Noticing, ended
from dgt_monitor.tournament.notices import NO_NOTICES, Notices


class WatchNotices:
    """A sink of the recorder, called in its loop (but for `works`); it sends from a thread of its own."""

    def __init__(self, gate: JournalGate | None, complain: Callable[[str], None]) -> None:
        self._gate = gate
        self._complain = complain
        self._wanted = NO_NOTICES
        self._noticing = Noticing(NO_NOTICES)
        self._sender = NoticeSender(NO_NOTICES)
        self._post: NoticePost | None = None

    @property
    def works(self) -> Notices:
        """How alarms are told beside the screens, as far as that works."""
        return self._noticing.notices

    def learn(self, _: float, known: Known) -> None:
        """This is known from now on."""
        wanted = known.tournament.notices
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self._sender = NoticeSender(wanted)
        for fault in self._sender.faults:
            self._complain(fault)
        self._noticing.notices = works = self._sender.works
        if self._post is None and (works.has("desktop") or works.has("push")):
            self._post = NoticePost(self._send)

    def _send(self, notice: Notice) -> str:
        return self._sender(notice)

    def __call__(self, events: list[Event]) -> None:
        """The hall said this."""
        if self._post is not None:
            for notice in self._noticing.hear(events):
                self._post.put(notice)
            self._post.end(ended(events))

    def passes(self, t_s: float) -> None:
        """It is now so late: what became of notices is noted."""
        while self._post is not None:
            try:
                outcome = self._post.outcomes.get_nowait()
            except queue.Empty:
                return
            self._note(t_s, outcome)

    def _note(self, t_s: float, outcome: Outcome) -> None:
        notice = outcome.notice
        if outcome.state != "sent" and (outcome.state != "failed" or outcome.tries == 1):
            self._complain(f"alert {notice.alert}, notice by {notice.way} {outcome.state}: {outcome.why}")
        if self._gate is not None:
            noticed = Noticed(notice.alert, notice.way, outcome.state, outcome.tries, storable(outcome.why) or "")
            self._gate.note(t_s, *NOTES.encode(noticed), storable(notice.board))

    def close(self) -> None:
        """Send nothing more."""
        if self._post is not None:
            self._post.close()
