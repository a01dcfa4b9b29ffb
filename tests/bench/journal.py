"""The journal's throughput against bare inserts, its part of the CPU, its size, and how soon a watch is live again.

    python -m tests.bench.journal --boards 200 --plies 24000

A simulated hall is played into a journal as fast as can be, until so many plies were told. Then
- its rows are given to the writer again, as fast as it takes them, and inserted into the same table in the same groups
  by nothing but SQLite (`synchronous=FULL`, WAL): the median ratio of the two;
- its readings are given to a hall without a journal and with one: the ratio of the CPU, both threads together;
- each reading is given by itself, and what follows from it waited for: how much later that is than without a journal;
- the hall is made again from it, in a process that starts as a watch does: the median time, and its ratio to the start
  of a watch on an empty journal.
How much later a move is told with a journal: `python -m tests.bench.watch`, without and with `--journal`.
"""

import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

import click

from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.reading import Journal, read_journal
from dgt_monitor.journal.rows import Draft
from dgt_monitor.journal.schema import open_to_write
from dgt_monitor.journal.writing import INSERT, JournalWriter
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.rebuilding import entries
from dgt_monitor.recorder.record import open_record
from tests.recorder.journalling import Watch
from tests.recorder.ruling_much import rule_much

ROUNDS = 3
MOST_HELD = 5_000
"""So many conclusions are waited for."""
LOOK_S = 10.0
CHUNK = 200
"""Rows given to the writer before it is waited for, so that its groups are those of a busy hall."""
RESTART = (
    "import sys, time; began = time.perf_counter();"
    "from pathlib import Path; import dgt_monitor.cli.watch;"
    "from dgt_monitor.recorder.record import open_record;"
    "from dgt_monitor.recorder import rebuilding; fed = []; feed = rebuilding.feed;"
    "rebuilding.feed = lambda *a: fed.append(1) or feed(*a);"
    "record = open_record(Path(sys.argv[1]));"
    "print(time.perf_counter() - began, time.process_time(), len(record.differences), len(fed))"
)


def play(path: Path, boards: int, plies: int, ruled: int) -> int:
    record = open_record(path)
    watch, until_s, told = Watch(f"sim://?boards={boards}&speed=max&stagger=30", record), 0.0, 0
    while told < plies and not watch.source.over:
        until_s += LOOK_S
        watch.until(until_s)
        told = sum(len(board.moves) for board in watch.hall.view().boards)
        if ruled and told > plies / 2:
            click.echo(f"{rule_much(watch, ruled)} rulings on {ruled} boards")
            ruled = 0
    watch.flush()
    record.close()
    return told


def ours(path: Path, drafts: Sequence[Draft]) -> tuple[float, list[int]]:
    """Seconds, and how many rows each commit had."""
    groups: list[int] = []
    commit = JournalWriter._commit

    def counted(writer: JournalWriter, db: sqlite3.Connection, group: list[Draft]) -> None:
        groups.append(len(group))
        commit(writer, db, group)

    JournalWriter._commit = counted  # type: ignore[method-assign, assignment]
    try:
        began_s = time.perf_counter()
        writer = JournalWriter(path, "")
        for first in range(0, len(drafts), CHUNK):
            for draft in drafts[first : first + CHUNK]:
                number = writer.add(draft, urgent=True)
            writer.wait(number, 10.0)
        writer.close()
        return time.perf_counter() - began_s, groups
    finally:
        JournalWriter._commit = commit  # type: ignore[method-assign]


def bare(path: Path, rows: Sequence[tuple[object, ...]], groups: Iterable[int]) -> float:
    began_s = time.perf_counter()
    with closing(open_to_write(path, "")) as db:
        at = 0
        for count in groups:
            db.execute("BEGIN")
            db.executemany(INSERT, rows[at : at + count])
            db.execute("COMMIT")
            at += count
    return time.perf_counter() - began_s


def throughput(folder: Path, journal: Journal) -> None:
    drafts = [Draft(*row[1:9]) for row in journal.rows]
    ratios, rates = [], []
    for number in range(ROUNDS):
        took_s, groups = ours(folder / f"ours-{number}", drafts)
        bare_s = bare(folder / f"bare-{number}", journal.rows, groups)
        ratios.append(bare_s / took_s)
        rates.append(len(drafts) / took_s)
    click.echo(
        f"throughput {statistics.median(ratios):.2f} of bare inserts (median of {ROUNDS}; {len(drafts)} rows in "
        f"{len(groups)} groups, {statistics.median(rates):.0f} rows a second)"
    )


