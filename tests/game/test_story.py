"""A story beside python-chess playing the same moves, forwards and back."""

import random

import chess
import pytest

from dgt_monitor.game.placement import letters
from dgt_monitor.game.story import Story
from tests.drawn import drawn
from tests.game.positions import show, start, walk


def state(board: chess.Board) -> tuple[object, ...]:
    return board.fen(en_passant="fen"), board.occupied, list(board.occupied_co), board.clean_castling_rights()


@pytest.mark.parametrize("seed", [2, drawn()])
def test_moves_made_unmade_and_looked_back_at(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(12):
        board = start(rng)
        twin, story = board.copy(), Story(board, letters(board))
        states = [state(twin)]
        while len(states) < 80 and (moves := list(twin.legal_moves)):
            move = rng.choice(moves)
            san = twin.san_and_push(move)
            ply = story.make(move, 0.0, "seen")
            assert (ply.san, ply.uci, ply.move) == (san, twin.peek().uci(), twin.peek())
            show(story, ply.undo)
            states.append(state(twin))
            assert state(story.board) == states[-1]
            assert story.expected == letters(twin)
            assert not story.debts
        back = rng.randrange(len(states))
        earlier, placed = story.before(back)
        assert state(earlier) == states[len(states) - 1 - back]
        assert placed == letters(earlier)
        for expected in reversed(states[:-1]):
            story.unmake(0.0)
            assert state(story.board) == expected
            assert story.expected == letters(story.board)


@pytest.mark.parametrize("seed", [4, drawn()])
def test_what_was_put_before_it_was_lifted(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(10):
        for story, moves in walk(rng, 40):
            special = [move for move in moves if story.board.is_castling(move) or story.board.is_en_passant(move)]
            for target in rng.sample(chess.SQUARES, 6):
                letter = rng.choice("PNBRQK" if story.board.turn else "pnbrqk")
                before, story.seen[target] = story.seen[target], letter
                fits = [m for m in moves if m.to_square == target and story.expected[m.from_square] == letter]
                wanted = any(move not in special and not move.promotion for move in fits)
                assert story.can_reach(target) == wanted, f"{story.board.fen()} {letter} {target}"
                story.seen[target] = before


def test_a_start_that_cannot_be_is_left_to_python_chess() -> None:
    for fen in ("8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1", "k6R/8/8/8/8/8/8/K7 w - - 0 1"):
        board = chess.Board(fen)
        story = Story(board.copy(), letters(board))
        move = next(iter(board.legal_moves))
        story.seen[move.from_square], story.seen[move.to_square] = ".", story.seen[move.from_square]
        assert story.make_plain(move.from_square, move.to_square, 0.0) is None
        san = board.san_and_push(move)
        assert story.make(move, 0.0, "seen").san == san
        assert state(story.board) == state(board)
