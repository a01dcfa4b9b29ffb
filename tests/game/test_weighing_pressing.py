"""How many plies there were: what the presses of the clock and pieces that come home tell against the best line."""

import chess

from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story
from dgt_monitor.game.weighing import following, strain
from dgt_monitor.game.weighing.branch import Branch
from dgt_monitor.game.weighing.following import Weighing
from dgt_monitor.game.weighing.hanging import between, hanging
from dgt_monitor.game.weighing.lines import Link, Rival
from dgt_monitor.game.weighing.noted import Press
from dgt_monitor.game.weighing.pressing import _counted, fits_longer, has_ply, is_counted, untold_from
from dgt_monitor.game.weighing.tape import Stretch
from tests.game.told import changes, root, tell, weigh

KINGS = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
QUEEN_AND_KNIGHT = "3qk3/8/8/8/6N1/8/8/4K3 b - - 0 1"
THERE_AND_BACK = "1.0 d8. 1.13 g4. 1.33 e5N 1.71 d8q 2.3 e5. 2.56 g4N"
"""The queen's turn was not seen; the knight's was."""


def presses(*times_s: float) -> list[Press]:
    return [Press(t_s, n % 2 == 1, 1.0) for n, t_s in enumerate(times_s)]


def line(text: str) -> Branch:
    """`h1g1@1.0 e8e7@1.5`: plies and when each landed, after one that landed at 0.5 s."""
    branch = root(KINGS)
    for ply in f"h1h2@0.4 e8d8@0.5 {text}".split():
        uci, landed_s = ply.split("@")
        branch = branch.after(float(landed_s), chess.Move.from_uci(uci))
        assert branch.line is not None
        branch.line = branch.line._replace(landed_s=float(landed_s), lifted_s=float(landed_s) - 0.1)
    return branch


class TestThereAndBack:
    def test_both_sides_went_and_came_back_while_the_clock_was_pressed(self) -> None:
        best = weigh(THERE_AND_BACK, QUEEN_AND_KNIGHT, presses(1.2, 1.5, 1.8)).ranked(3.0)[0][1]
        assert best.line is None
        assert best.to_and_fro == {1}
        assert tell(best.twin(), "4.0 e8.").to_and_fro == {1}

    def test_a_clock_that_was_not_pressed_says_that_they_did_not_move(self) -> None:
        assert not weigh(THERE_AND_BACK, QUEEN_AND_KNIGHT, presses(0.1)).ranked(3.0)[0][1].to_and_fro

    def test_pieces_that_left_at_once_were_knocked_over(self) -> None:
        knocked = "1.0 d8. 1.05 g4. 1.33 e5N 4.0 d8q 4.5 e5. 5.0 g4N"
        assert not weigh(knocked, QUEEN_AND_KNIGHT).ranked(6.0)[0][1].to_and_fro

    def test_pieces_that_were_touched_one_after_the_other_did_not_answer_each_other(self) -> None:
        touched = "1.0 d8. 1.4 d8q 1.42 g4. 1.6 e5N 4.5 e5. 5.0 g4N"
        assert not weigh(touched, QUEEN_AND_KNIGHT).ranked(6.0)[0][1].to_and_fro
        overlapping = "1.0 d8. 1.4 g4. 1.6 e5N 2.0 d8q 4.5 e5. 5.0 g4N"
        assert weigh(overlapping, QUEEN_AND_KNIGHT).ranked(6.0)[0][1].to_and_fro == {1}

    def test_numbers_are_in_doubt_from_there_on(self) -> None:
        board = chess.Board(QUEEN_AND_KNIGHT)
        one = Weighing(Story(board, letters(board)), [Stretch(0, changes("0.5 a1R 0.6 a1."), {})], 0.0)
        for press in presses(1.2, 1.5, 1.8):
            one.lever(press.t_s, white_to_move=press.white_to_move)
        for t_s, square, piece in changes(THERE_AND_BACK):
            one.field(t_s, square, piece)
        assert one.length_in_doubt(3.0) == 1


