"""What stands is told once more in an order that a reader can follow, also after the past was corrected."""

from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.recorder.standing import standing
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.stream_contract import StreamReader


def opinion(stream: list[Event]) -> object:
    """What a reader holds of each board, times aside."""
    boards = StreamReader().read(stream).boards
    return {
        name: ([move._replace(t=0.0) for move in reader.moves], sorted(reader.alerts), reader.result)
        for name, reader in boards.items()
    }


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("replace", {"ply": 3, "moves": ("Nh3", "Nf6", "Ng1", "Ng8")}),
        ("position", {"turn": "white", "castling": "KQ"}),
    ],
)
def test_an_alert_that_stays_after_a_ruling_on_the_moves_comes_after_its_ply(rule: str, fields: dict[str, Any]) -> None:
    hall = CorrectedHall("P1")
    hall.moves("P1", "e4 e5 " + " ".join([KNIGHTS] * 4))
    hall.until(hall.t_s + 5)
    (fivefold,) = (alert for alert in hall.board("P1").alerts.values() if alert.rule is Rule.FIVEFOLD)
    hall.rule("result", result="1/2-1/2")
    hall.rule(rule, **fields)
    assert fivefold.id in hall.board("P1").alerts
    told = standing(hall.stream)
    assert opinion(told) == opinion(hall.stream)
    move = next(event for event in told if isinstance(event, events.Move) and event.ply == fivefold.ply)
    assert told.index(move) < told.index(fivefold)
