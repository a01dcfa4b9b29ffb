"""`dgt-monitor pairings`: who plays where, from a pairing program's file into the tournament file."""

import os
from pathlib import Path

import click

from dgt_monitor.cli.event_file import WATCHED, known_event
from dgt_monitor.cli.event_writing import Document, EventFile
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, fail, say, standard_output, write_lines
from dgt_monitor.cli.pairings_file import read_pairings
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.fields import FileError
from dgt_monitor.tournament.people import Pairing, Person

EXAMPLE = """\b
Examples:
  dgt-monitor pairings round-5.pgn                                   what is in it
  dgt-monitor pairings round-5.pgn --event open.toml --round 5       and the event takes it for round 5
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE")
@click.option(
    "--event",
    "event_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="EVENT",
    help="The tournament file (TOML): it names FILE as its pairings from now on, and this round as the present one.",
)
@click.option("--round", "wanted", metavar="N", help="The round; otherwise that of EVENT, or the only one in FILE.")
def pairings(file: Path, event_file: Path | None, wanted: str | None) -> None:
    """Read who plays where, as a pairing program hands it over, and tell it.

    FILE is PGN without moves (tags White, Black, and Board or a Round such as 5.12), or a table whose headings say what
    is what (Board, White, Black; also ratings, titles, FIDE ids, teams), separated by commas, semicolons or tabs. With
    --event a running watch of that event takes it over within a second or two, and once more whenever FILE is written
    anew. Who is named in EVENT itself ([players.LABEL]) stays.
    """
    try:
        number = wanted
        if number is None and event_file is not None:
            number = str(known_event(event_file, None, WATCHED).tournament.round) or None
        paired = read_pairings(file, number, say)
        if event_file is not None:
            if number is None:
                raise click.UsageError(f"which round is it? Say --round N; {event_file} tells none")
            _write(event_file, file, number)
    except FileError as error:
        fail(str(error), EXIT_FAULTY_INPUT)
    with standard_output():
        write_lines([safe(_line(each)) for each in paired])


def _write(event_file: Path, file: Path, number: str) -> None:
    """Name the file and the round in the tournament file."""
    try:
        name = Path(os.path.relpath(file.resolve(), event_file.resolve().parent)).as_posix()
    except ValueError:  # on another drive
        name = file.resolve().as_posix()

    def change(document: Document) -> None:
        document["round"] = int(number) if number.isascii() and number.isdecimal() else number
        if str(document.get("pairings", "")).replace("{round}", number) != name:
            document["pairings"] = name

    EventFile(event_file).change(change)


def _line(pairing: Pairing) -> str:
    return f"{pairing.board:>6}  {_who(pairing.white)} - {_who(pairing.black)}"


def _who(person: Person) -> str:
    rating = f" ({person.rating})" if person.rating else ""
    return f"{person.title} {person.name}".strip() + rating
