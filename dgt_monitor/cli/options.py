"""What several commands make of numbers on their command lines."""

import math
from typing import overload

import click


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
