"""A disk that fails, is full or is not written, when a watch begins: it is said, and nothing is lost."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.journal import mending, schema
from dgt_monitor.journal.mending import mend
from dgt_monitor.journal.reading import chain_faults, read_journal
from dgt_monitor.journal.rows import Row
from dgt_monitor.journal.schema import SCHEMA, DiskError, JournalError, open_to_write
from dgt_monitor.recorder.record import open_record
from tests.cli.test_history_board import PlayedHall

BEGIN = """
import os, resource, signal, sys
from pathlib import Path
import dgt_monitor.recorder.record as record
from dgt_monitor.journal.schema import DiskError, JournalError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
if len(sys.argv) > 2 and sys.argv[2]:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    record.open_record(Path(sys.argv[1]), print).close()
except JournalError as error:
    print(type(error).__name__, error)
"""
"""Begins a watch on a journal, with files that cannot grow beyond a size, and as somebody who may not write all."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that others may write into."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


def played(path: Path) -> list[Row]:
    """A journal with some moves; its rows."""
    hall = PlayedHall(path, "P1", "P2")
    hall.play("P1", "e4 e5 Nf3 Nc6")
    hall.play("P2", "d4 d5 c4")
    hall.over()
    path.chmod(0o666)
    (path.parent / f"{path.name}-lock").chmod(0o666)
    return read_journal(path).rows


