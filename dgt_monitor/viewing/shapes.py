"""Forms on the wire, made of the types of what travels: a field that is added to a view travels with it.

Recorder and screen are the same program (`Shape.mark` in the greeting says so), so nothing old is ever read here; what
is kept for years has its forms in `journal/forms.py`.
"""

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import chess

from dgt_monitor.hall.evidence import Evidence
from dgt_monitor.journal.codec import (
    SECONDS,
    TRUTH,
    WHOLE,
    Field,
    Form,
    Json,
    UnreadableError,
    either,
    inside,
    many,
    mapping,
    one_of,
    or_none,
)
from dgt_monitor.laws.identity import PositionKey, Standing
from dgt_monitor.laws.occurrences import Chain, Occurrence
from dgt_monitor.viewing.said import SAID


class Shape(NamedTuple):
    """How a type travels, and that in words."""

    field: Field
    words: str
    item: Field | None = None
    """Of a tuple of any length: how one of its items does."""

    @property
    def mark(self) -> str:
        """Differs where the words do."""
        return hashlib.sha256(self.words.encode()).hexdigest()[:16]


_FORWARD: Final = {"Evidence": Evidence}
"""Names that a module knows only while types are checked."""


def form_of(kind: Any) -> Form:
    """The form of a named tuple, by the types of its fields."""
    hints = get_type_hints(kind, None, _FORWARD)
    return Form(kind.__name__, kind, tuple(shape_of(hints[name]).field for name in kind._fields))


def shapes_of(kind: Any) -> tuple[Shape, ...]:
    """The shapes of a named tuple's fields, in their order."""
    hints = get_type_hints(kind, None, _FORWARD)
    return tuple(shape_of(hints[name]) for name in kind._fields)


@cache
def shape_of(kind: Any) -> Shape:
    """The shape of a type; TypeError for one that cannot travel."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return Shape(one_of(*args), f"one of {args}")
    if origin in (Union, UnionType):
        return _union(args)
    if origin is tuple:
        return _tuple(args)
    if origin is not None and issubclass(origin, Mapping):
        inner = shape_of(args[1])
        return Shape(mapping(inner.field), f"mapping of {inner.words}")
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Shape(_enum(kind), f"{kind.__name__} {[each.value for each in kind]}")
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        told = ", ".join(f"{n}: {s.words}" for n, s in zip(kind._fields, shapes_of(kind), strict=True))
        return Shape(inside(form_of(kind)), f"{kind.__name__}({told})")
    raise TypeError(f"{kind!r} cannot travel to a screen")


def _union(args: tuple[Any, ...]) -> Shape:
    inner = [shape_of(each) for each in args if each is not NoneType]
    field = inner[0].field if len(inner) == 1 else either(*(each.field for each in inner))
    if len(inner) > 1 and not all(each in _PLAIN for each in args):
        raise TypeError(f"{args!r} cannot be told apart")
    told = " or ".join(shape_of(each).words for each in args)
    return Shape(or_none(field) if NoneType in args else field, told)


def _tuple(args: tuple[Any, ...]) -> Shape:
    if len(args) == 2 and args[1] is Ellipsis:
        inner = shape_of(args[0])
        return Shape(many(inner.field), f"many {inner.words}", inner.field)
    parts = [shape_of(each) for each in args]
    form = Form("a tuple", lambda *values: values, tuple(part.field for part in parts))
    return Shape(inside(form), f"({', '.join(part.words for part in parts)})")


def _enum(kind: type[StrEnum]) -> Field:
    def decode(value: Json) -> StrEnum:
        try:
            return kind(value)
        except ValueError as error:
            raise UnreadableError(str(error)) from error

    return Field(str, decode)


def _read_move(value: Json) -> chess.Move:
    try:
        return chess.Move.from_uci(value)
    except (ValueError, TypeError) as error:
        raise UnreadableError(f"{value!r} is no move") from error


_LONG_AGO: Final = "-inf"
"""JSON has no such number: the time of a ply that nobody saw."""


def _tell_number(value: float) -> Json:
    return _LONG_AGO if value == float(_LONG_AGO) else value


def _read_number(value: Json) -> float:
    return float(_LONG_AGO) if value == _LONG_AGO else SECONDS.decode(value)


_OCCURRENCE: Final = Form("an occurrence", lambda *values: values, (WHOLE, WHOLE, WHOLE))


def _tell_chain(chain: Chain) -> Json:
    """From the last to the first: one within the other would be too deep for JSON."""
    told: list[Json] = []
    rest: Chain | None = chain
    while isinstance(rest, Occurrence):
        told.append([rest.ply, rest.least, rest.most])
        rest = rest.before
    return [rest, told]


def _read_chain(value: Json) -> Chain:
    first, told = Form("a chain", lambda *values: values, (or_none(WHOLE), many(inside(_OCCURRENCE)))).decode(value)
    chain: Chain | None = first
    for ply, least, most in reversed(told):
        chain = Occurrence(chain, ply, least, most)
    if chain is None:
        raise UnreadableError("a chain of nothing")
    return chain


def _standing_form() -> Form:
    return Form("Standing", Standing, (inside(form_of(PositionKey)), WHOLE, WHOLE, TRUTH))


def _tell_standing(value: Standing) -> Json:
    return _standing_form().encode((value.key, value.halfmove_clock, value.fullmove, value.chess960))


_PLAIN: Final[dict[Any, Shape]] = {
    str: Shape(SAID, "text"),
    int: Shape(WHOLE, "whole"),
    float: Shape(Field(_tell_number, _read_number), "number"),
    bool: Shape(TRUTH, "truth"),
    NoneType: Shape(or_none(WHOLE), "nothing"),
    chess.Move: Shape(Field(chess.Move.uci, _read_move), "move"),
    Chain: Shape(Field(_tell_chain, _read_chain), "chain"),
    Standing: Shape(Field(_tell_standing, lambda value: _standing_form().decode(value)), "standing"),
}
