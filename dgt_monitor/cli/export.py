"""`dgt-monitor export`: the raw evidence of a board as a capture file, or a copy of the whole journal."""

import sys
from pathlib import Path

import click

from dgt_monitor.cli.journal_input import JOURNAL, board_named, keep_journal, load, local
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, fail, say
from dgt_monitor.cli.whole_file import whole_file
from dgt_monitor.journal.schema import JournalError, back_up
from dgt_monitor.recorder.evidence import write_capture

EXAMPLE = """\b
Examples:
  dgt-monitor export open-2026.dgtj --capture 12 -o 12.dgt     the evidence of board 12, for `replay`
  dgt-monitor export open-2026.dgtj --copy backup.dgtj         a whole copy, also while a watch writes
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@JOURNAL
@click.option("--capture", "board", metavar="BOARD", help="What this board said, as a capture that `replay` reads.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where the capture goes; otherwise standard output.")
@click.option("--copy", type=click.Path(path_type=Path, dir_okay=False), help="Copy the journal as it stands now.")
def export(file: Path, board: str | None, output: str, copy: Path | None) -> None:
    """Give out what a journal holds.

    The capture of a board holds what it said as a board alone on its line would have said it, on one line whatever its
    port was: it replays to the same moves, counts and alerts. What only counted down is not in it.
    """
    if (board is None) == (copy is None):
        raise click.UsageError("name --capture BOARD or --copy FILE")
    if copy is not None:
        keep_journal(copy, file, "--copy")
        try:
            back_up(file, copy)
        except JournalError as error:
            fail(str(error), EXIT_FAULTY_INPUT)
        return
    keep_journal(output, file, "-o")
    loaded = load(file)
    name = board_named(loaded, board or "")
    try:
        with whole_file(output) as out:
            left_out = write_capture(loaded.journal, name, out, local(loaded.times.of(0.0)))
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}", EXIT_FAULTY_INPUT)
    for reason, count in left_out.items():
        say(f"{file}: left out {count} times: {reason}")
    sys.exit(loaded.status)
