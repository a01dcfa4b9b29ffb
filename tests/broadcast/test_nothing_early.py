"""What has happened within the delay changes nothing that anybody can see: no byte, size, tag, id, or time of a change.

Two halls are one up to a moment; then one goes on, and in the other nothing happens any more. Until the delay has
passed since that moment they must be the same from outside, by every way out: files, what goes to lichess, every answer
of the server, both its streams from any `Last-Event-ID`, and all of that once more by a program that was started again.
"""

from collections.abc import Sequence
from typing import Any

import chess
import pytest

from dgt_monitor.broadcast.sending import Learnt, Now, Told
from dgt_monitor.broadcast.web import way as ways
from dgt_monitor.broadcast.web.contents import Contents
from dgt_monitor.tournament.outs import Out, delay_of
from tests.broadcast.reading import read_file
from tests.broadcast.seen_outside import Kept, Seen
from tests.broadcast.test_at_random import BOARDS, Play
from tests.broadcast.web_reading import ServedHall
from tests.drawn import drawn


class Fixed(Play):
    """A hall with one delay, known players, and nothing that is checked here."""

    def delay(self, _: str) -> None:
        pass

    names = delay

    def clock(self, board: str) -> None:
        """What clocks show beside a move without one goes out with what is told next: that is seen at once."""

    def check(self) -> None:
        pass

    def settle(self) -> None:
        """Doubts end: what becomes of one is seen at once, as is what withdraws a move or a result that is out."""
        for board in BOARDS:
            self.confirm(board)

    def go_on(self) -> None:
        """Something that must not be seen before its time."""
        random, hall = self.random, self.hall
        hall.at(hall.t_s + random.choice((0.0, 0.5, 3.0, 20.0)))
        board = random.choice(BOARDS)
        key, there = self.key(board), hall.boards[self.key(board)]
        moves = [move for move in there.legal_moves if there.piece_type_at(move.from_square) != chess.KING]
        what = random.choices(("move", "clock", "result", "proposal"), (60, 25, 8, 7))[0]
        if what == "clock":
            super().clock(board)
        elif what == "result" and hall.sending.games.games[key].game.result is None:
            self.hall.result(random.choice(("1-0", "0-1")), board, key[1])
            self.oracle.result_s[key] = hall.t_s, 0
            if random.random() < 0.5:
                self.new_game(board)
        elif what == "proposal" and hall.sending.games.games[key].game.result is None:
            self.hall.result("1/2-1/2", board, key[1], confirmed=False)
        elif moves and key not in self.illegal and not self.oracle.is_over(key) and not shows_result(there):
            hall.move(there.san(random.choice(moves)), board, key[1])


def shows_result(board: chess.Board) -> bool:
    """Whether the last move may be none but the next one tells; that it came is seen at once."""
    last = board.peek() if board.move_stack else None
    return last is not None and board.piece_type_at(last.to_square) == chess.KING


def ways_out(delay: str) -> tuple[Out, ...]:
    return (
        Out("live", delay=delay),
        Out(kind="http", address="127.0.0.1:0", delay=delay),
        Out(kind="lichess", broadcast="abcdefgh", round=5, delay=delay),
    )


def play(seed: int, before: int = 90, after: int = 40) -> tuple[list[Any], list[Any]]:
    """What is told up to a moment, and from there on."""
    hall = Fixed(seed)
    for _ in range(before):
        hall.step()
    hall.settle()
    cut = len(hall.hall.told)
    for _ in range(after):
        hall.go_on()
    return hall.hall.told[:cut], hall.hall.told[cut:]


def time_of(step: Any, before_s: float) -> float:
    if isinstance(step, Told):
        return max([before_s, *(event.t for event in step.news)])
    return max(before_s, float(step.t_s))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "WebServer", Kept)


def first_difference(delay: str, before: Sequence[Any], after: Sequence[Any], *, held: str = "") -> str:
    """Where what happens within the delay is seen; empty if it is not. `held`: what the delay should have been."""
    one, other = Seen(ways_out(delay)), Seen(ways_out(delay))
    for step in before:
        one.take(step)
        other.take(step)
    parted_s, taken = one.sending.now_s, list(before)
    for number, step in enumerate(after):
        t_s = time_of(step, one.sending.now_s)
        if t_s >= parted_s + delay_of(held or delay).seconds:
            break
        one.take(step)
        other.take(Now(t_s))
        taken.append(step)
        mine, theirs = one.shown(number), other.shown(number)
        for what in (*mine, *(theirs.keys() - mine.keys())):
            if mine.get(what) != theirs.get(what):
                return f"{what} at {t_s}, {t_s - parted_s} s after they parted: {step}"
    return anew(ways_out(delay), taken, [*before, Now(one.sending.now_s)])


