"""What has happened within the delay changes nothing that anybody can see: no byte, size, tag, id, or time of a change.

Two halls are one up to a moment; then one goes on, and in the other nothing happens any more. Until the delay has
passed since that moment they must be the same from outside, by every way out: files, what goes to lichess, every answer
of the server, both its streams from any `Last-Event-ID`, and all of that once more by a program that was started again.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

import pytest

from dgt_monitor.broadcast.output import Shown
from dgt_monitor.broadcast.sending import Learnt, Now, Told
from dgt_monitor.broadcast.web import way as ways
from dgt_monitor.broadcast.web.contents import Contents
from dgt_monitor.tournament.outs import Out, delay_of
from tests.broadcast.reading import read_file
from tests.broadcast.seen_outside import Kept, Seen
from tests.broadcast.test_at_random import BOARDS, Key, Play
from tests.broadcast.web_reading import ServedHall
from tests.drawn import drawn


class Fixed(Play):
    """A hall with one delay, known players, and nothing that is checked here."""

    def __init__(self, seed: int, delay_s: float) -> None:
        super().__init__(seed)
        self.delay_s = delay_s
        self.last_s: dict[Key, float] = {}
        """When something was told last of a game, up to the moment at which two halls part."""
        self.parted_s = inf
        self.withdrawn: dict[int, Key] = {}
        """By steps: from there on something of this game may be known to be wrong before it is out."""

    def delay(self, _: str) -> None:
        pass

    names = delay

    def check(self) -> None:
        pass

    def step(self) -> None:
        super().step()
        for event in getattr(self.hall.told[-1], "news", ()):
            self.last_s[self.key(event.board)] = self.hall.t_s

    def part(self) -> None:
        """From now on it must not be seen what happens; perhaps all of before has been seen."""
        if self.random.random() < 0.5:
            self.hall.at(self.hall.t_s + self.delay_s + 200.0)
        self.parted_s = self.hall.t_s

    def go_on(self) -> None:
        """Something that must not be seen before its time."""
        random, hall = self.random, self.hall
        hall.at(hall.t_s + random.choice((0.0, 0.5, 3.0, 20.0)))
        board = random.choice(BOARDS)
        what = random.choices(
            (
                self.move,
                self.confirm,
                self.clock,
                self.retract,
                self.result,
                self.propose,
                self.doubt,
                self.illegal_move,
            ),
            (50, 15, 25, 8, 5, 3, 6, 1),
        )[0]
        if what in (self.retract, self.result, self.doubt):
            key = self.key(board)
            if self.last_s.get(key, -inf) + self.delay_s + 150.0 > self.parted_s:
                self.withdrawn[len(hall.told)] = key
        what(board)

    def propose(self, board: str) -> None:
        self.hall.result("1/2-1/2", board, self.key(board)[1], confirmed=False)

    def doubt(self, board: str) -> None:
        """What was sure is so no more; or the other way round."""
        key = self.key(board)
        if self.hall.boards[key].move_stack and key not in self.illegal:
            self.hall.again(board, key[1], sure=self.random.random() < 0.3)


def ways_out(delay: str) -> tuple[Out, ...]:
    return (
        Out("live", delay=delay),
        Out(kind="http", address="127.0.0.1:0", delay=delay),
        Out(kind="lichess", broadcast="abcdefgh", round=5, delay=delay),
    )


class Parted(NamedTuple):
    """What is told up to a moment, and from there on."""

    before: list[Any]
    after: list[Any]
    withdrawn: dict[int, Key]
    """By steps after that moment: a game of which something may be known to be wrong before it is out."""


def play(seed: int, before: int = 90, after: int = 40, delay: str = "15 min") -> Parted:
    hall = Fixed(seed, delay_of(delay).seconds)
    for _ in range(before):
        hall.step()
    hall.part()
    cut = len(hall.hall.told)
    for _ in range(after):
        hall.go_on()
    withdrawn = {number - cut: key for number, key in hall.withdrawn.items()}
    return Parted(hall.hall.told[:cut], hall.hall.told[cut:], withdrawn)


def time_of(step: Any, before_s: float) -> float:
    if isinstance(step, Told):
        return max([before_s, *(event.t for event in step.news)])
    return max(before_s, float(step.t_s))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "WebServer", Kept)


Lines = dict[tuple[str, Key], set[tuple[tuple[str | None, ...], str]]]
"""By ways out and games the moves that were seen, and what result."""


def first_difference(delay: str, parted: Parted, *, held: str = "", later: tuple[int, str] = (-1, "")) -> str:
    """Where what happens within the delay is seen; empty if it is not. `held`: what the delay should have been;
    `later`: after so many steps it is another one.
    """
    one, other = Seen(ways_out(delay)), Seen(ways_out(delay))
    for step in parted.before:
        one.take(step)
        other.take(step)
    parted_s, taken = one.sending.now_s, list(parted.before)
    lines: Lines = {}
    until_s, wrong = parted_s + delay_of(held or delay).seconds, set()
    for number, step in enumerate(parted.after):
        t_s = time_of(step, one.sending.now_s)
        if number == later[0]:
            until_s = min(until_s, t_s + delay_of(later[1]).seconds)
            for seen in (one, other):
                seen.change(ways_out(later[1]), t_s)
        if t_s >= until_s:
            break
        note(lines, other)
        wrong |= {parted.withdrawn[number]} if number in parted.withdrawn else set()
        one.take(step)
        other.take(Now(t_s))
        taken.append(step)
        note(lines, other)
        found = unlike(one, other, number) if not wrong else more(one, other, lines, wrong)
        if found:
            return f"{found} at {t_s}, {t_s - parted_s} s after they parted: {step}"
    if later[1]:
        return ""
    return anew(ways_out(delay), taken, [*parted.before, Now(one.sending.now_s)], one, exact=not wrong)


def note(lines: Lines, seen: Seen) -> None:
    for output in seen.sending.wanted:
        for key, shown in output.shown.items():
            lines.setdefault((output.out.name, key), set()).add((shown.moves, result_of(shown)))


def result_of(shown: Shown) -> str:
    return shown.part.result.result if shown.part.result is not None else "*"


def unlike(one: Seen, other: Seen, number: int) -> str:
    mine, theirs = one.shown(number), other.shown(number)
    return next((what for what in (*mine, *(theirs.keys() - mine.keys())) if mine.get(what) != theirs.get(what)), "")


def more(one: Seen, other: Seen, lines: Lines, wrong: set[Key]) -> str:
    """What the one shows that the other did not. Of games that were told wrong it may be less: that nobody can tell
    from a player who thinks."""
    for mine, theirs in zip(one.sending.wanted, other.sending.wanted, strict=True):
        for key, shown in mine.shown.items():
            out = theirs.shown.get(key)
            if key not in wrong:
                if out is None or (shown.score, shown.part, shown.place) != (out.score, out.part, out.place):
                    return f"{mine.out.name} {key}"
                continue
            seen = lines.get((mine.out.name, key), set())
            if not any(shown.moves == moves[: len(shown.moves)] for moves, _ in seen):
                return f"{mine.out.name} {key} {shown.moves}"
            if not any(result_of(shown) == result for _, result in seen):
                return f"{mine.out.name} {key} {result_of(shown)}"
    return ""


def anew(outs: tuple[Out, ...], mine: Sequence[Any], theirs: Sequence[Any], live: Seen, *, exact: bool) -> str:
    """Where programs that begin after these steps differ, or differ from the one that went on."""
    seen = [Seen(outs), Seen(outs)]
    for each, steps in zip(seen, (mine, theirs), strict=True):
        for step in steps:
            each.sending.take(each.learnt(step))
        each.sending.take(Now(time_of(mine[-1], each.sending.now_s)))
        each.look()
    for before, now in zip(live.sending.wanted, seen[0].sending.wanted, strict=True):
        for key, shown in before.shown.items():
            if key not in now.shown or now.shown[key].made_of != shown.made_of:
                return f"{before.out.name} {key} is another after a start"
    if not exact:
        return ""
    one, other = (each.shown(1) for each in seen)
    return next((f"{what} after a start" for what in one if one[what] != other.get(what)), "")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("delay", ["2 min", "15 min"])
@pytest.mark.parametrize("seed", [1, drawn()])
def test_what_happens_within_the_delay_is_not_seen(seed: int, delay: str) -> None:
    print(f"seed {seed}")
    for number in range(4):
        assert first_difference(delay, play(10 * seed + number, delay=delay)) == ""


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("delay", "then"), [("2 min", "15 min"), ("15 min", "2 min"), ("2 min", "1 min")])
@pytest.mark.parametrize("seed", [2, drawn()])
def test_nor_when_the_delay_is_another_one_meanwhile(seed: int, delay: str, then: str) -> None:
    """On the page, in both streams and to who resumes them."""
    print(f"seed {seed}")
    for number in range(2):
        assert first_difference(delay, play(10 * seed + number, delay=delay), later=(6, then)) == ""


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("seed", [4, drawn()])
def test_a_way_out_under_another_name_shows_nothing_earlier(seed: int) -> None:
    """Neither than under its name of before, nor anything of what comes after."""
    delay, others = "2 min", (Out("live2", delay="2 min"), Out(kind="http", address="127.0.0.1:9", delay="2 min"))
    for number in range(3):
        before, after, withdrawn = play(10 * seed + number, delay=delay)
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
            if time_of(step, one.sending.now_s) >= parted_s + delay_of(delay).seconds or at in withdrawn:
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
    assert all(first_difference("1 min", play(number), held="2 min") for number in range(3))


@pytest.mark.usefixtures("kept")
def test_what_has_kept_its_delay_is_seen() -> None:
    """Else nothing would have been tested above."""
    parted = play(1)
    steps = [*parted.before, *parted.after]
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
