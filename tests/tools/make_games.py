"""Makes the built-in games of the simulator: known openings, then a player who looks two plies ahead and is not sure.

    python -m tests.tools.make_games drivers/simulator/games.pgn

Takes some minutes. The games are synthetic; the names are invented.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import chess
import chess.pgn

SEED = 20261
OPENINGS = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6",
    "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6",
    "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7",
    "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6",
    "d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5",
    "d4 d5 Bf4 Nf6 e3 c5 c3 Nc6 Nd2 e6",
    "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5",
    "e4 g6 d4 Bg7 Nc3 d6 f4 Nf6 Nf3 O-O",
)
NAMES = (
    "Aldous", "Berenson", "Cavell", "Dragomir", "Eskelund", "Farsang", "Gallimore", "Halvard", "Ishikura", "Jorvik",
    "Kestrel", "Lindqvist", "Marlow", "Novosad", "Oduya", "Pellegrin", "Quist", "Rainsford", "Solheim", "Tamarind",
    "Ulvik", "Vasko", "Whitlock", "Xanthos", "Yardley", "Zelenka",
)  # fmt: skip
WORTH = {chess.PAWN: 100, chess.KNIGHT: 310, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 920, chess.KING: 0}
MATE = 100_000
NOISE = 25
"""Centipawns by which the player misjudges."""
ORDINARY = 21
LONGEST_PLIES = 140


def worth(board: chess.Board) -> int:
    """Of the position, for the side to move, in centipawns."""
    total = 0
    for square, piece in board.piece_map().items():
        rank = chess.square_rank(square) if piece.color else 7 - chess.square_rank(square)
        middle = 7 - abs(2 * chess.square_file(square) - 7)
        value = WORTH[piece.piece_type]
        if piece.piece_type == chess.PAWN:
            value += 4 * rank + 2 * middle * (rank in (2, 3, 4)) + 25 * (rank == 6)
        elif piece.piece_type in (chess.KNIGHT, chess.BISHOP):
            value += 4 * min(rank, 4) + 4 * middle
        elif piece.piece_type == chess.KING and len(board.piece_map()) > 14:
            value -= 15 * rank + 5 * middle
        total += value if piece.color == board.turn else -value
    return total


def calm(board: chess.Board, low: int, high: int) -> int:
    """The worth once nothing is to be taken any more."""
    low = max(low, worth(board))
    if low >= high:
        return low
    for move in sorted(board.generate_legal_captures(), key=lambda m: -gain(board, m)):
        if gain(board, move) < 0:
            break
        board.push(move)
        low = max(low, -calm(board, -high, -low))
        board.pop()
        if low >= high:
            break
    return low


def gain(board: chess.Board, move: chess.Move) -> int:
    """Roughly what a capture brings."""
    taken, own = board.piece_type_at(move.to_square) or chess.PAWN, board.piece_type_at(move.from_square) or chess.PAWN
    cost = WORTH[own] if board.is_attacked_by(not board.turn, move.to_square) else 0
    return WORTH[taken] - cost + (800 if move.promotion == chess.QUEEN else 0)


def look(board: chess.Board, depth: int, low: int, high: int) -> int:
    """The worth for the side to move, so many plies ahead."""
    if depth == 0:
        return calm(board, low, high)
    moves = list(board.legal_moves)
    if not moves:
        return -MATE if board.is_check() else 0
    moves.sort(key=lambda m: -gain(board, m) if board.is_capture(m) else 0)
    for move in moves:
        board.push(move)
        low = max(low, -look(board, depth - 1, -high, -low))
        board.pop()
        if low >= high:
            break
    return low


def choose(board: chess.Board, rng: Random) -> chess.Move:
    """What the player plays: about the best."""
    best, chosen = float(-MATE * 2), None
    for move in board.legal_moves:
        bonus = rng.gauss(0, NOISE) + (45 if board.is_castling(move) else 0)
        board.push(move)
        value = -look(board, 1, -MATE * 2, 3 * NOISE - int(best)) + bonus
        if board.is_repetition(2):
            value -= 60
        board.pop()
        if value > best:
            best, chosen = value, move
    assert chosen is not None
    return chosen


def to_and_fro(board: chess.Board, rng: Random) -> tuple[chess.Move, chess.Move]:
    """A quiet move of either side that can be taken back, losing nothing."""
    for own in rng.sample(list(board.legal_moves), board.legal_moves.count()):
        if not quiet(board, own):
            continue
        board.push(own)
        for theirs in rng.sample(list(board.legal_moves), board.legal_moves.count()):
            if not quiet(board, theirs):
                continue
            board.push(theirs)
            back = chess.Move(own.to_square, own.from_square)
            fits = back in board.legal_moves and not board.is_check() and look(board, 1, -MATE, MATE) < 120
            if fits:
                board.push(back)
                fits = chess.Move(theirs.to_square, theirs.from_square) in board.legal_moves
                board.pop()
            board.pop()
            if fits:
                board.pop()
                return own, theirs
        board.pop()
    raise ValueError("nothing can go to and fro here")


def quiet(board: chess.Board, move: chess.Move) -> bool:
    """Whether it is a quiet move of a piece that keeps every right to castle."""
    piece = board.piece_type_at(move.from_square)
    if piece == chess.PAWN or board.is_capture(move) or board.is_castling(move):
        return False
    return not board.gives_check(move) and (not board.castling_rights or piece not in (chess.KING, chess.ROOK))


def play(opening: str, rng: Random, repeats_at: int | None = None, times: int = 0, then: int = 0) -> chess.Board:
    """A game; from a ply on pieces may go to and fro until the position has stood so often, and then on or not."""
    board = chess.Board()
    for san in opening.split():
        board.push_san(san)
    while not board.is_game_over() and board.ply() < LONGEST_PLIES:
        if board.ply() == repeats_at:
            own, theirs = to_and_fro(board, rng)
            for _ in range(times - 1):
                for move in (own, theirs):
                    board.push(move)
                for move in (own, theirs):
                    board.push(chess.Move(move.to_square, move.from_square))
            until = board.ply() + then
            while board.ply() < until:
                board.push(choose(board, rng))
            return board
        board.push(choose(board, rng))
        if len(board.piece_map()) < 5:
            return board
    return board


def result(board: chess.Board) -> str:
    """As the game stands."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.result()
    balance = worth(board) * (1 if board.turn else -1)
    return "1-0" if balance > 350 else "0-1" if balance < -350 else "1/2-1/2"


