"""Names from outside: what is taken for one. Pure."""

from typing import Final

from dgt_monitor.fields import FieldError, Path

NAME_MAX_CHARS: Final = 80
"""A longer name of an event, a board or a player is taken for a mistake (chosen)."""


def fault_of(name: str) -> str | None:
    """Why this cannot be a name; None if it can."""
    if len(name) > NAME_MAX_CHARS:
        return f"has {len(name)} characters; at most {NAME_MAX_CHARS} are taken"
    return None if name.isprintable() else "holds a character that cannot be printed"


def check_name(name: str, path: Path, *, empty: bool = True) -> None:
    """FieldError where this cannot be a name."""
    fault = fault_of(name) if name.strip() or empty else "is empty"
    if fault is not None:
        raise FieldError(path, fault)
