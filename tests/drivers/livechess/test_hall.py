"""What a LiveChess tells becomes readings: in a time of the tests' own, without a line."""

import json
from collections import deque
from collections.abc import Callable

import pytest

from drivers.livechess.hall import MOST_ROUNDS, MOST_TOURNAMENTS, ROOT, Ask, Get
from drivers.livechess.line import Answered, Closed, Happened, Heard, Opened
from drivers.livechess.source import LiveChessSource
from drivers.readings import BoardDump, Clock, Identity, LineDown, LineUp, Reading, Request, Score
from drivers.source import Stamped
from tests.driver_contract import check_scores
from tests.drivers.livechess.stand_in import StandIn


class Direct:
    """A line without any way between: what is asked is answered before anything else happens."""

    def __init__(self, program: StandIn) -> None:
        self.program = program
        self.happened: deque[Happened] = deque()
        self.asked: list[Ask] = []
        self.gone = False

    def take(self, timeout_s: float) -> Happened | None:  # noqa: ARG002 - there is nothing to wait for
        return self.happened.popleft() if self.happened else None

    def ask(self, what: Ask) -> None:
        self.asked.append(what)
        if self.gone:
            return
        if isinstance(what, Get):
            found = self.program.get(what.path)
            self.happened.append(Answered(what.path, None if found is None else json.dumps(found).encode()))
        else:
            self.program.call(what.text, lambda text: self.happened.append(Heard(text)))

    def close(self) -> None:
        pass


class Beside:
    """A source beside a program, both in a time that passes turn by turn."""

    def __init__(self, serials: list[str] | None = None) -> None:
        self.program = StandIn(serials or ["30001", "30002"])
        self.line = Direct(self.program)
        self.now_s = 0.0
        self.troubles: list[str] = []
        self.source = LiveChessSource(self.line, "lc", self.troubles.append, lambda: self.now_s)
        self.stamps: list[Stamped] = []

    def connect(self) -> "Beside":
        self.line.gone = False
        self.line.happened.append(Opened())
        return self.turn()

    def turn(self, for_s: float = 3.0) -> "Beside":
        until_s = self.now_s + for_s
        while self.now_s < until_s or self.line.happened:
            self.now_s += 0.25
            self.stamps += self.source.poll(0.0)
        return self

    def lose(self) -> "Beside":
        self.line.gone = True
        self.line.happened.clear()
        self.program.listeners.clear()
        self.line.happened.append(Closed("gone"))
        return self.turn()

    def of(self, serial: str, kind: type[Reading]) -> list[Reading]:
        return [s.reading for s in self.stamps if s.port == f"lc/{serial}" and isinstance(s.reading, kind)]

    def score(self, serial: str = "30001") -> Score:
        score = self.of(serial, Score)[-1]
        assert isinstance(score, Score)
        return score

    def since(self, what: Callable[[], object]) -> list[Reading]:
        before = len(self.stamps)
        what()
        self.turn()
        return [stamp.reading for stamp in self.stamps[before:]]


@pytest.fixture
def beside() -> Beside:
    return Beside().connect()


def test_boards_are_met_with_all_that_is_known(beside: Beside) -> None:
    assert [type(stamp.reading) for stamp in beside.stamps if stamp.port == "lc/30001"][:2] == [LineUp, Identity]
    assert beside.of("30001", Identity)[0] == Identity(serial="30001", battery_percent=83)
    score = beside.score("30002")
    assert (score.sans, score.result) == ((), None)
    assert score.tags == {
        "Event": "Open 2026", "Round": "1.2", "Board": "2", "White": "W02, Ána", "WhiteTitle": "WGM",
        "WhiteFideId": "1002", "Black": "B02, Bob",
    }  # fmt: skip
    check_scores(beside.stamps, {"lc/30001": (), "lc/30002": ()})


def test_moves_squares_and_clocks_come_as_they_are_played(beside: Beside) -> None:
    told = beside.since(lambda: beside.program.play("30001", "e4"))
    assert Score(("e4",), None, beside.score().tags, ("890+10",)) in told
    (dump,) = (reading for reading in told if isinstance(reading, BoardDump))
    assert (dump.squares[12], dump.squares[28]) == (".", "P")
    assert Clock(890, 900, running=True, to_move="right") in told
    beside.since(lambda: beside.program.play("30001", "e5"))
    assert beside.score().clocks == ("890+10", "890+10")
    check_scores(beside.stamps, {"lc/30001": ("e4", "e5"), "lc/30002": ()})


