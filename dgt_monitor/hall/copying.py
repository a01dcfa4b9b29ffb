"""Copies of a board's state, at every game's beginning: as `copy.deepcopy` makes them, at a fifth of its cost.

What never changes (letters, numbers, plain tuples, enums) is shared, and what each class holds is found out once.
"""

from array import array
from collections import deque
from collections.abc import Callable, Iterable
from copy import deepcopy
from enum import Enum
from itertools import chain
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType
from typing import Any, Final

import chess

from dgt_monitor.laws.occurrences import Occurrence

Memo = dict[int, Any]
"""By the identity of what was copied: its copy."""
_SHARED: Final = (
    int, float, str, bool, bytes, type(None), frozenset, range, Enum, type, FunctionType, BuiltinFunctionType,
    MappingProxyType, chess.Move, Occurrence,
)  # fmt: skip
"""These never change, or nobody changes them. A chain of occurrences is as long as its game: no copy goes down it."""
_AS_IS: Final[set[type]] = {int, float, str, bool, bytes, type(None)}
"""Classes found to be shared."""
_WAYS: Final[dict[type, Callable[[Any, Memo], Any]]] = {}
"""How the objects of each class met are copied."""


def copied(value: Any, memo: Memo) -> Any:
    """A copy; what `memo` knows already is not copied again."""
    kind = type(value)
    if kind in _AS_IS:
        return value
    known = memo.get(id(value))
    if known is not None:
        return known
    way = _WAYS.get(kind)
    if way is None:
        way = _WAYS[kind] = _way_of(kind)
        if kind in _AS_IS:
            return value
    return way(value, memo)


def _way_of(kind: type) -> Callable[[Any, Memo], Any]:
    if issubclass(kind, _SHARED):
        _AS_IS.add(kind)
        return lambda value, _: value
    for known, way in _OF_KIND.items():
        if issubclass(kind, known):
            return way
    if hasattr(kind, "__deepcopy__") or kind.__module__ in ("builtins", "itertools"):
        return _deeply
    names = [name for base in kind.__mro__ for name in _slots(base)]
    if len(names) < 2 or kind.__dictoffset__:
        return lambda value, memo: _object(kind, names, value, memo)
    held = attrgetter(*names)
    return lambda value, memo: _slotted(kind, names, held, value, memo)


def _slots(kind: type) -> list[str]:
    slots = kind.__dict__.get("__slots__", ())
    return [slots] if isinstance(slots, str) else [name for name in slots if name not in ("__dict__", "__weakref__")]


def _slotted(kind: type, names: list[str], held: Callable[[Any], tuple[Any, ...]], value: Any, memo: Memo) -> Any:
    """An object that has slots and nothing else."""
    try:
        values = held(value)
    except AttributeError:
        return _object(kind, names, value, memo)  # some are not set
    new: Any = object.__new__(kind)
    memo[id(value)] = new
    for name, old in zip(names, values, strict=True):
        setattr(new, name, old if type(old) in _AS_IS else copied(old, memo))
    return new


def _object(kind: type, names: list[str], value: Any, memo: Memo) -> Any:
    new: Any = object.__new__(kind)
    memo[id(value)] = new
    for name in names:
        try:
            old = getattr(value, name)
        except AttributeError:
            continue  # not set
        object.__setattr__(new, name, copied(old, memo))
    for name, old in getattr(value, "__dict__", {}).items():
        object.__setattr__(new, name, copied(old, memo))
    return new


def _list(value: list[Any], memo: Memo) -> list[Any]:
    if _are_shared(value):
        new = memo[id(value)] = value.copy()
        return new
    new = memo[id(value)] = []
    new += [each if type(each) in _AS_IS else copied(each, memo) for each in value]
    return new


def _are_shared(values: Iterable[Any]) -> bool:
    """Whether these, or all that is in them where they are plain tuples, never change."""
    kinds = set(map(type, values))
    return kinds <= _AS_IS or (kinds == {tuple} and set(map(type, chain.from_iterable(values))) <= _AS_IS)


def _dict(value: dict[Any, Any], memo: Memo) -> dict[Any, Any]:
    if _are_shared(value) and _are_shared(value.values()):
        new = memo[id(value)] = value.copy()
        return new
    new = memo[id(value)] = {}
    for key, each in value.items():
        new[key if type(key) in _AS_IS else copied(key, memo)] = copied(each, memo)
    return new


def _tuple(value: tuple[Any, ...], memo: Memo) -> tuple[Any, ...]:
    if set(map(type, value)) <= _AS_IS:
        return value
    parts = [copied(each, memo) for each in value]
    if all(one is other for one, other in zip(parts, value, strict=True)):
        return value
    new = tuple.__new__(type(value), parts)
    memo[id(value)] = new
    return new


def _deque(value: deque[Any], memo: Memo) -> deque[Any]:
    new: deque[Any] = deque((copied(each, memo) for each in value), value.maxlen)
    memo[id(value)] = new
    return new


def _set(value: set[Any], memo: Memo) -> set[Any]:
    new = memo[id(value)] = {copied(each, memo) for each in value}
    return new


def _array(value: "array[Any]", memo: Memo) -> "array[Any]":
    new = memo[id(value)] = value[:]
    return new


def _method(value: MethodType, memo: Memo) -> MethodType:
    return MethodType(value.__func__, copied(value.__self__, memo))


def _board(value: chess.Board, memo: Memo) -> chess.Board:
    new = memo[id(value)] = value.copy()
    return new


def _deeply(value: Any, memo: Memo) -> Any:
    return deepcopy(value, memo)


_OF_KIND: Final[dict[type, Callable[[Any, Memo], Any]]] = {
    list: _list, dict: _dict, tuple: _tuple, deque: _deque, set: _set, array: _array, MethodType: _method,
    chess.Board: _board,
}  # fmt: skip
