"""The file of settings of this user: keys of his own."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from platformdirs import user_config_path

from dgt_monitor.cli.output import EXIT_WRONG_USAGE, fail
from dgt_monitor.dashboard.actions import use
from dgt_monitor.dashboard.keymap import read
from dgt_monitor.fields import FileError

ENVIRONMENT: Final = "DGT_MONITOR_CONFIG"
"""The variable that names another file."""
NAME: Final = "config.toml"
MOST_BYTES: Final = 256 * 1024
"""No file of keys is larger (chosen)."""


def settings_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the settings of this user stand, whether they are there or not."""
    named = environ.get(ENVIRONMENT)
    return Path(named) if named else user_config_path("dgt-monitor", appauthor=False) / NAME


def take_own_keys(environ: Mapping[str, str] = os.environ) -> None:
    """The keys of the screen are those of the file, where there is one; ends the program where it cannot be taken."""
    path = settings_file(environ)
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        if environ.get(ENVIRONMENT):
            fail(f"{path}: is not there ({ENVIRONMENT} names it)", EXIT_WRONG_USAGE)
        return
    except OSError as error:
        fail(f"{path}: cannot be read: {error.strerror}", EXIT_WRONG_USAGE)
    try:
        if len(data) > MOST_BYTES:
            raise FileError(f"{path}: not taken: no file of settings is so large")
        use(read(data.decode("utf-8-sig"), str(path)))
    except UnicodeDecodeError:
        fail(f"{path}: is no UTF-8 text", EXIT_WRONG_USAGE)
    except FileError as error:
        fail(str(error), EXIT_WRONG_USAGE)
