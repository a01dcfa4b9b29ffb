"""Scores in a journal: a kill at any row, a restart, and the same events from the rows as were told."""

from pathlib import Path
from random import Random

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.reading import Journal, chain_faults, read_journal
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.rebuilding import rebuild
from dgt_monitor.recorder.record import Record, open_record
from drivers.readings import Clock, LineUp, Score
from tests.drawn import drawn
from tests.drivers.pgn.writing import MOVES
from tests.hall.scoring import PLAYERS, placement, score

DRAWN = drawn()
KILLS = 12


class Beside:
    """A watch of two boards that another program tells of."""

    def __init__(self, record: Record) -> None:
        self.record, self.told = record, list[Event]()
        self.recorder = Recorder(record.hall, [self.told.extend], record.gate)
        self.t_s = record.base_s
        for port in ("1", "2"):
            self.recorder.take(self.t_s, port, None, LineUp())

    def claim(self, port: str, told: Score, after_s: float = 1.5) -> None:
        self.t_s += after_s
        self.recorder.advance(self.t_s)
        self.recorder.take(self.t_s, port, None, told)

    def finish(self) -> list[Event]:
        self.recorder.finish(self.t_s + 5)
        self.record.gate.wait_for_all()
        self.recorder.release()
        self.record.close()
        return self.told


def sans_of(record: Record) -> dict[str, list[str]]:
    return {view.board: [move.san for move in view.moves] for view in record.hall.view().boards}


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_a_kill_at_any_row(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    rng, path = Random(seed), tmp_path / "event.dgtj"
    beside, plies = Beside(open_record(path)), {"1": 0, "2": 0}
    for turn in range(40):
        port = rng.choice("12")
        plies[port] = max(0, min(len(MOVES), plies[port] + rng.choice([-1, 1, 1, 2])))
        beside.claim(port, score(MOVES[: plies[port]], rng.choice([None, None, None, "1-0"])))
        if rng.random() < 0.3:
            beside.recorder.take(beside.t_s, port, None, placement(" ".join(MOVES[: plies[port]])))
            beside.recorder.take(beside.t_s, port, None, Clock(900 - turn, 900, running=True, to_move="left"))
        if turn == 20 and plies["1"] > 1:
            beside.recorder.rule(Ruling(0.0, "Ada", "replace", board="1", ply=1, moves=("d4", "e5")))
    beside.finish()
    journal = read_journal(path)
    assert not list(chain_faults(journal))
    assert not rebuild(journal).comparison.differences
    for _ in range(KILLS):
        rows = journal.rows[: rng.randrange(len(journal.rows))]
        assert not rebuild(Journal(journal.epoch, rows, [])).comparison.differences


def test_what_was_told_before_a_restart_is_not_told_again(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    beside = Beside(open_record(path))
    beside.claim("1", score(MOVES[:5]))
    beside.claim("2", score(MOVES[:2]))
    beside.finish()
    record = open_record(path)
    assert sans_of(record) == {"1": list(MOVES[:5]), "2": list(MOVES[:2])}
    again = Beside(record)
    again.claim("1", score(MOVES[:5]))
    again.claim("2", score(MOVES[:3]))
    told = again.finish()
    assert [(e.board, e.ply) for e in told if isinstance(e, events.Move) and e.status == "provisional"] == [("2", 3)]
    assert not [event for event in told if isinstance(event, events.Retract | events.GameStart)]


def test_the_same_score_again_is_no_row(tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    beside = Beside(open_record(path))
    for _ in range(5):
        beside.claim("1", score(MOVES[:5]))
        beside.claim("1", Score(tuple(MOVES[:5]), None, PLAYERS))
    beside.finish()
    assert sum(row.form == "Score" for row in read_journal(path).rows) == 1
