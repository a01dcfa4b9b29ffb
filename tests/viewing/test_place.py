"""Where a recorder is found: private, by its journal, and clean of what killed ones left."""

import json
import os
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dgt_monitor.viewing.finding import Staying, found
from dgt_monitor.viewing.place import UNIX, PlaceError, folders, living, open_door
from tests.viewing.rooms import short_folder

WAYS = [pytest.param(True, marks=pytest.mark.skipif(not UNIX, reason="no Unix sockets here")), False]
posix = pytest.mark.skipif(sys.platform == "win32", reason="users and modes are those of POSIX")


@pytest.fixture
def folder() -> Iterator[Path]:
    with short_folder() as made:
        yield made / "run"


def modes(folder: Path) -> dict[str, int]:
    paths = {"folder": folder, **{path.suffix: path for path in folder.iterdir() if path.suffix}}
    return {name: stat.S_IMODE(path.stat().st_mode) for name, path in paths.items()}


@posix
@pytest.mark.parametrize("unix", WAYS)
def test_only_its_user_can_read_it_whatever_the_umask(unix: bool, folder: Path) -> None:
    before = os.umask(0)
    try:
        door = open_door(None, None, among=[folder], unix=unix)
    finally:
        os.umask(before)
    told, at = modes(folder), door.listener.getsockname()
    door.close()
    assert told == {"folder": 0o700, ".json": 0o600, **({".sock": 0o600} if unix else {})}
    assert unix or at[0] == "127.0.0.1"
    assert len(door.place.about.token) == 32
    assert [path.name for path in folder.iterdir()] == ["lock"]


