"""Files of pairings on the disk: encodings, what is named in the tournament file, the command."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dgt_monitor.cli.event_file import WATCHED, EventSource
from dgt_monitor.cli.event_news import EventNews
from dgt_monitor.cli.pairings import pairings
from dgt_monitor.cli.pairings_file import read_pairings
from dgt_monitor.fields import FileError
from dgt_monitor.hall.entries import Known
from dgt_monitor.tournament.people import Players

TABLE = "Board;White;Black\n1;Müller, Jörg;Łoś\n2;Kim;Lee\n"
PGN = '[Round "5.1"]\n[White "Kim"]\n[Black "Lee"]\n[WhiteElo "2500"]\n[WhiteTitle "IM"]\n\n*\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_in_all_its_forms(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_bytes(TABLE.replace("\n", "\r\n").encode(encoding))
    told: list[str] = []
    made = read_pairings(path, 5, told.append)
    assert [each.players for each in made] == [Players("Müller, Jörg", "Łoś"), Players("Kim", "Lee")]
    assert not told


def test_what_windows_wrote_is_read_and_told(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_bytes(TABLE.replace("Łoś", "Šo").encode("cp1252"))
    told: list[str] = []
    assert read_pairings(path, 5, told.append)[0].players == Players("Müller, Jörg", "Šo")
    assert told == [f"{path}: not UTF-8, read as cp1252; see that all names are right"]


@pytest.mark.parametrize("name", ["r.pgn", "r.PGN", "r.txt", "r"])
def test_pgn_is_known_by_its_name_or_its_beginning(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(PGN)
    (made,) = read_pairings(path, 5, list[str]().append)
    assert (made.board, made.white.rating) == ("1", 2500)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"\x00" * 100, bytes(range(256)) * 20, b'"' * 5000])
def test_what_is_no_table_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_bytes(data)
    with pytest.raises(FileError, match="no line with headings"):
        read_pairings(path, 5, list[str]().append)


def test_a_folder_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_pairings(tmp_path, 5, list[str]().append)
    with pytest.raises(FileNotFoundError):
        read_pairings(tmp_path / "away.pgn", 5, list[str]().append)


class Hall:
    """An event whose files change while it is watched."""

    def __init__(self, folder: Path, text: str) -> None:
        self.path = folder / "e.toml"
        self.path.write_text(text)
        self.told: list[str] = []
        self.source = EventSource(self.path, None, WATCHED)
        self.source.read(self.told.append)
        self.news = EventNews(self.source, self.told.append)

    def players(self) -> dict[str, Players] | None:
        """Who plays, if that is news once the files are at rest."""
        known = self.look()
        return None if known is None else dict(known.tournament.players)

    def look(self) -> Known | None:
        return self.news.look() or self.news.look()


class TestNews:
    def test_what_changes_in_either_file_is_news_once(self, tmp_path: Path) -> None:
        hall = Hall(tmp_path, 'round = 5\npairings = "round-{round}.csv"\n[players.2]\nwhite = "Own"\n')
        assert hall.told == [
            f"{hall.path}, line 2: pairings: there is no file {tmp_path / 'round-5.csv'}; nobody is paired"
        ]
        assert hall.players() is None
        (tmp_path / "round-5.csv").write_text(TABLE)
        assert hall.players() == {"1": Players("Müller, Jörg", "Łoś"), "2": Players("Own")}
        assert hall.players() is None
        hall.path.write_text("round = 5\n")
        assert hall.players() == {}
        (tmp_path / "round-5.csv").write_text(TABLE + "3;A;B\n")
        assert hall.players() is None, "it is not named any more"

    def test_a_faulty_one_is_told_once_and_one_that_is_mended_is_taken(self, tmp_path: Path) -> None:
        hall = Hall(tmp_path, "round = 5\n")
        hall.path.write_text("round = 5\n[labels]\n1 = 2.5\n")
        assert hall.players() is None
        assert hall.players() is None
        fault = f"{hall.path}, line 3: labels.1: a text is wanted, not 2.5; what was known before holds"
        assert hall.told == [fault]
        hall.path.write_text("round = 6\n[labels]\n1 = 2\n")
        known = hall.look()
        assert known is not None
        assert known.tournament.labels == {"1": "2"}

    def test_one_that_is_just_being_written_is_not_read(self, tmp_path: Path) -> None:
        hall = Hall(tmp_path, "round = 5\n")
        for text in ("round", "round = 6\n", "round = 6\n[labels]\n", "round = 6\n[labels]\n1 = 2\n"):
            hall.path.write_text(text)
            assert hall.news.look() is None
        known = hall.news.look()
        assert known is not None
        assert known.tournament.labels == {"1": "2"}
        assert not hall.told

    def test_one_that_is_away_for_a_moment_changes_nothing(self, tmp_path: Path) -> None:
        hall = Hall(tmp_path, "round = 5\n")
        hall.path.unlink()
        assert hall.players() is None
        assert "cannot be read" in hall.told[-1]
        hall.path.write_text('round = 5\n[players.1]\nwhite = "A"\n')
        assert hall.players() == {"1": Players("A")}

    def test_pairings_that_are_faulty_name_their_line(self, tmp_path: Path) -> None:
        hall = Hall(tmp_path, 'round = 5\npairings = "r.csv"\n')
        (tmp_path / "r.csv").write_text(TABLE + "2;A;B\n")
        assert hall.players() is None
        assert f"{tmp_path / 'r.csv'}, line 4: board 2 is given in line 3 already" in hall.told[-1]

    def test_pairings_of_no_round_are_refused(self, tmp_path: Path) -> None:
        hall = Hall(tmp_path, "")
        hall.path.write_text('event = "Open"\npairings = "r.csv"\n')
        assert hall.players() is None
        assert "line 2: pairings: of which round?" in hall.told[-1]


class TestCommand:
    @staticmethod
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(pairings, [str(each) for each in arguments])

    def test_it_tells_what_is_in_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "r.pgn").write_text(PGN)
        result = self.run(tmp_path / "r.pgn")
        assert (result.exit_code, result.stdout) == (0, "     1  IM Kim (2500) - Lee\n")

    def test_an_event_takes_it_over(self, tmp_path: Path) -> None:
        event = tmp_path / "e.toml"
        event.write_text("# mine\n[labels]\n55816 = 1 # door\n")
        (tmp_path / "sub").mkdir()
        (tmp_path / "sub" / "r.pgn").write_text(PGN)
        result = self.run(tmp_path / "sub" / "r.pgn", "--event", event, "--round", "5")
        assert result.exit_code == 0
        assert event.read_text() == '# mine\nround = 5\npairings = "sub/r.pgn"\n\n[labels]\n55816 = 1 # door\n'
        read = EventSource(event, None, WATCHED).read(list[str]().append)
        assert read.tournament.person("1", "white").title == "IM"

    def test_a_name_with_the_round_in_it_stays(self, tmp_path: Path) -> None:
        event = tmp_path / "e.toml"
        event.write_text('round = 4\npairings = "r{round}.pgn"\n')
        (tmp_path / "r5.pgn").write_text(PGN)
        assert self.run(tmp_path / "r5.pgn", "--event", event, "--round", "5").exit_code == 0
        assert event.read_text() == 'round = 5\npairings = "r{round}.pgn"\n'

    def test_what_is_wrong_changes_nothing(self, tmp_path: Path) -> None:
        event, file = tmp_path / "e.toml", tmp_path / "r.pgn"
        event.write_text("[labels]\n")
        file.write_text(PGN)
        assert self.run(file, "--event", event).exit_code == 2
        result = self.run(file, "--event", event, "--round", "6")
        assert (result.exit_code, event.read_text()) == (1, "[labels]\n")
        assert "no game of round 6 in it, but of 5" in result.stderr
