"""A round of 130 games, names with accents, swapped boards: real files, and two rounds of the stand-in for lichess."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.broadcast.lichess.client import Client
from dgt_monitor.broadcast.lichess.way import LichessWay
from dgt_monitor.broadcast.station import Station
from dgt_monitor.broadcast.ways import Complain, FolderWay, Way
from dgt_monitor.cli.start import cli
from dgt_monitor.cli.tokens import LICHESS
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.people import Players
from tests.broadcast.lichess import TOKEN, Round, StandIn
from tests.broadcast.reading import ReadGame, read_file
from tests.broadcast.telling import TellingHall, dates
from tests.cli.test_outlet import until
from tests.recorder.journalling import Watch

FIRST, SECOND = "AbCdEfGh", "IjKlMnOp"
NAMES = ("Đorđević", "Müller", "Łęcka", "Þórsson", "Nuñez", "O'Neill", "Şahin", "Ďuriš", "Æbelø", "Ó Súilleabháin")
LINES = ("e4 e5 Nf3 Nc6", "d4 d5 c4 e6", "c4 c5 Nc3 Nf6")
PLAYERS = {
    str(board): Players(f"{NAMES[board % 10]}, Żó{board}", f"{NAMES[board // 10 % 10]}, Ñé{board}")
    for board in range(1, 131)
}


@pytest.fixture
def standin() -> Iterator[StandIn]:
    server = StandIn()
    server.rounds[SECOND] = Round()
    yield server
    server.close()


def outs_of(standin: StandIn) -> tuple[Out, Out]:
    out = Out(kind="lichess", broadcast=FIRST, round=5, server=standin.url, boards="1-100")
    return out, out._replace(broadcast=SECOND, boards="101-130")


def way_of(out: Out, complain: Complain) -> Way:
    if out.kind == "pgn":
        return FolderWay(out, complain)
    return LichessWay(out, complain, Client(out.server, out.broadcast, TOKEN))


class BigHall(TellingHall):
    """130 boards, that are told to a station as they are played."""

    def __init__(self, folder: Path, standin: StandIn, told: list[str]) -> None:
        outs = Out(str(folder)), *outs_of(standin)
        super().__init__(*outs, tournament=TournamentFile(event="Öpen", site="Łódź", round=5, players=PLAYERS))
        self.station = Station(dates, told.append, self.told[:1], way_of)
        self.passed = 1

    def look(self) -> None:
        """The station does."""

    def send(self) -> None:
        """Tell what is new."""
        for step in self.told[self.passed :]:
            self.station.put(step)
        self.passed = len(self.told)


def read_round(folder: Path) -> list[ReadGame]:
    return read_file((folder / "round-5" / "games.pgn").read_text(encoding="utf-8"))


def held(standin: StandIn) -> dict[str, tuple[str, str, int]]:
    """By boards the players and the number of moves that are there; each board once in all."""
    chapters = [(name, chapter) for name, found in standin.rounds.items() for chapter in found.chapters]
    assert len({chapter.tags["Board"] for _, chapter in chapters}) == len(chapters)
    return {
        chapter.tags["Board"]: (chapter.tags["White"], chapter.tags["Black"], len(chapter.moves))
        for _, chapter in chapters
    }


def test_a_round_of_130_games_goes_to_files_and_to_two_rounds_whatever_is_swapped_meanwhile(
    tmp_path: Path, standin: StandIn
) -> None:
    told: list[str] = []
    hall = BigHall(tmp_path, standin, told)
    until(lambda: len(held(standin)) == 130)  # all are there from the pairings on
    for board in PLAYERS:
        hall.start(board)
        for san in LINES[int(board) % 3].split()[:2]:
            hall.move(san, board)
    hall.send()
    until(lambda: {plies for _, _, plies in held(standin).values()} == {2})
    swapped = {**PLAYERS, "7": PLAYERS["8"], "8": PLAYERS["7"], "100": PLAYERS["101"], "101": PLAYERS["100"]}
    hall.learn(hall.tournament._replace(players=swapped))
    for board in PLAYERS:
        for san in LINES[int(board) % 3].split()[2:]:
            hall.move(san, board)
        hall.result("1/2-1/2", board)
    hall.send()
    hall.station.close()
    assert told == []
    assert [len(standin.rounds[name].chapters) for name in (FIRST, SECOND)] == [100, 30]
    assert held(standin) == {board: (*players, 4) for board, players in swapped.items()}
    games = read_round(tmp_path)
    assert [game.tags["Board"] for game in games] == list(PLAYERS)
    assert {game.tags["Board"]: (game.tags["White"], game.tags["Black"]) for game in games} == {
        board: tuple(players) for board, players in swapped.items()
    }
    assert {(len(game.moves), game.tags["Result"]) for game in games} == {(4, "1/2-1/2")}
    assert standin.most_together <= 2  # one request at a time for each round


HALL = "sim://?boards=4&speed=max&think=0.2&seed=5"
EVENT = """event = "Öpen"
site = "Łódź"
round = 5
pairings = "pairs.pgn"
[labels]
{labels}
[[out]]
folder = "live"
[[out]]
kind = "lichess"
broadcast = "AbCdEfGh"
round = 5
boards = "1-3"
server = "{server}"
[[out]]
kind = "lichess"
broadcast = "IjKlMnOp"
round = 5
boards = "4-9"
server = "{server}"
"""
PAIRING = (
    '[Event "Öpen"]\n[Round "5.{0}"]\n[Board "{0}"]\n[White "{1.white}"]\n[Black "{1.black}"]\n[Result "*"]\n\n*\n\n'
)


def test_a_watch_with_pairings_of_a_file_shares_its_boards_out(
    tmp_path: Path, standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LICHESS, TOKEN)
    serials = [view.board for view in Watch(HALL).until(5.0).hall.view().boards]
    labels = "\n".join(f'"{serial}" = "{number}"' for number, serial in enumerate(serials, 1))
    (tmp_path / "event.toml").write_text(EVENT.format(labels=labels, server=standin.url), encoding="utf-8")
    pairs = "".join(PAIRING.format(board, PLAYERS[board]) for board in ("1", "2", "3", "4", "5"))
    (tmp_path / "pairs.pgn").write_text(pairs, encoding="utf-8")
    result = CliRunner().invoke(cli, ["watch", HALL, "--json", "--event", str(tmp_path / "event.toml")])
    assert result.exit_code == 0
    games = read_round(tmp_path / "live")
    assert [(game.tags["Board"], game.tags["White"]) for game in games] == [
        (board, PLAYERS[board].white) for board in ("1", "2", "3", "4", "5")
    ]
    assert held(standin) == {
        game.tags["Board"]: (game.tags["White"], game.tags["Black"], len(game.moves)) for game in games
    }
    assert [len(standin.rounds[name].chapters) for name in (FIRST, SECOND)] == [3, 2]
    assert all(len(game.moves) > 20 for game in games[:4])
    assert not games[4].moves  # no board 5 has come
