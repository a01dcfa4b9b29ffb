"""The disk full at start, in the middle, and while tables are brought to another version.

    python -m tests.bench.full_disk --rounds 20 --seed 1

No file can grow beyond a drawn size (`RLIMIT_FSIZE`): too small to begin a journal, or to go on with one, or for a
while only. Each watch must end in order, or say why it cannot begin; what stands in the journal after it must be whole
and lead to what was shown; and a watch with room must go on with it. A migration must leave the old tables or the new
ones. Exit status 1 if anything is not so.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import click

from tests.bench.kill_checks import copied, faults_of, faults_of_migrating, read_killed

HALL = "sim://?boards=2&speed=max&think=0.3"
LIMITED = (
    "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    "resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); "
)
WATCH = "from dgt_monitor.cli.start import main; main()"
MIGRATE = "from tests.bench.killing import migrate_alone; migrate_alone()"
WATCH_S = 300.0


def limited(what: str, size: int | None, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run this where no file can grow beyond so many bytes; None: there is room."""
    command = ("" if size is None else LIMITED.format(size=size)) + what
    return subprocess.run(
        [sys.executable, "-c", command, *map(str, arguments)],
        capture_output=True, text=True, timeout=WATCH_S, check=False,
    )  # fmt: skip


def watched(path: Path, size: int | None) -> list[str]:
    """A watch on such a disk; what is wrong after it."""
    done = limited(WATCH, size, "watch", "--json", "--journal", path, HALL)
    if "Traceback" in done.stderr or done.returncode not in (0, 1, 2):
        return [f"with {size} bytes: status {done.returncode}: {done.stderr[-2000:]}"]
    if size is None and done.returncode:
        return [f"with room: status {done.returncode}: {done.stderr[-2000:]}"]
    if done.returncode and "cannot" not in done.stderr:
        return [f"with {size} bytes it is not said why it did not begin: {done.stderr}"]
    if not path.exists() or not path.stat().st_size:
        return []
    return [f"with {size} bytes: {fault}" for fault in faults_of(read_killed(path), [])]


def migrated(path: Path, size: int) -> list[str]:
    """The tables brought to another version on such a disk; what is wrong after it."""
    before, after = copied(path, "before.dgtj"), copied(path, "after.dgtj")
    assert before is not None
    assert after is not None
    done = limited(MIGRATE, size, after)
    if "Traceback" in done.stderr:
        return [f"migrating with {size} bytes: {done.stderr[-2000:]}"]
    return [f"migrating with {size} bytes: {fault}" for fault in faults_of_migrating(before, after)]


def round_of(folder: Path, rng: Random) -> list[str]:
    """A journal that is begun, or not, gone on with, or not, and brought to another version."""
    path = folder / "event.dgtj"
    out = watched(path, rng.choice([0, 4096, 20_000, rng.randrange(400_000)]))
    out += watched(path, None)
    size = path.stat().st_size
    out += watched(path, rng.choice([0, size // 2, size, size + rng.randrange(200_000)]))
    out += migrated(path, rng.choice([0, size // 2, rng.randrange(2 * size)]))
    return out + watched(path, None)


@click.command()
@click.option("--rounds", default=5, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(rounds: int, seed: int) -> None:
    """Fill the disk."""
    faults = 0
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            found = round_of(Path(folder), Random(f"{seed}/{number}"))
        faults += len(found)
        for fault in found[:5]:
            click.echo(fault[:1500])
        click.echo(f"{number + 1}/{rounds}, faults {faults}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
