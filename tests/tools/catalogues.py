"""The catalogues of other languages: `python -m tests.tools.catalogues` brings them up to date with the program.

It writes the template `dgt_monitor/locale/dgt_monitor.pot`, adds what is new to every `LC_MESSAGES/dgt_monitor.po` (an
empty translation is said in English), drops what is said no more, and compiles them to `.mo`, which is what the program
reads. A new language is a folder with a `.po` made from the template; no code.
"""

import ast
import importlib
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import dgt_monitor
from dgt_monitor.dashboard import help_page
from dgt_monitor.dashboard.actions import ACTIONS
from dgt_monitor.dashboard.bars import HINT
from dgt_monitor.dashboard.cells import CODES
from dgt_monitor.dashboard.words import RULES
from dgt_monitor.events import Rule
from dgt_monitor.language import DOMAIN
from dgt_monitor.laws.profile import profiles

PACKAGE: Final = Path(dgt_monitor.__file__).parent
LOCALE: Final = PACKAGE / "locale"
TEMPLATE: Final = LOCALE / f"{DOMAIN}.pot"
SAYERS: Final = frozenset({"Sentence", "say"})
"""Calls whose first arguments, where they are texts, are texts of the program."""
HOMES: Final = frozenset({"dgt_monitor.wording", "dgt_monitor.language"})
"""Where these come from; another `say` talks of something else."""
BEGUN: Final = datetime(2026, 11, 30, tzinfo=UTC)
"""The date in the heads of the files, which else would differ each time they are made."""
COLUMNS: Final = 120
"""Longest line of a catalogue."""
Text = str | tuple[str, str]
"""A text of the program, or one with its plural."""


def messages() -> list[Text]:
    """Every text of the program, each once, in the order of files and lines; then those that are data."""
    found = [message for path in sorted(PACKAGE.rglob("*.py")) for message in _of_file(path)]
    return [message for message in dict.fromkeys((*found, *_of_data())) if message]


def _of_file(path: Path) -> Iterator[Text]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module in HOMES]
    imported = {alias.name for node in imports for alias in node.names}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in SAYERS & imported:
            texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if texts and texts[0]:
                yield (texts[0], texts[1]) if len(texts) > 1 else texts[0]


def _of_data() -> Iterator[Text]:
    for profile in profiles().values():
        yield from (profile.title, *profile.wording, profile.repetition_claim_until, profile.moves_claim_until)
    for rule in Rule:
        yield from (RULES[rule].title, RULES[rule].meaning, rule.value.replace("_", " "))
    for action in ACTIONS:
        yield from (text for text in (action.label, action.short, action.help) if text)
    for text in (*help_page.PLACES.values(), help_page.CELL[1], help_page.WHAT, help_page.FILTER):
        yield text
    yield from (told for _, told in help_page.filter_words())
    for text, meaning in (*help_page.LIFE, *help_page.MARKS, *CODES):
        yield from (text, meaning) if text.isalpha() and len(text) > 2 else (meaning,)
    yield from ("White", "Black", "waiting", "playing", "over", HINT)
    yield from WORDS


WORDS: Final = (
    "connected", "identified", "silent", "lost", "noisy", "taken back", "revised", "arbiter", "withdrawn", "lapsed",
    "resolved", "seen", "inferred", "memory", "claimed", "corrected", "kings", "piece", "flag",
    "restored", "restored further back", "queened", "explained", "penalised", "stands",
)  # fmt: skip
"""Words of the event stream that plain lines say: states, reasons, provenances, what a result is by."""


def template() -> Catalog:
    """The texts of the program, to be translated."""
    made = Catalog(domain=DOMAIN, project="dgt-tournament-monitor", charset="utf-8", fuzzy=False, creation_date=BEGUN)
    for message in messages():
        made.add(message, flags=("python-brace-format",) if "{" in str(message) else ())
    return made


def translations() -> list[Path]:
    """The catalogues there are."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """A catalogue as it stands in its file."""
    with path.open("rb") as stream:
        return read_po(stream, locale=path.parent.parent.name, domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def written(catalog: Catalog, *, header: bool = True) -> bytes:
    """A catalogue as its file holds it."""
    out = io.BytesIO()
    write_po(out, catalog, width=COLUMNS, omit_header=not header, sort_output=False, ignore_obsolete=True)
    return out.getvalue()


def is_done(message: Message) -> bool:
    """Whether there is a translation, in all its forms."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def main() -> None:
    importlib.invalidate_caches()
    pot = template()
    TEMPLATE.write_bytes(written(pot, header=False))
    for path in translations():
        catalog = read(path)
        catalog.update(pot, no_fuzzy_matching=True, update_header_comment=False)
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(compiled(catalog))
        texts = [message for message in catalog if message.id]
        done = sum(is_done(message) for message in texts)
        print(f"{path.parent.parent.name}: {done} of {len(texts)} texts")


if __name__ == "__main__":
    main()
