"""`dgt-monitor simulate`: games are played on virtual boards, into a capture or for whoever opens their lines."""

import secrets
import sys
from pathlib import Path

import click
from click.core import ParameterSource

from dgt_monitor import __version__
from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.options import finite
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, say, standard_output
from dgt_monitor.cli.serving import ServeKind, Serving, serve_hall
from dgt_monitor.cli.simulate_games import THINK, Clocks, built_in, read
from dgt_monitor.cli.whole_file import whole_file
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import MOST_BOARDS, Conditions, Game
from drivers.simulator.profiles import CLEAN, PROFILES, with_takebacks
from drivers.simulator.recording import write_capture
from drivers.simulator.seating import Mishaps
from drivers.simulator.serve.doors import HIGHEST_PORT
from drivers.simulator.source import DEFAULT_BOARDS, FASTEST, LEAST_NOISE, LONGEST_STAGGER_S, SLOWEST

EXAMPLE = """\b
Examples:
  dgt-monitor simulate round5.pgn -o round5.dgt --seed 7 --rotate 2    a capture
  dgt-monitor simulate round5.pgn -o blitz.dgt --hands blitz           played in a scramble
  dgt-monitor simulate --serve tcp --boards 64                         64 boards for `dgt-monitor watch`
"""


def _time_control(ctx: click.Context, param: click.Parameter, value: str | None) -> TimeControl | None:  # noqa: ARG001 - click's signature
    try:
        return None if value is None else TimeControl.parse(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXAMPLE,
)
@click.argument("source", metavar="[GAMES.pgn]", required=False)
@click.option("-o", "--output", metavar="FILE.dgt", help="The capture; .dgt.gz packs it, - is standard output.")
@click.option(
    "--serve",
    type=click.Choice(["tcp", "pty", "bus"]),
    help="Instead of a capture: boards behind TCP ports or pseudo terminals, or on bus lines behind TCP ports.",
)
@click.option(
    "--boards",
    type=click.IntRange(1, MOST_BOARDS),
    metavar="N",
    help="With --serve: so many boards; games are played again where there are fewer. Otherwise one for each game, "
    f"or {DEFAULT_BOARDS} without GAMES.pgn.",
)
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    callback=finite,
    default=1.0,
    show_default=True,
    metavar="X",
    help="With --serve: seconds of the hall in a real one.",
)
@click.option(
    "--port",
    type=click.IntRange(1, HIGHEST_PORT),
    metavar="P",
    help="With --serve: the first TCP port, the others follow it. Otherwise whichever are free.",
)
@click.option(
    "--cuts",
    type=click.IntRange(0, MOST_BOARDS),
    default=0,
    metavar="N",
    help="With --serve: so many lines are cut for 2 to 20 s, once each; the boards keep their power.",
)
@click.option(
    "--noise",
    type=click.IntRange(LEAST_NOISE),
    metavar="N",
    help="With --serve: one byte in N is damaged, on every line in both directions.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="The same seed and games give the same bytes. Otherwise drawn, and written in the capture.",
)
@click.option(
    "--rotate",
    multiple=True,
    type=click.IntRange(1, MOST_BOARDS),
    metavar="N",
    help='White sits at the far side of board N; may be repeated. A game\'s tag [Rotated "yes"] does the same.',
)
@click.option(
    "--time-control",
    "control",
    callback=_time_control,
    metavar="S+S",
    help="As 180+2, in seconds. Otherwise the tag TimeControl, or 5400+30.",
)
@click.option("--no-clock", is_flag=True, help="No clocks are connected.")
@THINK
@click.option(
    "--stagger",
    "stagger_s",
    type=click.FloatRange(0.0, LONGEST_STAGGER_S),
    callback=finite,
    default=30.0,
    show_default=True,
    metavar="S",
    help="Games begin at random within so many seconds.",
)
@click.option(
    "--hands",
    "--profile",
    "profile",
    type=click.Choice(list(PROFILES)),
    default=CLEAN.name,
    show_default=True,
    help="How the hands move: carefully, as in a club, roughly, or with 0.5 or 0.25 s a ply.",
)
@click.option(
    "--takebacks",
    type=click.FloatRange(0.0, 1.0),
    callback=finite,
    default=0.0,
    metavar="P",
    help="Before this share of the plies one or two others are played, pressed, and taken back by agreement.",
)
@click.option("--dumps", is_flag=True, help="The monitor asks for a dump whenever a change has been at rest for 1 s.")
@click.option("--no-clobber", is_flag=True, help="Never overwrite a file that exists.")
@click.pass_context
def simulate(
    context: click.Context,
    source: str | None,
    output: str | None,
    serve: ServeKind | None,
    boards: int | None,
    speed: float,
    port: int | None,
    cuts: int,
    noise: int | None,
    seed: int | None,
    rotate: tuple[int, ...],
    control: TimeControl | None,
    no_clock: bool,
    think: float,
    stagger_s: float,
    profile: str,
    takebacks: float,
    dumps: bool,
    no_clobber: bool,
) -> None:
    """Games are played on virtual boards: into a capture, or for whoever opens the boards' lines.

    Every game gets a board of its own, P01, P02 and so on, all on one time axis; - reads the games from
    standard input. The capture says in its first lines that it is simulated.

    With --serve the boards stand behind lines that `dgt-monitor watch` opens, in real time or faster; their URLs are
    written to standard output, one a line. Without GAMES.pgn they play games that come with the program. The
    players begin a little after somebody has asked a board something, and Ctrl-C, or SIGINT or SIGTERM from a
    script, ends the hall.
    """
    if no_clock and control is not None:
        raise click.UsageError("--no-clock and --time-control exclude each other")
    _check_purpose(context, source, output, serve)
    clocks = Clocks(not no_clock, control)
    drawn = secrets.randbelow(2**32) if seed is None else seed
    conditions = Conditions(drawn, with_takebacks(PROFILES[profile], takebacks), think, stagger_s, dumps)
    if output is not None:
        _check_target(str(source), output, no_clobber=no_clobber)
    complaints = Complaints(source or "")
    games = built_in(clocks, rotate) if source is None else read(source, clocks, frozenset(rotate), complaints)
    done = bool(games)
    if games and output is not None:
        with standard_output():
            done = _write(output, games, conditions)
    elif games and serve is not None:
        seated = boards or (len(games) if source else DEFAULT_BOARDS)
        serve_hall(games, conditions, Serving(serve, seated, speed, port, Mishaps(cuts, noise or 0)))
    complaints.close()
    if complaints.count or not done:
        context.exit(EXIT_FAULTY_INPUT)


