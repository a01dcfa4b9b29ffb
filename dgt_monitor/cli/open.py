"""`dgt-monitor open`: what still wants somebody: open claims, alerts nobody has acknowledged, unconfirmed results."""

import sys
from pathlib import Path

import click

from dgt_monitor.cli.journal_input import JOURNAL, Loaded, load, local
from dgt_monitor.cli.output import standard_output, write_lines
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.dashboard.alarm import wanting
from dgt_monitor.dashboard.shown import taken_off
from dgt_monitor.dashboard.words import held
from dgt_monitor.events import Claim, GameStart
from dgt_monitor.hall.told_games import Game
from dgt_monitor.hall.views import BoardView
from dgt_monitor.recorder.past import games_in

EXAMPLE = """\b
Example:
  dgt-monitor open open-2026.dgtj     after the round, before the results are published
"""


@click.command("open", context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@JOURNAL
def open(file: Path) -> None:  # noqa: A001 - the command's name
    """List what is open in a journal, the worst first.

    On top stand games that were drawn by themselves (fivefold repetition, seventy-five moves) and ended otherwise; then
    claims and interventions that are open, alerts that want somebody and that nobody has acknowledged, and games
    without a confirmed result.
    """
    loaded = load(file)
    games = games_in(loaded.rebuilt, loaded.journal.rows)
    drawn = [game for game in games if game.is_drawn_and_decided]
    hall = loaded.rebuilt.hall.view()
    alerts = [alert for alert in taken_off(hall.alerts, hall.t_s) if wanting(alert)]
    unconfirmed = [game for game in games if game.result is None or not game.result.confirmed]
    lines = [f"! {_drawn(game)}" for game in drawn]
    lines += _held(loaded)
    lines += [f"{_time(loaded, alert.raised_t_s)}  alert {alert.id}: {alert.text}" for alert in alerts]
    lines += [f"{_time(loaded, game.began_s)}  {_unconfirmed(game)}" for game in unconfirmed]
    with standard_output():
        write_lines([safe(line) for line in lines or ["nothing is open"]])
    sys.exit(loaded.status)


def _held(loaded: Loaded) -> list[str]:
    """The claims and interventions on boards whose play is not followed again yet."""
    opened = {
        event.board: event for event in loaded.rebuilt.events if isinstance(event, Claim) and event.state == "opened"
    }
    begun = {event.board: event.t for event in loaded.rebuilt.events if isinstance(event, GameStart)}
    boards = [board for board in loaded.rebuilt.hall.view().boards if held(board)]
    return [
        _opened(loaded, opened[board.board], board)
        if board.board in opened
        else f"{_time(loaded, begun.get(board.board, 0.0))}  Bd {board.board}: the game come there is not set up yet"
        for board in boards
    ]


def _opened(loaded: Loaded, claim: Claim, board: BoardView) -> str:
    state = "open" if board.claim is not None and board.claim.state == "open" else "closed, its position not put back"
    return f"{_time(loaded, claim.t)}  Bd {claim.board} game {claim.game}: {claim.what} by {claim.author}, {state}"


def _time(loaded: Loaded, t_s: float) -> str:
    return local(loaded.times.of(t_s)).strftime("%d %b %H:%M:%S")


def _drawn(game: Game) -> str:
    rules = ", ".join(sorted({alert.rule.value for alert in game.alerts.values() if alert.sure}))
    result = "" if game.result is None else game.result.result
    return f"Bd {game.board} game {game.start.game}: {rules}, and the result is {result}"


def _unconfirmed(game: Game) -> str:
    plies = "1 half-move" if len(game.moves) == 1 else f"{len(game.moves)} half-moves"
    result = "no result" if game.result is None else f"{game.result.result} by {game.result.by}, not confirmed"
    return f"Bd {game.board} game {game.start.game}: {plies}, {result}"
