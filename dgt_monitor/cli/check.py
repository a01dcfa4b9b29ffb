"""`dgt-monitor check`: the Laws' draw rules over a PGN, no board needed."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from dgt_monitor.cli.check_claim import Asked, CheckedClaim, Questions
from dgt_monitor.cli.check_game import CheckedGame
from dgt_monitor.cli.check_mates import mating
from dgt_monitor.cli.check_plain import PlainGame
from dgt_monitor.cli.check_sheet import SheetFile
from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.event_file import event_options, known_event
from dgt_monitor.cli.options import language_option
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, opened, standard_output, write_lines
from dgt_monitor.cli.pgn_input import PgnGame, read_games
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.cli.whole_file import keep_inputs
from dgt_monitor.events import Colour, to_json
from dgt_monitor.laws.claim import INTENDED, Route
from dgt_monitor.laws.profile import profiles

_NUMBER = re.compile(r"^\s*\d+\s*\.+\s*")
"""A move number before the move, as scoresheets and our own labels have it."""
Tell = Callable[[CheckedGame, Questions], CheckedClaim | None]
"""Plays a game through, tells what there is, and answers the claim."""
_SAN = re.compile(r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|O-O(?:-O)?|0-0(?:-0)?)[+#]?")


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dgt-monitor check game.pgn --move Qe2",
)
@click.argument("source", metavar="GAME.pgn")
@click.option("--move", "san", metavar="SAN", help="Test a claim made by writing this move after the last one.")
@click.option(
    "--claim",
    "route",
    type=click.Choice([route.value for route in Route]),
    help="What is claimed, by article: 9.2.1 and 9.3.1 with a written move (--move), 9.2.2 and 9.3.2 as it stands.",
)
@click.option("--by", "claimant", type=click.Choice(["white", "black"]), help="Who claims; else the player to move.")
@click.option(
    "--ply",
    type=click.IntRange(min=0),
    help="Half-moves played when claimed or asked; else all.",
)
@click.option("--game", "number", type=click.IntRange(min=1), help="Only the game of this number in the file.")
@click.option(
    "--sheet",
    metavar="FILE",
    help="Write what the claim rests on as a page to print: HTML, or plain text if FILE ends in .txt.",
)
@click.option("--mates", is_flag=True, help="Tell whether each side can still mate at all (6.9).")
@event_options(tuple(profiles()))
@language_option
@click.option("--json", "as_json", is_flag=True, help="Write the event stream, one JSON object a line.")
@click.pass_context
def check(
    context: click.Context,
    source: str,
    san: str | None,
    route: str | None,
    claimant: Colour | None,
    ply: int | None,
    number: int | None,
    sheet: str | None,
    mates: bool,
    event_file: Path | None,
    profile_name: str | None,
    as_json: bool,
) -> None:
    """The Laws' draw rules over every game of a PGN file; - reads standard input.

    Tells where a draw could be claimed (9.2, 9.3) and where the game was over by itself (5.1, 5.2, 9.6).
    """
    asked = _asked(san, None if route is None else Route(route), claimant, ply)
    if asked is None and (claimant is not None or (ply is not None and not mates)):
        raise click.UsageError("--by and --ply belong to a claim: name it by --claim or --move; --ply also to --mates")
    questions = Questions(asked, mates, ply)
    if sheet is not None and asked is None:
        raise click.UsageError("--sheet belongs to a claim: name it by --claim or --move")
    if sheet is not None:
        _keep_inputs(sheet, source, event_file)
    event = known_event(event_file, profile_name, tuple(profiles()))
    complaints = Complaints(source)
    to_file = None if sheet is None else SheetFile(sheet, complaints, event.tournament)
    tell: Tell = _tell_json if as_json else _tell_plain
    with standard_output():
        try:
            with opened(source) as stream:
                for game in _chosen(read_games(stream, complaints), number, complaints):
                    claim = tell(CheckedGame(game, event.profile), questions)
                    if to_file is not None and claim is not None:
                        to_file.write(claim)
        except BrokenPipeError:
            raise
        except OSError as error:
            complaints(error.strerror or str(error))
    complaints.close()
    if complaints.count:
        context.exit(EXIT_FAULTY_INPUT)


def _chosen(games: Iterator[PgnGame], number: int | None, complaints: Complaints) -> Iterator[PgnGame]:
    """All games, or that of this number alone."""
    found = False
    for game in games:
        if number in (None, game.number):
            found = True
            yield game
    if number is not None and not found:
        complaints(f"there is no game {number} in it that can be used")


def _keep_inputs(sheet: str, source: str, event_file: Path | None) -> None:
    inputs = [] if source == "-" else [Path(source)]
    keep_inputs(sheet, inputs if event_file is None else [*inputs, event_file], "--sheet")


def _asked(san: str | None, route: Route | None, claimant: Colour | None, ply: int | None) -> Asked | None:
    """The claim to be tested; None if none is."""
    if san is None and route is None:
        return None
    if san is not None:
        san = _NUMBER.sub("", san)
        if not _SAN.fullmatch(san):
            raise click.BadParameter(f"{safe(san)} is not a move as in Qe2 or O-O", param_hint="--move")
        if route is not None and route not in INTENDED:
            raise click.UsageError(f"a claim by {route} needs no written move: leave --move out")
    return Asked(san, route, claimant, ply)


def _tell_json(game: CheckedGame, questions: Questions) -> CheckedClaim | None:
    for event in game.events():
        write_lines([to_json(event)])
    claim = None if questions.claim is None else CheckedClaim(game, questions.claim)
    if claim is not None:
        write_lines([json.dumps(claim.told.to_dict(), ensure_ascii=False, separators=(",", ":"))])
    if questions.mates:
        answers = (told.to_dict() for told in mating(game, questions.ply))
        write_lines([json.dumps(told, ensure_ascii=False, separators=(",", ":")) for told in answers])
    write_lines([to_json(game.summary())])
    return claim


def _tell_plain(game: CheckedGame, questions: Questions) -> CheckedClaim | None:
    lines = PlainGame(game, questions)
    write_lines([safe(line) for line in lines])
    return lines.claim


if __name__ == "__main__":
    check()
