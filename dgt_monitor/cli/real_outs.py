"""Ways out under the one name that each has, however somebody has spelled it: what waits is kept by that name."""

from collections.abc import Iterable
from pathlib import Path

from dgt_monitor.fields import FieldError
from dgt_monitor.tournament.outs import Out


def real_path(path: Path) -> Path:
    """The path without links, `..` and strokes too many; as it is written, where it leads to itself."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def real_out(out: Out, beside: Path = Path()) -> Out:
    """The same way out, with its paths as seen from this folder."""
    if out.kind == "pgn":
        return out._replace(folder=str(real_path(beside / out.folder)))
    return out._replace(dry_run=str(beside / out.dry_run)) if out.dry_run else out


def real_outs(outs: Iterable[Out], beside: Path) -> tuple[Out, ...]:
    """Those of a tournament file in this folder; FieldError where two of them lead to one place after all."""
    found: dict[str, Out] = {}
    for number, out in enumerate(outs):
        real = real_out(out, beside)
        if real.name in found:
            raise FieldError(
                ("out", number, "folder"), f"{out.folder} is named by another way out already: {real.name}"
            )
        found[real.name] = real
    return tuple(found.values())
