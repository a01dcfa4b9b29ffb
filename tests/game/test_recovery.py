"""A board's own log laid over what was seen: where the untold begins, and the moves made meanwhile."""

from collections.abc import Sequence
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dgt_monitor.game import recall
from dgt_monitor.game.changes import Began, Certain, Change, Made, Uncertain, Withdrawn
from dgt_monitor.game.placement import letters
from dgt_monitor.game.tracker import Tracker, plies_of
from dgt_monitor.game.trail import KEPT_BEFORE, MOST, Trail, word_of
from drivers.readings import HaltedClock, LogChange, LogGap, LogRecord, LogRestart, LogStanding
from tests.game.logs import carried, log_of

START = "".join(letters(chess.Board()))
CYCLE = ["Nf3", "Nf6", "Ng1", "Ng8"]
FOUR_KNIGHTS = ["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"]


class Seen:
    """A tracker of one board, and what its reader holds to be the games."""

    def __init__(self) -> None:
        self.tracker = Tracker()
        self.t_s = 0.0
        self.games: list[list[str]] = []
        self.doubts: list[int] = []
        self.provenances: list[str] = []
        self.apply(self.tracker.dump(0.0, START))

    def tell(self, log: Sequence[LogRecord]) -> None:
        for change in log:
            assert isinstance(change, LogChange)
            self.t_s += 0.6
            self.apply(self.tracker.field(self.t_s, change.square, change.piece))

    def away(self, placement: str, for_s: float = 20.0) -> None:
        self.tracker.line_down(self.t_s)
        self.t_s += for_s
        self.tracker.line_up()
        self.apply(self.tracker.dump(self.t_s, placement))

    def remember(self, records: Sequence[LogRecord]) -> bool:
        steps = self.tracker.lay_over(self.t_s, records)
        if steps is None:
            return False
        for step in steps:
            self.apply(step.changes)
        return True

    def apply(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if isinstance(change, Began):
                self.games.append([])
                self.provenances = []
            elif isinstance(change, Made):
                assert change.number == len(self.games[-1]) + 1
                self.games[-1].append(change.ply.san)
                self.provenances.append(change.ply.provenance)
            elif isinstance(change, Withdrawn):
                del self.games[-1][change.number - 1 :], self.provenances[change.number - 1 :]
            elif isinstance(change, Uncertain):
                self.doubts.append(change.number)
            elif isinstance(change, Certain):
                self.doubts = [number for number in self.doubts if number < change.number]


def stands_after(sans: Sequence[str]) -> str:
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return "".join(letters(board))


def random_sans(rng: Random, most: int) -> list[str]:
    board, sans = chess.Board(), list[str]()
    while len(sans) < most and not board.is_game_over():
        back = [
            m for m in board.legal_moves if len(sans) > 1 and m.from_square == board.move_stack[-2].to_square
            and m.to_square == board.move_stack[-2].from_square
        ]  # fmt: skip
        move = back[0] if back and rng.random() < 0.3 else rng.choice(sorted(board.legal_moves, key=str))
        sans.append(board.san(move))
        board.push(move)
    return sans


class TestLayingOver:
    def test_moves_made_while_the_line_was_away_come_back_in_order_and_sure(self) -> None:
        board = Seen()
        sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
        board.tell(log_of(sans[:2]))
        board.away(stands_after(sans))
        assert board.doubts == [3]
        assert board.remember([LogStanding(START), *log_of(sans)])
        assert board.games == [sans]
        assert board.doubts == []
        assert board.provenances == ["seen"] * 2 + ["memory"] * 4

    def test_a_move_that_is_known_was_sure_before_and_is_sure_again(self) -> None:
        board = Seen()
        sans = ["e4", "e5", "Nf3"]
        board.tell(log_of(sans))
        board.away(stands_after(sans[:2]))
        board.away(stands_after(sans))
        assert [ply.sure for ply in plies_of(board.tracker.story)] == [True, True, False]
        assert board.remember([LogStanding(START), *log_of(sans), *carried("f3g1N g1f3N")])
        assert board.games == [sans]
        assert all(ply.sure for ply in plies_of(board.tracker.story))

    def test_a_shuffle_that_no_dump_can_show(self) -> None:
        board = Seen()
        board.tell(log_of(["e4", "e5"]))
        sans = ["e4", "e5", *CYCLE * 3]
        board.away(stands_after(sans))
        assert board.games == [["e4", "e5"]]
        assert board.remember([LogStanding(START), *log_of(sans)])
        assert board.games == [sans]

    def test_the_position_of_the_start_shuffled_from_is_told_by_its_tag(self) -> None:
        board = Seen()
        board.tell(log_of(CYCLE))
        board.away(START)
        assert board.remember([LogStanding(START), *log_of(CYCLE * 3)])
        assert board.games == [CYCLE * 3]

    def test_what_could_have_been_told_twice_is_not_guessed(self) -> None:
        board = Seen()
        once = log_of(FOUR_KNIGHTS)
        board.tell(once)
        board.away(START)
        tagged = [LogStanding(START), *once, LogStanding(START), *once, LogStanding(START)]
        assert not board.remember(tagged)
        assert board.doubts == [9]

    def test_the_same_opening_in_the_game_before_is_not_taken_for_this_one(self) -> None:
        before = log_of(["e4", "e5", "Bc4"])
        reset = carried("c4f1B e5e7p e4e2P")
        board = Seen()
        board.tell(log_of(["e4", "e5"]))
        sans = ["e4", "e5", "Nf3"]
        board.away(stands_after(sans))
        assert board.remember([LogStanding(START), *before, *reset, LogStanding(START), *log_of(sans)])
        assert board.games == [sans]

    def test_the_next_game_begun_meanwhile(self) -> None:
        board = Seen()
        first, second = ["e4", "e5", "Nf3"], ["d4", "d5"]
        back = carried("e4e2P f3g1N e5e7p")
        board.tell(log_of(first[:2]))
        board.away(stands_after(second))
        records = [LogStanding(START), *log_of(first), *back, LogStanding(START), *log_of(second)]
        assert board.remember(records)
        assert board.games == [first, second]
        assert board.doubts == []

    def test_a_log_that_is_not_of_this_game_does_not_fit(self) -> None:
        board = Seen()
        board.tell(log_of(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]))
        board.away(stands_after(["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"]))
        assert not board.remember([LogStanding(START), *log_of(["d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5"])])
        assert not board.remember([])
        assert not board.remember(log_of(["e4", "e5", "Nf3", "Nc6"]))
        assert board.doubts == [7]

    @pytest.mark.parametrize("hole", [LogRestart(stands_after(["e4", "e5", "Nf3"])), LogGap(3)])
    def test_where_the_log_has_a_hole_the_history_is_not_sure(self, hole: LogRecord) -> None:
        board = Seen()
        sans = ["e4", "e5", "Nf3", "Nc6"]
        board.tell(log_of(sans[:2]))
        board.away(stands_after(sans))
        log = log_of(sans)
        assert board.remember([LogStanding(START), *log[:6], hole, *log[6:]])
        assert board.games == [sans]
        assert board.doubts
        assert min(board.doubts) <= 4

    def test_the_lever_in_the_log_is_handed_on(self) -> None:
        board = Seen()
        board.tell(log_of(["e4"]))
        board.away(stands_after(["e4", "e5"]))
        halted = HaltedClock("right", 171)
        steps = board.tracker.lay_over(board.t_s, [LogStanding(START), *log_of(["e4", "e5"]), halted])
        assert steps is not None
        assert [step.halted for step in steps if step.halted] == [halted]

    def test_a_board_met_in_mid_game_tells_the_game_from_its_start(self) -> None:
        sans = ["e4", "e5", "Nf3", "Nc6"]
        tracker = Tracker()
        tracker.dump(0.0, stands_after(sans))
        assert tracker.wants_memory
        steps = tracker.lay_over(9.0, [LogStanding(START[::-1]), LogStanding(START), *log_of(sans)])
        assert steps is not None
        for _ in steps:
            pass
        assert tracker.story is not None
        assert [ply.san for ply in tracker.story.plies] == sans

    def test_what_is_told_while_the_log_is_read_out_is_asked_again(self) -> None:
        board = Seen()
        sans = ["e4", "e5", "Nf3", "Nc6", "Bb5"]
        board.tell(log_of(sans[:1]))
        board.away(stands_after(sans[:2]))
        board.tracker.line_down(board.t_s)
        board.t_s += 8.3
        assert board.remember([LogStanding(START), *log_of(sans[:2])])
        board.apply(board.tracker.dump(board.t_s, stands_after(sans)))
        assert board.tracker.wants_memory
        assert board.doubts == [3]
        assert board.remember([LogStanding(START), *log_of(sans)])
        assert board.games == [sans]
        assert board.doubts == []

    def test_nothing_is_asked_where_the_clock_shows_that_nobody_has_moved(self) -> None:
        board = Seen()
        board.tell(log_of(["e4"]))
        board.tracker.line_down(board.t_s)
        board.tracker.line_up()
        board.apply(board.tracker.dump(board.t_s + 60.0, stands_after(["e4"]), idle=True))
        assert not board.tracker.wants_memory
        assert board.doubts == []

    @settings(deadline=None)
    @given(st.integers(0, 2**32), st.integers(4, 60), st.data())
    def test_random_games_cut_anywhere(self, seed: int, most: int, data: st.DataObject) -> None:
        rng = Random(seed)
        sans = random_sans(rng, most)
        log = log_of(sans)
        known = data.draw(st.integers(0, len(log)), "changes told before the cut")
        most_flickers = min(2, known // 8)
        flickers = data.draw(st.lists(st.integers(0, known), max_size=most_flickers), "flickers, which no log says")
        board = Seen()
        for n, change in enumerate([*log[:known], None]):
            if n in flickers:
                board.tell(
                    carried(
                        "a1a1R" if board.tracker.seen[0] == "R" else "h8h8r" if board.tracker.seen[63] == "r" else ""
                    )
                )
            board.tell([] if change is None else [change])
        board.away(stands_after(sans))
        before = random_sans(rng, 6)
        records = [LogStanding(START), *log_of(before), LogStanding(START), *log]
        if board.remember(records):
            assert board.games == [sans]
            assert board.doubts == []
        else:
            assert len(set(sans)) < len(sans), "a log without a hole fits, unless the same was played twice"


class TestTrail:
    def test_it_is_bounded_and_says_so(self) -> None:
        trail = Trail()
        trail.begin(START)
        for _ in range(MOST + 1):
            trail.add(word_of(1, "N"))
        trail.trim()
        assert len(trail) == MOST + 1
        assert trail.of_game(len(trail)) is None
        trail.begin(START)
        trail.add(word_of(12, "."))
        assert trail.of_game(len(trail)) == bytes((12, ord(".")))
        assert len(trail.before_game()) == 2 * KEPT_BEFORE

    def test_what_is_cut_is_forgotten(self) -> None:
        trail = Trail()
        trail.begin(START)
        trail.add(word_of(12, "."))
        trail.add(word_of(28, "P"))
        trail.cut(1)
        assert len(trail) == 1
        assert trail.of_game(1) == bytes((12, ord(".")))

    def test_before_the_first_game_nothing_can_be_compared(self) -> None:
        assert Trail().of_game(0) is None
        assert recall.locate(Trail(), 0, START, [LogStanding(START)]) is None
