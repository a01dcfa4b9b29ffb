"""Files in folders: whole at any moment, tried again where they cannot be written, and nobody waits for them."""

import errno
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dgt_monitor.broadcast import folder as folders
from dgt_monitor.broadcast import folder_lock
from dgt_monitor.broadcast.folder import Folder, replace_file
from tests.cli.test_outlet import until


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "FIRST_PAUSE_S", 0.005)
    monkeypatch.setattr(folders, "LONGEST_PAUSE_S", 0.02)


def test_a_reader_sees_one_whole_text_or_the_other(tmp_path: Path) -> None:
    path, ends = tmp_path / "games.pgn", threading.Event()
    texts = [letter * 200_000 for letter in "abc"]
    replace_file(path, texts[0].encode())
    seen = set()

    def read() -> None:
        while not ends.is_set():
            seen.add(path.read_text())

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(60):
        replace_file(path, texts[number % 3].encode())
    ends.set()
    reader.join()
    assert seen <= set(texts)
    assert [each.name for each in tmp_path.iterdir()] == ["games.pgn"]


def test_what_cannot_be_written_is_told_once_and_written_when_it_can(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "live").write_text("a file in the way")
    folder = Folder(tmp_path / "live", told.append)
    folder.put("round-1/game-1.pgn", "one\n")
    until(lambda: bool(told))
    folder.put("round-1/game-1.pgn", "two\n")
    folder.put("round-1/game-2.pgn", "Łódź\n")
    (tmp_path / "live").unlink()
    until(lambda: len(told) == 2)
    assert folder.close(5.0) == 0
    assert (tmp_path / "live/round-1/game-1.pgn").read_text() == "two\n"
    assert (tmp_path / "live/round-1/game-2.pgn").read_bytes() == "Łódź\n".encode()
    assert "cannot be written" in told[0]
    assert told[1].endswith("live games are written again")


def test_what_a_kill_left_half_written_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "round-1").mkdir()
    left = [tmp_path / ".games.pgn.17.part", tmp_path / "round-1" / ".game-12.pgn.17.part", tmp_path / "notes.part"]
    for path in left:
        path.write_text("half")
    assert Folder(tmp_path, pytest.fail).close(5.0) == 0
    assert [path.exists() for path in left] == [False, False, True]


def test_one_file_that_cannot_be_written_holds_up_no_other(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "game-1.pgn").mkdir()
    folder = Folder(tmp_path, told.append)
    for number in range(1, 6):
        folder.put(f"game-{number}.pgn", f"{number}\n")
    until(lambda: all((tmp_path / f"game-{number}.pgn").is_file() for number in range(2, 6)))
    assert folder.close(5.0) == 1
    assert len(told) == 1


def test_what_stands_already_is_not_written_again_and_what_is_no_more_goes(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("same\n")
    before = path.stat()
    folder = Folder(tmp_path, pytest.fail)
    folder.put("games.pgn", "same\n")
    folder.put("game-1.pgn", "one\n")
    until((tmp_path / "game-1.pgn").exists)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    folder.put("game-1.pgn", None)
    assert folder.close(5.0) == 0
    assert not (tmp_path / "game-1.pgn").exists()


def test_a_folder_that_does_not_answer_is_told_of_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, now, told = threading.Event(), [0.0], list[str]()

    def slow(path: Path, data: bytes) -> None:
        answers.wait(30.0)
        path.write_bytes(data)

    monkeypatch.setattr(folders, "replace_file", slow)
    folder = Folder(tmp_path, told.append, clock=lambda: now[0])
    now[0] = 1.0
    folder.put("game-1.pgn", "one\n")
    until(lambda: folder.is_busy)
    for number in range(1000):
        folder.put("game-1.pgn", f"{number}\n")
    now[0] = 12.0
    folder.look()
    folder.look()
    assert len(told) == 1
    assert "does not answer" in told[0]
    answers.set()
    assert folder.close(5.0) == 0
    folder.look()
    assert told[1].endswith("written again")
    assert (tmp_path / "game-1.pgn").read_text() == "999\n"


OTHER = """
import sys
from pathlib import Path
from dgt_monitor.broadcast.folder_lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
lock.take()
print("taken", flush=True)
sys.stdin.read()
"""


def test_two_watches_write_into_no_folder_and_the_second_takes_over(tmp_path: Path) -> None:
    """The complaint: two watches write into one folder, and its files are now of the one, now of the other."""
    told: list[str] = []
    command = [sys.executable, "-c", OTHER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "taken\n"
        folder = Folder(tmp_path, told.append)
        folder.put("games.pgn", "two")
        until(lambda: bool(told))
        said = f"live games cannot be written: another watch writes into it (process {other.pid}); it is tried again"
        assert said in told[0]
        assert not (tmp_path / "games.pgn").exists()
        other.kill()
    until((tmp_path / "games.pgn").exists)
    assert folder.close(10.0) == 0
    assert told[1:] == [f"{tmp_path}: live games are written again"]


def test_a_folder_opened_again_waits_for_the_one_that_closes(tmp_path: Path) -> None:
    first = Folder(tmp_path, pytest.fail)
    first.put("games.pgn", "one")
    until((tmp_path / "games.pgn").exists)
    second = Folder(tmp_path, pytest.fail)
    second.put("games.pgn", "two")
    assert first.close(10.0) == 0
    until(lambda: (tmp_path / "games.pgn").read_text() == "two")
    assert second.close(10.0) == 0


def test_a_file_system_without_locks_holds_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def knows_none(_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(folder_lock, "_lock", knows_none)
    folder = Folder(tmp_path, pytest.fail)
    folder.put("games.pgn", "one")
    assert folder.close(10.0) == 0
    assert (tmp_path / "games.pgn").read_text() == "one"
