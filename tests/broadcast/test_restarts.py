"""Watches that begin again: what waits is made again from the journal, and whatever the clocks say nothing is early."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from dgt_monitor.broadcast.sending import Now, Sending, Step, files_at
from dgt_monitor.cli.publishing import steps_of
from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.recorder.record import Record, open_record
from dgt_monitor.recorder.told import SureTimes, rows_before, told_in
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.broadcast.reading import read_file
from tests.broadcast.telling import dates
from tests.drawn import drawn
from tests.recorder.journalling import Watch

HALL = "sim://?boards=3&speed=max&think=0.3&hands=rough&seed=5"
EVENT = TournamentFile(event="Open", round=5, out=(Out("live", delay="90 s"),))
FAR_S = 1e6


class Clocks:
    """The time of day, which somebody may set, and the machine's own."""

    def __init__(self) -> None:
        self.wall_s = 1_700_000_000.0
        self.own_s = 500.0

    def pass_on(self, real_s: float, set_by_s: float = 0.0) -> None:
        self.wall_s += real_s + set_by_s
        self.own_s += real_s

    def start_machine(self, off_s: float) -> None:
        """It was off for so long; its own clock begins anew."""
        self.wall_s += off_s
        self.own_s = 3.0


def opened(path: Path, clocks: Clocks) -> Record:
    """A watch begins with this journal."""
    known = Known(tournament=EVENT)
    return open_record(path, known=known, wall_us=lambda: round(1e6 * clocks.wall_s), monotonic_s=lambda: clocks.own_s)


def watched(path: Path, clocks: Clocks, until_s: float) -> None:
    """A watch of a hall that is killed at this time of it: its journal, with the times of the clocks."""
    began_s = clocks.wall_s
    record = open_record(
        path,
        known=Known(tournament=EVENT),
        wall_us=lambda: round(1e6 * clocks.wall_s),
        monotonic_s=lambda: clocks.own_s,
    )
    watch = Watch(HALL, record)
    while watch.source.now_s < until_s and not watch.source.over:
        watch.until(watch.source.now_s + 5.0)
        clocks.pass_on(began_s + watch.source.now_s - clocks.wall_s)
    watch.flush()
    assert record.close() == 0


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """The journal of a watch that was killed, and when its clock was read last."""
    path, clocks = tmp_path_factory.mktemp("journal") / "event.dgtj", Clocks()
    watched(path, clocks, 120.0)
    return path, clocks.wall_s


def files_of(steps: Iterable[Step], now_s: float) -> dict[str, str]:
    return files_at(Sending(dates), [*steps, Now(now_s)]).get("live", {})


def plies(files: dict[str, str]) -> dict[str, int]:
    return {game.tags["Board"]: len(game.moves) for game in read_file(files["round-5/games.pgn"])}


def test_what_waits_is_made_again(half: tuple[Path, float]) -> None:
    rows = read_journal(half[0]).rows
    last_s = max(row.t_s for row in rows)
    steps = list(steps_of(told_in(rows, SureTimes())))
    now, then = plies(files_of(steps, last_s)), plies(files_of(steps, last_s + 90.0))
    assert sum(now.values()) < sum(then.values())
    assert all(then[board] >= count > 0 for board, count in now.items())
    assert then == plies(files_of(steps, FAR_S))


@pytest.mark.parametrize(
    ("away_s", "set_by_s", "machine", "least_s", "most_s"),
    [
        (60.0, 0.0, "stays", 60.0, 60.0),
        (60.0, 3600.0, "stays", 60.0, 60.0),  # somebody sets the time of day an hour on
        (60.0, -3600.0, "stays", 0.0, 0.0),
        (60.0, 3600.0, "starts anew", 0.0, 60.0),
    ],
)
def test_the_time_of_day_may_be_set_while_nobody_watches(
    tmp_path: Path,
    *,
    away_s: float,
    set_by_s: float,
    machine: str,
    least_s: float,
    most_s: float,
) -> None:
    path, clocks = tmp_path / "event.dgtj", Clocks()
    watched(path, clocks, 30.0)
    last_s = max(row.t_s for row in read_journal(path).rows)
    clocks.pass_on(away_s, set_by_s)
    if machine != "stays":
        clocks.start_machine(0.0)
    record = opened(path, clocks)
    record.close()
    times = SureTimes()
    list(told_in(read_journal(path).rows, times))
    passed_s = times.of(record.base_s) - times.of(last_s)
    assert least_s - 0.5 <= passed_s <= most_s + 6.0  # the watch was at most so long away from its last row


@pytest.mark.parametrize("seed", [3, drawn()])
def test_sure_times_never_run_ahead(seed: int) -> None:
    """Watches, pauses, clocks that are set, machines that start anew: never more has passed than in truth."""
    print(f"seed {seed}")
    random = Random(seed)
    for _ in range(200):
        times, hall_s, own_s, true_s = SureTimes(), 0.0, random.uniform(0, 1e5), 0.0
        marks: list[tuple[float, float]] = []
        for _ in range(6):
            times.begin(hall_s, own_s)
            for _ in range(3):
                marks.append((hall_s, true_s))
                passed_s = random.uniform(0.0, 500.0)
                hall_s, true_s, own_s = hall_s + passed_s, true_s + passed_s, own_s + passed_s
                times.pass_on(hall_s)
            away_s = random.choice((0.0, 10.0, 1000.0))
            true_s, own_s = true_s + away_s, own_s + away_s
            if random.random() < 0.4:
                own_s = random.uniform(0.0, away_s)  # up since some time in between
            hall_s += max(0.0, away_s + random.choice((0.0, 0.0, 3600.0, -3600.0)))
        for (one_s, then_s), (other_s, later_s) in pairwise(marks):
            if other_s > one_s:
                assert times.of(other_s) - times.of(one_s) <= later_s - then_s + 1e-6


def test_rows_of_the_watch_that_begins_are_told_once(half: tuple[Path, float], tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    path.write_bytes(half[0].read_bytes())
    before = read_journal(path).rows[-1].seq
    record = open_record(path)
    added = record.writer.added
    record.writer.wait(added, 10.0)
    rows = read_journal(path).rows
    watch = Watch(HALL, record)
    watch.until(20.0)
    watch.flush()
    record.close()
    later = read_journal(path).rows
    assert len(later) > len(rows)
    assert rows_before(later, added)[-1].seq == before + added == rows[-1].seq