def begun(path: Path, most_bytes: int | None = None) -> str:
    """What a watch says that is begun there."""
    command = [sys.executable, "-c", BEGIN, str(path), "" if most_bytes is None else str(most_bytes)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_whole(path: Path, rows: list[Row]) -> bool:
    """Whether these rows are still its first ones."""
    journal = read_journal(path)
    return journal.rows[: len(rows)] == rows and not journal.damage and not list(chain_faults(journal))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are set otherwise there")
class TestStart:
    def test_a_file_that_may_not_be_written(self, folder: Path) -> None:
        path = folder / "event.dgtj"
        rows = played(path)
        path.chmod(0o444)
        told = begun(path)
        assert told.startswith("JournalError ")
        assert "it may not be written. Make it writable, or name another file" in told
        assert is_whole(path, rows)

    def test_a_folder_that_may_not_be_written(self, folder: Path) -> None:
        (folder / "kept").mkdir(mode=0o755)
        told = begun(folder / "kept" / "event.dgtj")
        assert told.startswith("JournalError ")
        assert "name another file" in told
        assert not list((folder / "kept").iterdir())

    @pytest.mark.parametrize("most_bytes", [0, 100, 4096, 5000, 20_000])
    def test_no_room_for_a_new_one(self, most_bytes: int, folder: Path) -> None:
        told = begun(folder / "event.dgtj", most_bytes)
        assert told.startswith("DiskError "), told
        assert "Make room, see to the disk, or name another file" in told
        assert begun(folder / "event.dgtj") == "", "and when there is room it begins"

    @pytest.mark.parametrize("most_bytes", [0, 100, 4096, 20_000])
    def test_no_room_in_one_that_is_gone_on_with(self, most_bytes: int, folder: Path) -> None:
        path = folder / "event.dgtj"
        rows = played(path)
        told = begun(path, most_bytes)
        assert "Traceback" not in told
        assert is_whole(path, rows)
        begun(path)
        assert is_whole(path, rows)

    def test_no_room_to_read_a_damaged_one(self, folder: Path) -> None:
        path = folder / "event.dgtj"
        rows = played(path)
        damage(path)
        before = path.read_bytes()
        told = begun(path, 100)
        assert told.startswith("DiskError "), told
        assert path.read_bytes() == before
        assert [each.name for each in folder.iterdir() if "mended" in each.name or "damaged" in each.name] == []
        assert "the journal was damaged" in begun(path)
        assert read_journal(path).rows[:3] == rows[:3]


def damage(path: Path) -> None:
    """A page of its rows is overwritten."""
    with path.open("r+b") as file:
        file.seek(-4096, os.SEEK_END)
        file.write(b"\xff" * 4096)


class TestMending:
    @pytest.mark.parametrize("renamed", [0, 1])
    def test_broken_off_between_two_names_it_is_finished(
        self, renamed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "event.dgtj"
        rows = played(path)
        damage(path)
        done, rename = [0], Path.rename

        def broken_off(self: Path, target: Path) -> Path:
            if done[0] == renamed:
                raise KeyboardInterrupt
            done[0] += 1
            return rename(self, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", broken_off)
            with pytest.raises(KeyboardInterrupt):
                mend(path, "now")
        mend(path, "later")
        assert read_journal(path).rows[:3] == rows[:3]
        assert not [each for each in tmp_path.iterdir() if mending._NEW in each.name]

    def test_no_room_for_what_is_good(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "event.dgtj"
        rows = played(path)
        damage(path)
        before = path.read_bytes()

        def small(*arguments: Any) -> sqlite3.Connection:
            db = open_to_write(*arguments)
            db.execute("PRAGMA max_page_count=4")
            return db

        with monkeypatch.context() as patch:
            patch.setattr(mending, "open_to_write", small)
            with pytest.raises(DiskError, match=r"database or disk is full\. Make room, .*; nothing was changed"):
                open_record(path)
        assert path.read_bytes() == before
        assert [each.name for each in tmp_path.iterdir() if "mended" in each.name or "damaged" in each.name] == []
        open_record(path).close()
        assert read_journal(path).rows[:3] == rows[:3]

    def test_a_disk_that_fails_at_any_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "event.dgtj"
        played(path)
        damage(path)

        def failing(*_: object) -> Path:
            raise OSError(5, "Input/output error")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", failing)
            with pytest.raises(JournalError, match="Input/output error"):
                open_record(path)
        open_record(path).close()


class TestMigration:
    @staticmethod
    def _rewrite(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE rows ADD COLUMN remark TEXT")
        db.execute("UPDATE rows SET remark = printf('%.1000c', 'x')")

    @pytest.mark.parametrize("more_pages", range(0, 12, 3))
    def test_the_disk_is_full(self, more_pages: int, tmp_path: Path) -> None:
        path = tmp_path / "event.dgtj"
        rows = played(path)

        def full(db: sqlite3.Connection) -> None:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count={pages + more_pages}")
            self._rewrite(db)

        with pytest.raises(sqlite3.OperationalError, match="full"):
            open_to_write(path, "", {SCHEMA: full})
        assert is_whole(path, rows)

    @pytest.mark.parametrize("said", ["disk I/O error", "attempt to write a readonly database"])
    def test_sqlite_has_given_it_up_itself(self, said: str, tmp_path: Path) -> None:
        """As it may where the disk fails: then there is nothing to be rolled back any more."""
        path = tmp_path / "event.dgtj"
        rows = played(path)

        def failing(db: sqlite3.Connection) -> None:
            self._rewrite(db)
            db.execute("ROLLBACK")
            raise sqlite3.OperationalError(said)

        with pytest.raises(sqlite3.OperationalError, match=said):
            open_to_write(path, "", {SCHEMA: failing})
        assert is_whole(path, rows)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (sqlite3.OperationalError("disk I/O error"), 1),
        (sqlite3.OperationalError("database or disk is full"), 1),
        (OSError(5, "Input/output error"), 1),
        (sqlite3.OperationalError("attempt to write a readonly database"), 2),
        (OSError(30, "Read-only file system"), 2),
    ],
)
def test_how_a_watch_ends_then(error: Exception, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "event.dgtj"
    rows = played(path)

    def failing(*_: Any, **__: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(schema, "_bring_up", failing)
        ended = CliRunner().invoke(cli, ["watch", "--plain", "--journal", str(path), "sim://?boards=1&speed=max"])
    assert ended.exit_code == status, ended.output
    assert "cannot be used: " in ended.output
    assert is_whole(path, rows)
