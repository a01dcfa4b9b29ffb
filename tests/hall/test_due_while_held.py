"""What falls due on a board while a claim or an intervention is open: it is told when play goes on, not dated back."""

from typing import Any

import chess
import pytest

from dgt_monitor.events import Move, Rule
from drivers.readings import Clock, FieldUpdate
from tests.hall.correcting import KNIGHTS, CorrectedHall

FIVE = f"{KNIGHTS} {KNIGHTS} {KNIGHTS} {KNIGHTS}"


def closed(hall: CorrectedHall, after_s: float, **fields: Any) -> list[Any]:
    """Closed so long after the opening, and what is told until a while after that; the stream's contract is checked."""
    before = len(hall.stream)
    hall.rule("close", after_s=after_s, **fields)
    hall.until(hall.t_s + 10)
    return hall.stream[before:]


@pytest.mark.parametrize("opens", ["claim", "intervene"])
@pytest.mark.parametrize("outcome", ["rejected", "as_it_stands"])
def test_a_last_move_that_could_not_be_confirmed(opens: str, outcome: str) -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5 Nf3")
    hall.read(hall.t_s + 0.1, "P1", FieldUpdate(chess.B8, "."))  # the next piece is lifted already
    hall.rule(opens, after_s=0.2, **({"route": "9.2.2"} if opens == "claim" else {}))
    closed_s = hall.t_s + 60
    told = closed(hall, 60.0, outcome=outcome)
    assert all(event.t >= closed_s for event in told)
    hall.read(hall.t_s + 1, "P1", FieldUpdate(chess.C6, "n"))
    hall.games["P1"].push_san("Nc6")
    hall.until(hall.t_s + 5)  # so long a move must stand where the game's position was to be put back
    hall.moves("P1", "Bb5")
    assert hall.sans().endswith("Nf3 Nc6 Bb5")


def clock(white_s: int, black_s: int, *, white_to_move: bool, runs: bool = True) -> Clock:
    return Clock(white_s, black_s, running=runs, to_move="left" if white_to_move else "right")


def pressed(hall: CorrectedHall, san: str) -> None:
    """A move, and the clock after it."""
    hall.move("P1", san, hall.t_s + 2)
    left_s = 6000 - round(hall.t_s)
    hall.read(hall.t_s + 0.2, "P1", clock(left_s, left_s, white_to_move=hall.games["P1"].turn))


def test_a_fivefold_that_waits_for_the_board_at_the_press() -> None:
    hall = CorrectedHall()
    hall.read(0.5, "P1", clock(6000, 6000, white_to_move=True, runs=False))
    hall.read(1.0, "P1", clock(6000, 6000, white_to_move=True))
    for san in FIVE.split():
        pressed(hall, san)
    assert Rule.FIVEFOLD not in hall.board("P1").rules
    hall.rule("intervene", after_s=0.1)
    told_s = hall.t_s + 60
    told = closed(hall, 60.0, outcome="as_it_stands")
    assert Rule.FIVEFOLD in {event.rule for event in told if event.kind == "alert"}
    assert all(event.t >= told_s for event in told)
    assert not any(isinstance(event, Move) and event.t < told_s for event in told)


def test_a_clock_that_runs_on_after_the_mate() -> None:
    hall = CorrectedHall()
    hall.read(0.5, "P1", clock(6000, 6000, white_to_move=True, runs=False))
    hall.read(1.0, "P1", clock(6000, 6000, white_to_move=True))
    for san in ("f3", "e5", "g4", "Qh4#"):
        pressed(hall, san)
    hall.until(hall.t_s + 5)
    hall.rule("intervene", after_s=1.0)
    told_s = hall.t_s + 60
    told = closed(hall, 60.0, outcome="as_it_stands")
    assert all(event.t >= told_s for event in told if event.kind != "clock")
