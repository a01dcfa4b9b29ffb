"""A row of the journal, and the chain of checksums that runs through all of them."""

from functools import lru_cache
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import Final, Literal, NamedTuple

Kind = Literal["reading", "ruling", "note", "shown"]
CHAIN_BYTES: Final = 16
"""Length of a checksum: an accident is noticed for sure, and no row can be found that fits in place of another."""


class Draft(NamedTuple):
    """What is to become a row."""

    t_s: float
    """Time of the hall, in seconds; it goes on from one watch to the next and never back."""
    wall_us: int
    """Time of day, in microseconds since 1970 (UTC), as the machine had it."""
    kind: Kind
    form: str
    port: str | None
    address: int | None
    board: str | None
    """The board's name at that time, where it had one."""
    body: str
    """A JSON list: the fields of the form."""


class Row(NamedTuple):
    """A row that stands."""

    seq: int
    t_s: float
    wall_us: int
    kind: Kind
    form: str
    port: str | None
    address: int | None
    board: str | None
    body: str
    chain: bytes


COLUMNS: Final = ", ".join(Row._fields)


@lru_cache(maxsize=4096)
def _quoted(text: str | None) -> str:
    return "-" if text is None else encode_basestring_ascii(text)


def link(before: bytes, seq: int, draft: Draft) -> bytes:
    """The checksum of a row: of all that stands in it and of the checksum of the row before."""
    t_s, wall_us, kind, form, port, address, board, body = draft
    text = f"{seq} {t_s!r} {wall_us} {kind} {form} {_quoted(port)} {address} {_quoted(board)} {body}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=CHAIN_BYTES, key=before).digest()


def first_link(epoch: str) -> bytes:
    """What the first row of a journal is chained to."""
    return blake2b(epoch.encode(), digest_size=CHAIN_BYTES).digest()


@lru_cache(maxsize=4096)
def storable(text: str | None) -> str | None:
    """A name as SQLite can keep it: what is no character (a file name may hold such bytes) is written out."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()
