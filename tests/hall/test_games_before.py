"""The moves of a game that is over are corrected as those of the present one, which is not touched by it."""

from typing import Any

import chess

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.told_games import games_of
from drivers.readings import FieldUpdate
from tests.hall.correcting import CorrectedHall


def next_array(hall: CorrectedHall) -> None:
    hall.until(hall.t_s + 5)
    hall.set_up("P1", chess.Board(), "".join(hall.view().physical))
    hall.games["P1"].reset()


def two_games() -> CorrectedHall:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7")
    hall.rule("result", result="1-0")
    next_array(hall)
    hall.moves("P1", "d4 d5 c4")
    hall.until(hall.t_s + 5)
    assert hall.view().game == 2
    return hall


def sans(hall: CorrectedHall, game: int) -> str:
    """As the games of a stream are written out."""
    told = [each for each in games_of(hall.stream) if (each.board, each.start.game) == ("P1", game)]
    return " ".join(str(move.san) for move in told[0].moves)


def summaries(told: list[Event]) -> list[tuple[int, str, str]]:
    return [(e.game, " ".join(map(str, e.moves)), e.result) for e in told if isinstance(e, events.Summary)]


OTHER = "e4 c5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"


def test_the_rest_is_laid_over_it_and_the_present_game_stays() -> None:
    hall = two_games()
    before, first = hall.held, sans(hall, 1)
    told = hall.rule("replace", game=1, ply=3, moves=("Nc3",), after_s=0.0)
    changed = sans(hall, 1)
    assert changed.startswith("e4 e5 Nc3 Nc6")
    assert [e.ply for e in told if isinstance(e, events.Retract)] == [3]
    assert {e.game for e in told if isinstance(e, events.Move | events.Retract)} == {1}
    assert summaries(told) == [(1, changed, "1-0")]
    assert hall.held == before
    told = hall.undo()
    assert sans(hall, 1) == first
    assert summaries(told) == [(1, first, "1-0")]
    assert hall.held == before
    hall.undo()
    assert sans(hall, 1) == changed


def test_play_goes_on_and_the_game_after_is_not_touched() -> None:
    hall = two_games()
    hall.rule("replace", game=1, ply=2, moves=("c5",))
    hall.moves("P1", "e6 Nc3")
    hall.until(hall.t_s + 5)
    assert (sans(hall, 1), hall.sans()) == (sans(hall, 1), "d4 d5 c4 e6 Nc3")
    assert sans(hall, 1).startswith("e4 c5 Nf3 Nc6")
    next_array(hall)
    hall.moves("P1", "c4")
    hall.rule("replace", game=2, ply=5, moves=("Nf3",))
    assert (sans(hall, 2), hall.sans()) == ("d4 d5 c4 e6 Nf3", "c4")
    hall.undo()
    assert sans(hall, 2) == "d4 d5 c4 e6 Nc3"


def test_its_result_is_ruled_and_taken_back_as_before() -> None:
    hall = two_games()
    told = hall.rule("result", game=1, result="0-1")
    assert [(e.game, e.result) for e in told if isinstance(e, events.Result)] == [(1, "0-1")]
    told = hall.rule("replace", game=1, ply=10, moves=("Bc5",))
    assert [result for _, _, result in summaries(told)] == ["0-1"]
    hall.undo(hall.last - 1)
    assert hall.board("P1").results[1].result == "1-0"


def test_what_cannot_be_is_refused() -> None:
    hall = two_games()
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("replace", {"game": 1, "ply": 3, "moves": ("Qh8",)}, "Qh8 is no legal move there."),
        ("replace", {"game": 7, "ply": 3, "moves": ("Nc3",)}, "What the board said in game 7 is not at hand"),
        ("settle", {"game": 1, "ply": 3, "moves": ("Nc3",)}, "These moves do not lead to the position that stood"),
        ("position", {"game": 1, "turn": "black"}, "Game 1 is over, and whose move it was at its beginning follows"),
        ("position", {"game": 7, "turn": "black"}, "What the board said in game 7 is not at hand"),
    ]
    for kind, fields, why in wrong:
        assert hall.refused(kind, **fields).startswith(why)
    assert sans(hall, 1) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"


