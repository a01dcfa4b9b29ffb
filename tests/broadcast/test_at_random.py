"""Whatever a hall says: every file is whole and legal at any moment, nothing is out before its delay, nothing is lost.

The oracle knows nothing of how it is worked out: it notes when each line of moves was told first, and which have kept
every delay that has held since.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

import chess
import pytest

from dgt_monitor.broadcast.names import ALL
from dgt_monitor.broadcast.sending import Sending
from dgt_monitor.events import RetractReason
from dgt_monitor.tournament.outs import Delay, Out, delay_of
from tests.broadcast.reading import NAME, ReadGame, one, read_file
from tests.broadcast.telling import TellingHall, dates
from tests.drawn import drawn

DELAYS = ("", "", "30 s", "2 min", "1 moves", "2 moves")
STEPS = 160
BOARDS = ("1", "2", "3.4")
CENTRE = {"d4", "d5", "e4", "e5"}
Line = tuple[str, ...]
Key = tuple[str, int]


class Oracle:
    """Which lines of a game may be seen."""

    def __init__(self, hall: TellingHall) -> None:
        self.hall = hall
        self.told_s: dict[tuple[Key, Line], set[tuple[float, int]]] = {}
        """When a line was told, each time that it was played, and how many delays had held before."""
        self.delays: list[Delay] = []
        self.allowed: set[tuple[Key, Line]] = set()
        self.ruled: set[Key] = set()
        """Games the arbiter has corrected: there a ply has the time of the one it replaces."""
        self.result_s: dict[Key, tuple[float, int]] = {}
        self.results: set[Key] = set()
        """Games whose result may be seen."""
        self.withdrawn_s: dict[Key, tuple[float, int]] = {}
        """When a result that was out was withdrawn: that waits as well."""
        self.results_ever: set[Key] = set()
        """Also some time ago: the file of the event is written every ten seconds."""

    def longest(self, since: int) -> Delay:
        out = Delay()
        for delay in self.delays[max(0, since - 1) :]:
            out = out.or_longer(delay)
        return out

    def told(self, key: Key) -> None:
        line = line_of(self.hall, key)
        for end in range(1, len(line) + 1):
            times = self.told_s.setdefault((key, line[:end]), set())
            if end == len(line) or not times:
                times.add((self.hall.t_s, len(self.delays)))

    def times_of(self, key: Key, line: Line) -> set[tuple[float, int]]:
        """When a line may be said to have been told: of one that was corrected, also when that ply was told before."""
        times = set(self.told_s[key, line])
        if key in self.ruled:
            same = (at for (its, other), at in self.told_s.items() if its == key and len(other) == len(line))
            times.update(*same)
        return times

    def look(self) -> None:
        for key, (t_s, since) in self.result_s.items():
            self.results |= {key} if self.hall.t_s >= t_s + self.longest(since).seconds else set()
        for key, (t_s, since) in self.withdrawn_s.items():
            if self.hall.t_s < t_s + self.longest(since).seconds:
                self.results |= {key}
            elif key not in self.result_s:
                self.results -= {key}
        self.results_ever |= self.results
        for key, good in self.hall_good().items():
            line = line_of(self.hall, key)[:good]
            over = self.is_over(key)
            for end in range(1, good + 1):
                for t_s, since in self.times_of(key, line[:end]):
                    delay = self.longest(since)
                    if self.hall.t_s >= t_s + delay.seconds and (good - end >= delay.plies or over):
                        self.allowed.add((key, line[:end]))

    def is_over(self, key: Key) -> bool:
        return key in self.result_s

    def hall_good(self) -> dict[Key, int]:
        return {key: self.good_of(key, len(board.move_stack)) for key, board in self.hall.boards.items()}

    def good_of(self, key: Key, plies: int) -> int:
        waiting = [ply for ply, good_s in self.unsure.get(key, {}).items() if good_s > self.hall.t_s]
        return min([plies - self.doubtful.get(key, 0), *(ply - 1 for ply in waiting)])

    doubtful: dict[Key, int]
    """How many plies at the end are not confirmed, or not sure."""
    unsure: dict[Key, dict[int, float]]
    """Plies that stay not sure, and when each will have stood for two minutes and be confirmed."""


def line_of(hall: TellingHall, key: Key) -> Line:
    return tuple(move.uci() for move in hall.boards[key].move_stack)


class Play:
    """A hall in which anything happens."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.hall = TellingHall(Out("live"))
        self.oracle = Oracle(self.hall)
        self.oracle.doubtful, self.oracle.unsure = {}, {}
        self.oracle.delays.append(Delay())
        self.illegal: dict[Key, str] = {}
        """The illegal move at the end of a game."""
        self.seen_s: dict[tuple[Key, int], float] = {}
        """When a ply was told last."""
        self.read = lru_cache(100)(read_file)
        self.games = dict.fromkeys(BOARDS, 0)
        for board in BOARDS:
            self.new_game(board)

    def new_game(self, board: str) -> None:
        self.games[board] += 1
        self.hall.start(board, self.games[board])

    def key(self, board: str) -> Key:
        return board, self.games[board]

    def step(self) -> None:
        random, hall = self.random, self.hall
        hall.at(hall.t_s + random.choice((0.0, 0.5, 3.0, 20.0, 90.0)))
        self.check()
        board = random.choice(BOARDS)
        what = random.choices(
            (self.move, self.confirm, self.retract, self.result, self.delay, self.names, self.clock, self.illegal_move),
            (60, 25, 8, 4, 4, 2, 6, 1),
        )[0]
        what(board)
        hall.look()
        self.check()

    def move(self, board: str) -> None:
        key, there = self.key(board), self.hall.boards[self.key(board)]
        if key in self.illegal or self.oracle.is_over(key):
            return
        if self.oracle.doubtful.get(key):
            self.confirm(board)  # by the reply
        moves = list(there.legal_moves)
        if not moves:
            return
        kings = [move for move in moves if there.piece_type_at(move.from_square) == chess.KING]
        move = self.random.choice(kings if kings and self.random.random() < 0.4 else moves)
        confirmed = self.random.random() < 0.3
        self.oracle.doubtful[key] = 0 if confirmed else 1
        self.seen_s[key, len(there.move_stack) + 1] = self.hall.t_s
        self.hall.move(there.san(move), board, key[1], status="confirmed" if confirmed else "provisional")
        self.oracle.told(key)

    def confirm(self, board: str) -> None:
        key = self.key(board)
        if self.oracle.doubtful.get(key) and key not in self.illegal:
            sure = self.random.random() < 0.9
            self.hall.again(board, key[1], sure=sure)
            self.oracle.doubtful[key] = 0 if sure else 1
            ply = len(self.hall.boards[key].move_stack)
            if not sure and self.random.random() < 0.7:
                good_s = max(self.hall.t_s, self.seen_s[key, ply] + 120.0)
                self.oracle.unsure.setdefault(key, {})[ply] = good_s
            elif not sure:
                self.hall.again(board, key[1])
            self.oracle.doubtful[key] = 0

    def retract(self, board: str) -> None:
        key = self.key(board)
        plies = len(self.hall.boards[key].move_stack)
        if not plies:
            return
        reasons: Sequence[RetractReason] = ("taken_back", "revised", "arbiter")
        reason = self.random.choice(reasons)
        ply = max(1, plies - self.random.randrange(4))
        self.oracle.ruled |= {key} if reason == "arbiter" else set()
        self.hall.retract(ply, reason, board, key[1])
        self.oracle.doubtful[key] = 0
        unsure = self.oracle.unsure.get(key, {})
        self.oracle.unsure[key] = {number: good_s for number, good_s in unsure.items() if number < ply}
        self.illegal.pop(key, None)
        if reason == "arbiter":
            for _ in range(self.random.randrange(3)):
                self.move(board)

    def illegal_move(self, board: str) -> None:
        key = self.key(board)
        if key not in self.illegal and not self.oracle.doubtful.get(key):
            self.illegal[key] = a_move_against_the_rules(self.hall.boards[key])
            self.hall.move(self.illegal[key], board, key[1], legal=False)
            self.oracle.told(key)

    def result(self, board: str) -> None:
        key = self.key(board)
        if self.oracle.is_over(key) and self.random.random() < 0.7:
            self.new_game(board)
            return
        if self.oracle.doubtful.get(key) and key not in self.illegal:
            self.hall.again(board, key[1])
            self.oracle.doubtful[key] = 0
        result, confirmed = self.random.choice(("1-0", "1/2-1/2", "0-0", "*")), self.random.random() < 0.5
        before = self.hall.sending.games.games[key].game.result
        if not (confirmed and before is not None and before.result == result):
            self.oracle.result_s.pop(key, None)
            if key in self.oracle.results:
                self.oracle.withdrawn_s[key] = self.hall.t_s, len(self.oracle.delays)
        if confirmed and result != "*":
            self.oracle.result_s.setdefault(key, (self.hall.t_s, len(self.oracle.delays)))
            self.oracle.look()
        self.hall.result(result, board, key[1], confirmed=confirmed)

    def delay(self, _: str) -> None:
        text = self.random.choice(DELAYS)
        self.oracle.delays.append(delay_of(text))
        self.hall.delay(text)

    def names(self, _: str) -> None:
        site = self.random.choice(("Riga", 'The "Hall"', "Łódź"))
        self.hall.learn(self.hall.tournament._replace(site=site))

    def clock(self, board: str) -> None:
        self.hall.clock(self.random.randrange(7000), self.random.randrange(7000), board)

    # --- what must hold -------------------------------------------------------------------------------------

    def check(self) -> None:
        self.oracle.look()
        self.check_files(self.hall.live)

    def check_files(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            assert NAME.fullmatch(name)
            for game in self.read(text):
                self.check_game(game, self.oracle.results_ever if name == ALL else self.oracle.results)

    def check_game(self, game: ReadGame, results: set[Key]) -> None:
        keys = [key for key in self.hall.boards if key[0] == game.tags["Board"]]
        if game.moves:
            assert any((key, game.moves) in self.oracle.allowed for key in keys), "early, or never told"
        if game.tags["Result"] != "*":
            assert any(key in results for key in keys), "a result nobody has confirmed, or early"

    def play(self) -> None:
        for _ in range(STEPS):
            self.step()
        self.check_again()
        self.check_end()

    def check_again(self) -> None:
        """A watch begun anew, which reads what was told, sends nothing early either."""
        sending = Sending(dates)
        for step in self.hall.told:
            sending.take(step)
        for _, files in sending.due():
            self.check_files({file.name: file.text for file in files if file.text is not None})

    def check_end(self) -> None:
        """When nothing more happens, all that is good is out in the end; nothing changes before it was said to."""
        (output,) = self.hall.sending.outputs.values()
        last_s = self.hall.t_s
        while output.due_s < float("inf"):
            assert output.due_s > last_s
            before = dict(self.hall.live)
            self.hall.at((last_s + output.due_s) / 2)
            assert self.hall.live == before
            last_s = output.due_s
            self.hall.at(last_s)
            self.check()
        for board in BOARDS:
            self.check_last(board)

    def check_last(self, board: str) -> None:
        texts = self.hall.live[f"round-5/game-{board.replace('.', '-')}.pgn"]
        shown = one(texts)
        for key in [(board, game) for game in range(1, self.games[board] + 1)]:
            moves = self.good_moves(key)
            if shown.moves == moves or (
                len(moves) == len(shown.moves) + 1 and shown.moves == moves[:-1] and moves[-1][2:4] in CENTRE
            ):
                return
        waits = any(delay.plies for delay in self.oracle.delays)
        assert waits, "a move never went out"

    def good_moves(self, key: Key) -> Line:
        line = line_of(self.hall, key)[: self.oracle.hall_good()[key]]
        return line[:-1] if key in self.illegal else line


def a_move_against_the_rules(board: chess.Board) -> str:
    """The king goes where he cannot."""
    king = board.king(board.turn)
    assert king is not None
    return next(
        move.uci() for square in range(64) if square != king and not board.is_legal(move := chess.Move(king, square))
    )


@pytest.mark.parametrize("seed", [7, 1848, drawn()])
def test_any_stream(seed: int) -> None:
    print(f"seed {seed}")
    for number in range(6):
        Play(seed * 10 + number).play()


def test_the_oracle_sees_what_is_early() -> None:
    play = Play(1)
    play.delay("")
    play.oracle.delays.append(Delay(60.0))  # which the hall does not know
    with pytest.raises(AssertionError, match="early"):
        play.play()
