"""`dgt-monitor verify`: is the journal whole, and does what was shown follow from it?"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import click

from dgt_monitor.cli.journal_input import JOURNAL, Loaded, load, local
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, standard_output, write_lines
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.note_forms import Session
from dgt_monitor.journal.reading import chain_faults, integrity_faults, untold, value_of
from dgt_monitor.journal.rows import Row
from dgt_monitor.journal.schema import open_to_read

EXAMPLE = """\b
Example:
  dgt-monitor verify open-2026.dgtj     status 0: whole, and all that was shown follows from it
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@JOURNAL
def verify(file: Path) -> None:
    """Check a journal: every row against its checksum and the one before, and what was shown against what follows.

    The checksum of the last row is told: noted elsewhere (a photograph, a message), it shows later that no row up to it
    was changed since, not even by somebody who wrote all checksums anew.
    """
    loaded = load(file, lambda _: None)  # each fault is told once, below
    with closing(open_to_read(file)) as db:
        of_file, number = integrity_faults(db)
    rows = [*loaded.rebuilt.damage, *untold(chain_faults(loaded.journal), loaded.journal.damage)]
    faults = [*of_file, *(damage.text for damage in sorted(rows))]
    number += len(rows)
    differences = [str(difference) for difference in loaded.rebuilt.comparison.differences]
    end = _sentence(number, len(differences))
    with standard_output():
        write_lines([safe(line) for line in (*_about(loaded), *faults, *differences, end)])
    sys.exit(EXIT_FAULTY_INPUT if faults or differences else 0)


def _about(loaded: Loaded) -> list[str]:
    rows = loaded.journal.rows
    if not rows:
        return [f"journal {loaded.journal.epoch}: no rows"]
    first, last = (local(row.wall_us).isoformat(" ", "seconds") for row in (rows[0], rows[-1]))
    kinds = {kind: sum(row.kind == kind for row in rows) for kind in ("reading", "ruling", "shown", "note")}
    counts = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    out = [f"journal {loaded.journal.epoch}: {len(rows)} rows ({counts}), {first} to {last}"]
    out += [
        f"watch by version {session.version} (SQLite {session.sqlite}), {session.process}"
        for session in _sessions(rows)
    ]
    return [*out, f"checksum of row {rows[-1].seq}: {rows[-1].chain.hex()}"]


def _sessions(rows: Sequence[Row]) -> Iterator[Session]:
    """The watches that can be read; of others the checksum tells."""
    for row in rows:
        if row.form == Session.__name__:
            with suppress(UnreadableError):
                value = value_of(row)
                if isinstance(value, Session):
                    yield value


def _sentence(faults: int, differences: int) -> str:
    whole = f"NOT whole: {_many(faults, 'fault')}" if faults else "whole: every row is as it was written"
    if differences:
        return f"{whole}; {_many(differences, 'difference')} between what was shown and what follows now"
    if faults:
        return f"{whole}; what can still be read does not contradict itself"
    return f"{whole}; all that was shown follows from it"


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
