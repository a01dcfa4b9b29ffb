"""The journal of a watch: opened before the lines are, whole in the end whatever happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dgt_monitor.cli.complaints import LiveComplaints
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE, fail
from dgt_monitor.hall.entries import Known
from dgt_monitor.journal.schema import DiskError, JournalError
from dgt_monitor.recorder.record import Record, open_record


@contextmanager
def journalled(path: Path | None, complaints: LiveComplaints, known: Known) -> Iterator[Record | None]:
    """The record in this file; None where none is wanted. Ends the program, having said why, if it cannot be had.

    `known` is what a new one begins with; an old one goes on with what it was told last.
    """
    if path is None:
        yield None
        return
    try:
        record = open_record(path, complaints, known)
    except JournalError as error:
        fail(str(error), EXIT_FAULTY_INPUT if isinstance(error, DiskError) else EXIT_WRONG_USAGE)
    try:
        yield record
    finally:
        unwritten = record.close()
        if unwritten:
            complaints(f"{path}: {unwritten} rows of the journal could not be written")
