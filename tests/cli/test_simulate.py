import gzip
import os
import sys
from pathlib import Path
from typing import TextIO

import pytest
from click.testing import CliRunner, Result

from dgt_monitor.cli.simulate import simulate
from dgt_monitor.cli.start import cli
from dgt_monitor.events import Summary
from dgt_monitor.recorder.replay import replay_events

TWO_GAMES = """[Event "Test"]
[White "Anna"]
[Black "Bo"]
[Result "1-0"]
[TimeControl "60+1"]

1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 {a comment} 3. Bb5 a6 1-0

[Event "Test"]
[White "Cem"]
[Black "Dag"]
[Result "*"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]
[SetUp "1"]

1. a8=Q+ Kd7 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(TWO_GAMES, encoding="utf-8")
    return path


def run(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(simulate, [str(argument) for argument in arguments], input=text)


def summaries(path: Path) -> list[tuple[tuple[str | None, ...], bool]]:
    return [(e.uci, e.rotated) for e in replay_events([path]) if isinstance(e, Summary)]


def test_help_has_an_example() -> None:
    told = CliRunner().invoke(cli, ["simulate", "--help"])
    assert told.exit_code == 0
    assert "dgt-monitor simulate round5.pgn -o round5.dgt" in told.output


def test_each_game_gets_a_board(games: Path) -> None:
    out = games.with_name("hall.dgt")
    told = run(games, "-o", out, "--seed", "7")
    assert told.exit_code == 0
    assert told.stdout == ""
    assert "2 boards" in told.stderr
    assert "seed 7" in told.stderr
    text = out.read_text(encoding="utf-8")
    assert text.startswith("# dgt-capture 1\n# synthetic: yes\n# made-by: dgt-monitor simulate ")
    assert "# position: P02 4k3/P7/8/8/8/8/8/4K3 w - - 0 1" in text
    assert summaries(out) == [
        (("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"), False),
        (("a7a8q", "e8d7"), False),
    ]


def test_the_same_seed_gives_the_same_bytes(games: Path) -> None:
    one, two, other = (games.with_name(f"{name}.dgt") for name in ("one", "two", "other"))
    run(games, "-o", one, "--seed", "7")
    run(games, "-o", two, "--seed", "7")
    run(games, "-o", other)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != other.read_bytes()


def test_the_drawn_seed_is_written_and_repeats(games: Path) -> None:
    drawn, again = games.with_name("drawn.dgt"), games.with_name("again.dgt")
    run(games, "-o", drawn)
    (seed,) = [line.split()[-1] for line in drawn.read_text().splitlines() if line.startswith("# seed:")]
    run(games, "-o", again, "--seed", seed)
    assert drawn.read_bytes() == again.read_bytes()


def test_packed_output_is_the_same_text_and_repeats(games: Path) -> None:
    plain, packed, again = (games.with_name(name) for name in ("a.dgt", "b.dgt.gz", "c.dgt.gz"))
    for path in (plain, packed, again):
        run(games, "-o", path, "--seed", "7")
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert packed.read_bytes() == again.read_bytes()


def test_standard_input_and_output(games: Path) -> None:
    out = games.with_name("hall.dgt")
    run(games, "-o", out, "--seed", "7")
    told = run("-", "-o", "-", "--seed", "7", text=TWO_GAMES)
    assert told.exit_code == 0
    assert told.stdout == out.read_text(encoding="utf-8")


def test_boards_are_rotated_by_option_or_tag(games: Path) -> None:
    out = games.with_name("hall.dgt")
    assert run(games, "-o", out, "--rotate", "2").exit_code == 0
    assert [rotated for _, rotated in summaries(out)] == [False, True]
    games.write_text(TWO_GAMES.replace('[White "Anna"]', '[White "Anna"]\n[Rotated "yes"]'), encoding="utf-8")
    assert run(games, "-o", out).exit_code == 0
    assert [rotated for _, rotated in summaries(out)] == [True, False]


def test_a_board_that_is_not_there_cannot_be_rotated(games: Path) -> None:
    told = run(games, "-o", games.with_name("hall.dgt"), "--rotate", "3")
    assert told.exit_code == 2
    assert "no board 3" in told.stderr
    assert not games.with_name("hall.dgt").exists()


def first_clock(path: Path, port: str) -> str:
    return next(line for line in path.read_text().splitlines() if f"{port} rx 8d" in line).split(" rx ")[1]


def test_time_controls_come_from_option_tag_or_are_classical(games: Path) -> None:
    out = games.with_name("hall.dgt")
    run(games, "-o", out)
    assert first_clock(out, "P01") == "8d 00 0a 20 01 01 20 01 01 08"
    assert first_clock(out, "P02") == "8d 00 0a 21 30 30 21 30 30 08"
    run(games, "-o", out, "--time-control", "180+2")
    assert first_clock(out, "P02") == "8d 00 0a 20 03 02 20 03 02 08"
    run(games, "-o", out, "--no-clock")
    assert int(first_clock(out, "P01").split()[-1], 16) & 0x20


def test_thinking_can_be_left_out(games: Path) -> None:
    slow, fast = games.with_name("slow.dgt"), games.with_name("fast.dgt")
    run(games, "-o", slow, "--seed", "7", "--stagger", "0", "--time-control", "5400")
    run(games, "-o", fast, "--seed", "7", "--stagger", "0", "--time-control", "5400", "--think", "0")
    last = [float(path.read_text().splitlines()[-1].split()[0]) for path in (slow, fast)]
    assert last[1] < last[0] - 5


def test_dumps_are_asked_for_on_demand(games: Path) -> None:
    out = games.with_name("hall.dgt")
    run(games, "-o", out)
    assert out.read_text().count("tx 42") == 2
    run(games, "-o", out, "--dumps")
    assert out.read_text().count("tx 42") > 4


@pytest.mark.parametrize("name", ["clean", "casual", "rough", "blitz", "bullet"])
def test_hands_of_every_kind_play_the_game(games: Path, name: str) -> None:
    out = games.with_name("hall.dgt")
    assert run(games, "-o", out, "--seed", "3", "--hands", name, "--takebacks", "0.1").exit_code == 0
    lines = out.read_text().splitlines()
    assert f"# profile: {name}" in lines
    assert "# takebacks: 0.1" in lines
    assert run(games, "-o", out, "--seed", "3", "--profile", name).exit_code == 0
    assert not [line for line in out.read_text().splitlines() if line.startswith("# takebacks")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--time-control", "fast"], "180+2"),
        (["--time-control", "180", "--no-clock"], "exclude"),
        (["--think", "-1"], "--think"),
        (["--think", "nan"], "not a number"),
        (["--stagger", "nan"], "not a number"),
        (["--seed", "x"], "--seed"),
        (["--rotate", "0"], "--rotate"),
        (["--hands", "angry"], "bullet"),
        (["--profile", "angry"], "clean"),
        (["--takebacks", "2"], "--takebacks"),
        (["--takebacks", "nan"], "not a number"),
    ],
)
def test_a_wrong_command_line_is_status_2(games: Path, arguments: list[str], says: str) -> None:
    out = games.with_name("hall.dgt")
    told = run(games, "-o", out, *arguments)
    assert told.exit_code == 2
    assert says in told.stderr
    assert not out.exists()


def test_the_output_must_be_a_place_to_write(games: Path) -> None:
    assert run(games).exit_code == 2
    assert "directory" in run(games, "-o", games.parent).stderr
    assert "no directory" in run(games, "-o", games.parent / "nowhere" / "hall.dgt").stderr
    told = run(games, "-o", games)
    assert told.exit_code == 2
    assert games.read_text(encoding="utf-8") == TWO_GAMES


def test_a_file_is_overwritten_unless_asked_not_to(games: Path) -> None:
    out = games.with_name("hall.dgt")
    out.write_text("old")
    told = run(games, "-o", out, "--no-clobber")
    assert told.exit_code == 2
    assert "exists" in told.stderr
    assert out.read_text() == "old"
    assert run(games, "-o", out).exit_code == 0
    assert out.read_text().startswith("# dgt-capture 1")


def test_an_illegal_move_ends_its_game_and_no_other(games: Path) -> None:
    games.write_text(TWO_GAMES.replace("3. Bb5", "3. Bb6"), encoding="utf-8")
    out = games.with_name("hall.dgt")
    told = run(games, "-o", out)
    assert told.exit_code == 1
    assert "Bb6" in told.stderr
    assert [len(uci) for uci, _ in summaries(out)] == [4, 2]


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n\x00\x00", b"no game here", b"\xff" * 1000])
def test_what_holds_no_game_makes_no_file(tmp_path: Path, content: bytes) -> None:
    source, out = tmp_path / "x.pgn", tmp_path / "hall.dgt"
    source.write_bytes(content)
    told = run(source, "-o", out)
    assert told.exit_code == 1
    assert told.stderr
    assert list(tmp_path.iterdir()) == [source]


def test_a_missing_or_unreadable_source_is_said(tmp_path: Path) -> None:
    for source in (tmp_path / "missing.pgn", tmp_path):
        told = run(source, "-o", tmp_path / "hall.dgt")
        assert told.exit_code == 1
        assert str(source) in told.stderr.replace("\n", "")


def test_names_are_text(games: Path) -> None:
    games.write_text(TWO_GAMES.replace("Anna", "[bold]\x1b[31mAnna"), encoding="utf-8")
    out = games.with_name("hall.dgt")
    told = run(games, "-o", out)
    assert "\x1b" not in told.stderr
    assert "\x1b" not in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["hall.dgt", "hall.dgt.gz"])
def test_a_break_leaves_no_half_file(games: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    out = games.with_name(name)

    def full(stream: TextIO, *_: object) -> float:
        stream.write("half a file")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dgt_monitor.cli.simulate.write_capture", full)
    told = run(games, "-o", out)
    assert told.exit_code == 1
    assert "No space left" in told.stderr
    assert list(games.parent.iterdir()) == [games]


@pytest.mark.skipif(sys.platform == "win32", reason="no such file there")
def test_a_device_is_written_to_and_not_replaced(games: Path) -> None:
    assert run(games, "-o", os.devnull).exit_code == 0
    assert Path(os.devnull).is_char_device()


def test_progress_is_for_terminals(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "of 2 games" not in run(games, "-o", games.with_name("hall.dgt")).stderr
    monkeypatch.setattr("dgt_monitor.cli.simulate._on_terminal", lambda: True)
    assert "2 of 2 games" in run(games, "-o", games.with_name("hall.dgt")).stderr


def test_more_games_than_boards_are_left_out(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dgt_monitor.cli.simulate_games.MOST_BOARDS", 1)
    out = games.with_name("hall.dgt")
    told = run(games, "-o", out)
    assert told.exit_code == 1
    assert "left out" in told.stderr
    assert len(summaries(out)) == 1
