"""Where the passphrases come from: the environment, or who begins the server. Never the command line, which all see."""

import getpass
import os
from collections.abc import Mapping
from typing import Final, NamedTuple

LOOK: Final = "DGT_MONITOR_WEB_PASSPHRASE"
RULE: Final = "DGT_MONITOR_WEB_RULING_PASSPHRASE"
ENVIRONMENT: Final = frozenset({LOOK, RULE})
"""The variables that hold them."""


class Passphrases(NamedTuple):
    """One to look, one to rule; empty: there is none."""

    look: str
    rule: str

    def __repr__(self) -> str:
        return "Passphrases(..)"


def passphrases(environ: Mapping[str, str] = os.environ, *, typing: bool) -> Passphrases:
    """Those of the environment; where there is none and somebody sits there, he is asked."""
    look, rule = environ.get(LOOK, ""), environ.get(RULE, "")
    if not look and typing:
        look = getpass.getpass("Passphrase to look: ")
        rule = rule or getpass.getpass("Another one to rule (Enter: nobody rules from a browser): ")
    return Passphrases(look, rule)
