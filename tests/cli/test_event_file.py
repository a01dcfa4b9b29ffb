"""`--event` and `--profile` on the command line, from the file to the lines."""

import gzip
import io
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from dgt_monitor.broadcast.pgn import pgn_of
from dgt_monitor.cli.check import check
from dgt_monitor.cli.event_file import WATCHED, read_event
from dgt_monitor.cli.replay import replay
from dgt_monitor.cli.start import cli
from dgt_monitor.cli.watch import watch
from dgt_monitor.events import GameStart
from dgt_monitor.fields import FileError
from dgt_monitor.hall.told_games import Game
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile, read_tournament
from tests.cli.pgn_samples import FIVEFOLD, pgn

CAPTURE = Path(__file__).resolve().parents[2] / "hw_fixtures" / "fivefold.dgt.gz"
EVENT = """\
profile = "fide-rapid-a5"
event = "City Open"
round = 5
[labels]
55816 = "12"
[players]
12 = { white = "Petrov, Ivan", black = "Silva, João" }
"""


def replayed(tmp_path: Path, text: str, *options: str) -> Result:
    path = tmp_path / "event.toml"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(replay, [str(CAPTURE), "--event", str(path), *options])


def test_labels_and_names_in_the_stream(tmp_path: Path) -> None:
    result = replayed(tmp_path, EVENT, "--json")
    stream = [json.loads(line) for line in result.stdout.splitlines()]
    (start,) = (thing for thing in stream if thing["kind"] == "game_start")
    assert (start["board"], start["white"], start["black"]) == ("12", "Petrov, Ivan", "Silva, João")
    alerts = [thing for thing in stream if thing["kind"] == "alert"]
    assert {alert["profile"] for alert in alerts} == {"fide-rapid-a5"}
    assert alerts[-1]["text"].startswith("Bd 12 Petrov-Silva. DRAW: ")
    assert alerts[-1]["text"].endswith(" FIDE rapid (A.5) 9.6.1.")


def test_labels_and_names_in_plain_lines(tmp_path: Path) -> None:
    lines = replayed(tmp_path, EVENT, "--plain").stdout.splitlines()
    assert any(line.endswith("game 1 begins: Petrov, Ivan - Silva, João") for line in lines)
    assert any("Bd 12     ! Petrov-Silva. DRAW: " in line for line in lines)


def test_without_a_file_nothing_is_named() -> None:
    result = CliRunner().invoke(replay, [str(CAPTURE), "--json"])
    start = next(thing for line in result.stdout.splitlines() if (thing := json.loads(line))["kind"] == "game_start")
    assert "white" not in start
    assert "black" not in start


def test_the_profile_of_the_command_line_beats_that_of_the_file(tmp_path: Path) -> None:
    result = replayed(tmp_path, EVENT, "--json", "--profile", "us-chess")
    assert {json.loads(line).get("profile") for line in result.stdout.splitlines()} == {None, "us-chess"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[rules]\nmoves_draw = 40", "event.toml, line 1: rules.moves_claim: 50 is not below moves_draw, 40"),
        ("[rules]\n\n#\nmoves_claim = 75", "event.toml, line 4: rules.moves_claim: 75 is not below moves_draw, 75"),
        ("[rules]\nmove_draw = 40", "event.toml, line 2: rules.move_draw: there is no such key"),
        ('profile = "fide"', "event.toml, line 1: profile: 'fide' is none of fide-otb, fide-rapid-a4"),
        ('profile = "lichess"', "event.toml, line 1: profile: 'lichess' is none of fide-otb, fide-rapid-a4"),
        ("=", "event.toml: not TOML"),
        (f"round = {'9' * 5000}", "event.toml: not TOML"),
        (f"round = 0x{'f' * 5000}", "event.toml, line 1: round: is too large a number"),
        (f"[rules]\nmoves_draw = 0x{'f' * 5000}", "rules.moves_draw: is too large a number"),
        (f"event = {'[' * 50_000}", "event.toml: not"),
        (f"#{'x' * 1_000_000}", "event.toml: has more than 1000000 bytes"),
    ],
)
def test_nonsense_in_the_file_ends_the_program_with_line_and_key(tmp_path: Path, text: str, fault: str) -> None:
    result = replayed(tmp_path, text, "--plain")
    assert result.exit_code == 1
    assert fault in result.stderr
    assert result.stdout == ""


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    assert CliRunner().invoke(replay, [str(CAPTURE), "--event", str(tmp_path / "none.toml")]).exit_code == 2
    path = tmp_path / "binary.toml"
    path.write_bytes(b"event = '\xff'")
    result = CliRunner().invoke(replay, [str(CAPTURE), "--event", str(path)])
    assert (result.exit_code, "not UTF-8, at byte 9" in result.stderr) == (1, True)


