"""The writer of a journal: what is committed, what waits while nothing can be written, and what is told of it."""

import queue
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dgt_monitor.journal.note_forms import NOTES, Note
from dgt_monitor.journal.reading import chain_faults, read_journal, value_of
from dgt_monitor.journal.rows import Draft
from dgt_monitor.journal.writing import LOW_BYTES, JournalWriter

CREATED = "2026-11-30T12:00:00+00:00"
PATIENCE_S = 20.0


def draft(number: int, text: str = "note") -> Draft:
    form, body = NOTES.encode(Note(f"{text} {number}"))
    return Draft(float(number), 1_000_000 * number, "note", form, "COM3", None, "7", body)


class Opened:
    """A writer with what it told."""

    def __init__(self, path: Path, **more: Callable[..., object]) -> None:
        self.told: list[str] = []
        self._heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.writer = JournalWriter(path, CREATED, self._hear, **more)  # type: ignore[arg-type]

    def _hear(self, text: str) -> None:
        self.told.append(text)
        self._heard.put(text)

    def told_of(self, text: str) -> None:
        """Wait until this is the next that is told."""
        assert text in self._heard.get(timeout=PATIENCE_S)

    def add(self, count: int, text: str = "note") -> None:
        for number in range(count):
            last = self.writer.add(draft(number, text))
        self.writer.hurry()
        self.writer.wait(last, PATIENCE_S)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    one = Opened(tmp_path / "event.dgtj")
    yield one
    one.writer.close()


def texts(path: Path) -> list[str]:
    journal = read_journal(path)
    assert not journal.damage
    assert not list(chain_faults(journal))
    assert [row.seq for row in journal.rows] == list(range(1, len(journal.rows) + 1))
    return [value_of(row).text for row in journal.rows]


def test_what_is_said_to_be_committed_can_be_read_by_others(opened: Opened) -> None:
    opened.add(50)
    assert opened.writer.committed == 50
    assert texts(opened.writer.path) == [f"note {number}" for number in range(50)]


def test_rows_for_which_nobody_waits_are_written_all_the_same(opened: Opened) -> None:
    last = opened.writer.add(draft(1))
    opened.writer.wait(last, PATIENCE_S)
    assert texts(opened.writer.path) == ["note 1"]


def test_every_commit_is_synced_and_written_ahead(opened: Opened) -> None:
    db = opened.writer.db
    assert db is not None
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    for text in ("first", "second"):
        one = Opened(path)
        one.add(3, text)
        assert one.writer.close() == 0
    assert texts(path) == [f"{text} {number}" for text in ("first", "second") for number in range(3)]


def test_two_journals_have_two_names(tmp_path: Path) -> None:
    epochs = set()
    for name in ("a", "b"):
        Opened(tmp_path / name).writer.close()
        epochs.add(read_journal(tmp_path / name).epoch)
    assert len(epochs) == 2


