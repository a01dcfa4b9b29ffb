"""Who was there when an alert to act on was shown first: notes in the journal, read in the history."""

from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from dgt_monitor.cli.start import cli
from dgt_monitor.events import AlertCleared
from dgt_monitor.journal.note_forms import Delivered, Notified, Screen, Written
from dgt_monitor.journal.reading import read_journal, value_of
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.notifying import Notifying
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.recorder.record import Record, open_record
from drivers.readings import BoardDump, FieldUpdate, LineUp
from tests.hall.hall_driver import START
from tests.hall.touching import knights

ANNA, JAN = Screen("Anna", "attached", looks_only=False), Screen("Jan", "attached", looks_only=True)


class Watch:
    """A board on which a position comes five times."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.record: Record = open_record(path)
        self.notifying = Notifying(self.record.gate, lambda: self.record.hall.t_s)
        self.recorder = Recorder(self.record.hall, [self.notifying.hear], self.record.gate)
        self.recorder.take(0.0, "7", None, LineUp())
        self.recorder.take(0.0, "7", None, BoardDump(START))

    def fivefold(self) -> None:
        for n in range(4):
            words = knights(1 + 8 * n).split()
            for time, touch in zip(words[::2], words[1::2], strict=True):
                self.recorder.take(float(time), "7", None, FieldUpdate(chess.parse_square(touch[:2]), touch[2]))
        self.pass_to(60.0)

    def pass_to(self, t_s: float) -> None:
        self.recorder.advance(t_s)
        self.record.gate.wait_for_all()
        self.recorder.release()

    def notes(self) -> list[Screen | Notified]:
        self.pass_to(90.0)
        assert self.record.close() == 0
        rows = [row for row in read_journal(self.path).rows if row.kind == "note"]
        return [value for value in map(value_of, rows) if isinstance(value, Screen | Notified)]


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    return Watch(tmp_path / "event.dgtj")


def test_it_stands_who_was_attached_when_it_was_let_out(watch: Watch) -> None:
    gone = JAN._replace(author="Ida", looks_only=False)
    for each in (ANNA, JAN, gone, gone._replace(state="left")):
        watch.notifying.take(each)
    watch.fivefold()
    watch.notifying.take(gone)
    *desks, shown, again = watch.notes()
    assert desks == [ANNA, JAN, gone, gone._replace(state="left")]
    assert isinstance(shown, Notified)
    assert shown.screens == ("Anna", "Jan (read-only)")
    assert again == gone


def test_where_nobody_was_there_the_first_who_comes_is_shown_it(watch: Watch) -> None:
    watch.fivefold()
    for each in (ANNA, JAN):
        watch.notifying.take(each)
    nobody, anna, first, jan = watch.notes()
    assert isinstance(nobody, Notified)
    assert (nobody.screens, anna, first, jan) == ((), ANNA, nobody._replace(screens=("Anna",)), JAN)


def test_what_ended_before_anybody_came_is_shown_to_nobody(watch: Watch) -> None:
    watch.fivefold()
    (open_alert,) = (each for each in watch.record.hall.view().alerts if each.level == "act")
    watch.notifying.hear([AlertCleared(61.0, "7", open_alert.id, 1, open_alert.rule, open_alert.ply, "resolved")])
    watch.notifying.take(ANNA)
    assert [note for note in watch.notes() if isinstance(note, Notified) and note.screens] == []


def test_nothing_follows_from_it_and_the_history_tells_it(watch: Watch) -> None:
    watch.notifying.take(ANNA)
    watch.fivefold()
    watch.notifying.take(ANNA._replace(state="left"))
    assert len(watch.notes()) == 3
    journal = read_journal(watch.path)
    for rebuilt in (rebuild(journal), rebuild_last_games(journal)):
        assert (rebuilt.comparison.differences, rebuilt.damage) == ([], [])
    told = CliRunner().invoke(cli, ["history", "7", str(watch.path)]).output
    first = [line for line in told.splitlines() if "is shown first to Anna" in line]
    assert len(first) == 1
    assert "the screen of Anna is attached" in told
    assert "the screen of Anna is there no more" in told
    assert CliRunner().invoke(cli, ["verify", str(watch.path)]).exit_code == 0


def test_lines_are_somebody_to_whom_an_alert_is_shown(watch: Watch) -> None:
    watch.notifying.take(Written("plain lines"))
    watch.notifying.take(JAN)
    watch.fivefold()
    *_, shown = watch.notes()
    assert isinstance(shown, Notified)
    assert shown.screens == ("plain lines", "Jan (read-only)")
    told = CliRunner().invoke(cli, ["history", "7", str(watch.path)]).output
    assert "plain lines are written to standard output" in told
    assert f"alert {shown.alert} is shown first to plain lines, Jan (read-only)" in told


def test_what_came_to_a_desk_stands_in_the_history_of_its_board(watch: Watch) -> None:
    watch.fivefold()
    watch.notifying.take(Delivered("7/3", "Jan", looks_only=True))
    watch.notes()
    told = CliRunner().invoke(cli, ["history", "7", str(watch.path)]).output
    assert "alert 7/3 has come to the screen of Jan" in told


@pytest.mark.parametrize(("option", "said"), [("--plain", "plain lines"), ("--json", "the event stream")])
def test_a_watch_notes_what_it_writes(option: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    url = "sim://?boards=1&speed=max&think=0.1"
    assert CliRunner().invoke(cli, ["watch", option, "--journal", str(path), url]).exit_code == 0
    values = [value_of(row) for row in read_journal(path).rows if row.kind == "note"]
    assert Written(said) in values  # type: ignore[arg-type]
