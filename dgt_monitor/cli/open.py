"""`dgt-monitor open`: what still wants somebody: games without a confirmed result, alerts nobody has acknowledged."""

import sys
from pathlib import Path

import click

from dgt_monitor.cli.journal_input import JOURNAL, Loaded, load, local
from dgt_monitor.cli.output import standard_output, write_lines
from dgt_monitor.cli.safe_text import safe
from dgt_monitor.recorder.past import Game, games_in

EXAMPLE = """\b
Example:
  dgt-monitor open open-2026.dgtj     after the round, before the results are published
"""


@click.command("open", context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLE)
@JOURNAL
def open(file: Path) -> None:  # noqa: A001 - the command's name
    """List what is open in a journal, the worst first.

    On top stand games that were drawn by themselves (fivefold repetition, seventy-five moves) and ended otherwise; then
    alerts nobody has acknowledged, and games without a confirmed result.
    """
    loaded = load(file)
    games = games_in(loaded.rebuilt, loaded.journal.rows)
    drawn = [game for game in games if game.is_drawn_and_decided]
    alerts = loaded.rebuilt.hall.view().alerts
    unconfirmed = [game for game in games if game.result is None or not game.result.confirmed]
    lines = [f"! {_drawn(game)}" for game in drawn]
    lines += [f"{_time(loaded, alert.raised_t_s)}  alert {alert.id}: {alert.text}" for alert in alerts]
    lines += [f"{_time(loaded, game.began_s)}  {_unconfirmed(game)}" for game in unconfirmed]
    with standard_output():
        write_lines([safe(line) for line in lines or ["nothing is open"]])
    sys.exit(loaded.status)


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