def test_the_mark_of_an_editor_in_front_is_passed_over(tmp_path: Path) -> None:
    assert replayed(tmp_path, f"\ufeff{EVENT}", "--plain").stdout == replayed(tmp_path, EVENT, "--plain").stdout != ""


def test_a_watch_takes_no_profile_that_is_for_scores_only() -> None:
    assert "fide-online" not in WATCHED
    result = CliRunner().invoke(watch, ["--profile", "fide-online"])
    assert (result.exit_code, "'fide-online' is not one of" in result.stderr) == (2, True)


def test_a_check_takes_them_all(tmp_path: Path) -> None:
    score = tmp_path / "game.pgn"
    score.write_text(pgn(FIVEFOLD), encoding="utf-8")
    lines = CliRunner().invoke(check, [str(score), "--profile", "fide-online"]).stdout.splitlines()
    assert lines[1] == "By FIDE Online Chess Regulations"
    assert "over after 4...Ng8 by threefold repetition (FIDE online 5.4.1), 8 plies played since." in lines[-2]


def test_the_event_s_own_rules_hold() -> None:
    event = read_event(
        '[rules]\nrepetition_draw = 6\n[rules.articles]\nrepetition_draw = "Reg. 3"\n', "e", None, WATCHED
    )
    assert (event.profile.repetition_draw, event.profile.articles.repetition_draw) == (6, "Reg. 3")
    assert event.profile.name == "fide-otb+event"
    with pytest.raises(FileError, match=r"e, line 2: rules.authority: says which rules these are"):
        read_event('[rules]\nauthority = "me"\n', "e", None, WATCHED)


def test_a_recording_that_says_when_it_began_is_told_in_the_time_of_day(tmp_path: Path) -> None:
    text = gzip.decompress(CAPTURE.read_bytes()).decode()
    path = tmp_path / "started.dgt"
    path.write_text(text.replace("\n", "\n# start: 2026-05-01T14:00:00+02:00\n", 1), encoding="utf-8")
    told = CliRunner().invoke(replay, [str(path), "--plain"]).stdout
    assert "Drawn since 21...Qd8, 14:03:40 (W 2:10, B 2:08)." in told


def test_likely_mistakes_are_told_with_line_and_key_and_taken(tmp_path: Path) -> None:
    text = EVENT + '77 = { white = "Nobody" }\n' + "".join(f"x{n} = {{}}\n" for n in range(12))
    result = replayed(tmp_path, text.replace('"12"\n', '"12"\n1 = "12 "\n'), "--plain")
    assert result.exit_code == 0
    path = tmp_path / "event.toml"
    told = result.stderr.splitlines()
    assert told[0].endswith(f"{path}, line 6: labels.1: the label '12 ' looks like '12', which is another board")
    assert told[1].endswith(f"{path}, line 9: players.77: no board has this label")
    assert told[10].endswith(f"{path}: 4 more of this kind")


@pytest.mark.parametrize("mark", ["\u2028", "\u0085", "\u2029"])
def test_characters_at_which_python_breaks_lines_shift_none(tmp_path: Path, mark: str) -> None:
    result = replayed(tmp_path, f"# one{mark}two\n" + EVENT.replace("round = 5", "round = []"), "--plain")
    assert (result.exit_code, ", line 4: round: " in result.stderr) == (1, True)


