"""The file of a journal: whose it is, which version, who has it, and copies of it."""

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from dgt_monitor.journal.lock import JournalLock
from dgt_monitor.journal.mending import mend
from dgt_monitor.journal.note_forms import NOTES, Note
from dgt_monitor.journal.reading import chain_faults, read_journal, untold, value_of
from dgt_monitor.journal.rows import Draft
from dgt_monitor.journal.schema import SCHEMA, JournalError, back_up, open_to_read, open_to_write
from dgt_monitor.journal.writing import JournalWriter

CREATED = "2026-11-30T12:00:00+00:00"
FIXTURES = Path(__file__).parent / "schemas"
HOLDER = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from dgt_monitor.journal.lock import JournalLock\n"
    "lock = JournalLock(Path(sys.argv[1]), 'process 4711: watch COM3')\n"
    "print('held', flush=True)\n"
    "sys.stdin.read()\n"
)


def written(path: Path, *texts: str) -> Path:
    writer = JournalWriter(path, CREATED)
    for text in texts:
        form, body = NOTES.encode(Note(text))
        writer.add(Draft(1.0, 1, "note", form, None, None, None, body))
    writer.close()
    return path


class TestWhoseFileItIs:
    def test_another_programs_database_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "mail.db"
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE letters (text)")
        with pytest.raises(JournalError, match="another program's database"):
            open_to_write(path, CREATED)
        with pytest.raises(JournalError, match="another program's database"):
            open_to_read(path)

    def test_a_newer_one_is_left_alone(self, tmp_path: Path) -> None:
        path = written(tmp_path / "event.dgtj")
        with closing(sqlite3.connect(path)) as db:
            db.execute(f"PRAGMA user_version={SCHEMA + 1}")
        with pytest.raises(JournalError, match="newer version of this program"):
            open_to_write(path, CREATED)

    def test_no_file_an_empty_one_and_something_else_are_told(self, tmp_path: Path) -> None:
        path = tmp_path / "event.dgtj"
        with pytest.raises(JournalError, match="no such file"):
            read_journal(path)
        path.touch()
        with pytest.raises(JournalError, match="is empty"):
            read_journal(path)
        path.write_bytes(b"1. e4 e5 2. Nf3 " * 1000)
        with pytest.raises(JournalError, match="no journal"):
            read_journal(path)


