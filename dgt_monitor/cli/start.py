"""The command `dgt-monitor`: finds the command that was asked for, and loads only what that one needs."""

import importlib
import signal
import sys
from pathlib import Path
from types import FrameType

import click

import dgt_monitor
import drivers
from dgt_monitor.cli.entry import listen_early

EXIT_WRONG_USAGE = 2

COMMANDS = {
    "demo": "A whole simulated hall on the dashboard, no hardware needed.",
    "watch": "Live boards, each alone on its line or many on a bus; every board found if none is named.",
    "desk": "A dashboard that attaches to a recorder on this machine.",
    "pairings": "Who plays where, from a pairing program's PGN or table into the tournament file.",
    "assign": "Labels for boards: lift the white king, table by table.",
    "ports": "The serial ports of this machine, and which boards are on them.",
    "replay": "Recorded board dumps become games, counts and alerts.",
    "games": "The games of a journal as PGN.",
    "history": "Everything that happened on a board, or what stood on it at a moment.",
    "open": "What is open in a journal: results, alerts.",
    "export": "The evidence of a board as a capture, or a copy of a journal.",
    "verify": "Is a journal whole, and does what was shown follow from it?",
    "check": "The Laws' draw rules over a PGN, no board needed.",
    "simulate": "Games on virtual boards: into a capture, or served as live boards.",
}


class LazyGroup(click.Group):
    """Commands that are imported when they are called, so that `--version` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of that command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"dgt_monitor.cli.{cmd_name}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101 - the table names click commands
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list in `--help`, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dgt-monitor replay hall.dgt --speed 10",
)
@click.version_option(dgt_monitor.__version__, prog_name="dgt-monitor")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Reads electronic chess boards, understands the games, and calls the arbiter when the Laws require it.

    Without a command: what is on the ports of this machine, and what to do next.
    """
    if ctx.invoked_subcommand is None:
        from dgt_monitor.cli.first_look import first_look

        first_look()


def wrong_drivers(monitor_file: str | None, drivers_file: str | None) -> str | None:
    """What to do if the package `drivers` is not the one that came with the monitor; None if it is.

    `drivers` is a common name: another package of that name earlier on the path would be taken instead.
    """
    if monitor_file and drivers_file:
        home = Path(monitor_file).resolve().parent.parent
        if Path(drivers_file).resolve().parent == home / "drivers":
            return None
    return (
        f"dgt-monitor: the package 'drivers' was loaded from {drivers_file}, not from beside 'dgt_monitor'. Another "
        "package of that name is in the way: install dgt-monitor into a virtual environment of its own, and do not "
        "start it from a folder that has a 'drivers' of its own in it."
    )


def main() -> None:
    """All commands; the console script comes here by `cli.entry`."""
    trouble = wrong_drivers(dgt_monitor.__file__, drivers.__file__)
    if trouble is not None:
        sys.stderr.write(trouble + "\n")
        sys.exit(EXIT_WRONG_USAGE)
    signal.signal(signal.SIGTERM, _end)
    listen_early()
    try:
        cli()
    except OSError as error:  # click's own writing of help and version
        sys.stderr.write(f"dgt-monitor: standard output cannot be written: {error.strerror}\n")
        sys.exit(1)


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a signal handler
    """SIGTERM ends a command as Ctrl-C does: what is open is closed and summed up."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
