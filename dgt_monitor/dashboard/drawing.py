"""On which stream the screen is drawn."""

import sys
from typing import Any

from textual.driver import Driver


def on_a_terminal(driver: type[Driver]) -> type[Driver]:
    """The driver, on standard output where it would draw on a standard error that is no terminal (`2>file`)."""
    stdout, stderr = sys.__stdout__, sys.__stderr__
    if stdout is None or not stdout.isatty() or (stderr is not None and stderr.isatty()):
        return driver

    class OnOutput(driver):  # type: ignore[misc, valid-type]  # which one it is, the platform decides
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self._file = stdout

    return OnOutput
