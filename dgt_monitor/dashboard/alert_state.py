"""What has become of an alert, in brackets behind its name. Pure."""

from typing import Final

from dgt_monitor.dashboard.alarm import life, shelved
from dgt_monitor.dashboard.when import When
from dgt_monitor.hall.views import AlertView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_STILL: Final = Sentence("still playing, {n} ply since", "still playing, {n} plies since")
_ASIDE: Final = Sentence("aside until {time}")


def state_of(alert: AlertView, named: When, *, wants: bool) -> str:
    """Empty where it wants somebody and is as it was told."""
    if alert.played_on:
        return f" ({words(_STILL, n=alert.played_on)})"
    if shelved(alert):
        return f" ({words(_ASIDE, time=named(alert.shelved_until_s or 0.0))})"
    if life(alert) == "gone":
        return f" ({say('gone')})"
    return "" if wants else f" ({say('seen')})"
