"""What several commands do with a journal that they only read."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import click

from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE, fail, say
from dgt_monitor.cli.whole_file import keep_inputs
from dgt_monitor.journal.reading import Journal, read_journal
from dgt_monitor.journal.schema import JournalError, files_of
from dgt_monitor.recorder.past import TimesOfDay
from dgt_monitor.recorder.rebuilding import Rebuilt, rebuild

JOURNAL = click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")


class Loaded(NamedTuple):
    """A journal and the hall that follows from it."""

    journal: Journal
    rebuilt: Rebuilt
    times: TimesOfDay

    @property
    def status(self) -> int:
        """Exit status of a command that could use all that is good."""
        return EXIT_FAULTY_INPUT if self.rebuilt.damage else 0


def load(file: Path, tell: Callable[[str], None] = say) -> Loaded:
    """Read a journal; what cannot be read is told, each by `tell`. Ends the program if there is no journal."""
    try:
        journal = read_journal(file)
    except JournalError as error:
        fail(str(error), EXIT_FAULTY_INPUT if file.exists() else EXIT_WRONG_USAGE)
    rebuilt = rebuild(journal)
    for damage in rebuilt.damage:
        tell(f"{file}: {damage.text}")
    return Loaded(journal, rebuilt, TimesOfDay(journal.rows))


def keep_journal(output: str | Path, file: Path, option: str) -> None:
    """Refuse, by a usage error, to write over a journal or what stands beside it."""
    with suppress(OSError, RuntimeError):  # a name that leads nowhere is told where it is read
        keep_inputs(output, files_of(file), option)


def local(wall_us: int) -> datetime:
    """The time of day where this machine is."""
    return datetime.fromtimestamp(wall_us / 1e6).astimezone()


def board_named(loaded: Loaded, name: str) -> str:
    """The board meant by its name or the end of it; ends the program if that is none, or may be several."""
    names = sorted({event.board for event in loaded.rebuilt.events if event.kind == "game_start"})
    names += sorted({board.board for board in loaded.rebuilt.hall.view().boards} - set(names))
    meant = [each for each in names if each == name] or [each for each in names if each.endswith(name)]
    if len(meant) != 1:
        fail(f"{name}: {which(meant, names)}", EXIT_WRONG_USAGE)
    return meant[0]


def which(meant: Sequence[str], names: Sequence[str]) -> str:
    """Why no board is meant, among those that there are."""
    if meant:
        return f"may be {', '.join(meant)}; write more of it"
    return f"no such board; there are {', '.join(names)}" if names else "the journal has no board"