def test_a_guess_has_no_time(beside: Beside) -> None:
    beside.program.play("30001", "e4")
    beside.since(lambda: beside.program.play("30001", "e5", None))
    assert beside.score().clocks == ("890+10", "")


def test_a_correction_by_hand_shows_in_no_event(beside: Beside) -> None:
    for san in ("e4", "e5", "Nf3"):
        beside.program.play("30001", san)
    beside.turn()
    beside.program.boards["30001"].moves[2] = "Nc3 880+10"
    beside.turn(8.0)
    assert beside.score().sans == ("e4", "e5", "Nc3")


def test_a_board_without_a_game_is_followed_by_what_is_reconstructed() -> None:
    beside = Beside(["30001"])
    beside.program.paired = False
    beside.connect()
    beside.program.play("30001", "e4")
    beside.turn()
    assert beside.score() == Score(("e4",))
    beside.program.boards["30001"].start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    beside.since(lambda: beside.program.tell("30001"))
    assert beside.score().tags == {"FEN": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}


@pytest.mark.parametrize(
    ("told", "result"), [("WHITEWIN", "1-0"), ("BLACKWIN", "0-1"), ("DRAW", "1/2-1/2"), ("WHITEFORFAIT", None)]
)
def test_results(beside: Beside, told: str, result: str | None) -> None:
    beside.program.boards["30001"].result = told
    beside.turn(12.0)
    assert beside.score().result == result


def test_the_next_round_begins_with_nothing_of_the_last(beside: Beside) -> None:
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"):
        beside.program.play("30001", san)
    beside.turn()
    seen = len(beside.stamps)
    boards = beside.program.boards
    before = [*boards["30001"].sans]
    beside.program.next_round()
    boards["30001"].sans = before  # its event still has them
    beside.turn(12.0)
    new = [s.reading for s in beside.stamps[seen:] if s.port == "lc/30001" and isinstance(s.reading, Score)]
    assert {reading.sans for reading in new if reading.tags["Round"] == "2.1"} == {()}
    boards["30001"].sans = []
    beside.program.play("30001", "d4")
    beside.turn()
    assert (beside.score().sans, beside.score().tags["White"]) == (("d4",), "W11, Ána")


@pytest.mark.parametrize("state", ["INACTIVE", "NOTRESPONDING", None, "?"])
def test_a_board_that_is_not_heard(beside: Beside, state: str | None) -> None:
    beside.program.boards["30001"].state = state
    beside.turn(4.0)
    assert [type(r) for r in beside.of("30001", LineDown)] == [LineDown]
    beside.program.boards["30001"].state = "DELAYED"
    beside.turn(4.0)
    assert len(beside.of("30001", LineUp)) == 2
    assert not beside.of("30002", LineDown)


def test_a_board_that_is_listed_no_more(beside: Beside) -> None:
    del beside.program.boards["30002"]
    beside.turn(4.0)
    assert len(beside.of("30002", LineDown)) == 1


def test_livechess_is_started_again(beside: Beside) -> None:
    beside.program.play("30001", "e4")
    beside.turn().lose()
    assert len(beside.of("30001", LineDown)) == len(beside.of("30002", LineDown)) == 1
    assert len(beside.troubles) == 1
    beside.line.happened.append(Closed("refused"))
    beside.turn()
    assert len(beside.troubles) == 1
    beside.program.boards["30001"].game.push_san("e5")
    beside.program.boards["30001"].sans.append("e5")
    beside.program.boards["30001"].moves.append("e5 895+5")
    beside.connect()
    assert beside.score().sans == ("e4", "e5")
    check_scores(beside.stamps, {"lc/30001": ("e4", "e5"), "lc/30002": ()})


