"""What is to be acted on is shown at once, with a journal and without; who wants to know is woken, and once."""

from pathlib import Path

import chess
import pytest

from dgt_monitor.events import Alert, Event, Level, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.recorder.live import LiveSession
from dgt_monitor.recorder.record import open_record
from drivers.readings import BoardDump, FieldUpdate, Identity, LineUp, Reading, Request
from drivers.source import Stamped

TO_AND_FRO = ("g1f3", "g8f6", "f3g1", "f6g8") * 4
FIRST_S = 1.0
PLY_S = 3.07
"""Not a multiple of what views wait for."""


def knights() -> list[Stamped]:
    board = chess.Board()
    readings: list[Reading] = [LineUp(), Identity(serial="20001"), BoardDump("".join(letters(board)))]
    out = [Stamped(0.0, "P", None, reading) for reading in readings]
    for ply, uci in enumerate(TO_AND_FRO):
        move = chess.Move.from_uci(uci)
        piece = board.piece_at(move.from_square)
        assert piece is not None
        t_s = FIRST_S + ply * PLY_S
        out += [
            Stamped(t_s, "P", None, FieldUpdate(move.from_square, ".")),
            Stamped(t_s + 0.5, "P", None, FieldUpdate(move.to_square, piece.symbol())),
        ]
        board.push(move)
    return out


class Script:
    """A source whose time goes on only while it is waited for."""

    def __init__(self, stamps: list[Stamped]) -> None:
        self.now_s = 0.0
        self.session: LiveSession | None = None
        self._left = stamps
        self._end_s = stamps[-1].t_s + 5.0

    def poll(self, timeout_s: float) -> list[Stamped]:
        self.now_s = min([self.now_s + timeout_s, *(stamp.t_s for stamp in self._left[:1])])
        due = [stamp for stamp in self._left if stamp.t_s <= self.now_s]
        self._left = self._left[len(due) :]
        if self.now_s >= self._end_s and self.session is not None:
            self.session.stop()
        return due

    def request(self, port: str, request: Request, address: int | None) -> list[Stamped]:  # noqa: ARG002
        return []

    def close(self) -> None:
        """It is over."""


@pytest.mark.parametrize("journal", [False, True])
def test_a_fivefold_is_shown_when_it_is_told_and_not_at_the_next_turn(journal: bool, tmp_path: Path) -> None:
    source, told, woken = Script(knights()), list[Event](), list[tuple[float, list[Rule]]]()
    record = open_record(tmp_path / "hall.dgtj") if journal else None
    session = source.session = LiveSession(source, [told.extend], record=record)
    session.on_call(
        lambda: woken.append((source.now_s, [a.rule for a in session.view().alerts if a.level is Level.ACT]))
    )
    session.run()
    if record is not None:
        record.close()
    concluded_s = [event.t for event in told if isinstance(event, Alert) and event.rule is Rule.FIVEFOLD]
    assert [rules for _, rules in woken] == [[Rule.FIVEFOLD]]
    assert [t_s for t_s, _ in woken] == [pytest.approx(t_s, abs=0.001) for t_s in concluded_s]
