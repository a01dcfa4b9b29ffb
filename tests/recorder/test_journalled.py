"""A live session with a journal behind its gate: what is shown and when, a full disk, a machine that sleeps."""

import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Level
from dgt_monitor.hall.views import HallView
from dgt_monitor.journal.forms import shown
from dgt_monitor.journal.reading import chain_faults, read_journal
from dgt_monitor.journal.rows import Draft
from dgt_monitor.journal.writing import JournalState, JournalWriter
from dgt_monitor.recorder.awake import Awake
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.rebuilding import rebuild
from dgt_monitor.recorder.record import Record, open_record
from drivers.simulator.source import plan_hall
from tests.stream_contract import StreamReader

HALL = "sim://?boards=3&speed=max&think=0.3"
PATIENCE_S = 10.0
"""What takes longer has failed."""


class Kept:
    """A session on a journal, played to the end of its hall."""

    def __init__(self, path: Path, awake: Awake | None = None) -> None:
        self.path = path
        self.told: list[Event] = []
        self.times: list[float] = []
        self.record: Record = open_record(path)
        source = plan_hall(HALL).open()
        self.session = LiveSession(source, [self.hear], on_time=self.times.append, record=self.record, awake=awake)
        source.on_over = self.session.stop

    def hear(self, told: list[Event]) -> None:
        self.told += told

    def run(self) -> "Kept":
        self.session.run()
        assert self.record.close() == 0
        return self

    def notices(self) -> list[events.Notice]:
        return [event for event in self.told if isinstance(event, events.Notice)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event.dgtj"


def test_all_that_was_told_stands_in_the_journal_in_that_order(path: Path) -> None:
    kept = Kept(path).run()
    rows = [(row.form, row.body) for row in read_journal(path).rows if row.kind == "shown"]
    assert rows == [each for each in map(shown, kept.told) if each is not None]
    assert len(StreamReader().read(kept.told).boards) >= 3
    assert not rebuild(read_journal(path)).comparison.differences


def test_a_view_is_shown_only_when_what_it_shows_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(path)
    gate, safe, looked = kept.record.gate, [False], []

    def is_safe(_row: int) -> bool:
        return safe[0]

    with monkeypatch.context() as patched:
        patched.setattr(gate, "is_safe", is_safe)
        before = kept.session.view()
        kept.session._lay_out()
        kept.session._release()
        assert kept.session.view() is before
        safe[0] = True
        kept.session._release()
        looked.append(kept.session.view())
    assert looked[0] is not before
    assert isinstance(looked[0], HallView)
    kept.run()


class TestADiskThatIsFull:
    @pytest.fixture(autouse=True)
    def soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dgt_monitor.journal.writing.RETRY_S", 0.01)

    @pytest.mark.parametrize(
        "error", ["database or disk is full", "attempt to write a readonly database", "disk I/O error"]
    )
    def test_stops_nothing_but_the_journal_says_so_and_resumes(
        self, error: str, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = Kept(path)
        commit, failing = JournalWriter._commit, [False]

        def full(writer: JournalWriter, db: sqlite3.Connection, group: list[Draft]) -> None:
            if failing[0]:
                raise sqlite3.OperationalError(error)
            commit(writer, db, group)

        monkeypatch.setattr(JournalWriter, "_commit", full)
        hear = kept.hear

        def hears(told: list[Event]) -> None:
            hear(told)
            moves = sum(event.kind == "move" for event in kept.told)
            failing[0] = 20 < moves < 60
            if moves >= 60:  # the hall is over in no time: it is not to end before the next try
                kept.record.writer.wait_until_works(PATIENCE_S)

        kept.session._recorder._sinks = (hears,)
        kept.session._recorder._hand_out = kept.session._recorder._tell
        kept.run()
        assert [(notice.state, notice.level) for notice in kept.notices()] == [
            ("failing", Level.ACT),
            ("good", Level.INFO),
        ]
        assert error in kept.notices()[0].text
        assert kept.session.warning is None
        journal = read_journal(path)
        assert not list(chain_faults(journal))
        rebuilt = rebuild(journal)
        assert not rebuilt.comparison.differences
        in_time = [row for row in journal.rows if row.form == "Note"]
        assert len(in_time) == 1

    def test_a_disk_that_is_nearly_full_is_told_early(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        kept = Kept(path)
        monkeypatch.setattr(JournalWriter, "state", property(lambda _: JournalState("low", "Only 400 MB are left")))
        kept.run()
        (notice,) = kept.notices()
        assert (notice.state, notice.level, notice.text) == ("low", Level.CHECK, "Only 400 MB are left")
        assert kept.session.warning == "Only 400 MB are left"


class TestAMachineThatSleeps:
    SLEPT_S = 3600.0

    def sleeping(self, at_round: int) -> Iterator[float]:
        """The clock stands, as far as anybody cares, but for once."""
        now_s, rounds = 0.0, 0
        while True:
            yield now_s
            rounds += 1
            now_s += self.SLEPT_S if rounds == at_round else 0.0

    def test_knows_that_boards_went_untold_and_goes_on_in_order(self, path: Path) -> None:
        clock = self.sleeping(600)
        kept = Kept(path, Awake(lambda: next(clock), lambda: 0.0)).run()
        (notice,) = kept.notices()
        assert (notice.state, notice.level) == ("slept", Level.CHECK)
        assert "slept, or was too busy, for 3600 s" in notice.text
        lost = [event for event in kept.told if isinstance(event, events.Board) and event.state == "lost"]
        assert len(lost) == 3
        assert all("slept" in (event.reason or "") for event in lost)
        reader = StreamReader().read(event for event in kept.told if event.kind != "notice")
        (away_s,) = {event.t for event in lost}
        back = [event.t for event in kept.told if isinstance(event, events.Board) and event.t > away_s]
        assert min(back) - away_s > self.SLEPT_S - 60
        assert all(a <= b for a, b in pairwise(kept.times))
        assert all(board.summaries for name, board in reader.boards.items() if board.game)
        assert not rebuild(read_journal(path)).comparison.differences

    @pytest.mark.parametrize(
        ("clock_s", "waking_s", "still_s"),
        [(9.0, 9.0, None), (9.0, 8.0, None), (9.0, 1.0, 9.0), (59.0, 59.0, None), (61.0, 61.0, 61.0)],
    )
    def test_is_known_by_two_clocks(self, clock_s: float, waking_s: float, still_s: float | None) -> None:
        now = [0.0, 0.0]
        awake = Awake(lambda: now[0], lambda: now[1])
        now[:] = clock_s, waking_s
        assert awake.look() == still_s
        assert awake.look() is None
