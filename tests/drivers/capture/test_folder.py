"""A recording in a folder: files that follow each other, packed, and whole whatever the disk does."""

import errno
import gzip
import io
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from drivers.capture import CaptureFolder, CaptureSource, read_capture

START = datetime(2026, 3, 1, 12, 30, 0, tzinfo=UTC)


def fill(folder: CaptureFolder, lines: int = 300) -> None:
    folder.write(0.0, "P1", "up")
    for n in range(lines):
        folder.write(n / 10, "P1", "rx", b"\x8e\x00\x05\x0c\x01")
        folder.write(n / 10, "a port", "tx", b"\x42")


def fill_at(folder: CaptureFolder, n: int) -> None:
    folder.write(n / 10, "P1", "rx", b"\x8e\x00\x05\x0c\x01")


def fill_expected(lines: int) -> list[tuple[float, str, str, bytes]]:
    return [(n / 10, "P1", "rx", b"\x8e\x00\x05\x0c\x01") for n in range(lines)]


def in_order(paths: list[Path]) -> list[Path]:
    return sorted(paths, key=lambda path: (len(path.name.split(".")[0]), path.name))


def records(paths: list[Path]) -> list[tuple[float, str, str, bytes]]:
    out: list[tuple[float, str, str, bytes]] = []
    for path in in_order(paths):
        with closing(read_capture(path)) as capture:
            out += [(record.t_s, record.port, record.kind, record.data) for record in capture]
    return out


def expected(lines: int = 300) -> list[tuple[float, str, str, bytes]]:
    out: list[tuple[float, str, str, bytes]] = [(0.0, "P1", "up", b"")]
    for n in range(lines):
        out += [(n / 10, "P1", "rx", b"\x8e\x00\x05\x0c\x01"), (n / 10, "a port", "tx", b"\x42")]
    return out


def test_one_file_packed_at_the_end(tmp_path: Path) -> None:
    troubles: list[str] = []
    folder = CaptureFolder(tmp_path / "new" / "folder", START, troubles.append)
    fill(folder)
    folder.close()
    (path,) = (tmp_path / "new" / "folder").iterdir()
    assert path.name == "watch-20260301-123000.dgt.gz"
    assert records([path]) == expected()
    assert troubles == []


def test_files_follow_each_other_and_are_one_recording(tmp_path: Path) -> None:
    folder = CaptureFolder(tmp_path, START, print, rotate_bytes=4000)
    fill(folder, 2000)
    folder.close()
    paths = list(tmp_path.iterdir())
    assert len(paths) > 1
    assert all(path.name.endswith(".dgt.gz") for path in paths)
    assert records(paths) == expected(2000)
    source = CaptureSource(in_order(paths))
    assert sum(1 for _ in source) > 2000
    assert source.troubles == 0
    second = gzip.decompress((tmp_path / "watch-20260301-123000-2.dgt.gz").read_bytes()).decode()
    assert "# continues: watch-20260301-123000.dgt\n" in second


def test_a_name_that_is_taken_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "watch-20260301-123000.dgt.gz").write_bytes(b"mine")
    folder = CaptureFolder(tmp_path, START, print)
    fill(folder)
    folder.close()
    assert (tmp_path / "watch-20260301-123000.dgt.gz").read_bytes() == b"mine"
    assert records([tmp_path / "watch-20260301-123000-2.dgt.gz"]) == expected()


class FullDisk:
    """A disk that takes so many bytes in all, writing what still fits of each write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.room = room
        disk = self

        class File(io.FileIO):
            def write(self, data: Any) -> int:
                if disk.room <= 0:
                    raise OSError(errno.ENOSPC, "No space left on device")
                data = bytes(data)[: disk.room]
                disk.room -= len(data)
                return super().write(data) or 0

        monkeypatch.setattr("drivers.capture.folder.io.FileIO", File)


def test_a_full_disk_that_gets_room_again_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FullDisk(monkeypatch, 5000)
    troubles: list[str] = []

    def told(text: str) -> None:
        troubles.append(text)
        disk.room = 10**9

    folder = CaptureFolder(tmp_path, START, told, retry_s=0.0)
    fill(folder, 1500)
    folder.close()
    assert "No space left" in troubles[0]
    assert "goes on" in troubles[1]
    assert len(troubles) == 2
    assert records(list(tmp_path.iterdir())) == expected(1500)


class SmallFiles:
    """A system on which no file may grow beyond so many bytes; it writes what still fits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
        class File(io.FileIO):
            def write(self, data: Any) -> int:
                data = bytes(data)[: max(0, most - self.tell())]
                if not data:
                    raise OSError(errno.EFBIG, "File too large")
                return super().write(data) or 0

        monkeypatch.setattr("drivers.capture.folder.io.FileIO", File)


