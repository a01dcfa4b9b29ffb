"""`dgt-monitor replay` as other programs and people use it, with good files and with anything else."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dgt_monitor.cli.start import cli
from drivers.dgt.bus_codec import encode_reply
from drivers.dgt.bus_messages import BusMessage, BusReply, Changes
from drivers.dgt.codec import encode
from drivers.dgt.messages import BoardDump, FieldUpdate

START = bytes([8, 9, 10, 12, 11, 10, 9, 8] + [7] * 8 + [0] * 32 + [1] * 8 + [2, 3, 4, 6, 5, 4, 3, 2])


def line(t_s: float, port: str, message: BoardDump | FieldUpdate) -> str:
    return f"{t_s:.6f} {port} rx {encode(message).hex(' ')}\n"


def game(port: str = "P1", header: str = "") -> str:
    text = f"# dgt-capture 1\n{header}0 {port} up\n" + line(0.1, port, BoardDump(START))
    return text + line(1, port, FieldUpdate(52, 0)) + line(1.2, port, FieldUpdate(36, 1)) + f"9 {port} down\n"


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["replay", *arguments])


def objects(result: Result) -> list[dict[str, object]]:
    return [json.loads(text) for text in result.stdout.splitlines()]


def write(path: Path, content: str | bytes) -> str:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def test_json(tmp_path: Path) -> None:
    result = replay(write(tmp_path / "a.dgt", game()), "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    kinds = [o["kind"] for o in objects(result)]
    assert kinds == ["board", "game_start", "move", "move", "board", "alert", "summary"]
    assert all(o["v"] == 1 for o in objects(result))


def test_gzip_gives_the_same_bytes(tmp_path: Path) -> None:
    plain = replay(write(tmp_path / "a.dgt", game()), "--json")
    packed = replay(write(tmp_path / "a.dgt.gz", gzip.compress(game().encode())), "--json")
    assert packed.stdout == plain.stdout


def test_plain_is_the_default_without_a_terminal(tmp_path: Path) -> None:
    result = replay(write(tmp_path / "a.dgt", game()))
    assert "1.e4" in result.stdout
    assert not result.stdout.startswith("{")


def test_a_speed_changes_nothing_in_the_stream(tmp_path: Path) -> None:
    path = write(tmp_path / "a.dgt", game())
    assert replay(path, "--json", "--speed", "1000").stdout == replay(path, "--json").stdout


def test_a_bad_line_is_named_and_the_rest_replayed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.dgt", game().replace("1.000000 P1", "nonsense\n1.000000 P1"))
    result = replay(path, "--json")
    assert result.exit_code == 1
    assert "a.dgt:4" in result.stderr
    assert [o["san"] for o in objects(result) if o["kind"] == "move"] == ["e4", "e4"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.dgt", b""),
        ("picture.dgt", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40),
        ("text.dgt", b"hello\nworld\n"),
        ("cut.dgt.gz", gzip.compress(game().encode() * 50)[:60]),
        ("not.dgt.gz", b"plain text"),
        ("no-newline.dgt", b"A" * (8 << 20)),
        ("no-newline-in-capture.dgt", b"# dgt-capture 1\n0 P1 rx " + b"00 " * (3 << 20)),
    ],
)
def test_what_is_no_capture_is_a_clear_error(tmp_path: Path, name: str, content: bytes) -> None:
    result = replay(write(tmp_path / name, content), "--json")
    assert result.exit_code == 1
    assert name in result.stderr
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_capture_comes_by_standard_input_packed_or_not(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    by_file = replay(write(tmp_path / "a.dgt", game()), "--json")
    by_pipe = CliRunner().invoke(cli, ["replay", "-", "--json"], input=pack(game().encode()))
    assert by_pipe.exit_code == 0
    assert by_pipe.stdout == by_file.stdout


def test_standard_input_that_is_no_capture_or_not_alone_is_told(tmp_path: Path) -> None:
    empty = CliRunner().invoke(cli, ["replay", "-", "--json"], input=b"")
    assert (empty.exit_code, "standard input: is empty" in empty.stderr) == (1, True)
    assert replay("-", write(tmp_path / "a.dgt", game()), "--json").exit_code == 2


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.dgt"):
        result = replay(str(path), "--json")
        assert result.exit_code == 1
        assert path.name in result.stderr


def test_no_file_is_wrong_usage() -> None:
    assert replay().exit_code == 2


def test_one_port_twice_at_one_time_is_wrong_usage(tmp_path: Path) -> None:
    paths = [write(tmp_path / name, game()) for name in ("a.dgt", "b.dgt")]
    result = replay(*paths, "--json")
    assert result.exit_code == 2
    assert "P1" in result.stderr


def test_two_files_of_different_ports_are_one_hall(tmp_path: Path) -> None:
    result = replay(write(tmp_path / "a.dgt", game("A")), write(tmp_path / "b.dgt", game("B")), "--json")
    assert {o["board"] for o in objects(result)} == {"A", "B"}


def test_names_from_outside_cannot_steer_the_terminal(tmp_path: Path) -> None:
    port = "\x1b[2J[bold]\x9b31m\u202e"
    result = replay(write(tmp_path / "a.dgt", game(port)))
    assert result.exit_code in {0, 1}
    assert not {"\x1b", "\x9b", "\u202e"} & set(result.stdout + result.stderr)
    assert "[bold]" in result.stdout


@pytest.mark.parametrize("fen", ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/KP6 w - - 0 1"])
def test_a_position_no_game_can_stand_at_is_named(tmp_path: Path, fen: str) -> None:
    result = replay(write(tmp_path / "a.dgt", game(header=f"# position: P1 {fen}\n")), "--json")
    assert result.exit_code == 1
    assert "position of P1" in result.stderr
    assert any(o["kind"] == "move" for o in objects(result))


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    path = write(tmp_path / "a.dgt", game())
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "replay", path, "--json", "--speed", "3"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    run = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, text=True, timeout=30, check=False)
    os.close(write_end)
    assert run.stderr == ""
    assert run.returncode == 0


def test_what_a_killed_recorder_left_is_read_to_its_last_byte(tmp_path: Path) -> None:
    whole = game() + "".join(f"{10 + n} P1 tx 4d\n" for n in range(400))
    packed = gzip.compress(whole.encode())
    result = replay(write(tmp_path / "a.dgt.gz", packed[:-30]), "--json")
    assert result.exit_code == 1
    assert [o["san"] for o in objects(result) if o["kind"] == "move"] == ["e4", "e4"]


def test_of_several_files_the_good_ones_are_replayed(tmp_path: Path) -> None:
    bad = write(tmp_path / "notes.txt", "hello\n")
    result = replay(bad, write(tmp_path / "a.dgt", game()), str(tmp_path / "gone.dgt"), "--json")
    assert result.exit_code == 1
    assert "notes.txt" in result.stderr
    assert "gone.dgt" in result.stderr
    assert [o["san"] for o in objects(result) if o["kind"] == "move"] == ["e4", "e4"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("command", ["replay", "check"])
def test_a_full_disk_is_said_without_a_traceback(tmp_path: Path, command: str) -> None:
    path = write(tmp_path / "a", game() if command == "replay" else "1. e4 e5 *\n")
    with Path("/dev/full").open("wb") as full:
        words = [sys.executable, "-m", "dgt_monitor.cli.start", command, path]
        run = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=30, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith("dgt-monitor: standard output cannot be written")
    assert len(run.stderr.splitlines()) == 1


def test_check_too_ends_quietly_when_its_reader_goes(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pgn", "1. e4 e5 *\n\n" * 200)
    read_end, write_end = os.pipe()
    os.close(read_end)
    words = [sys.executable, "-m", "dgt_monitor.cli.start", "check", path, "--json"]
    run = subprocess.run(words, stdout=write_end, stderr=subprocess.PIPE, text=True, timeout=30, check=False)
    os.close(write_end)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf", "1e-320", "fast"])
def test_a_speed_that_makes_no_sense_is_wrong_usage(tmp_path: Path, speed: str) -> None:
    assert replay(write(tmp_path / "a.dgt", game()), "--speed", speed).exit_code == 2


def test_json_and_plain_exclude_each_other(tmp_path: Path) -> None:
    assert replay(write(tmp_path / "a.dgt", game()), "--json", "--plain").exit_code == 2


def test_sigterm_ends_a_paced_replay_with_its_summaries(tmp_path: Path) -> None:
    path = write(tmp_path / "a.dgt", game())
    words = [sys.executable, "-m", "dgt_monitor.cli.start", "replay", path, "--json", "--speed", "0.01"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        first = run.stdout.readline()
        run.terminate()
        rest, _ = run.communicate(timeout=30)
    assert run.returncode == 0
    assert '"kind":"board"' in first
    assert rest == "" or '"kind":"summary"' in rest


def bus_line(t_s: float, address: int, message: BusMessage) -> str:
    return f"{t_s:.6f} P07 rx {encode_reply(BusReply(address, message)).hex(' ')}\n"


def bus_game(header: str = "", start: bytes = START) -> str:
    """Two boards of a bus line: e4 is played on the first, d4 on the second."""
    text = f"# dgt-capture 1\n# bus: P07\n{header}0 P07 up\n"
    text += bus_line(0.1, 1025, BoardDump(start)) + bus_line(0.2, 4711, BoardDump(START))
    text += bus_line(1, 1025, Changes(b"")) + bus_line(1.1, 4711, Changes(b""))
    text += bus_line(2, 1025, Changes(bytes.fromhex("40 34 41 24")))
    return text + bus_line(2.1, 4711, Changes(bytes.fromhex("40 33 41 23"))) + "9 P07 down\n"


def test_two_boards_of_a_bus_line_give_two_games(tmp_path: Path) -> None:
    result = replay(write(tmp_path / "a.dgt", bus_game()), "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    said = objects(result)
    assert [(o["board"], o["moves"]) for o in said if o["kind"] == "summary"] == [("01025", ["e4"]), ("04711", ["d4"])]
    states = [(o["board"], o["state"], o["address"]) for o in said if o["kind"] == "board"]
    assert states == [
        ("01025", "connected", 1025),
        ("04711", "connected", 4711),
        ("01025", "lost", 1025),
        ("04711", "lost", 4711),
    ]


def test_the_position_of_one_board_of_a_bus_line(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40"
    endgame = bytes([0] * 4 + [11] + [0] * 47 + [1] + [0] * 7 + [5] + [0] * 3)
    text = bus_game(f"# position: P07/01025 {fen}\n", endgame)
    said = objects(replay(write(tmp_path / "a.dgt", text), "--json"))
    assert {o["board"]: o["start_fen"] for o in said if o["kind"] == "game_start"}["01025"] == fen
    assert [(o["board"], o["moves"]) for o in said if o["kind"] == "summary"] == [("01025", ["e4"]), ("04711", ["d4"])]
