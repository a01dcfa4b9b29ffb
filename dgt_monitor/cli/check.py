"""`dgt-monitor check`: the Laws' draw rules over a PGN, no board needed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import click

from dgt_monitor.cli.check_game import CheckedGame
from dgt_monitor.cli.check_mates import mating
from dgt_monitor.cli.check_plain import plain_lines
from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.event_file import event_options, known_event
from dgt_monitor.cli.options import language_option
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, opened, standard_output, write_lines
from dgt_monitor.cli.pgn_input import read_games
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import to_json
from dgt_monitor.laws.profile import profiles

_NUMBER = re.compile(r"^\s*\d+\s*\.+\s*")
"""A move number before the move, as scoresheets and our own labels have it."""
_SAN = re.compile(r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|O-O(?:-O)?|0-0(?:-0)?)[+#]?")


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dgt-monitor check game.pgn --move Qe2",
)
@click.argument("source", metavar="GAME.pgn")
@click.option("--move", "san", metavar="SAN", help="Test a claim made by writing this move after the last one.")
@click.option("--mates", is_flag=True, help="Tell whether each side can still mate at all (6.9), after the last move.")
@event_options(tuple(profiles()))
@language_option
@click.option("--json", "as_json", is_flag=True, help="Write the event stream, one JSON object a line.")
@click.pass_context
def check(
    context: click.Context,
    source: str,
    san: str | None,
    mates: bool,
    event_file: Path | None,
    profile_name: str | None,
    as_json: bool,
) -> None:
    """The Laws' draw rules over every game of a PGN file; - reads standard input.

    Tells where a draw could be claimed (9.2, 9.3) and where the game was over by itself (5.1, 5.2, 9.6).
    """
    if san is not None:
        san = _NUMBER.sub("", san)
    if san is not None and not _SAN.fullmatch(san):
        raise click.BadParameter(f"{safe(san)} is not a move as in Qe2 or O-O", param_hint="--move")
    tell: Callable[[CheckedGame, str | None, bool], None] = _tell_json if as_json else _tell_plain
    event = known_event(event_file, profile_name, tuple(profiles()))
    complaints = Complaints(source)
    with standard_output():
        try:
            with opened(source) as stream:
                for game in read_games(stream, complaints):
                    tell(CheckedGame(game, event.profile), san, mates)
        except BrokenPipeError:
            raise
        except OSError as error:
            complaints(error.strerror or str(error))
    complaints.close()
    if complaints.count:
        context.exit(EXIT_FAULTY_INPUT)


def _tell_json(game: CheckedGame, san: str | None, mates: bool) -> None:
    for event in game.events():
        write_lines([to_json(event)])
    if san is not None:
        write_lines([json.dumps(game.claim(san).to_dict(), ensure_ascii=False, separators=(",", ":"))])
    if mates:
        write_lines([json.dumps(told, ensure_ascii=False, separators=(",", ":")) for told in mating(game)])
    write_lines([to_json(game.summary())])


def _tell_plain(game: CheckedGame, san: str | None, mates: bool) -> None:
    write_lines([safe(line) for line in plain_lines(game, san, mates=mates)])


if __name__ == "__main__":
    check()
