"""Files that appear whole or not at all."""

import errno
import gzip
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

import click

from dgt_monitor.safe_text import safe


def folder_told(path: Path) -> str:
    """The folder of a file as people are told it: from their own one on, where it lies in that."""
    folder = path.absolute().parent
    with suppress(ValueError, RuntimeError):
        inside = folder.relative_to(Path.home())
        return safe(str(Path("~") / inside))
    return safe(str(folder))


@contextmanager
def whole_file(output: str) -> Iterator[TextIO]:
    """A text stream to write to: a file that appears whole when all is written, or not at all.

    `-` is standard output, a name that ends in `.gz` is packed. A device or a pipe is written to, never replaced.
    OSError where nothing can be written.
    """
    target = led_to(Path(output))
    if output == "-":
        with _text(sys.stdout.buffer) as out:
            yield out
        return
    if target.exists() and not target.is_file():
        with target.open("wb") as stream, _text(stream) as out:
            yield out
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as stream, _packed(stream, target) as inner, _text(inner) as out:
            yield out
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def led_to(path: Path) -> Path:
    """Where a link leads, or the path itself; OSError for one that leads to itself."""
    if not path.is_symlink():
        return path
    try:
        target = path.resolve()
    except RuntimeError:  # so says Python before 3.13
        target = path
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def keep_inputs(output: str | Path, inputs: Iterable[Path], option: str) -> None:
    """Refuse, by a usage error, to write over a file that is read."""
    if str(output) == "-":
        return
    with suppress(OSError, RuntimeError):  # what leads nowhere is told where it is written
        target = Path(output).resolve()
        for each in inputs:
            if target == each.resolve() or (target.exists() and each.exists() and target.samefile(each)):
                raise click.BadParameter(f"{output} would overwrite {each}, which is read", param_hint=option)


def _packed(stream: BinaryIO, target: Path) -> AbstractContextManager[BinaryIO]:
    """The stream itself, or one that packs for it and says neither name nor time, so that bytes repeat."""
    if target.suffix != ".gz":
        return nullcontext(stream)
    return cast("AbstractContextManager[BinaryIO]", gzip.GzipFile("", "wb", fileobj=stream, mtime=0))


@contextmanager
def _text(stream: BinaryIO) -> Iterator[TextIO]:
    """A text stream over a binary one, which is left open."""
    out = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
    try:
        yield out
        out.flush()
    finally:
        with suppress(OSError, ValueError):
            out.detach()
