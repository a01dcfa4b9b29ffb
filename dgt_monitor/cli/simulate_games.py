"""The games that `dgt-monitor simulate` plays: from a PGN of any origin, or those that come with the program."""

from typing import Final, NamedTuple

import click

from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.options import finite
from dgt_monitor.cli.output import opened
from dgt_monitor.cli.pgn_input import NAME_MAX_CHARS, PgnGame, read_games
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import MOST_BOARDS
from drivers.simulator.pgn import CLASSICAL, built_in_games
from drivers.simulator.source import MOST_THINK
from drivers.simulator.table import Game

THINK: Final = click.option(
    "--think",
    type=click.FloatRange(0.0, MOST_THINK),
    callback=finite,
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Factor on the players' thinking times.",
)
_YES: Final = frozenset({"yes", "true", "1"})


class Clocks(NamedTuple):
    """What the command line says of the clocks."""

    connected: bool
    control: TimeControl | None

    def of(self, game: PgnGame) -> TimeControl | None:
        """The time control of a game, None without a clock: the option's, else its tag's, else classical."""
        try:
            return self.otherwise(TimeControl.parse(game.tags.get("TimeControl", "")))
        except ValueError:
            return self.otherwise(CLASSICAL)

    def otherwise(self, control: TimeControl | None) -> TimeControl | None:
        """The option's time control, else this one; None without a clock."""
        return (self.control or control) if self.connected else None


def built_in(clocks: Clocks, rotate: tuple[int, ...]) -> list[Game]:
    """The games that come with the program, with clocks and boards as asked for."""
    games = [game._replace(control=clocks.otherwise(game.control)) for game in built_in_games()]
    for board in rotate:
        if board > len(games):
            raise click.BadParameter(f"there are {len(games)} games to play: no game {board}", param_hint="--rotate")
        games[board - 1] = games[board - 1]._replace(rotated=True)
    return games


def read(source: str, clocks: Clocks, rotate: frozenset[int], complaints: Complaints) -> list[Game]:
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


def _game(game: PgnGame, clocks: Clocks, *, rotated: bool) -> Game:
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
