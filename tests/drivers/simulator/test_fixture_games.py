"""The games that the fixtures are made of are legal and are what their names say. Counted here the slow way."""

import gzip
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import chess
import chess.pgn
import pytest

from tests.tools.make_fixtures import OPTIONS, make

GAMES = Path(__file__).resolve().parents[3] / "hw_fixtures" / "pgn"
Count = Callable[[chess.Board], object]


def games_of(name: str) -> list[chess.pgn.Game]:
    games = []
    with (GAMES / f"{name}.pgn").open(encoding="utf-8") as stream:
        while (game := chess.pgn.read_game(stream)) is not None:
            assert not game.errors
            games.append(game)
    return games


def positions(game: chess.pgn.Game) -> list[chess.Board]:
    board = game.board()
    out = [board.copy(stack=False)]
    for move in game.mainline_moves():
        assert board.is_legal(move)
        board.push(move)
        out.append(board.copy(stack=False))
    return out


def most(game: chess.pgn.Game, key: Count) -> int:
    return max(Counter(key(board) for board in positions(game)).values())


def identity(board: chess.Board) -> object:
    en_passant = board.ep_square if board.has_legal_en_passant() else None
    return board.board_fen(), board.turn, board.clean_castling_rights(), en_passant


def diagram(board: chess.Board) -> object:
    return board.board_fen(), board.turn


def test_every_game_file_has_its_options() -> None:
    assert {path.stem for path in GAMES.glob("*.pgn")} == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_games_are_whole(name: str) -> None:
    games = games_of(name)
    assert games
    for game in games:
        assert len(positions(game)) > 25
        assert "?" not in game.headers["White"] + game.headers["Black"]
        assert game.headers["Result"] in {"1-0", "0-1", "1/2-1/2", "*"}


def test_fivefold_comes_from_different_moves_and_not_twice_in_a_row() -> None:
    (game,) = games_of("fivefold")
    boards = positions(game)
    keys = [identity(board) for board in boards]
    assert keys.count(keys[-1]) == 5
    assert most(game, identity) == 5
    plies = [ply for ply, key in enumerate(keys) if key == keys[-1]]
    gaps = [after - before for before, after in pairwise(plies)]
    assert len(set(gaps)) > 1
    moves = list(game.mainline_moves())
    ways = {tuple(moves[before:after]) for before, after in pairwise(plies)}
    assert len(ways) == 4
    movers = {boards[ply].piece_type_at(moves[ply].from_square) for ply in range(plies[0], plies[-1])}
    assert movers >= {chess.QUEEN, chess.ROOK, chess.KING, chess.BISHOP}


@pytest.mark.parametrize("name", ["look-alike-castling", "look-alike-en-passant"])
def test_look_alikes_are_five_diagrams_and_no_fivefold(name: str) -> None:
    (game,) = games_of(name)
    assert most(game, diagram) == 5
    assert most(game, identity) == 4


def test_the_first_look_alike_can_castle_and_the_other_can_take_en_passant() -> None:
    for name, what in (
        ("castling", chess.Board.clean_castling_rights),
        ("en-passant", chess.Board.has_legal_en_passant),
    ):
        boards = positions(games_of(f"look-alike-{name}")[0])
        ((often, _),) = Counter(map(diagram, boards)).most_common(1)
        alike = [what(board) for board in boards if diagram(board) == often]
        assert len(set(alike)) == 2
        assert alike[0]
        assert len(set(alike[1:])) == 1


def test_seventyfive_moves_are_complete_at_the_end() -> None:
    (game,) = games_of("seventyfive")
    boards = positions(game)
    assert boards[0].halfmove_clock < 100
    assert boards[-1].halfmove_clock == 150
    assert not boards[-1].is_checkmate()
    assert most(game, identity) < 3


def test_every_special_move_is_there() -> None:
    seen: set[tuple[bool, str]] = set()
    for game in games_of("every-special-move"):
        for board, move in zip(positions(game), game.mainline_moves(), strict=False):
            if board.is_castling(move):
                seen.add((board.turn, "short" if board.is_kingside_castling(move) else "long"))
            elif board.is_en_passant(move):
                seen.add((board.turn, "en passant"))
            elif move.promotion:
                seen.add((True, f"promotion {chess.piece_symbol(move.promotion)} {board.is_capture(move)}"))
    sides = {(side, what) for side in chess.COLORS for what in ("short", "long", "en passant")}
    assert seen >= sides
    promotions = {what for _, what in seen - sides}
    assert {what.split()[1] for what in promotions} == set("qrbn")
    assert {what.split()[2] for what in promotions} == {"True", "False"}


def test_the_rotated_game_says_so() -> None:
    assert games_of("rotated")[0].headers["Rotated"] == "yes"


def test_the_hall_of_eight_is_a_round_worth_watching() -> None:
    games = games_of("hall-of-eight")
    assert len(games) == 8
    names = [game.headers[colour] for game in games for colour in ("White", "Black")]
    assert len(set(names)) == 16
    ends = [positions(game)[-1] for game in games]
    assert all(30 <= len(positions(game)) <= 61 for game in games)
    assert [most(game, identity) for game in games][:2] == [5, 3]
    assert identity(ends[0]) == Counter(map(identity, positions(games[0]))).most_common(1)[0][0]
    assert ends[2].is_checkmate()
    assert games[3].headers["Result"] == "*"
    assert positions(games[4])[0].halfmove_clock < 100 <= ends[4].halfmove_clock


@pytest.mark.parametrize("name", ["fivefold", "every-special-move", "rotated"])
def test_careful_hands_still_draw_as_they_did(name: str, tmp_path: Path) -> None:
    """The recorded captures were made by clean hands: made anew, they are the same to the byte."""
    assert data_of(make(name, tmp_path)) == data_of(GAMES.parent / f"{name}.dgt.gz")


def data_of(capture: Path) -> list[bytes]:
    """All lines but the headers, which name the version."""
    return [line for line in gzip.decompress(capture.read_bytes()).splitlines() if not line.startswith(b"#")]