class TestADiskThatIsFull:
    @pytest.fixture(autouse=True)
    def soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dgt_monitor.journal.writing.RETRY_S", 0.01)

    def fill(self, opened: Opened) -> None:
        """No page more than there are now."""
        assert opened.writer.db is not None
        opened.writer.db.execute("PRAGMA max_page_count=1")
        opened.writer.add(draft(0, "x" * 100_000))
        opened.writer.hurry()
        opened.writer.wait(opened.writer.added, PATIENCE_S)

    def test_what_waits_is_written_when_there_is_room_again(
        self, opened: Opened, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened.add(2)

        def still_full(*_: object) -> sqlite3.Connection:
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr("dgt_monitor.journal.writing.open_to_write", still_full)
            self.fill(opened)
            assert opened.writer.failing is not None
            assert "full" in opened.writer.failing
            number = opened.writer.add(draft(7))
            assert opened.writer.committed == 2
        opened.writer.wait_until_works(PATIENCE_S)
        opened.writer.wait(number + 1, PATIENCE_S)
        written = texts(opened.writer.path)
        assert written[:2] == ["note 0", "note 1"]
        assert written[3] == "note 7"
        assert written[4] == "nothing could be written for a while (database or disk is full)"
        assert ["cannot be written (database or disk is full)" in told for told in opened.told] == [True, False]
        assert "written again" in opened.told[1]

    def test_nobody_waits_for_a_disk_at_the_end(self, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
        def still_full(*_: object) -> sqlite3.Connection:
            raise sqlite3.OperationalError("disk I/O error")

        opened.add(2)
        monkeypatch.setattr("dgt_monitor.journal.writing.open_to_write", still_full)
        self.fill(opened)
        assert opened.writer.close() == 1

    def test_too_much_that_waits_is_counted_and_told(self, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
        opened.add(2)
        monkeypatch.setattr("dgt_monitor.journal.writing.MOST_WAITING", 4)
        with monkeypatch.context() as patched:
            patched.setattr(
                "dgt_monitor.journal.writing.open_to_write", lambda *_: (_ for _ in ()).throw(OSError("no disk"))
            )
            self.fill(opened)
            for number in range(10):
                opened.writer.add(draft(number))
        opened.writer.wait_until_works(PATIENCE_S)
        opened.writer.close()
        assert "7 rows are lost" in opened.told[-1]
        assert "7 rows are lost" in texts(opened.writer.path)[-1]


def test_a_commit_that_was_made_though_it_was_said_to_have_failed_is_not_made_twice(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dgt_monitor.journal.writing.RETRY_S", 0.01)
    opened.add(2)
    commit = JournalWriter._commit
    failed: list[bool] = []

    def lies(writer: JournalWriter, db: sqlite3.Connection, group: list[Draft]) -> None:
        before = writer._seq, writer._chain
        commit(writer, db, group)
        if not failed:
            failed.append(True)
            writer._seq, writer._chain = before
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(JournalWriter, "_commit", lies)
    opened.add(3, "more")
    opened.writer.wait_until_works(PATIENCE_S)
    opened.writer.close()
    assert texts(opened.writer.path)[:5] == ["note 0", "note 1", "more 0", "more 1", "more 2"]


def test_little_room_is_told_once_and_that_it_is_over(tmp_path: Path) -> None:
    now, room = [0.0], [LOW_BYTES - 1]
    one = Opened(tmp_path / "event.dgtj", room=lambda _: room[0], clock=lambda: now[0])
    for now[0] in (1.0, 100.0, 200.0):
        one.add(1)
    assert one.writer.low is not None
    room[0] = LOW_BYTES
    now[0] = 300.0
    one.add(1)
    one.writer.close()
    assert ["only 499 MB are left" in told for told in one.told] == [True, False]
    assert "room on the disk of the journal again" in one.told[1]


class TestTampering:
    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE rows SET body = '[\"other\"]' WHERE seq = 3",
            "UPDATE rows SET t_s = t_s + 0.001 WHERE seq = 3",
            "UPDATE rows SET board = '8' WHERE seq = 3",
            "UPDATE rows SET address = 3 WHERE seq = 3",
            "DELETE FROM rows WHERE seq = 3",
            "UPDATE rows SET seq = 99 WHERE seq = 3",
            "UPDATE rows SET body = CAST('x' AS BLOB) WHERE seq = 3",
        ],
    )
    def test_shows(self, opened: Opened, change: str) -> None:
        opened.add(6)
        opened.writer.close()
        assert not list(chain_faults(read_journal(opened.writer.path)))
        with closing(sqlite3.connect(opened.writer.path)) as db:
            db.execute(change)
            db.commit()
        faults = list(chain_faults(read_journal(opened.writer.path)))
        assert faults
        assert faults[0].seq in {3, 4}


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be moved there")
def test_a_file_whose_name_is_taken_away_or_given_to_another_is_told_and_written_on(opened: Opened) -> None:
    path, moved = opened.writer.path, opened.writer.path.with_name("moved.dgtj")
    opened.add(3)
    path.rename(moved)
    opened.add(1)
    opened.told_of("was removed")
    assert opened.writer.state.name == "failing"
    assert "put it back if it was moved" in opened.writer.state.text
    path.write_bytes(b"another file")
    opened.add(1)
    opened.told_of("was replaced by another one")
    moved.replace(path)
    opened.add(1)
    opened.told_of("is where it was again")
    assert "there is room" in opened.writer.state.text
    opened.writer.close()
    assert len(texts(path)) == 6, "nothing is missing"
