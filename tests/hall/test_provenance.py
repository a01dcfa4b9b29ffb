"""How a ply came to be known, in the stream and in the view: seen, worked out from so many squares, remembered."""

import pytest

from dgt_monitor import events
from drivers.readings import MEMORY_ASKED, Asked, BoardDump, LineUp, LogStanding, Memory
from tests.game.logs import log_of
from tests.hall.hall_driver import START, DrivenHall
from tests.hall.test_memory import after

Origin = tuple[str | None, str, int | None]


@pytest.fixture
def hall() -> DrivenHall:
    driven = DrivenHall()
    driven.up("P1", serial="20001")
    driven.moves("P1", "e4 e5")
    return driven


def found(hall: DrivenHall, sans: str) -> None:
    """After twenty seconds without a line this stands on the board."""
    hall.down("P1", hall.t_s + 2.0)
    hall.read(hall.t_s + 20.0, "P1", LineUp())
    hall.read(hall.t_s, "P1", BoardDump(after(sans.split())))


def origins(hall: DrivenHall) -> list[Origin]:
    told: list[Origin] = [(m.san, m.provenance, m.inferred_from) for m in hall.board("20001").moves]
    shown = [(m.san, m.provenance, m.inferred_from) for m in hall.hall.view().boards[0].moves]
    assert told == shown
    return told


SEEN: list[Origin] = [("e4", "seen", None), ("e5", "seen", None)]


def test_a_ply_that_nobody_saw_rests_on_the_squares_it_changed(hall: DrivenHall) -> None:
    found(hall, "e4 e5 Nf3 Nc6 Bc4")
    assert origins(hall) == [*SEEN, *((san, "inferred", 2) for san in ("Nf3", "Nc6", "Bc4"))]
    lines = [events.to_json(event) for event in hall.stream if isinstance(event, events.Move)]
    assert "inferred_from" not in lines[0]
    assert '"provenance":"inferred"' in lines[-1]
    assert '"inferred_from":2' in lines[-1]


def test_castling_rests_on_four(hall: DrivenHall) -> None:
    hall.moves("P1", "Nf3 Nc6 Bc4 Bc5")
    found(hall, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O")
    assert origins(hall)[-1] == ("O-O", "inferred", 4)


def test_a_square_that_was_only_passed_shows_nothing(hall: DrivenHall) -> None:
    hall.moves("P1", "Nf3 Nc6")
    found(hall, "e4 e5 Nf3 Nc6 Ng5 d6 Nxf7")
    assert origins(hall)[4:] == [("Ng5", "inferred", 1), ("d6", "inferred", 2), ("Nxf7", "inferred", 1)]


def test_what_the_memory_tells_was_not_inferred(hall: DrivenHall) -> None:
    found(hall, "e4 e5 Nf3 Nc6")
    hall.read(hall.t_s, "P1", Asked(MEMORY_ASKED))
    hall.read(hall.t_s + 8.3, "P1", Memory((LogStanding(START), *log_of(["e4", "e5", "Nf3", "Nc6"]))))
    assert origins(hall) == [*SEEN, ("Nf3", "memory", None), ("Nc6", "memory", None)]
