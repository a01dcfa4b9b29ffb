"""What several commands make of numbers on their command lines."""

import math
from typing import TypeVar

import click

Number = TypeVar("Number", float, float | None)


def finite(ctx: click.Context, param: click.Parameter, value: Number) -> Number:  # noqa: ARG001 - click's signature
    """A number from the command line, if it is one (`nan` is in every range); click.BadParameter otherwise."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("not a number")
    return value
