"""A sample of the round trip bench: games through the simulator and back through the monitor."""

import chess
import pytest

from tests.bench import roundtrip
from tests.bench.roundtrip import Truth, make_hall, run_hall, truth_of
from tests.drawn import drawn


@pytest.mark.parametrize("seed", [1, drawn()], ids=["fixed", "random"])
def test_the_moves_come_back(seed: int) -> None:
    for hall in range(2):
        outcome = run_hall((seed, hall, 20, ""))
        assert outcome.games == 20
        assert outcome.kinds["plies"] > 100
        assert outcome.wrong == []
        assert outcome.kinds["false alarms"] == 0


def test_a_wrong_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roundtrip, "truth_of", lambda game: (Truth(("e2e4",), 1), truth_of(game)[1]))
    outcome = run_hall((1, 0, 2, ""))
    assert [wrong.board for wrong in outcome.wrong] == ["P01", "P02"]
    assert "1. " in outcome.wrong[0].pgn


def test_halls_hold_every_kind_of_game() -> None:
    games = [game for hall in range(12) for game in make_hall(3, hall, 20)[0]]
    kinds = sum((truth_of(game)[1] for game in games), truth_of(games[0])[1])
    assert min(kinds[kind] for kind in ("castlings", "en passants", "promotions")) > 20
    assert {game.rotated for game in games} == {True, False}
    assert {game.control is None for game in games} == {True, False}
    assert {game.start.chess960 for game in games} == {True, False}
    assert max(truth_of(game)[0].max_count for game in games) >= 3
    for game in games[:50]:
        board: chess.Board = game.start.copy()
        for move in game.moves:
            assert board.is_legal(move)
            board.push(move)
