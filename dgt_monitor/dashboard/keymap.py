"""Keys of one's own: which of them a file gives to which action, in place of those of the table. Pure.

Enter, Esc, Backspace, Ctrl-C and Ctrl-Q always do what they do: the way out is the same on every machine.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Final

from dgt_monitor.dashboard.actions import ACTIONS, BY_ID, TYPING, Action
from dgt_monitor.fields import FieldError, FileError, located, parse

STAY: Final = frozenset({"enter", "escape", "backspace", "ctrl+c", "ctrl+q"})
"""Keys that nothing takes away from what has them."""
_ALWAYS: Final = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that are not told where an action has others."""
TABLE: Final = "keys"
"""The table of the file in which they stand."""
_DIGITS: Final = (*"0123456789", "full_stop")
"""Keys of `goto`, which are not given away."""
_NAMED: Final = {
    "enter": "Enter", "escape": "Esc", "backspace": "Backspace", "space": "Space", "tab": "Tab",
    "shift+tab": "Shift-Tab",
    "delete": "Del", "insert": "Ins", "home": "Home", "end": "End", "pageup": "PgUp", "pagedown": "PgDn", "up": "Up",
    "down": "Down", "left": "Left", "right": "Right", **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
_SIGNS: Final = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
    "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""What Textual calls signs whose Unicode names are long."""


def read(text: str, file: str) -> tuple[Action, ...]:
    """The table of actions with the keys that this file gives; FileError, with file and lines, where it cannot be."""
    table, faults = parse(text, file), Faults()
    actions = _table(table, faults)
    if faults:
        raise FileError("\n".join(str(located(each, text, file)) for each in faults))
    return actions


class Faults(list[FieldError]):
    """All that is wrong with a file, so that it is mended in one go."""

    @contextmanager
    def of(self) -> Iterator[None]:
        """What is wrong in here is noted."""
        try:
            yield
        except FieldError as error:
            self.append(error)


def _table(table: Mapping[str, object], faults: Faults) -> tuple[Action, ...]:
    for name in table:
        if name != TABLE:
            faults.append(FieldError((name,), f"there is no such key; known are {TABLE}"))
    given = table.get(TABLE, {})
    if not isinstance(given, Mapping):
        faults.append(FieldError((TABLE,), "a table is wanted"))
        return ACTIONS
    own: dict[str, tuple[str, ...]] = {}
    for name, value in given.items():
        with faults.of():
            own[name] = _keys(name, value)
    changed = tuple(_with(action, own[action.id]) if action.id in own else action for action in ACTIONS)
    _check(changed, own, faults)
    return _shown(changed, own)


def _keys(name: str, value: object) -> tuple[str, ...]:
    """The keys of one action as Textual names them."""
    path = (TABLE, name)
    if name not in BY_ID or name == "goto":
        near = get_close_matches(name, BY_ID, 1)
        raise FieldError(
            path, f"there is no such action{f'; did you mean {near[0]}?' if near else ''} See docs/keys.md"
        )
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(each, str) for each in texts):
        raise FieldError(path, 'a key, or a list of keys, is wanted: "x", or ["x", "f5"]')
    return tuple(_key(path, str(each)) for each in texts)


def _key(path: tuple[str, ...], text: str) -> str:
    if len(text) == 1:
        if not text.isprintable():
            raise FieldError(path, "that is no key")
        return key_of(text)
    name = text.lower().replace("-", "+") if text.lower().startswith(("ctrl", "shift")) else text.lower()
    letter = name.removeprefix("ctrl+")
    if name in _NAMED or (name != letter and len(letter) == 1 and letter.isascii() and letter.isalpha()):
        return name
    known = ", ".join(_NAMED)
    raise FieldError(path, f"{text!r} is no key: a letter or sign, ctrl+LETTER, or one of {known}")


def key_of(sign: str) -> str:
    """A letter or sign as Textual names it."""
    if sign == " ":
        return "space"
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return _SIGNS.get(name, name) or sign


_READ: Final = {key_of(sign): sign for sign in map(chr, range(0x21, 0x250)) if sign.isprintable()}


def told(key: str) -> str:
    """A key as people read it."""
    if key in _NAMED:
        return _NAMED[key]
    if key.startswith("ctrl+"):
        return f"Ctrl-{key[5:].upper()}"
    return _READ.get(key, key)


def _with(action: Action, keys: tuple[str, ...]) -> Action:
    stay = tuple(key for key in action.keys if key in STAY and key not in keys)
    return action._replace(keys=(*keys, *stay))


def _check(actions: Iterable[Action], own: Mapping[str, tuple[str, ...]], faults: Faults) -> None:
    """No key does two things in one place, and none is a letter where letters are typed."""
    taken: dict[tuple[str, str], str] = {}
    told_of: set[tuple[str, str]] = set()

    def note(mine: str, why: str) -> None:
        if (mine, why) not in told_of:
            told_of.add((mine, why))
            faults.append(FieldError((TABLE, mine), why))

    for action in actions:
        for place in action.places:
            for key in action.keys or _DIGITS:
                if action.id in own and place in TYPING and _is_typed(key):
                    note(action.id, f"{told(key)} is typed as text there, so it can do nothing")
                other = taken.setdefault((place, key), action.id)
                if other != action.id:
                    mine, its = (action.id, other) if action.id in own else (other, action.id)
                    note(mine, f"{told(key)} is given to {its} already, in the same place")


def _is_typed(key: str) -> bool:
    return key == "space" or not (key in _NAMED or key.startswith("ctrl+"))


def _shown(actions: tuple[Action, ...], own: Mapping[str, tuple[str, ...]]) -> tuple[Action, ...]:
    """What is told together (`s S`) is told together still."""
    groups = {(each.shown, each.help) for each in ACTIONS if each.id in own}
    keys: dict[tuple[str, str], list[str]] = {group: [] for group in groups}
    for each in actions:
        if (each.shown, each.help) in groups:
            keys[each.shown, each.help] += [told(key) for key in each.keys if key not in _ALWAYS]
    names = {group: " ".join(dict.fromkeys(every)) for group, every in keys.items()}
    return tuple(each._replace(shown=names.get((each.shown, each.help), each.shown)) for each in actions)