def test_the_rights_from_a_ply_on_are_said_of_it() -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nf6")
    hall.rule("result", result="1-0")
    next_array(hall)
    hall.moves("P1", "d4 d5 c4")
    hall.until(hall.t_s + 5)
    before = hall.held
    told = hall.rule("position", game=1, ply=6, castling="KQkq", after_s=0.0)
    fens = [event.fen.fen().split()[2] for event in told if isinstance(event, events.Move)]
    assert (fens, sans(hall, 1)) == (["KQkq"] * 3, "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nf6")
    assert hall.held == before
    assert ruling_said(told).endswith(", after half-move 6, of game 1")
    told = hall.undo()
    assert [event.fen.fen().split()[2] for event in told if isinstance(event, events.Move)] == ["-"] * 3


def ruling_said(told: list[Event]) -> str:
    (ruled,) = (event for event in told if isinstance(event, events.Ruled))
    return ruled.text


def illegal_in_game_1() -> CorrectedHall:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5")
    for square, piece in ((chess.G1, "."), (chess.E3, "N"), (chess.D7, "."), (chess.D5, "p")):
        hall.read(hall.t_s + 1.5, "P1", FieldUpdate(square, piece))
    hall.until(hall.t_s + 5)
    assert [move.legal for move in hall.board("P1").moves] == [True, True, False, True]
    for square, piece in ((chess.E3, "."), (chess.G1, "N"), (chess.D5, "."), (chess.D7, "p")):
        hall.read(hall.t_s + 1.5, "P1", FieldUpdate(square, piece))
    hall.until(hall.t_s + 5)
    hall.moves("P1", "Nf3 Nc6")
    hall.rule("result", result="1/2-1/2")
    next_array(hall)
    hall.moves("P1", "d4 d5 c4")
    hall.until(hall.t_s + 5)
    assert hall.view().game == 2
    return hall


def test_what_an_illegal_move_ended_as_is_said_of_it() -> None:
    hall = illegal_in_game_1()
    before, first = hall.held, sans(hall, 1)
    told = hall.rule("illegal", game=1, outcome="restored_further_back", ply=1, after_s=0.0)
    assert ruling_said(told).endswith("of game 1")
    assert sans(hall, 1) != first
    assert sans(hall, 1).startswith("e4")
    assert hall.held == before
    hall.undo()
    assert (sans(hall, 1), hall.held) == (first, before)
    assert hall.refused("illegal", game=1, alert_id="P1/999") == "There is no such illegal move in this game."
    assert hall.refused("illegal", game=1, outcome="restored_further_back", ply=90).startswith(
        "The game has no position"
    )


def test_of_two_rulings_on_one_game_each_is_undone_for_itself() -> None:
    hall = two_games()
    first = sans(hall, 1)
    hall.rule("replace", game=1, ply=10, moves=("d6",))
    hall.rule("replace", game=1, ply=9, moves=("d3",))
    assert sans(hall, 1).startswith("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3")
    hall.undo(2)
    hall.undo(3)
    assert sans(hall, 1) == first


def test_what_was_corrected_while_it_was_on_is_undone_when_it_is_over() -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7")
    hall.rule("replace", ply=10, moves=("Bc5",))
    hall.rule("result", result="1-0")
    next_array(hall)
    hall.moves("P1", "d4 d5 c4")
    hall.until(hall.t_s + 5)
    corrected, before = sans(hall, 1), hall.held
    assert corrected.endswith("O-O Bc5")
    told = hall.undo(1)
    assert sans(hall, 1).endswith("O-O Be7")
    assert [(e.game, e.ply) for e in told if isinstance(e, events.Retract)] == [(1, 10)]
    assert [result for _, _, result in summaries(told)] == ["1-0"]
    assert hall.held == before
    hall.undo()
    assert sans(hall, 1) == corrected
    hall.rule("replace", game=1, ply=9, moves=("d3",))
    hall.undo(1)
    assert sans(hall, 1).endswith("Nf6 d3")


def test_what_would_change_is_told_before() -> None:
    hall = two_games()
    ruling = Ruling(hall.t_s, "Ada", "replace", board="P1", game=1, ply=10, moves=("d6",))
    before = hall.held
    assert hall.hall.preview(ruling).startswith("1 half-move is another one, from half-move 10 on: d6.")
    assert hall.held == before
    assert sans(hall, 1).endswith("O-O Be7")
    assert "game 9 is not at hand" in hall.hall.preview(ruling._replace(game=9))