def test_what_still_fits_is_kept_in_whole_lines_and_the_rest_goes_to_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SmallFiles(monkeypatch, 500)
    troubles: list[str] = []
    folder = CaptureFolder(tmp_path, START, troubles.append, retry_s=0.0)
    for n in range(40):
        fill_at(folder, n)
    folder.close()
    paths = list(tmp_path.iterdir())
    assert len(paths) > 1
    assert records(paths) == fill_expected(40), "no line twice, none cut, none out of order"
    assert CaptureSource(in_order(paths)).troubles == 0


@pytest.mark.parametrize("room", [0, 1, 40])
def test_a_file_that_takes_its_header_and_no_record_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    probe = CaptureFolder(tmp_path / "probe", START, print)
    (header,) = (path.stat().st_size for path in (tmp_path / "probe").iterdir())
    probe.close()
    (tmp_path / "real").mkdir()
    SmallFiles(monkeypatch, header + room)
    troubles: list[str] = []
    folder = CaptureFolder(tmp_path / "real", START, troubles.append, retry_s=0.0)
    folder.write(0.0, "P1", "rx", bytes(100))
    for n in range(30):
        fill_at(folder, n)
    folder.close()
    assert list((tmp_path / "real").iterdir()) == []
    assert "File too large" in troubles[0]
    assert len(troubles) == 2


def test_a_disk_that_stays_full_is_told_and_the_files_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FullDisk(monkeypatch, 30_000)
    troubles: list[str] = []
    folder = CaptureFolder(tmp_path, START, troubles.append, waiting_bytes=2000)
    fill(folder, 3000)
    folder.close()
    assert "No space left" in troubles[0]
    assert "are lost" in troubles[-1]
    for path in tmp_path.iterdir():
        with closing(read_capture(path)) as capture:
            kept = [(record.t_s, record.port, record.kind, record.data) for record in capture]
        assert kept == expected(3000)[: len(kept)]


def test_a_folder_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        CaptureFolder(tmp_path / "file" / "folder", START, print)


def test_bus_lines_known_from_the_beginning_are_named_in_every_file(tmp_path: Path) -> None:
    folder = CaptureFolder(tmp_path, START, print, bus=frozenset({"P1"}), rotate_bytes=4_000)
    fill(folder, 3000)
    folder.close()
    paths = list(tmp_path.iterdir())
    assert len(paths) > 2
    for path in paths:
        with closing(read_capture(path)) as capture:
            assert capture.header.bus == {"P1"}
    assert records(paths) == expected(3000)


@pytest.mark.parametrize("before", [0, 5])
def test_a_bus_line_found_later_begins_in_a_file_that_names_it(tmp_path: Path, before: int) -> None:
    folder = CaptureFolder(tmp_path, START, print)
    for n in range(before):
        folder.write(n / 10, "P2", "rx", b"\x42")
    folder.is_bus("P1")
    folder.write(1.0, "P1", "up")
    folder.close()
    paths = in_order(list(tmp_path.iterdir()))
    assert len(paths) == 1 + bool(before)
    with closing(read_capture(paths[-1])) as capture:
        assert capture.header.bus == {"P1"}
        assert (capture.header.continues is not None) == bool(before)
        assert [record.port for record in capture] == ["P1"]
    assert len(records(paths)) == before + 1
    with closing(CaptureSource(paths)) as source:
        assert source.header.bus == {"P1"}
