"""What in a tournament file is taken, and likely a mistake: labels that look alike, players of no board. Pure."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from dgt_monitor.fields import FieldError, Path

_LOOKS_LIKE: Final = str.maketrans("oоοiіıl|зsbz", "000111113582")
"""Letters that a hurried reader takes for figures, in Latin, Cyrillic and Greek (chosen)."""


def look_of(label: str) -> str:
    """What a hurried reader sees: small letters, blanks, leading zeros, and O for 0 make no difference."""
    plain = "".join(unicodedata.normalize("NFKC", label).casefold().split()).translate(_LOOKS_LIKE)
    return plain.lstrip("0") or plain


def doubts(labels: Iterable[tuple[Path, str, str]], players: Iterable[str]) -> Iterator[FieldError]:
    """Where to look again: `labels` are (path, serial number, label) as they are given, `players` are their keys."""
    given = list(labels)
    looks: dict[str, str] = {}
    for path, _, label in given:
        other = looks.setdefault(look_of(label), label)
        if other != label:
            yield FieldError(path, f"the label {label!r} looks like {other!r}, which is another board")
    if given:
        known, serials = {label for _, _, label in given}, {serial: label for _, serial, label in given}
        for key in players:
            if key not in known:
                yield FieldError(("players", key), _nowhere(key, serials, looks))


def _nowhere(key: str, serials: Mapping[str, str], looks: Mapping[str, str]) -> str:
    label = serials.get(key)
    if label is not None:
        return f"no board has this label: it is the number of the board with the label {label!r}"
    alike = looks.get(look_of(key))
    return "no board has this label" + ("" if alike is None else f"; {alike!r} looks like it")
