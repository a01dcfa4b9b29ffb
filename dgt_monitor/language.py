"""The language in which people are told things: catalogues of `gettext`, found in the folder `locale` of the package.

The event stream is English whatever is chosen here; what a catalogue lacks is said in English.
"""

import gettext
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from dgt_monitor.wording import Said, Sentence

DOMAIN: Final = "dgt_monitor"
ENGLISH: Final = "en"
ENVIRONMENT: Final = "DGT_MONITOR_LANGUAGE"
"""The variable that chooses a language where no option does. The system's own is not asked: there are drafts."""
_TRANSLATOR: Final = "last-translator"
_DRAFT: Final = "draft"
"""How that header of a catalogue begins until a national arbiter has checked the texts and put his name there."""

_present: list[gettext.NullTranslations] = [gettext.NullTranslations()]
_chosen: list[str] = [ENGLISH]


def languages() -> tuple[str, ...]:
    """The codes of all languages that can be chosen, English first: every folder of `locale` with a catalogue."""
    found = sorted(each.name for each in _folder().iterdir() if _compiled(each.name).is_file())
    return (ENGLISH, *found)


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The catalogue of a language; LookupError if there is none."""
    if code == ENGLISH:
        return gettext.NullTranslations()
    if code not in languages():
        raise LookupError(code)
    with _compiled(code).open("rb") as stream:
        return gettext.GNUTranslations(stream)


def is_draft(code: str) -> bool:
    """Whether a national arbiter has still to check this language."""
    return catalogue(code).info().get(_TRANSLATOR, "").startswith(_DRAFT)


def use(code: str) -> None:
    """From now on people are told things in this language; LookupError if there is none of this code."""
    _present[0] = catalogue(code)
    _chosen[0] = code


def chosen() -> str:
    """The code of the language that was chosen."""
    return _chosen[0]


def say(text: str) -> str:
    """A text of the program in the language that was chosen; what comes from outside is not said by this."""
    if isinstance(text, Said):
        return text.said_by(_present[0])
    return _present[0].gettext(text) if text else ""


def words(sentence: Sentence, **fields: object) -> str:
    """A sentence with its gaps filled, in the language that was chosen."""
    return say(sentence(**fields))


def _folder() -> Traversable:
    return files(__package__).joinpath("locale")


def _compiled(code: str) -> Traversable:
    return _folder().joinpath(code, "LC_MESSAGES", f"{DOMAIN}.mo")
