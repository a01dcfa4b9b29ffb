"""A watch that would follow its own live games is refused."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.event_file import WATCHED, EventSource
from dgt_monitor.cli.own_output import own_output
from dgt_monitor.cli.start import cli
from dgt_monitor.fields import FileError
from dgt_monitor.tournament.outs import Out


@pytest.mark.parametrize(
    ("source", "folder"),
    [("in", "in"), ("in", "in/live"), ("live/in", "live"), ("link", "in"), ("in/../in/", "link"), ("in/a.pgn", "in")],
)
def test_a_folder_that_is_followed_takes_no_live_games(tmp_path: Path, source: str, folder: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "link").symlink_to("in")
    arguments = ["watch", f"pgn:{tmp_path}/{source}", "--pgn", f"{tmp_path}/{folder}", "--plain"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert "it would follow itself" in result.stderr
    assert list((tmp_path / "in").iterdir()) == []


def test_a_way_out_of_the_tournament_file_is_refused_too(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    file.write_text('[[out]]\nfolder = "in"\n')
    result = CliRunner().invoke(cli, ["watch", f"pgn:{tmp_path}/in", "--event", str(file), "--plain"])
    assert result.exit_code == 2
    assert "it would follow itself" in result.stderr


def test_one_that_comes_into_the_tournament_file_later_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "event.toml"
    file.write_text("round = 1\n")
    source = EventSource(file, None, WATCHED)
    source.followed = (f"pgn:{tmp_path}/in",)
    source.read(pytest.fail)
    file.write_text('[[out]]\nfolder = "in"\n')
    with pytest.raises(FileError, match="it would follow itself"):
        source.read(pytest.fail)


def test_a_page_of_its_own_is_not_followed() -> None:
    http = Out(kind="http", address="127.0.0.1:8080")
    assert own_output(["pgn+http://localhost:8080/pgn/games.pgn"], [http])
    assert not own_output(["pgn+http://localhost:8081/games.pgn", "pgn+http://[::1/", "pgn+http://a:b/"], [http])


def test_other_folders_and_sources_are_followed() -> None:
    urls = ["pgn:in", "pgn:live-2/a.pgn", "COM3", "livechess://localhost:1982", "pgn+https://example.org/live/a.pgn"]
    assert not own_output(urls, [Out("live"), Out("in-2"), Out(kind="http", address=":1982")])
