"""`dgt-monitor simulate`: games from a PGN become a capture, as virtual boards would send it."""

import math
import secrets
import sys
from pathlib import Path
from typing import Final, NamedTuple

import click

from dgt_monitor import __version__
from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, opened, say, standard_output
from dgt_monitor.cli.pgn_input import NAME_MAX_CHARS, PgnGame, read_games
from dgt_monitor.cli.whole_file import whole_file
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import MOST_BOARDS, Conditions, Game
from drivers.simulator.profiles import CLEAN, PROFILES
from drivers.simulator.recording import write_capture

CLASSICAL: Final = TimeControl(5400, 30)
"""Where neither the command line nor the game says otherwise: 90 minutes and 30 seconds a move."""
LONGEST_STAGGER_S: Final = 24 * 3600.0
MOST_THINK: Final = 1000.0
_YES: Final = frozenset({"yes", "true", "1"})


class _Clocks(NamedTuple):
    """What the command line says of the clocks."""

    connected: bool
    control: TimeControl | None

    def of(self, game: PgnGame) -> TimeControl | None:
        """The time control of a game, None without a clock: the option's, else its tag's, else classical."""
        if not self.connected:
            return None
        if self.control is not None:
            return self.control
        try:
            return TimeControl.parse(game.tags.get("TimeControl", ""))
        except ValueError:
            return CLASSICAL


def _time_control(ctx: click.Context, param: click.Parameter, value: str | None) -> TimeControl | None:  # noqa: ARG001 - click's signature
    try:
        return None if value is None else TimeControl.parse(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _finite(ctx: click.Context, param: click.Parameter, value: float) -> float:  # noqa: ARG001 - click's signature
    if not math.isfinite(value):
        raise click.BadParameter("not a number")
    return value


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dgt-monitor simulate round5.pgn -o round5.dgt --seed 7 --rotate 2",
)
@click.argument("source", metavar="GAMES.pgn")
@click.option(
    "-o", "--output", required=True, metavar="FILE.dgt", help="The capture; .dgt.gz packs it, - is standard output."
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
@click.option(
    "--think",
    type=click.FloatRange(0.0, MOST_THINK),
    callback=_finite,
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Factor on the players' thinking times.",
)
@click.option(
    "--stagger",
    "stagger_s",
    type=click.FloatRange(0.0, LONGEST_STAGGER_S),
    callback=_finite,
    default=30.0,
    show_default=True,
    metavar="S",
    help="Games begin at random within so many seconds.",
)
@click.option(
    "--profile", type=click.Choice(list(PROFILES)), default=CLEAN.name, show_default=True, help="How the hands move."
)
@click.option("--dumps", is_flag=True, help="The monitor asks for a dump whenever a change has been at rest for 1 s.")
@click.option("--no-clobber", is_flag=True, help="Never overwrite a file that exists.")
@click.pass_context
def simulate(
    context: click.Context,
    source: str,
    output: str,
    seed: int | None,
    rotate: tuple[int, ...],
    control: TimeControl | None,
    no_clock: bool,
    think: float,
    stagger_s: float,
    profile: str,
    dumps: bool,
    no_clobber: bool,
) -> None:
    """Games from a PGN become a capture, as virtual boards would send it.

    Every game gets a board of its own, P01, P02 and so on, all on one time axis; - reads the games from
    standard input. The capture says in its first lines that it is simulated.
    """
    if no_clock and control is not None:
        raise click.UsageError("--no-clock and --time-control exclude each other")
    _check_target(source, output, no_clobber=no_clobber)
    complaints = Complaints(source)
    games = _read(source, _Clocks(not no_clock, control), frozenset(rotate), complaints)
    written = bool(games)
    if games:
        drawn = secrets.randbelow(2**32) if seed is None else seed
        with standard_output():
            written = _write(output, games, Conditions(drawn, PROFILES[profile], think, stagger_s, dumps))
    complaints.close()
    if complaints.count or not written:
        context.exit(EXIT_FAULTY_INPUT)


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


def _read(source: str, clocks: _Clocks, rotate: frozenset[int], complaints: Complaints) -> list[Game]:
    """The games of the file as games for the hall; what is wrong with them is told."""
    games: list[Game] = []
    try:
        with opened(source) as stream:
            for game in read_games(stream, complaints):
                if len(games) == MOST_BOARDS:
                    complaints(
                        f"a hall has {MOST_BOARDS} boards at most, game {game.number} and all after it are left out"
                    )
                    break
                games.append(_game(game, clocks, rotated=len(games) + 1 in rotate))
    except OSError as error:
        complaints(error.strerror or str(error))
    missing = sorted(board for board in rotate if board > len(games))
    if missing and games:
        boards = "1 game, so 1 board" if len(games) == 1 else f"{len(games)} games, so {len(games)} boards"
        raise click.BadParameter(f"there is no board {missing[0]}: the input has {boards}", param_hint="--rotate")
    return games


def _game(game: PgnGame, clocks: _Clocks, *, rotated: bool) -> Game:
    end = game.start.copy(stack=False)
    for move in game.moves:
        end.push(move)
    return Game(
        game.start,
        game.moves,
        _title(game),
        clocks.of(game),
        rotated or game.tags.get("Rotated", "").lower() in _YES,
        over=game.result != "*" or end.is_game_over(),
    )


def _title(game: PgnGame) -> str:
    white, black = (game.tags.get(colour, "?")[:NAME_MAX_CHARS] for colour in ("White", "Black"))
    return f"{white} - {black}"


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