def written(number: int, board: chess.Board, rng: Random) -> str:
    """The game as PGN."""
    game = chess.pgn.Game.from_board(board)
    game.headers.clear()
    white, black = rng.sample(NAMES, 2)
    for tag, value in (
        ("Event", "Built-in games (synthetic)"), ("Site", "?"), ("Date", "????.??.??"), ("Round", str(number)),
        ("White", white), ("Black", black), ("Result", result(board)), ("TimeControl", "5400+30"),
    ):  # fmt: skip
        game.headers[tag] = value
    return str(game)


def all_games() -> Iterator[chess.Board]:
    """The games of the file, one after the other: first a fivefold that the players do not notice."""
    yield play(OPENINGS[3], Random(SEED), 12, times=5, then=30)
    for number in range(ORDINARY):
        if number == 6:
            yield play(OPENINGS[7], Random(SEED + 1), 34, times=3)
        if number == 12:
            yield play(OPENINGS[9], Random(SEED + 2), 22, times=5, then=8)
        yield play(OPENINGS[number % len(OPENINGS)], Random(f"{SEED}/{number}"))


def main() -> None:
    """Write the file."""
    with Path(sys.argv[1]).open("w", encoding="utf-8") as out:
        for number, board in enumerate(all_games(), 1):
            out.write(written(number, board, Random(f"{SEED}/{number}/names")) + "\n\n")
            out.flush()
            sys.stderr.write(f"{number}: {board.ply()} plies {board.outcome()}\n")


if __name__ == "__main__":
    main()
