"""Every shape of message that the facts page names of the local LiveChess, each with a case against the stand-in.

`SHAPES` is the table. A shape without a case, a case without a shape, or a word of the facts page that no shape has,
fails.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import chess
import pytest

from drivers.livechess.hall import Send
from drivers.readings import BoardDump, Clock, Identity, LineDown, LineUp, Reading, Score
from tests.drivers.livechess.stand_in import ROOT, TOURNAMENT
from tests.drivers.livechess.test_hall import Beside
from tests.shared_data import shared

SHAPES: dict[str, str] = {
    "GET /tournaments": "tournaments uuid description rounds",
    "GET /tournament/{uuid}": "tournament eboards",
    "GET /round/{uuid}/{n}": "round n date pairings nr live",
    "a player": "white black fname mname lname title federation gender fideid",
    "GET /game/{uuid}": "game moves comment clock",
    "chess960": "chess960",
    "result": "result WHITEWIN BLACKWIN DRAW WHITEFORFAIT BLACKFORFAIT",
    "GET /eboards": "eboards serialnr source battery ttyACM0",
    "state": "state",
    "board": "board",
    "flipped": "flipped",
    "clock": "clock time",
    "run": "run",
    "a move: SAN clock": "dxe4",
    "a move: SAN +emt": "fxe4",
    "a move: SAN clock+emt": "SAN clock emt Nc2",
    "call subscribe": "call subscribe id param feed eboardevent",
    "call setup": "method setup fen flip",
    "event san": "san",
    "event start": "start",
    "event match": "match",
}
"""By its name the words of the facts page that belong to it."""
CASES: dict[str, Callable[[Beside], None]] = {}
NO_SHAPE = frozenset({"GET", "api", "v", "HTTP", "ws"})
"""Words between backquotes that name no shape."""


def case(shape: str) -> Callable[[Callable[[Beside], None]], Callable[[Beside], None]]:
    def keep(check: Callable[[Beside], None]) -> Callable[[Beside], None]:
        assert shape not in CASES
        CASES[shape] = check
        return check

    return keep


def last(beside: Beside, kind: type[Reading]) -> Any:
    return beside.of("30001", kind)[-1]


@case("GET /tournaments")
def _tournaments(beside: Beside) -> None:
    assert beside.score().tags["Event"] == "Open 2026"
    assert beside.score().tags["Round"] == "1.1"


@case("GET /tournament/{uuid}")
def _tournament(beside: Beside) -> None:
    assert any(getattr(ask, "path", "") == f"{ROOT}/tournament/{TOURNAMENT}" for ask in beside.line.asked)
    assert beside.score("30002").tags["Board"] == "2"


@case("GET /round/{uuid}/{n}")
def _round(beside: Beside) -> None:
    beside.program.play("30001", "e4")
    beside.turn()
    beside.program.next_round()
    beside.turn(15.0)
    assert beside.score().tags["Round"] == "2.1"
    assert beside.score().sans == ()


@case("a player")
def _player(beside: Beside) -> None:
    tags = beside.score().tags
    assert (tags["White"], tags["WhiteTitle"], tags["WhiteFideId"]) == ("W01, \u00c1na", "WGM", "1001")
    assert tags["Black"] == "B01, Bob"


@case("GET /game/{uuid}")
def _game(beside: Beside) -> None:
    beside.program.play("30001", "e4")
    beside.turn()
    beside.program.boards["30001"].moves[0] = "d4 870+30"
    beside.turn(10.0)
    assert (beside.score().sans, beside.score().clocks) == (("d4",), ("870+30",))


@case("chess960")
def _chess960(beside: Beside) -> None:
    assert "Chess960" not in beside.score().tags
    game_of = beside.program._game_of
    beside.program._game_of = lambda uuid: {**game_of(uuid), "chess960": 0}  # type: ignore[method-assign]
    beside.turn(10.0)
    assert beside.score().tags["Chess960"] == "0"


@case("result")
def _result(beside: Beside) -> None:
    told = {
        "WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2", "WHITEFORFAIT": None, "BLACKFORFAIT": None, None: None
    }  # fmt: skip
    for token, result in told.items():
        beside.program.boards["30001"].result = token
        beside.turn(12.0)
        assert beside.score().result == result


@case("GET /eboards")
def _eboards(beside: Beside) -> None:
    assert last(beside, Identity) == Identity(serial="30001", battery_percent=83)
    assert beside.of("30002", LineUp)


@case("state")
def _state(beside: Beside) -> None:
    beside.program.boards["30001"].state = "INACTIVE"
    beside.turn()
    assert len(beside.of("30001", LineDown)) == 1
    beside.program.boards["30001"].state = "ACTIVE"
    beside.turn()
    assert len(beside.of("30001", LineUp)) == 2


@case("board")
def _board(beside: Beside) -> None:
    beside.program.boards["30001"].standing = "8/8/8/4k3/8/8/8/K6N"
    beside.program.tell("30001")
    beside.turn()
    squares = last(beside, BoardDump).squares
    assert {chess.square_name(at): man for at, man in enumerate(squares) if man != "."} == {
        "a1": "K", "h1": "N", "e5": "k",
    }  # fmt: skip


@case("flipped")
def _flipped(beside: Beside) -> None:
    beside.program.play("30001", "e4")
    beside.turn()
    before = last(beside, BoardDump).squares
    beside.program.boards["30001"].flipped = True
    beside.program.tell("30001")
    beside.turn()
    assert last(beside, BoardDump).squares == before[::-1]
    assert beside.score().sans == ("e4",)


@case("clock")
def _clock(beside: Beside) -> None:
    board = beside.program.boards["30001"]
    board.white, board.black, board.run = 5025, 61, True
    beside.program.tell("30001")
    beside.turn()
    assert last(beside, Clock)[:3] == (5025, 61, True)


@case("run")
def _run(beside: Beside) -> None:
    for run, running, to_move in ((True, True, "left"), (False, True, "right"), (None, False, "right")):
        beside.program.boards["30001"].run = run
        beside.program.tell("30001")
        beside.turn()
        clock = last(beside, Clock)
        assert (clock.running, clock.to_move) == (running, to_move)


def played(beside: Beside, time: str) -> Score:
    beside.program.play("30001", "Nc3", time)
    beside.turn()
    score = beside.score()
    assert score.sans == ("Nc3",)
    return score


@case("a move: SAN clock")
def _move_clock(beside: Beside) -> None:
    assert played(beside, "63").clocks == ("63",)


@case("a move: SAN +emt")
def _move_emt(beside: Beside) -> None:
    assert played(beside, "+31").clocks == ("+31",)


@case("a move: SAN clock+emt")
def _move_both(beside: Beside) -> None:
    assert played(beside, "34+2").clocks == ("34+2",)


@case("call subscribe")
def _subscribe(beside: Beside) -> None:
    calls = [json.loads(ask.text) for ask in beside.line.asked if isinstance(ask, Send)]
    assert [call["param"]["param"]["serialnr"] for call in calls] == ["30001", "30002"]
    assert {(call["call"], call["param"]["feed"]) for call in calls} == {("subscribe", "eboardevent")}
    numbers = [number for call in calls for number in (call["id"], call["param"]["id"])]
    assert len(set(numbers)) == len(numbers)


@case("call setup")
def _setup(beside: Beside) -> None:
    """Another program's boards are never touched: nothing is set up or turned round."""
    for san in ("e4", "e5", "Nf3"):
        beside.program.play("30001", san)
        beside.turn()
    beside.lose().connect()
    sent = [ask.text for ask in beside.line.asked if isinstance(ask, Send)]
    assert sent
    assert not any("setup" in text or "flip" in text for text in sent)