class TestAnOlderOne:
    @staticmethod
    def _remark(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE rows ADD COLUMN remark TEXT")

    @staticmethod
    def _break(_db: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    def test_becomes_todays(self, tmp_path: Path) -> None:
        path = written(tmp_path / "event.dgtj", "kept")
        with closing(open_to_write(path, CREATED, {SCHEMA: self._remark})) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA + 1,)
            assert db.execute("SELECT body, remark FROM rows").fetchall() == [('["kept"]', None)]

    def test_stays_as_it_is_where_that_breaks_off(self, tmp_path: Path) -> None:
        path = written(tmp_path / "event.dgtj", "kept")
        with pytest.raises(sqlite3.OperationalError):
            open_to_write(path, CREATED, {SCHEMA: self._remark, SCHEMA + 1: self._break})
        journal = read_journal(path)
        assert [value_of(row) for row in journal.rows] == [Note("kept")]
        assert not list(chain_faults(journal))

    @pytest.mark.parametrize("version", range(1, SCHEMA + 1))
    def test_of_every_version_that_was_is_read_and_gone_on_with(self, version: int, tmp_path: Path) -> None:
        path = tmp_path / "event.dgtj"
        with closing(sqlite3.connect(path)) as db:
            db.executescript((FIXTURES / f"{version}.sql").read_text(encoding="utf-8"))
        before = read_journal(path)
        assert before.rows
        written(path, "and on")
        after = read_journal(path)
        assert [row[:2] for row in after.rows[:-1]] == [row[:2] for row in before.rows]
        assert not list(chain_faults(after))
        assert all(value_of(row) is not None for row in after.rows)


class TestTwoWhoWrite:
    def test_the_second_is_told_who_the_first_is_until_that_one_ends_however_it_does(self, tmp_path: Path) -> None:
        path = tmp_path / "event.dgtj"
        command = [sys.executable, "-c", HOLDER, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(JournalError, match=r"process 4711: watch COM3"):
                JournalLock(path, "another")
            holder.kill()
            holder.wait()
        JournalLock(path, "another").release()

    def test_another_name_of_it_is_no_second_lock(self, tmp_path: Path) -> None:
        path, link = written(tmp_path / "event.dgtj"), tmp_path / "link.dgtj"
        link.symlink_to(path)
        lock = JournalLock(path, "process 4711")
        with pytest.raises(JournalError, match="process 4711"):
            JournalLock(link, "another")
        lock.release()
        other = JournalLock(link, "another")
        assert other.journal == path.resolve()
        other.release()

    def test_a_file_with_two_names_is_refused_by_both(self, tmp_path: Path) -> None:
        path, link = written(tmp_path / "event.dgtj"), tmp_path / "link.dgtj"
        link.hardlink_to(path)
        for name in (path, link):
            with pytest.raises(JournalError, match="has 2 names"):
                JournalLock(name, "x")
        link.unlink()
        JournalLock(path, "x").release()

    @pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be removed there")
    def test_one_that_is_withdrawn_leaves_nothing_and_who_waited_for_it_takes_a_new_one(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, beside = tmp_path / "event.dgtj", tmp_path / "event.dgtj-lock"
        first = JournalLock(path, "first")

        def withdrawn(_: int) -> bool:
            first.withdraw()  # which others see only now: their file is none any more
            return True

        monkeypatch.setattr("dgt_monitor.journal.lock._taken", withdrawn)
        second = JournalLock(path, "second")
        assert beside.read_text() == "second", "the file that lies there, not the one that was removed"
        second.release()
        JournalLock(path, "third").withdraw()
        assert beside.exists(), "it was there before"

    def test_a_link_that_leads_to_itself_is_told(self, tmp_path: Path) -> None:
        link = tmp_path / "link.dgtj"
        link.symlink_to(link)
        with pytest.raises(JournalError, match="leads to no file"):
            JournalLock(link, "x")

    def test_a_folder_that_is_not_there_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(JournalError, match="No such file or directory; name another file"):
            JournalLock(tmp_path / "none" / "event.dgtj", "x")


class TestACopy:
    def test_is_whole_also_while_the_journal_is_written(self, tmp_path: Path) -> None:
        path, copy = tmp_path / "event.dgtj", tmp_path / "copy.dgtj"
        writer = JournalWriter(path, CREATED)
        form, body = NOTES.encode(Note("one"))
        writer.wait(writer.add(Draft(1.0, 1, "note", form, None, None, None, body), urgent=True), 20.0)
        back_up(path, copy)
        writer.add(Draft(2.0, 2, "note", form, None, None, None, body))
        writer.close()
        assert len(read_journal(copy).rows) == 1
        assert not list(chain_faults(read_journal(copy)))
        assert [each.name for each in tmp_path.glob("copy*")] == ["copy.dgtj"]

    def test_replaces_nothing(self, tmp_path: Path) -> None:
        path = written(tmp_path / "event.dgtj", "one")
        with pytest.raises(JournalError, match="exists"):
            back_up(path, path)


def damaged(path: Path) -> Path:
    """A journal of 60 rows, one page of which is overwritten."""
    written(path, *(f"{n} {'x' * 2000}" for n in range(60)))
    data = bytearray(path.read_bytes())
    page = 4096 * (data.index(b"30 xxx") // 4096)
    data[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    return path


class TestADamagedFile:
    def test_is_read_as_far_as_it_is_good(self, tmp_path: Path) -> None:
        journal = read_journal(damaged(tmp_path / "event.dgtj"))
        numbers = [row.seq for row in journal.rows]
        lost = sorted(set(range(1, 61)) - set(numbers))
        assert 1 <= len(lost) <= 3
        assert f"rows from {lost[0]} to {lost[-1]} are lost" in journal.damage[0].text
        assert [fault.seq for fault in chain_faults(journal)] == [lost[0]]
        assert not untold(chain_faults(journal), journal.damage), "the same rows"
        more = journal.rows[0]._replace(seq=lost[-1] + 1)
        gap = journal._replace(rows=[row for row in journal.rows if row.seq != more.seq])
        assert [fault.seq for fault in untold(chain_faults(gap), journal.damage)] == [lost[0]], "one more is missing"

    def test_is_gone_on_with_and_kept_aside(self, tmp_path: Path) -> None:
        path = damaged(tmp_path / "event.dgtj")
        before = read_journal(path)
        text = mend(path, "now")
        assert text is not None
        assert "are lost" in text
        assert (tmp_path / "event.dgtj.damaged-now").exists()
        assert mend(path, "again") is None
        written(path, "and on")
        after = read_journal(path)
        assert after.epoch == before.epoch
        assert after.rows[: len(before.rows)] == before.rows
        assert [value_of(row).text for row in after.rows[-2:]] == [text, "and on"]
        assert [fault.seq for fault in chain_faults(after)] == [fault.seq for fault in chain_faults(before)]
        assert not after.damage

    @pytest.mark.parametrize("kept", [0.3, 0.62, 0.9, 0.999])
    def test_that_was_cut_short_is_read_as_far_as_it_goes_and_gone_on_with(self, kept: float, tmp_path: Path) -> None:
        path = tmp_path / "event.dgtj"
        written(path, *(f"{n} {'x' * 2000}" for n in range(60)))
        whole = read_journal(path)
        data = path.read_bytes()
        for companion in tmp_path.glob("event.dgtj-*"):
            companion.unlink()  # a copy has none
        path.write_bytes(data[: int(len(data) * kept)])
        journal = read_journal(path)
        assert len(journal.rows) >= 60 * kept - 8
        assert journal.rows == whole.rows[: len(journal.rows)]
        assert "are lost" in journal.damage[0].text or "on are lost" in journal.damage[0].text
        assert mend(path, "now") is not None
        assert read_journal(path).rows[: len(journal.rows)] == journal.rows
        assert (tmp_path / "event.dgtj.damaged-now").read_bytes() == data[: int(len(data) * kept)]
        assert not list(Path(tempfile.gettempdir()).glob("journal-*"))

    def test_of_which_nothing_can_be_read_is_left_as_it_is(self, tmp_path: Path) -> None:
        path = written(tmp_path / "event.dgtj", "one")
        data = b"\xff" * 4096 + path.read_bytes()[4096:]
        path.write_bytes(data)
        with pytest.raises(JournalError, match="first page is damaged"):
            mend(path, "now")
        assert path.read_bytes() == data

    def test_one_that_was_only_just_begun_is_begun_anew(self, tmp_path: Path) -> None:
        path = tmp_path / "event.dgtj"
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode=WAL")
        assert path.stat().st_size
        assert mend(path, "now") is None
        written(path, "one")
        assert [value_of(row).text for row in read_journal(path).rows] == ["one"]

    def test_a_whole_one_and_none_are_left_alone(self, tmp_path: Path) -> None:
        assert mend(tmp_path / "none", "now") is None
        assert mend(written(tmp_path / "event.dgtj", "one"), "now") is None
