"""How a watch has ended, and what is told of it."""

from typing import NamedTuple

from dgt_monitor.cli.ending import EXIT_AT_ONCE
from dgt_monitor.cli.foreign import DEBUG
from dgt_monitor.cli.outlet import Outlet
from dgt_monitor.cli.output import EXIT_FAULTY_INPUT


class End(NamedTuple):
    """How a watch has ended."""

    status: int = 0
    why: str = ""
    """What is to be told of it."""


GOOD_END = End()


def read_to_the_end(outlet: Outlet) -> End:
    """Wait for the reader of what is still to be written, for a while."""
    status = EXIT_FAULTY_INPUT
    try:
        lost = outlet.close()
    except SystemExit:  # a second signal: nobody wants to wait
        lost, status = outlet.waiting_bytes, EXIT_AT_ONCE
    if not lost:
        return GOOD_END
    return End(status, f"standard output was not read to the end: {lost} bytes were not written")


def fault_of(error: Exception) -> End:
    """The end by an error of the program."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    text = f"watching was stopped by an error of the program itself ({what}); {DEBUG}=1 in the environment shows where"
    return End(EXIT_FAULTY_INPUT, text)
