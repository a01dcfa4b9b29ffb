"""A line with many boards is cut, seen, cut again, and the watch is started again in between."""

from pathlib import Path

from dgt_monitor.events import Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AlertView
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.recorder.record import Record, open_record
from drivers.readings import Asked, BoardDump, Identity, LineDown, LineUp, Reading
from tests.hall.hall_driver import START

LINE, BOARDS = "B1", range(1, 7)


class BusRecord:
    """A watch of one bus line, started again on its journal."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open()

    def _open(self) -> None:
        self.record: Record = open_record(self.path)
        self.recorder = Recorder(self.record.hall, [lambda _: None], self.record.gate)

    def tell(self, t_s: float, reading: Reading, *addresses: int) -> None:
        for address in addresses or (None,):
            self.recorder.take(max(t_s, self.record.hall.t_s), LINE, address, reading)

    def hear(self, t_s: float, *addresses: int) -> None:
        for address in addresses:
            self.tell(t_s, Identity(serial=f"{address:05d}"), address)
            self.tell(t_s, BoardDump(START), address)

    def acknowledge(self, t_s: float, alert_id: str) -> None:
        self.recorder.rule(Ruling(t_s, "arbiter", "acknowledge", alert_id))

    def again(self) -> None:
        """Broken off and started again."""
        self.record.gate.wait_for_all()
        self.recorder.release()
        before = self.alerts
        self.record.close()
        journal = read_journal(self.path)
        for rebuilt in (rebuild(journal), rebuild_last_games(journal)):
            assert not rebuilt.comparison.differences
            assert rebuilt.hall.view().alerts == before
        self._open()

    @property
    def alerts(self) -> tuple[AlertView, ...]:
        return self.record.hall.view().alerts


def test_it_is_one_alert_through_restarts(tmp_path: Path) -> None:
    watch = BusRecord(tmp_path / "event.dgtj")
    watch.tell(0, LineUp(), *BOARDS)
    watch.hear(0, *BOARDS)
    watch.tell(10, LineDown("pulled"))
    (lost,) = watch.alerts
    watch.acknowledge(11, lost.id)
    watch.again()
    (seen,) = watch.alerts
    assert (seen.id, seen.acknowledged_t_s, seen.cleared_t_s) == (lost.id, 11, None), (
        "nothing new of a line that is away"
    )
    watch.tell(20, LineUp())
    watch.hear(21, *BOARDS)
    assert not watch.alerts
    watch.tell(30, LineDown("pulled"))
    (cut_again,) = watch.alerts
    assert cut_again.acknowledged_t_s is None
    watch.again()
    watch.record.close()


def test_a_restart_tells_of_a_line_that_it_was_not_watched_and_not_of_each_board(tmp_path: Path) -> None:
    watch = BusRecord(tmp_path / "event.dgtj")
    watch.tell(0, LineUp(), *BOARDS)
    watch.hear(0, *BOARDS)
    watch.again()
    (alert,) = watch.alerts
    assert (alert.board, alert.rule) == (LINE, Rule.BOARD_LOST)
    assert "the monitor was not running" in alert.text
    assert {board.link for board in watch.record.hall.view().boards} == {"lost"}
    watch.record.close()


def test_a_silent_line_and_who_stays_away_follow_from_the_rows(tmp_path: Path) -> None:
    watch = BusRecord(tmp_path / "event.dgtj")
    watch.tell(0, LineUp(), *BOARDS)
    watch.hear(0, *BOARDS)
    for t_s in (10.0, 11.5):
        watch.tell(t_s, Asked("changes"), *BOARDS)
    watch.recorder.advance(16)
    watch.hear(20, *[n for n in BOARDS if n != 6])
    watch.recorder.advance(60)
    assert [(a.board, a.rule) for a in watch.alerts if a.cleared_t_s is None] == [("00006", Rule.BOARD_SILENT)]
    watch.again()
    watch.record.close()
