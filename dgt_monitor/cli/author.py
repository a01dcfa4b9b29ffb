"""Who rules from a screen: as said on the command line, or the name by which somebody is logged in."""

import getpass
import os
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
NOBODY_NAMED: Final = "arbiter"
"""Where the system knows no name."""


def _named(ctx: click.Context, param: click.Parameter, value: str | None) -> str:  # noqa: ARG001 - click's
    from dgt_monitor.viewing.words import AUTHOR_MAX_CHARS  # commands that rule nothing need none of it

    name = (value if value is not None else logged_in()).strip()
    if name and len(name) <= AUTHOR_MAX_CHARS and name.isprintable():
        return name
    if value is None:
        return NOBODY_NAMED
    raise click.BadParameter(f"a name of 1 to {AUTHOR_MAX_CHARS} printable characters")


def author_option(command: Command) -> Command:
    """`--author` of a command with a screen from which can be ruled; given on as a name that is one."""
    return click.option(
        "--author",
        metavar="NAME",
        callback=_named,
        help="Who rules from this screen; without it, the name by which you are logged in.",
    )(command)


def logged_in() -> str:
    """By which name somebody is logged in."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return f"user {os.getuid()}" if hasattr(os, "getuid") else NOBODY_NAMED
