"""`dgt-monitor check`: the Laws' draw rules over a PGN, no board needed."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import click

from dgt_monitor.cli.check_game import CheckedGame
from dgt_monitor.cli.check_plain import plain_lines
from dgt_monitor.cli.pgn_input import read_games
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.events import to_json

COMPLAINTS_MAX: Final = 100
"""Complaints written of one file; the others are counted."""
EXIT_FAULTY_INPUT: Final = 1

_SAN = re.compile(r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|O-O(?:-O)?|0-0(?:-0)?)[+#]?")


class _Complaints:
    """What is wrong with a file, told on standard error: never more than anybody would read."""

    def __init__(self, source: str) -> None:
        self._source = safe(source)
        self.count = 0

    def __call__(self, text: str) -> None:
        self.count += 1
        if self.count <= COMPLAINTS_MAX:
            click.echo(f"{self._source}: {safe(text)}", err=True)

    def close(self) -> None:
        """Tell how many were not told."""
        if self.count > COMPLAINTS_MAX:
            click.echo(f"{self._source}: {self.count - COMPLAINTS_MAX} more complaints not shown", err=True)


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dgt-monitor check game.pgn --move Qe2",
)
@click.argument("source", metavar="GAME.pgn")
@click.option("--move", "san", metavar="SAN", help="Test a claim made by writing this move after the last one.")
@click.option("--json", "as_json", is_flag=True, help="Write the event stream, one JSON object a line.")
@click.pass_context
def check(context: click.Context, source: str, san: str | None, as_json: bool) -> None:
    """The Laws' draw rules over every game of a PGN file; - reads standard input.

    Tells where a draw could be claimed (9.2, 9.3) and where the game was over by itself (5.1, 5.2, 9.6).
    """
    if san is not None and not _SAN.fullmatch(san):
        raise click.BadParameter(f"{safe(san)} is not a move as in Qe2 or O-O", param_hint="--move")
    tell: Callable[[CheckedGame, str | None], None] = _tell_json if as_json else _tell_plain
    complaints = _Complaints("standard input" if source == "-" else source)
    try:
        with _opened(source) as stream:
            for game in read_games(stream, complaints):
                tell(CheckedGame(game), san)
    except BrokenPipeError:
        raise  # whoever read the output has seen enough: click ends quietly
    except OSError as error:
        complaints(error.strerror or str(error))
    complaints.close()
    if complaints.count:
        context.exit(EXIT_FAULTY_INPUT)


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        yield sys.stdin.buffer
        return
    with Path(source).open("rb") as stream:
        yield stream


def _tell_json(game: CheckedGame, san: str | None) -> None:
    for event in game.events():
        _out(to_json(event))
    if san is not None:
        _out(json.dumps(game.claim(san).to_dict(), ensure_ascii=False, separators=(",", ":")))
    _out(to_json(game.summary()))


def _tell_plain(game: CheckedGame, san: str | None) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    for line in plain_lines(game, san):
        _out(safe(line), encoding)


def _out(line: str, encoding: str = "utf-8") -> None:
    stream = sys.stdout.buffer
    stream.write(line.encode(encoding, "replace") + b"\n")
    stream.flush()


if __name__ == "__main__":
    check()
