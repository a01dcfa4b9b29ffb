"""Pushed games against a stand-in for lichess: known complaints, a whole way out, and a token that shows nowhere."""

import io
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner

from dgt_monitor.broadcast.lichess.client import Client
from dgt_monitor.broadcast.lichess.pushing import Pushing
from dgt_monitor.broadcast.lichess.way import DryRun, LichessWay, Post, chosen
from dgt_monitor.broadcast.station import Station
from dgt_monitor.broadcast.ways import Complain, Way
from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.start import cli
from dgt_monitor.cli.tokens import LICHESS
from dgt_monitor.cli.ways import open_way
from dgt_monitor.events import Times
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.people import Players
from tests.broadcast.lichess import TOKEN, StandIn
from tests.broadcast.telling import TellingHall, dates

NAMES = {
    "1": Players("Müller, Jörg", "Đorđević, Žana"),
    "2": Players("Nuñez, Íñigo", "Þórsson, Æsa"),
    "3": Players('O\'Neill "Bo", Al', "Łęcka, Ćma"),
    "12": Players("Petrov, Ivan", "Silva, Ana"),
}


@pytest.fixture
def standin() -> Iterator[StandIn]:
    server = StandIn()
    yield server
    server.close()


def out_of(standin: StandIn, **changed: str) -> Out:
    return Out(kind="lichess", broadcast="AbCdEfGh", round=5, server=standin.url, **changed)  # type: ignore[arg-type]


class Pushed:
    """A hall, each of whose news is pushed at its own time; no thread and no pause."""

    def __init__(self, standin: StandIn) -> None:
        out = out_of(standin)
        self.hall = TellingHall(out, tournament=TournamentFile(event="Öpen", round=5, players=NAMES))
        self.out, self.pushing = self.hall.sending.outputs[out.name], Pushing()
        self.client, self.now_s, self.told = Client(standin.url, "AbCdEfGh", TOKEN), 0.0, list[str]()

    def push(self) -> None:
        self.told += self.pushing.want(chosen(self.out.games_at("5"), ""))
        while self.pushing.waiting:
            self.ask()
            self.now_s = min(max(self.now_s, self.pushing.due_s), self.now_s + 1e4)

    def ask(self) -> None:
        """Send what is to be sent now, if anything is."""
        if (push := self.pushing.next(self.now_s)) is not None:
            self.told += self.pushing.answered(self.now_s, self.client(push), 0.5)


@pytest.fixture
def pushed(standin: StandIn) -> Iterator[Pushed]:
    made = Pushed(standin)
    yield made
    made.client.close()


def test_moves_clocks_and_names_with_accents_arrive(pushed: Pushed, standin: StandIn) -> None:
    for board in ("1", "2", "3", "12"):
        pushed.hall.start(board)
        pushed.hall.move("e4", board, clock=Times(5400, 5400))
        pushed.push()
    pushed.hall.move("e5", "12", clock=Times(5400, 5390))
    pushed.hall.result("1/2-1/2", "12")
    pushed.push()
    assert [chapter.tags["Board"] for chapter in standin.round.chapters] == ["1", "2", "3", "12"]
    assert pushed.told == []
    assert standin.round.board("1").tags["White"] == "Müller, Jörg"
    assert standin.round.board("3").tags["White"] == NAMES["3"].white
    twelve = standin.round.board("12")
    assert (twelve.moves, twelve.tags["Result"]) == (["e2e4", "e7e5"], "1/2-1/2")
    assert twelve.clocks == [5400.0, 5390.0]
    assert standin.agents[0].startswith("dgt-tournament-monitor/")


def test_what_is_taken_back_or_corrected_ends_right_though_nothing_is_deleted(pushed: Pushed, standin: StandIn) -> None:
    pushed.hall.start()
    pushed.hall.moves("e4 e5 Nf3")
    pushed.push()
    pushed.hall.retract(3, "taken_back")
    pushed.push()
    assert standin.round.board("12").moves == ["e2e4", "e7e5", "g1f3"]
    pushed.hall.moves("Bc4 Nc6")
    pushed.push()
    assert standin.round.board("12").moves == ["e2e4", "e7e5", "f1c4", "b8c6"]
    pushed.hall.retract(2, "arbiter")
    pushed.hall.moves("c5 Nf3")
    pushed.push()
    chapter = standin.round.board("12")
    assert chapter.moves == ["e2e4", "c7c5", "g1f3"]
    assert len(chapter.variations) == 2
    assert len(standin.round.chapters) == len(NAMES)


