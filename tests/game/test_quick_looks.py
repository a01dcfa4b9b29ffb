"""Quick looks that stand for dearer ones: held against python-chess, on positions of random games."""

import random
from collections.abc import Iterator

import chess
import pytest

from dgt_monitor.game.placement import EMPTY, changes, letters
from dgt_monitor.game.story import Story
from dgt_monitor.game.trail import Trail, as_told, word_of
from dgt_monitor.game.weighing.standing import Debt, Standing
from tests.drawn import drawn

GAMES, PLIES = 4, 80


def positions(seed: int) -> Iterator[tuple[chess.Board, random.Random]]:
    rng = random.Random(seed)
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            yield board.copy(stack=False), rng
            board.push(rng.choice(moves))


def standing(board: chess.Board, seen: list[str]) -> Standing:
    expected = letters(board)
    debts = {
        square: Debt(0.0, 0.0, seen[square], 0, False, 0.0, seen[square])
        for square in range(64)
        if seen[square] != expected[square]
    }
    return Standing(board, expected, seen, debts)


@pytest.mark.parametrize("seed", [3, drawn()])
def test_a_check_is_seen_as_python_chess_sees_it(seed: int) -> None:
    for board, _ in positions(seed):
        assert standing(board, letters(board)).is_checked() == board.is_check(), board.fen()


@pytest.mark.parametrize("seed", [4, drawn()])
def test_an_answer_to_a_stop_over_is_never_missed(seed: int) -> None:
    asked = 0
    for board, rng in positions(seed):
        after = board.copy(stack=False)
        stop = rng.choice(list(after.legal_moves))
        after.push(stop)
        replies = list(after.legal_moves)
        if not replies:
            continue
        reply = rng.choice(replies)
        after.push(reply)
        on = [move for move in after.legal_moves if move.from_square == stop.to_square]
        if on:
            after.push(rng.choice(on))
        seen, expected = letters(after), letters(board)
        came = [square for square in range(64) if seen[square] != EMPTY and seen[square].isupper() != board.turn]
        if any(seen[square] != expected[square] for square in came):
            asked += 1
            assert standing(board, seen).is_answered(), (board.fen(), stop.uci(), reply.uci())
    assert asked


def test_where_no_answer_can_have_come_there_is_none() -> None:
    board = chess.Board()
    seen = letters(board)
    seen[chess.E5] = "r"  # both rooks stand behind their pawns
    assert not standing(board, seen).is_answered()
    seen[chess.E5] = "n"
    assert not standing(board, seen).is_answered()
    seen[chess.E5], seen[chess.C6] = EMPTY, "n"
    assert standing(board, seen).is_answered()


@pytest.mark.parametrize("seed", [6, drawn()])
def test_what_is_plain_is_legal_and_changes_two_squares(seed: int) -> None:
    found = 0
    for board, rng in positions(seed):
        story = Story(board.copy(), letters(board))
        for _ in range(8):
            origin, target = rng.randrange(64), rng.randrange(64)
            letter = story.expected[origin]
            move = chess.Move(origin, target)
            plain = letter != EMPTY and story.is_plain(origin, target, letter)
            assert not plain or (board.is_legal(move) and len(changes(board, move, story.expected)) == 2)
        for move in board.legal_moves:
            if not move.promotion and len(changes(board, move, story.expected)) == 2:
                found += 1
                assert story.is_plain(move.from_square, move.to_square, story.expected[move.from_square])
    assert found


def test_a_trail_is_read_on_from_where_one_stopped() -> None:
    trail = Trail()
    assert trail.since(0) is None  # no game has begun
    trail.begin("." * 64)
    trail.add(word_of(3, "K"))
    trail.add(word_of(5, "q"))
    assert trail.since(0) == trail.of_game(2)
    assert trail.since(1) == as_told(5, "q")
    assert trail.since(2) == b""
