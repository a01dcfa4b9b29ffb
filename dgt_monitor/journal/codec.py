"""How a value becomes JSON and again the same value: explicit, total, and checked on the way back."""

import json
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, Protocol

Json = Any
"""What `json` reads and writes."""


class UnreadableError(ValueError):
    """What stands there is no value of this form; the text says what is wrong."""


class Field(NamedTuple):
    """How one field goes into JSON and comes back."""

    encode: Callable[[Any], Json]
    decode: Callable[[Json], Any]


class Tupled(Protocol):
    """A named tuple, seen from outside."""

    _fields: tuple[str, ...]

    def __iter__(self) -> Any:
        """Its values."""


class Form(NamedTuple):
    """A named tuple and its fields, in their order. The name is what stands in the journal, for good."""

    name: str
    make: Callable[..., Any]
    fields: tuple[Field, ...]

    def encode(self, value: Sequence[Any]) -> list[Json]:
        """The values as a JSON list."""
        return [field.encode(each) for field, each in zip(self.fields, value, strict=True)]

    def decode(self, body: Json) -> Any:
        """The value; UnreadableError if this is none."""
        if not isinstance(body, list) or len(body) != len(self.fields):
            raise UnreadableError(f"{self.name} has {len(self.fields)} fields, not {body!r}")
        return self.make(*(field.decode(each) for field, each in zip(self.fields, body, strict=True)))


def form(kind: Any, name: str | None = None, /, **fields: Field) -> Form:
    """The form of a named tuple whose fields are all told, each once and in their order."""
    if tuple(fields) != kind._fields:
        raise TypeError(f"{kind.__name__} has the fields {kind._fields}, not {tuple(fields)}")
    return Form(name or kind.__name__, kind, tuple(fields.values()))


def _same(value: Any) -> Any:
    return value


def _exactly(*types: type) -> Field:
    """A value that JSON has itself. A bool is no int here."""

    def decode(value: Json) -> Any:
        if type(value) not in types:
            raise UnreadableError(f"{value!r} is no {' or '.join(each.__name__ for each in types)}")
        return value

    return Field(_same, decode)


def _seconds(value: Json) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise UnreadableError(f"{value!r} is no number of seconds")
    return float(value)


TEXT = _exactly(str)
WHOLE = _exactly(int)
TRUTH = _exactly(bool)
SECONDS = Field(float, _seconds)
PLAIN = Field(_same, _same)
"""Whatever JSON has: texts, numbers, truths, lists and tables of them, as a settings file gives them."""


def or_none(inner: Field) -> Field:
    """The same, or nothing."""
    return Field(
        lambda value: None if value is None else inner.encode(value),
        lambda value: None if value is None else inner.decode(value),
    )


def either(*fields: Field) -> Field:
    """A value of one of these kinds, each of which JSON has itself."""

    def decode(value: Json) -> Any:
        for field in fields[:-1]:
            try:
                return field.decode(value)
            except UnreadableError:
                continue
        return fields[-1].decode(value)

    return Field(_same, decode)


def one_of(*texts: str) -> Field:
    """One of these texts."""

    def decode(value: Json) -> str:
        if value not in texts:
            raise UnreadableError(f"{value!r} is none of {', '.join(texts)}")
        return str(value)

    return Field(str, decode)


def many(inner: Field) -> Field:
    """A tuple of them."""

    def decode(value: Json) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise UnreadableError(f"{value!r} is no list")
        return tuple(inner.decode(each) for each in value)

    return Field(lambda value: [inner.encode(each) for each in value], decode)


def mapping(inner: Field) -> Field:
    """Texts to values."""

    def encode(value: Mapping[str, Any]) -> Json:
        return {key: inner.encode(each) for key, each in value.items()}

    def decode(value: Json) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise UnreadableError(f"{value!r} is no mapping")
        return {key: inner.decode(each) for key, each in value.items()}

    return Field(encode, decode)


def inside(inner: Form) -> Field:
    """A value of this form within another."""
    return Field(inner.encode, inner.decode)


def any_of(*forms: Form) -> Field:
    """A value of one of these forms, with the name of it."""
    by_type = {each.make: each for each in forms}
    by_name = {each.name: each for each in forms}

    def encode(value: Any) -> Json:
        its = by_type[type(value)]
        return [its.name, *its.encode(value)]

    def decode(body: Json) -> Any:
        its = by_name.get(body[0]) if isinstance(body, list) and body and isinstance(body[0], str) else None
        if its is None:
            raise UnreadableError(f"{body!r} is none of {', '.join(by_name)}")
        return its.decode(body[1:])

    return Field(encode, decode)


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
"""ASCII only: whatever stands in a text from outside, even half a character, comes back as it was."""


class Forms:
    """All forms that may stand in one column, by name and by type.

    `older` are forms that only older programs wrote: they are read, never written.
    """

    def __init__(self, *forms: Form, older: Sequence[Form] = ()) -> None:
        self.by_type: dict[Any, Form] = {each.make: each for each in forms}
        self._by_name: dict[str, Form] = {each.name: each for each in (*older, *forms)}

    def encode(self, value: Any) -> tuple[str, str]:
        """The name of its form, and the value as JSON."""
        its = self.by_type[type(value)]
        return its.name, _ENCODER.encode(its.encode(value))

    def decode(self, name: str, body: str) -> Any:
        """The value; UnreadableError if there is no such form or this is none of it."""
        its = self._by_name.get(name)
        if its is None:
            raise UnreadableError(f"{name!r} is not known to this version of the program")
        try:
            return its.decode(json.loads(body))
        except UnreadableError:
            raise
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise UnreadableError(f"{name} cannot be read: {error}") from error
