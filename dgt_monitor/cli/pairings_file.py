"""Files of pairings: read whole, and decoded in whatever way the pairing program wrote them."""

from pathlib import Path
from typing import Final

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.pairings import Tell, settled
from dgt_monitor.tournament.pairings_csv import games_in_csv
from dgt_monitor.tournament.pairings_pgn import games_in_pgn
from dgt_monitor.tournament.people import Pairing

MOST_BYTES: Final = 20_000_000
"""A larger file holds no pairings of a round (chosen: a thousand games with moves have a tenth of it)."""
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_FALLBACK: Final = "cp1252"
"""What Windows programs of western Europe write that do not write UTF-8."""


def read_pairings(path: Path, wanted_round: str | int | None, tell: Tell) -> tuple[Pairing, ...]:
    """The games of a round (None: of the only one) in this file, PGN or a table.

    FileError, with file and line, for what is wrong in it, FileNotFoundError if it is not there.
    """
    text, file = _decoded(_bytes(path), str(path), tell), str(path)
    given = games_in_pgn(text) if _is_pgn(path, text) else games_in_csv(text, file)
    return settled(list(given), wanted_round, file, tell)


def _is_pgn(path: Path, text: str) -> bool:
    return path.suffix.lower() == ".pgn" or (path.suffix.lower() not in {".csv", ".tsv"} and text.lstrip()[:1] == "[")


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MOST_BYTES:
        raise FileError(f"{path}: has more than {MOST_BYTES} bytes: those are no pairings")
    return data


def _decoded(data: bytes, file: str, tell: Tell) -> str:
    try:
        text = data.decode("utf-16" if data[:2] in _UTF_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        tell(f"{file}: not {error.encoding.upper()}, read as {_FALLBACK}; see that all names are right")
        text = data.decode(_FALLBACK, errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
