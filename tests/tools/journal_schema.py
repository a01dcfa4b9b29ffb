"""Makes the journal that tests keep of this version: `python -m tests.tools.journal_schema`.

Only while that version has never been released; afterwards what changed is read by `older` forms and migrations.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.schema import SCHEMA
from dgt_monitor.recorder.record import open_record
from tests.journal.test_schema import FIXTURES
from tests.recorder.journalling import Watch

HALL = "sim://?boards=1&seed=1&speed=max"
UNTIL_S = 14.0
"""A move is played by then."""


def main() -> None:
    target = FIXTURES / f"{SCHEMA}.sql"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "event.dgtj"
        record = open_record(path, monotonic_s=lambda: 0.0)
        watch = Watch(HALL, record).until(UNTIL_S)
        watch.recorder.rule(Ruling(0.0, "arbiter", "acknowledge", "none/0"))
        watch.finish()
        record.close()
        with closing(sqlite3.connect(path)) as db:
            kept = [f"PRAGMA {name}={db.execute(f'PRAGMA {name}').fetchone()[0]};" for name in _PRAGMAS]
            target.write_text("\n".join([*kept, *db.iterdump()]) + "\n", encoding="utf-8", newline="\n")
    print(target)


_PRAGMAS = ("application_id", "user_version")
"""What says whose file it is and which version: a dump leaves it out."""

if __name__ == "__main__":
    main()
