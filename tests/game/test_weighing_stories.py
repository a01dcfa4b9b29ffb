"""How stories are merged and doubted, and what is kept to weigh again."""

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing import costs, tape
from dgt_monitor.game.weighing.following import SURE, ClockCosts, Weighing
from dgt_monitor.game.weighing.lines import line_of, number_of, parted, same_line
from dgt_monitor.game.weighing.tape import Stretch, Tape
from tests.game.told import changes, moves, weigh

TWO_PAWNS = "1.00 a2. 1.05 h2. 1.10 a7. 1.50 a6p 1.51 a3P 1.52 h3P"
"""Two of White's moves with one of Black's between, all within a scan: either may have been the first."""
REST = " 3 e2. 3.5 e4P 5 e7. 5.5 e5p 7 d2. 7.5 d4P"
PLAYED = "1 b1. 1.2 c3N 1.21 g8. 1.25 c3. 1.4 f6n 1.45 f6. 1.5 b1N 1.6 g8n"
"""Two knights out and home again in a hurry: four plies, or none."""


class TestMerging:
    def test_the_cheaper_line_is_kept_and_remembers_the_other(self) -> None:
        weigher = weigh(TWO_PAWNS)
        best = weigher.ranked(2.0)[0][1]
        assert moves(best.line) == "a2a3 a7a6 h2h3"
        assert [moves(rival.other) for rival in best.rivals] == ["h2h3 a7a6 a2a3"]
        assert best.rivals[0].dearer > 0
        assert moves(best.rivals[0].link) == moves(best.line)

    def test_the_rival_is_as_much_dearer_as_the_orders_are_unlike(self) -> None:
        near, far = (weigh(TWO_PAWNS.replace("1.52", t)).ranked(2.0)[0][1] for t in ("1.53", "1.60"))
        assert near.rivals[0].dearer < far.rivals[0].dearer

    def test_one_position_is_kept_once(self) -> None:
        weigher = weigh(TWO_PAWNS)
        keys = [branch.key for branch in weigher.branches]
        assert len(keys) == len(set(keys)) > 1

    def test_a_rival_that_came_to_where_both_went_on_is_still_known(self) -> None:
        best = weigh(TWO_PAWNS + " 2.5 b7. 3.0 b6p").ranked(3.0)[0][1]
        assert moves(best.line) == "a2a3 a7a6 h2h3 b7b6"
        assert number_of(best.rivals[0].link) == 3
        assert moves(best.rivals[0].other) == "h2h3 a7a6 a2a3"

    def test_lines_are_compared_by_their_moves(self) -> None:
        one, other = (weigh(text).ranked(9.0)[0][1].line for text in ("1 e2. 1.5 e4P 2 e7. 2.5 e5p", "1 e2. 1.5 e4P"))
        third = weigh("3 e2. 3.5 e4P 4 d7. 4.5 d5p").ranked(9.0)[0][1].line
        assert same_line(one, one)
        assert not same_line(one, other)
        assert not same_line(one, third)
        assert [[link.move.uci() for link in part] for part in parted(one, third)] == [["e7e5"], ["d7d5"]]
        assert [[link.move.uci() for link in part] for part in parted(one, other)] == [["e7e5"], []]
        assert parted(None, None) == ([], [])


def test_what_is_seen_to_leave_after_its_captor_landed_was_captured_a_scan_before() -> None:
    e5_taken = "1 e2. 1.3 e4P 2 d7. 2.3 d6p 3.0 d6. 3.2 e5p {} e4."
    at_once, later = (weigh(e5_taken.format(t)).ranked(9.0) for t in ("3.25", "3.75"))
    assert moves(at_once[0][1].line) == "e2e4 d7d6 e4e5 d6e5"
    assert "e2e4 d7d6 e4e5 d6e5" not in [moves(branch.line) for _, branch in later]


def kept(*stretches: int, each: int = 2) -> Tape:
    """A tape with so many plies at the end of each stretch, and so many changes in each."""
    made = Tape()
    for n, plies in enumerate(stretches):
        made.now += [(float(n), square, "P") for square in range(each)]
        made.agreed(plies)
    return made


