"""A capture as a source of readings."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from drivers.capture import CaptureError, CaptureSource
from drivers.capture.source import open_url
from drivers.readings import Asked, BoardDump, Clock, Complaint, FieldUpdate, LineDown, LineUp, Reading
from drivers.source import Stamped

E2 = "8e 00 05 34 00"
E2_EMPTY = FieldUpdate(12, ".")
SHARED = Path(__file__).parents[4] / "shared" / "captures" / "real-blitz-1.dgt"


def source(tmp_path: Path, *rows: str) -> CaptureSource:
    """A source of these lines after the first."""
    path = tmp_path / "a.dgt"
    path.write_text("\n".join(("# dgt-capture 1", *rows)) + "\n", encoding="utf-8")
    return CaptureSource(path)


def told(stamped: list[Stamped]) -> list[tuple[float, str, Reading]]:
    """Without the address, which is None on single lines."""
    assert all(item.address is None for item in stamped)
    return [(item.t_s, item.port, item.reading) for item in stamped]


def test_a_line_from_up_to_down(tmp_path: Path) -> None:
    played = source(tmp_path, "0 P up", "1 P tx 42", f"2 P rx {E2}", "3 P down")
    assert told(list(played)) == [
        (0.0, "P", LineUp()),
        (1.0, "P", Asked("dump")),
        (2.0, "P", E2_EMPTY),
        (3.0, "P", LineDown()),
    ]
    assert played.end_t_s == 3.0


@pytest.mark.parametrize(
    ("row", "reading"), [(f"1 P rx {E2}", E2_EMPTY), ("1 P tx 42", Asked("dump")), ("1 P down", LineDown())]
)
def test_a_line_before_the_first_up_opens_the_port(tmp_path: Path, row: str, reading: Reading) -> None:
    assert told(list(source(tmp_path, row))) == [(1.0, "P", LineUp()), (1.0, "P", reading)]


@pytest.mark.parametrize(
    ("header", "counts_s"), [("# doubts: asked-again", [1.0, 3.0, 5.0]), ("# a capture", [1.0, 2.0, 3.0, 4.0, 5.0])]
)
def test_a_dump_that_contradicts_counts_when_it_counted_as_it_was_recorded(
    tmp_path: Path, header: str, counts_s: list[float]
) -> None:
    empty, pawn = (f"86 00 43 {first} {'00 ' * 63}" for first in ("00", "01"))
    rows = (f"1 P rx {empty}", f"2 P rx {pawn}", f"3 P rx {pawn}", f"4 P rx {empty}", f"5 P rx {pawn}")
    dumps = [item for item in source(tmp_path, header, *rows) if isinstance(item.reading, BoardDump)]
    assert [item.t_s for item in dumps] == counts_s


def test_who_records_anew_believes_nothing_of_what_stood_before(tmp_path: Path) -> None:
    empty, pawn = (f"86 00 43 {first} {'00 ' * 63}" for first in ("00", "01"))
    paths = []
    for minute, dump in ((0, empty), (1, pawn)):
        header = f"# dgt-capture 1\n# start: 2024-05-01T14:0{minute}:00Z\n# doubts: asked-again\n"
        paths.append(tmp_path / str(minute))
        paths[-1].write_text(f"{header}0 P up\n1 P rx {dump}\n", encoding="utf-8")
    stamped = list(CaptureSource(paths))
    assert [type(item.reading) for item in stamped] == [LineUp, BoardDump, LineDown, LineUp, BoardDump]
    assert [item.t_s for item in stamped] == [0.0, 1.0, 1.0, 60.0, 61.0]


def test_a_line_after_a_down_opens_the_port_again(tmp_path: Path) -> None:
    readings = [item.reading for item in source(tmp_path, "0 P up", "1 P down", f"2 P rx {E2}", "3 P up")]
    assert readings == [LineUp(), LineDown(), LineUp(), E2_EMPTY, LineUp()]


def test_messages_across_lines_and_ports_in_turn(tmp_path: Path) -> None:
    rows = ["0 P rx 8e 00", "0 Q rx 8e 00 05", "1 P rx 05 34 00", "2 Q rx 3c 05"]
    readings = [(item.port, item.reading) for item in source(tmp_path, *rows)]
    assert readings == [("P", LineUp()), ("Q", LineUp()), ("P", E2_EMPTY), ("Q", FieldUpdate(4, "K"))]


def test_half_a_message_ends_with_the_line(tmp_path: Path) -> None:
    readings = [item.reading for item in source(tmp_path, "0 P rx 8e 00", "1 P down", "2 P up", "3 P rx 05 34 00")]
    assert [type(reading) for reading in readings] == [LineUp, Complaint, LineDown, LineUp, Complaint]
    kinds = [(said.kind, said.dropped) for said in readings if isinstance(said, Complaint)]
    assert kinds == [("cut_off", 2), ("noise", 3)]


def test_complaints_come_at_most_once_a_second_and_none_is_lost(tmp_path: Path) -> None:
    rows = [f"{tick / 10} P rx 00" for tick in range(35)]
    complaints = [item for item in source(tmp_path, *rows) if isinstance(item.reading, Complaint)]
    assert [item.t_s for item in complaints] == [0.0, 1.0, 2.0, 3.0, 3.4]
    assert sum(item.reading.dropped for item in complaints if isinstance(item.reading, Complaint)) == 35


def test_a_bus_line_tells_the_address_with_every_reading(tmp_path: Path) -> None:
    rows = ["# bus: B", "0 B tx 83 08 01 0c", "0.1 B rx 85 00 0a 08 01 40", "0.2 B rx 34 41 24 71", f"1 P rx {E2}"]
    rows += ["2 B rx 87 00 06 10 02 1f", "3 B tx 82 08 01 0b", "4 B rx 83", "5 B down"]
    told = [(*item[:3], getattr(item.reading, "kind", item.reading)) for item in source(tmp_path, *rows)]
    assert told == [
        (0.2, "B", 1025, LineUp()),
        (0.2, "B", 1025, E2_EMPTY),
        (0.2, "B", 1025, FieldUpdate(28, "P")),
        (1.0, "P", None, LineUp()),
        (1.0, "P", None, E2_EMPTY),
        (2.0, "B", 1025, "wrong_address"),
        (3.0, "B", 1025, Asked("dump")),
        (5.0, "B", 1025, "cut_off"),
        (5.0, "B", None, LineDown()),
    ]


def test_the_input_ends_at_the_last_line_of_any_kind(tmp_path: Path) -> None:
    played = source(tmp_path, "0 P up", "9.5 P tx 4b")
    assert len(list(played)) == 1
    assert played.end_t_s == 9.5


def test_header_and_troubles(tmp_path: Path) -> None:
    played = source(tmp_path, "# position: P 8/8 w", "# white-clock: right", "0 P up", "bad")
    assert played.header.positions == {"P": "8/8 w"}
    assert played.header.white_clock == "right"
    assert len(list(played)) == 1
    assert played.troubles == 1


def test_several_files(tmp_path: Path) -> None:
    for name in "PQ":
        (tmp_path / name).write_text(f"# dgt-capture 1\n0 {name} rx {E2}\n", encoding="utf-8")
    played = CaptureSource([tmp_path / "P", tmp_path / "Q"])
    assert Counter(item.port for item in played) == {"P": 2, "Q": 2}


def test_urls(tmp_path: Path) -> None:
    path = tmp_path / "a.dgt"
    path.write_text("# dgt-capture 1\n0 P up\n", encoding="utf-8")
    for url in (str(path), f"capture:{path}", f"capture://{path}"):
        assert [item.port for item in open_url(url)] == ["P"]
    with pytest.raises(CaptureError):
        open_url("capture:/nowhere")


@pytest.mark.skipif(not SHARED.exists(), reason=f"no recording of a real board at {SHARED}")
def test_a_real_board() -> None:
    played = CaptureSource(SHARED)
    readings = [item.reading for item in played]
    assert Counter(type(reading).__name__ for reading in readings) == {
        "Clock": 323,
        "FieldUpdate": 131,
        "LineUp": 1,
        "Asked": 1,
        "BoardDump": 1,
    }
    clocks = [reading for reading in readings if isinstance(reading, Clock)]
    assert all(clock.connected and not clock.left_flag and not clock.right_flag for clock in clocks)
    # Only the side to move loses time, a second at a time (protocol 2.7).
    for before, after in pairwise(clocks):
        if before.to_move == after.to_move and after.left_s is not None and before.left_s is not None:
            assert before.left_s - after.left_s == (after.running and after.to_move == "left" and before.running)
    assert played.troubles == 0
    assert played.end_t_s == 320.02


def test_a_line_that_was_tried_in_vain_was_not_open_in_between(tmp_path: Path) -> None:
    rows = ["# down: P is not there", "1 P down", "# down: P is held", "2 P down"]
    rows += ["3 P up", "# down: P has vanished", "4 P down", "5 P down"]
    assert told(list(source(tmp_path, *rows))) == [
        (1.0, "P", LineDown("is not there")),
        (2.0, "P", LineDown("is held")),
        (3.0, "P", LineUp()),
        (4.0, "P", LineDown("has vanished")),
        (5.0, "P", LineDown()),
    ]
