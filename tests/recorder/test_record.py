"""A watch that was broken off goes on: the hall is what its journal says it was, and nothing that was told is lost."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.link import NOT_RUNNING
from dgt_monitor.hall.texts import device_text
from dgt_monitor.journal.forms import shown, without_clock
from dgt_monitor.journal.note_forms import Session
from dgt_monitor.journal.reading import Journal, chain_faults, read_journal, value_of
from dgt_monitor.journal.schema import JournalError
from dgt_monitor.recorder.rebuilding import rebuild
from dgt_monitor.recorder.record import open_record
from dgt_monitor.recorder.standing import standing
from tests.drawn import drawn
from tests.recorder.journalling import Watch, journal_of, killed
from tests.stream_contract import StreamReader

HALL = "sim://?boards=3&speed=max&think=0.3&hands=rough"
DRAWN = drawn()
KILLS = 6


Opinion = tuple[int, list[object], dict[str, events.Alert], str | None]


def opinion(told: list[Event]) -> dict[str, Opinion]:
    """What who read all of this holds: moves, counts, alerts and results."""
    return {
        name: (board.game, [move[3:12] for move in board.moves], board.alerts, board.result)
        for name, board in StreamReader().read(told).boards.items()
    }


@pytest.mark.parametrize("seed", [1, 9741, DRAWN])
def test_a_kill_at_any_row_leaves_a_hall_that_says_what_was_shown(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    journal, told = journal_of(f"{HALL}&seed={seed}", tmp_path / "event.dgtj", acknowledged_at_s=70.0)
    seen = [value_of(row) for row in journal.rows if row.kind == "ruling"]
    assert seen
    ruled = max(row.seq for row in journal.rows if row.kind == "ruling")
    assert not list(chain_faults(journal))
    whole = rebuild(journal)
    kept = [each for each in map(shown, told) if each is not None]
    assert whole.events_without_clocks() == [(form, without_clock(form, body)) for form, body in kept]
    rng = Random(seed)
    for _ in range(KILLS):
        count = rng.randrange(len(journal.rows))
        rebuilt = rebuild(Journal(journal.epoch, journal.rows[:count], []))
        assert not rebuilt.comparison.differences
        if count >= ruled:
            seen_s = {alert.id: alert.acknowledged_t_s for alert in rebuilt.hall.view().alerts}
            assert all(seen_s.get(ruling.alert_id, ruling.t_s) == ruling.t_s for ruling in seen)
        was_shown = sum(row.kind == "shown" for row in journal.rows[:count])
        assert len(rebuilt.comparison.untold) == len(rebuilt.events_without_clocks()) - was_shown


def test_what_is_no_journal_is_refused_and_no_lock_is_left(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no journal\n" * 100)
    with pytest.raises(JournalError):
        open_record(path)
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def test_nothing_is_told_before_what_it_rests_on_is_on_the_disk(tmp_path: Path) -> None:
    record = open_record(tmp_path / "event.dgtj")
    watch = Watch(HALL, record)
    for stop_s in range(10, 60, 10):
        watch.until(stop_s)
        journal = killed(tmp_path / "event.dgtj", tmp_path / f"{stop_s}.dgtj")
        on_disk = {(row.form, row.body) for row in journal.rows if row.kind == "shown"}
        assert all(each is None or each in on_disk for each in map(shown, watch.told))
        assert not rebuild(journal).comparison.differences
    record.close()


class TestGoneOnWith:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "event.dgtj"

    def test_what_stands_is_told_first_and_games_go_on(self, path: Path) -> None:
        record = open_record(path)
        first = Watch(HALL, record).until(60.0)
        first.flush()
        record.close()
        again = open_record(path)
        assert opinion(standing(first.told)) == _without_lost(opinion(again.opening))
        boards = {board.board for board in again.hall.view().boards}
        assert boards == {board.board for board in first.hall.view().boards}
        second = Watch(HALL, again).until(30.0)
        reader = StreamReader().read([*first.told, *_new(again.opening, first.told), *second.finish()])
        assert all(reader.boards[name].states[-1] == "identified" for name in boards)
        again.close()
        assert not rebuild(read_journal(path)).comparison.differences

    def test_what_was_seen_by_the_arbiter_stays_so(self, path: Path) -> None:
        record = open_record(path)
        watch = Watch("sim://?boards=2&speed=max&think=0.3&noise=40", record).until(40.0)
        alerts = watch.hall.view().alerts
        assert alerts
        watch.recorder.rule(_acknowledge(alerts[0].id))
        watch.flush()
        before = {alert.id: alert.acknowledged_t_s is not None for alert in watch.hall.view().alerts}
        record.close()
        again = open_record(path)
        now = {alert.id: alert.acknowledged_t_s is not None for alert in again.hall.view().alerts}
        again.close()
        assert {key: now.get(key) for key in before} == before

    def test_times_go_on_whatever_the_clock_of_the_machine_does(self, path: Path) -> None:
        wall_s = [1_000_000.0]
        ends: list[float] = []
        for moved_s in (0.0, -7200.0, 3600.0):
            wall_s[0] += moved_s
            record = open_record(path, wall_us=lambda: int(wall_s[0] * 1e6))
            assert record.base_s >= (ends[-1] if ends else 0.0)
            if moved_s > 0:
                assert record.base_s == pytest.approx(ends[-1] + moved_s)
            watch = Watch(HALL, record).until(10.0)
            told = watch.finish()
            times = [event.t for event in [*record.opening, *told]]
            assert times == sorted(times)
            ends.append(watch.hall.t_s)
            record.close()
        assert not rebuild(read_journal(path)).comparison.differences

    def test_what_was_missed_is_in_doubt_until_the_board_tells_it(self, path: Path) -> None:
        record = open_record(path)
        Watch(HALL, record).until(60.0).flush()
        record.close()
        again = open_record(path)
        lost = [event for event in again.opening if isinstance(event, events.Board)]
        assert lost
        assert {(event.state, event.reason) for event in lost} == {("lost", NOT_RUNNING)}
        texts = {
            event.text for event in again.opening if isinstance(event, events.Alert) and event.rule is Rule.BOARD_LOST
        }
        assert len(texts) == len(lost)
        pulled = device_text(Rule.BOARD_LOST, "7", "14:31:50", "the cable was pulled")[1]
        assert "no signal. Check cable and power" in pulled
        for text in texts:
            assert re.search(r"NOT WATCHED since \S+: the monitor was not running\. Repetitions in that time", text)
            assert "no signal" not in text
        again.close()

    def test_who_writes_is_named_to_a_second_one(self, path: Path) -> None:
        record = open_record(path)
        with pytest.raises(JournalError, match=r"another watch writes into it \(process \d+: "):
            open_record(path)
        record.close()
        open_record(path).close()

    def test_which_version_wrote_stands_in_it(self, path: Path) -> None:
        open_record(path).close()
        (row,) = (row for row in read_journal(path).rows if row.form == Session.__name__)
        assert row.kind == "note"

    def test_what_follows_otherwise_than_was_shown_is_told_once(self, path: Path) -> None:
        record = open_record(path)
        watch = Watch(HALL, record).until(60.0)
        watch.flush()
        (name, *_) = (event.board for event in watch.told if event.kind == "move")
        never = events.Alert(
            watch.hall.t_s, name, "x/1", 1, 1, Rule.FIVEFOLD, "9.6.1", events.Level.ACT, True, (1,), "never so"
        )
        record.gate.show([never])
        record.close()
        told: list[str] = []
        again = open_record(path, told.append)
        again.close()
        (difference,) = again.differences
        assert difference.board == name
        assert "never so" in told[0]
        told.clear()
        once_more = open_record(path, told.append)
        once_more.close()
        assert not once_more.differences
        assert not told


def _acknowledge(alert_id: str) -> Ruling:
    return Ruling(0.0, "arbiter", "acknowledge", alert_id)


def _without_lost(boards: dict[str, Opinion]) -> dict[str, Opinion]:
    """Without the alerts that nobody watched while the monitor was not running."""
    out = {}
    for name, (game, moves, alerts, result) in boards.items():
        out[name] = (game, moves, {k: a for k, a in alerts.items() if a.rule is not Rule.BOARD_LOST}, result)
    return out


def _new(opening: list[Event], told: list[Event]) -> list[Event]:
    known = set(map(id, told))
    return [event for event in opening if id(event) not in known and event.t >= told[-1].t]


KINDS: tuple[tuple[Any, Any], ...] = (
    ("claim", ""), ("intervene", ""), ("penalise", ""), ("close", "over"), ("close", "rejected"),
)  # fmt: skip
RULED_AT_S = 12
"""So many seconds lie between two rulings, of the simulated hall."""


@pytest.mark.parametrize("seed", [1, 9741, DRAWN])
def test_what_the_arbiter_ruled_is_ruled_again(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    rng, record = Random(seed), open_record(tmp_path / "event.dgtj")
    watch = Watch(f"{HALL}&seed={seed}", record)
    kinds = set()
    for number in range(1, 25):
        boards = [view.board for view in watch.until(number * RULED_AT_S).hall.view().boards]
        kind, outcome = rng.choice(KINDS)
        watch.recorder.rule(
            Ruling(
                0.0, "arbiter", kind, board=rng.choice(boards), claimant="white" if kind == "penalise" else "",
                route="9.2.2" if kind == "claim" else "", outcome=outcome,
            )
        )  # fmt: skip
        kinds.add(kind)
    assert len(kinds) > 2
    told = watch.until(1e9).finish()
    record.close()
    assert any(isinstance(event, events.Claim) for event in told)
    whole = rebuild(read_journal(tmp_path / "event.dgtj"))
    assert not whole.comparison.differences
    assert not whole.damage
    kept = [each for each in map(shown, told) if each is not None]
    assert whole.events_without_clocks() == [(form, without_clock(form, body)) for form, body in kept]


def test_a_claim_that_is_open_is_told_again_to_who_begins_to_read(tmp_path: Path) -> None:
    record = open_record(tmp_path / "event.dgtj")
    watch = Watch(f"{HALL}&seed=1", record).until(30.0)
    name = watch.hall.view().boards[0].board
    watch.recorder.rule(Ruling(0.0, "arbiter", "claim", board=name, route="9.2.2"))
    watch.flush()
    killed(tmp_path / "event.dgtj", tmp_path / "copy.dgtj")
    record.close()
    again = open_record(tmp_path / "copy.dgtj")
    assert [event.state for event in again.opening if isinstance(event, events.Claim)] == ["opened"]
    view = next(board for board in again.hall.view().boards if board.board == name)
    assert view.claim is not None
    assert view.claim.state == "open"
    again.close()
