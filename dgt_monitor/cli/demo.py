"""`dgt-monitor demo`: a hall of virtual boards, watched as a real one is. No hardware, no arguments."""

from pathlib import Path

import click

from dgt_monitor.cli.event_file import WATCHED, event_options, known_event
from dgt_monitor.cli.options import bell_option, finite, language_option
from dgt_monitor.cli.simulate_games import THINK
from dgt_monitor.cli.watch import follow
from dgt_monitor.tournament.notices import Bell
from drivers.simulator.hall import MOST_BOARDS, Conditions
from drivers.simulator.pgn import built_in_games
from drivers.simulator.source import FASTEST, SLOWEST, HallPlan

BOARDS = 16
"""Enough for a wall (chosen)."""
SPEED = 5.0
"""Seconds of the hall in a real one (chosen): the fivefold comes after half a minute, and a game can be followed."""
STAGGER_S = 6.0
"""Games begin within so many seconds of the hall (chosen)."""


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dgt-monitor demo --boards 64 --speed 10",
)
@click.option(
    "--boards",
    type=click.IntRange(1, MOST_BOARDS),
    default=BOARDS,
    show_default=True,
    metavar="N",
    help="How many boards there are.",
)
@click.option(
    "--speed",
    type=click.FloatRange(SLOWEST, FASTEST),
    callback=finite,
    default=SPEED,
    show_default=True,
    metavar="X",
    help="Seconds of the hall in a real one.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="Other players, other boards.",
)
@THINK
@click.option("--json", "as_json", is_flag=True, help="Write the event stream: one JSON object per line.")
@click.option("--plain", "as_plain", is_flag=True, help="Write plain lines; the default without a terminal.")
@bell_option
@event_options(WATCHED)
@language_option
def demo(
    boards: int,
    speed: float,
    seed: int,
    think: float,
    as_json: bool,
    as_plain: bool,
    bell: Bell | None,
    event_file: Path | None,
    profile_name: str | None,
) -> None:
    """A whole hall of virtual boards, watched as a real one is: nothing but this is needed.

    On one of the boards the same position stands for the fifth time after half a minute, and the players do not
    notice. On a terminal the dashboard shows it: a acknowledges it, ? helps, q ends. As lines or as the event
    stream it ends by itself, soon after the last game.
    """
    if as_json and as_plain:
        raise click.UsageError("--json and --plain exclude each other")
    event = known_event(event_file, profile_name, WATCHED)
    conditions = Conditions(seed, think=think, stagger_s=STAGGER_S)
    plan = HallPlan(built_in_games(), boards, conditions, speed=speed)
    follow(
        lambda complaints, _: plan.open(complaints),
        as_lines=as_json or as_plain,
        as_json=as_json,
        event=event,
        bell=bell,
    )
