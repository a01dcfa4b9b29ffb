"""`dgt-monitor assign`: from lifted kings on virtual boards to labels in the tournament file."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.assign import assign
from dgt_monitor.hall.labelling import Labelling, labels_from
from dgt_monitor.tournament.event import read_tournament
from drivers.live import LiveLines
from drivers.simulator.hub import VirtualHub
from drivers.simulator.serve import HallServer, open_tcp
from drivers.simulator.table import maker_of
from drivers.simulator.wire import Wire
from tests.lifting import SEED, LiftingTable

ASSIGN = [sys.executable, "-m", "dgt_monitor.cli.start", "assign", "--event"]
NUMBERS = [maker_of(SEED, index).long_serial for index in range(4)]


def test_table_by_table_over_lines_in_simulated_time() -> None:
    lifts_s = ([20.0, 60.0], [30.0, 50.5], [40.0], [50.0])  # the last one and the second board's second at once
    hub = VirtualHub({f"P{n}": Wire([LiftingTable(n, each)], seed=n) for n, each in enumerate(lifts_s)})
    lines = LiveLines([f"P{n}" for n in range(4)], list[str]().append, None, hub, hub.clock)
    labelling, told = Labelling(labels_from("1.1", 2), {}), list[str]()
    while hub.t_s < 90.0:
        for stamp in lines.poll(0.5):
            told += labelling.read(*stamp)
    lines.close()
    assert labelling.labels == {NUMBERS[0]: "1.1", NUMBERS[1]: "1.2", NUMBERS[2]: "2.1"}
    assert told[:3] == [
        f"1.1 = board {NUMBERS[0]}; next is 1.2",
        f"1.2 = board {NUMBERS[1]}; next is 2.1",
        f"2.1 = board {NUMBERS[2]}; next is 2.2",
    ]
    assert f"kings are up on several boards at once ({NUMBERS[3]} and {NUMBERS[1]})" in told[3]
    assert told[4] == f"board {NUMBERS[0]} has 1.1 already: its king was lifted twice; next is 2.2"
    assert len(told) == 5


def test_live_boards_get_their_labels_and_the_file_has_them(tmp_path: Path) -> None:
    event = tmp_path / "open.toml"
    event.write_text('# the open\nevent = "Open"\n\n[labels] # front to back\n777 = 8 # the old one\n')
    tables = [LiftingTable(n, [lift_s]) for n, lift_s in enumerate((12.0, 20.0, 36.0))]
    with HallServer([Wire([table], seed=n) for n, table in enumerate(tables)], open_tcp(3), 4.0) as server:
        serving = threading.Thread(target=server.run)
        serving.start()
        try:
            with subprocess.Popen(
                [*ASSIGN, str(event), "--first", "7", *server.urls],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            ) as process:  # fmt: skip
                assert process.stdout is not None
                assert process.stdin is not None
                lines = [process.stdout.readline().strip() for _ in range(4)]
                process.stdin.write("s\n")
                process.stdin.flush()
                lines += [process.stdout.readline().strip() for _ in range(2)]
                process.stdin.write("u\nq\n")
                rest, said = process.communicate(timeout=30)
        finally:
            server.stop()
            serving.join(timeout=10)
    assert lines == [
        "lift the white king and put it back; next is 7 (u: take back, s: skip, q: end)",
        f"7 = board {NUMBERS[0]}; next is 8",
        f"8 = board {NUMBERS[1]}; next is 9",
        "board 777 was 8 before, and has no label now",
        "9 is left out; next is 10",
        f"10 = board {NUMBERS[2]}; next is 11",
    ]
    assert (rest, said, process.returncode) == (f"10 is taken back from board {NUMBERS[2]}; it is next\n", "", 0)
    after = event.read_text()
    assert after.startswith('# the open\nevent = "Open"\n\n[labels] # front to back\n')
    assert read_tournament(after, "e").labels == {NUMBERS[0]: "7", NUMBERS[1]: "8"}
    assert "777 = 8 # the old one" in (tmp_path / "open.toml.bak").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--first", "front"], "cannot be counted up from"),
        (["--first", "1.9", "--boards-per-match", "4"], "no match and board"),
        (["COM3", "COM3"], "named twice"),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(assign, ["--event", str(tmp_path / "e.toml"), *arguments])
    assert result.exit_code == 2
    assert said in result.output


def test_a_faulty_file_is_refused_before_anything_is_opened(tmp_path: Path) -> None:
    event = tmp_path / "e.toml"
    event.write_text("label = 3")
    result = CliRunner().invoke(assign, ["--event", str(event), "sim://"])
    assert result.exit_code == 1
    assert "did you mean labels?" in result.output