@posix
def test_a_folder_that_others_can_read_is_closed_and_one_of_somebody_else_is_not_used(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    open_door(None, None, among=[folder]).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    link = folder.with_name("link")
    link.symlink_to(folder)
    with pytest.raises(PlaceError, match="not a folder of this user's own"):
        open_door(None, None, among=[link])
    assert living(among=[link]) == []


@pytest.mark.parametrize("unix", WAYS)
def test_it_is_found_by_its_journal_however_that_is_written(unix: bool, folder: Path, tmp_path: Path) -> None:
    journal, other = tmp_path / "open.dgtj", tmp_path / "other.dgtj"
    (tmp_path / "inner").mkdir()
    door = open_door(journal, tmp_path / "event.toml", among=[folder], unix=unix)
    second = open_door(other, None, among=[folder], unix=unix)
    crooked = tmp_path / "inner" / ".." / "open.dgtj"
    assert found(crooked, among=[folder]) == door.place
    assert found(event=tmp_path / "event.toml", among=[folder]) == door.place
    assert found(other, among=[folder]) == second.place
    with pytest.raises(PlaceError, match=r"2 recorders .*:\n  --journal .*open.dgtj\n  --journal .*other.dgtj$"):
        found(among=[folder])
    second.close()
    assert found(among=[folder]) == door.place
    door.close()
    with pytest.raises(PlaceError, match="no recorder is running here; begin one: dgt-monitor watch --headless"):
        found(among=[folder])
    with pytest.raises(PlaceError, match=r"no recorder of .*open.dgtj is running here"):
        found(journal, among=[folder])


def test_one_without_a_journal_is_named_by_its_process(folder: Path, tmp_path: Path) -> None:
    with_journal = open_door(tmp_path / "open.dgtj", None, among=[folder])
    without = open_door(None, None, among=[folder])
    both = rf"2 recorders .*:\n  --journal .*open.dgtj\n  --process {os.getpid()}  \(it keeps no journal\)$"
    with pytest.raises(PlaceError, match=both):
        found(among=[folder], process=os.getpid())  # both are this process
    with_journal.close()
    assert found(among=[folder], process=os.getpid()) == without.place
    with pytest.raises(PlaceError, match="no recorder of process 1 is running here"):
        found(among=[folder], process=1)
    without.close()


def test_a_desk_stays_with_the_journal_it_was_attached_to(folder: Path, tmp_path: Path) -> None:
    first = open_door(tmp_path / "open.dgtj", None, among=[folder])
    stays = Staying(lambda: found(among=[folder]), [folder])
    assert stays() == first.place
    first.close()
    with pytest.raises(PlaceError, match=r"has ended \(.*open.dgtj\); no other is running here"):
        stays()
    other = open_door(tmp_path / "other.dgtj", None, among=[folder])
    with pytest.raises(PlaceError, match=r"has ended \(.*open.dgtj\); running here: .*other.dgtj; for another"):
        stays()
    again = open_door(tmp_path / "open.dgtj", None, among=[folder])
    assert stays() == again.place != first.place
    again.close()
    other.close()


def test_a_desk_of_a_recorder_without_a_journal_goes_to_no_other_process(folder: Path) -> None:
    first = open_door(None, None, among=[folder])
    stays = Staying(lambda: found(among=[folder]), [folder])
    assert stays() == stays() == first.place
    first.close()
    second = open_door(None, None, among=[folder])  # as the same number given to another process
    with pytest.raises(PlaceError, match=rf"has ended \(process {os.getpid()}\); running here: process"):
        stays()
    second.close()


@pytest.mark.parametrize("unix", WAYS)
def test_what_a_killed_recorder_left_is_told_and_removed(unix: bool, folder: Path, tmp_path: Path) -> None:
    door = open_door(tmp_path / "open.dgtj", None, among=[folder], unix=unix)
    door.listener.close()  # as a kill does
    told: list[str] = []
    assert living(told.append, [folder]) == []
    assert len(told) == 1
    assert f"process {os.getpid()}" in told[0]
    assert "open.dgtj" in told[0]
    assert [path.name for path in folder.iterdir()] == ["lock"]


@pytest.mark.parametrize("unix", WAYS)
def test_the_next_recorder_of_the_journal_takes_the_place_of_a_killed_one(
    unix: bool, folder: Path, tmp_path: Path
) -> None:
    killed = open_door(tmp_path / "open.dgtj", None, among=[folder], unix=unix)
    killed.listener.close()
    door = open_door(tmp_path / "open.dgtj", None, among=[folder], unix=unix)
    assert door.stale is not None
    assert "has left a socket behind" in door.stale
    found(among=[folder]).connect().close()
    killed.close()
    assert found(among=[folder]) == door.place, "an old one closes only its own"
    door.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '[1,"","","t","../evil.sock",0]',
        '[1,"","","t","/tmp/evil.sock",0]',
        '[1,"","","t","",70000]',
        '[1,"","","é","",1]',
        "[" * 100_000,
    ],
)
def test_files_that_are_none_of_a_recorder_are_passed_over(text: str, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / "x.json").write_text(text, encoding="utf-8")
    assert living(among=[folder]) == []
    assert (folder / "x.json").exists()


@pytest.mark.skipif(not UNIX, reason="no Unix sockets here")
def test_where_the_name_of_a_socket_would_be_too_long_it_is_the_loopback(folder: Path) -> None:
    deep = folder.with_name("x" * 90)
    door = open_door(None, None, among=[deep])
    assert door.listener.family == socket.AF_INET
    assert found(among=[deep]) == door.place
    door.close()


def test_the_next_folder_is_taken_where_the_first_cannot_be(folder: Path) -> None:
    with pytest.raises(PlaceError, match="no desk can attach"):
        open_door(None, None, among=[folder / "not" / "there"])
    door = open_door(None, None, among=[folder / "not" / "there", folder])
    assert found(among=[folder / "not" / "there", folder]) == door.place
    assert json.loads(door.place.file.read_text("ascii"))[0] == os.getpid()
    door.close()


@posix
def test_the_folders_follow_from_the_environment() -> None:
    first, *rest = folders({"XDG_RUNTIME_DIR": "/run/user/7"})
    assert first == Path("/run/user/7/dgt-monitor")
    assert folders({}) == rest
    assert rest[0].name == f"dgt-monitor-{os.getuid()}"
