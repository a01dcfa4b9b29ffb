"""Texts on the wire: English, and how they were made, so that each screen tells them in its own language.

What comes from the other side makes no sentence: only those that this program has are taken.
"""

import re
from collections.abc import Callable
from typing import Any, Final

import dgt_monitor.hall.hall  # noqa: F401 - with it every sentence of the hall is known
from dgt_monitor.journal.codec import Field, Json, UnreadableError
from dgt_monitor.wording import PLURALS, Said, Sentence, joined, word

MOST_CHARS: Final = 20_000
"""No text is longer (chosen: the longest there is has some hundred)."""
MOST_DEEP: Final = 8
"""Sentences within sentences (chosen: there are three)."""
_PART: Final = re.compile(r"\{part\d+\}")


def _encode(value: Any) -> Json:
    """A text as JSON; one that remembers how it was made as a list."""
    if not isinstance(value, Said):
        return value
    one = value.sentence.one
    if one in PLURALS:
        fields = {name: _encode(each) for name, each in value.fields.items()}
        known = all(each is None or isinstance(each, str | int | float | list) for each in fields.values())
        return ["sentence", one, fields] if known else str(value)
    if not value.fields:
        return ["word", str(value)]
    between = _PART.split(one)[1:-1]
    return ["joined", between[0] if between else " ", [_encode(each) for each in value.fields.values()]]


def _decode(value: Json, deep: int = 0) -> Any:
    if type(value) is str:
        return value
    if not isinstance(value, list) or deep > MOST_DEEP:
        raise UnreadableError(f"{value!r} is no text")
    try:
        made = _MAKERS[value[0]](*value[1:], deep + 1)
    except UnreadableError:
        raise
    except (LookupError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise UnreadableError(f"{value!r} is no text: {error}") from error
    if len(made) > MOST_CHARS:
        raise UnreadableError("a text is too long")
    return made


def _sentence(one: Json, fields: Json, deep: int) -> Said:
    return Sentence(one, PLURALS[one])(**{name: _gap(each, deep) for name, each in fields.items()})


def _gap(value: Json, deep: int) -> Any:
    return _decode(value, deep) if isinstance(value, list) else value


def _word(text: Json, deep: int) -> Said:  # noqa: ARG001 - as the others
    if type(text) is not str:
        raise UnreadableError(f"{text!r} is no text")
    return word(text)


def _joined(between: Json, parts: Json, deep: int) -> Said:
    if type(between) is not str or "{" in between or "}" in between:
        raise UnreadableError(f"{between!r} joins nothing")
    return joined([_decode(part, deep) for part in parts], between)


_MAKERS: Final[dict[str, Callable[..., Said]]] = {"sentence": _sentence, "word": _word, "joined": _joined}
SAID: Final = Field(_encode, _decode)
"""A text, said by a sentence or not."""