def test_what_lichess_shows_beyond_the_game_is_told_at_its_board_until_it_is_right(
    pushed: Pushed, standin: StandIn
) -> None:
    pushed.hall.start()
    pushed.hall.start("1")
    pushed.hall.moves("e4 e5 Nf3 Nc6")
    pushed.push()
    pushed.hall.retract(3, "taken_back")
    pushed.push()
    assert pushed.told == []  # mostly another move comes soon
    pushed.now_s += 60.0
    pushed.ask()
    assert [each.split(" deletes")[0] for each in pushed.told] == ["board 12: lichess"]
    assert "2 of its moves were taken back, from 2.Nf3 on; they go with the next other move" in pushed.told[0]
    pushed.now_s += 60.0
    pushed.ask()
    assert len(pushed.told) == 1
    pushed.hall.moves("Nf3")
    pushed.push()  # the same move again: lichess still shows the answer to it
    assert "1 of its moves were taken back, from 2...Nc6 on" in pushed.told[1]
    pushed.hall.moves("d6")
    pushed.push()
    assert pushed.told[2] == "board 12: lichess shows the moves of the game again"
    assert standin.round.board("12").moves == ["e2e4", "e7e5", "g1f3", "d7d6"]
    assert pushed.pushing.due_s == float("inf")


def test_a_game_that_ended_after_a_takeback_is_told_at_once_and_a_round_that_was_reset_is_filled_again(
    pushed: Pushed, standin: StandIn
) -> None:
    pushed.hall.start()
    pushed.hall.moves("e4 e5 Nf3")
    pushed.push()
    pushed.hall.retract(3, "arbiter")
    pushed.hall.result("1/2-1/2")
    pushed.push()
    assert standin.round.board("12").moves == ["e2e4", "e7e5", "g1f3"]
    assert len(pushed.told) == 1
    assert "the game is over: delete them there, or reset the round there" in pushed.told[0]
    standin.round.chapters.clear()
    pushed.now_s += 60.0
    pushed.ask()
    chapter = standin.round.board("12")
    assert (chapter.moves, chapter.tags["Result"]) == (["e2e4", "e7e5"], "1/2-1/2")


def test_an_illegal_move_blocks_no_board_and_kings_in_the_centre_are_no_moves(pushed: Pushed, standin: StandIn) -> None:
    pushed.hall.start()
    pushed.hall.moves("e4 e5")
    pushed.hall.move("g1e3", legal=False)
    pushed.hall.t_s += 40
    pushed.hall.clock(5000, 4000)
    pushed.hall.start("1", fen="8/8/8/8/8/2k5/8/4K2R w - - 0 1")
    pushed.hall.moves("Rh3 Kd4", "1")
    pushed.push()
    pushed.hall.result("1-0")
    pushed.push()
    twelve = standin.round.board("12")
    assert pushed.told == []
    assert (twelve.moves, twelve.tags["Result"]) == (["e2e4", "e7e5"], "1-0")
    assert twelve.last_clocks == {"WhiteClock": "1:23:20", "BlackClock": "1:06:40"}
    assert standin.round.board("1").moves == ["h1h3"]


def test_missing_clocks_are_sent_as_tags(pushed: Pushed, standin: StandIn) -> None:
    pushed.hall.start()
    pushed.hall.moves("e4 e5")
    pushed.hall.clock(3600, 3500)
    pushed.push()
    assert standin.round.board("12").last_clocks["WhiteClock"] == "1:00:00"


def test_swapped_boards_are_told_by_their_answers_and_lose_nothing(pushed: Pushed, standin: StandIn) -> None:
    for board, san in (("1", "e4"), ("2", "d4")):
        pushed.hall.start(board)
        pushed.hall.move(san, board)
    pushed.push()
    swapped = {**NAMES, "1": NAMES["2"], "2": NAMES["1"]}
    pushed.hall.learn(pushed.hall.tournament._replace(players=swapped))
    pushed.hall.moves("e5", "1")
    pushed.push()
    assert len(standin.round.chapters) == len(NAMES)
    assert (standin.round.board("1").tags["White"], standin.round.board("1").moves) == (
        NAMES["2"].white,
        ["e2e4", "e7e5"],
    )


def test_outages_and_429_are_waited_out_and_nothing_stale_is_sent(pushed: Pushed, standin: StandIn) -> None:
    standin.refuse = [429, 0, 500, 503, 429]
    pushed.hall.start()
    pushed.hall.moves("e4 e5")
    pushed.push()
    assert pushed.told[0].startswith("lichess does not take the games: too many requests")
    assert pushed.told[1:] == ["lichess takes games again"]
    assert pushed.now_s > 60 + 2 + 4 + 8 + 60
    assert standin.round.board("12").moves == ["e2e4", "e7e5"]
    assert len(standin.bodies) == 1


def test_nameless_games_are_told_at_their_boards(pushed: Pushed, standin: StandIn) -> None:
    pushed.hall.start("77")
    pushed.hall.start("1")
    pushed.push()
    assert [each.split(":")[0] for each in pushed.told] == ["board 77"]
    assert [chapter.tags["Board"] for chapter in standin.round.chapters] == list(NAMES)


def test_more_than_a_hundred_would_be_dropped_without_a_word(standin: StandIn) -> None:
    text = '[Event "x"]\n[Round "1.{0}"]\n[Board "{0}"]\n[White "aa{0}"]\n[Black "bb{0}"]\n\n1. e4 *\n'
    games = [(str(number), text.format(number)) for number in range(1, 131)]
    assert len(standin.round.push("\n".join(text for _, text in games))) == 100
    pushing, client = Pushing(), Client(standin.url, "AbCdEfGh", TOKEN)
    told = pushing.want(games)
    push = pushing.next(0.0)
    assert push is not None
    assert pushing.answered(0.0, client(push), 0.0) == []
    assert len(told) == 30
    client.close()