def test_the_next_round_while_livechess_is_started_again(beside: Beside) -> None:
    for san in ("e4", "e5", "Nf3"):
        beside.program.play("30001", san)
    beside.turn().lose()
    seen = len(beside.stamps)
    beside.program.next_round()
    beside.connect().turn(12.0)
    new = [s.reading for s in beside.stamps[seen:] if s.port == "lc/30001" and isinstance(s.reading, Score)]
    assert new[-1].tags["Round"] == "2.1"
    assert {score.sans for score in new if score.tags["Round"] == "2.1"} == {()}
    beside.program.play("30001", "d4")
    beside.turn()
    assert (beside.score().sans, beside.score().tags["White"]) == (("d4",), "W11, Ána")


def test_an_answer_that_never_comes_holds_up_nothing(beside: Beside) -> None:
    beside.line.gone = True
    beside.turn()
    beside.line.gone = False
    beside.program.play("30001", "e4")
    beside.turn()
    assert beside.score().sans == ("e4",)


def test_squares_of_a_list_that_is_older_than_an_event_are_no_news(beside: Beside) -> None:
    old = json.dumps(beside.program.get("/eboards")).encode()
    beside.program.play("30001", "e4")
    beside.turn()
    before = len(beside.of("30001", BoardDump))
    beside.line.happened.append(Answered("/api/v1.0/eboards", old))
    beside.turn(0.5)
    assert len(beside.of("30001", BoardDump)) == before


def test_what_stands_can_be_asked(beside: Beside) -> None:
    told = [type(stamp.reading) for stamp in beside.source.request("lc/30001", Request.DUMP)]
    assert set(told) == {Identity, Score, BoardDump, Clock}
    assert beside.source.request("lc/30001", Request.MEMORY) == []
    assert beside.source.request("lc/9", Request.DUMP) == []


def test_little_is_asked_of_a_large_hall() -> None:
    beside = Beside([f"{number}" for number in range(40_000, 40_200)]).connect()
    beside.turn(10.0)
    beside.line.asked.clear()
    beside.turn(10.0)
    assert len(beside.line.asked) <= 10 * 8


def test_no_question_is_answered_while_the_websocket_is_open(beside: Beside) -> None:
    get = beside.program.get
    beside.program.get = lambda path: None  # type: ignore[method-assign]  # noqa: ARG005 - the same for any
    beside.turn(9.0)
    beside.program.play("30001", "e4")
    beside.turn(20.0)
    assert [len(beside.of(serial, LineDown)) for serial in ("30001", "30002")] == [1, 1]
    assert len(beside.of("30001", LineUp)) == 1
    assert "tournaments" in beside.troubles[-1]
    beside.program.get = get  # type: ignore[method-assign]
    beside.turn(4.0)
    assert len(beside.of("30001", LineUp)) == 2
    assert beside.score().sans == ("e4",)
    told = len(beside.troubles)
    assert beside.turn(20.0).troubles[told:] == []


def test_answers_that_never_come_are_told_and_asked_for_again(beside: Beside) -> None:
    beside.line.gone = True
    beside.turn(100.0)
    assert len(beside.of("30001", LineDown)) == 1
    assert beside.troubles
    beside.line.gone = False
    beside.turn(60.0)
    assert len(beside.of("30001", LineUp)) == 2


def test_no_number_of_rounds_floods_it() -> None:
    beside = Beside()
    listed = [{"uuid": f"t{number}", "description": "x", "rounds": 2000} for number in range(2000)]

    def get(path: str) -> object:
        kind, *rest = path.removeprefix(ROOT).strip("/").split("/")
        if kind == "tournaments":
            return listed
        return {"uuid": rest[0], "rounds": 2000, "eboards": []} if kind == "tournament" else {"pairings": []}

    beside.program.get = get  # type: ignore[method-assign]
    beside.connect().turn(3.0)
    asked = {what.path for what in beside.line.asked if isinstance(what, Get)}
    assert len(asked) <= MOST_TOURNAMENTS * (MOST_ROUNDS + 1) + 2
    assert "1968 are left out" in beside.troubles[-1]
    assert len(beside.troubles) == 1


def test_a_start_that_is_none_begins_no_game() -> None:
    beside = Beside(["30001"])
    beside.program.paired = False
    beside.program.boards["30001"].start = f"4k3/8/8/8/8/8/8/4K3 w - - 0 {'9' * 22}"
    beside.connect().program.play("30001", "e4")
    beside.turn()
    assert not beside.of("30001", Score)
    assert beside.of("30001", LineUp)
