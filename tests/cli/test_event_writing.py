"""Changes written into a tournament file: comments, order, ends of lines stay, and a broken file is refused."""

import os
import sys
from pathlib import Path

import pytest

from dgt_monitor.cli.event_writing import EventFile, changed_text, put_labels
from dgt_monitor.fields import FileError
from dgt_monitor.tournament.event import read_tournament

TEXT = """\
# Open of the city
event = "Open"     # as it is printed
round = 5

[labels]           # front to back
55816 = 12         # by the door
00123 = "13"
# to be repaired: 777

[[board]]
label = "3.2"
serial = 777       # old one
sector = "A"
"""


def with_labels(text: str, **labels: str) -> str:
    return changed_text(text, "e.toml", lambda document: put_labels(document, labels))


def test_only_what_changes_is_written_anew() -> None:
    after = with_labels(TEXT, **{"55816": "12", "123": "14", "888": "3.2", "999": "15"})
    wanted = (
        TEXT.replace('"13"', '"14"').replace("serial = 777 ", 'serial = "888" ').replace("777\n", '777\n999 = "15"\n')
    )
    assert after == wanted
    assert dict(read_tournament(after, "e.toml").all_labels()) == {
        "55816": "12", "00123": "14", "999": "15", "888": "3.2",
    }  # fmt: skip


def test_boards_without_a_label_any_more_go() -> None:
    after = with_labels(TEXT, **{"55816": "1"})
    assert dict(read_tournament(after, "e.toml").all_labels()) == {"55816": "1"}
    assert read_tournament(after, "e.toml").sector("3.2") == "A"


@pytest.mark.parametrize("text", ["", "[rules]\n", 'labels = {1 = "9"}\n', '[players.12]\nwhite = "x"\n[labels]\n'])
def test_where_labels_are_missing_or_written_otherwise(text: str) -> None:
    after = with_labels(text, **{"55816": "12", "4": "5"})
    assert dict(read_tournament(after, "e.toml").all_labels()) == {"55816": "12", "4": "5"}


def test_what_was_no_tournament_file_or_would_be_none_is_refused() -> None:
    for text in ("labels = [", 'label = "x"'):
        with pytest.raises(FileError, match=r"^e\.toml"):
            with_labels(text, **{"1": "2"})
    with pytest.raises(FileError, match="is empty"):
        with_labels(TEXT, **{"1": " "})


def put(file: EventFile, **labels: str) -> None:
    file.change(lambda document: put_labels(document, labels))


def test_a_copy_of_what_was_before_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    before = path.read_bytes()
    file = EventFile(path)
    put(file, **{"55816": "1"})
    put(file, **{"55816": "2"})
    after = path.read_bytes()
    assert (tmp_path / "e.toml.bak").read_bytes() == before
    assert after.startswith(b"\xef\xbb\xbf# Open")
    assert after.count(b"\n") == after.count(b"\r\n") > 5
    assert b'55816 = "2"         # by the door' in after
    assert sorted(each.name for each in tmp_path.iterdir()) == ["e.toml", "e.toml.bak"]
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_and_a_link(tmp_path: Path) -> None:
    new = tmp_path / "new.toml"
    put(EventFile(new), **{"1": "2"})
    assert new.read_text() == '[labels]\n1 = "2"\n'
    link = tmp_path / "link.toml"
    try:
        link.symlink_to(new)
    except OSError:
        pytest.skip("no links here")
    put(EventFile(link), **{"1": "3"})
    assert link.is_symlink()
    assert new.read_text() == '[labels]\n1 = "3"\n'


def test_where_nothing_can_be_written_the_file_stays(tmp_path: Path) -> None:
    folder = tmp_path / "away"
    with pytest.raises(FileError, match="cannot be written"):
        put(EventFile(folder / "e.toml"), **{"1": "2"})
    if os.name == "posix" and os.geteuid() != 0:
        folder.mkdir()
        path = folder / "e.toml"
        path.write_text(TEXT)
        folder.chmod(0o500)
        try:
            with pytest.raises(FileError, match="cannot be written"):
                put(EventFile(path), **{"1": "2"})
            assert path.read_text() == TEXT
        finally:
            folder.chmod(0o700)