def cpu_s(work: Callable[[], None]) -> float:
    began_s = time.process_time()
    work()
    return time.process_time() - began_s


def share(folder: Path, journal: Journal) -> None:
    """The readings of the journal given to a recorder, without one and with one."""
    given = [(entry.t_s, entry.row.port or "", entry.row.address, entry.value) for entry in entries(journal.rows, [])]
    shares = []
    for number in range(ROUNDS):
        plain, record = Hall(), open_record(folder / f"share-{number}")

        def feed(recorder: Recorder) -> None:
            for each in given:
                recorder.take(*each)  # type: ignore[arg-type]
                recorder.release()

        without_s = cpu_s(lambda plain=plain: feed(Recorder(plain, [_nothing])))  # type: ignore[misc]

        def with_one(record: object = record) -> None:
            feed(Recorder(record.hall, [_nothing], record.gate))  # type: ignore[attr-defined]
            record.close()  # type: ignore[attr-defined]

        with_s = cpu_s(with_one)
        shares.append(1 - without_s / with_s)
    click.echo(
        f"the journal's part of the CPU of hall and journal together, lines and screen not counted: "
        f"{100 * statistics.median(shares):.0f} % (median of {ROUNDS})"
    )


def held(folder: Path, journal: Journal) -> None:
    """How much later the first words that follow from a reading leave: each waited for by itself, as in a calm hall."""
    given = [(entry.t_s, entry.row.port or "", entry.row.address, entry.value) for entry in entries(journal.rows, [])]
    record = open_record(folder / "held")
    told: list[object] = []
    plain, kept = Recorder(Hall(), [_nothing]), Recorder(record.hall, [told.extend], record.gate)
    later_ms = []
    for each in given:
        began_s = time.perf_counter()
        plain.take(*each)  # type: ignore[arg-type]
        between_s = time.perf_counter()
        told.clear()
        kept.take(*each)  # type: ignore[arg-type]
        waited = record.gate.holds
        while record.gate.holds:
            record.gate.wait()
            kept.release()
        if waited:
            later_ms.append(1000 * (time.perf_counter() - between_s - (between_s - began_s)))
        if len(later_ms) == MOST_HELD:
            break
    record.close()
    later_ms.sort()
    click.echo(
        f"what follows from a reading leaves later by: median {statistics.median(later_ms):.1f} ms, 99th percentile "
        f"{later_ms[int(0.99 * len(later_ms))]:.1f} ms ({len(later_ms)} times)"
    )


def _nothing(_: object) -> None:
    pass


def restart(folder: Path, path: Path) -> None:
    def started(journal: Path) -> tuple[float, float]:
        """Seconds, and seconds of CPU, until a watch could take its first reading."""
        done = subprocess.run([sys.executable, "-c", RESTART, str(journal)], capture_output=True, text=True, check=True)
        took_s, used_s, differences, fed = done.stdout.split()
        if int(differences) or int(fed) > 1:
            raise click.ClickException(f"{differences} differences, the hall was made {fed} times")
        return float(took_s), float(used_s)

    again_s, fresh_s = [], []
    for number in range(ROUNDS):
        copy = folder / f"copy-{number}"
        copy.write_bytes(path.read_bytes())
        again_s.append(started(copy))
        fresh_s.append(started(folder / f"fresh-{number}"))
    (again, used), (fresh, fresh_used) = (
        map(statistics.median, zip(*each, strict=True)) for each in (again_s, fresh_s)
    )
    click.echo(
        f"live again after {again:.1f} s ({used:.1f} s of CPU), {again / fresh:.1f} ({used / fresh_used:.1f}) times "
        f"the start on an empty journal (medians of {ROUNDS})"
    )


@click.command()
@click.option("--boards", default=200, show_default=True)
@click.option("--plies", default=24_000, show_default=True)
@click.option("--ruled", default=0, show_default=True, help="Boards on which much is ruled in the middle.")
@click.option("--only-restart", is_flag=True)
def main(boards: int, plies: int, ruled: int, *, only_restart: bool) -> None:
    """Measure a journal."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "event.dgtj"
        told = play(path, boards, plies, ruled)
        size = path.stat().st_size / 1e6
        journal = read_journal(path)
        click.echo(
            f"{boards} boards, {told} plies: {len(journal.rows)} rows, {size:.1f} MB, "
            f"{1e6 * size / told:.0f} bytes a ply"
        )
        restart(folder, path)
        if only_restart:
            return
        throughput(folder, journal)
        share(folder, journal)
        held(folder, journal)


if __name__ == "__main__":
    main()
