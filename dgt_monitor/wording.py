"""English sentences with gaps, which remember how they were made: so another language can be put in later. Pure.

What the monitor says is made where it is known, and in English, as the stream has it. Whoever shows it to people says
it in their language (`translated`): sentence by sentence, from a catalogue. A sentence that a catalogue lacks, or a
part in one of its gaps, stays English as a whole: no sentence is in two languages.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

PLURALS: Final[dict[str, str | None]] = {}
"""Every sentence of the program, and its plural if it counts something: what a catalogue can hold."""

_GAP: Final = re.compile(r"\{\w*\}")


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
        """The same in the language of a catalogue: each sentence of it, or in English what the catalogue cannot say."""
        if isinstance(self.sentence, _Glue) and not isinstance(self.sentence, _Word):
            return self.sentence.one.format(**{name: translated(part, catalogue) for name, part in self.fields.items()})
        said = self.whole(catalogue)
        return str(self) if said is None else said

    def whole(self, catalogue: Catalogue) -> str | None:
        """The same in the language of a catalogue; None where it lacks any part of it, or has one that does not fit."""
        fields: dict[str, object] = {}
        for name, value in self.fields.items():
            fields[name] = said = value.whole(catalogue) if isinstance(value, Said) else value
            if said is None and value is not None:
                return None
        form = self.sentence.form(catalogue, fields)
        if form is None:
            return None
        try:
            return form.format(**fields)
        except (LookupError, ValueError, TypeError, AttributeError):
            return None


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

    def form(self, catalogue: Catalogue, fields: Mapping[str, object]) -> str | None:
        """The form of a catalogue for these fields; None where it has none."""
        if self.plural is None:
            return _unlike(catalogue.gettext(self.one), self.one)
        number = fields["n"]
        said = catalogue.ngettext(self.one, self.plural, number if isinstance(number, int) else 0)
        return _unlike(said, self.english(fields))


def _unlike(said: str, english: str) -> str | None:
    """A catalogue gives back what it does not know."""
    return None if said == english and any(map(str.isalpha, _GAP.sub("", english))) else said


class _Glue(Sentence):
    """Parts in a row; there is nothing to translate but the parts."""

    __slots__ = ()

    def __init__(self, one: str) -> None:
        self.one, self.plural = one, None

    def form(self, catalogue: Catalogue, fields: Mapping[str, object]) -> str | None:  # noqa: ARG002 - the same in all
        return self.one


class _Word(_Glue):
    """A text that comes as data (of a profile, say); braces in it are no gaps."""

    __slots__ = ()

    def form(self, catalogue: Catalogue, fields: Mapping[str, object]) -> str | None:  # noqa: ARG002 - it has no gaps
        said = _unlike(catalogue.gettext(self.one), self.one) if self.one else ""
        return None if said is None else said.replace("{", "{{").replace("}", "}}")

    def english(self, fields: Mapping[str, object]) -> str:  # noqa: ARG002 - it has no gaps
        return self.one.replace("{", "{{").replace("}", "}}")


def word(text: str) -> Said:
    """A text that comes as data: a catalogue may know it."""
    return text if isinstance(text, Said) else _Word(text)()


def stopped(text: str) -> Said:
    """The text with a full stop behind it."""
    return joined((text, "."), "")


def joined(parts: Iterable[str], between: str = " ") -> Said:
    """The parts that are not empty, in a row."""
    fields = {f"part{number}": part for number, part in enumerate(part for part in parts if part)}
    return _Glue(between.join(f"{{{name}}}" for name in fields))(**fields)


def translated(value: object, catalogue: Catalogue) -> object:
    """A text in the language of a catalogue; what was never said by a sentence (names, moves, numbers) as it is."""
    return value.said_by(catalogue) if isinstance(value, Said) else value
