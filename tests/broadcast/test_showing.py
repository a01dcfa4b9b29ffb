"""What is told of games as public events and boards of a page is what is out of them as PGN, whatever happens."""

from random import Random
from typing import Any

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from dgt_monitor.broadcast.clocks import EVERY_S, KEPT, WaitingClocks
from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.broadcast.sending import Anew
from dgt_monitor.broadcast.showing import Showing
from dgt_monitor.broadcast.web.ring import Ring
from dgt_monitor.events import Clock
from dgt_monitor.hall.public import PublicEvent, PublicGame, PublicGone, PublicMove, PublicResult, PublicRetract
from dgt_monitor.tournament.outs import Delay, Out
from dgt_monitor.tournament.people import Players
from tests.broadcast.reading import read_file
from tests.broadcast.telling import TellingHall

BOARDS = ("1", "2")
SEEDS = st.integers(0, 2**32)


class Follower(TellingHall):
    """Keeps what a reader of the public stream, and one of the page, holds."""

    def __init__(self, delay: str) -> None:
        self.showing = Showing()
        self.games: dict[tuple[str, int], list[str]] = {}
        self.results: dict[tuple[str, int], str] = {}
        self.page: dict[str, dict[str, Any]] = {}
        super().__init__(Out("live", delay=delay))

    def look(self) -> None:
        super().look()
        (output,) = self.sending.wanted
        news = self.showing.follow(output)
        for event in news.events:
            self.take(event)
        for board in news.boards:
            self.take_board(board)
        for key, shown in output.shown.items():
            assert self.games.get(key, []) == list(shown.moves), key
        assert self.showing.page() == sorted(self.page.values(), key=lambda board: board["board"])

    def take(self, event: PublicEvent) -> None:
        if isinstance(event, PublicGame):
            self.games[event.board, event.game] = []
        elif isinstance(event, PublicMove):
            moves = self.games[event.board, event.game]
            assert event.ply == len(moves) + 1
            assert event.uci is not None
            moves.append(event.uci)
        elif isinstance(event, PublicRetract):
            moves = self.games[event.board, event.game]
            assert event.ply <= len(moves)
            del moves[event.ply - 1 :]
        elif isinstance(event, PublicGone):
            del self.games[event.board, event.game]
        elif isinstance(event, PublicResult):
            self.results[event.board, event.game] = event.result

    def take_board(self, board: dict[str, Any]) -> None:
        if board.get("gone"):
            del self.page[board["board"]]
            return
        moves = self.page.get(board["board"], {"moves": []})["moves"]
        self.page[board["board"]] = {**board, "from": 0, "moves": [*moves[: board["from"]], *board["moves"]]}


def something(hall: Follower, random: Random) -> None:
    board = random.choice(BOARDS)
    game = max((number for name, number in hall.boards if name == board), default=0)
    hall.t_s += random.choice([0.1, 1.0, 20.0])
    there = hall.boards.get((board, game))
    what = random.choices(["move", "retract", "again", "result", "start", "delay", "time"], [12, 3, 3, 1, 1, 1, 4])[0]
    if there is None or (what == "start" and there.move_stack):
        hall.start(board, game + 1)
    elif what == "move" and not there.is_game_over():
        hall.move(
            there.san(random.choice(list(there.legal_moves))), board, game,
            sure=random.random() < 0.8, status=random.choice(["confirmed", "confirmed", "provisional"]),
        )  # fmt: skip
    elif what == "retract" and there.move_stack:
        hall.retract(random.randint(1, len(there.move_stack)), "revised", board, game)
    elif what == "again" and there.move_stack:
        hall.again(board, game)
    elif what == "result":
        hall.result(random.choice(["1-0", "1/2-1/2", "*"]), board, game, confirmed=random.random() < 0.7)
    elif what == "delay":
        hall.delay(random.choice(["", "30 s", "2 moves"]))
    else:
        hall.at(hall.t_s + random.choice([1.0, 40.0]))


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.sampled_from(["", "30 s", "2 moves"]))
def test_readers_hold_what_is_out(seed: int, delay: str) -> None:
    hall, random = Follower(delay), Random(seed)
    for _ in range(60):
        something(hall, random)
    hall.at(hall.t_s + 10_000)
    for name, text in hall.live.items():
        if "game-" in name and text:
            (game,) = read_file(text)
            board = hall.page[game.tags["Board"]]
            assert [move for move in sans(game.moves, board) if move] == board["moves"]
            assert board["result"] == game.tags["Result"]


