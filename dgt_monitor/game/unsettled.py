"""Plies that were in doubt when others followed, and count as made with those."""

from collections.abc import Sequence
from typing import Final

from dgt_monitor.game.changes import Change, Ply, Restated

UNSETTLED_PLY: Final = 6
"""Plies before one that is confirmed that may still be provisional (chosen: more are never made at once)."""


def confirm_before(plies: Sequence[Ply], number: int) -> list[Change]:
    """Confirm those before this one that are not yet; what the Laws say of them would never be told else."""
    out: list[Change] = []
    for n in range(max(1, number - UNSETTLED_PLY), number):
        ply = plies[n - 1]
        if ply.status != "confirmed":
            ply.status = "confirmed"
            out.append(Restated(n, ply))
    return out