class TestRivalsThatAreLonger:
    SHORT, LONG = "h2h3@1.0 d8c8@2.0", "h2h4@0.9 d8e8@1.2 h4h3@1.5 e8d8@1.6 e1e2@1.7 d8c8@2.0"

    def rival(self) -> tuple[Branch, Rival]:
        short, long = line(self.SHORT), line(self.LONG)
        return short, Rival(6.0, long.line, short.line)

    def test_it_is_told_by_how_often_the_clock_was_pressed(self) -> None:
        assert not fits_longer(self.rival()[1], presses(0.6, 1.1))
        assert fits_longer(self.rival()[1], presses(0.6, 1.0, 1.3, 1.5, 1.7, 1.9))
        assert not fits_longer(self.rival()[1], presses(0.1, 0.2, 0.3, 0.4, 2.1, 2.2)), "before and after"

    def test_it_is_asked_once(self) -> None:
        _, rival = self.rival()
        assert not fits_longer(rival, [])
        assert not fits_longer(rival, presses(0.6, 1.0, 1.3, 1.5, 1.7, 1.9))


class TestTally:
    PLIES = "h2h3@1 d8e8@2 h3h2@3 e8d8@4 h2h3@5 d8e8@6 h3h2@7 e8d8@8"

    def test_as_many_as_plies_are_right(self) -> None:
        assert untold_from(line(self.PLIES).line, presses(*(n + 0.5 for n in range(9)))) is None

    def test_four_more_that_stay_are_plies_that_nobody_told(self) -> None:
        more = presses(0.45, 0.55, 1.3, 2.1, 2.2, 2.3, 2.4, 2.5, 3.3, 4.3, 5.3, 6.3, 7.3)
        best = line(self.PLIES)
        since = untold_from(best.line, more)
        assert since is not None
        assert since.landed_s == 2.0
        assert has_ply(best.line, since)
        assert not has_ply(line(self.PLIES).line, since), "of another line"

    def test_two_that_come_early_catch_up(self) -> None:
        early = presses(0.45, 0.55, 1.3, 2.1, 2.2, 2.3, 2.4)
        assert untold_from(line(self.PLIES).line, early) is None

    def test_plies_that_are_seen_late_catch_up_however_late(self) -> None:
        more = presses(0.45, 0.55, 1.3, 2.1, 2.2, 2.3, 2.4, 2.5, 3.3, 4.3, 5.3, 6.3)
        assert untold_from(line(self.PLIES).line, more) is not None
        caught_up = " h2h3@9 d8e8@9 h3h2@9.1 e8d8@9.1 h2h3@9.2"
        assert untold_from(line(self.PLIES + caught_up).line, more) is None

    def test_they_are_not_counted_from_a_ply_that_nobody_saw_land(self) -> None:
        def first_hidden(link: Link | None) -> Link | None:
            if link is None or link.number == 1:
                return link and link._replace(hidden=True)
            return link._replace(before=first_hidden(link.before))

        more = presses(0.41, 0.42, 0.43, 0.44, 0.45, 0.55, 1.3, 2.3, 3.3, 4.3, 5.3, 6.3, 7.3)
        hidden = first_hidden(line(self.PLIES).line)
        assert untold_from(line(self.PLIES).line, more) is not None
        assert untold_from(hidden, more) is None

    def test_they_are_counted_from_the_later_of_two_that_were_seen_in_the_other_order(self) -> None:
        def first_early(link: Link | None) -> Link | None:
            if link is None or link.number == 2:
                return link and link._replace(landed_s=0.2)
            return link._replace(before=first_early(link.before))

        tally = first_early(line("h2h3@1").line)
        assert tally is not None
        assert tally.before is not None
        assert _counted([tally.before, tally], presses(0.25, 0.3, 0.35, 0.45, 1.3)) == [0, 0]

    def test_a_ply_that_stays_counted_is_well_before_the_last(self) -> None:
        last = line(self.PLIES).line
        assert last is not None
        assert is_counted(last._replace(number=22), last._replace(number=3))
        assert not is_counted(last._replace(number=23), last._replace(number=3))


