"""What several commands make of numbers on their command lines."""

import math
from collections.abc import Callable
from typing import Any, TypeVar, overload

import click

from dgt_monitor.cli.output import say as tell
from dgt_monitor.language import ENGLISH, ENVIRONMENT, is_draft, languages, use

Command = TypeVar("Command", bound=Callable[..., Any])


@overload
def finite(ctx: click.Context, param: click.Parameter, value: float) -> float: ...


@overload
def finite(ctx: click.Context, param: click.Parameter, value: None) -> None: ...


def finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001 - click's
    """A number from the command line, if it is one (`nan` is in every range); click.BadParameter otherwise."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("not a number")
    return value


def exclusive(*, as_json: bool, as_plain: bool, public: bool = False) -> None:
    """At most one way to write lines; click.UsageError otherwise."""
    named = [name for name, given in (("--json", as_json), ("--plain", as_plain), ("--public", public)) if given]
    if len(named) > 1:
        raise click.UsageError(f"{' and '.join(named)} exclude each other")


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:  # noqa: ARG001 - click's
    code = value or ENGLISH
    use(code)
    if is_draft(code):
        tell(f"the texts in this language ({code}) are a draft that no national arbiter has checked")


def language_option(command: Command) -> Command:
    """`--language` of a command that tells people something; the event stream stays English."""
    return click.option(
        "--language",
        type=click.Choice(languages()),
        envvar=ENVIRONMENT,
        show_envvar=True,
        callback=_speak,
        expose_value=False,
        help="In which language people are told things; the event stream stays English.",
    )(command)


def bell_option(command: Command) -> Command:
    """`--bell` of a command with a screen."""
    return click.option(
        "--bell",
        type=click.Choice(["off", "once", "repeat"]),
        help="Whether this terminal rings for an alert to act on: once, or every 30 s until it is acknowledged. "
        "Without it, as [notices] in the tournament file says; without that, never.",
    )(command)
