"""`dgt-monitor games`: the games of a journal as PGN."""

import sys
from pathlib import Path

import click

from dgt_monitor.broadcast.pgn import pgn_of
from dgt_monitor.cli.journal_input import JOURNAL, board_named, keep_journal, load, local
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, fail
from dgt_monitor.cli.whole_file import whole_file
from dgt_monitor.recorder.past import games_in, tournaments_of
from dgt_monitor.recorder.rebuilding import knowns

EXAMPLE = """\b
Examples:
  dgt-monitor games open-2026.dgtj                        every game, to standard output
  dgt-monitor games open-2026.dgtj --board 12 -o 12.pgn   those of board 12, into a file
"""


@click.command(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@JOURNAL
@click.option("--board", metavar="BOARD", help="Only the games of this board: its name, or the end of it.")
@click.option("--game", "number", type=click.IntRange(1), help="Only the game of this number on its board.")
@click.option("--provenance", is_flag=True, help="Comments say which moves were not simply seen.")
@click.option("-o", "--output", default="-", metavar="PGN", help="A file instead of standard output.")
def games(file: Path, board: str | None, number: int | None, provenance: bool, output: str) -> None:
    """Write the games of a journal as PGN, with the clocks (%clk) and the time each move took (%emt).

    Names, round, ratings, time control are those of the tournament file with which the game was watched. Works also
    while a watch writes into the journal. An illegal move that stands ends the moves of its game: what
    followed is told in a comment.
    """
    keep_journal(output, file, "-o")
    loaded = load(file)
    name = None if board is None else board_named(loaded, board)
    found = games_in(loaded.rebuilt, loaded.journal.rows)
    events = tournaments_of(found, [(row.t_s, known.tournament) for row, known in knowns(loaded.journal.rows)])
    wanted = [
        (game, event)
        for game, event in zip(found, events, strict=True)
        if (name is None or game.board == name) and (number is None or game.start.game == number)
    ]
    try:
        with whole_file(output) as out:
            for game, event in wanted:
                began = local(loaded.times.of(game.began_s))
                out.write(pgn_of(game, began, provenance=provenance, tournament=event) + "\n\n")
    except BrokenPipeError:
        pass
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror}", EXIT_FAULTY_INPUT)
    sys.exit(loaded.status)
