"""The options of a watch that name ways out: `--pgn`, `--http`, `--lichess`, and what goes there when."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import click

from dgt_monitor.cli.real_outs import real_path
from dgt_monitor.cli.ways import missing
from dgt_monitor.tournament.outs import DOUBT, NEVER, Out, broadcast_of, delay_of, doubt_of, place_of

Command = TypeVar("Command", bound=Callable[..., Any])


def _folder(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and (not str(value).isprintable() or value.is_file()):
        raise click.BadParameter(f"{value} is no folder; name one, it need not be there yet")
    return value


def _address(value: str) -> str:
    host, port = place_of(value)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _read_by(read: Callable[[str], object], kind: str = "") -> Callable[..., str | None]:
    """What is written there, as `read` has it if that is a text; wrong where that says so, or something is missing."""

    def called(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            found = read(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
        if lacks := missing(kind):
            raise click.BadParameter(lacks)
        return found if isinstance(found, str) else value

    return called


_OPTIONS: Final = (
    click.option(
        "--pgn",
        type=click.Path(path_type=Path),
        callback=_folder,
        metavar="FOLDER",
        help="Keep the games as PGN in this folder: a file for each, one of each round (games.pgn), one of the event.",
    ),
    click.option(
        "--http",
        callback=_read_by(_address, "http"),
        metavar="[HOST:]PORT",
        help="Serve a page of all boards, the games as PGN and the public stream; a port alone, or 127.0.0.1: to this "
        "machine alone.",
    ),
    click.option(
        "--lichess",
        callback=_read_by(broadcast_of, "lichess"),
        metavar="ROUND",
        help="Send the round that the file of --event names to this round of a lichess broadcast: its address, or the "
        "eight letters that end it. The token is taken from LICHESS_TOKEN or the keyring.",
    ),
    click.option(
        "--delay",
        callback=_read_by(delay_of),
        metavar="TIME",
        help="So much later games go out there: '15 min', '90 s', '3 moves'. What waits survives a restart if "
        "there is a --journal.",
    ),
    click.option(
        "--doubt",
        callback=_read_by(doubt_of),
        metavar="TIME",
        help=f"A confirmed move that is not sure goes out there when it has stood for so long, {DOUBT} if nothing is "
        f"said; '{NEVER}': its game stops there until it is settled.",
    ),
    click.option(
        "--unsure",
        is_flag=True,
        help="Moves go out there at once, also while they are not confirmed or not sure.",
    ),
)


def publishing_options(command: Command) -> Command:
    """The options of a command whose games go out; it is given what `Outs` holds."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Outs(NamedTuple):
    """What these options say of ways out."""

    pgn: Path | None = None
    http: str | None = None
    lichess: str | None = None
    delay: str | None = None
    doubt: str | None = None
    unsure: bool = False

    def ways(self) -> tuple[Out, ...]:
        """The ways out; of which round those to lichess are is not known yet."""
        if self[:3] == (None, None, None) and (self.delay is not None or self.doubt is not None or self.unsure):
            raise click.UsageError(
                "--delay, --doubt and --unsure are of --pgn, --http and --lichess; [[out]] in the tournament file has "
                "its own"
            )
        usual = Out(delay=self.delay or "", unsure=self.unsure, doubt=self.doubt or DOUBT)
        outs = []
        if self.pgn is not None:
            outs.append(usual._replace(folder=str(real_path(self.pgn))))
        if self.http is not None:
            outs.append(usual._replace(kind="http", address=self.http))
        if self.lichess is not None:
            outs.append(usual._replace(kind="lichess", broadcast=self.lichess))
        return tuple(outs)


def of_round(outs: tuple[Out, ...], number: str | int) -> tuple[Out, ...]:
    """The same, to lichess with the games of this round."""
    if number in ("", 0) and any(out.kind == "lichess" for out in outs):
        raise click.UsageError("--lichess: of which round are the games? Name it as `round` in the file of --event")
    return tuple(out._replace(round=number) if out.kind == "lichess" else out for out in outs)
