"""Makes docs/keys.md, all keys of the screen and all words of the filter: `python -m tests.tools.keys_page`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from dgt_monitor.dashboard.actions import here
from dgt_monitor.dashboard.cells import CODES
from dgt_monitor.dashboard.help_page import MARKS, PLACES, filter_words
from dgt_monitor.dashboard.ordering import SORTS, TOLD
from dgt_monitor.language import words

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"
_HEAD = """# Keys

Everything that can be done on the screen, place by place, as `?` tells it there. This page is made from the
program's own table of actions by `python -m tests.tools.keys_page`; a test holds it to that.

The mouse does the same: a click points at a board, a second one opens it, the wheel turns pages of the wall and scrolls
everything else, a click on the head of a table orders by that column and, again, the other way round.

`:` lists all that can be done where one is; a part of its name finds it.

## Keys of your own

The file `config.toml` in the folder of settings (`~/.config/dgt-monitor` on Linux, `~/Library/Application
Support/dgt-monitor` on macOS, `%LOCALAPPDATA%\\dgt-monitor` on Windows), or the file that `DGT_MONITOR_CONFIG` names,
gives actions other keys, by the names below:

```toml
[keys]
acknowledge = "x"            # in place of a
curtain = ["F9", "ctrl+k"]   # several
```

Help, footer and `:` tell them as they are then. An unknown action or key, a key given twice in one place, and a letter
where letters are typed are told with the line. Enter, Esc, Backspace, Ctrl-C and Ctrl-Q always do what they do.
"""


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    for place, told in PLACES.items():
        rows: dict[tuple[str, str], list[str]] = {}
        for action in here(place):
            rows.setdefault((action.shown, action.help), []).append(f"`{action.id}`")
        if rows:
            yield f"## {told[0].upper()}{told[1:]}\n"
            yield "| key | does | name |\n|---|---|---|"
            yield from (f"| {key} | {said} | {', '.join(ids)} |" for (key, said), ids in rows.items())
            yield ""
    yield "## Words of the filter\n"
    yield "Typed behind `/`; several hold together. Whatever is typed, a board that is drawn by itself or has something"
    yield "to act on stays on the wall; so it does beside the sectors chosen.\n"
    yield from _table("word", "keeps boards by", ((f"`{word}`", told) for word, told in filter_words()))
    yield "Times may have a unit: `clock<90s`, `age>2min`, `idle>1h`. Capitals and accents do not matter in names.\n"
    yield "## Orders\n"
    yield "`s` goes through the first two, in a table through all:\n"
    yield from (f"- {words(TOLD[by])}" for by in SORTS)
    yield "\n## A board's cell\n"
    yield from _table("mark or code", "says", ((f"`{code}`", told) for code, told in (*MARKS, *CODES)))


def _table(left: str, right: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {left} | {right} |\n|---|---|"
    yield from (f"| {key} | {told} |" for key, told in rows)
    yield ""


def main() -> None:
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(PAGE)


if __name__ == "__main__":
    main()