class TestHanging:
    def test_what_is_captured_at_once_is_as_sure_as_the_capture(self) -> None:
        def with_hidden(text: str) -> Link:
            link = line(text).line
            assert link is not None
            assert link.before is not None
            return link._replace(before=link.before._replace(hidden=True))

        assert hanging(with_hidden("h2h8@1.0 d8c8@2.0 h8c8@3.0"), {5}, 0) == [4]
        assert hanging(with_hidden("h2h8@1.0 d8c7@2.0 h8g8@3.0"), {5}, 0) == []
        assert hanging(line("h2h8@1.0 d8c8@2.0 h8c8@3.0").line, {5}, 0) == []

    def test_where_a_piece_goes_on_from_is_as_sure_as_how_it_came_there(self) -> None:
        quick, slow = line("h2h3@1.0 d8c8@1.2 h3g3@1.4"), line("h2h3@1.0 d8c8@1.2 h3g3@9.4")
        assert hanging(quick.line, {3}, 0) == [5]
        assert hanging(slow.line, {3}, 0) == []

    def test_between_two_in_doubt_that_are_near(self) -> None:
        assert between({1, 3, 6, 10}) == [2, 4, 5]

    def test_a_promoted_piece_that_is_taken_at_once_may_have_been_exchanged(self) -> None:
        def taken(at_s: float) -> Branch:
            branch = tell(root("7k/1P6/8/2n5/8/8/8/K7 w - - 0 1"), "1.0 b7. 1.2 b8Q")
            branch = branch.after(1.2, chess.Move.from_uci("b7b8q"))
            return tell(tell(branch, f"{at_s - 0.3} b8."), f"{at_s} b8n")

        def unsure(at_s: float) -> frozenset[int]:
            board = taken(at_s)
            board.board.set_piece_at(chess.C6, chess.Piece.from_symbol("n"))
            board.expected[chess.C6] = "n"
            return board.after(at_s, chess.Move.from_uci("c6b8")).unsure

        assert unsure(1.9) == {1}
        assert unsure(9.0) == frozenset()


class TestStrain:
    def test_the_more_a_line_has_to_explain_the_farther_off_a_rival_must_be(self) -> None:
        base = following.SURE + strain.strain(line(self.PLIES), 3, 4)
        assert self.doubted(0.0, base - 0.1)
        assert not self.doubted(0.0, base + 0.1)
        assert self.doubted(20.0, base + 20 * strain.STRAINED - 0.1)
        assert not self.doubted(20.0, base + 20 * strain.STRAINED + 0.1)
        assert not self.doubted(900.0, following.SURE + strain.MOST_STRAIN + 0.1)

    PLIES = "h2h3@1.0 d8c8@2.0"

    def doubted(self, noise: float, dearer: float) -> bool:
        board = chess.Board(KINGS)
        one = Weighing(Story(board, letters(board)), [Stretch(0, changes("0.5 a1R 0.6 a1."), {})], 0.0)
        best, other = line(self.PLIES), line("h2h4@1.0 d8c8@2.0")
        best.cost += noise
        best.rivals = (Rival(dearer, other.line, best.line),)
        best.unsure, best.debts = frozenset(), {}
        one._weigher.branches, one._weigher._ranking = [best], None
        return bool(one.doubts(2.0))


def test_links_are_what_the_notation_says() -> None:
    found: list[Link] = []
    link = line("h2h3@1.0").line
    while link is not None:
        found.append(link)
        link = link.before
    assert [one.landed_s for one in found] == [1.0, 0.5, 0.4]
