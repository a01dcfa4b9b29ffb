"""Two files for one board."""

from pathlib import Path

from tests.drivers.pgn.test_source import Looking
from tests.drivers.pgn.writing import MOVES, game_text, round_text


def test_two_files_that_tell_different_games_of_a_board_are_told_once(tmp_path: Path) -> None:
    one = tmp_path / "game-1.pgn"
    one.write_text(game_text(MOVES[:2], round_board="1.1"))
    looking = Looking(tmp_path)
    assert looking.look(3) == {"1": MOVES[:2]}
    second = tmp_path / "board-1.pgn"
    second.write_text(game_text(MOVES[:4], round_board="1.1"))
    assert looking.look(3) == {"1": MOVES[:4]}
    assert looking.troubles == []  # it goes on there
    for number in range(3):
        second.write_text(game_text(("d4", "d5", *["Nc3"][:number]), round_board="1.1", white="Other"))
        looking.look(3)
        one.write_text(game_text(MOVES[: 3 + number], round_board="1.1"))
        assert looking.look(3) == {"1": MOVES[: 3 + number]}
    assert looking.troubles == [
        "board 1: board-1.pgn, game-1.pgn tell different games of one round; the one written last is followed"
    ]
    (tmp_path / "games.pgn").write_text(round_text([("c4",), ("e4",)]))  # one that gathers all is always behind
    assert looking.look(3)["2"] == ("e4",)
    assert len(looking.troubles) == 1
