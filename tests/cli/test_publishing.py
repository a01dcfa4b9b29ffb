"""`watch --pgn` and the ways out of a tournament file: what is taken, and what a watch leaves in its folders."""

import io
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dgt_monitor.broadcast.sending import Learnt
from dgt_monitor.cli.event_file import WATCHED, EventSource
from dgt_monitor.cli.out_options import Outs, of_round
from dgt_monitor.cli.pgn_text import CLOCK_MARK, game_texts
from dgt_monitor.cli.publishing import steps_of
from dgt_monitor.cli.real_outs import real_path
from dgt_monitor.cli.start import cli
from dgt_monitor.fields import FileError
from dgt_monitor.hall.entries import Known
from dgt_monitor.recorder.told import Before
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.broadcast.reading import ReadGame, read_file

HALL = "sim://?boards=3&speed=max&think=0.3&seed=5"
EVENT = 'event = "Open"\nround = 5\n[[out]]\nfolder = "late"\ndelay = "15 min"\n'


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pgn", "live", "--delay", "soon"], "'soon' is no delay such as '15 min', '90 s' or '3 moves'"),
        (["--delay", "15 min"], "--delay, --doubt and --unsure are of --pgn, --http and --lichess"),
        (["--unsure"], "--delay, --doubt and --unsure are of --pgn, --http and --lichess"),
        (["--doubt", "never"], "--delay, --doubt and --unsure are of --pgn, --http and --lichess"),
        (["--pgn", "live", "--doubt", "3 moves"], "'3 moves' is no time such as '2 min', and not 'never'"),
        (["--lichess", "https://lichess.org/broadcast/open"], "is no round of a broadcast: the eight letters"),
        (["--lichess", "AbCdEfGh"], "--lichess: of which round are the games? Name it as `round`"),
        (["--pgn", __file__], "is no folder"),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: list[str], said: str) -> None:
    result = run("watch", "COM3", "--plain", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_help_has_an_example() -> None:
    assert "dgt-monitor watch --journal open.dgtj --pgn live --delay '15 min'" in run("watch", "--help").output


@pytest.mark.parametrize(
    "round_",
    ["AbCdEfGh", "https://lichess.org/broadcast/city-open/round-5/AbCdEfGh", " AbCdEfGh/ ", "x/AbCdEfGh#boards"],
)
def test_a_round_goes_to_lichess_without_a_line_in_the_tournament_file(
    round_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LICHESS_TOKEN", "")
    monkeypatch.setattr("dgt_monitor.cli.tokens._from_keyring", lambda _: "")
    (tmp_path / "event.toml").write_text('event = "Open"\nround = 5\n')
    result = run("watch", HALL, "--json", "--event", tmp_path / "event.toml", "--lichess", round_)
    assert result.exit_code == 0
    assert "https://lichess.org/AbCdEfGh: no token" in result.stderr  # so nothing was sent


def test_all_ways_out_have_what_is_said_of_them() -> None:
    said = Outs(Path("live"), "8080", "AbCdEfGh", "15 min", "never")
    pgn, http, lichess = of_round(said.ways(), 5)
    assert [(out.kind, out.delay, out.doubt) for out in (pgn, http, lichess)] == [
        (kind, "15 min", "never") for kind in ("pgn", "http", "lichess")
    ]
    assert (lichess.broadcast, lichess.round, pgn.round) == ("AbCdEfGh", 5, "")


def round_of(folder: Path, number: int = 5) -> list[ReadGame]:
    return read_file((folder / f"round-{number}" / "games.pgn").read_text(encoding="utf-8"))


def test_a_watch_leaves_what_its_journal_tells(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT)
    journal, live = tmp_path / "event.dgtj", tmp_path / "live"
    arguments = ["--event", tmp_path / "event.toml", "--journal", journal]
    result = run("watch", HALL, "--json", *arguments, "--pgn", live, "--unsure")
    assert result.exit_code == 0
    assert "of 3 games moves wait for their delay and are not out" in result.stderr
    games = round_of(live)
    assert len(games) == 3
    assert all(game.moves and None not in game.clocks for game in games)
    late = round_of(tmp_path / "late")
    assert [game.tags["Board"] for game in late] == [game.tags["Board"] for game in games]
    for soon, later in zip(games, late, strict=True):
        assert len(later.moves) < len(soon.moves)
        assert later.moves == soon.moves[: len(later.moves)]
    told = run("games", journal).output.encode()
    assert texts_of(told) == texts_of((live / "round-5/games.pgn").read_bytes())


def texts_of(data: bytes) -> list[tuple[dict[str, str], str]]:
    """Games without how they ended: `games` also tells what nobody has confirmed."""
    games = []
    for game in game_texts(io.BytesIO(data), pytest.fail):
        tags = {name: value for name, value in game.tags.items() if name not in {"Result", "Termination", "Time"}}
        movetext = re.sub(rf"{CLOCK_MARK}\d+", "", game.movetext)  # a journal keeps not every clock
        games.append((tags, re.sub(r" (1-0|0-1|1/2-1/2|\*)$", "", " ".join(movetext.split()))))
    return sorted(games, key=lambda game: game[0]["Round"])


def test_a_shorter_delay_in_the_next_watch_sends_nothing_early(tmp_path: Path) -> None:
    journal, live = tmp_path / "event.dgtj", tmp_path / "live"
    arguments = ["--json", "--journal", journal, "--pgn", live]
    assert run("watch", HALL, *arguments, "--delay", "24 h").exit_code == 0
    before = {path: path.read_bytes() for path in live.rglob("*.pgn")}
    assert len(before) == 5
    assert all(not game.moves for game in round_of(live, 1))
    again = run("watch", HALL.replace("seed=5", "seed=6"), *arguments)  # other boards, and no delay
    assert again.exit_code == 0
    games = round_of(live, 1)
    assert [bool(game.moves) for game in games].count(True) == 3
    assert {path: path.read_bytes() for path in before if path.name.startswith("game-")} == {
        path: data for path, data in before.items() if path.name.startswith("game-")
    }


def test_ways_out_lie_beside_the_tournament_file_and_the_command_line_goes_first(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    file.write_text(EVENT)
    source = EventSource(file, None, WATCHED)
    late = str(tmp_path / "late")
    assert source.read(pytest.fail).tournament.out == (Out(late, delay="15 min"),)
    source.outs = (Out(str(tmp_path / "live")),)
    assert [out.folder for out in source.read(pytest.fail).tournament.out] == [late, str(tmp_path / "live")]
    source.outs = (Out(late, delay="3 moves"),)
    event = source.read(pytest.fail)
    assert event.tournament.out == source.outs
    assert event.gone_on_with(Known(), written=True).tournament.out == source.outs


def test_a_journal_gone_on_with_has_the_ways_out_that_are_wanted_now(tmp_path: Path) -> None:
    from dgt_monitor.cli.event_file import Event

    out = (Out(str(tmp_path)),)
    known = Event().with_outs(out).added_to(Known())
    assert known.tournament.out == out
    assert Event().gone_on_with(known, written=False).tournament.out == ()
    assert Event().gone_on_with(known, written=False).profile == known.profile
    assert Event().with_outs(out).gone_on_with(Known(), written=False).tournament.out == out


def test_a_folder_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    (live / "round-1").write_text("a file in the way")
    result = run("watch", HALL, "--json", "--pgn", live)
    assert result.exit_code == 0
    assert "live games cannot be written" in result.stderr
    assert "files of live games could not be written" in result.stderr
    assert result.stdout.count('"kind":"summary"') == 3


@pytest.fixture
def linked(tmp_path: Path) -> tuple[Path, list[str]]:
    """A folder, and other ways to spell it."""
    (tmp_path / "live").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "link").symlink_to("live")
    return tmp_path / "live", [f"{tmp_path}/{name}" for name in ("link", "in/../live", "live/", "./live", "link/.")]


def test_a_folder_spelled_otherwise_is_the_same_way_out(linked: tuple[Path, list[str]]) -> None:
    live, spellings = linked
    for spelled in spellings:
        (out,) = Outs(Path(spelled)).ways()
        assert out.name == str(live.resolve())


def test_a_journal_has_the_same_way_out_spelled_otherwise(linked: tuple[Path, list[str]]) -> None:
    live, spellings = linked
    for spelled in spellings:
        before = Before(0.0, Known(tournament=TournamentFile(out=(Out(spelled, delay="15 min"),))))
        (step,) = steps_of([before])
        assert isinstance(step, Learnt)
        assert [out.name for out in step.tournament.out] == [str(live.resolve())]


def test_a_tournament_file_names_no_folder_twice(linked: tuple[Path, list[str]]) -> None:
    live, _ = linked
    file = live.parent / "event.toml"
    file.write_text('[[out]]\nfolder = "live"\n[[out]]\nfolder = "link"\ndelay = "15 min"\n')
    with pytest.raises(FileError, match=r"line 4: out\[2\]\.folder: link is named by another way out already"):
        EventSource(file, None, WATCHED).read(pytest.fail)


def test_a_link_that_leads_to_itself_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert real_path(tmp_path / "loop").name == "loop"