def unpaired() -> Beside:
    """Beside a program in which no tournament is open."""
    beside = Beside(["30001"])
    beside.program.paired = False
    return beside.connect()


@case("event san")
def _san(_: Beside) -> None:
    beside = unpaired()
    beside.program.play("30001", "e4")
    beside.program.play("30001", "c5")
    beside.turn()
    assert beside.score().sans == ("e4", "c5")


@case("event start")
def _start(_: Beside) -> None:
    fen, beside = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", unpaired()
    board = beside.program.boards["30001"]
    board.start, board.game, board.sans = fen, chess.Board(fen), []
    beside.program.play("30001", "e4")
    beside.turn()
    assert (beside.score().tags["FEN"], beside.score().sans) == (fen, ("e4",))


@case("event match")
def _match(beside: Beside) -> None:
    """What stands is told as it is, whatever was reconstructed."""
    beside.program.play("30001", "e4")
    beside.program.boards["30001"].standing = chess.STARTING_BOARD_FEN
    assert not beside.program.boards["30001"].event()["match"]
    beside.program.tell("30001")
    beside.turn()
    assert last(beside, BoardDump).squares[12] == "P"
    assert beside.score().sans == ("e4",)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape(shape: str) -> None:
    assert shape in CASES, "a shape of the table has no case"
    CASES[shape](Beside().connect())


def test_every_case_is_in_the_table() -> None:
    assert set(CASES) == set(SHAPES)


def test_every_word_of_the_facts_page_is_in_the_table() -> None:
    text = shared("facts/broadcast.md").read_text(encoding="utf-8")
    section = text.partition("### Local API")[2].partition("- Cloud pool JSON")[0]
    assert len(section) > 1000
    words = {word for quoted in re.findall(r"`([^`]+)`", section) for word in re.findall(r"[A-Za-z]\w*", quoted)}
    names = set(" ".join(SHAPES.values()).split())
    known = {word for word in words if word in names or re.fullmatch(r"v\d|livechess|boards?", word)}
    assert words - known <= NO_SHAPE | {"true", "false", "null"}
