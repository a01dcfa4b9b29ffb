"""How often a placement was told, whatever moves were made of it."""

import chess

from dgt_monitor.game.placement import START, letters
from dgt_monitor.game.trail import Trail, word_of
from dgt_monitor.game.visits import Visits


def trail_of(told: str, start: str = START) -> Trail:
    """A game whose changes are these: `g1. f3N` lifts a knight and puts it down."""
    trail = Trail()
    trail.begin(start)
    tell(trail, told)
    return trail


def tell(trail: Trail, told: str) -> None:
    for change in told.split():
        trail.add(word_of(chess.parse_square(change[:2]), change[2]))


def after(*moves: str) -> list[str]:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return letters(board)


ROUND = "g1. f3N g8. f6n f3. g1N f6. g8n "


def test_a_shuffle_comes_back_to_what_stood() -> None:
    trail, visits = trail_of(ROUND * 4), Visits()
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 5
    assert visits.count(trail, after("g1f3"), white_moved=True, rotated=False) == 4
    assert visits.count(trail, after("g1f3"), white_moved=False, rotated=False) == 0


def test_it_reads_on_where_it_stopped_and_begins_anew_with_a_game() -> None:
    trail, visits = trail_of(ROUND), Visits()
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 2
    tell(trail, ROUND)
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 3
    trail.begin(START)
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 1
    trail.cut(0)
    trail.began = 0
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 1


def test_a_reply_that_is_begun_too_early_hides_nothing() -> None:
    trail, visits = trail_of("g1. g8. f3N f6n f3. f6. g1N g8n"), Visits()
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 2


def test_an_arrival_before_the_departure_is_one_landing() -> None:
    trail, visits = trail_of("f3N g1. f6n g8. g1N f3. g8n f6."), Visits()
    assert visits.count(trail, after("g1f3"), white_moved=True, rotated=False) == 1
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 2


def test_what_is_put_back_or_stands_between_two_squares_has_not_come_again() -> None:
    trail, visits = trail_of("g1. f3N " + "f3. f4N f4. f3N " * 5 + "g8. g8n " * 5), Visits()
    assert visits.count(trail, after("g1f3"), white_moved=True, rotated=False) == 1


def test_what_is_taken_back_is_put_there_by_the_other_side() -> None:
    trail, visits = trail_of("g1. f3N f3. g1N " * 5), Visits()
    assert visits.count(trail, after(), white_moved=False, rotated=False) == 1


def test_a_captured_piece_is_gone() -> None:
    start = "".join(after("e2e4", "d7d5"))
    taken = after("e2e4", "d7d5", "e4d5")
    for told in ("e4. d5P", "d5. e4. d5P", "d5P e4."):
        assert Visits().count(trail_of(told, start), taken, white_moved=True, rotated=False) == 1, told
    passing = after("e2e4", "d7d5", "e4e5", "f7f5")
    trail = trail_of("e5. f5. f6P " + "b8. c6n g1. h3N c6. b8n h3. g1N " * 3, "".join(passing))
    gone = after("e2e4", "d7d5", "e4e5", "f7f5", "e5f6")
    assert Visits().count(trail, gone, white_moved=True, rotated=False) >= 2


def test_a_board_that_lies_the_other_way_round() -> None:
    turned = " ".join(f"{chess.square_name(63 - chess.parse_square(c[:2]))}{c[2]}" for c in ROUND.split())
    trail = trail_of(turned, START[::-1])
    assert Visits().count(trail, after(), white_moved=False, rotated=True) == 2
