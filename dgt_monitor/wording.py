"""English sentences with gaps, which remember how they were made: so another language can be put in later. Pure.

What the monitor says is made where it is known, and in English, as the stream has it. Whoever shows it to people says
it in their language (`translated`): sentence by sentence, from a catalogue; what a catalogue lacks stays English.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

PLURALS: Final[dict[str, str | None]] = {}
"""Every sentence of the program, and its plural if it counts something: what a catalogue can hold."""


class Catalogue(Protocol):
    """One language, as `gettext` has it."""

    def gettext(self, message: str, /) -> str:
        """The same in this language; the message itself where it is not known."""

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """The form for this number."""


class Said(str):
    """An English text that remembers of which sentence and which fields it was made."""

    sentence: "Sentence"
    fields: Mapping[str, object]

    def said_by(self, catalogue: Catalogue) -> str:
        """The same in the language of a catalogue; in English where its sentence does not fit."""
        fields = {name: translated(value, catalogue) for name, value in self.fields.items()}
        try:
            return self.sentence.form(catalogue, fields).format(**fields)
        except (LookupError, ValueError, TypeError, AttributeError):
            return self.sentence.english(fields).format(**fields)


class Sentence:
    """A sentence with gaps in braces; with a `plural` it has a gap `n`, the number that decides."""

    __slots__ = ("one", "plural")

    def __init__(self, one: str, plural: str | None = None) -> None:
        self.one = one
        self.plural = plural
        PLURALS[one] = plural

    def __call__(self, **fields: object) -> Said:
        """The sentence with its gaps filled."""
        said = Said(self.english(fields).format(**fields))
        said.sentence, said.fields = self, fields
        return said

    def english(self, fields: Mapping[str, object]) -> str:
        """The English form for these fields."""
        return self.one if self.plural is None or fields["n"] == 1 else self.plural

    def form(self, catalogue: Catalogue, fields: Mapping[str, object]) -> str:
        """The form of a catalogue for these fields."""
        if self.plural is None:
            return catalogue.gettext(self.one)
        number = fields["n"]
        return catalogue.ngettext(self.one, self.plural, number if isinstance(number, int) else 0)


class _Glue(Sentence):
    """Parts in a row; there is nothing to translate but the parts."""

    __slots__ = ()

    def __init__(self, one: str) -> None:
        self.one, self.plural = one, None

    def form(self, catalogue: Catalogue, fields: Mapping[str, object]) -> str:  # noqa: ARG002 - the same in all
        return self.one


class _Word(_Glue):
    """A text that comes as data (of a profile, say); braces in it are no gaps."""

    __slots__ = ()

    def form(self, catalogue: Catalogue, fields: Mapping[str, object]) -> str:  # noqa: ARG002 - it has no gaps
        return catalogue.gettext(self.one).replace("{", "{{").replace("}", "}}")

    def english(self, fields: Mapping[str, object]) -> str:  # noqa: ARG002 - it has no gaps
        return self.one.replace("{", "{{").replace("}", "}}")


def word(text: str) -> Said:
    """A text that comes as data: a catalogue may know it."""
    return _Word(text)()


def joined(parts: Iterable[str], between: str = " ") -> Said:
    """The parts that are not empty, in a row."""
    fields = {f"part{number}": part for number, part in enumerate(part for part in parts if part)}
    return _Glue(between.join(f"{{{name}}}" for name in fields))(**fields)


def translated(value: object, catalogue: Catalogue) -> object:
    """A text in the language of a catalogue; what was never said by a sentence (names, moves, numbers) as it is."""
    return value.said_by(catalogue) if isinstance(value, Said) else value
