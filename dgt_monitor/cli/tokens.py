"""Secrets: from the environment or the system's keyring, and nowhere else; no sentence ever holds one."""

import os
from importlib.util import find_spec
from typing import Final

SERVICE: Final = "dgt-monitor"
"""Under this name the keyring has them."""
LICHESS: Final = "LICHESS_TOKEN"
"""Environment variable; in the keyring it is that of the user `lichess`."""
ARBITER: Final = "DGT_MONITOR_ARBITER_TOKEN"
"""Environment variable; in the keyring it is that of the user `arbiter`."""
USERS: Final = {LICHESS: "lichess", ARBITER: "arbiter"}
LONGEST: Final = 512


def token_of(variable: str) -> str:
    """The secret of this name; empty: there is none. A ValueError that does not show it: it cannot be one."""
    token = os.environ.get(variable, "").strip() or _from_keyring(USERS[variable])
    if not (token.isascii() and token.isprintable()) or " " in token or len(token) > LONGEST:
        raise ValueError(f"what {variable} or the keyring has is no token")
    return token


def _from_keyring(user: str) -> str:
    if find_spec("keyring") is None:
        return ""
    import keyring
    import keyring.errors

    try:
        return (keyring.get_password(SERVICE, user) or "").strip()
    except (keyring.errors.KeyringError, OSError, RuntimeError):  # locked, or none on this machine
        return ""