def test_what_changes_in_the_file_is_taken_over_by_a_running_watch(tmp_path: Path) -> None:
    event, journal = tmp_path / "event.toml", tmp_path / "event.dgtj"
    event.write_text('event = "Open"\nround = 4\n', encoding="utf-8")
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", "--json", "--event", str(event)]
    with subprocess.Popen(
        [*command, "--journal", str(journal), "sim://?boards=2&speed=2&think=0.3"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        moves = (thing for line in process.stdout if (thing := json.loads(line))["kind"] in {"move", "notice"})
        next(moves)
        event.write_text('event = "Open"\nround = "five', encoding="utf-8")
        refused = process.stderr.readline()
        event.write_text('event = "Open"\nround = 5\n', encoding="utf-8")
        notice = next(thing for thing in moves if thing["kind"] == "notice")
        next(thing for thing in moves if thing["kind"] == "move" and thing["status"] == "provisional")
        process.terminate()
        process.communicate(timeout=30)
    assert f"{event}: not TOML: " in refused
    assert refused.endswith("what was known before holds\n")
    assert (notice["about"], notice["text"]) == ("event", "the tournament file has changed: Open, round 5")
    result = CliRunner().invoke(cli, ["games", str(journal)])
    assert '[Event "Open"]' in result.output
    assert '[Round "5.' in result.output
    assert CliRunner().invoke(cli, ["verify", str(journal)]).exit_code == 0
    board = next(game for game in result.output.splitlines() if game.startswith("[Board ")).split('"')[1]
    assert "known from here on: Open, round 5, " in CliRunner().invoke(cli, ["history", board, str(journal)]).output


class TestPgnTags:
    FILE = """
    event = "City \\\\ \\"Open\\""
    site = "Riga LAT"
    round = 5
    rounds = [{ number = 5, date = 2026-11-29 }]
    period = [{ moves = 40, minutes = 90, increment_s = 30 }, { minutes = 15, increment_s = 30 }]
    players = { 12 = { white = "Petrov, Ivan", black = "Silva, Ana" } }
    player = [{ name = "Petrov, Ivan", title = "GM", rating = 2611, fide_id = 11600001, team = "Riga" }]
    """

    @staticmethod
    def headers(tournament: TournamentFile, board: str = "12") -> dict[str, str]:
        game = Game(GameStart(0.0, board, 2, chess.STARTING_FEN, rotated=False, chess960=False))
        text = pgn_of(game, datetime(2026, 11, 30, 14, 0, tzinfo=UTC), tournament=tournament)
        read = chess.pgn.read_game(io.StringIO(text))
        assert read is not None
        return dict(read.headers)

    def test_all_that_the_event_tells(self) -> None:
        assert self.headers(read_tournament(self.FILE, "e.toml")) == {
            "Event": 'City \\\\ \\"Open\\"',  # as PGN has them; python-chess leaves them so
            "Site": "Riga LAT",
            "Date": "2026.11.29",
            "Round": "5.12",
            "White": "Petrov, Ivan",
            "Black": "Silva, Ana",
            "Result": "*",
            "Board": "12",
            "Time": "14:00:00",
            "TimeControl": "40/5400+30:900+30",
            "WhiteTitle": "GM",
            "WhiteElo": "2611",
            "WhiteTeam": "Riga",
            "WhiteFideId": "11600001",
        }

    def test_match_and_board_and_nobody_named(self) -> None:
        headers = self.headers(read_tournament(self.FILE, "e.toml"), "3.2")
        assert (headers["Round"], headers["White"], headers["Board"]) == ("5.3.2", "?", "3.2")

    def test_without_an_event(self) -> None:
        headers = self.headers(NO_TOURNAMENT)
        assert (headers["Event"], headers["Round"], headers["Date"]) == ("?", "2", "2026.11.30")
        assert "TimeControl" not in headers
