"""Games far longer than any that is played: nothing of a board goes down a chain of its plies."""

import chess

from dgt_monitor.events import GameStart, Move
from dgt_monitor.hall.copying import copied
from dgt_monitor.hall.hall import Hall
from dgt_monitor.laws.occurrences import Occurrence, Occurrences, chain_plies
from drivers.readings import FieldUpdate, LineUp, Score
from tests.hall.hall_driver import DrivenHall

OUT_AND_BACK = ("Nf3", "Nf6", "Ng1", "Ng8")


def knights(plies: int) -> tuple[str, ...]:
    return (OUT_AND_BACK * plies)[:plies]


def test_a_chain_of_occurrences_is_shared_however_long_it_is() -> None:
    occurrences = Occurrences()
    for _ in range(20_000):
        occurrences.push(b"the same")  # type: ignore[arg-type]
    new = copied(occurrences, {})
    chain = new.chain(b"the same")
    assert isinstance(chain, Occurrence)
    assert chain is occurrences.chain(b"the same")  # type: ignore[arg-type]
    occurrences.pop()
    assert len(chain_plies(new.chain(b"the same"))) == 20_000


def test_a_game_that_another_program_tells_may_be_of_any_length() -> None:
    hall = Hall()
    hall.read(0.0, "pgn:a", None, LineUp())
    told = hall.read(1.0, "pgn:a", None, Score(knights(2_000)))
    assert any(isinstance(event, GameStart) for event in told)
    assert sum(isinstance(event, Move) for event in told) > 1_000


def test_a_game_on_a_board_may_be_of_any_length_and_another_follows() -> None:
    hall = DrivenHall()
    hall.up("P1")
    hall.moves("P1", " ".join(knights(2_000)))
    hall.until(hall.t_s + 60)
    assert len(hall.board("P1").moves) == 2_000
    for square, piece in (("e1", "."), ("e4", "K"), ("e8", "."), ("d5", "k")):
        hall.read(hall.t_s + 1, "P1", FieldUpdate(chess.parse_square(square), piece))
    hall.until(hall.t_s + 60)
    for square, piece in (("e4", "."), ("e1", "K"), ("d5", "."), ("e8", "k")):
        hall.read(hall.t_s + 1, "P1", FieldUpdate(chess.parse_square(square), piece))
    hall.games["P1"] = chess.Board()
    hall.moves("P1", "e4 e5")
    hall.until(hall.t_s + 60)
    assert (hall.board("P1").game, hall.board("P1").sans) == (2, ["e4", "e5"])