class TestTape:
    def test_changes_without_a_ply_stay_in_one_stretch(self) -> None:
        made = kept(0, 0, 0)
        assert [len(stretch.changes) for stretch in made.stretches(0)] == [6]

    def test_a_ply_ends_a_stretch(self) -> None:
        made = kept(1, 2)
        assert [(stretch.plies, len(stretch.changes)) for stretch in made.stretches(2)] == [(0, 2), (1, 2), (2, 0)]

    def test_fiddling_for_long_ends_a_stretch_without_a_ply(self) -> None:
        made = kept(0, each=tape.ROTATE_AFTER)
        assert [len(stretch.changes) for stretch in made.stretches(0)] == [tape.ROTATE_AFTER, 0]

    def test_no_more_plies_are_weighed_again_than_are_looked_back_on(self) -> None:
        plies = range(1, tape.STRETCHES + 3)
        found = kept(*plies).stretches(plies[-1])
        assert found[0].plies == plies[-1] - tape.LOOK_BACK_PLY
        assert [stretch.plies for stretch in found] == list(range(found[0].plies, plies[-1] + 1))

    def test_no_more_changes_are_weighed_again_than_are_looked_back_on(self) -> None:
        found = kept(1, 2, 3, each=tape.LOOK_BACK_CHANGES // 2).stretches(3)
        assert sum(len(stretch.changes) for stretch in found) <= tape.LOOK_BACK_CHANGES
        assert found[0].plies == 1

    def test_what_a_taken_back_ply_began_with_is_forgotten(self) -> None:
        made = kept(1, 2, 3, 1)
        assert [stretch.plies for stretch in made.stretches(1)] == [0, 1, 1] or made.stretches(1)[0].plies <= 1
        assert all(stretch.plies >= made.stretches(1)[0].plies for stretch in made.stretches(1))

    def test_since_a_number_of_plies_or_not_at_all(self) -> None:
        made = kept(1, 2)
        found = made.since(0)
        assert found is not None
        assert [len(stretch.changes) for stretch in found] == [2, 2, 0]
        assert made.since(1) is None
        assert made.since(2) is None
        assert kept(*range(1, tape.STRETCHES + 1)).since(0) is None  # the tape may have had more
        assert kept(1, each=tape.LOOK_BACK_CHANGES + 1).since(0) is None

    def test_a_new_beginning_knows_what_does_not_agree(self) -> None:
        story = Story(chess.Board(), letters(chess.Board()))
        story.seen[chess.E2] = "."
        story.told(chess.E2, 7.0)
        made = kept(1, 2)
        made.begin(story)
        assert made.stretches(0) == [Stretch(0, [], {chess.E2: (7.0, ".")})]

    def test_fiddling_without_end_is_bounded(self) -> None:
        story = Story(chess.Board(), letters(chess.Board()))
        made = Tape()
        made.now += [(1.0, chess.E2, ".")] * tape.MOST_KEPT
        made.trim(story)
        assert len(made.now) == tape.MOST_KEPT
        made.now.append((1.0, chess.E2, "P"))
        made.trim(story)
        assert made.now == []


BELIEVED = ClockCosts(costs.LEVER, 0.0)


def weighing(text: str, fen: str = chess.STARTING_FEN, clock: ClockCosts = BELIEVED) -> Weighing:
    board = chess.Board(fen)
    story = Story(board, letters(board))
    found = changes(text)
    return Weighing(story, [Stretch(0, found, {})], found[0][0], clock)


class TestWeighing:
    def test_what_is_shown_and_what_is_doubted(self) -> None:
        both = weighing(TWO_PAWNS)
        news = both.news(2.0)
        assert [link.move.uci() for link in news.come] == ["a2a3", "a7a6", "h2h3"]
        assert news.gone == 0
        doubts = both.doubts(2.0)
        assert {1, 3} <= set(doubts)
        others = [board.board_fen() for board in doubts[1]]
        other = chess.Board()
        other.push_uci("h2h3")
        assert other.board_fen() in others

    def test_nothing_is_doubted_where_nothing_is_near(self) -> None:
        plain = weighing("1 e2. 1.5 e4P 3 e7. 3.5 e5p 5 g1. 5.5 f3N")
        plain.news(9.0)
        assert plain.doubts(9.0) == {}
        assert plain.length_in_doubt(9.0) is None

    def test_news_come_once(self) -> None:
        both = weighing(TWO_PAWNS)
        both.news(2.0)
        assert both.news(2.0) == (0, [])

    def test_a_line_of_the_same_length_is_no_doubt_of_numbers(self) -> None:
        both = weighing(TWO_PAWNS + " 3 b7. 3.5 b6p 5 b2. 5.5 b3P")
        assert any(rival.dearer < SURE for rival in both._ranked(6.0)[0][1].rivals)
        assert both.length_in_doubt(6.0) is None

    def test_a_near_line_of_another_length_puts_numbers_in_doubt_when_it_is_settled(self) -> None:
        ends = (PLAYED, PLAYED + " 3 e2. 3.5 e4P", PLAYED + " 3 e2. 3.5 e4P 5 e7. 5.5 e5p", PLAYED + REST)
        assert [weighing(text).length_in_doubt(9.0) for text in ends] == [None, None, 1, 1]

    def test_it_is_over_when_one_line_is_ahead_and_nothing_moves(self) -> None:
        plain = weighing("1 e2. 1.5 e4P")
        assert not plain.is_over(2.4)  # nothing has moved for less than a second
        assert not plain.is_over(2.6)  # it may still have been two pieces in hands
        assert plain.is_over(4.0)
        assert not weighing("1 e2. 1.5 e4P 2 d7.").is_over(9.0)

    def test_plies_without_a_press_are_the_dearer_story_where_the_clock_is_pressed(self) -> None:
        plain, believed = weighing(PLAYED), weighing(PLAYED, clock=ClockCosts(0.0, costs.UNPRESSED))
        cost = {len(line_of(branch.line)): total for total, branch in plain._ranked(3.0)}
        dearer = {len(line_of(branch.line)): total for total, branch in believed._ranked(3.0)}
        assert (dearer[1], dearer[2]) == (cost[1], cost[2])
        assert dearer[3] == pytest.approx(cost[3] + costs.UNPRESSED)

    def test_woken_it_goes_on_from_the_plies_made_meanwhile(self) -> None:
        story = Story(chess.Board(), letters(chess.Board()))
        found = Weighing(story, [Stretch(0, changes("1 e2. 1.5 e4P"), {})], 1.0, BELIEVED)
        assert [link.move.uci() for link in found.news(3.0).come] == ["e2e4"]
        since = changes("4 e7. 4.5 e5p")
        for t_s, square, piece in changes("1 e2. 1.5 e4P") + since:
            story.seen[square] = piece
            story.told(square, t_s)
        story.make(chess.Move.from_uci("e2e4"), 1.5, "seen")
        story.make(chess.Move.from_uci("e7e5"), 4.5, "seen")
        found.wake(story, [Stretch(1, since, {})])
        assert found.news(5.0) == (0, [])
        found.field(6.0, chess.G1, ".")
        found.field(6.5, chess.F3, "N")
        assert [link.move.uci() for link in found.news(7.0).come] == ["g1f3"]
        assert 2 not in found.doubts(7.0)
