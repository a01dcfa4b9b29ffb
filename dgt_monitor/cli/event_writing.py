"""Changes written into a tournament file by the program: comments, order and all else in it stay as they are."""

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit.exceptions import TOMLKitError

from dgt_monitor.cli.event_file import text_of
from dgt_monitor.cli.whole_file import led_to
from dgt_monitor.fields import FileError
from dgt_monitor.tournament.event import read_tournament
from dgt_monitor.tournament.places import number_of

Document = Any
"""What tomlkit makes of a file: tables and values that remember how they were written."""
BACKUP: Final = ".bak"
"""What the name of the copy from before ends in."""
_BOM: Final = b"\xef\xbb\xbf"


class EventFile:
    """A tournament file that is written to. Before its first change it is copied to one whose name ends in `.bak`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_kept = False

    def change(self, change: Callable[[Document], None]) -> None:
        """Read it as it is now, change it, and put it in its place whole; FileError if that is not possible."""
        path = self.path
        try:
            target = led_to(path)
            before = target.read_bytes() if target.exists() else b""
            text = changed_text(text_of(target) if before else "", str(path), change)
            after = _as_before(text, before)
            if after == before:
                return
            if before and not self._is_kept:
                _put(target.with_name(target.name + BACKUP), before, target)
                self._is_kept = True
            _put(target, after, target)
        except OSError as error:
            raise FileError(f"{path}: cannot be written: {error.strerror}") from None


def changed_text(text: str, file: str, change: Callable[[Document], None]) -> str:
    """The text of a tournament file with this change; FileError if it was none, or would be none then."""
    read_tournament(text, file)
    try:
        document = tomlkit.parse(text)
        change(document)
        out = tomlkit.dumps(document)
    except TOMLKitError as error:
        raise FileError(f"{file}: cannot be changed: {error}") from None
    read_tournament(out, file)
    return out


def put_labels(document: Document, labels: Mapping[str, str]) -> None:
    """These boards have these labels, and no others have any.

    Where a `[[board]]` tells serial and label together, it tells the new one; all others stand in `[labels]`.
    """
    serial_of = {label: serial for serial, label in labels.items()}
    told: set[str] = set()
    for place in document.get("board", ()):
        serial = serial_of.get(str(place["label"]))
        if "serial" not in place:
            continue
        if serial is None:
            del place["serial"]
            continue
        if number_of(str(place["serial"])) != number_of(serial):
            place["serial"] = serial
        told.add(serial)
    _put_table(document, {serial: label for serial, label in labels.items() if serial not in told})


def _put_table(document: Document, labels: Mapping[str, str]) -> None:
    table = document.get("labels")
    if table is None:
        if not labels:
            return
        table = tomlkit.table()
        document["labels"] = table
    kept = {number_of(serial): serial for serial in table}
    wanted = {number_of(serial) for serial in labels}
    for number, serial in kept.items():
        if number not in wanted:
            del table[serial]
    for serial, label in labels.items():
        its = kept.get(number_of(serial), serial)
        if its not in table or str(table[its]) != label:
            table[its] = label


def _as_before(text: str, before: bytes) -> bytes:
    """The text with the ends of lines and the mark in front that the file had."""
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    return (_BOM if before.startswith(_BOM) else b"") + text.encode("utf-8")


def _put(path: Path, data: bytes, like: Path) -> None:
    """A file that appears whole or not at all, with the rights of another."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(OSError):
            part.chmod(like.stat().st_mode & 0o777 if like.exists() else 0o666 & ~_umask())
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _umask() -> int:
    """What new files of this process may not be; there is no other way to ask than to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
