"""Nothing public tells how often a position stood, what could be claimed, or any alert (9.2, 9.3, 12.6)."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import chess
import pytest
from click.testing import CliRunner

from dgt_monitor import events
from dgt_monitor.broadcast.sending import Learnt, Sending, Step, Told, files_at
from dgt_monitor.broadcast.showing import Showing
from dgt_monitor.cli.replay import replay
from dgt_monitor.events import Claimable, Event, Level, Rule, Times
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.public import Gate, PublicEvent, PublicHall, public_json, public_view
from dgt_monitor.recorder.replay import ReplaySource, replay_events
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.hall.correcting import CorrectedHall
from tests.hall.hall_driver import DrivenHall
from tests.hall.test_parting import carried

FIXTURES = Path(__file__).resolve().parents[2] / "hw_fixtures"
CAPTURES = sorted(path for path in FIXTURES.iterdir() if path.name.endswith((".dgt", ".dgt.gz")))
KEYS = {
    "game_start": {"game", "start_fen", "chess960", "white", "black"},
    "move": {"game", "ply", "uci", "san", "fen", "status", "clock", "legal"},
    "retract": {"game", "ply", "reason"},
    "clock": {"white", "black", "running"},
    "result": {"game", "result", "how"},
    "gone": {"game"},
    "players": {"game", "white", "black"},
}
"""All that a public line may hold beside v, t, board and kind."""
BOARD_FIELDS = {
    "board", "game", "players", "start_fen", "chess960", "squares", "moves", "white_to_move", "fullmove", "white_s",
    "black_s", "running",
}  # fmt: skip
WORDS = re.compile(
    r"threefold|fivefold|fifty|seventy|repetit|occurrence|claim|times|stood|half.?move|count|alert", re.IGNORECASE
)
"""Words in which it could be told; a FEN has its counter in digits, which is public."""


def published(news: list[Event]) -> list[str]:
    out: list[PublicEvent] = []
    Gate(out.extend)(news)
    return [public_json(event) for event in out]


def assert_silent(lines: list[str]) -> None:
    for line in lines:
        told = json.loads(line)
        assert set(told) - {"v", "t", "board", "kind"} <= KEYS[told["kind"]]
        assert not WORDS.search(line), line


def secretive(kind: type[Any]) -> Iterator[Event]:
    """An event of this kind that says the secret in every place that is not known to be public."""
    secret: dict[str, Any] = {
        "t": 1.0,
        "board": "7",
        "game": 1,
        "ply": 20,
        "fen": Fen(),
        "uci": "e2e4",
        "san": "e4",
        "status": "confirmed",
        "start_fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1",
        "white": None,
        "black": None,
        "running": "white",
        "chess960": False,
        "clock": Times(1, 2),
        "kind": kind._field_defaults["kind"],
        "count": 3,
        "count_max": 3,
        "reason": "revised",
        "claimable": Claimable(("threefold",), ("fifty",)),
        "rule": Rule.THREEFOLD,
        "level": Level.CHECK,
        "result": "1-0",
        "text": "stood 3 times",
        "plies": (4, 8, 20),
        "by": "threefold claim",
        "how": "forfeit",
        "legal": True,
        "max_count": 3,
        "alerts": (Rule.FIFTY,),
    }
    for confirmed in (False, True):
        yield kind(**{name: secret.get(name, "threefold") for name in kind._fields} | _confirmed(kind, confirmed))


def _confirmed(kind: type[Any], confirmed: bool) -> dict[str, bool]:
    return {"confirmed": confirmed} if "confirmed" in kind._fields else {}


class Fen:
    def fen(self) -> str:
        return "8/8/8/8/8/8/8/K1k5 w - - 99 90"


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_no_event_of_any_kind_carries_it_out(kind: type[Any]) -> None:
    assert_silent(published(list(secretive(kind))))


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.name)
def test_no_capture_carries_it_out(capture: Path) -> None:
    news = list(replay_events([capture]))
    lines = published(news)
    assert_silent(lines)
    moves = [event for event in news if isinstance(event, events.Move)]
    assert sum('"kind":"move"' in line for line in lines) == len(moves)


def live_games(news: list[Event]) -> str:
    """All files of live games, doubtful moves among them."""
    tournament = TournamentFile(round=5, out=(Out("live", unsure=True),))
    sending = Sending(lambda t_s: datetime.fromtimestamp(t_s, UTC))
    (files,) = files_at(sending, [Learnt(0.0, tournament), Told(news)]).values()
    return "\n".join(files.values())


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_no_live_game_carries_an_event_out(kind: type[Any]) -> None:
    start = events.GameStart(0.0, "7", 1, chess.STARTING_FEN, False, False)
    move = next(event for event in secretive(events.Move) if isinstance(event, events.Move))
    told = [event for event in secretive(kind) if kind not in (events.Gone, events.GameStart)]
    text = live_games([start, move._replace(ply=1), *told])
    assert "1. e4" in text or kind is events.Retract
    assert not WORDS.search(text)


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.name)
def test_no_capture_carries_it_out_in_live_games(capture: Path) -> None:
    text = live_games(list(replay_events([capture])))
    assert "1. " in text
    assert not WORDS.search(text)


def on_the_page(news: list[Event]) -> list[str]:
    """All that a page, and a reader of the public stream, is told beside clocks."""
    sending, showing = Sending(lambda t_s: datetime.fromtimestamp(t_s, UTC)), Showing()
    lines: list[str] = []
    steps: list[Step] = [Learnt(0.0, TournamentFile(round=5, out=(Out("live", unsure=True),)))]
    for step in [*steps, *(Told([each]) for each in news)]:
        sending.take(step)
        list(sending.due())
        told = showing.follow(sending.outputs["live"])
        assert_silent([public_json(event) for event in told.events])
        lines += [public_json(event) for event in told.events] + [json.dumps(board) for board in told.boards]
    return lines


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_no_page_carries_an_event_out(kind: type[Any]) -> None:
    start = events.GameStart(0.0, "7", 1, chess.STARTING_FEN, False, False)
    move = next(event for event in secretive(events.Move) if isinstance(event, events.Move))
    told = [event for event in secretive(kind) if kind not in (events.Gone, events.GameStart)]
    lines = on_the_page([start, move._replace(ply=1), *told])
    assert any("e2e4" in line for line in lines)
    assert not [line for line in lines if WORDS.search(line)]


def test_no_capture_carries_it_out_on_the_page() -> None:
    lines = on_the_page(list(replay_events([FIXTURES / "hall-of-eight.dgt.gz"])))
    assert len(lines) > 100
    assert not [line for line in lines if WORDS.search(line)]


def test_the_command_writes_nothing_else() -> None:
    result = CliRunner().invoke(replay, [str(FIXTURES / "hall-of-eight.dgt.gz"), "--public"])
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert len(lines) > 1000
    assert_silent(lines)


def test_the_page_has_no_place_for_it() -> None:
    source = ReplaySource([FIXTURES / "seventyfive.dgt.gz"])
    hall = Hall(source.known)
    for stamp in source:
        hall.read(*stamp)
    view = public_view(hall.view())
    assert set(PublicHall._fields) == {"t_s", "title", "boards"}
    assert set(view.boards[0]._fields) == BOARD_FIELDS
    assert not WORDS.search(repr(view).replace("fullmove", ""))
    assert len(view.boards[0].moves) == len(hall.view().boards[0].moves) > 0


def test_a_result_is_public_when_a_person_has_confirmed_it() -> None:
    def result(text: str, *, confirmed: bool) -> events.Result:
        return events.Result(1.0, "7", 1, text, "fivefold", confirmed)

    proposal, confirmed = result("1/2-1/2", confirmed=False), result("1/2-1/2", confirmed=True)
    withdrawn = result("*", confirmed=False)
    assert published([proposal, withdrawn]) == []
    told = [json.loads(line)["result"] for line in published([proposal, confirmed, withdrawn, withdrawn])]
    assert told == ["1/2-1/2", "*"]


def test_what_is_public_comes_through_whole() -> None:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", "e4 e5")
    kinds = [json.loads(line)["kind"] for line in published(hall.stream)]
    assert kinds[0] == "game_start"
    assert kinds.count("move") >= 2


class Page:
    """What somebody holds who reads the public stream and nothing else."""

    def __init__(self, lines: list[str]) -> None:
        self.moves: dict[str, list[str]] = {}
        self.players: dict[str, tuple[str | None, str | None]] = {}
        self.results: dict[tuple[str, int], tuple[str, str | None]] = {}
        for line in lines:
            told = json.loads(line)
            getattr(self, f"_{told['kind']}", lambda _: None)(told)

    def _game_start(self, told: dict[str, Any]) -> None:
        self.moves[told["board"]] = []
        self._players(told)

    def _move(self, told: dict[str, Any]) -> None:
        self.moves[told["board"]][told["ply"] - 1 : told["ply"]] = [told["san"]]

    def _retract(self, told: dict[str, Any]) -> None:
        del self.moves[told["board"]][told["ply"] - 1 :]

    def _gone(self, told: dict[str, Any]) -> None:
        del self.moves[told["board"]]

    def _players(self, told: dict[str, Any]) -> None:
        self.players[told["board"]] = told["white"], told["black"]

    def _result(self, told: dict[str, Any]) -> None:
        self.results[told["board"], told["game"]] = told["result"], told.get("how")


def page_of(hall: CorrectedHall) -> Page:
    lines = published(hall.stream)
    assert_silent(lines)
    page = Page(lines)
    for board in public_view(hall.hall.view()).boards:
        assert page.moves.get(board.board, []) == list(board.moves)
    return page


def test_a_game_that_is_carried_or_set_aside_is_on_its_board_no_more() -> None:
    hall = carried()
    page = page_of(hall)
    assert "P1" not in page.moves
    assert len(page.moves["P2"]) > 10
    assert page.players["P2"] == ("Petrov, A", "Silva, B")
    hall.rule("undo", undoes=1)
    page = page_of(hall)
    assert len(page.moves["P1"]) > 10
    assert page.players["P1"] == ("Petrov, A", "Silva, B")
    hall.rule("set_aside")
    assert "P1" not in page_of(hall).moves


def test_players_who_were_exchanged_stand_in_it() -> None:
    hall = carried()
    hall.rule("exchange", board="P2")
    assert page_of(hall).players["P2"] == ("Silva, B", "Petrov, A")


def test_a_forfeit_and_a_game_not_played_are_told_apart_from_a_result_taken_back() -> None:
    forfeit = events.Result(1.0, "7", 1, "1-0", "arbiter", confirmed=True, how="forfeit")
    unplayed = events.Result(2.0, "7", 1, "*", "arbiter", confirmed=True, how="unplayed")
    assert Page(published([forfeit])).results["7", 1] == ("1-0", "forfeit")
    assert Page(published([forfeit, unplayed])).results["7", 1] == ("*", "unplayed")
    assert "how" not in published([forfeit._replace(how=None)])[0]


def test_a_move_that_stands_though_it_is_illegal_says_so() -> None:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", "e4")
    (move,) = [event for event in hall.stream if isinstance(event, events.Move)][:1]
    assert "legal" not in published([move])[0]
    assert json.loads(published([move._replace(legal=False)])[0])["legal"] is False
