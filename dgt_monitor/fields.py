"""TOML text into typed objects: a wrong line, key or value is told with file, line and key. Pure.

The objects are NamedTuples of texts, numbers, `Literal`, tuples, mappings and NamedTuples again. TOML knows no null:
a field that may be None takes `false`, which switches it off.
"""

import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

Path = tuple[str | int, ...]
"""The way to a value: keys, and numbers in lists (0 is the first)."""
Table = Mapping[str, Any]
T = TypeVar("T", bound=tuple[Any, ...])

NUMBER_MOST: Final = 2**63
"""No larger number is meant: TOML has none."""
_WORDS: Final = {str: "a text", int: "a whole number", bool: "true or false"}


class FieldError(ValueError):
    """A value that cannot be taken; `path` leads to it."""

    def __init__(self, path: Path, fault: str) -> None:
        super().__init__(fault)
        self.path = path
        self.fault = fault


class FileError(ValueError):
    """A file that cannot be taken; the text names file, line and key, and says what is wrong."""


def parse(text: str, file: str) -> Table:
    """The tables of a TOML text; FileError if it is none."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise FileError(f"{file}: not taken: lists or tables stand too deep in each other") from None
    except ValueError as error:  # also of a number with thousands of digits
        raise FileError(f"{file}: not TOML: {error}") from None


def located(error: FieldError, text: str, file: str) -> FileError:
    """The same error with the file, and the line on which its key (or the table that lacks it) stands."""
    line = next((n for end in range(len(error.path), 0, -1) if (n := line_of(text, error.path[:end]))), None)
    where = file if line is None else f"{file}, line {line}"
    return FileError(": ".join(part for part in (where, spelled(error.path), error.fault) if part))


def spelled(path: Path) -> str:
    """A path for people: `boards[2].white`, where 1 is the first."""
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def line_of(text: str, path: Path) -> int | None:
    """The line on which a key is given, 1 is the first; None if it is not there.

    TOML is read in order, so the key stands where the lines up to there first bring it.
    """
    lines = text.split("\n")  # not str.splitlines: TOML, and people, count no line at U+0085 or U+2028

    @cache
    def read(count: int) -> Table | None:
        try:
            return tomllib.loads("\n".join(lines[:count]))
        except (ValueError, RecursionError):
            return None

    def whole(count: int) -> int:
        while read(count) is None:
            count -= 1  # in the middle of a value of several lines
        return count

    end = bisect_left(range(len(lines) + 1), True, key=lambda n: _has(read(whole(n)), path))
    if end > len(lines):
        return None
    begin = whole(end - 1)
    return next(n for n in range(begin + 1, end + 1) if lines[n - 1].strip() and lines[n - 1].lstrip()[0] != "#")


def _has(found: Any, path: Path) -> bool:
    for part in path:
        try:
            found = found[part]
        except (KeyError, IndexError, TypeError):
            return False
    return True


# --- typed objects ------------------------------------------------------------------------------------------


def build(
    kind: type[T], table: Any, path: Path = (), base: T | None = None, not_keys: frozenset[str] = frozenset()
) -> T:
    """A NamedTuple of this kind from a table, what is not given being as in `base` or by default.

    `not_keys`: fields that no file gives. FieldError for a key that is not one of its fields, for one that is missing,
    and for a value of another kind.
    """
    given = _table(table, path)
    hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in not_keys}
    for key in given:
        if key not in hints:
            raise FieldError((*path, key), _no_such_key(key, hints))
    values: dict[str, Any] = {} if base is None else base._asdict()  # type: ignore[attr-defined]
    for name, value in given.items():
        values[name] = _value(hints[name], value, (*path, name), values.get(name))
    for name in hints:
        if name not in values and name not in kind._field_defaults:  # type: ignore[attr-defined]
            raise FieldError((*path, name), "is missing")
    return kind(**values)


def _no_such_key(key: str, known: Iterable[str]) -> str:
    near = get_close_matches(key, known, 1)
    meant = f"did you mean {near[0]}? Known" if near else "known"
    return f"there is no such key; {meant} are {', '.join(known)}"


def _table(value: Any, path: Path) -> Table:
    if not isinstance(value, Mapping):
        raise FieldError(path, "a table is wanted")
    return value


def _value(hint: Any, value: Any, path: Path, base: Any) -> Any:
    if isinstance(value, int) and abs(value) > NUMBER_MOST:
        raise FieldError(path, "is too large a number")
    origin, args = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        return _choice(args, value, path, base)
    if origin is Literal:
        if value not in args:
            raise FieldError(path, f"{_shown(value)} is none of {', '.join(map(str, args))}")
        return value
    if origin is tuple:
        return _values(args[0], value, path)
    if origin is Mapping:
        return {key: _value(args[1], each, (*path, key), None) for key, each in _table(value, path).items()}
    if hint is Any:
        return value
    if isinstance(hint, type) and issubclass(hint, tuple):
        return build(cast("type[Any]", hint), value, path, base)
    if type(value) is not hint:
        raise FieldError(path, f"{_WORDS[hint]} is wanted, not {_shown(value)}")
    return value


def _choice(args: tuple[Any, ...], value: Any, path: Path, base: Any) -> Any:
    if value is False and NoneType in args:
        return None
    kinds = [arg for arg in args if arg is not NoneType]
    if len(kinds) == 1:
        return _value(kinds[0], value, path, base)
    if type(value) not in kinds:
        raise FieldError(path, f"{' or '.join(_WORDS[kind] for kind in kinds)} is wanted, not {_shown(value)}")
    return value


def _values(hint: Any, value: Any, path: Path) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise FieldError(path, f"a list is wanted, not {_shown(value)}")
    return tuple(_value(hint, each, (*path, number), None) for number, each in enumerate(value))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "a table" if isinstance(value, Mapping) else "a list" if isinstance(value, list) else repr(value)