def _check_purpose(context: click.Context, source: str | None, output: str | None, serve: ServeKind | None) -> None:
    """Refuse a command line that says neither or both of what can be done, or what does not go with it."""
    if output is None and serve is None:
        raise click.UsageError("say what is to come of the games: -o FILE.dgt, or --serve tcp, pty or bus")
    if output is not None and serve is not None:
        raise click.UsageError("-o and --serve exclude each other: a capture is made, or lines are served")
    if output is not None and source is None:
        raise click.UsageError("name the games that are to be recorded: GAMES.pgn")
    for name in ("dumps", "no_clobber") if serve else ("boards", "speed", "port", "cuts", "noise"):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} does not go with {'--serve' if serve else '-o'}")
    if serve == "pty" and context.params["port"] is not None:
        raise click.UsageError("--port is a TCP port; pseudo terminals are named by the system")


def _check_target(source: str, output: str, *, no_clobber: bool) -> None:
    """Refuse, before any work is done, a target that cannot be meant; a usage error says why."""
    target = Path(output)
    if output == "-":
        return
    if target.is_dir():
        raise click.BadParameter(f"{target} is a directory; name a file in it", param_hint="-o")
    if not target.parent.is_dir():
        raise click.BadParameter(f"there is no directory {target.parent}", param_hint="-o")
    if target.exists():
        if no_clobber:
            raise click.BadParameter(f"{target} exists already", param_hint="-o")
        if source != "-" and Path(source).exists() and target.samefile(source):
            raise click.BadParameter("the capture would overwrite the games it is made from", param_hint="-o")


def _write(output: str, games: list[Game], conditions: Conditions) -> bool:
    """Write the capture and tell what was written; False, having said why, if it could not be."""
    progress = _Progress(len(games))
    try:
        with whole_file(output) as out:
            length_s = write_capture(out, games, conditions, f"dgt-monitor simulate {__version__}", progress)
    except BrokenPipeError:
        raise  # whoever read the output has seen enough
    except OSError as error:
        progress.close()
        say(f"{output}: cannot be written: {error.strerror or error}")
        return False
    progress.close()
    boards = "1 board" if len(games) == 1 else f"{len(games)} boards"
    say(f"{output}: {boards}, {length_s:.0f} s, seed {conditions.seed}")
    return True


def _on_terminal() -> bool:
    return sys.stderr.isatty()


class _Progress:
    """How many games are over, on a terminal only."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._over = 0
        self._shown = _on_terminal()

    def __call__(self, port: str) -> None:  # noqa: ARG002 - whichever it is, it is one more
        self._over += 1
        if self._shown:
            sys.stderr.write(f"\r{self._over} of {self._games} games\x1b[K")
            sys.stderr.flush()

    def close(self) -> None:
        """Leave an empty line for what comes next."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