def anew(outs: tuple[Out, ...], mine: Sequence[Any], theirs: Sequence[Any]) -> str:
    """Where programs that begin after these steps differ."""
    seen = [Seen(outs), Seen(outs)]
    for each, steps in zip(seen, (mine, theirs), strict=True):
        for step in steps:
            each.sending.take(each.learnt(step))
        each.sending.take(Now(time_of(mine[-1], each.sending.now_s)))
        each.look()
    one, other = (each.shown(1) for each in seen)
    return next((f"{what} after a start" for what in one if one[what] != other.get(what)), "")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("delay", ["2 min", "15 min"])
@pytest.mark.parametrize("seed", [1, drawn()])
def test_what_happens_within_the_delay_is_not_seen(seed: int, delay: str) -> None:
    print(f"seed {seed}")
    for number in range(4):
        assert first_difference(delay, *play(10 * seed + number)) == ""


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("seed", [4, drawn()])
def test_a_way_out_under_another_name_shows_nothing_earlier(seed: int) -> None:
    """Neither than under its name of before, nor anything of what comes after."""
    delay, others = "2 min", (Out("live2", delay="2 min"), Out(kind="http", address="127.0.0.1:9", delay="2 min"))
    for number in range(3):
        before, after = play(10 * seed + number)
        tournament = next(step.tournament for step in before if isinstance(step, Learnt))
        same, one, other = (Seen(ways_out(delay)) for _ in range(3))
        for step in before:
            for each in (same, one, other):
                each.take(step)
        for each in (one, other):
            each.rename(others, tournament)
        parted_s = one.sending.now_s
        assert no_more(one.contents, same.contents)
        for at, step in enumerate(after):
            if time_of(step, one.sending.now_s) >= parted_s + delay_of(delay).seconds:
                break
            one.take(step)
            same.take(step)
            other.take(Now(one.sending.now_s))
            assert one.shown(at) == other.shown(at)
            assert no_more(one.contents, same.contents)


def no_more(one: Contents, other: Contents) -> bool:
    """Whether no game of one is out further than in the other."""
    for name in (name for name in one.names if "game-" in name):
        mine, theirs = (each.file(name) for each in (one, other))
        if mine is None or theirs is None:
            return False
        moves = [read_file(body.data.decode())[0].moves for body in (mine, theirs)]
        if moves[0] != moves[1][: len(moves[0])]:
            return False
    return True


@pytest.mark.usefixtures("kept")
def test_what_is_a_minute_early_is_found() -> None:
    assert all(first_difference("1 min", *play(number), held="2 min") for number in range(3))


@pytest.mark.usefixtures("kept")
def test_what_has_kept_its_delay_is_seen() -> None:
    """Else nothing would have been tested above."""
    steps = [step for part in play(1) for step in part]
    late, early = Seen(ways_out("2 min")), Seen(ways_out(""))
    for step in steps:
        late.take(step)
        early.take(step)
    assert late.shown(1) != early.shown(1)
    late.take(Now(late.sending.now_s + 120.0))
    assert late.contents.shown(anew=False).data.count(b"<li data-board") == 3
    names = [name for name in early.contents.names if "game-" in name]
    assert len(names) == 3
    for name in names:
        one, other = (each.contents.file(name) for each in (late, early))
        assert one is not None
        assert other is not None
        assert read_file(one.data.decode())[0].moves == read_file(other.data.decode())[0].moves


def test_answers_and_their_headers_are_the_same_whatever_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "0")
    halls = [ServedHall(delay="15 min"), ServedHall(delay="15 min")]
    for hall in halls:
        for board in ("1", "2"):
            hall.start(board)
            hall.moves("e4 e5 Nf3", board)
        hall.at(1000.0)
    halls[0].moves("Nc6 Bb5 a6", "1")
    halls[0].clock(5000, 4000, "1")
    halls[0].result("1-0", "2")
    halls[0].start("2", 2)  # the first game of a board is known from the pairings, the next one tells of a result
    told = []
    for hall in halls:
        hall.at(1500.0)
        paths = [
            "/",
            "/anew",
            "/boards.json",
            "/pgn/",
            "/games.pgn",
            *(f"/pgn/{name}" for name in hall.get("/pgn/").json()),
        ]
        found = []
        for path in paths:
            for packing in ("identity", "gzip"):
                answer = hall.get(path, **{"Accept-Encoding": packing})
                headers = {name: value for name, value in answer.headers.items() if name != "date"}
                found.append((path, answer.status_code, headers, answer.content))
        told.append(found)
        hall.way.close(5.0)
    assert b"Nf3" in told[0][0][3]
    first = [path for path, *_ in told[0]]
    assert [path for path, *_ in told[1]] == first
    assert [one[0] for one, other in zip(*told, strict=True) if one != other] == []