def station_of(out: Out, post: Post, told: list[str], hall: TellingHall) -> Station:
    def way_of(_: Out, complain: Complain) -> Way:
        return LichessWay(out, complain, post)

    return Station(dates, told.append, hall.told, way_of)


def test_the_whole_way_one_request_at_a_time(standin: StandIn) -> None:
    out, told = out_of(standin), list[str]()
    hall = TellingHall(out, tournament=TournamentFile(event="Open", round=5, players=NAMES))
    station = station_of(out, Client(standin.url, "AbCdEfGh", TOKEN), told, hall)
    for board in ("1", "2", "3"):
        hall.start(board)
        hall.moves("e4 e5 Nf3 Nc6", board)
    for step in hall.told[1:]:
        station.put(step)
    station.close()
    assert told == []
    assert [chapter.moves[-1:] for chapter in standin.round.chapters] == [["b8c6"]] * 3 + [[]]
    assert standin.most_together == 1


def test_a_dry_run_sends_nothing_and_shows_all(standin: StandIn, tmp_path: Path) -> None:
    file, told = tmp_path / "push.pgn", list[str]()
    out = out_of(standin, dry_run=str(file), boards="1-2")
    hall = TellingHall(out, tournament=TournamentFile(event="Open", round=5, players=NAMES))
    for board in ("1", "2", "3"):
        hall.start(board)
        hall.moves("e4 e5", board)
    station_of(out, DryRun(file), told, hall).close()
    text = file.read_text(encoding="utf-8")
    stream = io.StringIO(text)
    games = []
    while (game := chess.pgn.read_game(stream)) is not None:
        games.append(game.headers["Board"])
    assert games == ["1", "2"]
    assert standin.bodies == []
    assert told == []


def test_a_range_that_no_board_is_in_is_told_once(standin: StandIn, tmp_path: Path) -> None:
    file, told = tmp_path / "push.pgn", list[str]()
    out = out_of(standin, dry_run=str(file), boards="1-100")
    hall = TellingHall(out, tournament=TournamentFile(event="Open", round=5, players=NAMES))
    for board in ("22925", "22926"):
        hall.start(board)
        hall.moves("e4 e5", board)
    station_of(out, DryRun(file), told, hall).close()
    assert told == [f'{out.name}: no board of this hall is in boards = "1-100": nothing goes there']
    assert "22925" not in file.read_text(encoding="utf-8")


def test_a_dry_run_is_noticed_and_no_fault(standin: StandIn, tmp_path: Path) -> None:
    out, told = out_of(standin, dry_run=str(tmp_path / "push.pgn")), list[str]()
    complaints = LiveComplaints(tell=told.append)
    open_way(out, complaints, notice=complaints.notice).close(1.0)
    assert told == [f"{out.name}: nothing is sent; what would be stands in {out.dry_run}"]
    assert (complaints.count, complaints.fresh) == (0, 0)


HALL = "sim://?boards=2&speed=max&think=0.2&seed=5"
FILE = """event = "Open"
round = 5
[[out]]
kind = "lichess"
broadcast = "AbCdEfGh"
round = 5
server = "{}"
[players]
"""


@pytest.mark.parametrize("token", [TOKEN, "lip_wr0ng", "", "lip two words"])
def test_the_token_shows_nowhere(
    standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(LICHESS, token)
    monkeypatch.setattr("dgt_monitor.cli.tokens._from_keyring", lambda _: "")
    caplog.set_level(0)
    (tmp_path / "event.toml").write_text(FILE.format(standin.url))
    arguments = ["watch", HALL, "--json", "--event", tmp_path / "event.toml", "--journal", tmp_path / "e.dgtj"]
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exit_code == 0
    said = result.stderr
    if token == TOKEN:
        assert standin.bodies
        assert "lichess wants the names of both players" in said
    else:
        assert {"lip_wr0ng": "the token is not valid", "": "no token: put one", "lip two words": "is no token"}[
            token
        ] in said
    secret = token or "lip_"
    for told in (result.stdout, said, caplog.text):
        assert secret not in told
    for path in tmp_path.iterdir():
        assert secret.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('broadcast = "short"\nround = 5', "out[1].broadcast: is no round of a broadcast"),
        ('broadcast = "AbCdEfGh"', "out[1].round: of which round"),
        ('broadcast = "AbCdEfGh"\nround = 5\nserver = "http://lichess.org"', "a token goes nowhere else"),
        ('broadcast = "AbCdEfGh"\nround = 5\nboards = "all"', "are no boards such as '1-100'"),
    ],
)
def test_what_is_wrong_in_the_file_is_told(lines: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(f'round = 5\n[[out]]\nkind = "lichess"\n{lines}\n')
    result = CliRunner().invoke(cli, ["watch", HALL, "--json", "--event", str(tmp_path / "event.toml")])
    assert result.exit_code != 0
    assert said in " ".join(result.output.split())
