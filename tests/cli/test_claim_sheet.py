"""Sheets of claims on boards of the hall: where they go, and what they are called."""

from datetime import UTC, datetime
from pathlib import Path

from dgt_monitor.cli.claim_sheet import write_sheet
from dgt_monitor.cli.whole_file import folder_told
from tests.dashboard.fake_hall import NOW_S, board, hall_of
from tests.dashboard.test_claiming import claimed


def test_both_forms_are_written_with_the_time_of_the_claim(tmp_path: Path) -> None:
    now = datetime(2026, 11, 30, 14, 31, 41, tzinfo=UTC)
    said = write_sheet(hall_of([claimed("7")]), "7", now, tmp_path)
    page, text = f"claim-7-game1-{int(NOW_S) - 41}.html", f"claim-7-game1-{int(NOW_S) - 41}.txt"
    assert said == f"Written: {page} and {text} in {folder_told(tmp_path / page)}"
    assert "2026-11-30 14:31:00" in (tmp_path / text).read_text()
    assert "2026-11-30 14:31:00" in (tmp_path / page).read_text()


def test_a_board_of_any_name_writes_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_sheet(hall_of([claimed("../../etc/7 x")]), "../../etc/7 x", None, folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        f"claim-_etc_7_x-game1-{int(NOW_S) - 41}.html",
        f"claim-_etc_7_x-game1-{int(NOW_S) - 41}.txt",
    ]
    assert "of the recording" in next(folder.glob("*.txt")).read_text()


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    assert write_sheet(hall_of([claimed("7")]), "7", None, tmp_path / "none").startswith("The sheet is not written")
    assert write_sheet(hall_of([board("7")]), "7", None, tmp_path) == "There is no claim on this board."