def sans(ucis: tuple[str, ...], board: dict[str, Any]) -> list[str]:
    there, out = chess.Board(), []
    for uci in ucis:
        move = chess.Move.from_uci(uci)
        out.append(there.san(move))
        there.push(move)
    assert there.board_fen() == board["squares"]
    return out


@settings(deadline=None)
@given(st.lists(st.text(max_size=30), max_size=60), st.integers(1, 20), st.integers(60, 600), SEEDS)
def test_a_reader_of_a_ring_has_all_or_is_told(texts: list[str], most: int, most_bytes: int, seed: int) -> None:
    random, ring, got, at = Random(seed), Ring("m", most, most_bytes), list[str](), 0
    texts = [text.replace("\n", " ").replace("\r", " ") for text in texts]
    lost = False
    for text in texts:
        ring.put(text)
        assert ring.size_bytes <= max(most_bytes, 200)
        if random.random() < 0.5 and not lost:
            found = ring.after(at)
            lost = found is None
            if found is not None:
                assert found[1] == ring.number_of(f"m-{found[1]}")
                at = found[1]
                got += [each.partition("data: ")[2] for each in found[0].decode().split("\n\n")[:-1]]
    assert len(got) == at
    assert lost or got == [
        text.replace("\x85", "\\u0085").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029") for text in texts[:at]
    ]


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 60), st.sampled_from(["white", "black", None]))), st.integers(0, 900))
def test_clocks_wait_for_their_delay(told: list[tuple[float, Any]], delay_s: int) -> None:
    delays, clocks, now_s, out = Delays(), WaitingClocks(), 0.0, []
    delays.change(0.0, Delay(float(delay_s)))
    for after_s, running in told:
        now_s += after_s
        clocks.take(Clock(now_s, "1", int(now_s), 5, running))
        due = clocks.due(now_s, delays)
        assert all(clock.t + delay_s <= now_s for clock in due)
        out += due
    out += clocks.due(now_s + delay_s, delays)
    if told:
        assert out[-1].running == told[-1][1]
        assert now_s - out[-1].t < EVERY_S + 1e-6


def test_clocks_are_bounded_and_a_delay_in_moves_has_none() -> None:
    delays, clocks = Delays(), WaitingClocks()
    delays.change(0.0, Delay(plies=6))
    for number in range(3 * KEPT):
        clocks.take(Clock(20.0 * number, "1", number, 5, "white"))
    assert len(clocks._waiting["1"]) == KEPT
    assert clocks.due(1e9, delays) == []


def test_clocks_go_out_as_soon_as_a_delay_in_moves_has_ended() -> None:
    """The complaint: those read before hold up all others, for three hours."""
    delays, clocks = Delays(), WaitingClocks()
    delays.change(0.0, Delay(plies=6))
    for t_s in range(0, 600, 11):
        clocks.take(Clock(float(t_s), "1", 100, 100, "white"))
        if t_s < 300:  # some of them are looked at, some wait
            assert clocks.due(t_s, delays) == []
    delays.change(600.0, Delay())
    clocks.take(Clock(611.0, "1", 89, 100, "white"))
    assert [clock.t for clock in clocks.due(611.0, delays)] == [611.0]
    delays.change(612.0, Delay(60.0))
    clocks.take(Clock(622.0, "1", 78, 100, "white"))
    assert clocks.due(681.9, delays) == []
    assert [clock.t for clock in clocks.due(682.0, delays)] == [622.0]


def test_players_alone_are_told_alone() -> None:
    hall = Follower("")
    hall.start("1")
    hall.moves("e4 e5", "1")
    told: list[PublicEvent] = []
    hall.take = told.append  # type: ignore[method-assign, assignment]
    players = {"1": Players("Nowak, Anna", "Silva, Ana")}
    hall.learn(hall.tournament._replace(players=players))
    assert [event.kind for event in told] == ["players"]
    assert (hall.page["1"]["white"], hall.page["1"]["moves"]) == ("Nowak, Anna", ["e4", "e5"])


def test_a_game_that_leaves_its_board_is_gone() -> None:
    hall = Follower("")
    hall.start("1")
    hall.moves("e4 e5", "1")
    hall.sending.take(Anew("1"))
    hall.look()
    assert not hall.games
    assert not hall.page
