"""A simulated hall played into a journal, as fast as can be."""

from collections.abc import Callable
from pathlib import Path

from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.reading import Journal, read_journal
from dgt_monitor.journal.schema import back_up
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.record import Record, open_record
from drivers.simulator.source import SimulatedHall, plan_hall
from drivers.source import Stamped

LOOK_S = 0.2
"""So often the hall is told the time, as a live watch tells it."""


class Watch:
    """A watch of a simulated hall, without a thread of its own: it can be stopped anywhere."""

    def __init__(self, url: str, record: Record | None = None, seen: Callable[[Stamped], None] | None = None) -> None:
        self.source: SimulatedHall = plan_hall(url).open()
        self.told: list[Event] = []
        self.hall = Hall() if record is None else record.hall
        self.gate = None if record is None else record.gate
        self.base_s = 0.0 if record is None else record.base_s
        self.recorder = Recorder(self.hall, [self.told.extend], self.gate)
        self._seen = seen

    def until(self, t_s: float) -> "Watch":
        """Watch until this time of the simulated hall, or its end."""
        while not self.source.over and self.source.now_s < t_s:
            self._take(self.source.poll(LOOK_S))
            self.recorder.advance(max(self.base_s + self.source.now_s, self.hall.t_s))
            for asking in list(self.hall.requests()):
                self._take(self.source.request(asking.port, asking.request, asking.address))
            self.recorder.release()
        return self

    def finish(self) -> list[Event]:
        """The end of the watch: all that was told."""
        self.recorder.finish(self.base_s + self.source.now_s)
        self.flush()
        return self.told

    def flush(self) -> None:
        """Wait until everything is safe, and told."""
        if self.gate is not None:
            self.gate.wait_for_all()
            self.recorder.release()

    def _take(self, stamps: list[Stamped]) -> None:
        for stamp in stamps:
            t_s, port, address, reading = stamp._replace(t_s=max(self.hall.t_s, self.base_s + stamp.t_s))
            if self._seen is not None:
                self._seen(Stamped(t_s, port, address, reading))
            self.recorder.take(t_s, port, address, reading)


def killed(path: Path, target: Path) -> Journal:
    """The journal as a kill at this moment leaves it."""
    back_up(path, target)
    return read_journal(target)


def journal_of(url: str, path: Path, acknowledged_at_s: float | None = None) -> tuple[Journal, list[Event]]:
    """A hall watched to its end: its journal, and what was told. At that time every alert is acknowledged."""
    record = open_record(path)
    watch = Watch(url, record)
    if acknowledged_at_s is not None:
        alerts = watch.until(acknowledged_at_s).hall.view().alerts
        for alert_id in ["none/0", *(alert.id for alert in alerts)]:
            watch.recorder.rule(Ruling(0.0, "arbiter", "acknowledge", alert_id))
    told = watch.until(1e9).finish()
    assert record.close() == 0
    return read_journal(path), told
