"""The table of actions as Textual wants keys."""

from collections.abc import Sequence

from textual.binding import Binding, BindingType

from dgt_monitor.dashboard.actions import ACTIONS, Action


def bindings(actions: Sequence[Action] = ACTIONS) -> list[BindingType]:
    """A key for each of these, and the digits."""
    keys: list[BindingType] = [
        Binding(",".join(action.keys), f"do('{action.id}')", action.label, id=action.id, show=False, priority=True)
        for action in actions
        if action.keys
    ]
    digits = {digit: digit for digit in "0123456789"} | {"full_stop": "."}
    return keys + [Binding(key, f"do('goto', '{each}')", show=False, priority=True) for key, each in digits.items()]
