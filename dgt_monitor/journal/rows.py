"""A row of the journal, and the chain of checksums that runs through all of them."""

from functools import lru_cache
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import Final, Literal, NamedTuple, get_args

Kind = Literal["reading", "ruling", "note", "shown"]
CHAIN_BYTES: Final = 16
"""Length of a checksum: an accident is noticed for sure, and no row can be found that fits in place of another."""

SEQ_MOST: Final = 2**53
"""No journal has so many rows."""
T_MOST_S: Final = 1e10
"""No hall is watched so long: 300 years (chosen)."""
WALL_MOST_US: Final = 2**53
"""No row was written so late: in the year 2255 (chosen)."""


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
_KINDS: Final = frozenset(get_args(Kind))


def wrong_column(row: Row) -> str | None:
    """The first column that holds what this program never writes there; None: the row can be used.

    SQLite keeps in any column whatever somebody puts there.
    """
    seq, t_s, wall_us, kind, form, port, address, board, body, chain = row
    good = {
        "seq": type(seq) is int and 0 < seq < SEQ_MOST,
        "t_s": type(t_s) is float and 0.0 <= t_s < T_MOST_S,
        "wall_us": type(wall_us) is int and 0 <= wall_us < WALL_MOST_US,
        "kind": type(kind) is str and kind in _KINDS,
        "form": type(form) is str,
        "port": port is None or type(port) is str,
        "address": address is None or type(address) is int,
        "board": board is None or type(board) is str,
        "body": type(body) is str,
        "chain": type(chain) is bytes and len(chain) == CHAIN_BYTES,
    }
    return next((name for name, is_good in good.items() if not is_good), None)


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
